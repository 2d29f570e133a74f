"""The running score as rows: people at the table, events between hands, gains.

A person is a name that is written and unique at the table, otherwise the letter of a seat.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING

from calarec.core.base.frozen import FrozenMap, NamedTuple
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from calarec.core.engine.match import EndedMatch, MatchStanding
    from calarec.core.records.model import Hand


class TableEvent(NamedTuple):
    """Something that happened at the table between two hands.

    People are named as their totals are: by name, else by seat.
    """

    kind: str
    """The kind of event: `match`, `carried`, `adjust`, `leave` or `join`.

    A `match` begins all totals at nothing, `carried` sets totals, `adjust` adds to them.
    """
    amounts: tuple[tuple[str, int], ...] = ()
    """By person, of `carried` and `adjust`."""
    who: str = ""
    """The person, of `leave` and `join`."""
    seat: str = ""
    """The seat of that person, before or from now on."""
    text: str = ""
    """The reason of an `adjust`; the name of a match."""
    line: int = 0


class ScoreRow(NamedTuple):
    """One hand in the running score: all that a sheet shows of it besides the bids.

    A file replayed with `RecordJudge` leaves the row of the last hand in `RecordJudge.evening.row`.
    """

    name: str
    """The name of the hand; empty where no hand followed (`RunningTotals.close`)."""
    before: tuple[TableEvent, ...]
    """The table events since the hand before, in order; `totals` include them."""
    seats: tuple[tuple[str, str], ...]
    """Seat and person of all at the table, in order of play, sitting out or not."""
    gains: dict[str, int] | None
    """The gains of the hand by person; None if it could not be settled."""
    totals: dict[str, int]
    """The totals after the hand of everyone since the match began, by person."""
    sure: bool = True
    """True if the totals are known.

    False after a hand that could not be settled, until the record states some.
    """
    over: bool = False
    """True if the match is over with this hand, or was before."""
    counts: bool | None = None
    """True if the match counts the deal; None if the record leaves it open."""
    outside: bool = False
    """True if the match had ended before it."""
    ended: EndedMatch | None = None
    """The end of the match, if it is over, as far as known."""
    possible_end: str = ""
    """The rule that may have ended the match; empty if the record decides it."""

    def with_match(self, standing: MatchStanding | None, possible_end: str) -> ScoreRow:
        """The row with the state of the match, where that is known."""
        row = self._replace(possible_end=possible_end)
        if standing is None:
            return row
        return row._replace(
            over=standing.over, counts=standing.counts, outside=standing.outside, ended=standing.ended
        )  # fmt: skip


def events_before(hand: Hand, seated: tuple[tuple[str, str], ...]) -> tuple[TableEvent, ...]:
    """List the table events since the hand before.

    `seated` are seats and names as they were then.
    """
    made: list[TableEvent] = [TableEvent("match")] if hand.new_evening else []
    there = dict(() if hand.new_evening else seated)
    for statement in table_events(hand):
        people = find_persons(there.items())
        match statement:
            case rec.Match():
                made.append(TableEvent("match", text=statement.name, line=statement.line))
            case rec.Carried() | rec.Adjust():
                amounts = (
                    *((people.get(label, label), amount) for label, amount in statement.amounts),
                    *statement.people,
                )
                kind, why = ("adjust", statement.why) if isinstance(statement, rec.Adjust) else ("carried", "")
                made.append(TableEvent(kind, amounts, text=why, line=statement.line))
            case rec.Leave():
                made.append(
                    TableEvent(
                        "leave",
                        who=people.get(statement.seat, statement.seat),
                        seat=statement.seat,
                        line=statement.line,
                    )
                )
                there.pop(statement.seat, None)
            case rec.Seat():
                known = there.get(statement.label)
                if known is not None and known != statement.person:
                    made.append(
                        TableEvent("leave", who=people[statement.label], seat=statement.label, line=statement.line)
                    )
                there[statement.label] = statement.person
                if known != statement.person:
                    who = find_persons(there.items())[statement.label]
                    made.append(TableEvent("join", who=who, seat=statement.label, line=statement.line))
    return tuple(made)


def hand_of_closing(behind: Iterable[rec.TableStatement]) -> Hand:
    """Make a hand of the table events after the last hand, up to an unplayed match."""
    return rec.Hand(between=tuple(takewhile(lambda event: not isinstance(event, rec.Match), behind)))


def table_events(hand: Hand) -> tuple[rec.TableStatement, ...]:
    """List the table events before a hand, in order.

    A hand made by a program may have only the properties.
    """
    events = hand.between
    if hand.new_match and not any(isinstance(event, rec.Match) for event in events):
        events = (rec.Match(hand.session.match_name), *events)
    if hand.carried is not None and not any(isinstance(event, rec.Carried) for event in events):
        events = (*events, hand.carried)
    return events


def find_people(hand: Hand) -> Mapping[str, str]:
    """Map each seat to the owner of its score: a unique name, or the letter."""
    return _find_people(hand.session.seats)


@lru_cache(maxsize=256)
def _find_people(seats: tuple[rec.Seat, ...]) -> Mapping[str, str]:
    return FrozenMap(find_persons((seat.label, seat.person) for seat in seats))


def find_persons(seated: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Map each seat to the owner of its total: a unique name, or the letter."""
    named = [(label, name or label) for label, name in seated]
    names = [name for _, name in named]
    return {label: name if names.count(name) == 1 else label for label, name in named}


def signed_text(amount: int) -> str:
    """A payment as records write it: `+2`, `-1`, `0`."""
    return f"{amount:+}" if amount else "0"


def begin_time(hand: Hand) -> datetime | None:
    """When a hand began, as far as its `at` line says so."""
    text = next((at_line.when for at_line in hand.every(rec.At)), "")
    if not text:
        return None
    from datetime import datetime

    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def stated_totals(hand: Hand) -> dict[str, int]:
    """The totals that a hand states, by person."""
    people = find_people(hand)
    stated = next((total.amounts for total in hand.every(rec.Total)), ())
    return {people.get(label, label): amount for label, amount in stated}


class OtherUnit(NamedTuple):
    """The units in one counted point or stake, before and after a change."""

    before: int
    after: int

    def can_say(self, amount: int) -> bool:
        """Check whether an amount is a whole number in the other unit."""
        return amount * self.after % self.before == 0

    def convert(self, amount: int) -> int:
        """An amount in the other unit; what it cannot say is rounded down."""
        return amount * self.after // self.before

    def of_slip(self, slip: int | None) -> int | None:
        """Convert an excess, which may not be known."""
        return None if slip is None else self.convert(slip)
