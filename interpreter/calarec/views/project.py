"""The log of a hand as some eyes saw it: cards that they did not see are taken out and counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from calarec.light import NamedTuple
from calarec.moves import events as ev

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.moves.setting import Setting

Eyes: TypeAlias = int
EVERYTHING: Final[Eyes] = 0
NOT_KNOWN: Final = -3
"""Where a called card was, for who was not told."""

_HIDDEN: Final = (
    ev.Dealt, ev.Laid, ev.Given, ev.Tabled, ev.Turned, ev.Taken, ev.Discarded, ev.HandOpened, ev.Shown, ev.PileWon,
)  # fmt: skip
"""Events whose cards may be seen by some alone."""


class Glimpse(NamedTuple):
    """An event as some eyes saw it; `hidden` counts the cards that were taken out of it."""

    event: ev.Event
    hidden: int = 0


def of_seat(seat: int) -> Eyes:
    """The eyes of one seat."""
    return 1 << seat


def of_all(setting: Setting) -> Eyes:
    """What everybody at the table saw."""
    return setting.all


def saw(eyes: Eyes, event: ev.Event) -> bool:
    """Whether the eyes saw all of an event."""
    return event.seen & eyes == eyes


def glimpse(event: ev.Event, eyes: Eyes) -> Glimpse:
    """An event as the eyes saw it."""
    if event.seen & eyes == eyes:
        return Glimpse(event)
    if isinstance(event, ev.Called):
        # Who else saw it would tell where the card was.
        return Glimpse(event._replace(found=NOT_KNOWN, seen=1 << event.seat))
    if isinstance(event, _HIDDEN):
        return Glimpse(event._replace(cards=0), event.cards.bit_count())
    return Glimpse(event)


def project(events: Iterable[ev.Event], eyes: Eyes) -> tuple[Glimpse, ...]:
    """A log of events as the eyes saw it."""
    return tuple(glimpse(event, eyes) for event in events)
