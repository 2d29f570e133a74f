"""Events: one type for each kind of thing that can happen in a hand.

Every event names the rule that it rests on and, as a mask of seats, those that saw its cards. The other seats know
only how many cards there were.

An event of a hand that was not recorded whole holds only the known part of it. `unknown` counts the cards that the
record does not name. A single card or seat that is unknown is -1.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final, TypeAlias

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine import events as ev

if TYPE_CHECKING:
    from collections.abc import Iterable


class Dealt(NamedTuple):
    """A seat received its hand."""

    seat: int
    cards: int
    seen: int
    rule: str
    unknown: int = 0


class Laid(NamedTuple):
    """Cards were dealt to a pile."""

    pile: int
    cards: int
    seen: int
    rule: str
    unknown: int = 0


class Said(NamedTuple):
    """A word of the auction or a double.

    `kind` is "bid", "pass" (a waiting word), "raise" or "double".
    """

    seat: int
    word: str
    kind: str
    seen: int
    rule: str


class Called(NamedTuple):
    """A named card; only its holder knows where it was.

    `found` is a seat, -1 a pile, -2 the caller's own hand.
    """

    seat: int
    card: int
    found: int
    seen: int
    rule: str


class TrumpMade(NamedTuple):
    """A suit became trump: named, or by a card turned up in a hand or a pile.

    `card` and `pile` are -1 for no card and no pile.
    """

    seat: int
    suit: int
    card: int
    pile: int
    seen: int
    rule: str


class Given(NamedTuple):
    """Cards went from hand to hand."""

    seat: int
    to: int
    cards: int
    open: bool
    seen: int
    rule: str
    unknown: int = 0


class Received(NamedTuple):
    """A seat saw the cards that had been given to it, which are in its hand."""

    seat: int
    cards: int
    seen: int
    rule: str
    unknown: int = 0


class Tabled(NamedTuple):
    """A card was laid on the table, to be exchanged."""

    seat: int
    pile: int
    cards: int
    open: bool
    seen: int
    rule: str
    unknown: int = 0


class Turned(NamedTuple):
    """A pile was shown without being taken."""

    pile: int
    cards: int
    seen: int
    rule: str
    unknown: int = 0


class Taken(NamedTuple):
    """Cards went from a pile into a hand."""

    seat: int
    pile: int
    cards: int
    open: bool
    seen: int
    rule: str
    unknown: int = 0


class Discarded(NamedTuple):
    """Cards went from a hand to a pile."""

    seat: int
    pile: int
    cards: int
    open: bool
    seen: int
    rule: str
    unknown: int = 0


class Unrecorded(NamedTuple):
    """Unrecorded moves of cards; the `sure` ones are still at a known place."""

    sure: int
    seen: int
    rule: str


class Settled(NamedTuple):
    """The contract is settled: after the auction, a raise, or a call without a finder."""

    contract: str
    declarer: int
    seen: int
    rule: str


class Played(NamedTuple):
    """A card was played."""

    seat: int
    card: int
    seen: int
    rule: str


class TrickWon(NamedTuple):
    """A trick was won; its cards in the order played."""

    number: int
    leader: int
    cards: tuple[int, ...]
    winner: int
    seen: int
    rule: str


class PartnerKnown(NamedTuple):
    """The declarer's partner came to be known to all."""

    seat: int
    seen: int
    rule: str


class HandOpened(NamedTuple):
    """A hand was opened."""

    seat: int
    cards: int
    seen: int
    rule: str
    unknown: int = 0


class Shown(NamedTuple):
    """Cards were shown and stayed in the hand."""

    seat: int
    cards: int
    seen: int
    rule: str
    unknown: int = 0


class Declared(NamedTuple):
    """A declaration; its named cards stay in the hand or were played before."""

    seat: int
    word: str
    cards: int
    seen: int
    rule: str
    unknown: int = 0
    refused: bool = False
    """True if the rules refuse it: it counts for nothing and shows no cards."""


class Signalled(NamedTuple):
    """A signal given while playing."""

    seat: int
    word: str
    seen: int
    rule: str


class Claimed(NamedTuple):
    """A claim or a concession; only a claim that holds ends the hand.

    Then `rest` are the cards and `tricks` the tricks that were still to be won, and `to` a seat of the side that has
    them.
    """

    seat: int
    points: int | None
    concede: bool
    accepted: bool | None
    holds: bool
    to: int
    rest: int
    tricks: int
    seen: int
    rule: str


class Faulted(NamedTuple):
    """An irregularity was stated and claimed."""

    seat: int
    word: str
    by: int
    trick: int
    seen: int
    rule: str


class AllPassed(NamedTuple):
    """All seats passed."""

    seen: int
    rule: str


class PileWon(NamedTuple):
    """A pile went to a seat at the end (-1: to none)."""

    pile: int
    cards: int
    seat: int
    seen: int
    rule: str
    unknown: int = 0


class Ended(NamedTuple):
    """The hand is over: `outcome` as the JSON of `replay` names it."""

    outcome: str
    seen: int
    rule: str


Event: TypeAlias = (
    Dealt
    | Laid
    | Said
    | Called
    | TrumpMade
    | Given
    | Received
    | Tabled
    | Turned
    | Taken
    | Discarded
    | Unrecorded
    | Settled
    | Played
    | TrickWon
    | PartnerKnown
    | HandOpened
    | Shown
    | Declared
    | Signalled
    | Claimed
    | Faulted
    | AllPassed
    | PileWon
    | Ended
)


Eyes: TypeAlias = int
"""The seats whose knowledge is meant, a bit for each; 0 knows everything."""
EVERYTHING: Final[Eyes] = 0
NOT_KNOWN: Final = -3
"""The place of a called card, for eyes that did not see it."""

_HIDDEN: Final = (
    ev.Dealt, ev.Laid, ev.Given, ev.Received, ev.Tabled, ev.Turned, ev.Taken, ev.Discarded, ev.HandOpened, ev.Shown,
    ev.Declared,
    ev.PileWon,
)  # fmt: skip
"""Events whose cards may be visible to some seats only."""


class Glimpse(NamedTuple):
    """An event as some eyes saw it; `hidden` counts the cards taken out of it.

    A single card that the record does not name is -1.
    """

    event: ev.Event
    hidden: int = 0


def of_seat(seat: int) -> Eyes:
    """The eyes of one seat."""
    return 1 << seat


def has_seen(eyes: Eyes, event: ev.Event) -> bool:
    """Check whether the eyes saw all of an event."""
    return event.seen & eyes == eyes


def glimpse(event: ev.Event, eyes: Eyes, unknown: int = 0) -> Glimpse:
    """An event as the eyes saw it; `unknown` are the cards left open by the record."""
    event = without_unknown_cards(event, unknown) if unknown else event
    if isinstance(event, ev.Played):
        return Glimpse(event, int(event.card < 0))
    if event.seen & eyes == eyes:
        return Glimpse(event, not_known(event))
    if isinstance(event, ev.Called):
        # Who else saw it would tell where the card was.
        return Glimpse(event._replace(found=NOT_KNOWN, seen=1 << event.seat), not_known(event))
    if isinstance(event, _HIDDEN):
        return Glimpse(event._replace(cards=0, unknown=0), event.cards.bit_count() + event.unknown)
    return Glimpse(event, not_known(event))


def not_known(event: ev.Event) -> int:
    """The number of an event's cards that the record does not name."""
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
    """A log of events as the eyes saw it.

    `unknown` has for each event the cards that the record leaves open.
    """
    return tuple(glimpse(event, eyes, open_ or 0) for event, open_ in zip_longest(events, unknown) if event is not None)
