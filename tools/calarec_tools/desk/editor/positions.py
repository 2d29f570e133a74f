"""Places of calarec and positions of editors, one in the other's stead.

calarec counts lines and columns from 1 and columns in code points; an editor counts from 0, and columns in units of
UTF-16 unless both sides agree on another count. How many units a character has is for `EditorUnits` to say.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calarec.core.base.spans import Span

_LINE_END = re.compile(r"\r\n|\r|\n")


class EditorUnits(NamedTuple):
    """How an editor counts the characters of a line."""

    encoding: str = "utf-16"

    def of(self, text: str) -> int:
        """How many units a text has."""
        if self.encoding == "utf-32":
            return len(text)
        if self.encoding == "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) + sum(ord(each) > 0xFFFF for each in text)

    def column(self, line: str, character: int) -> int:
        """The code points before a position in a line; one inside a character stands before it."""
        taken = 0
        for at, each in enumerate(line):
            taken += self.of(each)
            if taken > character:
                return at
        return len(line)


def lines_of(text: str) -> list[str]:
    """The lines of a text as editors count them, without their ends."""
    return _LINE_END.split(text)


def offset_of(units: EditorUnits, text: str, at: lsp.Position) -> int:
    """The code points before a position; beyond a line it is its end, beyond all lines that of the text."""
    start = 0
    if at.line:
        end = next(islice(_LINE_END.finditer(text), at.line - 1, None), None)
        if end is None:
            return len(text)
        start = end.end()
    line_end = _LINE_END.search(text, start)
    line = text[start : len(text) if line_end is None else line_end.start()]
    return start + units.column(line, at.character)


def with_changes(units: EditorUnits, text: str, changes: Iterable[lsp.TextDocumentContentChangeEvent]) -> str:
    """A text after changes, one after the other; one without a range is the whole text."""
    for change in changes:
        if isinstance(change, lsp.TextDocumentContentChangePartial):
            start, end = (offset_of(units, text, each) for each in (change.range.start, change.range.end))
            text = text[:start] + change.text + text[max(start, end) :]
        else:
            text = change.text
    return text


def unchanged(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """How many lines two texts share from their beginning on, and behind these up to their end."""
    same = next(
        (at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), min(len(old), len(new))
    )
    behind = 0
    while behind < min(len(old), len(new)) - same and old[-1 - behind] == new[-1 - behind]:
        behind += 1
    return same, behind


def last_touched(old: str, new: str) -> int:
    """The line of a new text at which the change that made it ended; 0 if the text is taken up as it stands."""
    if not old.strip():
        return 0
    before, after = lines_of(old), lines_of(new)
    _, behind = unchanged(before, after)
    return len(after) - behind


def position(units: EditorUnits, lines: Sequence[str], line: int, column: int) -> lsp.Position:
    """The position of a place."""
    if line < 1:
        return lsp.Position(0, 0)
    if line > len(lines):
        return lsp.Position(len(lines) - 1, units.of(lines[-1])) if lines else lsp.Position(0, 0)
    return lsp.Position(line - 1, units.of(lines[line - 1][: max(column - 1, 0)]))


def range_of(units: EditorUnits, lines: Sequence[str], span: Span) -> lsp.Range:
    """The range of a span."""
    start = position(units, lines, span.line, span.column)
    return lsp.Range(start, position(units, lines, max(span.end_line, span.line), span.end_column))


def line_range(units: EditorUnits, lines: Sequence[str], first: int, last: int) -> lsp.Range:
    """The range of whole lines."""
    end = lines[last - 1] if 0 < last <= len(lines) else ""
    return lsp.Range(lsp.Position(max(first - 1, 0), 0), lsp.Position(max(last - 1, 0), units.of(end)))
