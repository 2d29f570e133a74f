"""The pack of a ruleset, compiled: cards as numbers, sets of cards as bit masks.

Terms. A card's *number* counts suit by suit and, within a suit, from the lowest rank to the highest. It counts only
the cards of the pack; so of two cards of one suit the higher has the greater number. A *mask* has the bit of that
number set for each of its cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.mechanisms.table import Pack


@dataclass(frozen=True, slots=True)
class Cards:
    """A compiled pack."""

    names: tuple[str, ...]
    """The name of each card by number."""
    numbers: dict[str, int]
    """The number of each card by name, aliases included."""
    other_names: dict[str, str]
    """The pack's own name of each card that is written with an alias.

    `_` is a rank or a suit that is not known.
    """
    points: tuple[int, ...]
    with_points: tuple[tuple[int, int], ...]
    """Each number of points that cards are worth, and the mask of these cards."""
    suit_of: tuple[int, ...]
    """For each card the mask of its suit."""
    suits: tuple[int, ...]
    """The mask of each suit, in the order of the ruleset."""
    full: int
    """The mask of the whole pack."""

    def mask(self, names: Iterable[str]) -> int:
        """The set of the named cards; KeyError for a name that the pack does not have."""
        mask = 0
        for name in names:
            mask |= 1 << self.numbers[name]
        return mask

    def list(self, mask: int) -> tuple[str, ...]:
        """The names of a set of cards: suit by suit, highest first."""
        found = []
        for suit in self.suits:
            left = mask & suit
            while left:
                number = left.bit_length() - 1
                found.append(self.names[number])
                left ^= 1 << number
        return tuple(found)

    def worth(self, mask: int) -> int:
        """The card points of a set of cards."""
        points = 0
        for value, cards in self.with_points:
            points += value * (mask & cards).bit_count()
        return points


def bits(mask: int) -> Iterator[int]:
    """The numbers of the cards in a set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def compile_pack(pack: Pack) -> Cards:
    """The pack of a ruleset."""
    gone = set(pack.without)
    names: list[str] = []
    suits: list[int] = []
    for suit in pack.suits:
        first = len(names)
        names += [rank + suit for rank in reversed(pack.ranks) if rank + suit not in gone]
        suits.append((1 << len(names)) - (1 << first))
    numbers = {name: number for number, name in enumerate(names)}
    points = pack.points
    spelt = _with_aliases(numbers, pack)
    worth: dict[int, int] = {}
    for number, name in enumerate(names):
        worth[points.get(name[0], 0)] = worth.get(points.get(name[0], 0), 0) | 1 << number
    return Cards(
        names=tuple(names),
        numbers=spelt,
        other_names=_other_names(spelt, names),
        points=tuple(points.get(name[0], 0) for name in names),
        with_points=tuple((value, cards) for value, cards in worth.items() if value),
        suit_of=tuple(next(mask for mask in suits if mask >> number & 1) for number in range(len(names))),
        suits=tuple(suits),
        full=(1 << len(names)) - 1,
    )


def _other_names(spelt: dict[str, int], names: list[str]) -> dict[str, str]:
    found = {name: names[number] for name, number in spelt.items() if name != names[number]}
    for name, own in list(found.items()):
        for known, blank in ((name[0] + "_", own[0] + "_"), ("_" + name[1], "_" + own[1])):
            if known != blank:
                found[known] = blank
    return found


def _with_aliases(numbers: dict[str, int], pack: Pack) -> dict[str, int]:
    spelt = dict(numbers)
    for alias, meant in pack.aliases.items():
        for name, number in numbers.items():
            if name[0] == meant:
                spelt.setdefault(alias + name[1], number)
    for alias, meant in pack.aliases.items():
        for name, number in list(spelt.items()):
            if name[1] == meant:
                spelt.setdefault(name[0] + alias, number)
    return spelt
