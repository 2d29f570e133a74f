"""Refusals of actions that are not due, with the action that is due instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.engine.actions import (
    BidAction,
    CallAction,
    ClaimAction,
    DeclareAction,
    DiscardAction,
    DoubleAction,
    FaultAction,
    GiveAction,
    LayAction,
    PlayAction,
    RaiseAction,
    ShowAction,
    SignalAction,
    TakeAction,
    TrumpAction,
)
from calarec.core.engine.behaviours import behaviour_at
from calarec.core.engine.state import TRUMPING
from calarec.core.engine.terms import Refusal, limits_phrase
from calarec.core.mechanisms.exchange import TRANSFERS
from calarec.core.wording.language import Words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.terms import StepContext


def _moving(do: str) -> tuple[str, ...]:
    return tuple(name for name, transfer in TRANSFERS.items() if transfer.do == do)


_DOING: Final[dict[type, Words]] = {
    BidAction: Words("speak"),
    RaiseAction: Words("raise"),
    DoubleAction: Words("double"),
    CallAction: Words("call a card"),
    TrumpAction: Words("make a suit trump"),
    LayAction: Words("lay a card on the table"),
    GiveAction: Words("give a card"),
    TakeAction: Words("take cards"),
    DiscardAction: Words("discard"),
    PlayAction: Words("play a card"),
    ShowAction: Words("show cards"),
    DeclareAction: Words("declare something"),
    SignalAction: Words("give a signal"),
    ClaimAction: Words("claim or concede"),
    FaultAction: Words("claim an irregularity"),
}
_DUE: Final = {
    "bid": Words("it is {seat}'s turn to speak"),
    "call": Words("{seat} has to call a card first"),
    "table-card": Words("{seat} has to lay a card on the table first"),
    "give": Words("{seat} has to give {to} {cards} first"),
    "take": Words("{seat} has to take {cards} from the {pile} first"),
    "discard": Words("{seat} has to discard {cards} first"),
    "trump": Words("{seat} has to say first which suit is trump"),
    "play": Words("it is {seat}'s turn to play"),
}
_STEPS: Final[dict[type, tuple[str, ...]]] = {
    CallAction: ("call",),
    LayAction: _moving("table-card"),
    GiveAction: (*_moving("give"), "pass_cards"),
    TakeAction: (*_moving("take"), "share"),
    DiscardAction: (*_moving("discard"), "share"),
}
"""The steps in which an action has its moment."""
_NEVER: Final = Words("no player does that in this contract")
_OVER: Final = Words("the exchange is over, the play has come")
_NO_AUCTION: Final = Words("this game has no auction")
_NOTHING: Final = Words("nothing of the kind is due")


def doing(action: Action) -> Words:
    """An action as a verb: "discard"."""
    return _DOING[type(action)]


def has_moment_in(game: Game, path: str, action: Action) -> bool:
    """Check whether a step of the program is one at which an action is possible."""
    if isinstance(action, TrumpAction):
        return path == TRUMPING and not game.rules.play.is_trump_called
    return path.startswith("steps.") and game.step(path).do in _STEPS.get(type(action), ())


def has_no_moment(game: Game, program: Iterable[str], action: Action) -> bool:
    """Check whether a program lacks the step at which an action is possible.

    False for actions that belong to no step.
    """
    if isinstance(action, TrumpAction):
        return game.rules.play.trump is None or game.rules.play.is_trump_called
    return type(action) in _STEPS and game.stock < 0 and not any(has_moment_in(game, path, action) for path in program)


def describe_due(at: StepContext, action: Action) -> Words:
    """Describe what is due now, or why the action never or no longer is."""
    if isinstance(action, BidAction | RaiseAction) and not at.game.rules.has_auction:
        return _NO_AUCTION
    if at.state.step not in ("auction", ""):
        if has_no_moment(at.game, at.state.program, action):
            return _NEVER
        if type(action) in _STEPS and at.state.step == "play" and at.game.stock < 0:
            return _OVER
    offer = next(iter(behaviour_at(at.game, at.state.step).offers(at._replace(path=at.state.step))), None)
    if offer is None or offer.do not in _DUE:
        return _NOTHING
    values: dict[str, object] = {"seat": at.label(offer.seat), "cards": limits_phrase(offer.least, offer.most)}
    if offer.do == "give":
        values["to"] = at.label(offer.to)
    elif offer.do == "take":
        values["pile"] = at.game.ruleset.name("piles", at.game.piles[offer.to])
    return _DUE[offer.do].with_values(**values)


def not_due(at: StepContext, action: Action) -> Refusal:
    """Refuse an action that is not due now."""
    args: dict[str, object] = {"seat": at.label(action.seat), "doing": doing(action), "due": describe_due(at, action)}
    return Refusal("CAL430", at.path, args)


def nothing_due(at: StepContext, action: Action) -> Refusal:
    """Refuse an action that was never due, however the hand came to this point."""
    args: dict[str, object] = {"seat": at.label(action.seat), "doing": doing(action), "due": _NOTHING}
    return Refusal("CAL430", at.path, args)
