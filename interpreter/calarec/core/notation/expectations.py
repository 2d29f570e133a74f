"""Follows a line along the form of its statement: what the grammar expects where.

Terms. A *form* is what the words of a line may be, by the grammar. The words of the line have been split at
their spaces.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from calarec.core.base.frozen import NamedTuple
from calarec.core.notation.forms import FORMS, WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Form: TypeAlias = str | tuple[Any, ...]
"""A kind of word, a fixed text between double quotes, or `all`, `any`, `?`, `*`, `+` and the forms that it joins."""


@cache
def fixed_words() -> tuple[str, ...]:
    """The words that are in statements beside their verbs, the longest first."""
    behind = {text for form in FORMS.values() for part in form[2:] for text in _fixed_texts(part)}
    return tuple(sorted(behind, key=lambda text: (-len(text), text)))


def _fixed_texts(form: Form) -> Iterator[str]:
    if isinstance(form, tuple):
        for part in form[1:]:
            yield from _fixed_texts(part)
    elif form.startswith('"') and form[1:-1].isalpha():
        yield form[1:-1]


class Reach(NamedTuple):
    """How far a line goes: the word it fails at (their number, if it stops short) and what may stand there.

    Expected are names of terminals, and fixed texts between double quotes.
    """

    at: int
    expected: tuple[str, ...]
    complete: bool


@cache
def _word(name: str) -> re.Pattern[str]:
    return re.compile(WORDS[name])


def is_word(name: str, text: str) -> bool:
    """Whether a text has the shape of a word terminal."""
    return _word(name).fullmatch(text) is not None


def follow(verb: str, words: Sequence[str]) -> Reach:
    """How far the words of a line (its verb first) go along the form of the verb."""
    walk = _Walk(words)
    ends = walk.form(FORMS[verb], 0)
    if len(words) in ends:
        return Reach(len(words), (), complete=True)
    at = max([walk.at, *ends])
    expected = tuple(dict.fromkeys(walk.expected)) if at == walk.at else ()
    return Reach(at, expected, complete=False)


class _Walk:
    """One way along a form, trying every branch; remembers the furthest word that did not fit."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self.at = 0
        self.expected: list[str] = []

    def form(self, form: Form, at: int) -> set[int]:
        if isinstance(form, str):
            return self.word(form, at)
        kind, *parts = form
        if kind == "all":
            ends = {at}
            for part in parts:
                ends = {end for start in ends for end in self.form(part, start)}
            return ends
        if kind == "any":
            return {end for part in parts for end in self.form(part, at)}
        if kind == "?":
            return {at} | self.form(parts[0], at)
        return self.repeated(parts[0], {at} if kind == "*" else set(), at)

    def repeated(self, form: Form, ends: set[int], at: int) -> set[int]:
        fresh = self.form(form, at)
        while fresh - ends:
            new = fresh - ends
            ends |= new
            fresh = {end for start in new for end in self.form(form, start)}
        return ends

    def word(self, expected: str, at: int) -> set[int]:
        if expected == "ANYTHING":
            rest = " ".join(self.words[at:])
            return {len(self.words)} if is_word("ANYTHING", rest) else self.missed(at, expected)
        if at < len(self.words):
            text = self.words[at]
            if text == expected[1:-1] if expected.startswith('"') else is_word(expected, text):
                return {at + 1}
        return self.missed(at, expected)

    def missed(self, at: int, expected: str) -> set[int]:
        if at > self.at:
            self.at, self.expected = at, []
        if at == self.at:
            self.expected.append(expected)
        return set()
