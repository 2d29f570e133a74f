"""Reads the lines between hands, which say what holds for the evening.

Terms. A hand's *own* lines are those from its first to its `end`. Where no `end` can be read they go to the last line
that can stand in a hand alone: lines of the evening behind it are the evening's, whatever was wrong with the hand.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.diagnostics import Diagnostic, Edit, Fix, Severity
from calarec.notation import fast, limits
from calarec.notation.build import verb_of
from calarec.notation.checks import Scene, check
from calarec.notation.lines import legible
from calarec.notation.names import VERBS
from calarec.notation.singles import read_raw
from calarec.records.model import At, Carried, Statement
from calarec.text import Span

if TYPE_CHECKING:
    from calarec.notation.evening import Evening
    from calarec.notation.found import Finder

EVENING_VERBS: Final = frozenset(["cal", "table", "match", "carried"])
"""Verbs that stand between hands alone."""

ANYWHERE_VERBS: Final = frozenset(["rules", "tag", "seat", "dummy", "at", "note", "x-"])


_SAYS_WHAT_HOLDS: Final = EVENING_VERBS | {"rules", "tag", "seat", "dummy"}
"""Verbs of lines that say something of the evening; behind a hand that has no `end` they belong to it."""


_SAYS_NOTHING: Final = re.compile(r"(?:; [ -~]{0,9000})?").fullmatch
"""Blank lines and comments in which there is nothing to be found."""

_BEGINNING: Final = 100
"""Characters in which the verb of a line stands."""


def own_lines(lines: list[str], *, headless: bool = False) -> int:
    """How many lines, from the first, are a hand's own; one without a `hand` line has none that no hand can have."""
    own, of_evening, ended = -1, -1, -1
    for index, raw in enumerate(lines):
        verb = verb_meant(raw)
        if not verb or (verb == "hand" and own < 0):
            continue
        if ended >= 0 and (verb in _SAYS_WHAT_HOLDS or verb == "hand"):
            return ended + 1
        if headless and verb in EVENING_VERBS:
            return index
        if verb == "hand" and of_evening >= 0:
            return of_evening
        ended = index if verb == "end" else -1
        if verb in _SAYS_WHAT_HOLDS:
            of_evening = index if of_evening < 0 else of_evening
        elif verb not in ANYWHERE_VERBS:
            own, of_evening = index, -1
    if ended >= 0:
        return ended + 1
    return of_evening if own >= 0 <= of_evening else len(lines)


def verb_meant(raw: str) -> str:
    """The verb of a line, or the one that was meant; "" if the line says nothing, "?" if nobody knows."""
    word = raw[: raw.find(" ")]
    if word in VERBS:
        return word
    text = legible(raw[:_BEGINNING])
    verb = verb_of(text)
    if not text or verb in VERBS or verb in ("trick", "x-"):
        return verb
    from calarec.notation.slips import guess_verb

    return guess_verb(text) or "?"


def read_between(
    lines: list[str], first: int, evening: Evening, finder: Finder, findings: list[Diagnostic]
) -> list[str]:
    """Reads lines outside a hand; from the first that can only stand in one, they are given back."""
    for index, raw in enumerate(lines):
        if _SAYS_NOTHING(raw):
            continue
        number = first + index
        into: list[Statement] = []
        found: list[Diagnostic] = []
        verb = fast.read_line(raw, number, into) if len(raw) <= limits.LINE else None
        if verb is None or ";" in raw:
            into.clear()
            verb = read_raw(raw, number, into, finder, found)
        if evening.foreign and verb != "cal":
            continue
        _tell(found, number, finder, findings)
        if not verb:
            continue
        if not evening.started and verb != "cal":
            unversioned(number, evening, finder, findings)
        evening.started = True
        if verb in EVENING_VERBS or verb in ANYWHERE_VERBS:
            if not into:
                evening.missed(verb, raw, number)
            findings += evening.take(into)
            if type(into[0] if into else None) in (At, Carried):
                findings += check(into, Scene(finder.file, lines, first))
        elif _outside(verb, raw, number, finder, found, findings):
            return lines[index:]
    return []


def _tell(found: list[Diagnostic], number: int, finder: Finder, findings: list[Diagnostic]) -> None:
    """Adds what was found in a line, as long as there is not too much."""
    if len(findings) <= limits.FINDINGS:
        findings += found
        if len(findings) > limits.FINDINGS:
            findings.append(finder.at("CAL009", number, "between", limit=limits.FINDINGS))


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
