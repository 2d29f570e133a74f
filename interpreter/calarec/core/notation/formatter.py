"""The canonical form of a record: layout changes, and nothing else.

Terms. The *layout* is what carries no meaning: blanks, blank lines, the place of a comment, the way a
string or a number is spelt. Every token, every comment and every broken line survives. Before a block
is given out it is proved that it still says the same and that formatting it again changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.notation import by_pattern
from calarec.core.notation.blocks import LINE, OWN_COMMENTS, Block, blocks
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.lines import clean
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.single_lines import name_on, read_clean
from calarec.core.notation.source import MARK, Source, Text, chunks, unmarked
from calarec.core.notation.statements import verb_of
from calarec.core.notation.writer import name_line, statement_lines
from calarec.core.wording.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.records.model import Hand, Statement
    from calarec.core.wording.findings import Finding

_NO_NEWLINE: Final = "\\ No newline at end of file"
"""What programs that apply differences know, in every language."""


class NotTheSameError(RuntimeError):
    """Formatting would have changed what a record says: a mistake in calarec, and nothing was written."""


class LineParts(NamedTuple):
    """One line taken to pieces. `verb` is "" for a blank or a comment, None for a broken line."""

    raw: str
    verb: str | None
    statements: tuple[Statement, ...]
    comment: str
    name: str = ""

    def said(self) -> tuple[object, ...]:
        """What the line says, wherever it stands."""
        if self.verb is None:
            return (self.raw,)
        return (self.verb, self.name, self.comment, *(one._replace(line=0) for one in self.statements))

    def line(self) -> str:
        """Its canonical form."""
        if self.verb is None:
            return self.raw
        if not self.verb:
            return self.comment
        text = name_line("hand", self.name) if self.verb == "hand" else "".join(statement_lines(self.statements))
        text = f"{text}  {self.comment}" if text and self.comment else text or self.comment
        # Blanks that would make it too long to be read are left out.
        return text if len(text) <= LINE else self.raw.rstrip("\r")


BLANK: Final = LineParts("", "", (), "")


class Slips(NamedTuple):
    """What of a block stays as it is, since it cannot be read."""

    before: bool
    """What stands before the hand is part of one."""
    hand: bool


def fmt(text: str) -> str:
    """The canonical form of a record."""
    return "".join(formatted(Text(text)))


def formatted(source: Source, findings: list[Finding] | None = None, *, encoding: str = "utf-8") -> Iterator[str]:
    """The canonical form piece by piece, in constant memory; why a source cannot be read goes to `findings`."""
    layout = BlockFormatter()
    for block in blocks(chunks(source, encoding, [] if findings is None else findings)):
        yield layout.block(block)


class BlockFormatter:
    """Formats block after block; it remembers whether anything stands before."""

    def __init__(self, file: str = "") -> None:
        self.reader = HandReader(file, PreambleBuilder(file))
        self.wrong: dict[int, Finding] = {}
        """The first error of every line of the block that was taken last, by its number."""
        self.empty = True
        """Nothing has been given out yet."""
        self.blank = False
        """A blank line is due before whatever comes next."""
        self.below = False
        """Nothing has been given out, and what comes next did not stand in the first line."""
        self.in_comments = False
        """What was given out last are comments, too many to belong to the hand that may follow."""

    @property
    def stands(self) -> tuple[bool, ...]:
        """All that decides, beside its lines, how the next block is laid out."""
        return self.empty, self.blank, self.below, self.in_comments

    @stands.setter
    def stands(self, stands: tuple[bool, ...]) -> None:
        self.empty, self.blank, self.below, self.in_comments = stands

    def block(self, block: Block, wrong: Slips | None = None) -> str:
        """The canonical text of a block; who has read it says what of it cannot be."""
        before, rows = self.take(block) if wrong is None else parts(block, wrong)
        text = self.put_together(before, rows)
        _prove([*before, *rows], text)
        return text

    def take(self, block: Block) -> tuple[list[LineParts], list[LineParts]]:
        """The lines of a block taken to pieces: those before the hand, and the hand's."""
        if block.rest:
            return parts(block, Slips(before=False, hand=True))
        hands = list(self.reader.hands(block))
        found = [*(each for hand in hands for each in hand.findings), *self.reader.after_the_last()]
        self.reader.pending.clear()
        self.wrong = {each.span.line: each for each in reversed(found) if each.severity is Severity.ERROR}
        return parts(block, slips(hands))

    def put_together(self, before: list[LineParts], rows: list[LineParts]) -> str:
        return "".join(one.line() + "\n" for part in self.arranged(before, rows) for one in part)

    def arranged(self, before: list[LineParts], rows: list[LineParts]) -> tuple[list[LineParts], list[LineParts]]:
        """The lines of the canonical form: a blank one before the hand, no other that is one too many."""
        if rows:
            at = own_comments(before, more=self.in_comments)
            before = [*before[:at], BLANK, *before[at:]]
        self.in_comments = not rows and (_is_comment(before[-1]) if before else self.in_comments)
        above = list(self.single_blanks(before))
        if rows and self.blank:
            above.append(BLANK)
            self.blank = False
        return above, list(self.single_blanks(rows))

    def single_blanks(self, rows: list[LineParts]) -> Iterator[LineParts]:
        """One blank line where there were several, none at the start of a record or at its end.

        What cannot be read because a mark of byte order stands before it does not become the start, where it could.
        """
        for one in rows:
            if is_blank(one):
                self.blank = not self.empty
                self.below = self.empty
                continue
            if self.empty and self.below and one.raw.startswith(MARK):
                self.blank = True
            if self.blank:
                yield BLANK
            yield one
            self.empty = self.blank = False


def slips(hands: Sequence[Hand]) -> Slips:
    """What cannot be read of a block with these hands."""
    headless = any(hand.broken and not hand.lines[0].lstrip().startswith("hand") for hand in hands)
    return Slips(headless, not hands or hands[-1].broken)


def parts(block: Block, wrong: Slips) -> tuple[list[LineParts], list[LineParts]]:
    """The lines of a block taken to pieces: those before the hand, and the hand's."""
    above, lines = block.before.split("\n")[:-1], block.text.split("\n")[:-1]
    if block.rest:
        return [broken(raw) for raw in above], []
    before = [row(raw, number) for number, raw in enumerate(above, block.line)]
    if wrong.before:
        before = [broken(one.raw) if one.verb not in ("", "cal") else one for one in before]
    if wrong.hand:
        return before, [broken(raw) for raw in lines]
    return before, [row(raw, number) for number, raw in enumerate(lines, block.line + len(above))]


def own_comments(before: list[LineParts], *, more: bool = False) -> int:
    """Where the comments right above a hand begin, which belong to it: the blank line goes before them.

    Too many belong to none; `more` says that there are such before these lines.
    """
    at = len(before)
    while at and _is_comment(before[at - 1]):
        at -= 1
    return len(before) if len(before) - at > OWN_COMMENTS or (more and not at) else at


def _is_comment(one: LineParts) -> bool:
    return one.verb == "" and bool(one.comment)


def is_blank(one: LineParts) -> bool:
    """Whether a line says nothing at all."""
    return one.verb == "" and not one.comment


def row(raw: str, number: int = 2) -> LineParts:
    """Takes a line to pieces; the first of a text may begin with a mark of byte order."""
    at_once: list[Statement] = []
    if not raw:
        return BLANK
    # A pattern keeps a hundred and more bytes of each character of a quoted text; no line may be as long as that.
    short = len(raw) <= LINE or '"' not in raw
    if short and ";" not in raw and by_pattern.read_line(raw, 0, at_once):
        return LineParts(
            raw, verb_of(raw.lstrip(" ")), tuple(at_once), "", name_on(raw) if raw.startswith("hand") else ""
        )
    line = clean(raw, "", number, [])
    comment = line.comment.rstrip(" \t")
    text = line.text.strip(" ")
    if not line.usable:
        return broken(raw)
    if not text:
        return LineParts(raw, "", (), comment)
    into: list[Statement] = []
    verb = by_pattern.read_line(text, 0, into)
    if verb is None:
        findings: list[Finding] = []
        verb = read_clean(text, 0, into, "", findings)
        if any(finding.severity == "error" for finding in findings):
            return broken(raw)
    return LineParts(raw, verb, tuple(into), comment, name_on(text) if verb == "hand" else "")


def broken(raw: str) -> LineParts:
    """A line that stays as it is, but for the carriage return at its end."""
    raw = unmarked(raw).rstrip("\r")
    return LineParts(raw, None, (), "") if raw.strip(" ") else BLANK


def _prove(rows: list[LineParts], text: str) -> None:
    """Holds the new lines against the old: each says the same, and formatting it again changes nothing."""
    old = [one for one in rows if one.verb != "" or one.comment]
    new = [line for line in text.split("\n") if line.strip(" ")]
    if len(old) != len(new):
        raise NotTheSameError(text)
    for before, line in zip(old, new, strict=True):
        if line == before.raw or before.verb is None:
            continue
        after = row(line)
        if after.said() != before.said() or after.line() != line:
            raise NotTheSameError(line)


def diff(old: str, new: str, file: str) -> str:
    """What formatting changes, as a unified diff; empty if nothing."""
    return difference(old, new, file, f"{file} (fmt)")


def difference(old: str, new: str, old_name: str, new_name: str) -> str:
    """A unified diff of two texts. Lines end with LF alone: a diff that saw others could not be applied."""
    from difflib import unified_diff

    lines = unified_diff(_lines(old), _lines(new), old_name, new_name)
    return "".join(line if line.endswith("\n") else f"{line}\n{_NO_NEWLINE}\n" for line in lines)


def _lines(text: str) -> list[str]:
    *lines, last = text.split("\n")
    return [line + "\n" for line in lines] + ([last] if last else [])


__all__ = [
    "BLANK",
    "BlockFormatter",
    "LineParts",
    "NotTheSameError",
    "Slips",
    "broken",
    "diff",
    "difference",
    "fmt",
    "formatted",
    "is_blank",
    "own_comments",
    "parts",
    "row",
    "slips",
]  # fmt: skip
