"""Who was at the table in each row of a score sheet, as far as its cells tell.

In come the filled cells of each row, by seat; out come the seats of those who were there. Where every row holds the
payments of all who played, which sum to nothing, whoever has none has come later, gone earlier, or sat out. Where they
do not, only totals tell: whoever has one was there. Without those an empty cell says nothing.

Terms. A *run* is rows one after another in which somebody has no cell. It is sitting out if it is no longer than people
sit out there: than there are more of them, at the least, than were paid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class SheetRow(NamedTuple):
    """What a row of a hand tells of who was there."""

    paid: frozenset[str]
    """The seats with a payment."""
    known: frozenset[str]
    """Those with a total; it may have been carried on for who has gone."""
    named: frozenset[str]
    """Those who dealt or bid."""
    dealer: str = ""
    whole: bool = False
    """Whether the payments are those of several who played, and sum to nothing."""


def present(rows: Sequence[SheetRow], seats: Sequence[str], *, totals: bool) -> list[frozenset[str]]:
    """Of each row who was there; `totals`: everybody has a column of totals."""
    everybody = frozenset(seats)
    whole = all(row.whole for row in rows if row.paid) and any(row.paid for row in rows)
    told = [place for place, row in enumerate(rows) if row.paid or (totals and not whole and row.known)]
    if not told or not (whole or totals):
        return [everybody] * len(rows)
    if whole:
        there = _with_those_who_sat_out([rows[place] for place in told], seats, totals=totals)
    else:
        there = [rows[place].paid | rows[place].known | rows[place].named for place in told]
    found: list[frozenset[str]] = []
    for place in range(len(rows)):
        # A row without amounts is one of those who were there before, or came next.
        nearest = max((number for number, at in enumerate(told) if at <= place), default=0)
        found.append(there[nearest] | rows[place].named)
    return found


def _with_those_who_sat_out(rows: Sequence[SheetRow], seats: Sequence[str], *, totals: bool) -> list[frozenset[str]]:
    there = [row.paid | row.named for row in rows]
    runs = [(seat, start, end) for seat in seats for start, end in _presence_runs(seat, there)]
    spans = [
        {
            seat
            for seat in seats
            if any(seat in row for row in there[: place + 1]) and any(seat in row for row in there[place:])
        }
        for place in range(len(rows))
    ]
    found = [set(span) for span in spans]
    # Those between two rows of somebody come first: who has gone for a while makes the others fewer.
    for seat, start, end in sorted(runs, key=lambda run: run[0] not in spans[run[1]]):
        run = range(start, end + 1)
        inside = seat in spans[start]
        beside = run if inside else [end + 1 if start == 0 else start - 1]
        most = min(len(found[place]) - len(rows[place].paid) for place in beside) if beside[0] < len(rows) else 0
        others_deal = most == 1 and all(rows[place].dealer not in ("", seat) for place in run)
        without_total = totals and not all(seat in rows[place].known for place in run)
        if len(run) > most or others_deal or without_total:
            for place in run:
                found[place].discard(seat)
        else:
            for place in run:
                found[place].add(seat)
    return [frozenset(each) for each in found]


def _presence_runs(seat: str, there: Sequence[frozenset[str]]) -> Iterator[tuple[int, int]]:
    """First and last row of each run of somebody."""
    start = -1
    for place, row in enumerate((*there, frozenset((seat,)))):
        if seat not in row and start < 0:
            start = place
        elif seat in row and start >= 0:
            yield start, place - 1
            start = -1
