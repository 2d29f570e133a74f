"""Makes the findings of a reader, in order and with the lines around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import replace
from calarec.core.base.spans import Excerpt, Span
from calarec.core.notation.lines import split_comment
from calarec.core.notation.source import presentable, unmarked
from calarec.core.records.places import shown_from
from calarec.core.wording.findings import Finding, Fix

if TYPE_CHECKING:
    from collections.abc import Sequence

ONCE: Final = frozenset(["CAL004", "CAL005", "CAL006"])
"""Said once a file: whoever has one tab has a thousand."""


class Finder:
    """Makes findings for one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.told: set[str] = set()

    def once(self, notes: list[Finding]) -> list[Finding]:
        """Leaves out what was said before and need not be said again."""
        kept = []
        for note in notes:
            if note.code in ONCE:
                if note.code in self.told:
                    continue
                self.told.add(note.code)
            kept.append(note)
        return kept

    def at(self, code: str, line: int, wording: str = "", **args: object) -> Finding:
        """A finding about the beginning of a line."""
        return Finding(code=code, wording=wording, span=Span.from_column(self.file, line, 1), args=args)

    def whole(self, code: str, raw: str, number: int, *, fix: Fix | None = None, **args: object) -> Finding:
        """A finding about all that a line says."""
        text = split_comment(unmarked(raw))[0]
        start = len(text) - len(text.lstrip())
        span = Span.from_column(self.file, number, start + 1, max(len(text.strip()), 1))
        return Finding(code=code, span=span, args=args, fix=fix)


def shown(findings: list[Finding], lines: Sequence[str], first: int) -> tuple[Finding, ...]:
    """The findings in order of their places, each with the lines around it; `first` is the number of `lines[0]`."""
    done = []
    for finding in sorted(findings, key=lambda one: (one.span.line, one.span.column)):
        index = finding.span.line - first
        if finding.excerpt is None and 0 <= index < len(lines):
            start = shown_from(lines, max(index - 2, 0), index)
            finding = replace(
                finding, excerpt=Excerpt(first + start, tuple(map(presentable, lines[start : index + 1])))
            )
        done.append(finding)
    return tuple(done)
