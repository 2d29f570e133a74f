"""The forms of English, with the same functions as every language.

Texts come in and go out in that language. A noun comes with its plural as `card|cards`; a name may bring its article
along.
"""

from __future__ import annotations

from typing import Final

_NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_ORDINALS: Final = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
)  # fmt: skip
_PARTS: Final = {
    2: "half|halves", 3: "third|thirds", 4: "quarter|quarters", 5: "fifth|fifths", 6: "sixth|sixths",
    7: "seventh|sevenths", 8: "eighth|eighths", 9: "ninth|ninths",
}  # fmt: skip


# ---------------------------------------------------------------------- numbers


def number(count: int) -> str:
    """A number as a word up to twenty."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def noun(count: int, forms: str) -> str:
    """The form of a noun that goes with a number; some nouns have only one."""
    one, _, many = forms.partition("|")
    return many if many and count != 1 else one


def figures(count: int, forms: str) -> str:
    """A number with its noun, in figures, with a mark between the thousands."""
    return f"{count:,} {noun(count, forms)}"


def so_many(count: int, forms: str) -> str:
    """A number with its noun, in figures: "3 cards", "no card"."""
    return f"{count} {noun(count, forms)}" if count else f"no {noun(1, forms)}"


def number_with_noun(count: int, forms: str) -> str:
    """A number with its noun, in words."""
    return f"{number(count)} {noun(count, forms)}"


def of_them(count: int, forms: str) -> str:
    """A number of things that were mentioned before."""
    return number_with_noun(count, forms)


def both_numbers(name: str) -> str:
    """The singular and the plural of a card's name: `ace|aces`."""
    ending = "es" if name.endswith(("x", "s", "ch", "sh")) else "s"
    return f"{name}|{name}{ending}"


def ordinal(place: int) -> str:
    """First, second …"""
    if 1 <= place <= len(_ORDINALS):
        return _ORDINALS[place - 1]
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def times(count: int) -> str:
    """Once, twice, three times …"""
    return {1: "once", 2: "twice"}.get(count) or f"{number(count)} times"


def money(amount: str) -> str:
    """An amount with decimals, as it is written: 0.30."""
    return amount


def part(count: int, parts: int) -> str:
    """The name of the parts of a whole that goes with a number: half, thirds."""
    return noun(count, _PARTS[parts])


def fraction(count: int, parts: int) -> str:
    """One or more parts of a whole: a half, two thirds …"""
    if count == 1:
        return indefinite(part(1, parts))
    return f"{number(count)} {part(count, parts)}"


def stakes(whole: int, count: int, parts: int) -> str:
    """A payment: whole stakes and parts of one."""
    if not count:
        return str(whole)
    if whole:
        return f"{whole} and {fraction(count, parts)}"
    return "half a stake" if (count, parts) == (1, 2) else f"{fraction(count, parts)} of a stake"


def points(whole: int, count: int, parts: int) -> str:
    """Points as players count them: whole points and parts of a point."""
    said = f"{whole} point{'s' * (whole != 1)}"
    if not count:
        return said
    if whole:
        return f"{said} and {fraction(count, parts)}"
    return "half a point" if (count, parts) == (1, 2) else f"{fraction(count, parts)} of a point"


# ---------------------------------------------------------------------- nouns with their articles


def indefinite(name: str) -> str:
    """A noun with the indefinite article."""
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def the(name: str) -> str:
    """A noun with its article."""
    return name if name.startswith("the ") else f"the {name}"


def of_the(name: str) -> str:
    """The form "of the X"."""
    return f"of {the(name)}"


def to_the(name: str) -> str:
    """The form "to the X"."""
    return f"to {the(name)}"


def from_the(name: str) -> str:
    """The form "from the X"."""
    return f"from {the(name)}"


def in_the(name: str) -> str:
    """In something."""
    return f"in {the(name)}"


def on_the(name: str) -> str:
    """On something."""
    return f"on {the(name)}"


def the_new(name: str) -> str:
    """A noun with its article, of a thing that takes the place of another."""
    return f"the new {name}"


def dative(name: str) -> str:
    """The form of a person's name after a verb of giving."""
    return name


# ---------------------------------------------------------------------- letters


def capital(text: str) -> str:
    """A text with its first letter as a capital, after any marks."""
    for place, letter in enumerate(text):
        if letter.isalpha():
            return text[:place] + letter.upper() + text[place + 1 :]
        if letter.isdecimal():
            return text
    return text


def sentence(text: str) -> str:
    """A text as a sentence of its own: what is quoted at its beginning stays as it is."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


def small(text: str) -> str:
    """A text that begins with a small letter."""
    return text[:1].lower() + text[1:]
