"""Requests of strangers to the local server of the page, by sockets."""

from __future__ import annotations

import json
import os
import re
import socket
import threading
import time
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING, Any, Final, cast
from unittest.mock import patch

from calarec_tools.desk.calls import rule_files
from calarec_tools.desk.calls.boundary import CALLS, answer_call, parameters
from calarec_tools.desk.calls.files import NotACallError
from calarec_tools.desk.serving import page_server
from calarec_tools.desk.serving.access import Keys
from calarec_tools.desk.serving.evening_folder import EveningFolder
from calarec_tools.desk.serving.page_server import PageServer
from calarec_tools.desk.serving.workers import BusyError, OutOfBudgetError
from calarec_tools.desk.site.policy import HEADER_POLICY
from tests.fuzz.materials import ODD, mangled, record, records
from tests.fuzz.materials import rule_files as rule_texts
from tests.fuzz.secret_files import SECRET, folder_beside_secret
from tests.fuzz.target import Drawn, Target

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from random import Random

    from calarec_tools.desk.serving.workers import WorkerPool

_KEYS: Final = Keys("0123456789abcdef" * 2, "fedcba9876543210" * 2)
_PAGES: Final = ("0123456789abcdef", "fedcba9876543210")
_SECONDS: Final = 600
"""By the clock: at idle priority minutes may pass in which no processor is free."""
_CUT: Final = "\n=== another connection\n"
"""The separator of the bytes of two connections."""
_FILES: Final = {"index.html": b"the page", "main.js": b"//", "closed.html": b"closed", "a.svg": b"<svg/>"}
_FOLDER: Final[dict[str, dict[str, type]]] = {name: takes for name, (_, takes) in page_server._FOLDER_CALLS.items()}
_NAMES: Final = (
    "a", "b", "link", "pipe", "folder", "casa", "..", ".", "../secret", "../secret.txt", "/etc/passwd", "a/b", "a\\b",
    "a\0", "C:", "CON", "nul.x", "a.cal", "", " ", "a ", "é" * 100, "\u202e", "\udc80", "~", "-r", "%2e%2e", "a" * 300,
    ".a.cal.aside", "a:b", "a|b", "🂡",
)  # fmt: skip
_PATHS: Final = (
    "/", "/main.js", "/index.html", "/closed.html", "/nothing", "/../secret.txt", "/%2e%2e/secret.txt",
    "/..%2fsecret.txt", "//", "/.", "/?", "/a%00", "/folder", "/folder/", "/call/", "/call/ready", "/call/forget",
    "/call/stop",
    "/events",
    "/main.js?x=1",
    "/call/check%20", "/folder/about/", "/folder/__class__", "/call/system", "*", "http://127.0.0.1/", "/" + "x" * 2100,
)  # fmt: skip
_HOSTS: Final = (
    "evil.example", "127.0.0.1", "localhost:{port}", "127.0.0.1:{port}.", "[::1]:{port}", "127.0.0.1:0{port}",
    "", "127.0.0.1:{port}, evil.example", "0.0.0.0:{port}", "127.1:{port}",
)  # fmt: skip
_ORIGINS: Final = (
    "http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1", "http://127.0.0.1:{port}/",
    "http://localhost:{port}", "HTTP://127.0.0.1:{port}", "http://127.0.0.1:{port} http://x", "file://", "",
)  # fmt: skip
_MORE: Final = (
    "Connection: close", "Connection: keep-alive", "Transfer-Encoding: chunked", "Expect: 100-continue", "Host: a",
    "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-origin", "Content-Length: 5", "Content-Length: 99999999999",
    "Content-Length: -1", "Content-Length: +2", "Content-Length: 1, 1", "Range: bytes=0-1", "Cookie: a=b", "X: \x1b[2J",
    "X: é", " folded", "X : y", ": y", "X", "X:" + "y" * 20_000, "Upgrade: h2c", "Accept-Encoding: gzip", "X: \0",
)  # fmt: skip
_SHAPES: Final[tuple[Any, ...]] = (
    None, True, 0, -1, 10**30, 1.5, "", "x", "\udc80", [], {}, [[]], ["a"], [1], {"a": 1}, "pagat", "it", [{}], "A",
    [{"verb": "play"}], ["Anna", "Bruno", "Carla"], "2025-11-02", "\0", "x" * 3000, float("nan"),
)  # fmt: skip

_ODD_TEXTS: Final = ("\udc80", "\0", "x" * 3000, "\x1b[2J", "é", "pagat", "won", "Anna 12", "-1", "1e9")


def draw(rng: Random) -> Drawn:
    """Requests of some connections, with or without a key and a page of ours."""
    who = rng.choice(("writer", "writer", "writer", "watcher", "keyless", "foreign"))
    connections = ["".join(_request(rng, who) for _ in range(rng.randint(1, 5))) for _ in range(rng.randint(1, 3))]
    text = _CUT.join(connections)
    if rng.random() < 0.2:
        place = rng.randrange(len(text) + 1)
        text = text[:place] + rng.choice((*ODD, "")) + text[place + rng.choice((0, 0, 1, 5, 200)) :]
    return Drawn(text, (who,))


def hold(drawn: Drawn) -> None:
    """Each connection is answered or closed; then a right request is answered."""
    (who,) = drawn.more
    with folder_beside_secret() as work, _served(work) as (server, mistakes):
        for raw in _connections(drawn, server.port):
            answered = _converse(server.port, raw)
            if mistakes:
                raise mistakes[0]
            assert SECRET.encode() not in answered
            _hold_answers(answered, str(who))
        about = json.loads(_ask(server.port, "/folder/about", {})[1])
        assert about["role"] == "write"
        assert _ask(server.port, "/main.js", None) == (200, b"//")
        assert not mistakes, mistakes
        for file in (work / "kept").rglob("*"):
            assert file.name.endswith((".cal", ".yaml", ".cal.aside")), file
        assert {file.name for file in work.iterdir()} <= {"kept", "own"}


def _hold_answers(answered: bytes, who: str) -> None:
    """Whole responses of known statuses; strangers get only files of the page."""
    rest = answered
    while rest:
        head, found, rest = rest.partition(b"\r\n\r\n")
        assert found, answered[-300:]
        status = re.match(rb"HTTP/1\.1 (\d{3}) [A-Za-z ]+\r\n", head)
        assert status is not None, head
        assert status[1] != b"500", head
        assert b"Content-Security-Policy: " in head
        kind = re.search(rb"\r\nContent-Type: ([^\r]*)", head)
        assert kind is not None, head
        told = kind[1] in (b"application/json", b"text/event-stream")
        if who in ("keyless", "foreign"):
            assert not (status[1] == b"200" and told), head
        assert who != "keyless" or b"Set-Cookie" not in head, head
        length = re.search(rb"\r\nContent-Length: (\d+)", head)
        if length is None:
            return  # events, up to the end of the connection
        size = int(length[1])
        if rest and not rest.startswith(b"HTTP/1.1 "):  # the answer to a HEAD has no body
            assert len(rest) >= size, (head, rest[:100])
            rest = rest[size:]


class _Pool:
    """A pool that answers calls as a worker does, in this process; errors are raised."""

    def call_worker(self, name: str, arguments: bytes, _page: str, _call: str = "") -> bytes:
        """The answer of a call."""
        try:
            return answer_call(name, arguments.decode("utf-8", "replace")).encode()
        except (NotACallError, ValueError, RecursionError) as error:
            if not isinstance(error, (NotACallError, json.JSONDecodeError, RecursionError)):
                raise AssertionError(f"{name}: {error}") from error
            raise BusyError if name == "busy" else OutOfBudgetError from error

    def stop_call(self, _page: str, _call: str) -> int:
        """Nothing is running."""
        return 0

    def forget_rules(self) -> None:
        """Rules have changed."""

    def close(self) -> None:
        """There is nothing to end."""


@contextmanager
def _served(work: Path) -> Iterator[tuple[PageServer, list[BaseException]]]:
    """A server of a folder with some files, and the mistakes that its threads make."""
    kept = work / "kept"
    kept.mkdir()
    (kept / "a.cal").write_text('cal 1\nrules pagat\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n', "utf-8")
    (kept / "casa.yaml").write_text("ruleset: casa\nextends: pagat\ntitle: Casa\nversion: 1.0.0\n", "utf-8")
    (kept / "b.cal").write_bytes(b"cal 1\n\xff\n")
    (kept / "link.cal").symlink_to("../../secret.txt")
    (kept / "link.yaml").symlink_to("../../secret.txt")
    (kept / ".link.cal.aside").symlink_to("../../secret.txt")
    os.mkfifo(kept / "pipe.cal")
    (kept / "folder.cal").mkdir()
    mistakes: list[BaseException] = []
    settings = {"CALAREC_DEBUG": "1", "CALAREC_CACHE": "off", "CALAREC_RULES": f"{work / 'own'}{os.pathsep}{kept}"}
    with (
        patch.dict(os.environ, settings),
        patch.object(rule_files, "OWN", str(work / "own")),
        patch.object(page_server, "LOOKING_SECONDS", 0.01),
        patch.object(threading, "excepthook", lambda about: mistakes.append(about.exc_value)),
    ):
        server = PageServer(
            EveningFolder(kept), cast("WorkerPool", _Pool()), _KEYS, host="127.0.0.1", port=0, files=lambda: _FILES,
            policy=HEADER_POLICY,
        )  # fmt: skip
        serving = threading.Thread(target=server.serve, daemon=True)
        serving.start()
        try:
            yield server, mistakes
        finally:
            server.close()
            serving.join()


def _connections(drawn: Drawn, port: int) -> list[bytes]:
    """The bytes of each connection, with the port and the keys in their places."""
    raw = drawn.raw
    for name, value in (("port", str(port)), ("write", _KEYS.write), ("watch", _KEYS.watch)):
        raw = raw.replace(f"{{{name}}}".encode(), value.encode())
    return raw.split(_CUT.encode())


def _converse(port: int, raw: bytes) -> bytes:
    """Everything that is answered to these bytes, after which nothing follows."""
    answered = b""
    with socket.create_connection(("127.0.0.1", port), timeout=_SECONDS) as connection:
        with suppress(OSError):  # it may be closed before everything was sent
            half = len(raw) // 2
            for piece in (raw[:half], raw[half:]):
                connection.sendall(piece)
            connection.shutdown(socket.SHUT_WR)
        until = time.monotonic() + _SECONDS
        with suppress(ConnectionError):
            while piece := connection.recv(65_536):
                answered += piece
                assert time.monotonic() < until, "the connection does not end"
    return answered


def _ask(port: int, path: str, given: Any) -> tuple[int, bytes]:
    """Status and body of the answer to a right request."""
    body = b"" if given is None else json.dumps(given).encode()
    lines = [f"{'GET' if given is None else 'POST'} {path} HTTP/1.1", *_right_headers("writer"), "Connection: close"]
    lines += [f"Content-Length: {len(body)}", "Content-Type: application/json"] if body else []
    head = "\r\n".join(lines).replace("{port}", str(port)).replace("{write}", _KEYS.write)
    answered = _converse(port, head.encode() + b"\r\n\r\n" + body)
    first, _, rest = answered.partition(b"\r\n\r\n")
    return int(first.split()[1]), rest


def _right_headers(who: str) -> list[str]:
    """Headers of a request: with a key, without one, or from a foreign page."""
    key = {"watcher": "{watch}", "keyless": "0" * 32}.get(who, "{write}")
    origin = "http://evil.example" if who == "foreign" else "http://127.0.0.1:{port}"
    return ["Host: 127.0.0.1:{port}", f"Cookie: calarec-{{port}}={key}", f"Origin: {origin}"]


def _request(rng: Random, who: str) -> str:
    """One request, right or wrong."""
    method, path, body = _asked(rng)
    headers = _right_headers(who)
    if who in ("writer", "watcher") and rng.random() < 0.05:
        headers[0] = f"Host: {rng.choice(_HOSTS)}"
    if who == "foreign" or rng.random() < 0.04:
        origins = [each for each in _ORIGINS if who != "foreign" or each != "http://127.0.0.1:{port}"]
        headers[2] = f"Origin: {rng.choice(origins)}"
    if who == "foreign":
        path = path.replace("/events", "/event")  # a browser asks for events without an origin
    if who == "keyless":
        path = path.replace("{write}", "0" * 32).replace("{watch}", "0" * 32)
    if rng.random() < 0.05:
        del headers[rng.randrange(2 if who == "foreign" else 3)]
    if rng.random() < 0.08:
        headers.insert(rng.randrange(len(headers) + 1), rng.choice(_MORE))
    if rng.random() < 0.03:
        headers += ["A: b"] * rng.choice((60, 64, 200))
    if method == "POST":
        size = len(body.encode("utf-8", "surrogateescape"))
        size = size if rng.random() < 0.93 else rng.choice((0, size - 1, size + 1, size + 1000))
        headers += [f"Content-Length: {size}"]
        headers += [rng.choice(("Content-Type: application/json",) * 9 + ("Content-Type: text/plain", "X: y"))]
    end = "\r\n" if rng.random() < 0.97 else rng.choice(("\n", "\r", "\r\n\r\n"))
    return end.join((f"{method} {path} {rng.choice(('HTTP/1.1',) * 19 + ('HTTP/1.0',))}", *headers, "", "")) + body


def _asked(rng: Random) -> tuple[str, str, str]:
    """Method, path and body."""
    kind = rng.random()
    if kind < 0.15:
        method = rng.choice(("GET", "GET", "GET", "HEAD", "POST", "PUT", "OPTIONS", "get", ""))
        return method, rng.choice(_PATHS), ""
    if kind < 0.2:
        return "GET", f"/events?page={rng.choice((*_PAGES, 'x', ''))}", ""
    if kind < 0.25:
        return "GET", f"/?key={rng.choice(('{write}', '{watch}', '0' * 32, '%00', ''))}", ""
    if kind < 0.6:
        name = rng.choice(tuple(_FOLDER))
        return "POST", f"/folder/{name}", _body({key: _folder_value(key, rng) for key in _FOLDER[name]}, rng)
    name = rng.choice(tuple(CALLS))
    given = {key: _call_value(key, rng) for key in parameters(name)}
    return "POST", f"/call/{name}?page={rng.choice(_PAGES)}", _body(given, rng)


def _folder_value(key: str, rng: Random) -> Any:
    if rng.random() < 0.05:
        return rng.choice(_SHAPES)
    match key:
        case "kind":
            return rng.choice(("evening", "evening", "rules", "keys"))
        case "id":
            return rng.choice(_NAMES)
        case "text":
            return _text(rng)
        case "page":
            return rng.choice((*_PAGES, "x"))
        case "asking":
            return rng.random() < 0.5
        case "aside":
            return rng.choice(({}, {"cards": ["3b"]}, {"x": [[[]]]}, {"a": "\ud800"}, {"a": float("inf")}))
    return rng.choice(("", "0" * 32))


def _call_value(key: str, rng: Random) -> Any:
    """A value that fits the parameter, mostly."""
    if rng.random() < 0.06:
        return rng.choice(_SHAPES)
    if key in ("text", "record"):
        return _text(rng)
    if key == "lang":
        return rng.choice(("en", "it", "xx", ""))
    if key in ("rules", "parent", "left", "right", "name"):
        return rng.choice(("pagat", "tretre", "casa", "", *_NAMES))
    if key == "people":
        return [rng.choice(("Anna", "Bruno", "Carla", "", "\0", "É" * 90, '"')) for _ in range(rng.randint(0, 9))]
    return rng.choice(("", "Anna", "3b", "B solo won", "undo", "0", "1", "2025-11-02", "A", "deal.hand", *_ODD_TEXTS))


@cache
def _texts() -> tuple[str, ...]:
    return (*records(), *rule_texts())


def _text(rng: Random) -> str:
    text = rng.choice((record(rng), rng.choice(_texts()), ""))
    return mangled(text, rng, _texts()) if rng.random() < 0.5 else text


def _body(given: dict[str, Any], rng: Random) -> str:
    """The JSON of arguments, or something else."""
    if rng.random() < 0.05:
        given = {**given, "more": 1} if rng.random() < 0.5 else dict(list(given.items())[1:])
    text = json.dumps(given)
    if rng.random() < 0.06:
        return rng.choice(("", "[]", "1", "null", "{", "[" * 5000, text[:-1], '{"a":' * 3000, "\udc80", "NaN"))
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape")


SERVER: Final = Target(
    "server",
    "Whatever is sent to the local server of the page, each connection is answered or closed without a mistake, no "
    "file outside its folder is read or written, nothing is told without a key or to another page, and it goes on.",
    draw,
    hold,
    8,
)
