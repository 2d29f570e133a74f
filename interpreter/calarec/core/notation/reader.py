"""Read records hand by hand: text in, hands and findings out, in constant memory.

A canonical hand is read by patterns (`by_pattern`); a hand with a line that no pattern knows goes to the grammar
(`by_grammar`). A line that the grammar refuses is explained (`line_repairs`) and spoils only its hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.errors import PortableError
from calarec.core.base.spans import Span
from calarec.core.notation.blocks import Block, cut_into_blocks
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.lines import with_excerpts
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.source import Source, Text, read_chunks, source_name, to_presentable
from calarec.core.wording.findings import Finding
from calarec.core.wording.severities import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.records import Hand
    from calarec.core.records.model import TableStatement

__all__ = ["Records", "Source", "Text", "UnreadableError", "parse_records", "read_records"]

_NO_END: Final = "CAL014"


def read_records(source: Source, *, encoding: str = "utf-8", line: int = 1) -> Records:
    """The hands of a record, one after another, each with its findings.

    `source` is a path, `-` for standard input, an open file, or a `Text`. Packed files (gzip; zstd with
    the extra that brings its library) are unpacked on the way. Its first line has the number `line`.
    The content of a file raises nothing, nor does a file that cannot be read: both give findings.
    """
    return Records(source, encoding=encoding, line=line)


def parse_records(text: str, file: str = "-") -> list[Hand]:
    """The hands of a text."""
    return list(read_records(Text(text, file)))


class UnreadableError(PortableError, OSError):
    """An input that cannot be read, or not to its end; `findings` say why."""

    def __init__(self, file: str, findings: tuple[Finding, ...]) -> None:
        first = findings[0]
        super().__init__(f"{first.span}: {first.code} {first.message()}")
        self.file = file
        self.findings = findings


class Records:
    """An iterator over hands; at its end, `findings` holds those outside the hands.

    With `strict` it ends with UnreadableError if it could not read more than that.
    """

    def __init__(self, source: Source, *, encoding: str = "utf-8", strict: bool = False, line: int = 1) -> None:
        self.strict = strict
        self.line = line
        self.file = source_name(source)
        self.findings: list[Finding] = []
        """Findings about the file as a whole, and about lines after its last hand."""
        self.after: tuple[str, ...] = ()
        """The lines after the last hand, once it has been read."""
        self.evening = PreambleBuilder(self.file)
        self._ended = True
        self._pieces = self._note_last_end(read_chunks(source, encoding, self.findings))
        self._hands = self._read_hands()

    def __iter__(self) -> Iterator[Hand]:
        return self._hands

    def __next__(self) -> Hand:
        return next(self._hands)

    @property
    def closing_statements(self) -> tuple[TableStatement, ...]:
        """The changes of people and totals after the last hand of an evening.

        They are known with the first hand of the next evening, or when all hands have been read.
        """
        return self.evening.closed

    @property
    def passed_over(self) -> Finding | None:
        """The reason for missing hands of an unknown version, once all have been read."""
        return self.evening.passed_over

    @property
    def is_clean(self) -> bool:
        """Check whether nothing worse than a note was found outside the hands."""
        return all(finding.severity is Severity.NOTE for finding in self.findings)

    def _note_last_end(self, pieces: Iterator[str]) -> Iterator[str]:
        for piece in pieces:
            self._ended = piece.endswith("\n")
            yield piece

    def _read_hands(self) -> Iterator[Hand]:
        reader = HandReader(self.file, self.evening)
        last = Block("", "", self.line)
        for block in cut_into_blocks(self._pieces):
            last = block._replace(line=block.line + self.line - 1)
            yield from reader.read_block(last)
        self.after = reader.lead
        self.evening.end_evening()
        stopped = tuple(self.findings)
        lines = [to_presentable(line) for line in (last.before + last.text).split("\n")[:-1]]
        found = [*reader.findings_after_last()]
        if not self._ended and lines:
            span = Span.from_column(self.file, last.line + len(lines) - 1, len(lines[-1]) + 1)
            found.append(Finding(code=_NO_END, span=span))
        self.findings[:0] = with_excerpts(found, lines, last.line)
        if self.strict and stopped:
            raise UnreadableError(self.file, stopped)
