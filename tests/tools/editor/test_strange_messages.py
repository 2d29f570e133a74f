"""Messages that no editor should send: each is answered with an error, without a path, and the server goes on."""

from __future__ import annotations

import io
import json
import subprocess
from typing import TYPE_CHECKING

import pytest

from calarec_tools.desk.editor.message_input import MAX_MESSAGE_BYTES, UNREADABLE, MessageInput
from tests.tools.editor.raw_messages import Editor, has_no_path, request, with_header

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

PARSE, REQUEST, PARAMS, EARLY, METHOD = -32700, -32600, -32602, -32002, -32601


@pytest.fixture(params=["en", "it"])
def lang(request: pytest.FixtureRequest) -> str:
    """The language of the editor."""
    return str(request.param)


def wrong_frames() -> dict[str, tuple[bytes, int]]:
    """Return unreadable frames, each with the code of the answer."""
    return {**frames_without_a_message(), **wrong_messages()}


def frames_without_a_message() -> dict[str, tuple[bytes, int]]:
    """Frames from which no message can be taken, and the code of the answer."""
    hover = request(99, "textDocument/hover", {})
    return {
        "a length of 10^11": (with_header(hover, length=10**11), REQUEST),
        "a length just beyond": (with_header(hover, length=MAX_MESSAGE_BYTES + 1), REQUEST),
        "a length of 5000 digits": (with_header(hover, length="9" * 3000), REQUEST),
        "another header": (with_header(hover, name="Content-Lenght"), PARSE),
        "a length in words": (with_header(hover, length="twelve"), PARSE),
        "a negative length": (with_header(hover, length=-5), PARSE),
        "a length of nothing": (with_header(hover, length=0), PARSE),
        "two lengths": (b"Content-Length: 3\r\n" + with_header(hover), PARSE),
        "no header at all": (json.dumps(hover).encode() + b"\n", PARSE),
        "a line that is none before it": (b"GET / HTTP/1.1\r\n\r\n", PARSE),
        "a header without an end": (b"X: " + b"y" * 100_000, PARSE),
    }


def wrong_messages() -> dict[str, tuple[bytes, int]]:
    """Whole messages that no request can be, and the code of the answer."""
    return {
        "no JSON": (with_header(b"{nonsense}"), PARSE),
        "no text": (with_header(b"\xff\xfe\x00"), PARSE),
        "JSON without end": (with_header(b"[" * 100_000), PARSE),
        "a list": (with_header([7]), REQUEST),
        "a number": (with_header(7), REQUEST),
        "nothing": (with_header({}), REQUEST),
        "a method that is a number": (with_header({"jsonrpc": "2.0", "method": 1.5}), REQUEST),
        "a method that is nothing": (with_header({"jsonrpc": "2.0", "method": None, "params": ""}), REQUEST),
        "a list for a number": (with_header({"jsonrpc": "2.0", "id": [], "method": "shutdown"}), REQUEST),
    }


def test_what_cannot_be_read_is_answered(tmp_path: Path, lang: str) -> None:
    """With an error and no number, twice as well as once; the next question finds its answer."""
    with Editor(tmp_path, lang) as editor:
        editor.begin()
        said = set()
        for name, (frame, code) in wrong_frames().items():
            for _ in range(2):
                editor.number += 1
                editor.send(frame, with_header(request(editor.number, "textDocument/hover", editor.at(1))))
                told = editor.answer(None)
                assert (told["id"], told["error"]["code"]) == (None, code), name
                assert has_no_path(json.dumps(told))
                said.add(told["error"]["message"])
                assert "result" in editor.answer(editor.number)
        assert len(said) == 4
        assert any("header" in each for each in said) is (lang == "en")
        editor.goes_on()
        assert editor.end() == ""


def test_what_is_wrong_with_a_request_is_answered(tmp_path: Path, lang: str) -> None:
    """By its number, in the language of the editor; files that are not open are not read."""
    secret = tmp_path / "secret.cal"
    secret.write_text("cal 1\nplayers Segreta\n", "utf-8")
    with Editor(tmp_path, lang) as editor:
        assert editor.ask("textDocument/hover", editor.at(0))["error"]["code"] == EARLY
        editor.begin()
        beyond = "beyond the end" if lang == "en" else "oltre la fine"
        for method in ("hover", "definition", "completion"):
            told = editor.ask(f"textDocument/{method}", editor.at(4000, 7))
            assert told["error"]["code"] == PARAMS
            assert beyond in told["error"]["message"]
            for line in (-1, 2**40, "x", None):
                told = editor.ask(f"textDocument/{method}", editor.at(line))
                assert told["error"]["code"] == PARAMS, line
                assert has_no_path(json.dumps(told))
            assert "result" in editor.ask(f"textDocument/{method}", editor.at(2, 5000)), "a column ends with its line"
            other = editor.ask(f"textDocument/{method}", editor.at(1, 3, secret.as_uri()))
            assert other["result"] is None
        context: dict[str, list[object]] = {"diagnostics": []}
        place = {"line": 4000, "character": 0}
        actions = {"textDocument": {"uri": editor.uri}, "range": {"start": place, "end": place}, "context": context}
        assert editor.ask("textDocument/codeAction", actions)["error"]["code"] == PARAMS
        assert editor.ask("textDocument/unheardOf")["error"]["code"] == METHOD
        assert editor.ask("textDocument/hover")["error"]["code"] == PARAMS
        editor.goes_on()
        assert editor.end() == ""


def test_a_notification_with_nonsense_is_shown(tmp_path: Path) -> None:
    """It has no answer; the editor shows what was wrong."""
    with Editor(tmp_path, "en") as editor:
        editor.begin()
        editor.goes_on()
        editor.told.clear()
        editor.send(with_header({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": 7}}))
        editor.goes_on()
        shown = [each["params"]["message"] for each in editor.told if each["method"] == "window/showMessage"]
        assert shown == ["the parameters of `textDocument/didChange` are not what the protocol states"]
        assert editor.end() == ""


MISTAKEN = """
import sys
from calarec_tools.desk.editor.server import CalarecServer
def fail(self, uri, at):
    raise FileNotFoundError(2, "No such file", __import__("calarec").__file__)
CalarecServer.hover = fail
CalarecServer._take_text = lambda self, uri: fail(self, uri, None)
from calarec_tools.main import main
sys.exit(main(["lsp", "--stdio"]))
"""


def test_a_mistake_of_calarec_names_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its kind and the line of the code; neither in the answer, nor in what is shown, nor in the log more than that."""
    started = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", lambda command, **more: started([command[0], "-c", MISTAKEN], **more))
    with Editor(tmp_path, "en") as editor:
        editor.begin()
        told = editor.ask("textDocument/hover", editor.at(1))
        shown = [each["params"]["message"] for each in editor.told if each["method"] == "window/showMessage"]
        assert told["error"] == {
            "code": -32603,
            "message": "a mistake in calarec itself (FileNotFoundError, at <string>:5)",
        }
        assert shown == [told["error"]["message"]]
        log = editor.end()
        assert log.splitlines() == [f"calarec: {told['error']['message']}"]
        assert has_no_path(log + json.dumps(editor.told))


class _Drops(io.RawIOBase):
    """A stream that brings a few bytes at a time."""

    def __init__(self, text: bytes, size: int) -> None:
        super().__init__()
        self.left, self.size = text, size

    def read1(self, size: int, /) -> bytes:
        """A few of them."""
        part, self.left = self.left[: min(size, self.size)], self.left[min(size, self.size) :]
        return part


def messages(text: bytes, size: int) -> list[object]:
    """Return the messages that a server reads from a stream."""
    stream, found = MessageInput(_Drops(text, size)), []
    while line := stream.readline():
        name, _, length = line.partition(b": ")
        assert name == b"Content-Length"
        assert stream.readline() == b"\r\n"
        found.append(json.loads(stream.read(int(length))))
    return found


@pytest.mark.parametrize("size", [1, 2, 7, 65_536])
def test_reading_goes_on_wherever_the_bytes_are_cut(size: int) -> None:
    """Between two messages everything that cannot be read is one notice."""
    whole = [request(number, "m", {"text": "Content-Length: 5\r\n\r\n" * number}) for number in range(3)]
    for frame, _ in frames_without_a_message().values():
        text = (
            with_header(whole[0])
            + frame
            + with_header(whole[1], end="\n", name="content-length")
            + with_header(whole[2])
        )
        first, notice, *others = messages(text, size)
        assert [first, *others] == whole, frame[:40]
        assert isinstance(notice, dict)
        assert notice["method"] == UNREADABLE
    assert messages(with_header(whole[1])[:-1], size) == [], "a message that is cut short is none"
    assert messages(b"", size) == []
