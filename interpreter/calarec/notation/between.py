"""Reads the lines between hands, which say what holds for the evening."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.diagnostics import Diagnostic, Edit, Fix, Severity
from calarec.notation import fast, limits
from calarec.notation.checks import Scene, check
from calarec.notation.singles import read_raw
from calarec.records.model import At, Carried, Statement
from calarec.text import Span

if TYPE_CHECKING:
    from calarec.notation.evening import Evening
    from calarec.notation.found import Finder

EVENING_VERBS: Final = frozenset(["cal", "table", "match", "carried"])
"""Verbs that stand between hands alone."""

ANYWHERE_VERBS: Final = frozenset(["rules", "tag", "seat", "dummy", "at", "note", "x-"])


def read_between(
    lines: list[str], first: int, evening: Evening, finder: Finder, findings: list[Diagnostic]
) -> list[str]:
    """Reads lines outside a hand; from the first that can only stand in one, they are given back."""
    for index, raw in enumerate(lines):
        number = first + index
        into: list[Statement] = []
        found: list[Diagnostic] = []
        verb = fast.read_line(raw, number, into) if len(raw) <= limits.LINE else None
        if verb is None or ";" in raw:
            into.clear()
            verb = read_raw(raw, number, into, finder, found)
        if evening.foreign and verb != "cal":
            continue
        findings += found
        if not verb:
            continue
        if not evening.started and verb != "cal":
            unversioned(number, evening, finder, findings)
        evening.started = True
        if verb in EVENING_VERBS or verb in ANYWHERE_VERBS:
            if verb == "seat" and not into:
                evening.seat_missed(raw, number)
            findings += evening.take(into)
            if type(into[0] if into else None) in (At, Carried):
                findings += check(into, Scene(finder.file, lines, first))
        elif _outside(verb, raw, number, finder, found, findings):
            return lines[index:]
    if len(lines) > limits.HAND_LINES:
        findings.append(finder.at("CAL009", first, "between", limit=limits.HAND_LINES))
    return []


def _outside(
    verb: str, raw: str, number: int, finder: Finder, found: list[Diagnostic], findings: list[Diagnostic]
) -> bool:
    """Tells of a line that belongs to a hand, unless it has an error anyway; whether a hand begins with it."""
    if not any(one.severity is Severity.ERROR for one in found):
        findings.append(finder.whole("CAL115", raw, number, verb=raw.split()[0]))
    return verb != "end"


def unversioned(line: int, evening: Evening, finder: Finder, findings: list[Diagnostic]) -> None:
    """The first statement is `cal 1`; without it the record is read all the same."""
    evening.started = True
    fix = Fix((Edit(Span.at(finder.file, line, 1, 0), "cal 1\n"),), safe=True)
    findings.append(Diagnostic(code="CAL012", span=Span.at(finder.file, line, 1), fix=fix))
