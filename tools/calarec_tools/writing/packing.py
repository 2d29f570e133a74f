"""Compressed files: written as their ending says, read by what they are."""

from __future__ import annotations

import io
from typing import IO, TYPE_CHECKING, Final

from calarec.diagnostics import Diagnostic
from calarec.language import Words
from calarec.notation.source import Unreadable, bytes_of, known_encoding
from calarec.text import Span
from calarec_tools.cli.output import RefusalError
from calarec_tools.writing.whole import refuse_unread

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from calarec.notation.replacing import Packing

_NO_ZSTD: Final = Words(
    "`{file}`: to write `.zst` the library `zstandard` is needed: `pip install zstandard`; `.gz` needs none."
)


def packing(file: str) -> Packing | None:
    """What compresses a file that is to be written; None if its ending asks for nothing."""
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


def opened(source: str, encoding: str) -> TextIO:
    """The text of a file or of standard input, compressed or not; what cannot be read is a refusal."""
    name = known(source, encoding)
    pieces = _read(source, wide=name.startswith(("utf-16", "utf-32")))
    binary = io.BufferedReader(_Joined(pieces))  # type: ignore[type-var]
    return io.TextIOWrapper(binary, encoding="utf-8-sig" if name == "utf-8" else name, newline="")


def known(source: str, encoding: str) -> str:
    """What Python calls an encoding; a refusal if there is none of that name."""
    try:
        return known_encoding(encoding)
    except Unreadable as problem:
        _refuse(source, problem)
        raise


def _read(source: str, *, wide: bool) -> Iterator[bytes]:
    try:
        yield from bytes_of(source, wide=wide)
    except Unreadable as problem:
        _refuse(source, problem)


def _refuse(source: str, problem: Unreadable) -> None:
    place = Span.at(source, 1, 1)
    refuse_unread([Diagnostic(code=problem.code, wording=problem.wording, args=problem.values, span=place)])


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
