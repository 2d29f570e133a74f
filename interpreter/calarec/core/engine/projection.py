"""The log of a hand as some eyes saw it: cards that they did not see are taken out and counted."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final, TypeAlias

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine import events as ev

if TYPE_CHECKING:
    from collections.abc import Iterable


Eyes: TypeAlias = int
EVERYTHING: Final[Eyes] = 0
NOT_KNOWN: Final = -3
"""Where a called card was, for who was not told."""

_HIDDEN: Final = (
    ev.Dealt, ev.Laid, ev.Given, ev.Received, ev.Tabled, ev.Turned, ev.Taken, ev.Discarded, ev.HandOpened, ev.Shown,
    ev.Declared,
    ev.PileWon,
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


def has_seen(eyes: Eyes, event: ev.Event) -> bool:
    """Whether the eyes saw all of an event."""
    return event.seen & eyes == eyes


def glimpse(event: ev.Event, eyes: Eyes, unknown: int = 0) -> Glimpse:
    """An event as the eyes saw it; `unknown` are cards of it that the record leaves open, so that nobody is told."""
    event = without_unknown_cards(event, unknown)
    if event.seen & eyes == eyes:
        return Glimpse(event, not_known(event))
    if isinstance(event, ev.Called):
        # Who else saw it would tell where the card was.
        return Glimpse(event._replace(found=NOT_KNOWN, seen=1 << event.seat), not_known(event))
    if isinstance(event, _HIDDEN):
        return Glimpse(event._replace(cards=0, unknown=0), event.cards.bit_count() + event.unknown)
    return Glimpse(event, not_known(event))


def not_known(event: ev.Event) -> int:
    """Of how many cards of an event nobody knows which they were."""
    match event:
        case ev.Called() | ev.Played():
            return int(event.card < 0)
        case ev.TrickWon():
            return event.cards.count(-1)
        case _:
            return getattr(event, "unknown", 0)


def without_unknown_cards(event: ev.Event, unknown: int) -> ev.Event:
    """An event without cards that the record leaves open."""
    if not unknown:
        return event
    match event:
        case ev.Called() | ev.Played():
            return event._replace(card=-1)
        case ev.TrickWon():
            return event._replace(cards=tuple(-1 if card < 0 or unknown >> card & 1 else card for card in event.cards))
        case ev.Claimed():
            return event._replace(rest=event.rest & ~unknown)
        case (
            ev.Dealt() | ev.Laid() | ev.Given() | ev.Tabled() | ev.Turned() | ev.Taken() | ev.Discarded()
            | ev.HandOpened() | ev.Shown() | ev.Received() | ev.Declared() | ev.PileWon()
        ):  # fmt: skip
            open_ = (event.cards & unknown).bit_count()
            return event._replace(cards=event.cards & ~unknown, unknown=event.unknown + open_)
    return event


def project(events: Iterable[ev.Event], eyes: Eyes, unknown: Iterable[int] = ()) -> tuple[Glimpse, ...]:
    """A log of events as the eyes saw it; `unknown` has for each event the cards that the record leaves open."""
    return tuple(glimpse(event, eyes, open_ or 0) for event, open_ in zip_longest(events, unknown) if event is not None)
