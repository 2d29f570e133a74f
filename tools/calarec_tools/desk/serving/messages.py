"""HTTP/1.1 as far as the page needs it, read strictly and within limits.

Anything but one of the few requests of the page is refused: nothing is guessed, and nothing is put together from
ambiguous pieces. A request has one deadline as a whole, so that slow senders hold no thread for long.
"""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Final

from calarec.core.base.errors import PortableError
from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from socket import socket

MAX_HEAD_BYTES: Final = 16_384
MAX_HEADERS: Final = 64
MAX_BODY_BYTES: Final = 9_000_000
"""A file of four million bytes as base64, and the text around it."""
REQUEST_SECONDS: Final = 20.0
"""The whole of a request has to be here by then."""
IDLE_SECONDS: Final = 15.0
"""The time for which a connection waits for its next request."""
_PIECE_BYTES: Final = 65_536
_LINE: Final = re.compile(r"(GET|HEAD|POST) (/[!-~]{0,2000}) HTTP/1\.1")
_HEADER: Final = re.compile(r"([A-Za-z0-9-]{1,64}):[ \t]*([ -~\t]*)")
_ONCE: Final = frozenset({"host", "content-length", "content-type", "origin", "cookie"})
_DIGITS: Final = re.compile(r"\d{1,9}", re.ASCII)
_REASONS: Final = {
    200: "OK", 204: "No Content", 303: "See Other", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 409: "Conflict", 413: "Content Too Large", 415: "Unsupported Media Type",
    429: "Too Many Requests", 500: "Internal Server Error", 503: "Service Unavailable",
}  # fmt: skip


class BadRequestError(PortableError):
    """A request that is refused unanswered; the connection ends with it."""

    def __init__(self, status: int = 400) -> None:
        super().__init__(status)
        self.status = status


class Request(NamedTuple):
    """A request: method, path and query as sent, headers by lower-case name, body."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: bytes = b""


class Response(NamedTuple):
    """A status with headers of its own and a body."""

    status: int
    body: bytes = b""
    kind: str = "text/plain; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()

    def to_bytes(self, standing: tuple[tuple[str, str], ...], *, is_head: bool, is_last: bool) -> bytes:
        """The bytes to be sent; own headers replace those of `standing`."""
        lines = [f"HTTP/1.1 {self.status} {_REASONS[self.status]}", f"Content-Length: {len(self.body)}"]
        lines += [
            f"Content-Type: {self.kind}",
            *(f"{name}: {value}" for name, value in (dict(standing) | dict(self.headers)).items()),
        ]
        lines += ["Connection: close"] if is_last else []
        head = "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n"
        return head if is_head else head + self.body


class RequestReader:
    """Reads the requests of one connection, one after another."""

    def __init__(self, connection: socket) -> None:
        self.connection = connection
        self.left = b""

    def next_request(self) -> Request | None:
        """Return the next request; None if the other side is done, or silent for too long."""
        if not self.left:
            self.connection.settimeout(IDLE_SECONDS)
            try:
                self.left = self.connection.recv(_PIECE_BYTES)
            except TimeoutError:
                return None
            if not self.left:
                return None
        deadline = time.monotonic() + REQUEST_SECONDS
        head = self._read_head(deadline)
        request, size = parsed_head(head)
        while len(self.left) < size:
            self.left += self._piece(deadline)
        body, self.left = self.left[:size], self.left[size:]
        return request._replace(body=body)

    def _read_head(self, deadline: float) -> bytes:
        while b"\r\n\r\n" not in self.left:
            if len(self.left) > MAX_HEAD_BYTES:
                raise BadRequestError(413)
            self.left += self._piece(deadline)
        head, _, self.left = self.left.partition(b"\r\n\r\n")
        if len(head) > MAX_HEAD_BYTES:
            raise BadRequestError(413)
        return head

    def _piece(self, deadline: float) -> bytes:
        remaining = deadline - time.monotonic()
        if remaining <= 0:
            raise TimeoutError
        self.connection.settimeout(remaining)
        piece = self.connection.recv(_PIECE_BYTES)
        if not piece:
            raise ConnectionResetError
        return piece


def parsed_head(head: bytes) -> tuple[Request, int]:
    """A request without its body, and how long that is."""
    first, *lines = head.decode("latin-1").split("\r\n")
    line = _LINE.fullmatch(first)
    if line is None or len(lines) > MAX_HEADERS:
        raise BadRequestError
    headers: dict[str, str] = {}
    for each in lines:
        found = _HEADER.fullmatch(each)
        name = found[1].lower() if found else ""
        if found is None or (name in headers and name in _ONCE):
            raise BadRequestError
        headers[name] = found[2].strip()
    length = headers.get("content-length", "0")
    if "transfer-encoding" in headers or not _DIGITS.fullmatch(length):
        raise BadRequestError
    if int(length) > MAX_BODY_BYTES:
        raise BadRequestError(413)
    if int(length) and line[1] != "POST":
        raise BadRequestError
    path, _, query = line[2].partition("?")
    return Request(line[1], path, query, headers), int(length)
