"""Sources of records, opened and read piece by piece.

Terms. A *source* is a path, a URL (`core/notation/addresses.py`), `-` for standard input, an open file, or a text
inside a `Text`. Bytes that are not UTF-8 become lone surrogates, so that a finding can name their line. The first
bytes identify files of office programs, which are not texts. They also identify other forms of records and tables, of
which `calarec convert` makes records.
"""

from __future__ import annotations

import codecs
import io
import os
import re
import sys
from typing import IO, TYPE_CHECKING, Any, Final, TypeAlias

from calarec.core.base.errors import PortableError
from calarec.core.base.frozen import NamedTuple
from calarec.core.base.spans import Span
from calarec.core.notation.blocks import MAX_BLOCK_CHARACTERS, MAX_LINE_CHARACTERS, MAX_UNPACKED_BYTES
from calarec.core.notation.stamps import NO_STAMP, AddressStamp, StampedFile, is_address
from calarec.core.wording.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


DOCUMENT_OPENINGS: Final = (b"PK\x03\x04", b"%PDF", b"\xd0\xcf\x11\xe0", b"{\\rtf")
"""The first bytes of document formats; no record begins so."""
_IN_ARCHIVE: Final = (
    (b"word/", "word"),
    (b"xl/", "sheet"),
    (b"application/vnd.oasis.opendocument.text", "writer"),
    (b"application/vnd.oasis.opendocument.spreadsheet", "sheet"),
)
_DOCUMENT_SIGNS: Final = ((b"%PDF", "pdf"), (b"{\\rtf", "rtf"), (b"\xd0\xcf\x11\xe0", "office"))


def document_wording(first: bytes) -> str:
    """The wording of CAL015 for a document with these first bytes; empty if none."""
    if not first.startswith(DOCUMENT_OPENINGS):
        return ""
    inside = next((kind for sign, kind in _IN_ARCHIVE if sign in first), "archive")
    return next((kind for sign, kind in _DOCUMENT_SIGNS if first.startswith(sign)), inside)


def other_form_wording(first: bytes) -> str:
    """The wording of CAL015 for a text that `convert` may convert; empty if none."""
    text = first.removeprefix(codecs.BOM_UTF8)
    if text.lstrip()[:1] == b"{" and re.match(rb'\s*\{\s*"format"\s*:\s*"cal-json/', text):
        return "json"
    if text.startswith(b"calpack ") and text[8:9].isdigit():
        return "packed"
    return "table" if _is_table(first) else ""


# A record with commas in its first lines stays a record, whatever is wrong with it.
def _is_table(first: bytes) -> bool:
    """Check whether the first two lines have equally many cells, unlike a record's."""
    head, line = [*first.split(b"\n", 2), b"", b""][:2]
    even = any(head.count(sign) == line.count(sign) >= _MIN_CELL_SIGNS for sign in (b",", b";", b"\t"))
    return even and not head.startswith(b";") and not re.search(_A_LINE, first)


UNREADABLE_CODES: Final = frozenset({"CAL001", "CAL002", "CAL008", "CAL009", "CAL010", "CAL011", "CAL015"})
"""Codes that say that an input, or a part of it, could not be read at all."""

FIRST_BYTES: Final = 1 << 16
_CHUNK_BYTES: Final = 1 << 20
_SIP_BYTES: Final = 2048
_GZIP: Final = b"\x1f\x8b"
# Patterns for what few files have are compiled by `re` when one has it: each takes 0.2 ms of every start.
_SURROGATE: Final = "[\ud800-\udfff]"
_ZSTD: Final = b"\x28\xb5\x2f\xfd"
_WIDE_NAMES: Final = ("utf-16", "utf-32")
"""Encodings, as Python calls them, in whose texts there are zero bytes."""

_A_LINE: Final = rb"(?:\A|\n)(?:\xef\xbb\xbf)?[ \t]*(?:cal|hand|rules|seat|dealer|deal|bid)[ \t\r\n]"
"""A line that begins like one of a record, a byte a letter."""
_A_HAND: Final = rb"(?:\A|\n)\0*[ \t\0]*h\0*a\0*n\0*d\0*[ \t\r\n]"
"""A line that begins a hand, also in a text with zero bytes."""
_MIN_CELL_SIGNS: Final = 3
"""The fewest separators in a score sheet: a column for the hand and three players."""
_NO_TEXTS: Final = ("idna", "punycode", "raw-unicode-escape", "unicode-escape", "utf-7")
"""Encodings of names and of programs' sources, as Python calls them."""
BYTE_ORDER_MARK: Final = "\ufeff"
"""A mark of byte order, which some programs write before a text."""
BAD_LINE: Final = "\x1a"
"""The mark after a line with bytes that are not UTF-8; no pattern matches it."""


class Text(NamedTuple):
    """A text to be read as if it were a file of that name."""

    text: str
    file: str = "-"


Source: TypeAlias = "str | Path | Text | StampedFile | IO[str] | IO[bytes]"


class Unreadable(PortableError):  # noqa: N818 - it is a finding on its way, not an error of the program
    """Reading stops; `code` and `args` say why."""

    def __init__(self, code: str, wording: str = "", **args: object) -> None:
        super().__init__(code)
        self.code = code
        self.wording = wording
        self.values: dict[str, object] = args


def without_mark(line: str) -> str:
    """A line without the mark that it is none."""
    return line.removesuffix(BAD_LINE) if re.search(_SURROGATE, line) else line


def to_presentable(line: str) -> str:
    """A line as it can be shown and encoded: a sign for each byte that is not text."""
    return line if line.isascii() else re.sub(_SURROGATE, "\ufffd", without_mark(line))


def source_name(source: Source) -> str:
    """The name of a source in findings."""
    if isinstance(source, Text | StampedFile):
        return source.file
    if isinstance(source, str | os.PathLike):
        return str(source)
    return str(getattr(source, "name", "-"))


def read_chunks(source: Source, encoding: str, findings: list[Finding]) -> Iterator[str]:
    """Yield the text in pieces of whole lines; a failure goes to `findings`."""
    lines, last = 0, ""
    text, at = source.text if isinstance(source, Text) else None, 0
    try:
        for piece in _read_pieces(source, encoding):
            if text is None:
                lines += last.count("\n")
            at, last = at + len(last), piece
            yield piece
    except Unreadable as problem:
        if text is not None:
            lines = text.count("\n", 0, at)
        place = Span.from_column(source_name(source), lines + last.count("\n") + 1, 1)
        findings.append(Finding(code=problem.code, span=place, wording=problem.wording, args=problem.values))


def _read_pieces(source: Source, encoding: str) -> Iterator[str]:
    if isinstance(source, Text):
        text = source.text
        parts = (text[at : at + _CHUNK_BYTES] for at in range(0, len(text), _CHUNK_BYTES))
        yield from map(
            _mark_bad_lines, _join_whole_lines(parts) if len(text) > MAX_BLOCK_CHARACTERS else [text] * bool(text)
        )
        return
    if isinstance(source, io.TextIOBase):
        yield from map(_mark_bad_lines, _join_whole_lines(iter(lambda: source.read(_CHUNK_BYTES), "")))
        return
    stream, ours = _open_stream(source)
    try:
        name = known_encoding(encoding)
        if name == "utf-8":
            yield from _decode_utf8(_require_record(_read_stream(stream, limited=True)))
        else:
            pieces = _read_stream(stream, wide=name.startswith(_WIDE_NAMES), limited=True)
            yield from map(_mark_bad_lines, _join_whole_lines(_decode_pieces(pieces, encoding)))
    except (LookupError, ValueError) as error:
        raise Unreadable("CAL001", "encoding", name=encoding) from error
    finally:
        if ours:
            stream.close()


def known_encoding(named: str) -> str:
    """Python's name of an encoding; Unreadable if it is unknown or none of texts."""
    try:
        b"\0\0\0\0".decode(named, "replace")
        name = codecs.lookup(named).name
        if name in _NO_TEXTS:
            raise LookupError(named)
        return name
    except (LookupError, ValueError) as error:
        raise Unreadable("CAL001", "encoding", name=named) from error


def read_bytes(source: Source, *, wide: bool = False) -> Iterator[bytes]:
    """Yield the bytes of a source, unpacked; Unreadable if missing or no text."""
    stream, ours = _open_stream(source)
    try:
        yield from _read_stream(stream, wide=wide)
    finally:
        if ours:
            stream.close()


def open_file_or_address(file: str, stamp: AddressStamp = NO_STAMP, start: int = 0, stop: int = 0) -> io.BufferedReader:
    """Open a file from `start` on, or the file at a URL up to `stop` if not 0."""
    if is_address(file):
        from calarec.core.notation.addresses import open_address

        return open_address(file, stamp, start, stop)
    stream = open(file, "rb")  # noqa: PTH123, SIM115 - whoever asked closes it
    if start:  # a pipe can be read from its beginning alone
        stream.seek(start)
    return stream


def _open_stream(source: Source) -> tuple[IO[bytes], bool]:
    """A binary stream, and whether it is ours to close."""
    if source == "-":
        if sys.stdin is None:
            raise Unreadable("CAL001", "stdin")
        return sys.stdin.buffer, False
    if isinstance(source, str | os.PathLike | StampedFile):
        try:
            return open_file_or_address(source.file, source.stamp) if isinstance(
                source, StampedFile
            ) else open_file_or_address(os.fspath(source)), True
        except IsADirectoryError as error:
            raise Unreadable("CAL001", "folder", name=source_name(source)) from error
        except FileNotFoundError as error:
            raise Unreadable("CAL001", name=source_name(source)) from error
        except (OSError, ValueError) as error:
            from calarec.core.wording.system_errors import why_refused

            raise Unreadable("CAL001", "reason", name=source_name(source), reason=why_refused(error)) from error
    assert not isinstance(source, Text)
    return source, False  # type: ignore[return-value]


def _read_stream(stream: IO[bytes], *, wide: bool = False, limited: bool = False) -> Iterator[bytes]:
    """Yield chunks of bytes, unpacked for packed files; zero bytes need wide text.

    `limited`: of a packed record only as much is unpacked as hands need.
    """
    first = b""
    try:
        first = stream.read(FIRST_BYTES)
        if first.startswith((_GZIP, _ZSTD)):
            unpacked = _unpack_members(first, stream, *_make_unpacker(first))
            yield from _limit_unpacking(unpacked) if limited else unpacked
            return
        if first.startswith(DOCUMENT_OPENINGS):
            raise Unreadable("CAL015", document_wording(first))
        if not wide and (first.startswith((b"\xff\xfe", b"\xfe\xff")) or has_no_lines(first)):
            raise Unreadable("CAL015")
        yield first
        while chunk := stream.read(_CHUNK_BYTES):
            yield chunk
    except OSError as error:
        from calarec.core.wording.system_errors import why_refused

        packed = first.startswith((_GZIP, _ZSTD))
        raise Unreadable("CAL010", "" if packed else "reading", reason=why_refused(error)) from error


def _require_record(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces, unless they begin another form."""
    first = next((piece for piece in pieces if piece), b"")
    found = other_form_wording(first)
    if found:
        raise Unreadable("CAL015", found)
    yield first
    yield from pieces


def has_no_lines(first: bytes) -> bool:
    """Check whether a file with zero bytes is not text, unlike a damaged record."""
    return b"\0" in first[:4096] and not re.search(_A_LINE, first)


def _make_unpacker(first: bytes) -> tuple[Callable[[], Any], type[Exception]]:
    """The unpacker for one member of a packed file, and its exception."""
    if first.startswith(_GZIP):
        import zlib

        return lambda: zlib.decompressobj(wbits=31), zlib.error
    try:
        import zstandard
    except ImportError as error:
        raise Unreadable("CAL011") from error
    return lambda: zstandard.ZstdDecompressor().decompressobj(), zstandard.ZstdError


def _unpack_members(
    first: bytes, stream: IO[bytes], new: Callable[[], Any], complaint: type[Exception]
) -> Iterator[bytes]:
    """The members of a packed file, in sips: a few bytes may stand for a great many."""
    packed = io.BufferedReader(_RewoundStream(first, stream))  # type: ignore[type-var]
    member = None
    try:
        while sip := packed.read(_SIP_BYTES):
            while sip:
                member = member or new()
                yield member.decompress(sip)
                sip = b""
                if member.eof:
                    sip = member.unused_data.lstrip(b"\0")
                    member = None
    except complaint as error:
        raise Unreadable("CAL010", wording="damaged") from error
    if member is not None:
        raise Unreadable("CAL010", wording="short")


def _limit_unpacking(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces, until too many of them have no hand: then nothing more is unpacked."""
    idle = 0
    for piece in pieces:
        idle = 0 if re.search(_A_HAND, piece) else idle + len(piece)
        if idle > MAX_UNPACKED_BYTES:
            raise Unreadable("CAL009", "packed", limit=MAX_UNPACKED_BYTES >> 20)
        yield piece


class _RewoundStream(io.RawIOBase):
    """A stream with its first bytes put back."""

    def __init__(self, first: bytes, rest: IO[bytes]) -> None:
        self.first = first
        self.rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        taken = self.first[: len(buffer)] or self.rest.read(len(buffer))
        self.first = self.first[len(taken) :]
        buffer[: len(taken)] = taken
        return len(taken)


def _decode_utf8(pieces: Iterator[bytes]) -> Iterator[str]:
    rest = b""
    for piece in pieces:
        rest += piece
        cut = rest.rfind(b"\n") + 1
        if cut:
            yield _decode_piece(rest[:cut])
            rest = rest[cut:]
        elif len(rest) > MAX_BLOCK_CHARACTERS:
            raise Unreadable("CAL008", limit=MAX_LINE_CHARACTERS)
    if rest:
        yield _decode_piece(rest)


def _decode_piece(piece: bytes) -> str:
    try:
        return piece.decode()
    except UnicodeDecodeError:
        return _mark_bad_lines(piece.decode(errors="surrogateescape"))


def _mark_bad_lines(piece: str) -> str:
    """The text with its lines that are none marked."""
    if piece.isascii() or not re.search(_SURROGATE, piece):
        return piece
    return "\n".join(line + BAD_LINE if re.search(_SURROGATE, line) else line for line in piece.split("\n"))


def _decode_pieces(pieces: Iterator[bytes], encoding: str) -> Iterator[str]:
    first = next(pieces, b"")
    if encoding == "utf-16" and not first.startswith((b"\xff\xfe", b"\xfe\xff")):
        # Without its mark the order shows in the letters, which here are nearly all of the first 256.
        encoding = "utf-16-be" if first.startswith(b"\0") else "utf-16-le"
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        yield decoder.decode(first)
        for piece in pieces:
            yield decoder.decode(piece)
        yield decoder.decode(b"", final=True)
    except UnicodeError as error:
        raise Unreadable("CAL015", "encoding", name=encoding) from error


def _join_whole_lines(pieces: Iterator[str]) -> Iterator[str]:
    rest = ""
    for piece in pieces:
        rest += piece
        cut = rest.rfind("\n") + 1
        if cut:
            yield rest[:cut]
            rest = rest[cut:]
        elif len(rest) > MAX_BLOCK_CHARACTERS:
            raise Unreadable("CAL008", limit=MAX_LINE_CHARACTERS)
    if rest:
        yield rest
