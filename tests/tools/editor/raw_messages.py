"""Messages to the language server as bytes, typed by hand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any, Self

import calarec
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from types import TracebackType

LINES = ("cal 1", "rules pagat", "seats A=Anna B=Bruno C=Carla", "")
LONGEST = 120.0
"""Seconds after which a server that answers nothing is ended, so that the test fails."""


def with_header(
    message: object, *, length: int | str | None = None, name: str = "Content-Length", end: str = "\r\n"
) -> bytes:
    """A message with its header, or with another one."""
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    size = len(body) if length is None else length
    return f"{name}: {size}{end}{end}".encode() + body


def request(number: int, method: str, params: object = None) -> dict[str, object]:
    """A request as it is sent."""
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


class Editor:
    """A server on its standard streams, and the writer of its input."""

    def __init__(self, folder: Path, lang: str) -> None:
        self.uri = (folder / "a.cal").as_uri()
        self.lang = lang
        self.number = 0
        self.told: list[dict[str, Any]] = []
        world = {**os.environ, "LC_ALL": "C.UTF-8"}
        world.pop("CALAREC_DEBUG", None)
        command = [sys.executable, "-m", "calarec_tools.main", "lsp", "--stdio"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=world, cwd=ROOT)
        self.patience = Timer(LONGEST, self.process.kill)
        self.patience.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.patience.cancel()
        self.process.kill()
        self.process.communicate()

    def send(self, *frames: bytes) -> None:
        """Bytes as they are."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"".join(frames))
        self.process.stdin.flush()

    def answer(self, number: int | None) -> dict[str, Any]:
        """The answer with a number; notifications before it are kept."""
        while True:
            told = self.read()
            if "id" in told and told["id"] == number and "method" not in told:
                return told
            self.told.append(told)

    def read(self) -> dict[str, Any]:
        """Return the next message of the server."""
        out = self.process.stdout
        assert out is not None
        length = 0
        while line := out.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name == b"Content-Length" else length
        assert length, "the server has ended"
        told: dict[str, Any] = json.loads(out.read(length))
        return told

    def ask(self, method: str, params: object = None) -> dict[str, Any]:
        """The answer to a request."""
        self.number += 1
        self.send(with_header(request(self.number, method, params)))
        return self.answer(self.number)

    def begin(self) -> None:
        """The handshake, and one open file."""
        found = self.ask(
            "initialize",
            {"processId": None, "rootUri": None, "capabilities": {}, "initializationOptions": {"lang": self.lang}},
        )
        assert "result" in found
        self.send(with_header({"jsonrpc": "2.0", "method": "initialized", "params": {}}))
        item = {"uri": self.uri, "languageId": "cal", "version": 1, "text": "\n".join(LINES)}
        self.send(with_header({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": item}}))

    def at(self, line: object, character: object = 0, uri: str = "") -> dict[str, object]:
        """Parameters that name a position."""
        return {"textDocument": {"uri": uri or self.uri}, "position": {"line": line, "character": character}}

    def goes_on(self) -> None:
        """A question is answered as if nothing had been."""
        found = self.ask("textDocument/completion", self.at(3))
        assert found["result"]["items"], found

    def end(self) -> str:
        """Close it; return what the server has written to its log."""
        assert self.ask("shutdown")["result"] is None
        self.send(with_header({"jsonrpc": "2.0", "method": "exit"}))
        _, log = self.process.communicate(timeout=60)
        assert self.process.returncode == 0
        return log.decode()


def has_no_path(text: str) -> bool:
    """Check whether a text has no path of calarec or Python on this machine."""
    folders = (Path(calarec.__file__).parents[2], Path(sys.prefix), Path(os.__file__).parent, Path.home())
    return not any(str(each) in text for each in folders if str(each) != "/") and '.py"' not in text
