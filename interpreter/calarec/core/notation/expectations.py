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
"""A kind of word, a quoted fixed text, or an operator with the forms it joins.

The operators are `all`, `any`, `?`, `*` and `+`.
"""


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
    """The progress along a line: the failing word, and what is expected there.

    The word is the number of words if the line is too short. Expected are names of terminals, and fixed texts between
    double quotes.
    """

    word_index: int
    expected: tuple[str, ...]
    complete: bool


@cache
def _word_pattern(name: str) -> re.Pattern[str]:
    return re.compile(WORDS[name])


def is_word(name: str, text: str) -> bool:
    """Check whether a text has the shape of a word terminal."""
    return _word_pattern(name).fullmatch(text) is not None


def follow_form(verb: str, words: Sequence[str]) -> Reach:
    """Follow the words of a line (its verb first) along the form of the verb."""
    walk = _FormWalk(words)
    ends = walk.ends_of_form(FORMS[verb], 0)
    if len(words) in ends:
        return Reach(len(words), (), complete=True)
    at = max([walk.furthest, *ends])
    expected = tuple(dict.fromkeys(walk.expected)) if at == walk.furthest else ()
    return Reach(at, expected, complete=False)


class _FormWalk:
    """A walk along a form, trying every branch, with the furthest word that failed."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self.furthest = 0
        self.expected: list[str] = []

    def ends_of_form(self, form: Form, at: int) -> set[int]:
        if isinstance(form, str):
            return self.ends_of_word(form, at)
        kind, *parts = form
        if kind == "all":
            ends = {at}
            for part in parts:
                ends = {end for start in ends for end in self.ends_of_form(part, start)}
            return ends
        if kind == "any":
            return {end for part in parts for end in self.ends_of_form(part, at)}
        if kind == "?":
            return {at} | self.ends_of_form(parts[0], at)
        return self.ends_of_repetition(parts[0], {at} if kind == "*" else set(), at)

    def ends_of_repetition(self, form: Form, ends: set[int], at: int) -> set[int]:
        fresh = self.ends_of_form(form, at)
        while fresh - ends:
            new = fresh - ends
            ends |= new
            fresh = {end for start in new for end in self.ends_of_form(form, start)}
        return ends

    def ends_of_word(self, expected: str, at: int) -> set[int]:
        if expected == "ANYTHING":
            rest = " ".join(self.words[at:])
            return {len(self.words)} if is_word("ANYTHING", rest) else self.note_mismatch(at, expected)
        if at < len(self.words):
            text = self.words[at]
            if text == expected[1:-1] if expected.startswith('"') else is_word(expected, text):
                return {at + 1}
        return self.note_mismatch(at, expected)

    def note_mismatch(self, at: int, expected: str) -> set[int]:
        if at > self.furthest:
            self.furthest, self.expected = at, []
        if at == self.furthest:
            self.expected.append(expected)
        return set()
