"""Messages of editors to the language server: right and wrong ones, and edits of random Unicode."""

from __future__ import annotations

import json
import logging
import os
import re
import select
import threading
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Self, cast
from unittest.mock import patch

from calarec.rule_files.locate import UNSAVED
from calarec_tools.desk.editor import error_answers, server
from calarec_tools.desk.editor.message_input import MessageInput
from calarec_tools.desk.editor.server import RULES_LANGUAGE, make_server
from tests.fuzz.materials import ODD, mangled, record, records, rule_files
from tests.fuzz.secret_files import SECRET, folder_beside_secret
from tests.fuzz.target import Drawn, Target
from tests.tools.editor.raw_messages import has_no_path

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

_METHODS: Final = (
    "textDocument/hover", "textDocument/definition", "textDocument/completion", "textDocument/codeAction",
    "textDocument/formatting", "textDocument/documentSymbol", "textDocument/foldingRange",
)  # fmt: skip
_FILES: Final = ("a.cal", "my%20evening.cal", "r%C3%A9gole.yaml", "b.yaml", "untitled", "deep/c.cal")
_ENDS: Final = re.compile("\r\n|\r|\n")
_SECONDS: Final = 600
"""By the clock: at idle priority minutes may pass in which no processor is free."""
_TYPED: Final = (
    *ODD, "\x1c", "\x1e", "\u2029", "\r\r\n", "\n\n", "a", " ", "3b", "passo", "hand 2\n", "end\n", "🂡", "é", "\ud800",
    "e\u0301", "👨\u200d👩\u200d👧", "", "x: ", "  - ", "rules pagat\n",
)  # fmt: skip
_SHAPES: Final[tuple[Any, ...]] = (None, True, 0, -1, 2**31, 2**70, 1.5, "", "x", [], {}, [[]], {"a": 1}, "\ud800")
_FRAMES: Final = (
    "Content-Length: 5\r\n\r\n", "Content-Length: 0\r\n\r\n", "Content-Length: -1\r\n\r\n", "\r\n\r\n", "x" * 5000,
    "{}",
    "Content-Length: 2\r\n\r\n{}", "Content-Length: 2\r\n\r\n[]", "Content-Length: 4\r\n\r\nnull",
    "GET / HTTP/1.1\r\n\r\n",
    "Content-Length: 99999999999\r\n\r\n", "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    "content-length:2\n\n{}",
    "Content-Length: 1\r\n\r\n\xff", "Content-Type: x\r\nContent-Length: 1\r\n\r\n1",
)  # fmt: skip
_CODES_OF_ANSWERS: Final = range(-32900, -32000)


def draw(rng: Random) -> Drawn:
    """Draw the actions of an editor, one a line, and its unit of characters."""
    encoding = rng.choice(("utf-8", "utf-16", "utf-32"))
    texts: dict[str, str] = {}
    steps: list[Any] = []
    for _ in range(rng.randint(3, 14)):
        steps.append(_step(rng, texts, encoding))
    return Drawn("\n".join(map(json.dumps, steps)), (rng.choice(("en", "it")), encoding))


def _step(rng: Random, texts: dict[str, str], encoding: str) -> Any:
    """One step; what is then open is kept in `texts`."""
    kind = rng.random()
    if not texts or kind < 0.1:
        name = rng.choice(_FILES)
        texts[name] = _whole_text(rng, name)
        language = rng.choice(("cal", "yaml", RULES_LANGUAGE)) if rng.random() < 0.1 else ""
        return ["open", name, language, texts[name]]
    name = rng.choice(tuple(texts)) if rng.random() < 0.95 else rng.choice(_FILES)
    if kind < 0.5:
        changes = [_change(rng, texts.get(name, ""), encoding)]
        texts[name] = _applied(texts.get(name, ""), changes[0], encoding)
        if rng.random() < 0.3:
            changes.append(_change(rng, texts[name], encoding))
            texts[name] = _applied(texts[name], changes[1], encoding)
        return ["change", name, changes]
    if kind < 0.82:
        start = _position(rng, texts.get(name, ""), encoding)
        return ["ask", rng.choice(_METHODS), name, start, _position(rng, texts.get(name, ""), encoding)]
    if kind < 0.86:
        texts.pop(name, None)
        return ["close", name]
    if kind < 0.93:
        return ["raw", rng.choice(_FRAMES)]
    return ["send", _strange_message(rng)]


def _whole_text(rng: Random, name: str) -> str:
    others = rule_files() if name.endswith(".yaml") else records()
    text = rng.choice(others) if name.endswith(".yaml") else record(rng)
    text = text[: rng.choice((0, 300, 3000, 8000))]
    text = mangled(text, rng, others) if rng.random() < 0.5 else text
    return text.replace("\n", "\r\n") if rng.random() < 0.1 else text


def _change(rng: Random, text: str, encoding: str) -> list[Any]:
    """A change as range and text; without a range it is the whole text."""
    new = "".join(rng.choice(_TYPED) for _ in range(rng.randint(0, 3)))
    if rng.random() < 0.1:
        return [None, text[: rng.randrange(len(text) + 1)] + new]
    start = _position(rng, text, encoding)
    end = list(start)
    if rng.random() < 0.5:
        start, end = sorted((start, _position(rng, text, encoding)))
        if rng.random() < 0.7 and end[0] > start[0] + 1:
            end = [start[0] + 1, 0]
    return [[*start, *end], new]


def _position(rng: Random, text: str, encoding: str) -> list[int]:
    """A position of a text, now and then beyond a line or the end."""
    lines = _ENDS.split(text)
    line = rng.randrange(len(lines))
    column = _units(lines[line][: rng.randrange(len(lines[line]) + 1)], encoding)
    if rng.random() < 0.05:
        return rng.choice(([line, 10**6], [len(lines), 0], [len(lines) + 7, 3], [2**31 - 1, 2**31 - 1]))
    return [line, column]


def _strange_message(rng: Random) -> Any:
    """A message that fits the protocol in some of its fields."""
    method = rng.choice((*_METHODS, "textDocument/didOpen", "textDocument/didChange", "textDocument/didClose",
                         "$/cancelRequest", "initialize", "workspace/didChangeWatchedFiles", "x", "$/setTrace",
                         "textDocument/rename", "workspace/executeCommand", "initialized",
                         "textDocument/didSave"))  # fmt: skip
    params = rng.choice((
        *_SHAPES, {"textDocument": rng.choice(_SHAPES)}, {"textDocument": {"uri": rng.choice((*_SHAPES,
        "file:///a.cal"))}},
        {"textDocument": {"uri": "file:///secret"}, "position": rng.choice(_SHAPES)},
        {"textDocument": {"uri": "x:y", "version": rng.choice(_SHAPES)}, "contentChanges": [rng.choice(_SHAPES)]},
        {"textDocument": {"uri": "x", "languageId": "cal", "version": 1, "text": rng.choice(_SHAPES)}},
        {"changes": [{"uri": "file:///a.yaml", "type": 2}]}, {"id": rng.choice(_SHAPES)},
    ))  # fmt: skip
    message = {"jsonrpc": "2.0", "id": rng.choice((*_SHAPES, 7, "seven")), "method": method, "params": params}
    if rng.random() < 0.4:
        del message["id"]
    if rng.random() < 0.2:
        message[rng.choice(tuple(message))] = rng.choice(_SHAPES)
    if rng.random() < 0.1:
        del message[rng.choice(tuple(message))]
    return message


def hold(drawn: Drawn) -> None:
    """Every request is answered, no answer has a local path, and the server has the text that the editor has."""
    lang, encoding = map(str, drawn.more)
    with folder_beside_secret() as work, _Editor(lang, encoding, work.as_uri()) as editor:
        for line in drawn.text.split("\n"):
            with suppress(ValueError):
                editor.take(json.loads(line))
            if editor.mistakes:
                raise editor.mistakes[0]
        editor.compare()
        editor.end()
        assert not editor.mistakes
        assert SECRET not in json.dumps(editor.told)


def _units(text: str, encoding: str) -> int:
    """Count the units of a text in an encoding."""
    match encoding:
        case "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        case "utf-16":
            return len(text.encode("utf-16-le", "surrogatepass")) // 2
    return len(text)


def _offset(text: str, line: int, column: int, encoding: str) -> int:
    """The place of a position; beyond a line it is the end of the line, beyond all lines that of the text."""
    starts = [0, *(found.end() for found in _ENDS.finditer(text))]
    ends = [*(found.start() for found in _ENDS.finditer(text)), len(text)]
    if line >= len(starts):
        return len(text)
    place = starts[line]
    while place < ends[line] and _units(text[starts[line] : place + 1], encoding) <= column:
        place += 1
    return place


def _applied(text: str, change: list[Any], encoding: str) -> str:
    """The text after a change."""
    place, new = change[0], str(change[1])
    if place is None:
        return new
    start, end = (_offset(text, line, column, encoding) for line, column in (place[:2], place[2:]))
    return text[:start] + new + text[max(start, end) :]


class _Editor:
    """An editor beside a server in another thread."""

    def __init__(self, lang: str, encoding: str, folder: str) -> None:
        self.lang, self.encoding, self.folder = lang, encoding, folder
        self.texts: dict[str, str] = {}
        self.told: list[dict[str, Any]] = []
        self.mistakes: list[BaseException] = []
        self.number = 1000
        self.version = 1
        self._held = b""
        self._shown = 0

    def __enter__(self) -> Self:
        UNSAVED.clear()
        given, self._typing = os.pipe()
        self._reading, answered = os.pipe()
        self.server = make_server("en")
        self._watch = _watched(self.mistakes)
        self._watch.__enter__()

        def serve() -> None:
            with os.fdopen(given, "rb") as stream, os.fdopen(answered, "wb") as out:
                self.server.start_io(cast("BinaryIO", MessageInput(stream)), out)

        self._serving = threading.Thread(target=serve, daemon=True)
        self._serving.start()
        asked = {"general": {"positionEncodings": [self.encoding]}}
        found = self.ask("initialize", {"processId": None, "rootUri": self.folder, "capabilities": asked,
                                        "initializationOptions": {"lang": self.lang}})  # fmt: skip
        assert found["result"]["capabilities"]["positionEncoding"] == self.encoding
        self.send({"jsonrpc": "2.0", "method": "initialized", "params": {}})
        return self

    def __exit__(self, *_about: object) -> None:
        os.close(self._typing)
        self._serving.join(_SECONDS)
        os.close(self._reading)
        self.server.workers.shutdown(wait=True)
        self._watch.__exit__(None, None, None)
        UNSAVED.clear()

    def take(self, step: Any) -> None:
        """Does a step; one that a smaller input has made meaningless is none."""
        match step:
            case ["open", str(name), str(language), str(text)]:
                self.texts[name] = text
                item = {"uri": self.uri(name), "languageId": language or "cal", "version": 1, "text": text}
                self._notify("textDocument/didOpen", {"textDocument": item})
            case ["change", str(name), list(changes)] if name in self.texts and all(map(_is_change, changes)):
                self._edit(name, changes)
            case ["ask", str(method), str(name), [int(), int()] as start, [int(), int()] as end]:
                self._question(method, name, start, end)
            case ["close", str(name)] if name in self.texts:
                del self.texts[name]
                self._notify("textDocument/didClose", {"textDocument": {"uri": self.uri(name)}})
            case ["raw", str(frame)]:
                os.write(self._typing, frame.encode("latin-1", "replace"))
                self._resume()
            case ["send", message]:
                self.send(message)
                self._resume()

    def uri(self, name: str) -> str:
        """The address of a file."""
        return name if name == "untitled" else f"{self.folder}/{name}"

    def _edit(self, name: str, changes: list[Any]) -> None:
        self.version += 1
        sent = []
        for place, new in changes:
            self.texts[name] = _applied(self.texts[name], [place, new], self.encoding)
            sent.append({"text": new} if place is None else {"text": new, "range": _range(place)})
        identifier = {"uri": self.uri(name), "version": self.version}
        self._notify("textDocument/didChange", {"textDocument": identifier, "contentChanges": sent})

    def _question(self, method: str, name: str, start: list[int], end: list[int]) -> None:
        params: dict[str, Any] = {"textDocument": {"uri": self.uri(name)}, "position": _range([*start, *end])["start"]}
        if method == "textDocument/codeAction":
            params |= {"range": _range([*start, *end]), "context": {"diagnostics": []}}
        params |= {"options": {"tabSize": 2, "insertSpaces": True}}
        answer = self.ask(method, params)
        assert ("result" in answer) != ("error" in answer), answer
        if "error" in answer:
            assert answer["error"]["code"] in _CODES_OF_ANSWERS, answer
            assert has_no_path(json.dumps(answer)), answer

    def compare(self) -> None:
        """Holds the texts of the server against those of the editor."""
        self.ask("textDocument/foldingRange", {"textDocument": {"uri": self.uri("nothing")}})
        for name, text in self.texts.items():
            found = self.server.texts[self.uri(name)].text
            assert found == text, (name, found, text)

    def end(self) -> None:
        """Close the connection."""
        assert self.ask("shutdown", None)["result"] is None
        self._notify("exit", None)

    def _resume(self) -> None:
        """After something strange, and what it has taken for its own, a right question is answered."""
        for _ in range(2):
            self._notify("$/nothing", {})
        self.ask("textDocument/foldingRange", {"textDocument": {"uri": self.uri("nothing")}})

    def _notify(self, method: str, params: Any) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def send(self, message: Any) -> None:
        """Sends a message with its header."""
        body = json.dumps(message).encode()
        os.write(self._typing, b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def ask(self, method: str, params: Any) -> dict[str, Any]:
        """The answer to a request; earlier messages are without local paths."""
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        until = time.monotonic() + _SECONDS
        while True:
            told = self._read(until)
            if told.get("id") == self.number and "method" not in told:
                return told
            if told.get("method") == "window/showMessage" or "error" in told:
                assert has_no_path(json.dumps(told)), told
            self.told.append(told)

    def _read(self, until: float) -> dict[str, Any]:
        while True:
            head, found, rest = self._held.partition(b"\r\n\r\n")
            if found:
                size = int(re.findall(rb"Content-Length: (\d+)", head)[0])
                if len(rest) >= size:
                    self._held = rest[size:]
                    told: dict[str, Any] = json.loads(rest[:size])
                    return told
            if self.mistakes:
                raise self.mistakes[0]
            assert time.monotonic() < until, "there is no answer"
            if select.select([self._reading], [], [], 1)[0]:
                piece = os.read(self._reading, 65_536)
                assert piece, "the server has ended"
                self._held += piece


def _is_change(change: Any) -> bool:
    match change:
        case [None | [int(), int(), int(), int()], str()]:
            return True
    return False


def _range(place: list[int]) -> dict[str, Any]:
    return {
        "start": {"line": place[0], "character": place[1]},
        "end": {"line": place[2], "character": place[3]},
    }


@contextmanager
def _watched(mistakes: list[BaseException]) -> Iterator[None]:
    """Collects mistakes of calarec's own: those that are answered, those that are shown, those of tasks."""
    describe = error_answers.describe_mistake

    def described(error: BaseException, lang: str) -> str:
        mistakes.append(error)
        return describe(error, lang)

    class Handler(logging.Handler):
        def emit(self, logged: logging.LogRecord) -> None:
            error = logged.exc_info[1] if logged.exc_info else None
            if error is not None and not isinstance(error, error_answers._ANSWERED):
                mistakes.append(error)

    handler = Handler()
    logs, chatter = [*map(logging.getLogger, ("asyncio", "concurrent.futures"))], logging.getLogger("pygls")
    for log in logs:
        log.addHandler(handler)
    chatter.addHandler(logging.NullHandler())
    settings = {"CALAREC_CACHE": "off", "CALAREC_DEBUG": ""}
    try:
        with (
            patch.dict(os.environ, settings),
            patch.object(chatter, "propagate", new=False),
            patch.object(error_answers, "describe_mistake", described),
            patch.object(server, "describe_mistake", described),
        ):
            yield
    finally:
        for log in logs:
            log.removeHandler(handler)


LANGUAGE_SERVER: Final = Target(
    "language-server",
    "Whatever an editor sends, each request is answered by a result or by an error without local paths, no mistake of "
    "calarec's is reported, the server goes on, and after every edit it has the text that the editor has.",
    draw,
    hold,
    4,
)
