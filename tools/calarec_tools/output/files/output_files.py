"""Files written as a whole, once the complete text is known to differ.

Compressed files are written by extension, and recognised by content when read.
"""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, TextIO

from calarec.core.base.spans import Span
from calarec.core.notation.source import (
    UNREADABLE_CODES,
    Unreadable,
    known_encoding,
    read_bytes,
    read_chunks,
    without_mark,
)
from calarec.core.wording.findings import Advised, Finding, Told
from calarec.core.wording.language import Words
from calarec.core.wording.severities import Severity
from calarec_tools.output.files.apply_fixes import stamp, unless_changed
from calarec_tools.output.files.inputs import STDIN
from calarec_tools.output.files.replacing import replace_file
from calarec_tools.output.files.streams import RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Protocol

    from calarec_tools.output.files.replacing import Packing
    from calarec_tools.output.files.streams import Output

    class ReadRecords(Protocol):
        """Records that have been read to their end."""

        @property
        def findings(self) -> list[Finding]:
            """The findings that belong to no hand."""

        @property
        def passed_over(self) -> Finding | None:
            """Why not every hand was given out."""


_NO_FOLDER = Words("`{folder}` is a file; `{option}` needs a folder.")
_CANNOT = Words("{place}: {code} {said}")


class _Unchanged(Exception):  # noqa: N818 - it is an answer on its way
    """The file has the text already."""


def text_of_any(file: str) -> str:
    """Return the text of any input, compressed or not, with all line ends; or refuse.

    Invalid bytes are lone surrogates in it. The input is read once: it may be a pipe.
    """
    return "".join(pieces_of_any(file))


def pieces_of_any(file: str) -> Iterator[str]:
    """The same text in pieces of whole lines; the refusal comes after them."""
    findings: list[Finding] = []
    for piece in read_chunks(file, "utf-8", findings):
        yield piece if piece.isascii() else "\n".join(without_mark(line) for line in piece.split("\n"))
    refuse_unread(findings)


def has_replaced_file(file: str, pieces: Iterable[str], findings: list[Finding]) -> bool:
    """Replace a file by a text; return True if that changed it.

    If reading fails, nothing is written. The text is written beside the file while it is made, so that the largest file
    takes no memory. A file that is changed meanwhile is left as it is.
    """
    untouched = unless_changed(file, stamp(file))
    try:
        replace_file(file, _differing_pieces(file, pieces, findings), ready=untouched)
    except _Unchanged:
        return False
    return True


def is_different_text(file: str, pieces: Iterable[str], findings: list[Finding]) -> bool:
    """Check whether a text differs from that of a file."""
    try:
        for _ in _differing_pieces(file, pieces, findings):
            pass
    except _Unchanged:
        return False
    return True


def _differing_pieces(file: str, pieces: Iterable[str], findings: list[Finding]) -> Iterator[str]:
    new = hashlib.sha256()
    for piece in pieces:
        new.update(piece.encode("utf-8", "surrogateescape"))
        yield piece
    refuse_unread(findings)
    with open(file, "rb") as stream:  # noqa: PTH123
        if hashlib.file_digest(stream, "sha256").digest() == new.digest():
            raise _Unchanged


def refuse_no_folder(folder: str, option: str) -> None:
    """Refuse a folder that is a file, or would be inside one, for `option`."""
    for each in (Path(folder), *Path(folder).parents):
        if each.exists() and not each.is_dir():
            raise RefusalError(_NO_FOLDER, folder=str(each), option=option)


def refuse_unread(findings: Iterable[Finding]) -> None:
    """A refusal, if what was read is not all that there was."""
    for finding in findings:
        if finding.code in UNREADABLE_CODES and finding.severity is Severity.ERROR:
            raise _not_read(finding)


def require_all_hands_read(records: ReadRecords) -> None:
    """Refuse as well if hands of another version were passed over, for counting."""
    refuse_unread(records.findings)
    if records.passed_over is not None:
        raise _not_read(records.passed_over)


def _not_read(finding: Finding) -> RefusalError:
    place = str(finding.span) if finding.span.line else finding.span.file
    said = Words("{said}{advice}", said=Told(finding), advice=Advised(finding))
    return RefusalError(_CANNOT, place=place, code=finding.code, said=said)


_NO_ZSTD: Final = Words(
    "`{file}`: to write `.zst` the library `zstandard` is needed: `pip install zstandard`; `.gz` needs none."
)


def write_output_text(out: Output, text: str, output: str | None) -> None:
    """Write a text to a file, compressed by its extension, or to standard output."""
    write_output_pieces(out, [text], output)


def write_output_pieces(out: Output, pieces: Iterable[str], output: str | None) -> None:
    """The same of a text in pieces."""
    if output and output != STDIN:
        replace_file(output, pieces, packing=packing(output))
    else:
        for piece in pieces:
            out.write(piece)


def packing(file: str) -> Packing | None:
    """Return the compressor for a file by its extension; None if it has none."""
    if file.endswith(".gz"):
        return _gzip
    if not file.endswith(".zst"):
        return None
    try:
        import zstandard
    except ImportError:
        raise RefusalError(_NO_ZSTD, file=file) from None
    return lambda stream: zstandard.ZstdCompressor().stream_writer(stream, closefd=False)


def _gzip(stream: IO[bytes]) -> IO[bytes]:
    from gzip import GzipFile

    # Neither a name nor a time: the same record gives the same bytes.
    return GzipFile(filename="", mode="wb", fileobj=stream, mtime=0)  # type: ignore[return-value]


def open_text_source(source: str, encoding: str) -> TextIO:
    """Open the text of a file or standard input, compressed or not; or refuse."""
    name = encoding_name(source, encoding)
    pieces = _read_byte_pieces(source, wide=name.startswith(("utf-16", "utf-32")))
    binary = io.BufferedReader(_Joined(pieces))  # type: ignore[type-var]
    return io.TextIOWrapper(binary, encoding="utf-8-sig" if name == "utf-8" else name, newline="")


def read_all_bytes(source: str) -> bytes:
    """Read all bytes of a file or standard input, compressed or not, in any encoding."""
    return b"".join(_read_byte_pieces(source, wide=True))


def encoding_name(source: str, encoding: str) -> str:
    """Return Python's name of an encoding; refuse an unknown one."""
    try:
        return known_encoding(encoding)
    except Unreadable as problem:
        _refuse_source(source, problem)
        raise


def _read_byte_pieces(source: str, *, wide: bool) -> Iterator[bytes]:
    try:
        yield from read_bytes(source, wide=wide)
    except Unreadable as problem:
        _refuse_source(source, problem)


def _refuse_source(source: str, problem: Unreadable) -> None:
    place = Span.from_column(source, 1, 1)
    refuse_unread([Finding(code=problem.code, wording=problem.wording, args=problem.values, span=place)])


class _Joined(io.RawIOBase):
    """Pieces of bytes as a stream."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self.pieces = pieces
        self.rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        while not self.rest:
            piece = next(self.pieces, None)
            if piece is None:
                return 0
            self.rest = piece
        taken = self.rest[: len(buffer)]
        self.rest = self.rest[len(taken) :]
        buffer[: len(taken)] = taken
        return len(taken)
