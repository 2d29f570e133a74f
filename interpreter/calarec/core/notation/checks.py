"""Checks of a hand without rules: trick numbers, dates, seats of people.

Each check gets the statements and their place, and yields findings; none stops another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.base.spans import Span
from calarec.core.records import model as m
from calarec.core.records.places import place_of
from calarec.core.wording.findings import Edit, Finding, Fix

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


_Transfer: TypeAlias = m.Give | m.Take | m.Discard | m.TableCard
_AMOUNTS: Final = (m.Score, m.Total, m.Carried, m.Adjust, m.Penalty)
_TRANSFER_KINDS: Final = frozenset([m.Give, m.Take, m.Discard, m.TableCard])


class CheckedPlace(NamedTuple):
    """The place of the statements: file, lines, and the number of the first line."""

    file: str
    lines: Sequence[str]
    first: int

    def span_of_line(self, line: int, asked: tuple[str, int] | None = None) -> Span:
        column, width = place_of(self.lines[line - self.first], asked, None)
        return Span.from_column(self.file, line, column, width)


def check_statements(statements: Sequence[m.Statement], place: CheckedPlace, *, whole: bool = True) -> list[Finding]:
    """Run all checks.

    Without the lines that could not be read a hand is not `whole`.
    """
    found: list[Finding] = []
    tricks: list[m.Trick] = []
    transfers: list[_Transfer] = []
    for statement in statements:
        kind = type(statement)
        if kind is m.Trick:
            tricks.append(statement)  # type: ignore[arg-type]
        elif kind in _TRANSFER_KINDS:
            transfers.append(statement)  # type: ignore[arg-type]
        elif kind in _CHECKS:
            found += _CHECKS[kind](statement, place)
    if tricks:
        if whole:
            found += _check_trick_numbers(tricks, place)
        found += _check_trick_sizes(tricks, place)
    if transfers:
        found += _check_openness(transfers, place)
    return found


def _check_trick_numbers(tricks: list[m.Trick], checked: CheckedPlace) -> Iterator[Finding]:
    """Trick numbers begin with 1 and count up by one; each mistake is reported once."""
    if all(trick.number == number for number, trick in enumerate(tricks, 1)):
        return
    from calarec.core.records.numbering import numbering

    for slip in numbering(tricks).slips:
        trick, beside = tricks[slip.place], tricks[slip.beside]
        span = checked.span_of_line(trick.line, ("number", 0))
        args: dict[str, object] = {"found": trick.number, "expected": slip.due}
        args |= {"beside": beside.number, "line": beside.line}
        fix = Fix((Edit(span, str(slip.due)),)) if slip.kind == "number" else None
        wording = slip.kind if slip.kind in ("again", "order", "gap") else ""
        yield Finding(code="CAL118", span=span, args=args, wording=wording, fix=fix)


def _check_trick_sizes(tricks: list[m.Trick], checked: CheckedPlace) -> Iterator[Finding]:
    """Every trick has as many cards as the others; only the last may break off."""
    sizes: dict[int, int] = {}
    for trick in tricks:
        sizes[len(trick.cards)] = sizes.get(len(trick.cards), 0) + 1
    if len(sizes) == 1:
        return
    usual = max(sizes, key=lambda size: (sizes[size], size))
    for trick in tricks:
        size = len(trick.cards)
        if size == usual or (trick is tricks[-1] and size < usual):
            continue
        args: dict[str, object] = {"number": trick.number, "found": size, "usual": usual}
        asked = ("card", usual) if size > usual else None
        wording = "many" if size > usual else ""
        yield Finding(code="CAL117", wording=wording, span=checked.span_of_line(trick.line, asked), args=args)


def _find_repeated_seats(statement: m.Statement, checked: CheckedPlace) -> Iterator[Finding]:
    """No seat has two amounts on one line."""
    if isinstance(statement, m.Result):
        seats = [seat for side in statement.sides for seat in side.seats]
    else:
        assert isinstance(statement, _AMOUNTS)
        seats = [seat for seat, _amount in statement.amounts]
    yield from _find_repeated_people(statement, checked)
    if len(set(seats)) == len(seats):
        return
    for nth, seat in enumerate(seats):
        if seat in seats[:nth]:
            span = checked.span_of_line(statement.line, None if isinstance(statement, m.Result) else ("seat", nth))
            yield Finding(code="CAL126", span=span, args={"seat": seat})


def _find_repeated_people(statement: m.Statement, checked: CheckedPlace) -> Iterator[Finding]:
    """No person has two amounts on one line."""
    names = [name for name, _amount in statement.people] if isinstance(statement, m.Carried | m.Adjust) else []
    for nth, name in enumerate(names):
        if name in names[:nth]:
            span = checked.span_of_line(statement.line, ("string", nth))
            yield Finding(code="CAL126", wording="person", span=span, args={"who": name})


def _check_moment(statement: m.Statement, checked: CheckedPlace) -> Iterator[Finding]:
    """A date is one that the calendar has."""
    from datetime import datetime

    assert isinstance(statement, m.At)
    try:
        datetime.fromisoformat(statement.when)
    except ValueError:
        column, _width = place_of(checked.lines[statement.line - checked.first], ("word", 0), None)
        span = Span.from_column(checked.file, statement.line, column + 3, len(statement.when))
        yield Finding(code="CAL127", span=span, args={"found": statement.when})


def _check_openness(transfers: list[_Transfer], checked: CheckedPlace) -> Iterator[Finding]:
    """Transfers of a hand should all have `open` or `closed`, if some have."""
    silent = [transfer for transfer in transfers if transfer.open is None]
    if silent and len(silent) < len(transfers):
        for silent_transfer in silent:
            verb = checked.lines[silent_transfer.line - checked.first].split()[0]
            yield Finding(code="CAL702", span=checked.span_of_line(silent_transfer.line), args={"verb": verb})


def find_glued_comment(text: str, comment: str, file: str, line: int) -> Finding | None:
    """Find a comment without a space after `;`: perhaps a statement without its start."""
    if not comment or comment[1:2] in (" ", ";", "\t", "-", "=", "#", "!"):
        return None
    at = text.rfind(comment)
    # A comment in which something was put in order is not found in the line, but it ends it all the same.
    span = Span.from_column(
        file, line, (at if at >= 0 else max(text.find(";", len(text) - len(comment)), text.find(";"))) + 1, 1
    )
    after = Span.from_column(file, line, span.column + 1, 0)
    return Finding(code="CAL701", span=span, fix=Fix((Edit(after, " "),), safe=True))


_CHECKS: Final[dict[type, Callable[[m.Statement, CheckedPlace], Iterator[Finding]]]] = {
    m.Result: _find_repeated_seats,
    m.Score: _find_repeated_seats,
    m.Total: _find_repeated_seats,
    m.Carried: _find_repeated_seats,
    m.Adjust: _find_repeated_seats,
    m.Penalty: _find_repeated_seats,
    m.At: _check_moment,
}

NAME_FOR_SEAT_CODE = "CAL108"
_NAME_WORDING = "name"
_SIDE_SIGN = "+"


def with_seats_of_people(findings: list[Finding], people: Mapping[str, str]) -> list[Finding]:
    """Put the seats of people into findings on names; `people` by seat."""
    if not people or all(finding.code != NAME_FOR_SEAT_CODE for finding in findings):
        return findings
    return [
        _with_seat_of_person(finding, people)
        if finding.code == NAME_FOR_SEAT_CODE and finding.wording == _NAME_WORDING
        else finding
        for finding in findings
    ]


def _with_seat_of_person(finding: Finding, people: Mapping[str, str]) -> Finding:
    """Fix a name by the seat of the person; a name that fits no one person stays."""
    name = str(finding.args["found"])
    seats = [_seat_of_person(part, people) for part in name.split(_SIDE_SIGN)]
    if not finding.fix or not all(seats):
        return replace(finding, fix=None)
    edits = tuple(
        replace(edit, text=_SIDE_SIGN.join(seats) + (":" if edit.text.endswith(":") else ""))
        for edit in finding.fix.edits
    )
    args = finding.args | {"seat": _SIDE_SIGN.join(seats), "who": name.replace(_SIDE_SIGN, ", ")}
    return replace(finding, wording="person", args=args, fix=Fix(edits, safe=True))


def _seat_of_person(name: str, people: Mapping[str, str]) -> str:
    """The seat of the one person with this full or partial name; empty if none."""
    wanted = name.casefold()
    whole = [seat for seat, person in people.items() if person.casefold() == wanted]
    found = whole or [seat for seat, person in people.items() if wanted in person.casefold().split()]
    return found[0] if len(found) == 1 else ""
