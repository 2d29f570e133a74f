"""Why a plan could not be followed any further."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.engine.walk import apply
from calarec.moves import actions as act
from calarec.moves.behaviour import Refusal
from calarec.moves.cards import bits
from calarec.records import model as rec
from calarec.replaying.table import number_of

if TYPE_CHECKING:
    from calarec.engine.game import Game
    from calarec.replaying.plan import Plan


def refused(game: Game, plan: Plan, statement: rec.Statement) -> Refusal | None:
    """Why a plan could not be followed: what the rules answer to its next statement, whatever the cards are."""
    state = plan.state
    seat = number_of(state.setting, getattr(statement, "seat", "") or getattr(statement, "leader", ""))
    if seat not in state.setting.active:
        return None
    held = list(bits(state.hands[seat]))
    action: act.Action | None = None
    if isinstance(statement, rec.Trick) and held:
        action = act.Play(seat, held[0])
    elif isinstance(statement, rec.Call):
        action = act.Call(seat, game.cards.numbers.get(statement.card, 0))
    elif isinstance(statement, rec.Take):
        there = next((pile for pile in state.piles if pile), 0)
        action = act.Take(seat, sum(1 << card for card in list(bits(there))[: len(statement.cards)]))
    elif isinstance(statement, rec.Discard | rec.TableCard):
        chosen = sum(1 << card for card in held[: len(statement.cards)])
        action = act.Discard(seat, chosen) if isinstance(statement, rec.Discard) else act.Lay(seat, chosen)
    elif isinstance(statement, rec.Give) and number_of(state.setting, statement.to) in state.setting.active:
        chosen = sum(1 << card for card in held[: len(statement.cards)])
        action = act.Give(seat, chosen, number_of(state.setting, statement.to))
    answer = apply(game, state, action) if action is not None else None
    return answer if isinstance(answer, Refusal) else None
