"""What can be said about a hand without knowing any rules: its tricks count up, its dates exist, its people have seats.

Each check gets the statements and where they stand, and yields findings; none stops another.
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


_Moved: TypeAlias = m.Give | m.Take | m.Discard | m.TableCard
_AMOUNTS: Final = (m.Score, m.Total, m.Carried, m.Adjust, m.Penalty)
_MOVED: Final = frozenset([m.Give, m.Take, m.Discard, m.TableCard])


class CheckedPlace(NamedTuple):
    """Where the statements stand: the file, the lines, and the number of the first of them."""

    file: str
    lines: Sequence[str]
    first: int

    def span(self, line: int, asked: tuple[str, int] | None = None) -> Span:
        column, width = place_of(self.lines[line - self.first], asked, None)
        return Span.from_column(self.file, line, column, width)


def check(statements: Sequence[m.Statement], at: CheckedPlace, *, whole: bool = True) -> list[Finding]:
    """All findings of all checks; without the lines that could not be read a hand is not `whole`."""
    found: list[Finding] = []
    tricks: list[m.Trick] = []
    moved: list[_Moved] = []
    for statement in statements:
        kind = type(statement)
        if kind is m.Trick:
            tricks.append(statement)  # type: ignore[arg-type]
        elif kind in _MOVED:
            moved.append(statement)  # type: ignore[arg-type]
        elif kind in _CHECKS:
            found += _CHECKS[kind](statement, at)
    if tricks:
        if whole:
            found += _numbers(tricks, at)
        found += _sizes(tricks, at)
    if moved:
        found += _openness(moved, at)
    return found


def _numbers(tricks: list[m.Trick], at: CheckedPlace) -> Iterator[Finding]:
    """Trick numbers begin with 1 and count up by one; a slip of one is told once, where it is."""
    if all(trick.number == number for number, trick in enumerate(tricks, 1)):
        return
    from calarec.core.records.numbering import numbering

    for slip in numbering(tricks).slips:
        trick, beside = tricks[slip.place], tricks[slip.beside]
        span = at.span(trick.line, ("number", 0))
        args: dict[str, object] = {"found": trick.number, "expected": slip.due}
        args |= {"beside": beside.number, "line": beside.line}
        fix = Fix((Edit(span, str(slip.due)),)) if slip.kind == "number" else None
        wording = slip.kind if slip.kind in ("again", "order", "gap") else ""
        yield Finding(code="CAL118", span=span, args=args, wording=wording, fix=fix)


def _sizes(tricks: list[m.Trick], at: CheckedPlace) -> Iterator[Finding]:
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
        yield Finding(code="CAL117", wording=wording, span=at.span(trick.line, asked), args=args)


def _twice(statement: m.Statement, at: CheckedPlace) -> Iterator[Finding]:
    """No seat has two amounts on one line."""
    if isinstance(statement, m.Result):
        seats = [seat for side in statement.sides for seat in side.seats]
    else:
        assert isinstance(statement, _AMOUNTS)
        seats = [seat for seat, _amount in statement.amounts]
    yield from _people_twice(statement, at)
    if len(set(seats)) == len(seats):
        return
    for nth, seat in enumerate(seats):
        if seat in seats[:nth]:
            span = at.span(statement.line, None if isinstance(statement, m.Result) else ("seat", nth))
            yield Finding(code="CAL126", span=span, args={"seat": seat})


def _people_twice(statement: m.Statement, at: CheckedPlace) -> Iterator[Finding]:
    """No person has two amounts on one line."""
    names = [name for name, _amount in statement.people] if isinstance(statement, m.Carried | m.Adjust) else []
    for nth, name in enumerate(names):
        if name in names[:nth]:
            span = at.span(statement.line, ("string", nth))
            yield Finding(code="CAL126", wording="person", span=span, args={"who": name})


def _moment(statement: m.Statement, at: CheckedPlace) -> Iterator[Finding]:
    """A date is one that the calendar has."""
    from datetime import datetime

    assert isinstance(statement, m.At)
    try:
        datetime.fromisoformat(statement.when)
    except ValueError:
        column, _width = place_of(at.lines[statement.line - at.first], ("word", 0), None)
        span = Span.from_column(at.file, statement.line, column + 3, len(statement.when))
        yield Finding(code="CAL127", span=span, args={"found": statement.when})


def _openness(moved: list[_Moved], at: CheckedPlace) -> Iterator[Finding]:
    """Where some transfers of a hand say `open` or `closed`, the others should too."""
    silent = [one for one in moved if one.open is None]
    if silent and len(silent) < len(moved):
        for one in silent:
            verb = at.lines[one.line - at.first].split()[0]
            yield Finding(code="CAL702", span=at.span(one.line), args={"verb": verb})


def comment_glued(text: str, comment: str, file: str, line: int) -> Finding | None:
    """A comment has a blank after its `;`; one that has none may be a statement that lost its first letter."""
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
    m.Result: _twice,
    m.Score: _twice,
    m.Total: _twice,
    m.Carried: _twice,
    m.Adjust: _twice,
    m.Penalty: _twice,
    m.At: _moment,
}

CODE = "CAL108"
_NAME = "name"
_JOINT = "+"


def by_seat(findings: list[Finding], people: Mapping[str, str]) -> list[Finding]:
    """The findings, those about names with the seats of the people who are meant; `people` by seat."""
    if not people or all(each.code != CODE for each in findings):
        return findings
    return [_told(each, people) if each.code == CODE and each.wording == _NAME else each for each in findings]


def _told(finding: Finding, people: Mapping[str, str]) -> Finding:
    """A name that is one person's means that seat and no other; of any other name nobody knows whose it is."""
    name = str(finding.args["found"])
    seats = [_seat(part, people) for part in name.split(_JOINT)]
    if not finding.fix or not all(seats):
        return replace(finding, fix=None)
    edits = tuple(
        replace(edit, text=_JOINT.join(seats) + (":" if edit.text.endswith(":") else "")) for edit in finding.fix.edits
    )
    args = finding.args | {"seat": _JOINT.join(seats), "who": name.replace(_JOINT, ", ")}
    return replace(finding, wording="person", args=args, fix=Fix(edits, safe=True))


def _seat(name: str, people: Mapping[str, str]) -> str:
    """The seat of the one person with this name, or with this name among theirs; empty if there is none."""
    wanted = name.casefold()
    whole = [seat for seat, person in people.items() if person.casefold() == wanted]
    found = whole or [seat for seat, person in people.items() if wanted in person.casefold().split()]
    return found[0] if len(found) == 1 else ""
