"""Messages of an editor as they arrive: a notice replaces each unreadable one.

The server that reads them would read a header that it does not know for ever, and as many bytes as a header promises.
Here the sizes of headers and messages are limited, and reading continues after a wrong one at the next readable header.
"""

from __future__ import annotations

import json
import re
from typing import Final, Protocol

from calarec.core.base.errors import PortableError

MAX_MESSAGE_BYTES: Final = 1 << 26
"""64 MiB: a file a hundred times as long as an evening of a whole year."""
_MAX_HEADER_BYTES: Final = 1 << 12
_CHUNK_BYTES: Final = 1 << 16
# Within JSON no line can be a header: a line break in a JSON string is escaped.
_NEXT_HEADER: Final = re.compile(rb"content-length:[ \t]*\d{1,18}[ \t]*\r?\n", re.IGNORECASE)
"""The start of the next message: text within JSON has no line ends."""
_EMPTY_LINE: Final = re.compile(rb"\r?\n\r?\n")
_LINE: Final = re.compile(rb"([A-Za-z0-9-]+)[ \t]*:([^\r\n]*)")
_LONGEST_BEGINNING: Final = 128
"""More bytes than a header that is still incomplete can have."""
UNREADABLE: Final = "$/calarec/unreadable"
"""The notification for an unreadable message; its parameters name the reason."""


class ByteStream(Protocol):
    """A source of bytes: it returns what is there, and waits only if there is nothing."""

    def read1(self, size: int, /) -> bytes:
        """Read at most `size` bytes; none at the end."""


class MessageInput:
    """A stream that holds whole messages only, read by lines and by bytes."""

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream
        self._held = bytearray()
        """Bytes that have arrived and were not examined yet."""
        self._ready = b""
        """The message that is being handed on."""
        self._has_ended = False

    def readline(self) -> bytes:
        """A line of a header; nothing at the end."""
        if not self._ready:
            self._ready = self._next_message()
        line, end, self._ready = self._ready.partition(b"\n")
        return line + end

    def read(self, size: int) -> bytes:
        """Read `size` bytes of the message whose header was read."""
        part, self._ready = self._ready[:size], self._ready[size:]
        return part

    def close(self) -> None:
        """Do nothing: the stream belongs to the caller."""

    def _next_message(self) -> bytes:
        """Return the next message with a header; a notice if unreadable; empty at the end."""
        try:
            header = self._header()
            length = None if header is None else _length_of(header)
            body = None if length is None else self._take(length)
        except _WrongMessageError as error:
            self._held[:0] = error.rest
            self._skip_to_header()
            notice = {"jsonrpc": "2.0", "method": UNREADABLE, "params": {"reason": error.reason}}
            body = json.dumps(notice).encode()
        return b"" if body is None else b"Content-Length: %d\r\n\r\n%b" % (len(body), body)

    def _header(self) -> bytes | None:
        """The lines up to an empty one; None at the end."""
        looked = 0
        while True:
            end = _EMPTY_LINE.search(self._held, max(looked - 3, 0))
            if end is not None and end.end() <= _MAX_HEADER_BYTES:
                header = bytes(self._held[: end.start()])
                del self._held[: end.end()]
                return header
            if len(self._held) > _MAX_HEADER_BYTES:
                # Its own beginning is not found once more.
                del self._held[:1]
                raise _WrongMessageError("header")
            looked = len(self._held)
            if not self._has_more():
                return None

    def _take(self, length: int) -> bytes | None:
        """Take `length` bytes; None if the stream ends before."""
        while len(self._held) < length:
            if not self._has_more():
                return None
        taken = bytes(self._held[:length])
        del self._held[:length]
        return taken

    def _skip_to_header(self) -> None:
        """Passes over everything before a header that can be read."""
        while True:
            found = _NEXT_HEADER.search(self._held)
            if found is not None:
                del self._held[: found.start()]
                return
            del self._held[:-_LONGEST_BEGINNING]
            if not self._has_more():
                return

    def _has_more(self) -> bool:
        """Waits for more; False at the end."""
        arrived = b"" if self._has_ended else self._stream.read1(_CHUNK_BYTES)
        self._held += arrived
        self._has_ended = not arrived
        return not self._has_ended


class _WrongMessageError(PortableError):
    """An unreadable message, with the reason: `header` or `size`.

    The rest may contain the next message.
    """

    def __init__(self, reason: str, rest: bytes = b"") -> None:
        super().__init__(reason)
        self.reason, self.rest = reason, rest


def _length_of(header: bytes) -> int:
    """Return the length stated in a header; raise unless there is one valid length."""
    lengths, place = [], 0
    for line in header.splitlines(keepends=True):
        read = _LINE.match(line)
        if read is None:
            raise _WrongMessageError("header", header[place + 1 :] + b"\r\n\r\n")
        if read[1].lower() == b"content-length":
            lengths.append(read[2].strip())
        place += len(line)
    if len(lengths) != 1 or not re.fullmatch(rb"[0-9]{1,4096}", lengths[0]) or not lengths[0].strip(b"0"):
        raise _WrongMessageError("header")
    digits = lengths[0].lstrip(b"0")
    if len(digits) > len(str(MAX_MESSAGE_BYTES)) or int(digits) > MAX_MESSAGE_BYTES:
        raise _WrongMessageError("size")
    return int(digits)
