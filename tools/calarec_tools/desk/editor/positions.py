"""Conversions between places of calarec and positions of editors.

calarec counts lines and columns from 1 and columns in code points. An editor counts from 0, and columns in units of
UTF-16 unless both sides agree on another encoding. `EditorUnits` counts the units of a character.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from calarec.core.base.frozen import NamedTuple
from calarec_tools.desk.entering.text import count_shared_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calarec.core.base.spans import Span

_LINE_END = re.compile(r"\r\n|\r|\n")


class EditorUnits(NamedTuple):
    """The units in which an editor counts the characters of a line."""

    encoding: str = "utf-16"

    def count_units(self, text: str) -> int:
        """Count the units of a text."""
        if self.encoding == "utf-32":
            return len(text)
        if self.encoding == "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) + sum(ord(each) > 0xFFFF for each in text)

    def column(self, line: str, character: int) -> int:
        """Count the code points before a position in a line, whole characters only."""
        taken = 0
        for at, each in enumerate(line):
            taken += self.count_units(each)
            if taken > character:
                return at
        return len(line)


def editor_lines(text: str) -> list[str]:
    """The lines of a text as editors count them, without their ends."""
    return _LINE_END.split(text)


def offset_of(units: EditorUnits, text: str, at: lsp.Position) -> int:
    """Count the code points before a position; limit it to its line and to the text."""
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
    """Apply changes to a text in order; one without a range replaces the whole text."""
    for change in changes:
        if isinstance(change, lsp.TextDocumentContentChangePartial):
            start, end = (offset_of(units, text, each) for each in (change.range.start, change.range.end))
            text = text[:start] + change.text + text[max(start, end) :]
        else:
            text = change.text
    return text


def last_touched(old: str, new: str) -> int:
    """Return the line at which a change ended; 0 if the old text was empty."""
    if not old.strip():
        return 0
    before, after = editor_lines(old), editor_lines(new)
    _, behind = count_shared_lines(before, after)
    return len(after) - behind


def editor_position(units: EditorUnits, lines: Sequence[str], line: int, column: int) -> lsp.Position:
    """The position of a place."""
    if line < 1:
        return lsp.Position(0, 0)
    if line > len(lines):
        return lsp.Position(len(lines) - 1, units.count_units(lines[-1])) if lines else lsp.Position(0, 0)
    return lsp.Position(line - 1, units.count_units(lines[line - 1][: max(column - 1, 0)]))


def editor_range(units: EditorUnits, lines: Sequence[str], span: Span) -> lsp.Range:
    """The range of a span."""
    start = editor_position(units, lines, span.line, span.column)
    return lsp.Range(start, editor_position(units, lines, max(span.end_line, span.line), span.end_column))


def line_range(units: EditorUnits, lines: Sequence[str], first: int, last: int) -> lsp.Range:
    """The range of whole lines."""
    end = lines[last - 1] if 0 < last <= len(lines) else ""
    return lsp.Range(lsp.Position(max(first - 1, 0), 0), lsp.Position(max(last - 1, 0), units.count_units(end)))
