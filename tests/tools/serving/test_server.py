"""The local server as strangers ask it: by a wrong name, from another page, without a key, too much.

What is promised of it, and where it is tried: `Host` (`test_another_name_for_this_machine`), `Origin`
(`test_another_page`), the two keys (`test_a_key_becomes_a_cookie`, `test_who_watches_writes_nothing`), the policy on
every answer (`test_a_key_becomes_a_cookie`), connections, requests and sizes (`test_bounds`, `test_all_connections`,
`test_requests_of_one_connection`, `test_requests.test_too_large`), threads (`test_all_connections`), idle time
(`test_idle_time`), time and memory of a call (`test_workers.test_a_call_beyond_its_budget_ends_alone`), its folder
(`test_folder`, `test_nothing_but_the_files_of_the_page`), listeners (`test_live.test_bounds`), the code and the
addresses (`test_addresses`); in a browser all of it by `tests/browser/test_local_page.py`.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import threading
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any, cast

import pytest

from calarec_tools.desk.serving.access import Keys, kept_keys, new_keys
from calarec_tools.desk.serving.evening_folder import EveningFolder
from calarec_tools.desk.serving.page_server import PageServer, standing_headers
from calarec_tools.desk.serving.workers import BusyError, OutOfBudgetError
from calarec_tools.desk.site.policy import HEADER_POLICY

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from calarec_tools.desk.serving.workers import WorkerPool

TEXT = 'cal 1\nrules pagat\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n'
PAGE = "0123456789abcdef"
OTHER = "fedcba9876543210"
FILES = {"index.html": b"the page", "main.js": b"//", "closed.html": b"closed"}


class Pool:
    """A pool that answers calls without a process."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, bytes, str]] = []

    def call_worker(self, name: str, arguments: bytes, page: str, _call: str = "") -> bytes:
        """Record the call, or raise an error."""
        if name == "busy":
            raise BusyError
        if name == "long":
            raise OutOfBudgetError
        self.asked.append((name, arguments, page))
        return b'{"answer": 1}'

    def stop_call(self, page: str, call: str) -> int:
        """Record what is to be stopped."""
        self.asked.append(("stop", call.encode(), page))
        return 1

    def forget_rules(self) -> None:
        """Rules have changed."""
        self.asked.append(("forget", b"", ""))

    def close(self) -> None:
        """There is nothing to end."""


class Running:
    """A server, and how it is asked."""

    def __init__(self, folder: Path) -> None:
        self.pool = Pool()
        self.keys = new_keys()
        self.server = PageServer(
            EveningFolder(folder),
            cast("WorkerPool", self.pool),
            self.keys,
            host="127.0.0.1",
            port=0,
            files=lambda: FILES,
            policy=HEADER_POLICY,
        )
        threading.Thread(target=self.server.serve, daemon=True).start()

    def ask(
        self, path: str, given: Any = None, *, role: str = "write", **headers: str
    ) -> tuple[int, bytes, dict[str, str]]:
        """Status, body and headers of an answer; `given` is sent as JSON."""
        port = self.server.port
        sent = {"Cookie": f"calarec-{port}={getattr(self.keys, role)}"} if role else {}
        if given is not None:
            sent |= {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{port}"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            body = None if given is None else json.dumps(given)
            connection.request("GET" if given is None else "POST", path, body, sent)
            answer = connection.getresponse()
            return answer.status, answer.read(), dict(answer.getheaders())
        finally:
            connection.close()

    def ask_folder(self, name: str, **given: Any) -> Any:
        """Return the answer of the folder."""
        status, body, _ = self.ask(f"/folder/{name}", given)
        return json.loads(body) if body else status


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """A server of an empty folder."""
    found = Running(tmp_path / "kept")
    yield found
    found.server.close()


def test_a_key_becomes_a_cookie(running: Running) -> None:
    """Without one the page stays closed; each answer has the policy and other headers."""
    assert running.ask("/", role="")[:2] == (403, b"closed")
    assert running.ask(f"/?key={'0' * 32}", role="")[0] == 403
    status, body, headers = running.ask(f"/?key={running.keys.watch}", role="")
    assert (status, body) == (200, b"the page")
    cookie = headers["Set-Cookie"]
    assert cookie.startswith(f"calarec-{running.server.port}={running.keys.watch};")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    for path in ("/", "/main.js", "/nothing"):
        headers = running.ask(path)[2]
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert headers["Content-Security-Policy"] == HEADER_POLICY
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"


def test_a_page_from_another_device_has_no_header_that_browsers_report() -> None:
    """Over plain http the opener policy is an error on the console of a phone."""
    here, there = (dict(standing_headers("policy", address)) for address in ("127.0.0.1", "192.0.2.2"))
    assert here.keys() - there.keys() == {"Cross-Origin-Opener-Policy"}


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example", ""])
def test_another_name_for_this_machine(running: Running, host: str) -> None:
    """A foreign name that leads here gets nothing, with a key or without."""
    assert running.ask("/", Host=host)[0] == 403
    assert running.ask("/folder/about", {}, Host=host)[0] == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1", "https://127.0.0.1:PORT", ""])
def test_another_page(running: Running, origin: str) -> None:
    """A page of another origin that is open in the same browser sends the cookie along, and is refused."""
    named = origin.replace("PORT", str(running.server.port))
    assert running.ask("/folder/create", {"text": TEXT}, Origin=named)[0] == 403
    assert running.ask("/call/check", {}, Origin=named)[0] == 403
    assert running.ask("/folder/about", {}, Sec_Fetch_Site="cross-site")[0] == 403
    assert running.ask("/folder/about", {}, Content_Type="text/plain")[0] == 415
    assert running.ask(f"/events?page={PAGE}", Sec_Fetch_Site="cross-site")[0] == 403
    assert not running.server.folder.place.exists()


def test_who_watches_writes_nothing(running: Running) -> None:
    """The key to watch reads evenings, and gets no addresses."""
    name = running.ask_folder("create", text=TEXT)
    for path, given in {
        "/folder/create": {"text": TEXT},
        "/folder/write": {"kind": "evening", "id": name, "text": "", "digest": "", "page": PAGE, "aside": {}},
        "/folder/remove": {"kind": "evening", "id": name},
        "/folder/take": {"id": name, "page": PAGE, "asking": False},
        "/folder/release": {"id": name, "page": PAGE},
        "/call/keep_rules": {"text": ""},
        "/call/drop_rules": {"name": ""},
    }.items():
        assert running.ask(path, given, role="watch")[0] == 403, path
    assert json.loads(running.ask("/folder/about", {}, role="watch")[1]) == {"role": "watch"}
    assert json.loads(running.ask("/folder/read", {"kind": "evening", "id": name}, role="watch")[1])["text"] == TEXT
    assert running.ask("/folder/read", {"kind": "evening", "id": name}, role="")[0] == 403


@pytest.mark.parametrize(
    "path",
    [
        "/../keys",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/etc/passwd",
        "/index.html/../../x",
        "//etc/passwd",
        "/folder",
        "/call/",
    ],
)
def test_nothing_but_the_files_of_the_page(running: Running, path: str) -> None:
    """With any request."""
    assert running.ask(path)[0] == 404
    assert running.ask(path, {})[0] == 404


@pytest.mark.parametrize(
    "given",
    [
        {}, {"kind": "evening"}, {"kind": "evening", "id": 1}, {"kind": "keys", "id": "a"}, [], "x", 1,
        {"kind": "evening", "id": "../a"}, {"kind": "evening", "id": "a", "more": 1},
    ],
)  # fmt: skip
def test_arguments_that_are_none(running: Running, given: Any) -> None:
    """They are refused, and the server goes on."""
    assert running.ask("/folder/read", given)[0] == 400
    assert running.ask_folder("about")["role"] == "write"


def test_one_writes(running: Running) -> None:
    """An evening is written by the page that has taken it, and by no other; a text with half a letter never."""
    name = running.ask_folder("create", text=TEXT)
    kept = running.ask_folder("read", kind="evening", id=name)
    given = {"kind": "evening", "id": name, "text": TEXT + "hand 1\n", "digest": kept["digest"], "aside": {}}
    assert running.ask_folder("write", **given, page=PAGE) == {"failed": "changed"}
    assert running.ask_folder("take", id=name, page=PAGE, asking=False) is True
    assert running.ask_folder("write", **given, page=OTHER) == {"failed": "changed"}
    digest = running.ask_folder("write", **given, page=PAGE)
    assert running.ask_folder("read", kind="evening", id=name)["digest"] == digest
    assert running.ask("/folder/write", {**given, "digest": digest, "text": "\ud800", "page": PAGE})[0] == 400


def test_a_folder_that_cannot_be_written(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page gets a message, the evening is as it was, and the server goes on."""
    name = running.ask_folder("create", text=TEXT)
    digest = running.ask_folder("read", kind="evening", id=name)["digest"]
    running.ask_folder("take", id=name, page=PAGE, asking=False)
    given = {"kind": "evening", "id": name, "text": TEXT + "hand 1\n", "digest": digest, "page": PAGE, "aside": {}}

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        assert running.ask_folder("write", **given) == {"failed": "unwritten"}
        assert running.ask_folder("create", text=TEXT) == {"failed": "unwritten"}
    assert running.ask_folder("read", kind="evening", id=name)["text"] == TEXT
    assert isinstance(running.ask_folder("write", **given), str)


def test_a_mistake_in_calarec_ends_no_connection(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a status, and the next request is answered."""
    monkeypatch.setattr(running.pool, "call_worker", lambda *_: 1 / 0)
    assert running.ask("/call/check", {})[0] == 500
    assert running.ask("/main.js")[0] == 200


def test_calls(running: Running) -> None:
    """They are passed on with the page that asks; a timeout or full queue is reported."""
    assert running.ask(f"/call/check?page={PAGE}", {"text": ""})[:2] == (200, b'{"answer": 1}')
    assert running.pool.asked[-1] == ("check", b'{"text": ""}', PAGE)
    assert running.ask("/call/check?page=<b>", {})[0] == 200
    assert running.pool.asked[-1][2] == ""
    assert json.loads(running.ask("/call/long", {})[1]) == {"spent": True}
    assert running.ask("/call/busy", {})[0] == 503


def test_a_call_is_stopped_by_its_name(running: Running) -> None:
    """The name is the page's own secret; without page or name nothing is stopped."""
    stopped = (200, b'{"answer": 1}')
    assert running.ask(f"/call/stop?page={PAGE}&call={OTHER}", {})[:2] == stopped
    assert running.pool.asked == [("stop", OTHER.encode(), PAGE)]
    for query in (f"page={PAGE}", f"call={OTHER}", f"page={PAGE}&call=<b>", f"page=1&call={OTHER}"):
        assert running.ask(f"/call/stop?{query}", {})[:2] == (200, b'{"answer": 0}')
    assert len(running.pool.asked) == 1


def test_rules_that_change_are_judged_by_at_once(running: Running) -> None:
    """Judgements by changed rules are dropped."""
    running.ask_folder("write", kind="rules", id="casa", text="ruleset: casa\n", digest="", page=PAGE, aside={})
    running.ask_folder("remove", kind="rules", id="casa")
    assert [each[0] for each in running.pool.asked] == ["forget", "forget"]


def test_what_happens_is_told_as_it_happens(running: Running) -> None:
    """An evening that another page begins; a page that goes away ends its connection."""
    port = running.server.port
    with socket.create_connection(("127.0.0.1", port), timeout=30) as listening:
        cookie = f"calarec-{port}={running.keys.watch}"
        head = f"GET /events?page={PAGE} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n"
        listening.sendall(head.encode())
        heard = b""
        while b'"pages"' not in heard:
            heard += listening.recv(4096)
        name = running.ask_folder("create", text=TEXT)
        while b'"written"' not in heard:
            heard += listening.recv(4096)
    assert b"Content-Type: text/event-stream" in heard
    assert json.dumps({"kind": "written", "id": name, "page": ""}).encode() in heard
    assert running.ask("/events?page=nonsense")[0] == 400
    assert running.ask(f"/events?page={PAGE}", role="")[0] == 403


def test_a_page_that_listens_sends_nothing_more(running: Running) -> None:
    """A listening page that sends more is disconnected."""
    port = running.server.port
    cookie = f"calarec-{port}={running.keys.watch}"
    head = f"GET /events?page={PAGE} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=10) as listening:
        listening.sendall(head.encode())
        heard = listening.recv(4096)
        listening.sendall(head.encode())
        with contextlib.suppress(ConnectionResetError):
            while piece := listening.recv(4096):
                heard += piece
    assert heard.count(b"HTTP/1.1 200") == 1
    assert running.ask("/main.js")[0] == 200


def test_bounds(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections, requests a minute and sizes; afterwards the server answers as before."""
    monkeypatch.setattr("calarec_tools.desk.serving.connections.MAX_CONNECTIONS_OF_ONE_ADDRESS", 3)
    opened = [socket.create_connection(("127.0.0.1", running.server.port), timeout=30) for _ in range(3)]
    try:
        for each in opened:
            each.sendall(b"GET ")
        with socket.create_connection(("127.0.0.1", running.server.port), timeout=30) as one_more:
            assert one_more.recv(10) == b""
    finally:
        for each in opened:
            each.close()
    monkeypatch.undo()
    with socket.create_connection(("127.0.0.1", running.server.port), timeout=30) as large:
        large.sendall(b"POST /folder/create HTTP/1.1\r\nHost: a\r\nContent-Length: 900000000\r\n\r\n")
        assert large.recv(20).startswith(b"HTTP/1.1 413")
    monkeypatch.setattr("calarec_tools.desk.serving.connections.MAX_REQUESTS_A_MINUTE", 0)
    assert running.ask("/")[0] == 429


def test_all_connections(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """From whatever address, there are so many, each with one thread; one that ends makes room."""
    monkeypatch.setattr("calarec_tools.desk.serving.connections.MAX_CONNECTIONS", 4)
    address = ("127.0.0.1", running.server.port)
    before = threading.active_count()
    with contextlib.ExitStack() as stack:
        opened = [stack.enter_context(socket.create_connection(address, timeout=30)) for _ in range(9)]
        for each in opened[4:]:
            assert each.recv(10) == b""
        assert threading.active_count() <= before + 4
    for _ in range(200):
        with contextlib.suppress(OSError):
            assert running.ask("/")[0] == 200
            return
    pytest.fail("no connection has made room")


def test_requests_of_one_connection(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last one that is answered says so, and the connection ends."""
    monkeypatch.setattr("calarec_tools.desk.serving.connections.MAX_REQUESTS_OF_ONE_CONNECTION", 2)
    port = running.server.port
    with socket.create_connection(("127.0.0.1", port), timeout=30) as asking:
        asking.sendall(f"GET /nothing HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode() * 3)
        answers = b"".join(iter(lambda: asking.recv(65_536), b""))
    assert answers.count(b"HTTP/1.1 ") == 2
    assert answers.count(b"Connection: close") == 1


@pytest.mark.parametrize(("limit", "sent"), [("IDLE_SECONDS", b""), ("REQUEST_SECONDS", b"GET / HTTP/1.1\r\nHost: ")])
def test_idle_time(running: Running, monkeypatch: pytest.MonkeyPatch, limit: str, sent: bytes) -> None:
    """A connection that says nothing ends, and one that never comes to the end of its request, without an answer."""
    monkeypatch.setattr(f"calarec_tools.desk.serving.messages.{limit}", 0.05)
    with socket.create_connection(("127.0.0.1", running.server.port), timeout=30) as asking:
        asking.sendall(sent)
        assert asking.recv(10) == b""
    monkeypatch.undo()
    assert running.ask("/")[0] == 200


def test_keys_are_kept_for_the_user_alone(tmp_path: Path) -> None:
    """They are there after a restart; a file that others can read, or that is none, is not believed."""
    file = tmp_path / "data" / "keys.json"
    first = kept_keys(file)
    assert kept_keys(file) == first
    assert file.stat().st_mode & 0o077 == 0
    assert kept_keys(file, renewed=True) != first
    file.chmod(0o644)
    assert kept_keys(file) != first
    file.write_text('{"write": "x", "watch": 1}')
    assert kept_keys(file).role_of_key("x") == ""
    assert Keys("a" * 32, "b" * 32).role_of_key("b" * 32) == "watch"


def test_pages_of_the_season(running: Running, tmp_path: Path) -> None:
    """They are read by a browser with a key, with a policy of their own that lets no script in; nothing else is."""
    site = tmp_path / "kept" / "season"
    site.mkdir(parents=True)
    (site / "index.html").write_text("<h1>The season</h1>")
    (tmp_path / "kept" / "secret.html").write_text("secret")
    (site / "linked.html").symlink_to(tmp_path / "kept" / "secret.html")
    (site / "calarec-site.txt").write_text("index.html")
    for role in ("write", "watch"):
        status, body, headers = running.ask("/season/index.html", role=role)
        assert (status, body) == (200, b"<h1>The season</h1>")
        assert headers["Content-Security-Policy"].startswith("default-src 'none'; style-src 'unsafe-inline'")
        assert headers["X-Content-Type-Options"] == "nosniff"
    assert running.ask("/season/index.html", role="")[:2] == (403, b"closed")
    for name in ("../secret.html", "..%2fsecret.html", "linked.html", "calarec-site.txt", "none.html", ".html", ""):
        assert running.ask(f"/season/{name}")[0] in (400, 404), name
    assert running.ask("/call/season", {"lang": "en"}, role="watch")[0] == 403
    assert running.ask("/call/season", {"lang": "en"})[0] == 200
