"""Refusals that several mechanisms give: each is worded once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Listing
from calarec.moves.behaviour import Outcome, Refusal
from calarec.moves.cards import bits

if TYPE_CHECKING:
    from calarec.moves.behaviour import Moment


def not_due(at: Moment, seat: int) -> Refusal:
    """Something is done or said that is not due now."""
    return Refusal("CAL430", at.path, {"seat": at.label(seat), "step": at.path})


def wrong_seat(at: Moment, seat: int, due: int, *, anyway: Outcome | None = None) -> Refusal:
    """The right thing, by the wrong seat."""
    return Refusal("CAL431", at.path, {"seat": at.label(seat), "due": at.label(due)}, anyway=anyway)


def not_held(at: Moment, seat: int, cards: int, given: int, *, anyway: Outcome | None = None) -> Refusal:
    """Cards that the seat does not hold; `given` is the set as recorded."""
    missing = given & ~cards
    first = next(bits(missing))
    held = next((each for each, hand in enumerate(at.state.hands) if hand >> first & 1), -1)
    return Refusal(
        "CAL432" if held < 0 else "CAL433",
        at.path,
        {
            "seat": at.label(seat),
            "cards": Listing(at.names(missing)),
            "holder": at.label(held) if held >= 0 else "",
        },
        point=("card", first),
        anyway=anyway,
    )


def wrong_number(at: Moment, seat: int, found: int, least: int, most: int, *, anyway: Outcome | None) -> Refusal:
    """Too many or too few cards."""
    return Refusal(
        "CAL434",
        at.path,
        {"seat": at.label(seat), "found": found, "least": least, "most": most},
        wording="" if least == most else "range",
        point=("card", -1),
        anyway=anyway,
    )
