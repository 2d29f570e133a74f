"""The local server of the page: its files, calls, the folder of evenings, events.

    GET  /                      the page, for a browser that has a key
    GET  /?key=KEY              the page, and a cookie of the key
    GET  /FILE                  a file of the page
    GET  /events?page=PAGE      events as they happen (server-sent events)
    GET  /season/FILE           a page of the season's site, for a browser that has a key
    POST /call/NAME?page=PAGE   a call of `calls.boundary`; `&call=CALL` names it
    POST /call/stop?page=PAGE&call=CALL    ends that call of the page
    POST /folder/NAME           the folder of evenings: the calls of `_FOLDER_CALLS`; JSON in and out

All requests but those for files of the page need a key. Requests that send data must come from a page of this server.
"""

from __future__ import annotations

import json
import queue
import re
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from calarec_tools.desk.serving.connections import ConnectionServer
from calarec_tools.desk.serving.evening_folder import MAX_FILE_BYTES, SEASON_FOLDER, ChangedError, NoNameError, is_name
from calarec_tools.desk.serving.live_evenings import LiveEvenings
from calarec_tools.desk.serving.messages import Response
from calarec_tools.desk.serving.workers import WRITING_CALLS, BusyError, OutOfBudgetError
from calarec_tools.output.files.streams import RefusalError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from calarec_tools.desk.serving.access import Keys, Role
    from calarec_tools.desk.serving.connections import Connection
    from calarec_tools.desk.serving.evening_folder import EveningFolder
    from calarec_tools.desk.serving.messages import Request
    from calarec_tools.desk.serving.workers import WorkerPool

LOOKING_SECONDS: Final = 0.5
"""The interval at which it checks that a listening page is still there."""
LOOKS_PER_HEARTBEAT: Final = 30
"""The number of checks between heartbeats, which keep the connection open."""
_WATCHING: Final = frozenset({"listed", "read", "about"})
"""Calls of the folder that the key to watch allows."""
_PAGE: Final = re.compile(r"[0-9a-f]{16}", re.ASCII)
_SEASON: Final = re.compile(rf"/{SEASON_FOLDER}/([a-z0-9.-]{{1,130}})", re.ASCII)
_SEASON_POLICY: Final = (
    "Content-Security-Policy",
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
)
"""A policy for pages without scripts; each page lists the hashes of its styles."""
_CALL: Final = re.compile(r"/call/([a-z_]{1,40})", re.ASCII)
_STOP: Final = "stop"
"""The name that ends a call of the same page."""
_FOLDER: Final = re.compile(r"/folder/([a-z_]{1,40})", re.ASCII)
_JSON: Final = "application/json"
_KINDS: Final = {
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
    "png": "image/png", "svg": "image/svg+xml", "webmanifest": "application/manifest+json",
}  # fmt: skip


def standing_headers(policy: str, address: str) -> tuple[tuple[str, str], ...]:
    """Return the headers of every response from an address of this machine."""
    from calarec_tools.desk.serving.access import is_loopback

    # Of a page from another device, over plain http, browsers report the last one as an error.
    opener = (("Cross-Origin-Opener-Policy", "same-origin"),) if is_loopback(address) else ()
    return (
        ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-cache"), *opener,
    )  # fmt: skip


class PageServer:
    """The page of one folder at one address; `files` returns the files of the page."""

    def __init__(
        self,
        folder: EveningFolder,
        pool: WorkerPool,
        keys: Keys,
        *,
        host: str,
        port: int,
        files: Callable[[], Mapping[str, bytes]],
        policy: str,
    ) -> None:
        from calarec_tools.desk.serving.access import Access

        self.folder = folder
        self.pool = pool
        self.live = LiveEvenings()
        self.addresses: Callable[[], dict[str, Any]] = dict
        """A function that returns the addresses at which the page can be opened."""
        self._files = files
        self._server = ConnectionServer(host, port, self._answer_request, partial(standing_headers, policy))
        self.port = self._server.port
        self.access = Access(keys, self.port, host)

    def serve(self) -> None:
        """Answer until `close`."""
        self._server.serve()

    def close(self) -> None:
        """Ends everything."""
        self.live.end_listeners()
        self._server.close()
        self.pool.close()

    def _answer_request(self, request: Request, other: Connection) -> Response | None:
        if not self.access.is_for_us(request, other.here):
            return Response(403)
        if request.method == "POST":
            return self._answer_page(request, other)
        role = self.access.role_of_request(request)
        if request.path == "/events":
            return self._stream_events(request, other, role)
        if request.path == "/":
            return self._entrance(request, role)
        season = _SEASON.fullmatch(request.path)
        if season is not None:
            return self._answer_season(season[1], role)
        data = self._files().get(request.path[1:])
        if data is None:
            return Response(404)
        return Response(200, data, _KINDS.get(request.path.rpartition(".")[2], "application/octet-stream"))

    def _entrance(self, request: Request, role: Role) -> Response:
        """Return the page; a key in the URL becomes a cookie, and the page removes it.

        There is no redirection: a browser that comes from another site would not send the new cookie along with it.
        """
        key = _query_value(request.query, "key")
        if not (self.access.keys.role_of_key(key) if key else role):
            return self._closed_response()
        headers = (self.access.cookie_header(key),) if key else ()
        return Response(200, self._files()["index.html"], _KINDS["html"], headers)

    def _answer_season(self, name: str, role: Role) -> Response:
        """A page of the season, whose looks are in it."""
        if not role:
            return self._closed_response()
        page = self.folder.read_season_page(name)
        return Response(404) if page is None else Response(200, page, _KINDS["html"], (_SEASON_POLICY,))

    def _closed_response(self) -> Response:
        return Response(403, self._files()["closed.html"], _KINDS["html"])

    def _answer_page(self, request: Request, other: Connection) -> Response:
        if not self.access.is_from_us(request, other.here):
            return Response(403)
        role = self.access.role_of_request(request)
        if not role:
            return Response(403)
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _JSON:
            return Response(415)
        call, folder = _CALL.fullmatch(request.path), _FOLDER.fullmatch(request.path)
        if call is not None:
            return self._answer_call(call[1], request, role)
        return self._of_folder(folder[1], request, role) if folder is not None else Response(404)

    def _answer_call(self, name: str, request: Request, role: Role) -> Response:
        if role != "write" and name in WRITING_CALLS:
            return Response(403)
        page, call = (_find_token(request.query, key) for key in ("page", "call"))
        if name == _STOP:
            return _json_response({"answer": self.pool.stop_call(page, call) if page and call else 0})
        try:
            answer = self.pool.call_worker(name, request.body, page, call)
        except BusyError:
            return Response(503)
        except OutOfBudgetError:
            return _json_response({"spent": True})
        return Response(200, answer, _JSON)

    def _of_folder(self, name: str, request: Request, role: Role) -> Response:
        if name not in _FOLDER_CALLS:
            return Response(404)
        if role != "write" and name not in _WATCHING:
            return Response(403)
        try:
            given = json.loads(request.body)
            takes = _FOLDER_CALLS[name][1]
            if not isinstance(given, dict) or set(given) != set(takes):
                return Response(400)
            if not all(isinstance(given[key], kind) for key, kind in takes.items()):
                return Response(400)
            return _json_response(_FOLDER_CALLS[name][0](self, given, role))
        except (NoNameError, ValueError, RecursionError):
            return Response(400)
        except ChangedError:
            return _json_response({"failed": "changed"})
        except (OSError, RefusalError):
            return _json_response({"failed": "unwritten"})

    def _stream_events(self, request: Request, other: Connection, role: Role) -> Response | None:
        """Send events to a page until it goes away."""
        page = _query_value(request.query, "page")
        if not role or not self.access.is_ours_by_site(request):
            return Response(403)
        if not _PAGE.fullmatch(page):
            return Response(400)
        listener = self.live.add_listener(page, role)
        if listener is None:
            return Response(503)
        head = Response(200, b"", "text/event-stream").to_bytes(
            self._server.standing(other.here), is_head=True, is_last=True
        )
        try:
            other.send(head.replace(b"Content-Length: 0\r\n", b""))
            quiet = 0
            while True:
                try:
                    event = listener.events.get(timeout=LOOKING_SECONDS)
                except queue.Empty:
                    # A page that is gone says so at once, and frees the evening that it has written.
                    if other.is_over():
                        return None
                    quiet += 1
                    if quiet % LOOKS_PER_HEARTBEAT == 0:
                        other.send(b":\n\n")
                    continue
                if event is None:
                    return None
                other.send(f"data: {json.dumps(event)}\n\n".encode())
        finally:
            self.live.remove_listener(listener)


def _list_evenings(server: PageServer, given: dict[str, Any], _role: Role) -> Any:
    return server.folder.list_files(given["kind"]) if given["kind"] in ("evening", "rules") else []


def _read_evening(server: PageServer, given: dict[str, Any], _role: Role) -> Any:
    kept = server.folder.read_kept_file(given["kind"], given["id"])
    if kept is None:
        return None
    if kept.text is None:
        return {"unreadable": True}
    found = {"text": kept.text, "digest": kept.digest, "changed": kept.changed}
    if given["kind"] == "evening":
        aside = server.folder.evening_extras(given["id"])
        found |= {"aside": aside, "writer": server.live.writer_of(given["id"])}
    return found


def _create_evening(server: PageServer, given: dict[str, Any], _role: Role) -> Any:
    _refuse_long_text(given["text"])
    created = server.folder.create(given["text"])
    server.live.broadcast_event({"kind": "written", "id": created, "page": ""})
    return created


def _write_evening(server: PageServer, given: dict[str, Any], _role: Role) -> Any:
    """Write an evening for the page that has taken it, with the text read before."""
    kind, id_, page = given["kind"], given["id"], given["page"]
    _refuse_long_text(given["text"])
    if kind == "evening" and server.live.writer_of(id_) != page:
        raise ChangedError
    digest = server.folder.write_kept_file(kind, id_, given["text"], given["digest"])
    if kind == "evening":
        server.folder.put_aside(id_, given["aside"])
    else:
        server.pool.forget_rules()
    server.live.broadcast_event({"kind": "written" if kind == "evening" else "rules", "id": id_, "page": page})
    return digest


def _remove(server: PageServer, given: dict[str, Any], _role: Role) -> Any:
    server.folder.remove_kept_file(given["kind"], given["id"])
    if given["kind"] == "rules":
        server.pool.forget_rules()
    server.live.broadcast_event(
        {"kind": "written" if given["kind"] == "evening" else "rules", "id": given["id"], "page": ""}
    )
    return True


def _take_evening(server: PageServer, given: dict[str, Any], _role: Role) -> Any:
    if not is_name("evening", given["id"]) or not _PAGE.fullmatch(given["page"]):
        raise NoNameError
    return server.live.has_become_writer(given["id"], given["page"], asking=given["asking"])


def _release(server: PageServer, given: dict[str, Any], _role: Role) -> Any:
    server.live.release(given["id"], given["page"])
    return True


def _about_page(server: PageServer, _given: dict[str, Any], role: Role) -> Any:
    """Return the folder, the role of the page, and the addresses for other devices."""
    told = {"folder": str(server.folder.place), **server.addresses()} if role == "write" else {}
    return {"role": role, **told}


_FOLDER_CALLS: Final[dict[str, tuple[Callable[[PageServer, dict[str, Any], Role], Any], dict[str, type]]]] = {
    "about": (_about_page, {}),
    "listed": (_list_evenings, {"kind": str}),
    "read": (_read_evening, {"kind": str, "id": str}),
    "create": (_create_evening, {"text": str}),
    "write": (
        _write_evening,
        {"kind": str, "id": str, "text": str, "digest": str, "page": str, "aside": dict},
    ),
    "remove": (_remove, {"kind": str, "id": str}),
    "take": (_take_evening, {"id": str, "page": str, "asking": bool}),
    "release": (_release, {"id": str, "page": str}),
}
"""Calls of the folder, each with the types of its arguments."""


def _refuse_long_text(text: str) -> None:
    if len(text.encode("utf-8", "surrogatepass")) > MAX_FILE_BYTES:
        raise NoNameError
    text.encode()  # half letters can stand in no file: a ValueError


def _query_value(query: str, name: str) -> str:
    """A value of a query; keys and pages need no decoding."""
    return next((value for key, _, value in (word.partition("=") for word in query.split("&")) if key == name), "")


def _find_token(query: str, name: str) -> str:
    """A random name in a query, of a page or of one of its calls; "" if it has none."""
    value = _query_value(query, name)
    return value if _PAGE.fullmatch(value) else ""


def _json_response(data: Any) -> Response:
    return Response(200, json.dumps(data, ensure_ascii=False).encode(), _JSON)
