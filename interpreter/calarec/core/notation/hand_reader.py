"""Turns one block of text into a hand, or into a broken hand and the reasons."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.base.spans import Span
from calarec.core.notation import by_pattern
from calarec.core.notation.blocks import MAX_HAND_FINDINGS, MAX_HAND_LINES, MAX_HAND_STATEMENTS, MAX_LINE_CHARACTERS
from calarec.core.notation.checks import CheckedPlace, check_statements, find_glued_comment, with_seats_of_people
from calarec.core.notation.lines import Finder, Line, clean_line, split_comment, visible_text, with_excerpts
from calarec.core.notation.preamble import PreambleBuilder, with_statements
from calarec.core.notation.single_lines import (
    EVENING_VERBS,
    count_own_lines,
    hand_name_in,
    read_clean_line,
    read_lines_between,
    report_missing_version,
)
from calarec.core.notation.source import to_presentable, without_mark
from calarec.core.records.model import (
    SESSION_STATEMENTS,
    Carried,
    Extension,
    Hand,
    Note,
    Preamble,
    Statement,
    TableStatement,
)
from calarec.core.records.rows import keywords_at
from calarec.core.wording.findings import Edit, Finding, Fix
from calarec.core.wording.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.notation.blocks import Block

HAND_VERBS: Final = (keywords_at("hand") | keywords_at("anywhere")) - {"end"}
"""Verbs that are allowed in a hand."""

_EVENING_KINDS: Final = frozenset(SESSION_STATEMENTS)
_PLAIN_TEXT: Final = re.compile(r"[ -~\n]*")


def _first_surplus_index(statements: list[Statement]) -> int | None:
    """The index of the first statement beyond the limit, without notes and extensions."""
    if len(statements) <= MAX_HAND_STATEMENTS:
        return None
    counted = (index for index, statement in enumerate(statements) if not isinstance(statement, Note | Extension))
    return next(islice(counted, MAX_HAND_STATEMENTS, None), None)


class _Opening(NamedTuple):
    """The state at the beginning of a hand."""

    session: Preamble
    carried: Carried | None
    new_match: bool
    new_evening: bool
    between: tuple[TableStatement, ...]
    before: tuple[str, ...]


class HandReader:
    """Reads block after block of one file."""

    def __init__(self, file: str, evening: PreambleBuilder) -> None:
        self.file = file
        self.evening = evening
        self.finder: Finder = Finder(file)
        self.pending: list[Finding] = []
        """Findings of lines outside the hands, for the next hand or the file's end."""
        self.previous: tuple[int, int, str] = (0, 0, "")
        """Evening, match and name of the hand before."""
        self.lead: tuple[str, ...] = ()
        """The lines before the next hand that are read already."""
        self.rest: tuple[list[str], int] = ([], 0)
        """The unread lines after the last hand's own, and the number of the first."""

    def copy_reader(self) -> HandReader:
        """Copy the reader with its state."""
        from copy import deepcopy

        return deepcopy(self, {id(self.evening.session): self.evening.session})

    def findings_after_last(self) -> tuple[Finding, ...]:
        """The findings after the last hand."""
        return tuple(self.pending)

    def read_block(self, block: Block) -> Iterator[Hand]:
        """Yield the hand of a block, and any around it without a `hand` line."""
        if block.is_continuation:
            return
        yield from self.read_before_hand(block)
        if not block.text:
            # Nothing of these lines is kept for the findings to be shown with; what a hand took is shown with that.
            lines = block.before.split("\n")[:-1]
            taken = max(len(lines) - len(self.lead), 0) if len(self.lead) < MAX_HAND_LINES else 0
            self.pending = list(with_excerpts(self.pending, lines[taken:], block.line + taken))
        if block.text and not self.evening.foreign:
            yield self.read_hand_lines(
                block.text.split("\n")[:-1], block.line + block.before.count("\n"), cut=block.is_cut
            )
            yield from self.read_after_hand()
        elif block.text:
            self.skip_hand(block)

    def skip_hand(self, block: Block) -> None:
        """Skip the hand of a block of another version; findings keep their lines."""
        lead, self.lead = self.lead, ()
        self.pending = list(with_excerpts(self.pending, list(lead), block.line + block.before.count("\n") - len(lead)))

    def read_before_hand(self, block: Block) -> Iterator[Hand]:
        """Read the lines before the hand of a block; yield hands without a `hand` line."""
        yield from self.read_strays(block.before.split("\n")[:-1], block.line)
        if block.text and not self.evening.started:
            report_missing_version(block.line, self.evening, self.finder, self.pending)

    def skim_block(self, block: Block) -> None:
        """Read the lines on the evening in a block, without its hand."""
        for _ in self.read_strays([] if block.is_continuation else block.before.split("\n")[:-1], block.line):
            pass
        if block.text and not self.evening.foreign:
            lines = block.text.split("\n")[:-1]
            own = count_own_lines(lines)
            self.take_opening()
            for _ in self.read_strays(lines[own:], block.line + block.before.count("\n") + own):
                pass
        self.pending, self.lead = [], ()

    def read_after_hand(self) -> Iterator[Hand]:
        """Read the lines after the own ones of the last hand."""
        if self.rest[0]:
            (lines, number), self.rest = self.rest, ([], 0)
            yield from self.read_strays(lines, number)

    def read_strays(self, lines: list[str], number: int) -> Iterator[Hand]:
        """Read lines between hands; those without a `hand` line are one hand to its `end`."""
        while any(lines):
            stray = read_lines_between(lines, number, self.evening, self.finder, self.pending)
            at = len(lines) - len(stray)
            self.lead = (*self.lead, *lines[:at])[-MAX_HAND_LINES:]
            if not stray:
                return
            own = max(count_own_lines(stray, headless=True), 1)
            yield self.make_stray(stray[:own], number + at)
            lines, number = stray[own:], number + at + own
        self.lead = (*self.lead, *lines)[-MAX_HAND_LINES:]

    def make_stray(self, lines: list[str], number: int) -> Hand:
        """Make a hand of lines without a `hand` line, with a single finding."""
        findings, self.pending = self.pending, []
        return self.assemble_hand([], lines, number, self.take_opening(), findings, "")

    def take_opening(self) -> _Opening:
        before, self.lead = self.lead, ()
        return _Opening(self.evening.session, *self.evening.take_hand_opening(), before)

    def read_hand_lines(self, lines: list[str], number: int, *, cut: bool = False) -> Hand:
        """Read the hand of these lines, or of the first; `read_after_hand` reads the rest.

        `cut`: there were more lines, and the hand is too long to be read.
        """
        opening = self.take_opening()
        statements: list[Statement] = []
        findings: list[Finding] = []
        short = not cut and len(lines) <= MAX_HAND_LINES and max(map(len, lines)) <= MAX_LINE_CHARACTERS
        if short and by_pattern.can_read_hand(lines, number, statements, HAND_VERBS):
            name = by_pattern.read_name(lines[0]) or ""
        else:
            statements.clear()
            own = len(lines) if cut or len(lines) > MAX_HAND_LINES else count_own_lines(lines)
            lines, self.rest = lines[:own], (lines[own:], number + own)
            if cut and len(lines) <= MAX_HAND_LINES:
                findings.append(self.finder.finding_beyond_limit(number))
            else:
                self.read_slowly(lines, number, statements, findings)
            if not any(line.lstrip().startswith("seat") for line in lines):
                findings = with_seats_of_people(findings, opening.session.people)
            name = hand_name_in(lines[0])
        beyond = _first_surplus_index(statements)
        if beyond is not None:
            line = statements[beyond].line or number
            findings.append(self.finder.finding_beyond_limit(line, "statements", limit=MAX_HAND_STATEMENTS))
            del statements[beyond:]
        whole = not any(finding.severity is Severity.ERROR for finding in findings)
        findings += check_statements(statements, CheckedPlace(self.file, lines, number), whole=whole)
        findings += self.check_style(lines, number, name)
        return self.assemble_hand(statements, lines, number, opening, findings, name)

    def assemble_hand(
        self,
        statements: list[Statement],
        lines: list[str],
        number: int,
        opening: _Opening,
        findings: list[Finding],
        name: str,
    ) -> Hand:
        broken = any(finding.severity is Severity.ERROR for finding in findings)
        holding = [statement for statement in statements if not broken and type(statement) in _EVENING_KINDS]
        session = with_statements(opening.session, holding)
        if session.rules is not opening.session.rules:
            session = replace(session, own_rules=True, rules_around=opening.session.rules)
        everything, self.pending = [*self.pending, *findings], []
        if any(finding.code == "CAL002" for finding in everything):
            lines = [to_presentable(raw) for raw in lines]
            opening = opening._replace(before=tuple(to_presentable(raw) for raw in opening.before))
        return Hand(
            name=name,
            statements=() if broken else tuple(statements),
            session=session,
            carried=opening.carried,
            new_match=opening.new_match,
            new_evening=opening.new_evening,
            between=opening.between,
            file=self.file,
            line=number,
            lines=tuple(lines),
            before=opening.before,
            broken=broken,
            readable=tuple(statements) if broken else (),
            findings=with_excerpts(everything, [*opening.before, *lines], number - len(opening.before))
            if everything
            else (),
        )

    # ------------------------------------------------------------------ what is not canonical

    def read_slowly(self, lines: list[str], number: int, into: list[Statement], findings: list[Finding]) -> None:
        """Read a hand that is not canonical, by patterns after cleaning, or line by line."""
        if len(lines) > MAX_HAND_LINES:
            findings.append(self.finder.finding_beyond_limit(number, "hand", limit=MAX_HAND_LINES))
            return
        text = "\n".join(lines)
        cleaned: list[Line] = []
        if not _PLAIN_TEXT.fullmatch(text) or max(map(len, lines)) > MAX_LINE_CHARACTERS:
            cleaned = self.clean_lines(lines, number, findings)
            text = "\n".join(line.text for line in cleaned)
            read: list[Statement] = []
            usable = all(line.usable for line in cleaned)
            if usable and by_pattern.can_read_hand([line.text for line in cleaned], number, read, HAND_VERBS):
                into += read
                return
        cleaned = cleaned or self.clean_lines(lines, number, findings)
        self.read_line_by_line(lines, cleaned, number, into, findings)

    def clean_lines(self, lines: list[str], number: int, findings: list[Finding]) -> list[Line]:
        notes: list[Finding] = []
        cleaned = [clean_line(raw, self.file, number + index, notes) for index, raw in enumerate(lines)]
        findings += self.finder.drop_repeated_notes(notes)
        return cleaned

    def read_line_by_line(
        self,
        lines: list[str],
        cleaned: list[Line],
        number: int,
        into: list[Statement],
        findings: list[Finding],
    ) -> None:
        from calarec.core.notation.line_repairs import guess_verb

        last = ""
        for index, line in enumerate(cleaned):
            if not line.text.strip(" "):
                continue
            if not line.usable:
                last = guess_verb(visible_text(lines[index])) or last
                continue
            verb = read_clean_line(line.text, number + index, into, self.file, findings)
            if verb in EVENING_VERBS:
                findings.append(self.finder.finding_for_line("CAL116", lines[index], number + index, verb=verb))
            last = verb or last
            if len(findings) > MAX_HAND_FINDINGS:
                findings.append(self.finder.finding_beyond_limit(number + index, "findings", limit=MAX_HAND_FINDINGS))
                return
        if last != "end":
            findings.append(self.find_missing_end(lines, number))

    # A warning, and the hand is read: people check a record before the hand is over.
    def find_missing_end(self, lines: list[str], number: int) -> Finding:
        """Report a missing `end` at the last line with content."""
        at = max((index for index, raw in enumerate(lines) if split_comment(raw)[0].strip()), default=0)
        place = Span.from_column(self.file, number + at, len(without_mark(lines[at]).rstrip("\r")) + 1, 0)
        fix = Fix((Edit(place, "\nend"),))
        return self.finder.finding_for_line("CAL114", lines[at], number + at, fix=fix, line=number)

    def check_style(self, lines: list[str], number: int, name: str) -> list[Finding]:
        found: list[Finding] = []
        for index, raw in enumerate(lines):
            if ";" in raw:
                text = raw.rstrip("\r")
                glued = find_glued_comment(text, split_comment(text)[1], self.file, number + index)
                if glued:
                    found.append(glued)
        called = self.evening.count, self.evening.session.match, name
        if name and called == self.previous:
            found.append(self.finder.finding_for_line("CAL703", lines[0], number, name=name))
        self.previous = called
        return found
