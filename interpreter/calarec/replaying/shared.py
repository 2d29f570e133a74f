"""What a record says of a sharing beyond the moves of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.engine.walk import legal
from calarec.moves import actions as act
from calarec.records import model as rec

if TYPE_CHECKING:
    from calarec.engine.game import Game
    from calarec.moves.behaviour import Refusal
    from calarec.moves.state import State
    from calarec.records.model import Hand


def without_share(game: Game, state: State, action: act.Action) -> State | None:
    """The state when a sharer says that he takes nothing and leaves all to the others; None if he may not.

    Those who settle a sharing together need not write it: who takes nothing has no line.
    """
    sharing = state.sharing
    if not isinstance(action, act.Take) or action.cards or sharing is None or not state.step.startswith("steps."):
        return None
    part = game.step(state.step).part
    if part.decided != "jointly" or part.each != "any":
        return None
    takes = [offer.seat for offer in legal(game, state) if offer.do == "take"]
    if len(takes) < 2 or action.seat not in takes:
        return None
    return state._replace(sharing=sharing._replace(took=(*sharing.took, (action.seat, 0))))


def before_his_turn(hand: Hand, index: int, state: State, action: act.Action, refusal: Refusal) -> bool:
    """Whether somebody takes his share before one whose turn it is, and who takes his own later."""
    if not isinstance(action, act.Take) or refusal.code != "CAL431" or not (state.sharing and refusal.anyway):
        return False
    later = hand.statements[index + 1 :]
    return any(isinstance(each, rec.Take) and each.seat == refusal.args["due"] for each in later)
