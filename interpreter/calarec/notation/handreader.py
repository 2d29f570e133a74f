"""Turns one block of text into a hand, or into a broken hand and the reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.diagnostics import Diagnostic, Edit, Fix, Severity
from calarec.notation import fast, limits
from calarec.notation.build import build, hand_name
from calarec.notation.checks import Scene, check, comment_glued
from calarec.notation.evening import Evening, with_statement
from calarec.notation.lines import Line, clean, split_comment
from calarec.records.model import SESSION_STATEMENTS, Hand, Session, Statement
from calarec.text import Excerpt, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.notation.blocks import Block

EVENING_VERBS: Final = frozenset(
    ["cal", "rules", "tag", "table", "seat", "dummy", "match", "carried", "at", "note", "x-"]
)
_BOTH: Final = frozenset(["rules", "tag", "seat", "dummy", "at", "note", "x-"])
_HAND_ONLY: Final = frozenset(
    [
        "carry", "dealer", "out", "deal", "monte", "bid", "raise", "call", "table-card",
        "give", "take", "discard", "show", "trick", "signal", "claim", "concede", "fault",
        "penalty", "result", "score", "total", "id",
    ]
)  # fmt: skip
HAND_VERBS: Final = _BOTH | _HAND_ONLY
_OUTSIDE: Final = _HAND_ONLY | {"hand", "end"}


class HandReader:
    """Reads block after block of one file."""

    def __init__(self, file: str, evening: Evening) -> None:
        self.file = file
        self.evening = evening
        self.pending: list[Diagnostic] = []
        """Findings of lines outside the hands, for the next hand or the file's end."""
        self.told: set[str] = set()
        self.previous = ""

    def loose_findings(self) -> list[Diagnostic]:
        """What was found after the last hand."""
        found, self.pending = self.pending, []
        return found

    def hands(self, block: Block) -> Iterator[Hand]:
        """The hand of a block, after any that lost their `hand` line before it."""
        before = block.before.split("\n")[:-1]
        stray: list[str] = []
        if block.before.strip("\n"):
            stray = self.between(before, block.line)
        elif not self.evening.started:
            self.unversioned(block.line)
        if stray:
            at = block.line + len(before) - len(stray)
            yield self.broken(stray, at, tuple(before[: -len(stray)]), self.opening())
            before = []
        if block.text and not self.evening.foreign:
            yield self.hand(block.text.split("\n")[:-1], block.line + block.before.count("\n"), tuple(before))
        if block.cut:
            self.pending.append(self.at("CAL009", block.line, limit=limits.HAND_LINES))

    def opening(self) -> dict[str, object]:
        carried, new_match = self.evening.opened()
        return {"carried": carried, "new_match": new_match, "session": self.evening.session}

    # ------------------------------------------------------------------ between the hands

    def between(self, lines: list[str], first: int) -> list[str]:
        """Reads the lines outside the hands; from the first that can only stand in one, they are given back."""
        for index, raw in enumerate(lines):
            number = first + index
            into: list[Statement] = []
            verb = fast.read_line(raw, number, into)
            if verb is None or ";" in raw:
                verb = self.loose_line(raw, number, into, self.pending)
            if verb and not self.evening.started and verb != "cal":
                self.unversioned(number)
            if verb in _OUTSIDE and not self.evening.foreign:
                if not any(one.span.line == number and one.severity is Severity.ERROR for one in self.pending):
                    word = raw.split()[0]
                    self.pending.append(self.whole("CAL115", raw, number, verb=word))
                if verb != "end":
                    return lines[index:]
                continue
            if self.evening.foreign and verb != "cal":
                self.pending = [one for one in self.pending if one.span.line != number]
                continue
            self.pending += self.evening.take(into)
            if any(type(one).__name__ in ("At", "Carried") for one in into):
                self.pending += check(into, Scene(self.file, lines, first))
        if len(lines) > limits.HAND_LINES:
            self.pending.append(self.at("CAL009", first, "between", limit=limits.HAND_LINES))
        return []

    def unversioned(self, line: int) -> None:
        """The first statement is `cal 1`; without it the record is read all the same."""
        self.evening.started = True
        place = Span.at(self.file, line, 1, 0)
        fix = Fix((Edit(place, "cal 1\n"),), safe=True)
        self.pending.append(Diagnostic(code="CAL012", span=Span.at(self.file, line, 1), fix=fix))

    # ------------------------------------------------------------------ a hand

    def hand(self, lines: list[str], number: int, before: tuple[str, ...]) -> Hand:
        opening = self.opening()
        statements: list[Statement] = []
        findings, self.pending = self.pending, []
        if not fast.read_hand(lines, number, statements, HAND_VERBS):
            statements = []
            self.slowly(lines, number, statements, findings)
        name = _name_on(lines[0])
        findings += check(statements, Scene(self.file, lines, number))
        findings += self.style(lines, number, name)
        if any(finding.severity is Severity.ERROR for finding in findings if finding.span.line >= number):
            return self.hand_with([], lines, number, before, opening, findings, name)
        return self.hand_with(statements, lines, number, before, opening, findings, name)

    def hand_with(
        self,
        statements: list[Statement],
        lines: Sequence[str],
        number: int,
        before: tuple[str, ...],
        opening: dict[str, object],
        findings: list[Diagnostic],
        name: str,
    ) -> Hand:
        session = opening["session"]
        assert isinstance(session, Session)
        for statement in statements:
            if isinstance(statement, SESSION_STATEMENTS):
                session = with_statement(session, statement)
        return Hand(
            name=name,
            statements=tuple(statements),
            session=session,
            carried=opening["carried"],  # type: ignore[arg-type]
            new_match=bool(opening["new_match"]),
            file=self.file,
            line=number,
            lines=tuple(lines),
            before=before,
            broken=not statements and any(one.severity is Severity.ERROR for one in findings),
            findings=self.shown(findings, lines, number, before),
        )

    def broken(self, lines: list[str], number: int, before: tuple[str, ...], opening: dict[str, object]) -> Hand:
        """Lines of a hand whose `hand` line is missing: one finding is enough."""
        findings, self.pending = self.pending, []
        return self.hand_with([], lines, number, before, opening, findings, "")

    def slowly(self, lines: list[str], number: int, into: list[Statement], findings: list[Diagnostic]) -> None:
        """Reads a hand by the grammar; if it is not in the language as a whole, line by line."""
        from calarec.notation import loose

        notes: list[Diagnostic] = []
        cleaned = [clean(raw, self.file, number + index, notes) for index, raw in enumerate(lines)]
        findings += self.once(notes)
        if len(lines) > limits.HAND_LINES:
            findings.append(self.at("CAL009", number, "hand", limit=limits.HAND_LINES))
            return
        accepted = loose.accepts_hand([line.text for line in cleaned]) if all(line.usable for line in cleaned) else None
        if accepted is not None:
            for verb, text, index in accepted:
                if verb not in ("hand",):
                    build(verb, split_comment(text.rstrip("\n"))[0].strip(" "), number + index, into)
            return
        self.line_by_line(lines, cleaned, number, into, findings)

    def line_by_line(
        self,
        lines: list[str],
        cleaned: list[Line],
        number: int,
        into: list[Statement],
        findings: list[Diagnostic],
    ) -> None:
        last = ""
        for index, line in enumerate(cleaned):
            if not line.usable or not line.text.strip(" "):
                continue
            verb = self.loose_text(line.text, number + index, into, findings)
            if verb in EVENING_VERBS - HAND_VERBS:
                findings.append(self.whole("CAL116", lines[index], number + index, verb=verb))
            last = verb or last
            if len(findings) > limits.FINDINGS:
                findings.append(self.at("CAL009", number + index, "findings", limit=limits.FINDINGS))
                return
        if last != "end":
            self.unended(lines, number, findings)

    def unended(self, lines: list[str], number: int, findings: list[Diagnostic]) -> None:
        """A hand without `end`: it is told after the last line that says something."""
        from calarec.notation.slips import guess_verb

        said = [index for index, raw in enumerate(lines) if split_comment(raw)[0].strip()]
        at = said[-1] if said else 0
        if guess_verb(lines[at]) == "end":
            return
        place = Span.at(self.file, number + at, len(lines[at].rstrip("\r")) + 1, 0)
        span = Span.at(self.file, number + at, 1, max(len(lines[at]), 1))
        findings.append(Diagnostic(code="CAL114", span=span, args={"line": number}, fix=Fix((Edit(place, "\nend"),))))

    # ------------------------------------------------------------------ single lines

    def loose_line(self, raw: str, number: int, into: list[Statement], findings: list[Diagnostic]) -> str:
        """Reads one line outside a hand, and minds its comment."""
        into.clear()
        notes: list[Diagnostic] = []
        line = clean(raw, self.file, number, notes)
        findings += self.once(notes)
        glued = comment_glued(raw.rstrip("\r"), line.comment, self.file, number)
        if glued:
            findings.append(glued)
        if not line.usable or not line.text.strip(" "):
            return ""
        return self.loose_text(line.text, number, into, findings)

    def loose_text(self, text: str, number: int, into: list[Statement], findings: list[Diagnostic]) -> str:
        """Reads one cleaned statement by the grammar, or explains why it cannot be read; gives its verb."""
        from calarec.notation import loose
        from calarec.notation.slips import explain, guess_verb

        accepted = loose.accepts_line(text)
        if accepted is None:
            meant = explain(text, self.file, number)
            findings += meant.findings
            if not meant.text:
                return meant.verb or guess_verb(text)
            accepted = loose.accepts_line(meant.text)
            assert accepted is not None
        verb, said, _line = accepted
        if verb != "hand":
            build(verb, split_comment(said.rstrip("\n"))[0].strip(" "), number, into)
        return verb

    def style(self, lines: list[str], number: int, name: str) -> list[Diagnostic]:
        found: list[Diagnostic] = []
        for index, raw in enumerate(lines):
            if ";" in raw:
                comment = split_comment(raw.rstrip("\r"))[1]
                glued = comment_glued(raw.rstrip("\r"), comment, self.file, number + index)
                if glued:
                    found.append(glued)
        if name and name == self.previous:
            found.append(self.whole("CAL703", lines[0], number, name=name))
        self.previous = name
        return found

    # ------------------------------------------------------------------ findings

    def once(self, notes: list[Diagnostic]) -> list[Diagnostic]:
        """Line ends and blanks are told once a file: whoever has one tab has a thousand."""
        kept = []
        for note in notes:
            if note.code in ("CAL004", "CAL005", "CAL006"):
                if note.code in self.told:
                    continue
                self.told.add(note.code)
            kept.append(note)
        return kept

    def at(self, code: str, line: int, wording: str = "", **args: object) -> Diagnostic:
        return Diagnostic(code=code, wording=wording, span=Span.at(self.file, line, 1), args=args)

    def whole(self, code: str, raw: str, line: int, **args: object) -> Diagnostic:
        """A finding about all that a line says."""
        text = split_comment(raw)[0]
        start = len(text) - len(text.lstrip())
        span = Span.at(self.file, line, start + 1, max(len(text.strip()), 1))
        return Diagnostic(code=code, span=span, args=args)

    def shown(
        self, findings: list[Diagnostic], lines: Sequence[str], number: int, before: tuple[str, ...]
    ) -> tuple[Diagnostic, ...]:
        """The findings in order of their places, each with the lines around it."""
        if not findings:
            return ()
        from dataclasses import replace

        text = [*before, *lines]
        first = number - len(before)
        done = []
        for finding in sorted(findings, key=lambda one: (one.span.line, one.span.column)):
            index = finding.span.line - first
            if finding.excerpt is None and 0 <= index < len(text):
                around = Excerpt(max(finding.span.line - 2, first), tuple(text[max(index - 2, 0) : index + 1]))
                finding = replace(finding, excerpt=around)
            done.append(finding)
        return tuple(done)


def _name_on(raw: str) -> str:
    """The name on a `hand` line, "" if it cannot be read."""
    from calarec.notation import loose

    text = split_comment(raw)[0]
    line_of = fast.matcher("hand")
    assert line_of is not None
    if line_of(text):
        return hand_name(text)
    accepted = loose.accepts_line(clean(raw, "", 0, []).text)
    return hand_name(split_comment(accepted.text.rstrip("\n"))[0].strip(" ")) if accepted else ""
