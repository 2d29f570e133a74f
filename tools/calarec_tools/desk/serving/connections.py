"""A server with a thread for each connection, limited in all and for one address."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import sys
import threading
import time
from typing import TYPE_CHECKING, Final

from calarec_tools.desk.serving.messages import BadRequestError, RequestReader, Response

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec_tools.desk.serving.messages import Request

MAX_CONNECTIONS: Final = 96
MAX_CONNECTIONS_OF_ONE_ADDRESS: Final = 48
MAX_REQUESTS_OF_ONE_CONNECTION: Final = 1_000
MAX_REQUESTS_A_MINUTE: Final = 1_500
"""The limit for one address; a hand of cards takes some hundred."""
SEND_SECONDS: Final = 20.0


class RequestRate:
    """The number of requests of each address in this minute."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._minute = 0
        self._counted: dict[str, int] = {}

    def is_too_fast(self, address: str) -> bool:
        """Counts one more request."""
        minute = int(time.monotonic() // 60)
        with self._lock:
            if minute != self._minute:
                self._minute, self._counted = minute, {}
            self._counted[address] = self._counted.get(address, 0) + 1
            return self._counted[address] > MAX_REQUESTS_A_MINUTE


class Connection:
    """One connection: the needs of a handler besides the request."""

    def __init__(self, connection: socket.socket, address: str) -> None:
        self.socket = connection
        self.address = address
        self.here = str(connection.getsockname()[0])
        """The address of this machine to which the other side has connected."""

    def is_over(self) -> bool:
        """Check whether the other side, which only listens, has ended it or sent data."""
        readable, _, _ = select.select([self.socket], [], [], 0)
        return bool(readable)

    def send(self, data: bytes) -> None:
        """Sends all of it, or raises."""
        self.socket.settimeout(SEND_SECONDS)
        self.socket.sendall(data)


class ConnectionServer:
    """A server that listens at a place.

    `handle(request, connection)` returns a response; or it streams and returns None, which ends the connection.
    `standing` has the headers of every response, by the address of this machine that a connection came to.
    """

    def __init__(
        self,
        host: str,
        port: int,
        handle: Callable[[Request, Connection], Response | None],
        standing: Callable[[str], tuple[tuple[str, str], ...]],
    ) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._listening = socket.socket(family, socket.SOCK_STREAM)
        try:
            if sys.platform != "win32":
                self._listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._listening.bind((host, port))
            self._listening.listen(64)
        except OSError:
            self._listening.close()
            raise
        self.port = int(self._listening.getsockname()[1])
        self._handle = handle
        self.standing = standing
        self._rate = RequestRate()
        self._lock = threading.Lock()
        self._open: dict[socket.socket, str] = {}
        self._is_closed = False

    def serve(self) -> None:
        """Take connections until `close`."""
        while True:
            try:
                connection, (address, *_) = self._listening.accept()
            except OSError:
                if self._is_closed:
                    return
                time.sleep(0.05)  # no more files, say: those that are open end sooner or later
                continue
            if self._has_room(connection, str(address)):
                threading.Thread(target=self._serve_one, args=(connection, str(address)), daemon=True).start()
            else:
                connection.close()

    def close(self) -> None:
        """Stop listening, and end the open connections."""
        self._is_closed = True
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        with self._lock:
            for each in self._open:
                with contextlib.suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def _handle_request(self, request: Request, other: Connection) -> Response | None:
        """The answer; a mistake of calarec's own ends no connection."""
        try:
            return self._handle(request, other)
        except OSError:
            raise  # the other side has gone
        except Exception:
            if os.environ.get("CALAREC_DEBUG"):
                raise
            return Response(500)

    def _has_room(self, connection: socket.socket, address: str) -> bool:
        with self._lock:
            of_one = sum(each == address for each in self._open.values())
            if len(self._open) >= MAX_CONNECTIONS or of_one >= MAX_CONNECTIONS_OF_ONE_ADDRESS:
                return False
            self._open[connection] = address
            return True

    def _serve_one(self, connection: socket.socket, address: str) -> None:
        try:
            with connection:
                self._converse(Connection(connection, address), RequestReader(connection))
        except OSError:
            pass  # the other side has gone, or is too slow
        finally:
            with self._lock:
                del self._open[connection]

    def _converse(self, other: Connection, reader: RequestReader) -> None:
        for number in range(1, MAX_REQUESTS_OF_ONE_CONNECTION + 1):
            try:
                request = reader.next_request()
                if request is None:
                    return
            except BadRequestError as error:
                other.send(Response(error.status).to_bytes(self.standing(other.here), is_head=False, is_last=True))
                return
            if self._rate.is_too_fast(other.address):
                response: Response | None = Response(429)
            else:
                response = self._handle_request(request, other)
            if response is None:
                return
            is_last = (
                number == MAX_REQUESTS_OF_ONE_CONNECTION
                or request.headers.get("connection", "").lower() == "close"
                or response.status in (400, 413, 429)
            )
            is_head = request.method == "HEAD"
            other.send(response.to_bytes(self.standing(other.here), is_head=is_head, is_last=is_last))
            if is_last:
                return
