"""The table "What you may want to change" as data, and the search in it.

A phrase in English or Italian is compared with both texts of each row, word by word: without endings, numbers as
figures, rare words above common ones. The rows are those of the page, so there is no second list.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from math import fsum, log
from pathlib import Path
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec_tools.output.docs.introductions import INTRODUCTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.wording.language import Language

_HERE: Final = Path(__file__).parent
_ROW: Final = re.compile(r"^\| ([^|]+) \| `(set|add|set`, `add)` \| ([^|]+) \|$", re.MULTILINE)
_CODE: Final = re.compile(r"`([^`]+)`")
_STEM_LETTERS: Final = 4
"""Words that begin alike are one word: `presa` and `prese`, `double` and `doubled`."""
_MIN_COVERED: Final = 0.8
"""A row is what a phrase means if it has this part of what the phrase says, weighed by how rare its words are."""
_MAX_EXTRA: Final = 0.6
"""Of two rows that have the same of a phrase the one is meant that says so much less besides."""
_MAX_NEAREST: Final = 3
_MIN_NEAR: Final = 0.4
"""A row is near a phrase if it has this part of what the phrase says."""
_NUMBERS: Final = {
    word: str(number)
    for number, words in enumerate(
        (
            "zero nothing niente nulla", "one once un uno una", "two twice double due doppio",
            "three triple tre triplo",
            "four quattro", "five cinque", "six sei", "seven sette", "eight otto", "nine nove", "ten dieci",
            "eleven undici", "twelve dodici",
        )
    )
    for word in words.split()
}  # fmt: skip
_CARDINALS: Final = {
    word: number
    for word, number in _NUMBERS.items()
    if word not in ("double", "doppio", "triple", "triplo", "once", "nothing", "niente", "nulla")
}
"""The words of numbers without those that multiply."""
_LINE_NUMBER: Final = re.compile(r"(?<![\w./])[0-9]+(?=[px]?(?![\w./]))")
"""A whole number in a line of a rule file, with or without its unit."""
_NO: Final = "no not non never cannot without senza mai nessuno nobody"
_SAME_WORDS: Final = {**_NUMBERS, **dict.fromkeys(_NO.split(), "no")}
"""Words that are one word in a phrase: numbers are figures, and negations are one."""
_IDLE: Final = (
    "a an the of to in on at is are be it its and or with for by if who whoever what that this i we play count counts "
    "il lo la l le gli un i del della dello dei delle di da al alla allo nel nella in e o si se chi che con per su "
    "vale valgono conta contano worth has have ha hanno vuole voglio want"
)
_IDLE_WORDS: Final = frozenset(_IDLE.split())
"""Words that distinguish no rule from another."""


class CommonChange(NamedTuple):
    """A row: what may be changed, and the lines that do it."""

    texts: Mapping[Language, str]
    set_lines: tuple[str, ...]
    add_lines: tuple[str, ...]

    def section_lines(self) -> list[str]:
        """The lines as they are put into a rule file."""
        sections = (("set", self.set_lines), ("add", self.add_lines))
        return [line for key, lines in sections if lines for line in (f"{key}:", *(f"  {text}" for text in lines))]


class FoundChanges(NamedTuple):
    """The row that a phrase means, if that is clear, and rows near it."""

    meant: CommonChange | None
    nearest: tuple[CommonChange, ...]


@cache
def common_changes() -> tuple[CommonChange, ...]:
    """The rows of the table, each with its text in every language."""
    tables = {lang: _ROW.findall((_HERE / name).read_text(encoding="utf-8")) for lang, name in INTRODUCTIONS.items()}
    rows = []
    for same in zip(*tables.values(), strict=True):
        _, under, cell = same[0]
        parts = [tuple(_CODE.findall(part)) for part in cell.split(" / ")]
        lines = dict(zip(under.split("`, `"), parts, strict=True))
        texts = {lang: text for lang, (text, _, _) in zip(tables, same, strict=True)}
        rows.append(CommonChange(texts, lines.get("set", ()), lines.get("add", ())))
    return tuple(rows)


def find_changes(phrase: str) -> FoundChanges:
    """The rows that a phrase in either language speaks of."""
    asked = _phrase_words(phrase)
    weights = _word_weights()
    most = log(len(common_changes())) + 1
    total = fsum(weights.get(word, most) for word in asked)
    scored = []
    for change in map(_WithNumber(phrase).fill_in, common_changes()):
        covered, extra = max(_overlap(asked, words, weights, most) for words in _row_words(change))
        scored.append((covered, -extra, change))
    scored.sort(key=lambda row: row[:2], reverse=True)
    (covered, extra, best), (second, other, _) = scored[:2]
    is_clear = total > 0 and covered >= _MIN_COVERED * total and (covered > second or extra >= _MAX_EXTRA * other)
    return FoundChanges(
        best if is_clear else None,
        tuple(change for covered, _, change in scored[:_MAX_NEAREST] if total and covered >= _MIN_NEAR * total),
    )


class _WithNumber:
    """Puts the number of a phrase in the place of that of a row."""

    def __init__(self, phrase: str) -> None:
        asked = [number for _, number in _numbers_in(phrase)]
        self._asked = asked[0] if len(asked) == 1 else ""

    def fill_in(self, change: CommonChange) -> CommonChange:
        """The row with that number; the row itself if its lines have other numbers."""
        stated = {number for text in change.texts.values() for _, number in _numbers_in(text)}
        if not self._asked or len(stated) != 1 or self._asked in stated:
            return change
        lines = (*change.set_lines, *change.add_lines)
        if [number for line in lines for number in _LINE_NUMBER.findall(line)] != [*stated]:
            return change
        texts = {lang: self._fill_text(text) for lang, text in change.texts.items()}
        set_lines, add_lines = (
            tuple(_LINE_NUMBER.sub(self._asked, line) for line in part) for part in (change.set_lines, change.add_lines)
        )
        return CommonChange(texts, set_lines, add_lines)

    def _fill_text(self, text: str) -> str:
        for word, _ in _numbers_in(text):
            text = re.sub(rf"\b{word}\b", self._asked, text)
        return text


def _numbers_in(text: str) -> list[tuple[str, str]]:
    """The numbers from two on in a text, as they are written and in figures."""
    words = re.findall(r"[^\W\d_]+|[0-9]+", text.casefold())
    figures = [(word, word if word.isdecimal() else _CARDINALS.get(word, "")) for word in words]
    return [(word, figure) for word, figure in figures if figure and int(figure) > 1]


def _overlap(
    asked: frozenset[str], row: frozenset[str], weights: Mapping[str, float], most: float
) -> tuple[float, float]:
    """What of a phrase a row has, and what else it says, whatever the words' order."""
    return (
        fsum(weights.get(word, most) for word in asked & row),
        fsum(weights.get(word, most) for word in row - asked),
    )


@cache
def _word_weights() -> dict[str, float]:
    """How much each word tells: more, the fewer rows have it."""
    rows = [frozenset().union(*_row_words(change)) for change in common_changes()]
    words = frozenset().union(*rows)
    return {word: log(len(rows) / sum(word in row for row in rows)) + 1 for word in words}


@cache
def _words_of_text(text: str) -> frozenset[str]:
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    found = re.findall(r"[a-z]+|[0-9]+", plain.replace("'", " "))
    return frozenset(_SAME_WORDS.get(word, word[:_STEM_LETTERS]) for word in found if word not in _IDLE_WORDS)


def _phrase_words(phrase: str) -> frozenset[str]:
    return _words_of_text(phrase.replace("\u2019", " "))


def _row_words(change: CommonChange) -> list[frozenset[str]]:
    return [_phrase_words(text) for text in change.texts.values()]
