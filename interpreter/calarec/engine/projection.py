"""The log of a hand as some eyes saw it: cards that they did not see are taken out and counted."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final, TypeAlias

from calarec.base.frozen import NamedTuple
from calarec.engine import events as ev

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.engine.state import Seating

Eyes: TypeAlias = int
EVERYTHING: Final[Eyes] = 0
NOT_KNOWN: Final = -3
"""Where a called card was, for who was not told."""

_HIDDEN: Final = (
    ev.Dealt, ev.Laid, ev.Given, ev.Tabled, ev.Turned, ev.Taken, ev.Discarded, ev.HandOpened, ev.Shown, ev.PileWon,
)  # fmt: skip
"""Events whose cards may be seen by some alone."""


class Glimpse(NamedTuple):
    """An event as some eyes saw it; `hidden` counts the cards that were taken out of it.

    A card of which nobody wrote down which one it was is -1 where an event names a single card.
    """

    event: ev.Event
    hidden: int = 0


def of_seat(seat: int) -> Eyes:
    """The eyes of one seat."""
    return 1 << seat


def of_all(setting: Seating) -> Eyes:
    """What everybody at the table saw."""
    return setting.all


def saw(eyes: Eyes, event: ev.Event) -> bool:
    """Whether the eyes saw all of an event."""
    return event.seen & eyes == eyes


def glimpse(event: ev.Event, eyes: Eyes, unknown: int = 0) -> Glimpse:
    """An event as the eyes saw it; `unknown` are cards of it that the record leaves open, so that nobody is told."""
    if event.seen & eyes == eyes:
        return _recorded(event, unknown) if unknown else Glimpse(event)
    if isinstance(event, ev.Called):
        # Who else saw it would tell where the card was.
        return Glimpse(event._replace(found=NOT_KNOWN, seen=1 << event.seat))
    if isinstance(event, _HIDDEN):
        return Glimpse(event._replace(cards=0), event.cards.bit_count())
    return Glimpse(event)


def _recorded(event: ev.Event, unknown: int) -> Glimpse:
    """An event without the cards that the record leaves open."""
    match event:
        case ev.Called() | ev.Played():
            return Glimpse(event._replace(card=-1), 1)
        case ev.TrickWon():
            cards = tuple(-1 if unknown >> card & 1 else card for card in event.cards)
            return Glimpse(event._replace(cards=cards), cards.count(-1))
        case (
            ev.Dealt() | ev.Laid() | ev.Given() | ev.Tabled() | ev.Turned() | ev.Taken() | ev.Discarded()
            | ev.HandOpened() | ev.Shown() | ev.PileWon()
        ):  # fmt: skip
            return Glimpse(event._replace(cards=event.cards & ~unknown), (event.cards & unknown).bit_count())
    return Glimpse(event)


def project(events: Iterable[ev.Event], eyes: Eyes, unknown: Iterable[int] = ()) -> tuple[Glimpse, ...]:
    """A log of events as the eyes saw it; `unknown` has for each event the cards that the record leaves open."""
    return tuple(glimpse(event, eyes, open_ or 0) for event, open_ in zip_longest(events, unknown) if event is not None)
