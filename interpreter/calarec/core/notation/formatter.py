"""The canonical form of a record: layout changes, and nothing else.

Terms. The *layout* is what carries no meaning: spaces, blank lines, the place of a comment, the way a
string or a number is spelt. Every token, every comment and every broken line survives. Before a block
is returned it is proved that its content is the same and that formatting it again changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.notation import by_pattern
from calarec.core.notation.blocks import MAX_LINE_CHARACTERS, MAX_OWN_COMMENT_LINES, Block, cut_into_blocks
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.lines import clean_line
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.single_lines import hand_name_in, read_clean_line
from calarec.core.notation.source import BYTE_ORDER_MARK, Source, Text, read_chunks, without_mark
from calarec.core.notation.statements import line_verb
from calarec.core.notation.writer import name_line, statement_lines
from calarec.core.wording.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.records.model import Hand, Statement
    from calarec.core.wording.findings import Finding

_NO_NEWLINE: Final = "\\ No newline at end of file"
"""A line that programs for differences know in every language."""


class NotTheSameError(RuntimeError):
    """Formatting would have changed the content: a bug in calarec; nothing is written."""


class LineParts(NamedTuple):
    """One line and its parts; `verb` is "" without a statement, None if broken."""

    raw: str
    verb: str | None
    statements: tuple[Statement, ...]
    comment: str
    name: str = ""

    def content(self) -> tuple[object, ...]:
        """The content of the line, without its place."""
        if self.verb is None:
            return (self.raw,)
        return (self.verb, self.name, self.comment, *(statement._replace(line=0) for statement in self.statements))

    def canonical_text(self) -> str:
        """Its canonical form."""
        if self.verb is None:
            return self.raw
        if not self.verb:
            return self.comment
        text = name_line("hand", self.name) if self.verb == "hand" else "".join(statement_lines(self.statements))
        text = f"{text}  {self.comment}" if text and self.comment else text or self.comment
        # Blanks that would make it too long to be read are left out.
        return text if len(text) <= MAX_LINE_CHARACTERS else self.raw.rstrip("\r")


BLANK_LINE: Final = LineParts("", "", (), "")


class UnreadableParts(NamedTuple):
    """The parts of a block that stay as they are, since they cannot be read."""

    before: bool
    """True if the lines before the hand are part of one."""
    hand: bool


def fmt(text: str) -> str:
    """The canonical form of a record."""
    return "".join(format_source(Text(text)))


def format_source(source: Source, findings: list[Finding] | None = None, *, encoding: str = "utf-8") -> Iterator[str]:
    """Yield the canonical form piece by piece; source errors go to `findings`.

    It takes constant memory.
    """
    layout = BlockFormatter()
    for block in cut_into_blocks(read_chunks(source, encoding, [] if findings is None else findings)):
        yield layout.format_block(block)


class BlockFormatter:
    """The formatting of consecutive blocks, with the state between them."""

    def __init__(self, file: str = "") -> None:
        self.reader = HandReader(file, PreambleBuilder(file))
        self.first_errors: dict[int, Finding] = {}
        """The first error of every line of the block that was taken last, by its number."""
        self.empty = True
        """Nothing has been given out yet."""
        self.blank = False
        """A blank line is due before whatever comes next."""
        self.below = False
        """True if nothing is written yet, and the next line was not the first."""
        self.in_comments = False
        """True if the last lines are comments, too many to belong to a following hand."""

    @property
    def layout_state(self) -> tuple[bool, ...]:
        """All that decides, beside its lines, how the next block is laid out."""
        return self.empty, self.blank, self.below, self.in_comments

    @layout_state.setter
    def layout_state(self, state: tuple[bool, ...]) -> None:
        self.empty, self.blank, self.below, self.in_comments = state

    def format_block(self, block: Block, wrong: UnreadableParts | None = None) -> str:
        """The canonical text of a block; who has read it says what of it cannot be."""
        before, rows = self.split_block(block) if wrong is None else split_block_lines(block, wrong)
        text = self.join_lines(before, rows)
        _prove_equivalence([*before, *rows], text)
        return text

    def split_block(self, block: Block) -> tuple[list[LineParts], list[LineParts]]:
        """The lines of a block taken to pieces: those before the hand, and the hand's."""
        if block.is_continuation:
            return split_block_lines(block, UnreadableParts(before=False, hand=True))
        hands = list(self.reader.read_block(block))
        found = [*(finding for hand in hands for finding in hand.findings), *self.reader.findings_after_last()]
        self.reader.pending.clear()
        self.first_errors = {
            finding.span.line: finding for finding in reversed(found) if finding.severity is Severity.ERROR
        }
        return split_block_lines(block, unreadable_parts(hands))

    def join_lines(self, before: list[LineParts], rows: list[LineParts]) -> str:
        return "".join(line.canonical_text() + "\n" for part in self.arrange_lines(before, rows) for line in part)

    def arrange_lines(self, before: list[LineParts], rows: list[LineParts]) -> tuple[list[LineParts], list[LineParts]]:
        """Arrange the lines: one blank line before the hand, no superfluous ones."""
        if rows:
            at = start_of_own_comments(before, more=self.in_comments)
            before = [*before[:at], BLANK_LINE, *before[at:]]
        self.in_comments = not rows and (_is_comment_line(before[-1]) if before else self.in_comments)
        above = list(self.with_single_blanks(before))
        if rows and self.blank:
            above.append(BLANK_LINE)
            self.blank = False
        return above, list(self.with_single_blanks(rows))

    def with_single_blanks(self, rows: list[LineParts]) -> Iterator[LineParts]:
        """Merge blank lines to one, and drop those at the start and end of a record.

        A line that begins with a byte order mark, and so cannot be read, does not become the first line.
        """
        for row in rows:
            if is_blank(row):
                self.blank = not self.empty
                self.below = self.empty
                continue
            if self.empty and self.below and row.raw.startswith(BYTE_ORDER_MARK):
                self.blank = True
            if self.blank:
                yield BLANK_LINE
            yield row
            self.empty = self.blank = False


def unreadable_parts(hands: Sequence[Hand]) -> UnreadableParts:
    """The parts of a block with these hands that cannot be read."""
    headless = any(hand.broken and not hand.lines[0].lstrip().startswith("hand") for hand in hands)
    return UnreadableParts(headless, not hands or hands[-1].broken)


def split_block_lines(block: Block, wrong: UnreadableParts) -> tuple[list[LineParts], list[LineParts]]:
    """The lines of a block taken to pieces: those before the hand, and the hand's."""
    above, lines = block.before.split("\n")[:-1], block.text.split("\n")[:-1]
    if block.is_continuation:
        return [as_broken_line(raw) for raw in above], []
    before = [split_line(raw, number) for number, raw in enumerate(above, block.line)]
    if wrong.before:
        before = [as_broken_line(line.raw) if line.verb not in ("", "cal") else line for line in before]
    if wrong.hand:
        return before, [as_broken_line(raw) for raw in lines]
    return before, [split_line(raw, number) for number, raw in enumerate(lines, block.line + len(above))]


def start_of_own_comments(before: list[LineParts], *, more: bool = False) -> int:
    """The start of the comments right above a hand; the blank line goes before them.

    Too many belong to no hand; `more`: there are further ones before these lines.
    """
    at = len(before)
    while at and _is_comment_line(before[at - 1]):
        at -= 1
    return len(before) if len(before) - at > MAX_OWN_COMMENT_LINES or (more and not at) else at


def _is_comment_line(one: LineParts) -> bool:
    return one.verb == "" and bool(one.comment)


def is_blank(one: LineParts) -> bool:
    """Check for a line without statement and comment."""
    return one.verb == "" and not one.comment


def split_line(raw: str, number: int = 2) -> LineParts:
    """Takes a line to pieces; the first of a text may begin with a mark of byte order."""
    at_once: list[Statement] = []
    if not raw:
        return BLANK_LINE
    # A pattern keeps a hundred and more bytes of each character of a quoted text; no line may be as long as that.
    short = len(raw) <= MAX_LINE_CHARACTERS or '"' not in raw
    if short and ";" not in raw and by_pattern.read_line(raw, 0, at_once):
        return LineParts(
            raw, line_verb(raw.lstrip(" ")), tuple(at_once), "", hand_name_in(raw) if raw.startswith("hand") else ""
        )
    line = clean_line(raw, "", number, [])
    comment = line.comment.rstrip(" \t")
    text = line.text.strip(" ")
    if not line.usable:
        return as_broken_line(raw)
    if not text:
        return LineParts(raw, "", (), comment)
    into: list[Statement] = []
    verb = by_pattern.read_line(text, 0, into)
    if verb is None:
        findings: list[Finding] = []
        verb = read_clean_line(text, 0, into, "", findings)
        if any(finding.severity == "error" for finding in findings):
            return as_broken_line(raw)
    return LineParts(raw, verb, tuple(into), comment, hand_name_in(text) if verb == "hand" else "")


def as_broken_line(raw: str) -> LineParts:
    """A line that stays as it is, but for the carriage return at its end."""
    raw = without_mark(raw).rstrip("\r")
    return LineParts(raw, None, (), "") if raw.strip(" ") else BLANK_LINE


def _prove_equivalence(rows: list[LineParts], text: str) -> None:
    """Compare the new lines with the old: same content, and stable if formatted again."""
    old = [row for row in rows if row.verb != "" or row.comment]
    new = [line for line in text.split("\n") if line.strip(" ")]
    if len(old) != len(new):
        raise NotTheSameError(text)
    for before, line in zip(old, new, strict=True):
        if line == before.raw or before.verb is None:
            continue
        after = split_line(line)
        if after.content() != before.content() or after.canonical_text() != line:
            raise NotTheSameError(line)


def format_diff(old: str, new: str, file: str) -> str:
    """A unified diff of the changes by formatting; empty if none."""
    return unified_difference(old, new, file, f"{file} (fmt)")


def unified_difference(old: str, new: str, old_name: str, new_name: str) -> str:
    """A unified diff of two texts; only LF ends lines, or it could not be applied."""
    from difflib import unified_diff

    lines = unified_diff(_lines_with_ends(old), _lines_with_ends(new), old_name, new_name)
    return "".join(line if line.endswith("\n") else f"{line}\n{_NO_NEWLINE}\n" for line in lines)


def _lines_with_ends(text: str) -> list[str]:
    *lines, last = text.split("\n")
    return [line + "\n" for line in lines] + ([last] if last else [])


__all__ = [
    "BLANK_LINE",
    "BlockFormatter",
    "LineParts",
    "NotTheSameError",
    "UnreadableParts",
    "as_broken_line",
    "fmt",
    "format_diff",
    "format_source",
    "is_blank",
    "split_block_lines",
    "split_line",
    "start_of_own_comments",
    "unified_difference",
    "unreadable_parts",
]  # fmt: skip
