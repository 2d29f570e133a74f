"""Slips of the pen in the text of a hand, by the kinds and rates of `slips.toml`; nothing here finds any."""

from __future__ import annotations

import itertools
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

_RATES: Final = {
    kind: each["rate"]
    for kind, each in tomllib.loads(Path(__file__).with_name("slips.toml").read_text(encoding="utf-8")).items()
}
_CARD: Final = re.compile(r"(?<=\s)[0-9A-Z][a-z](?=\s|$)")
_SEAT: Final = re.compile(r"(?<=\s)[A-Z](?=[:\s]|$)")
_NUMBER: Final = re.compile(r"(?<=: )[+-]?[0-9]+")
_CARDED: Final = ("deal", "monte", "give", "take", "discard", "table-card")
_OMITTED: Final = ("discard", "take", "give", "dealer", "deal", "monte")
_PAID: Final = ("result", "score", "total")

Lines = list[str]


class Slipping:
    """Makes wrong lines in hands of one ruleset: its pack, the words of its auction."""

    def __init__(self, cards: tuple[str, ...], words: tuple[str, ...], random: Random) -> None:
        self.cards = cards
        self.words = words
        self.random = random

    def slip(self, lines: Lines) -> tuple[str, Lines] | None:
        """A kind and the lines with such a slip; None if that kind finds no place in them."""
        (kind,) = self.random.choices([*_RATES], [*_RATES.values()])
        makes: Callable[[Lines], Lines | None] = getattr(self, f"_{kind}")
        slipped = makes(list(lines))
        return (kind, slipped) if slipped is not None and slipped != lines else None

    # ------------------------------------------------------------------ where

    def _spots(
        self, lines: Lines, pattern: re.Pattern[str], wanted: Callable[[str], bool]
    ) -> list[tuple[int, int, str]]:
        found: list[tuple[int, int, str]] = []
        for number, line in enumerate(lines):
            if wanted(line):
                found += [(number, match.start(), match.group()) for match in pattern.finditer(line)]
        return found

    def _cards(self, lines: Lines) -> list[tuple[int, int, str]]:
        return self._spots(lines, _CARD, lambda line: is_trick(line) or verb(line) in _CARDED)

    def _replaced(self, lines: Lines, spot: tuple[int, int, str], new: str) -> Lines:
        number, start, old = spot
        lines[number] = lines[number][:start] + new + lines[number][start + len(old) :]
        return lines

    def _choice(self, found: list[tuple[int, int, str]]) -> tuple[int, int, str] | None:
        return self.random.choice(found) if found else None

    # ------------------------------------------------------------------ the kinds

    def _one_symbol(self, lines: Lines) -> Lines | None:
        return self._card(lines, lambda card, other: (card[0] == other[0]) != (card[1] == other[1]))

    def _another_card(self, lines: Lines) -> Lines | None:
        return self._card(lines, lambda card, other: card[0] != other[0] and card[1] != other[1])

    def _card(self, lines: Lines, fits: Callable[[str, str], bool]) -> Lines | None:
        spot = self._choice(self._cards(lines))
        if spot is None:
            return None
        others = [each for each in self.cards if fits(spot[2], each)]
        return self._replaced(lines, spot, self.random.choice(others)) if others else None

    def _neighbours(self, lines: Lines) -> Lines | None:
        spots = self._cards(lines)
        pairs = [(one, two) for one, two in itertools.pairwise(spots) if one[0] == two[0] and is_trick(lines[one[0]])]
        return self._swapped(lines, pairs)

    def _below_each_other(self, lines: Lines) -> Lines | None:
        spots = self._cards(lines)
        places = {(number, start): card for number, start, card in spots}
        pairs = [((number, start, card), (number + 1, start, places[number + 1, start]))
                 for number, start, card in spots if (number + 1, start) in places]  # fmt: skip
        return self._swapped(lines, pairs)

    def _swapped(self, lines: Lines, pairs: list[tuple[tuple[int, int, str], tuple[int, int, str]]]) -> Lines | None:
        if not pairs:
            return None
        one, two = self.random.choice(pairs)
        return self._replaced(self._replaced(lines, one, two[2]), two, one[2])

    def _card_left_out(self, lines: Lines) -> Lines | None:
        spot = self._choice(self._cards(lines))
        if spot is None:
            return None
        number, start, _ = spot
        lines[number] = (lines[number][: start - 1] + lines[number][start + 2 :]).rstrip()
        return lines

    def _card_twice(self, lines: Lines) -> Lines | None:
        spot = self._choice(self._cards(lines))
        return self._replaced(lines, spot, f"{spot[2]} {spot[2]}") if spot is not None else None

    def _line_left_out(self, lines: Lines) -> Lines | None:
        left = [number for number, line in enumerate(lines) if is_trick(line) or verb(line) in _OMITTED]
        left = [number for number in left if not is_trick(lines[number]) or self.random.random() < 0.2]
        if not left:
            return None
        del lines[self.random.choice(left)]
        return lines

    def _line_twice(self, lines: Lines) -> Lines | None:
        number = self.random.randrange(1, len(lines) - 1)
        return [*lines[: number + 1], lines[number], *lines[number + 1 :]]

    def _lines_exchanged(self, lines: Lines) -> Lines | None:
        tricks = [number for number, line in enumerate(lines) if is_trick(line)]
        if len(tricks) < 2:
            return None
        one = self.random.choice(tricks[:-1])
        first, second = lines[one], lines[one + 1]
        if self.random.random() < 0.5:  # the numbers stay where they are
            first, second = second[:2] + first[2:], first[:2] + second[2:]
        lines[one : one + 2] = [second, first]
        return lines

    def _seat(self, lines: Lines) -> Lines | None:
        spot = self._choice(self._spots(lines, _SEAT, lambda line: verb(line) not in ("hand", "dealer", "note")))
        if spot is None:
            return None
        others = [each for each in seats_of(lines) if each != spot[2]]
        return self._replaced(lines, spot, self.random.choice(others)) if others else None

    def _seats_shifted(self, lines: Lines) -> Lines | None:
        seats = seats_of(lines)
        which = self.random.choice(("bid", "trick", "score"))
        step = self.random.choice((1, -1))
        other = {each: seats[(place + step) % len(seats)] for place, each in enumerate(seats)}
        for number, line in enumerate(lines):
            if is_trick(line) if which == "trick" else verb(line) == which:
                lines[number] = _SEAT.sub(lambda match: other.get(match.group(), match.group()), line)
        return lines

    def _dealer(self, lines: Lines) -> Lines | None:
        spot = self._choice(self._spots(lines, _SEAT, lambda line: verb(line) == "dealer"))
        if spot is None:
            return None
        return self._replaced(lines, spot, self.random.choice([each for each in seats_of(lines) if each != spot[2]]))

    def _word(self, lines: Lines) -> Lines | None:
        word = re.compile(r"(?<=: )[a-z-]+")
        spot = self._choice(self._spots(lines, word, lambda line: verb(line) in ("bid", "raise")))
        others = [each for each in self.words if spot is not None and each != spot[2]]
        return self._replaced(lines, spot, self.random.choice(others)) if spot is not None and others else None

    def _amount(self, lines: Lines) -> Lines | None:
        spot = self._choice(self._spots(lines, _NUMBER, lambda line: verb(line) in _PAID))
        if spot is None:
            return None
        text = spot[2]
        if text[0] in "+-" and self.random.random() < 0.4:
            return self._replaced(lines, spot, ("-" if text[0] == "+" else "+") + text[1:])
        digits = [place for place, each in enumerate(text) if each.isdigit()]
        place = self.random.choice(digits)
        new = text[:place] + self.random.choice("0123456789") + text[place + 1 :]
        plain = str(int(new)) if text[0] not in "+-" else f"{int(new):+d}" if int(new) else "0"
        return self._replaced(lines, spot, plain)


def verb(line: str) -> str:
    """The first word of a line."""
    return line.split(maxsplit=1)[0] if line.split() else ""


def is_trick(line: str) -> bool:
    """Check whether a line is that of a trick."""
    return verb(line).isdigit()


def seats_of(lines: Lines) -> list[str]:
    """The seats of a hand, by their bids, or by the cards that they were dealt."""
    found: Iterator[str] = (line.split()[1][0] for line in lines if verb(line) == "deal")
    return sorted(dict.fromkeys(found))
