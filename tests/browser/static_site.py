"""An exported page as any server would serve it: from memory, each file with its kind and the policy of the page."""

from __future__ import annotations

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

from calarec_tools.desk.site.policy import HEADER_POLICY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.browser.answering import NativeCalls

HOST: Final = "127.0.0.1"
_KINDS: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a browser that closes the connection; report other errors."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def server(files: Mapping[str, bytes], port: int, calls: NativeCalls | None = None) -> ThreadingHTTPServer:
    """A server of these files, and of the calls of a page that `native_worker.js` sends; port 0 takes a free one."""

    class Handler(BaseHTTPRequestHandler):
        # A connection that is kept would go on with a server that has ended.
        protocol_version = "HTTP/1.0"

        def do_GET(self) -> None:
            self._answer(body=True)

        def do_HEAD(self) -> None:
            self._answer(body=False)

        def do_POST(self) -> None:
            asked = urlsplit(self.path)
            if calls is None or not asked.path.startswith("/call/"):
                self.send_error(405)
                return
            given = self.rfile.read(int(self.headers["Content-Length"])).decode()
            answer = calls.answer(asked.query, asked.path.removeprefix("/call/"), given)
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def _answer(self, *, body: bool) -> None:
            name = unquote(urlsplit(self.path).path).lstrip("/") or "index.html"
            data = files.get(name)
            self.send_response(200 if data is not None else 404)
            said = data if data is not None else b""
            self.send_header("Content-Type", _KINDS.get(PurePosixPath(name).suffix, "application/octet-stream"))
            self.send_header("Content-Length", str(len(said)))
            self.send_header("Content-Security-Policy", HEADER_POLICY)
            self.send_header("X-Content-Type-Options", "nosniff")
            self.send_header("Referrer-Policy", "no-referrer")
            self.send_header("Cache-Control", "no-cache")
            self.end_headers()
            if body:
                self.wfile.write(said)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Log nothing."""

    return _Server((HOST, port), Handler)
