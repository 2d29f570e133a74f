"""Reads whatever the grammar accepts, with Lark: the way for all that is not canonical."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from calarec.base.frozen import NamedTuple
from calarec.base.resources import data_folder

if TYPE_CHECKING:
    import lark


class Accepted(NamedTuple):
    """A statement that the grammar knows: its verb, its text with comment, and which line it is, from 0."""

    verb: str
    text: str
    line: int


@cache
def _parser() -> lark.Lark:
    """Built once from the grammar's text; nothing is kept on disk, since Lark keeps what it caches as pickles."""
    import lark

    grammar = (data_folder("grammar") / "cal.lark").read_text(encoding="utf-8")
    return lark.Lark(grammar, parser="lalr", lexer="contextual", start=["start", "hand", "line"])


def accepts(text: str, start: str) -> list[Accepted] | None:
    """The statements of a text under one of the grammar's start rules; None if it is not in the language."""
    import lark

    try:
        tree: Any = _parser().parse(text, start=start)
    except lark.exceptions.UnexpectedInput:
        return None
    return [Accepted(_verb(token.type), token, token.line - 1) for token in _tokens(tree)]


def accepts_line(text: str) -> Accepted | None:
    """One statement alone."""
    found = accepts(text + "\n", "line")
    return found[0] if found else None


def _tokens(tree: Any) -> list[Any]:
    """The statements of a tree in order; only a record's hands are trees in it."""
    found: list[Any] = []
    for child in tree.children:
        if hasattr(child, "children"):
            found += _tokens(child)
        else:
            found.append(child)
    return found


@cache
def _verb(terminal: str) -> str:
    return {"SEATED": "seat", "TABLE_CARD": "table-card", "EXTENSION": "x-"}.get(terminal) or terminal.lower()
