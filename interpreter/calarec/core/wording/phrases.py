"""Numbers, points, payments and names as parts of sentences, in each language."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from calarec.core.wording.language import Phrase, Words

if TYPE_CHECKING:
    from calarec.core.wording.language import Sayable

_PREPOSITIONS = ("of", "to", "from", "in", "on")


def number_phrase(count: int) -> Phrase:
    """A number as a word up to twenty.

    In Italian one is feminine, as cards, hands and tricks are.
    """
    return Phrase("number", count)


def count_phrase(count: int, nouns: Words) -> Phrase:
    """A number of things: the nouns as `card|cards`."""
    return Phrase("number_with_noun", count, nouns)


def cards_phrase(count: int) -> Phrase:
    """A number of cards."""
    return count_phrase(count, Words("card|cards"))


def of_them_phrase(count: int) -> Phrase:
    """A number of cards that were mentioned before."""
    return Phrase("of_them", count, Words("card|cards"))


def tricks_phrase(count: int) -> Phrase:
    """A number of tricks."""
    return count_phrase(count, Words("trick|tricks"))


def ordinal_phrase(place: int) -> Phrase:
    """First, second … (feminine in Italian)."""
    return Phrase("ordinal", place)


def times_phrase(count: int) -> Phrase:
    """Once, twice, three times …"""
    return Phrase("times", count)


@cache
def parts_of_unit(unit: str) -> int:
    """Into how many parts a unit (`1`, `1/3`) divides the whole."""
    return int(unit.partition("/")[2] or 1)


def fraction_phrase(count: int, parts: int) -> Phrase:
    """One or more parts of a whole: a half, two thirds …"""
    return Phrase("fraction", count, parts)


def part_names(parts: int) -> Phrase:
    """The parts of a whole by name: halves, thirds …"""
    return Phrase("part", 2, parts)


def points_phrase(count: int, unit: str) -> Phrase:
    """Points as players count them: whole points and parts of a point."""
    return Phrase("points", *divmod(count, parts_of_unit(unit)), parts_of_unit(unit))


def payment_phrase(count: int, unit: str) -> Phrase:
    """A payment: whole stakes and parts of one."""
    return Phrase("stakes", *divmod(count, parts_of_unit(unit)), parts_of_unit(unit))


def plain_amount(count: int, unit: str) -> str:
    """A payment in figures, for tables: 2, 1/3, 1 2/3."""
    whole, rest = divmod(count, parts_of_unit(unit))
    part = f"{rest}/{parts_of_unit(unit)}" if rest else ""
    return " ".join(word for word in (str(whole) if whole or not rest else "", part) if word)


def thing(name: Sayable, key: str) -> dict[str, Phrase]:
    """The forms of a noun with its article: `key`, `of_key`, `to_key` and so on."""
    forms = {f"{preposition}_{key}": Phrase(f"{preposition}_the", name) for preposition in _PREPOSITIONS}
    return {key: Phrase("the", name), **forms}
