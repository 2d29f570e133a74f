"""What `grammar/cal.lark` expects where: its definitions read, and a line followed along them as far as it goes.

Terms. A *node* is a piece of a terminal's definition. A *word* is a terminal that stands between blanks;
a statement is made of words and of fixed texts. The words of the line have been split at their blanks.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from calarec.base.frozen import NamedTuple
from calarec.base.resources import data_folder

if TYPE_CHECKING:
    from collections.abc import Sequence


WORDS: Final = frozenset(
    [
        "SEAT",
        "ACTOR",
        "SIDE",
        "PERSON",
        "CARD",
        "PLAY",
        "WORD",
        "NUMBER",
        "COUNT",
        "AMOUNT",
        "SIGNED",
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
"""Terminals that are one word; what they are called stands in `calarec.notation.keywords`."""


class GrammarNode(NamedTuple):
    """`text`, `pattern` or `name` (with `value`), or `all`, `any`, `?`, `*`, `+` (with `parts`)."""

    kind: str
    value: str = ""
    parts: tuple[GrammarNode, ...] = ()


_PIECE: Final = re.compile(
    r'\s*(?:(?P<text>"(?:[^"\\]|\\.)*")|(?P<pattern>/(?:[^/\\]|\\.)+/)|(?P<name>[A-Z_]+)|(?P<sign>[()|?*+]))'
)


@cache
def terminals() -> dict[str, GrammarNode]:
    """The definitions of all terminals, by name."""
    source = (data_folder("grammar") / "cal.lark").read_text(encoding="utf-8")
    lines = re.findall(r"^([A-Z_]+): (.*)$", source, re.MULTILINE)
    return {name: _Definition(text).alternatives() for name, text in lines}


@cache
def statements() -> dict[str, GrammarNode]:
    """The definitions of the statements, by verb; "trick" and "x-" stand for those without a fixed one."""
    found: dict[str, GrammarNode] = {}
    for name, node in terminals().items():
        if node.kind == "all" and node.parts[-1] == GrammarNode("name", "EOL"):
            first = node.parts[0]
            verb = first.value if first.kind == "text" else {"TRICK": "trick", "EXTENSION": "x-"}[name]
            found[verb] = node._replace(parts=node.parts[:-1])
    return found


@cache
def fixed_words() -> tuple[str, ...]:
    """The words that stand in statements beside their verbs, the longest first."""

    def texts(node: GrammarNode) -> set[str]:
        if node.kind == "name" and node.value not in WORDS and node.value in terminals():
            return texts(terminals()[node.value])
        own = {node.value} if node.kind == "text" and node.value.isalpha() else set()
        return own.union(*map(texts, node.parts))

    behind = {text for node in statements().values() for part in node.parts[1:] for text in texts(part)}
    return tuple(sorted(behind, key=lambda each: (-len(each), each)))


def pattern(node: GrammarNode | str, *, canonical: bool = False) -> str:
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

    def alternatives(self) -> GrammarNode:
        choices = [self.sequence()]
        while self.sign() == "|":
            self.at += 1
            choices.append(self.sequence())
        return choices[0] if len(choices) == 1 else GrammarNode("any", parts=tuple(choices))

    def sequence(self) -> GrammarNode:
        parts: list[GrammarNode] = []
        while self.at < len(self.pieces) and self.sign() not in ("|", ")"):
            parts.append(self.repeated())
        return parts[0] if len(parts) == 1 else GrammarNode("all", parts=tuple(parts))

    def repeated(self) -> GrammarNode:
        kind, text = self.pieces[self.at]
        self.at += 1
        if text == "(":
            node = self.alternatives()
            self.at += 1
        else:
            node = GrammarNode(kind, text if kind == "name" else text[1:-1])
        while self.sign() in ("?", "*", "+"):
            node = GrammarNode(self.sign(), parts=(node,))
            self.at += 1
        return node

    def sign(self) -> str:
        kind, text = self.pieces[self.at] if self.at < len(self.pieces) else ("", "")
        return text if kind == "sign" else ""


class Reach(NamedTuple):
    """How far a line goes: the word it fails at (their number, if it stops short) and what may stand there.

    Expected are names of terminals, and fixed texts between double quotes.
    """

    at: int
    expected: tuple[str, ...]
    complete: bool


@cache
def _word(name: str) -> re.Pattern[str]:
    return re.compile(pattern(name))


def is_word(name: str, text: str) -> bool:
    """Whether a text has the shape of a word terminal."""
    return _word(name).fullmatch(text) is not None


def follow(verb: str, words: Sequence[str]) -> Reach:
    """How far the words of a line (its verb first) go along the definition of the verb."""
    walk = _Walk(words)
    ends = walk.node(statements()[verb], 0)
    if len(words) in ends:
        return Reach(len(words), (), complete=True)
    at = max([walk.at, *ends])
    expected = tuple(dict.fromkeys(walk.expected)) if at == walk.at else ()
    return Reach(at, expected, complete=False)


class _Walk:
    """One way along a definition, trying every branch; remembers the furthest word that did not fit."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self.at = 0
        self.expected: list[str] = []

    def node(self, node: GrammarNode, at: int) -> set[int]:
        if node.kind == "all":
            ends = {at}
            for part in node.parts:
                ends = {end for start in ends for end in self.node(part, start)}
            return ends
        if node.kind == "any":
            return {end for part in node.parts for end in self.node(part, at)}
        if node.kind == "?":
            return {at} | self.node(node.parts[0], at)
        if node.kind in ("*", "+"):
            return self.repeated(node, at)
        return self.word(node, at)

    def repeated(self, node: GrammarNode, at: int) -> set[int]:
        ends: set[int] = {at} if node.kind == "*" else set()
        fresh = self.node(node.parts[0], at)
        while fresh - ends:
            new = fresh - ends
            ends |= new
            fresh = {end for start in new for end in self.node(node.parts[0], start)}
        return ends

    def word(self, node: GrammarNode, at: int) -> set[int]:
        if node.kind == "name" and node.value == "B":
            return {at}
        if node.kind == "name" and node.value not in WORDS:
            return self.node(terminals()[node.value], at)
        if node.kind == "name" and node.value == "ANYTHING":
            rest = " ".join(self.words[at:])
            return {len(self.words)} if is_word("ANYTHING", rest) else self.missed(at, "ANYTHING")
        if at < len(self.words):
            text = self.words[at]
            if text == node.value if node.kind == "text" else is_word(node.value, text):
                return {at + 1}
        return self.missed(at, f'"{node.value}"' if node.kind == "text" else node.value)

    def missed(self, at: int, expected: str) -> set[int]:
        if at > self.at:
            self.at, self.expected = at, []
        if at == self.at:
            self.expected.append(expected)
        return set()
