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


def shift_seats(statement: Any, shift: dict[str, str]) -> rec.Statement:
    """A statement of the neighbours."""

    def shifted_label(label: str) -> str:
        return shift.get(label, label)

    if isinstance(statement, rec.Trick):
        return statement._replace(leader=shifted_label(statement.leader), winner=shifted_label(statement.winner))
    if isinstance(statement, rec.Score | rec.Total):
        return statement._replace(amounts=tuple((shifted_label(label), amount) for label, amount in statement.amounts))
    if isinstance(statement, rec.Result):
        sides = tuple(side._replace(seats=tuple(map(shifted_label, side.seats))) for side in statement.sides)
        return statement._replace(sides=sides)
    return statement._replace(seat=shifted_label(statement.seat))  # type: ignore[no-any-return]
