"""What somebody does, and what is due instead, as people say it in a finding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.language import Phrase, Words
from calarec.moves import actions as act

if TYPE_CHECKING:
    from calarec.language import Sayable
    from calarec.moves.behaviour import Moment

_DOING: Final[dict[type, Words]] = {
    act.Bid: Words("speak"),
    act.Raise: Words("raise"),
    act.Call: Words("call a card"),
    act.Lay: Words("lay a card on the table"),
    act.Give: Words("give a card"),
    act.Take: Words("take cards"),
    act.Discard: Words("discard"),
    act.Play: Words("play a card"),
    act.Show: Words("show cards"),
    act.Signal: Words("give a signal"),
    act.Claim: Words("claim or concede"),
    act.Fault: Words("claim an irregularity"),
}
_DUE: Final = {
    "bid": Words("it is {seat}'s turn to speak"),
    "call": Words("{seat} has to call a card first"),
    "table-card": Words("{seat} has to lay a card on the table first"),
    "give": Words("{seat} has to give {to} {cards} first"),
    "take": Words("{seat} has to take {cards} from the {pile} first"),
    "discard": Words("{seat} has to discard {cards} first"),
    "play": Words("it is {seat}'s turn to play"),
}
_STEPS: Final[dict[type, tuple[str, ...]]] = {
    act.Call: ("call",),
    act.Lay: ("table_card",),
    act.Give: ("give", "hand_over"),
    act.Take: ("take", "share"),
    act.Discard: ("discard", "share"),
}
"""The steps in which an action has its moment."""
_NEVER: Final = Words("nobody does that in this contract")
_OVER: Final = Words("the exchange is over, the play has come")
_NOTHING: Final = Words("nothing of the kind is due")


def doing(action: act.Action) -> Words:
    """An action as a verb: "discard"."""
    return _DOING[type(action)]


def due(at: Moment, action: act.Action) -> Words:
    """Who has to do what at this moment, or that an action has its moment behind it, or has none in this hand."""
    steps = _STEPS.get(type(action))
    program = [path for path in at.state.program if path.startswith("steps.")]
    if steps is not None and at.state.step not in ("auction", ""):
        if not any(at.game.step(path).do in steps for path in program):
            return _NEVER
        if at.state.step == "play":
            return _OVER
    offer = next(iter(at.game.behaviour(at.state.step).offers(at._replace(path=at.state.step))), None)
    if offer is None or offer.do not in _DUE:
        return _NOTHING
    values: dict[str, object] = {"seat": at.label(offer.seat), "cards": so_many(offer.least, offer.most)}
    if offer.do == "give":
        values["to"] = at.label(offer.to)
    elif offer.do == "take":
        values["pile"] = at.game.ruleset.name("piles", at.game.piles[offer.to])
    return _DUE[offer.do].filled(**values)


def so_many(least: int, most: int) -> Sayable:
    """A number of cards, or a range of it."""
    if least == most:
        return cards(most)
    if least <= 1:
        return Words("up to {cards}", cards=cards(most))
    return Words("{least} to {cards}", least=least, cards=cards(most))


def cards(count: int) -> Phrase:
    """So many cards."""
    return Phrase("so_many", count, Words("card|cards"))
