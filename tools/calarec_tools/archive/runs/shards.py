"""Cuts files into shards: pieces that can be checked apart from one another.

Terms. A *shard* is a run of whole hands of one file: a byte range of it, or a text where the file can
only be read from its start. Its *context* is the state of the evening after the lines before it.
"""

from __future__ import annotations

import os
import re
import stat
from io import BytesIO
from typing import TYPE_CHECKING, Final, TypeVar

from calarec.core.base.frozen import NamedTuple
from calarec.core.base.spans import Span
from calarec.core.notation.addresses import fetch_beginning
from calarec.core.notation.blocks import MAX_BLOCK_CHARACTERS, MAX_LINE_CHARACTERS, cut_into_blocks
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.reader import Records, read_records
from calarec.core.notation.single_lines import hand_name_in
from calarec.core.notation.source import (
    DOCUMENT_OPENINGS,
    Text,
    has_no_lines,
    open_file_or_address,
    other_form_wording,
    read_chunks,
)
from calarec.core.notation.stamps import NO_STAMP, AddressStamp, StampedFile, is_address
from calarec.core.records.model import Preamble
from calarec.core.wording.findings import Finding
from calarec.core.wording.system_errors import why_refused
from calarec.rule_files.cache import sha256

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.notation.source import Source

TARGET_SHARD_BYTES: Final = 1 << 20
"""Bytes of a shard, roughly."""
_MAX_SHARD_BYTES: Final = MAX_BLOCK_CHARACTERS
"""The maximum size of a shard: no record is longer without an `end` line."""
_KEPT_LINE_BYTES: Final = 4 * MAX_LINE_CHARACTERS + 4
"""Bytes that are kept of a line that is longer: enough to see that it is too long."""
_OTHER_FORMS: Final = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xff\xfe", b"\xfe\xff", *DOCUMENT_OPENINGS)
_CAL: Final = r"cal [0-9]{1,9}[ \t]*(?:;[^\n]*)?\r?\n"
"""A line that certainly begins an evening; unreadable lines may begin none."""
_BEGUN: Final = re.compile(rf"\n(?={_CAL})")
_NEXT_EVENING: Final = re.compile(rb"\nend[^\n]*\n()(?=(?:[ \t\r]*(?:;[^\n]*)?\n)*" + _CAL.encode() + rb")")
_EVENING_BEGINS: Final = re.compile(rb"(?m)^" + _CAL.encode())
_FIRST_BYTES: Final = 4096
"""Bytes that decide the kind of a file."""
_OVERLAP_BYTES: Final = 4096
"""Bytes at the end of a piece that are searched again with the next piece.

They can hold an `end` line and the blank lines after it.
"""
_EVENING: Final = ("cal ", "rules", "tag ", "table ", "seat ", "leave ", "dummy", "match")
"""Words that occur in each piece that changes the state of the evening."""

Piece = TypeVar("Piece", str, bytes)


class Context(NamedTuple):
    """The state of the evening where a shard begins."""

    session: Preamble = Preamble()
    evenings: int = 0
    foreign: bool = False
    name: str = ""
    """The name of the hand before."""
    held: Preamble | None = None
    """The preamble of the hand before, without its tags; later changes are not in it."""


class Shard(NamedTuple):
    """A piece of a file: its `text`, or its range of bytes if it can be read again."""

    file: str
    line: int = 1
    """Number of its first line."""
    start: int = 0
    end: int = 0
    text: str | None = None
    context: Context = Context()
    first: bool = True
    last: bool = True
    findings: tuple[Finding, ...] = ()
    """Why the file cannot be read further."""
    stamp: AddressStamp = NO_STAMP
    """The version of the file behind a URL, as the server stated it."""

    @property
    def shard_source(self) -> Source:
        """The source for readers: the file if the shard is all of it, otherwise the text."""
        whole = self.text is None and (not self.end or (self.first and self.last))
        if whole and self.stamp != NO_STAMP:
            return StampedFile(self.file, self.stamp)
        return self.file if whole else Text(self.shard_text(), self.file)

    @property
    def size(self) -> int:
        """Bytes, or characters."""
        return self.end - self.start if self.text is None else len(self.text)

    def to_be_sent(self) -> Shard:
        """Return the shard as it is sent: without its text if that can be read again."""
        return self._replace(text=None) if self.end else self

    def identity(self) -> str:
        """All that the results of the shard depend on: its context and its text."""
        about = (self.file, self.line, self.context, self.first, self.last, self.findings)
        if self.text is not None or self.end:
            return f"{about!r}\n{sha256(self.shard_text().encode('utf-8', 'surrogatepass'))}"
        import hashlib

        with open_file_or_address(self.file, self.stamp) as stream:
            return f"{about!r}\n{hashlib.file_digest(stream, 'sha256').hexdigest()}"

    def shard_text(self) -> str:
        """Its text; bytes that are not text become lone surrogates."""
        if self.text is not None:
            return self.text
        return self.raw().decode("utf-8", "surrogateescape")

    def raw(self) -> bytes:
        """Its bytes in the file."""
        with open_file_or_address(self.file, self.stamp, self.start, self.end) as stream:
            return stream.read(self.end - self.start)


def records_of(source: str | Shard) -> Records:
    """Read the hands of a file or a shard."""
    return read_records(source) if isinstance(source, str) else read_records(source.shard_source, line=source.line)


def shards(file: str, *, size: int = TARGET_SHARD_BYTES, alone: bool = False) -> Iterator[Shard]:
    """The shards of a file, in order; together they hold every line of it.

    `alone`: the caller goes through all of them, and needs no lines before each.
    """
    findings: list[Finding] = []
    held: Shard | None = None
    begun = _beginning(file)
    if begun.plain:
        pieces = _byte_pieces(file, size, begun, findings)
    else:
        pieces = _text_pieces(read_chunks(file, "utf-8", findings), size)
    for shard in _with_context(file, pieces, alone=alone):
        if held is not None:
            yield held._replace(last=False)
        held = shard._replace(stamp=begun.stamp)
    yield (held or Shard(file, text=""))._replace(findings=tuple(findings))


def whole_shard(file: str) -> Shard:
    """All of a file as one shard; it is not read."""
    return Shard(file, stamp=_beginning(file).stamp if is_address(file) else NO_STAMP)


def evening_shards(file: str, *, size: int = TARGET_SHARD_BYTES) -> Iterator[Shard]:
    """Cut a file into shards that begin with an evening.

    A file that can only be read from its start is one shard, and is not read.
    """
    begins = _beginning(file)
    stamp = begins.stamp
    if not begins.plain or begins.size <= size:
        yield Shard(file, stamp=stamp)
        return
    at = start = evenings = 0
    line = 1
    with open_file_or_address(file, stamp) as stream:
        begun = b""
        for piece in iter(lambda: stream.read(size), b""):
            text = begun + piece
            first = at - len(begun)
            # Where an evening begins is seen with its `cal `: the end of a piece is looked at with the next.
            for found in _NEXT_EVENING.finditer(text):
                stop = first + found.start(1)
                if stop - start < size or stop <= start:
                    continue
                context = Context(evenings=evenings)
                shard = Shard(file, line, start, stop, None, context, start == 0, last=False, stamp=stamp)
                yield shard
                raw = shard.raw()
                line += raw.count(b"\n")
                evenings += len(_EVENING_BEGINS.findall(raw))
                start = stop
            at += len(piece)
            begun = text[-_OVERLAP_BYTES:]
    yield Shard(file, line, start, at, None, Context(evenings=evenings), start == 0, stamp=stamp)


class _Cut(NamedTuple):
    """A piece of a file, and its place there."""

    text: str
    lines: int
    at: int
    length: int
    in_file: bool
    left_out: int = 0
    """The number of omitted bytes after it: the rest of a line that is too long."""


class _Beginning(NamedTuple):
    """The start of a file, and whether the file can be read from any place."""

    plain: bool = False
    size: int = 0
    stamp: AddressStamp = NO_STAMP
    whole: bytes | None = None
    """All of a small file: opening it takes as long as reading it."""


def _beginning(file: str) -> _Beginning:
    try:
        if is_address(file):
            found = fetch_beginning(file)
            return _Beginning(found.in_parts and _is_plain(found.first), found.stamp.length, found.stamp)
        status = os.stat(file)  # noqa: PTH116
        if not stat.S_ISREG(status.st_mode):
            return _Beginning()
        with open(file, "rb") as stream:  # noqa: PTH123
            head = stream.read(_FIRST_BYTES)
            whole = head if len(head) == status.st_size < _FIRST_BYTES else None
            return _Beginning(_is_plain(head), status.st_size, NO_STAMP, whole)
    except (OSError, ValueError):
        return _Beginning()


def _is_plain(head: bytes) -> bool:
    return not head.startswith(_OTHER_FORMS) and not has_no_lines(head) and not other_form_wording(head)


def _byte_pieces(file: str, size: int, begun: _Beginning, findings: list[Finding]) -> Iterator[_Cut]:
    at = lines = 0
    try:
        with BytesIO(begun.whole) if begun.whole is not None else open_file_or_address(file, begun.stamp) as stream:
            read = iter(lambda: stream.read(size), b"")
            for piece, left_out in _whole_hands(read, b"\nhand", b"\nend", b"\n", size):
                text, more = piece.decode("utf-8", "surrogateescape"), piece.count(b"\n")
                yield _Cut(text, more, at, len(piece), in_file=True, left_out=left_out)
                at += len(piece) + left_out
                lines += more
    except OSError as error:
        place = Span.from_column(file, lines + 1, 1)
        reason = why_refused(error)
        findings.append(Finding(code="CAL010", wording="reading", span=place, args={"reason": reason}))


def _text_pieces(pieces: Iterator[str], size: int) -> Iterator[_Cut]:
    for piece, _left_out in _whole_hands(pieces, "\nhand", "\nend", "\n", size):
        yield _Cut(piece, piece.count("\n"), 0, len(piece), in_file=False)


def _behind_a_hand(rest: Piece, hand: Piece, end: Piece, newline: Piece) -> int:
    """Return the position after the last complete hand; 0 if there is none.

    An `end` without a hand is ignored.
    """
    until, begun = len(rest), rest.rfind(hand)
    while begun >= 0 or (until and rest.startswith(hand[1:])):
        at = rest.find(end, max(begun, 0), until)
        while at >= 0 and rest[at + 4 : at + 5] != newline and not rest[at + 4 : at + 5].isspace():
            at = rest.find(end, at + 1, until)
        stop = rest.find(newline, at + 1) + 1 if at >= 0 else 0
        if stop or begun < 0:
            return stop
        until, begun = begun, rest.rfind(hand, 0, begun)
    return 0


def _whole_hands(
    pieces: Iterator[Piece], hand: Piece, end: Piece, newline: Piece, size: int
) -> Iterator[tuple[Piece, int]]:
    """Join pieces until they are large enough, and cut them after a hand.

    Each piece comes with the number of bytes omitted after it: a line longer than a piece is not kept to its end.
    """
    rest = newline[:0]
    waiting = iter(pieces)
    for piece in waiting:
        rest += piece
        if len(rest) < size:
            continue
        stop = _behind_a_hand(rest, hand, end, newline)
        if stop:
            yield rest[:stop], 0
            rest = rest[stop:]
        elif len(rest) > _MAX_SHARD_BYTES:
            stop = rest.rfind(newline) + 1
            if stop:
                yield rest[:stop], 0
                rest = rest[stop:]
            else:
                kept = rest[:_KEPT_LINE_BYTES]
                left_out, rest = _to_line_end(rest[_KEPT_LINE_BYTES:], waiting, newline)
                yield kept, left_out
    if rest:
        yield rest, 0


def _to_line_end(rest: Piece, pieces: Iterator[Piece], newline: Piece) -> tuple[int, Piece]:
    """Skip to the end of a line; return the number of bytes skipped and the rest."""
    left_out = 0
    while (at := rest.find(newline)) < 0:
        left_out += len(rest)
        following = next(pieces, None)
        if following is None:
            return left_out, newline[:0]
        rest = following
    return left_out + at, rest[at:]


def _with_context(file: str, pieces: Iterator[_Cut], *, alone: bool) -> Iterator[Shard]:
    """Yield a shard for each piece, with the context of the pieces before it."""
    evening = PreambleBuilder(file)
    context, line, first = Context(), 1, True
    for cut in pieces:
        end = cut.at + cut.length if cut.in_file else 0
        yield Shard(file, line, cut.at if cut.in_file else 0, end, cut.text, context, first)
        if not alone:
            _advance(evening, cut.text, file, line)
            name = _last_name(cut.text)
            context = Context(evening.session, evening.count, evening.foreign, name, evening.held)
        line += cut.lines
        first = False


def _advance(evening: PreambleBuilder, text: str, file: str, line: int) -> None:
    """Update the evening by the lines of a piece, which begins at `line`."""
    last = max(_last_place_of(text, word) for word in _EVENING)
    hand = 0 if text.startswith("hand") else _last_place_of(text, "\nhand")
    if last < 0:
        evening.held = evening.session if hand >= 0 else evening.held
        return
    begun = [each.start() for each in _BEGUN.finditer(text) if each.start() <= hand]
    if begun:
        # A new evening forgets all that was said before it; one in which there was no hand yet has said nothing.
        at = begun[-1] + 1
        evening.count += len(begun) - 1
        line += text.count("\n", 0, at)
        text, last = text[at:], last - at
    end = text.find("\nhand", last) + 1
    reader = HandReader(file, evening)
    for block in cut_into_blocks(iter([text[:end] if end else text])):
        reader.skim_block(block._replace(line=block.line + line - 1))
    evening.held = evening.session if end else evening.held


def _last_place_of(text: str, word: str) -> int:
    """Return the last position of a rare word; -1 if there is none.

    It searches from the front, which is much quicker.
    """
    at, following = -1, text.find(word)
    while following >= 0:
        at, following = following, text.find(word, following + 1)
    return at


def _last_name(text: str) -> str:
    at = text.rfind("\nhand") + 1
    return hand_name_in(text[at:].partition("\n")[0]) if at else ""
