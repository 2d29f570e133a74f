"""Players present in each row of a score sheet, as far as its cells show.

In come the filled cells of each row, by seat; out come the seats of the players who were there. If every row has the
payments of all who played, with sum zero, a player without one has come later, gone earlier, or sat out. Otherwise only
totals count: a player with one was there. Without totals, an empty cell shows nothing.

Terms. A *run* is consecutive rows in which a player has no cell. The player sits out if it is no longer than sitting
out lasts: at least the number of players there above the number of payments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class SheetRow(NamedTuple):
    """The players that a row of a hand shows."""

    paid: frozenset[str]
    """The seats with a payment."""
    known: frozenset[str]
    """The seats with a total; it may belong to a player who has gone."""
    named: frozenset[str]
    """The seats that dealt or bid."""
    dealer: str = ""
    whole: bool = False
    """True if the payments are those of several players, with sum zero."""


def present(rows: Sequence[SheetRow], seats: Sequence[str], *, totals: bool) -> list[frozenset[str]]:
    """Return the players present in each row; `totals`: all have a column of totals."""
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
    """Yield first and last row of each run of a player."""
    start = -1
    for place, row in enumerate((*there, frozenset((seat,)))):
        if seat not in row and start < 0:
            start = place
        elif seat in row and start >= 0:
            yield start, place - 1
            start = -1
