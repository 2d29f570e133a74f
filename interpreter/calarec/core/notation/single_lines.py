"""Reading of single lines: those without a pattern, and those between hands.

The grammar reads them, or a repair of a typo finds their meaning.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.base.spans import Span
from calarec.core.notation import by_pattern
from calarec.core.notation.blocks import MAX_HAND_FINDINGS, MAX_LINE_CHARACTERS
from calarec.core.notation.checks import CheckedPlace, check_statements, find_glued_comment, with_seats_of_people
from calarec.core.notation.keywords import VERBS
from calarec.core.notation.lines import Finder, clean_line, split_comment, visible_text
from calarec.core.notation.preamble import EveningBegun, PreambleBuilder
from calarec.core.notation.statements import line_verb
from calarec.core.records.model import Adjust, At, Carried, Dummy, RulesPin, Seat, Table, Tag, Version
from calarec.core.records.rows import ROWS, keywords_at
from calarec.core.wording.findings import Edit, Finding, Fix
from calarec.core.wording.severities import Severity

if TYPE_CHECKING:
    from calarec.core.records.model import Statement


def read_raw_line(raw: str, number: int, into: list[Statement], finder: Finder, findings: list[Finding]) -> str:
    """Read a raw line with its comment; its verb, "" for a line without a statement."""
    notes: list[Finding] = []
    line = clean_line(raw, finder.file, number, notes)
    findings += finder.drop_repeated_notes(notes)
    glued = find_glued_comment(raw.rstrip("\r"), line.comment, finder.file, number)
    if glued:
        findings.append(glued)
    if not line.text.strip(" "):
        return ""
    if not line.usable:
        from calarec.core.notation.line_repairs import guess_verb

        return guess_verb(visible_text(raw))
    return read_clean_line(line.text, number, into, finder.file, findings)


def read_clean_line(text: str, number: int, into: list[Statement], file: str, findings: list[Finding]) -> str:
    """Read a clean statement; its verb, or the one that was probably meant."""
    verb = by_pattern.read_line(text, number, into) or _read_with_canonical_blanks(text, number, into)
    if verb:
        return verb
    from calarec.core.notation.line_repairs import explain_line, guess_verb

    meant = explain_line(text, file, number)
    if not meant.findings:
        # No slip was found: if the grammar knows the line all the same, it has its way of writing blanks.
        return _read_by_grammar(text, number, into) or meant.verb or guess_verb(text)
    findings += meant.findings
    if not meant.text:
        return meant.verb or guess_verb(text)
    verb = _read_with_canonical_blanks(meant.text, number, into) or _read_by_grammar(meant.text, number, into)
    return verb or meant.verb or guess_verb(text)


def _read_with_canonical_blanks(text: str, number: int, into: list[Statement]) -> str | None:
    """Read a statement with other spaces than canonical ones; its verb, or None."""
    return by_pattern.read_line(by_pattern.with_canonical_blanks(text), number, into)


def _read_by_grammar(text: str, number: int, into: list[Statement]) -> str | None:
    """Read a line that no pattern knows; its verb, None if the grammar refuses it."""
    from calarec.core.notation import by_grammar

    accepted = by_grammar.accept_line(text, number)
    if accepted is None:
        return None
    into += accepted.statements
    return accepted.verb


def hand_name_in(raw: str) -> str:
    """The name on a `hand` line, "" if it cannot be read."""
    name = by_pattern.read_name(by_pattern.with_canonical_blanks(split_comment(raw)[0]))
    if name is not None:
        return name
    from calarec.core.notation import by_grammar

    accepted = by_grammar.accept_line(clean_line(raw, "", 0, []).text, 0)
    return accepted.name if accepted else ""


EVENING_VERBS: Final = keywords_at("between")
"""Verbs that are allowed only between hands."""

ANYWHERE_VERBS: Final = keywords_at("anywhere")

_SAYS_WHAT_HOLDS: Final = frozenset(row.keyword for row in ROWS.values() if row.purpose == "evening")
"""Verbs of lines about the evening; after a hand without `end` they belong to it."""

_SAYS_NOTHING: Final = re.compile(r"(?:; [ -~]{0,9000})?").fullmatch
"""Blank lines and comments in which there is nothing to be found."""

_BEGINNING: Final = 100
"""The number of characters in which the verb of a line is."""


def count_own_lines(lines: list[str], *, headless: bool = False) -> int:
    """Count the lines, from the first, that are a hand's own.

    One without a `hand` line ends at the first line that no hand can have.
    """
    own, of_evening, ended = -1, -1, -1
    for index, raw in enumerate(lines):
        verb = verb_meant(raw)
        if not verb or (verb == "hand" and own < 0):
            continue
        if ended >= 0 and (
            verb in _SAYS_WHAT_HOLDS or verb == "hand" or (headless and line_verb(lines[ended]) == "end")
        ):
            return ended + 1  # a hand without a `hand` line is over with its `end`, as one with it is
        if ended >= 0 and (verb == "?" or (verb == "end" and line_verb(lines[ended]) == "end")):
            continue  # behind `end` it belongs to nothing; only a line of a hand shows that the hand goes on
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
    """The verb of a line, perhaps the meant one; "" without one, "?" if unknown."""
    word = raw.partition(" ")[0]
    if word in VERBS:
        return word
    text = visible_text(raw[:_BEGINNING])
    verb = line_verb(text)
    if not text or verb in VERBS or verb in ("trick", "x-"):
        return verb
    from calarec.core.notation.line_repairs import guess_verb

    return guess_verb(text) or "?"


def read_lines_between(
    lines: list[str], first: int, evening: PreambleBuilder, finder: Finder, findings: list[Finding]
) -> list[str]:
    """Read lines outside a hand; return those from the first that needs a hand on."""
    known = _find_known_beginning(lines, first)
    if known is not None:
        evening.repeat_beginning(known)
        return []
    said: list[Statement] = []
    before = len(findings)
    left = _read_each_line(lines, first, evening, finder, findings, said)
    if len(findings) == before and len(said) == sum(not _SAYS_NOTHING(raw) for raw in lines):
        _keep_evening(lines, EveningBegun(tuple(said), first, evening.session))
    return left


def _read_each_line(
    lines: list[str],
    first: int,
    evening: PreambleBuilder,
    finder: Finder,
    findings: list[Finding],
    said: list[Statement],
) -> list[str]:
    """Read them line by line; adds the statements of canonical lines to `said`."""
    for index, raw in enumerate(lines):
        if _SAYS_NOTHING(raw):
            continue
        number = first + index
        into: list[Statement] = []
        found: list[Finding] = []
        verb = by_pattern.read_line(raw, number, into) if len(raw) <= MAX_LINE_CHARACTERS else None
        if verb is None or ";" in raw:
            into.clear()
            if len(findings) > MAX_HAND_FINDINGS:
                verb = _read_correct_line(raw, number, into, finder.file)
            else:
                verb = read_raw_line(raw, number, into, finder, found)
        else:
            said += into
        if evening.foreign and verb != "cal":
            continue
        _add_findings(with_seats_of_people(found, evening.session.people) if found else found, number, finder, findings)
        if not verb:
            continue
        if not evening.started and verb != "cal":
            report_missing_version(number, evening, finder, findings)
        evening.started = True
        if verb in EVENING_VERBS or verb in ANYWHERE_VERBS:
            if not into:
                evening.note_unreadable_line(verb, raw, number)
            findings += evening.add_statements(into)
            if type(into[0] if into else None) in (At, Carried, Adjust):
                findings += check_statements(into, CheckedPlace(finder.file, lines, first))
        else:
            _report_line_of_hand(raw, number, finder, found, findings)
            if verb != "end":
                return lines[index:]
    return []


def _read_correct_line(raw: str, number: int, into: list[Statement], file: str) -> str:
    """Read a line without a search for typos; its verb, or the one that was meant.

    After `MAX_HAND_FINDINGS` no typo is reported, and the search for one takes ten times as long as all else.
    """
    from calarec.core.notation.line_repairs import guess_verb

    line = clean_line(raw, file, number, [])
    verb = _read_with_canonical_blanks(line.text, number, into) if line.usable else None
    return verb or guess_verb(visible_text(raw))


_WITH_AN_EVENING: Final = (RulesPin, Table, Tag, Seat, Dummy)
_MAX_EVENINGS: Final = 64
_QUOTED: Final = re.compile(r'((?:seat [A-Z]|tag [a-z-]+) )"([^"\\;\x00-\x1f]{0,200})"').fullmatch
"""A canonical line with quoted words, which differ from evening to evening and mean only themselves."""


class _KnownBeginning(NamedTuple):
    """Canonical lines that begin an evening, with nothing to report."""

    begun: EveningBegun
    quoted: dict[int, str]
    """The words between quotation marks, by the number of the line from the first."""


_EVENINGS: Final[dict[tuple[str, ...], _KnownBeginning]] = {}
"""By their lines without quoted words."""


def find_beginning(lines: list[str]) -> EveningBegun | None:
    """Return what lines say that begin an evening and nothing else; None for others.

    They are canonical, and say only how the evening is played and by whom.
    """
    found = _find_known_beginning(lines, 1)
    if found is None:
        read_lines_between(lines, 1, PreambleBuilder(""), Finder(""), [])
        found = _find_known_beginning(lines, 1)
    return found


def _find_known_beginning(lines: list[str], first: int) -> EveningBegun | None:
    """The statements of lines like others that were read, apart from quoted words."""
    shape, quoted = _split_quoted_words(lines)
    known = _EVENINGS.get(shape)
    if known is None:
        return None
    return known.begun.repeat_at(first, {} if quoted == known.quoted else quoted)


def _split_quoted_words(lines: list[str]) -> tuple[tuple[str, ...], dict[int, str]]:
    """The lines without quoted words that may differ, and these words."""
    shape, quoted = [], {}
    for index, line in enumerate(lines):
        found = _QUOTED(line)
        if found is None:
            shape.append(line)
        else:
            shape.append(found[1])
            quoted[index] = found[2]
    return tuple(shape), quoted


def _keep_evening(lines: list[str], begun: EveningBegun) -> None:
    """Keep lines that begin an evening and name only its rules and people."""
    said = begun.statements
    if said and isinstance(said[0], Version) and all(isinstance(statement, _WITH_AN_EVENING) for statement in said[1:]):
        if len(_EVENINGS) >= _MAX_EVENINGS:
            _EVENINGS.clear()
        shape, quoted = _split_quoted_words(lines)
        _EVENINGS[shape] = _KnownBeginning(begun, quoted)


def _add_findings(found: list[Finding], number: int, finder: Finder, findings: list[Finding]) -> None:
    """Add the findings on a line, up to a limit."""
    if len(findings) <= MAX_HAND_FINDINGS:
        findings += found
        if len(findings) > MAX_HAND_FINDINGS:
            findings.append(finder.finding_beyond_limit(number, "between", limit=MAX_HAND_FINDINGS))


def _report_line_of_hand(raw: str, number: int, finder: Finder, found: list[Finding], findings: list[Finding]) -> None:
    """Report a line that belongs to a hand, unless it has an error anyway."""
    if not any(finding.severity is Severity.ERROR for finding in found):
        findings.append(finder.finding_for_line("CAL115", raw, number, verb=raw.split()[0]))


def report_missing_version(line: int, evening: PreambleBuilder, finder: Finder, findings: list[Finding]) -> None:
    """The first statement is `cal 1`; without it the record is read all the same."""
    evening.started = True
    fix = Fix((Edit(Span.from_column(finder.file, line, 1, 0), "cal 1\n"),), safe=True)
    findings.append(Finding(code="CAL012", span=Span.from_column(finder.file, line, 1), fix=fix))
