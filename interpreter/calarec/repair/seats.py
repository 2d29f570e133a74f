"""Statements with the letters of other seats: one for another, or all shifted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.core.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def other_seats(statement: Any, labels: Sequence[str]) -> Iterator[rec.Statement]:
    """A line of figures with one seat's letter for another's."""
    if isinstance(statement, rec.Result):
        for place, side in enumerate(statement.sides):
            for nth, other in ((nth, label) for nth in range(len(side.seats)) for label in labels):
                seats = (*side.seats[:nth], other, *side.seats[nth + 1 :])
                sides = (*statement.sides[:place], side._replace(seats=seats), *statement.sides[place + 1 :])
                yield statement._replace(sides=sides)
        return
    for place, (_, amount) in enumerate(statement.amounts):
        for other in labels:
            yield statement._replace(
                amounts=(*statement.amounts[:place], (other, amount), *statement.amounts[place + 1 :])
            )


def shifted(statement: Any, shift: dict[str, str]) -> rec.Statement:
    """A statement of the neighbours."""

    def other(label: str) -> str:
        return shift.get(label, label)

    if isinstance(statement, rec.Trick):
        return statement._replace(leader=other(statement.leader), winner=other(statement.winner))
    if isinstance(statement, rec.Score | rec.Total):
        return statement._replace(amounts=tuple((other(label), amount) for label, amount in statement.amounts))
    if isinstance(statement, rec.Result):
        sides = tuple(each._replace(seats=tuple(map(other, each.seats))) for each in statement.sides)
        return statement._replace(sides=sides)
    return statement._replace(seat=other(statement.seat))  # type: ignore[no-any-return]
