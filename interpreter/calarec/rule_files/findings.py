"""Findings in one file: with excerpt, counted, and limited in number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.spans import Excerpt, Span
from calarec.core.wording.findings import Finding

if TYPE_CHECKING:
    from calarec.core.wording.findings import Fix, Label

MAX_FINDINGS: Final = 50
_MAX_LINE_LENGTH: Final = 300


class FileFindings:
    """The findings of one file, in the order in which they were made."""

    def __init__(self, file: str, text: str = "") -> None:
        self.file = file
        self.lines = split_lines(text)
        self.found: list[Finding] = []

    @property
    def is_full(self) -> bool:
        """Check whether there are too many findings for more to help."""
        return len(self.found) > MAX_FINDINGS

    def add(
        self,
        code: str,
        span: Span,
        *,
        wording: str = "",
        labels: tuple[Label, ...] = (),
        fix: Fix | None = None,
        answered: bool = False,
        **values: object,
    ) -> None:
        """One more finding; after the fiftieth a last one says that there would be more."""
        if self.is_full:
            return
        if len(self.found) == MAX_FINDINGS:
            code, wording, labels, fix, values = "RUL009", "", (), None, {"count": MAX_FINDINGS}
        self.found.append(
            Finding(
                code=code,
                span=span,
                args=values,
                wording=wording,
                labels=labels,
                fix=fix,
                answered=answered,
                excerpt=self.make_excerpt(span),
            )
        )

    def is_broken(self, span: Span) -> bool:
        """Check whether part of a place was dropped for YAML's traps, so the rest is odd."""
        return any(
            each.code.startswith(("RUL02", "RUL03"))
            and span.start_position <= each.span.start_position <= span.end_position
            for each in self.found
        )

    def make_excerpt(self, span: Span) -> Excerpt | None:
        """The lines around a place; None where that would be a wall of text."""
        if span.file != self.file or not 1 <= span.line <= len(self.lines) or span.column > _MAX_LINE_LENGTH:
            return None
        shown = Excerpt.around_line(self.lines, span.line)
        return shown._replace(lines=tuple(_cut_line(line) for line in shown.lines))

    def span_at(self, line: int, column: int, width: int = 1) -> Span:
        """A place in this file."""
        return Span.from_column(self.file, line, column, width)


def split_lines(text: str) -> list[str]:
    """The lines of a text as YAML and editors count them.

    `str.splitlines` knows more line ends.
    """
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _cut_line(line: str) -> str:
    return line if len(line) <= _MAX_LINE_LENGTH else line[: _MAX_LINE_LENGTH - 1] + "…"
