"""Turns one block of text into a hand, or into a broken hand and the reasons."""

from __future__ import annotations

import re
from copy import deepcopy
from itertools import islice
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.base.spans import Span
from calarec.core.notation import by_pattern
from calarec.core.notation.blocks import FINDINGS, HAND_LINES, HAND_STATEMENTS, LINE
from calarec.core.notation.checks import CheckedPlace, by_seat, check, comment_glued
from calarec.core.notation.line_findings import Finder, shown
from calarec.core.notation.lines import Line, clean, legible, split_comment
from calarec.core.notation.preamble import PreambleBuilder, with_statements
from calarec.core.notation.single_lines import (
    EVENING_VERBS,
    name_on,
    own_lines,
    read_between,
    read_clean,
    unversioned,
)
from calarec.core.notation.source import presentable, unmarked
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
"""Verbs that may stand in a hand."""

_OF_THE_EVENING: Final = frozenset(SESSION_STATEMENTS)
_PLAIN: Final = re.compile(r"[ -~\n]*")


def _first_beyond(statements: list[Statement]) -> int | None:
    """The index of the first statement that is too much for one hand; notes and extensions cost nothing."""
    if len(statements) <= HAND_STATEMENTS:
        return None
    counted = (index for index, each in enumerate(statements) if not isinstance(each, Note | Extension))
    return next(islice(counted, HAND_STATEMENTS, None), None)


class _Opening(NamedTuple):
    """What holds when a hand begins."""

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
        self.finder = Finder(file)
        self.pending: list[Finding] = []
        """Findings of lines outside the hands, for the next hand or the file's end."""
        self.previous: tuple[int, int, str] = (0, 0, "")
        """Evening, match and name of the hand before."""
        self.lead: tuple[str, ...] = ()
        """The lines before the next hand that are read already."""
        self.rest: tuple[list[str], int] = ([], 0)
        """Lines behind the last hand's own that are not read yet, and the number of the first."""

    def copied(self) -> HandReader:
        """Another reader who stands where this one does."""
        return deepcopy(self, {id(self.evening.session): self.evening.session})

    def after_the_last(self) -> tuple[Finding, ...]:
        """What was found after the last hand."""
        return tuple(self.pending)

    def hands(self, block: Block) -> Iterator[Hand]:
        """The hand of a block, and those around it whose `hand` line is missing, if there are lines of such."""
        if block.rest:
            return
        yield from self.between(block)
        if not block.text:
            # Nothing of these lines is kept for the findings to be shown with; what a hand took is shown with that.
            lines = block.before.split("\n")[:-1]
            taken = max(len(lines) - len(self.lead), 0) if len(self.lead) < HAND_LINES else 0
            self.pending = list(shown(self.pending, lines[taken:], block.line + taken))
        if block.text and not self.evening.foreign:
            yield self.hand(block.text.split("\n")[:-1], block.line + block.before.count("\n"), cut=block.cut)
            yield from self.after_hand()
        elif block.text:
            self.pass_over(block)

    def pass_over(self, block: Block) -> None:
        """Leaves the hand of a block unread, which is of another version; what was found is shown with its lines."""
        lead, self.lead = self.lead, ()
        self.pending = list(shown(self.pending, list(lead), block.line + block.before.count("\n") - len(lead)))

    def between(self, block: Block) -> Iterator[Hand]:
        """Reads what stands before the hand of a block; hands whose `hand` line is missing are given out."""
        yield from self.strays(block.before.split("\n")[:-1], block.line)
        if block.text and not self.evening.started:
            unversioned(block.line, self.evening, self.finder, self.pending)

    def skim(self, block: Block) -> None:
        """Takes in what a block says of the evening, without its hand."""
        for _ in self.strays([] if block.rest else block.before.split("\n")[:-1], block.line):
            pass
        if block.text and not self.evening.foreign:
            lines = block.text.split("\n")[:-1]
            own = own_lines(lines)
            self.opening()
            for _ in self.strays(lines[own:], block.line + block.before.count("\n") + own):
                pass
        self.pending, self.lead = [], ()

    def after_hand(self) -> Iterator[Hand]:
        """Reads what stands behind the own lines of the hand that was read last."""
        if self.rest[0]:
            (lines, number), self.rest = self.rest, ([], 0)
            yield from self.strays(lines, number)

    def strays(self, lines: list[str], number: int) -> Iterator[Hand]:
        """Reads lines between hands; those of a hand without a `hand` line are one, up to its `end`."""
        while any(lines):
            stray = read_between(lines, number, self.evening, self.finder, self.pending)
            at = len(lines) - len(stray)
            self.lead = (*self.lead, *lines[:at])[-HAND_LINES:]
            if not stray:
                return
            own = max(own_lines(stray, headless=True), 1)
            yield self.stray(stray[:own], number + at)
            lines, number = stray[own:], number + at + own
        self.lead = (*self.lead, *lines)[-HAND_LINES:]

    def stray(self, lines: list[str], number: int) -> Hand:
        """Lines of a hand whose `hand` line is missing: one finding is enough for them all."""
        findings, self.pending = self.pending, []
        return self.made([], lines, number, self.opening(), findings, "")

    def opening(self) -> _Opening:
        before, self.lead = self.lead, ()
        return _Opening(self.evening.session, *self.evening.opened(), before)

    def hand(self, lines: list[str], number: int, *, cut: bool = False) -> Hand:
        """The hand of these lines, or of the first of them; what stands behind those is read by `after_hand`.

        `cut` says that they are not all: the hand is too long to be read.
        """
        opening = self.opening()
        statements: list[Statement] = []
        findings: list[Finding] = []
        short = not cut and len(lines) <= HAND_LINES and max(map(len, lines)) <= LINE
        if short and by_pattern.read_hand(lines, number, statements, HAND_VERBS):
            name = by_pattern.read_name(lines[0]) or ""
        else:
            statements.clear()
            own = len(lines) if cut or len(lines) > HAND_LINES else own_lines(lines)
            lines, self.rest = lines[:own], (lines[own:], number + own)
            if cut and len(lines) <= HAND_LINES:
                findings.append(self.finder.at("CAL009", number))
            else:
                self.slowly(lines, number, statements, findings)
            if not any(line.lstrip().startswith("seat") for line in lines):
                findings = by_seat(findings, opening.session.people)
            name = name_on(lines[0])
        beyond = _first_beyond(statements)
        if beyond is not None:
            line = statements[beyond].line or number
            findings.append(self.finder.at("CAL009", line, "statements", limit=HAND_STATEMENTS))
            del statements[beyond:]
        whole = not any(finding.severity is Severity.ERROR for finding in findings)
        findings += check(statements, CheckedPlace(self.file, lines, number), whole=whole)
        findings += self.style(lines, number, name)
        return self.made(statements, lines, number, opening, findings, name)

    def made(
        self,
        statements: list[Statement],
        lines: list[str],
        number: int,
        opening: _Opening,
        findings: list[Finding],
        name: str,
    ) -> Hand:
        broken = any(one.severity is Severity.ERROR for one in findings)
        holding = [one for one in statements if not broken and type(one) in _OF_THE_EVENING]
        session = with_statements(opening.session, holding)
        if session.rules is not opening.session.rules:
            session = replace(session, own_rules=True, rules_around=opening.session.rules)
        everything, self.pending = [*self.pending, *findings], []
        if any(one.code == "CAL002" for one in everything):
            lines = [presentable(raw) for raw in lines]
            opening = opening._replace(before=tuple(presentable(raw) for raw in opening.before))
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
            findings=shown(everything, [*opening.before, *lines], number - len(opening.before)) if everything else (),
        )

    # ------------------------------------------------------------------ what is not canonical

    def slowly(self, lines: list[str], number: int, into: list[Statement], findings: list[Finding]) -> None:
        """Reads a hand that is not canonical: by the patterns once its lines are in order, or line by line."""
        if len(lines) > HAND_LINES:
            findings.append(self.finder.at("CAL009", number, "hand", limit=HAND_LINES))
            return
        text = "\n".join(lines)
        cleaned: list[Line] = []
        if not _PLAIN.fullmatch(text) or max(map(len, lines)) > LINE:
            cleaned = self.cleaned(lines, number, findings)
            text = "\n".join(line.text for line in cleaned)
            read: list[Statement] = []
            usable = all(line.usable for line in cleaned)
            if usable and by_pattern.read_hand([line.text for line in cleaned], number, read, HAND_VERBS):
                into += read
                return
        cleaned = cleaned or self.cleaned(lines, number, findings)
        self.line_by_line(lines, cleaned, number, into, findings)

    def cleaned(self, lines: list[str], number: int, findings: list[Finding]) -> list[Line]:
        notes: list[Finding] = []
        cleaned = [clean(raw, self.file, number + index, notes) for index, raw in enumerate(lines)]
        findings += self.finder.once(notes)
        return cleaned

    def line_by_line(
        self,
        lines: list[str],
        cleaned: list[Line],
        number: int,
        into: list[Statement],
        findings: list[Finding],
    ) -> None:
        from calarec.core.notation.slips import guess_verb

        last = ""
        for index, line in enumerate(cleaned):
            if not line.text.strip(" "):
                continue
            if not line.usable:
                last = guess_verb(legible(lines[index])) or last
                continue
            verb = read_clean(line.text, number + index, into, self.file, findings)
            if verb in EVENING_VERBS:
                findings.append(self.finder.whole("CAL116", lines[index], number + index, verb=verb))
            last = verb or last
            if len(findings) > FINDINGS:
                findings.append(self.finder.at("CAL009", number + index, "findings", limit=FINDINGS))
                return
        if last != "end":
            findings.append(self.unended(lines, number))

    # A warning, and the hand is read: people check a record before the hand is over.
    def unended(self, lines: list[str], number: int) -> Finding:
        """A hand without `end`: it is told at the last line that says something."""
        at = max((index for index, raw in enumerate(lines) if split_comment(raw)[0].strip()), default=0)
        place = Span.from_column(self.file, number + at, len(unmarked(lines[at]).rstrip("\r")) + 1, 0)
        fix = Fix((Edit(place, "\nend"),))
        return self.finder.whole("CAL114", lines[at], number + at, fix=fix, line=number)

    def style(self, lines: list[str], number: int, name: str) -> list[Finding]:
        found: list[Finding] = []
        for index, raw in enumerate(lines):
            if ";" in raw:
                text = raw.rstrip("\r")
                glued = comment_glued(text, split_comment(text)[1], self.file, number + index)
                if glued:
                    found.append(glued)
        called = self.evening.count, self.evening.session.match, name
        if name and called == self.previous:
            found.append(self.finder.whole("CAL703", lines[0], number, name=name))
        self.previous = called
        return found
