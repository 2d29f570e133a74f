"""Reads the terminals of `grammar/cal.lark`: patterns and expectations come from there and nowhere else.

Terms. A *node* is a piece of a terminal's definition. A *word* is a terminal that stands between blanks;
a statement is made of words and of fixed texts.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from calarec.data import data_folder
from calarec.light import NamedTuple

WORDS: Final = frozenset(
    [
        "SEAT",
        "ACTOR",
        "SIDE",
        "CARD",
        "PLAY",
        "WORD",
        "NUMBER",
        "COUNT",
        "AMOUNT",
        "WHOLE",
        "PIN",
        "DIGEST",
        "HASH",
        "TIME",
        "XNAME",
        "STRING",
        "ANYTHING",
    ]
)
"""Terminals that are one word; what they are called stands in `calarec.notation.names`."""


class Node(NamedTuple):
    """`text`, `pattern` or `name` (with `value`), or `all`, `any`, `?`, `*`, `+` (with `parts`)."""

    kind: str
    value: str = ""
    parts: tuple[Node, ...] = ()


_PIECE: Final = re.compile(
    r'\s*(?:(?P<text>"(?:[^"\\]|\\.)*")|(?P<pattern>/(?:[^/\\]|\\.)+/)|(?P<name>[A-Z_]+)|(?P<sign>[()|?*+]))'
)


@cache
def terminals() -> dict[str, Node]:
    """The definitions of all terminals, by name."""
    source = (data_folder("grammar") / "cal.lark").read_text(encoding="utf-8")
    lines = re.findall(r"^([A-Z_]+): (.*)$", source, re.MULTILINE)
    return {name: _Definition(text).alternatives() for name, text in lines}


@cache
def statements() -> dict[str, Node]:
    """The definitions of the statements, by verb; "trick" and "x-" stand for those without a fixed one."""
    found: dict[str, Node] = {}
    for name, node in terminals().items():
        if node.kind == "all" and node.parts[-1] == Node("name", "EOL"):
            first = node.parts[0]
            verb = first.value if first.kind == "text" else {"TRICK": "trick", "EXTENSION": "x-"}[name]
            found[verb] = node._replace(parts=node.parts[:-1])
    return found


def pattern(node: Node | str, *, canonical: bool = False) -> str:
    """The regular expression of a definition; `canonical` asks for single blanks."""
    if isinstance(node, str):
        node = terminals()[node]
    if node.kind == "text":
        return re.escape(node.value)
    if node.kind == "pattern":
        return node.value
    if node.kind == "name":
        return " " if canonical and node.value == "B" else pattern(node.value, canonical=canonical)
    parts = [pattern(part, canonical=canonical) for part in node.parts]
    if node.kind == "all":
        return "".join(parts)
    return f"(?:{'|'.join(parts)})" + ("" if node.kind == "any" else node.kind)


class _Definition:
    """Takes one definition to pieces."""

    def __init__(self, text: str) -> None:
        self.pieces = [(match.lastgroup or "", match.group().strip()) for match in _PIECE.finditer(text)]
        self.at = 0

    def alternatives(self) -> Node:
        choices = [self.sequence()]
        while self.sign() == "|":
            self.at += 1
            choices.append(self.sequence())
        return choices[0] if len(choices) == 1 else Node("any", parts=tuple(choices))

    def sequence(self) -> Node:
        parts: list[Node] = []
        while self.at < len(self.pieces) and self.sign() not in ("|", ")"):
            parts.append(self.repeated())
        return parts[0] if len(parts) == 1 else Node("all", parts=tuple(parts))

    def repeated(self) -> Node:
        kind, text = self.pieces[self.at]
        self.at += 1
        if text == "(":
            node = self.alternatives()
            self.at += 1
        else:
            node = Node(kind, text if kind == "name" else text[1:-1])
        while self.sign() in ("?", "*", "+"):
            node = Node(self.sign(), parts=(node,))
            self.at += 1
        return node

    def sign(self) -> str:
        kind, text = self.pieces[self.at] if self.at < len(self.pieces) else ("", "")
        return text if kind == "sign" else ""
