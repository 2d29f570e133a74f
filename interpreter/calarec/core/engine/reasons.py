"""Refusals that several mechanisms give: each is worded once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine.cards import bits
from calarec.core.engine.terms import Refusal
from calarec.core.wording.language import Listing, Phrase, Words

if TYPE_CHECKING:
    from calarec.core.engine.terms import Outcome, StepContext
    from calarec.core.wording.language import Sayable


def limits_phrase(least: int, most: int) -> Sayable:
    """A number of cards, or a range of it."""
    if least == most:
        return cards(most)
    if least <= 1:
        return Words("up to {cards}", cards=cards(most))
    return Words("{least} to {cards}", least=least, cards=cards(most))


def cards(count: int) -> Phrase:
    """So many cards."""
    return Phrase("so_many", count, Words("card|cards"))


def wrong_seat(at: StepContext, seat: int, due: int, *, anyway: Outcome | None = None) -> Refusal:
    """The right thing, by the wrong seat."""
    return Refusal("CAL431", at.path, {"seat": at.label(seat), "due": at.label(due)}, anyway=anyway)


def not_held(at: StepContext, seat: int, cards: int, given: int, *, anyway: Outcome | None = None) -> Refusal:
    """Cards that the seat does not hold; `given` is the set as recorded."""
    missing = given & ~cards
    first = next(bits(missing))
    holder = next((each for each, hand in enumerate(at.state.hands) if hand >> first & 1), -1)
    held = Listing(at.names(cards))
    args: dict[str, object] = {"seat": at.label(seat), "card": at.game.cards.names[first], "held": held}
    if holder >= 0:
        args["holder"] = at.label(holder)
    pile = next((number for number, lying in enumerate(at.state.piles) if lying >> first & 1), -1)
    if pile >= 0:
        args["pile"] = at.game.ruleset.name("piles", at.game.piles[pile])
    wording = "pile" if pile >= 0 and holder < 0 else ""
    point = ("card", first)
    return Refusal("CAL433" if holder >= 0 else "CAL432", at.path, args, wording, point, cards, anyway=anyway)


def wrong_number(at: StepContext, seat: int, found: int, least: int, most: int, *, anyway: Outcome | None) -> Refusal:
    """Too many or too few cards."""
    args: dict[str, object] = {
        "seat": at.label(seat),
        "found": limits_phrase(found, found),
        "due": limits_phrase(least, most),
    }
    return Refusal("CAL434", at.path, args, point=("card", -1), anyway=anyway)
