"""Files at URLs of other machines, read like those of this machine.

Terms. An *address* is a URL that begins with `http://` or `https://`. Its *stamp* is the server's mark and length of
the file. A later request for a part must find the same stamp; otherwise the file was changed. A failure is an
`OSError` with the reason in words.
"""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.notation.stamps import ADDRESS_BEGINNINGS, NO_STAMP, AddressStamp, is_address
from calarec.core.wording.language import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

_TIMEOUT_SECONDS: Final = 30
"""Seconds in which a server has to say something."""
_MAX_TRIES: Final = 3
_BUSY_STATUSES: Final = (429, 500, 502, 503, 504)
"""Answers after which it is worth while to ask again."""
_STATUS_NO_SUCH_PART: Final = 416
_STATUS_PARTIAL: Final = 206
_FIRST_BYTES: Final = 4096
_RANGE: Final = re.compile(r"bytes (\d{1,18})-(\d{1,18})/(\d{1,18})")

_CHANGED: Final = Words("it was changed while it was read")
_BROKEN: Final = Words("it broke off before its end")
_LEADS_AWAY: Final = Words("it leads to `{address}`, where nothing is fetched from")
_IN_CIRCLES: Final = Words("it leads from one address to the next")
_ANSWERS: Final = {
    401: Words("you are not allowed to read it"),
    403: Words("you are not allowed to read it"),
    404: Words("there is no such file"),
    410: Words("there is no such file"),
}
_ANSWER: Final = Words("the server answers {code}")
_SILENT: Final = Words("there was no answer in {seconds} seconds")
_NOBODY: Final = Words("no server answers there")
_NO_MACHINE: Final = Words("no machine is known by that name")
_UNTRUSTED: Final = Words("its certificate cannot be trusted")
_NO_ADDRESS: Final = Words("that is not an address")


class FirstLook(NamedTuple):
    """The first bytes of the file at a URL, and whether the server gives parts."""

    first: bytes
    stamp: AddressStamp
    in_parts: bool


def fetch_beginning(address: str) -> FirstLook:
    """Fetch the beginning of a file."""
    answer = _request_file(address, 0, _FIRST_BYTES)
    try:
        stamp, part = _read_stamp(answer.headers), _read_part(answer)
        whole = part is None and answer.status != _STATUS_PARTIAL
        first = _ResponseStream(address, answer, -1).read(_FIRST_BYTES) or b""
    finally:
        answer.close()
    return FirstLook(first, stamp, in_parts=not whole and part is not None and part[0] == 0)


def open_address(address: str, stamp: AddressStamp = NO_STAMP, start: int = 0, stop: int = 0) -> io.BufferedReader:
    """Open the file at a URL from `start` on, up to `stop` if that is not 0."""
    answer = _request_file(address, start, stop)
    found, part = _read_stamp(answer.headers), _read_part(answer)
    wrong = stop and (part is None or part[0] != start or part[1] < min(stop, part[2]) - 1)
    if wrong or (stamp != NO_STAMP and not _may_be_same(stamp, found)):
        answer.close()
        raise OSError(0, _CHANGED, address)
    expected = stop - start if stop else found.length
    return io.BufferedReader(_ResponseStream(address, answer, expected))  # type: ignore[arg-type]


def _may_be_same(one: AddressStamp, other: AddressStamp) -> bool:
    lengths = {one.length, other.length} - {-1}
    return one.mark == other.mark and len(lengths) <= 1


def _read_stamp(headers: Mapping[str, str]) -> AddressStamp:
    found = _RANGE.fullmatch(headers.get("Content-Range") or "")
    length = found[3] if found else headers.get("Content-Length") or ""
    mark = headers.get("ETag") or headers.get("Last-Modified") or ""
    return AddressStamp(mark, int(length) if length.isdecimal() else -1)


def _read_part(answer: Any) -> tuple[int, int, int] | None:
    """First byte, last byte and length of all, if only a part was sent."""
    found = _RANGE.fullmatch(answer.headers.get("Content-Range") or "") if answer.status == _STATUS_PARTIAL else None
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


def _request_file(address: str, start: int, stop: int) -> Any:
    """Send the request, again where the server is busy; the response."""
    import time
    from http.client import HTTPException
    from urllib.error import HTTPError
    from urllib.request import Request

    from calarec.core.base.version import __version__

    headers = {"User-Agent": f"calarec/{__version__}", "Accept-Encoding": "identity"}
    if stop:
        headers["Range"] = f"bytes={start}-{stop - 1}"
    for again in range(_MAX_TRIES):
        if again:
            time.sleep(again)
        try:
            return _make_opener().open(Request(address, headers=headers), timeout=_TIMEOUT_SECONDS)
        except HTTPError as error:
            code = error.code
            error.close()
            if stop and start == 0 and code == _STATUS_NO_SUCH_PART:
                return _request_file(address, 0, 0)  # there is nothing in it
            if code not in _BUSY_STATUSES or again == _MAX_TRIES - 1:
                raise OSError(0, _describe_status(code, error.headers.get("Location") or ""), address) from None
        except (OSError, HTTPException, ValueError) as error:
            raise OSError(0, _describe_failure(error), address) from None
    raise AssertionError


def _describe_status(code: int, leads_to: str) -> Words:
    if not 300 <= code < 400:
        return _ANSWERS.get(code, _ANSWER.with_values(code=code))
    away = "://" in leads_to and not is_address(leads_to)
    return _LEADS_AWAY.with_values(address=leads_to) if away else _IN_CIRCLES


def _make_opener() -> Any:
    """Make an opener that follows redirections, except to files or from HTTPS to HTTP."""
    from urllib.error import URLError
    from urllib.request import HTTPRedirectHandler, build_opener

    class Follower(HTTPRedirectHandler):
        max_redirections = 5

        def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
            if not newurl.lower().startswith(ADDRESS_BEGINNINGS[-1:] if req.type == "https" else ADDRESS_BEGINNINGS):
                raise URLError(_LEADS_AWAY.with_values(address=newurl))  # type: ignore[arg-type]
            return super().redirect_request(req, fp, code, msg, headers, newurl)

    return build_opener(Follower)


def _describe_failure(error: Exception) -> Words | str:
    """In words, as far as they are known."""
    from http.client import InvalidURL
    from socket import gaierror

    reason: object = getattr(error, "reason", error)
    if isinstance(reason, Words):
        return reason
    if isinstance(reason, TimeoutError):
        return _SILENT.with_values(seconds=_TIMEOUT_SECONDS)
    if isinstance(reason, ConnectionRefusedError):
        return _NOBODY
    if isinstance(reason, gaierror):
        return _NO_MACHINE
    if type(reason).__name__ == "SSLCertVerificationError":
        return _UNTRUSTED
    if isinstance(reason, str | ValueError | InvalidURL):
        return _NO_ADDRESS
    strange = isinstance(reason, OSError) and not isinstance(reason, ConnectionError)
    return getattr(reason, "strerror", None) or _BROKEN if strange else _BROKEN


class _ResponseStream(io.RawIOBase):
    """The body of a response: as many bytes as announced, or an error."""

    def __init__(self, address: str, answer: Any, expected: int) -> None:
        self.name = address
        self.answer = answer
        self.bytes_left = expected

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        from http.client import HTTPException

        wanted = len(buffer) if self.bytes_left < 0 else min(len(buffer), self.bytes_left)
        try:
            piece = self.answer.read(wanted) if wanted else b""
        except (OSError, HTTPException, ValueError) as error:
            raise OSError(0, _describe_failure(error), self.name) from None
        if wanted and not piece and self.bytes_left > 0:
            raise OSError(0, _BROKEN, self.name)
        if self.bytes_left > 0:
            self.bytes_left -= len(piece)
        buffer[: len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        """The server need send no more."""
        self.answer.close()
        super().close()
