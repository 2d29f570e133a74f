"""The text of an open file is the editor's, with any name and any input."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lsprotocol import types as lsp

from calarec_tools.desk.editor.positions import EditorUnits, with_changes
from tests.tools.editor.raw_messages import LINES, Editor, with_header

if TYPE_CHECKING:
    from pathlib import Path


def edited_text(text: str, start: tuple[int, int], end: tuple[int, int], new: str, encoding: str = "utf-16") -> str:
    """The text after one change."""
    place = lsp.Range(lsp.Position(*start), lsp.Position(*end))
    return with_changes(EditorUnits(encoding), text, [lsp.TextDocumentContentChangePartial(place, new)])


@pytest.mark.parametrize("odd", ["\x0b", "\x0c", "\x1c", "\x1e", "\x85", "\u2028", "\u2029"])
def test_characters_that_end_no_line_for_an_editor(odd: str) -> None:
    """A line goes on after them, though Python splits it there."""
    assert edited_text(f"a{odd}bc\nd", (0, 3), (0, 3), "X") == f"a{odd}bXc\nd"
    assert edited_text(f"a{odd}bc\nd", (1, 0), (1, 1), "X") == f"a{odd}bc\nX"


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 4), ("utf-16", 2), ("utf-32", 1)])
def test_units(encoding: str, column: int) -> None:
    """A change after a character that has several units."""
    assert edited_text("\U0001f0a1b", (0, column), (0, column + 1), "X", encoding) == "\U0001f0a1X"


def test_ends() -> None:
    """Beyond a line its end is meant, beyond all lines that of the text; each end of a line is one."""
    assert edited_text("ab\r\ncd\re", (0, 99), (1, 0), " ") == "ab cd\re"
    assert edited_text("ab\r\ncd\re", (2, 0), (2, 99), "X") == "ab\r\ncd\rX"
    assert edited_text("ab", (0, 99), (7, 7), "X") == "abX"
    assert edited_text("ab\n", (1, 0), (9, 0), "X") == "ab\nX"
    whole = lsp.TextDocumentContentChangeWholeDocument("new")
    assert with_changes(EditorUnits(), "old", [whole]) == "new"


@pytest.mark.parametrize("name", ["my evening.cal", "citt\xe0.cal", "a%b.cal"])
def test_names_that_are_written_otherwise_in_addresses(name: str, tmp_path: Path) -> None:
    """A file with a space, an accent or a percent sign in its name is answered as any other is."""
    with Editor(tmp_path, "en") as editor:
        editor.uri = (tmp_path / name).as_uri()
        assert "%" in editor.uri
        editor.begin()
        assert "Pagat" in editor.ask("textDocument/hover", editor.at(1, 8))["result"]["contents"]["value"]
        place = {"start": {"line": 3, "character": 0}, "end": {"line": 3, "character": 0}}
        document = {"uri": editor.uri, "version": 2}
        change = {"textDocument": document, "contentChanges": [{"range": place, "text": "\x0cseats\n"}]}
        editor.send(with_header({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": change}))
        editor.goes_on()
        assert "result" in editor.ask("textDocument/completion", editor.at(len(LINES)))
        assert editor.end() == ""


def test_a_change_of_a_file_that_is_not_open(tmp_path: Path) -> None:
    """It comes to nothing, and the server goes on."""
    with Editor(tmp_path, "en") as editor:
        editor.begin()
        document = {"uri": (tmp_path / "other.cal").as_uri(), "version": 2}
        change = {"textDocument": document, "contentChanges": [{"text": "cal 1\n"}]}
        editor.send(with_header({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": change}))
        editor.goes_on()
        assert not [each for each in editor.told if each["method"] == "window/showMessage"]
        assert editor.end() == ""
