"""Places in files: spans of lines and columns.

Terms. Lines and columns count from 1; a column counts code points; an end is the first place after
the text. An excerpt is the few lines that a reader needs to see around a place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from typing import Any


class Span(NamedTuple):
    """A stretch of text in a file."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def start_position(self) -> tuple[int, int]:
        """The line and column of its first character: what findings are sorted by."""
        return self.line, self.column

    @property
    def end_position(self) -> tuple[int, int]:
        """The line and column after its last character."""
        return self.end_line, self.end_column

    @classmethod
    def from_column(cls, file: str, line: int, column: int, width: int = 1) -> Span:
        """A span within one line."""
        return cls(file, line, column, line, column + width)

    def as_json(self, *, file: bool = True) -> dict[str, Any]:
        """The place as plain data: lines and columns from 1, ends exclusive."""
        return {**({"file": self.file} if file else {}), **{name: getattr(self, name) for name in self._fields[1:]}}

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Excerpt(NamedTuple):
    """Consecutive lines of a file, kept to show a finding without the file."""

    first_line: int
    lines: tuple[str, ...]

    @classmethod
    def around_line(cls, lines: list[str], line: int, *, before: int = 2, after: int = 0) -> Excerpt:
        """The lines around line number `line` of a text already split into lines."""
        first = max(1, line - before)
        return cls(first, tuple(lines[first - 1 : line + after]))
