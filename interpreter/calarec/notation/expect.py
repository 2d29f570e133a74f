"""Follows a line along its statement's definition, as far as it goes, and says what was expected there.

The definitions are the grammar's own; the words of the line have been split at their blanks.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from calarec.light import NamedTuple
from calarec.notation.shapes import WORDS, Node, pattern, statements, terminals

if TYPE_CHECKING:
    from collections.abc import Sequence


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

    def node(self, node: Node, at: int) -> set[int]:
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

    def repeated(self, node: Node, at: int) -> set[int]:
        ends: set[int] = {at} if node.kind == "*" else set()
        fresh = self.node(node.parts[0], at)
        while fresh - ends:
            new = fresh - ends
            ends |= new
            fresh = {end for start in new for end in self.node(node.parts[0], start)}
        return ends

    def word(self, node: Node, at: int) -> set[int]:
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
