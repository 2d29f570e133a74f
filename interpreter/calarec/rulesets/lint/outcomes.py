"""Every outcome that a hand can have: tricks, points in them, points of the piles, the last trick.

Terms. A *split* says how many cards lie on piles that go to the last trick's winner, to the declarer's
side, and to nobody. An outcome is *feasible* if the cards of the pack can be divided so; whether play can
really bring it about is not asked, so an outcome that is missing here cannot happen, and one that is here
nearly always can.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Final

from calarec.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

Split = tuple[int, int, int]
"""Cards that go to the last trick's winner, to the declarer's side, to nobody."""

_Key = tuple[int, int, int, int, int, int, int]

MOST_OUTCOMES: Final = 60_000
"""A pack with wild points could have more; then nothing is concluded from what was not seen."""
_MOST_SUMS: Final = 30_000


class SideOutcome(NamedTuple):
    """What one side has at the end, before fractions are dropped."""

    tricks: int
    in_tricks: int
    """Points of the cards in its tricks."""
    cards: int
    """Points of all its cards, piles included."""
    points: int
    """All its points."""

    def figure(self, name: str, /) -> int:
        """A figure that a condition may look at."""
        found: int = getattr(self, name)
        return found


class HandOutcome(NamedTuple):
    """One way in which a hand can end, seen from the declarer's side."""

    declarer: SideOutcome
    opponents: SideOutcome


class Frame(NamedTuple):
    """What the outcomes depend on."""

    points: tuple[int, ...]
    """What each card of the pack is worth."""
    tricks: int
    hands: int
    """How many cards are in a trick."""
    last_trick: int
    split: Split


@cache
def outcomes(frame: Frame) -> tuple[tuple[HandOutcome, ...], bool]:
    """The feasible outcomes, and whether these are all."""
    found: dict[HandOutcome, None] = {}
    try:
        for outcome in _outcomes(frame):
            if len(found) == MOST_OUTCOMES:
                return tuple(found), False
            found[outcome] = None
    except _TooManyError:
        return (), False
    return tuple(found), True


class _TooManyError(Exception):
    """The points of the pack are so wild that nobody would wait for the answer."""


def _outcomes(frame: Frame) -> Iterator[HandOutcome]:
    whole = sum(frame.points)
    for tricks in range(frame.tricks + 1):
        for mine, (last, own, lost) in sorted(_divisions(frame.points, tricks * frame.hands, frame.split)):
            theirs = whole - mine - last - own - lost
            for has_last in (True, False):
                if (tricks == 0 and has_last) or (tricks == frame.tricks and not has_last):
                    continue
                won, given = (last, 0) if has_last else (0, last)
                trick = frame.last_trick
                first = _side(tricks, mine, won + own, trick if has_last else 0)
                yield HandOutcome(first, _side(frame.tricks - tricks, theirs, given, 0 if has_last else trick))


def _side(tricks: int, in_tricks: int, piles: int, last_trick: int) -> SideOutcome:
    return SideOutcome(tricks, in_tricks, in_tricks + piles, in_tricks + piles + last_trick)


def _divisions(points: tuple[int, ...], cards: int, split: Split) -> set[tuple[int, tuple[int, int, int]]]:
    """All sums that `cards` cards, and the cards of each pile, can have together."""
    return {(total, piles) for piles, bits in _reachable(points, split).get(cards, {}).items() for total in _ones(bits)}


@cache
def _reachable(points: tuple[int, ...], split: Split) -> dict[int, dict[tuple[int, int, int], int]]:
    """For each number of cards and each sum of the piles: the sums these cards can have, as the ones of a number."""
    table: dict[_Key, int] = {(0, 0, 0, 0, 0, 0, 0): 1}
    for worth, count in sorted(Counter(points).items()):
        grown: dict[_Key, int] = {}
        for (taken, a, b, c, x, y, z), bits in table.items():
            for i in range(min(count, split[0] - a) + 1):
                for j in range(min(count - i, split[1] - b) + 1):
                    if len(grown) > _MOST_SUMS:
                        raise _TooManyError
                    for k in range(min(count - i - j, split[2] - c) + 1):
                        for mine in range(count - i - j - k + 1):
                            key = (taken + mine, a + i, b + j, c + k, x + i * worth, y + j * worth, z + k * worth)
                            grown[key] = grown.get(key, 0) | bits << (mine * worth)
        table = grown
    found: dict[int, dict[tuple[int, int, int], int]] = {}
    for (taken, a, b, c, x, y, z), bits in table.items():
        if (a, b, c) == split:
            sums = found.setdefault(taken, {})
            sums[x, y, z] = sums.get((x, y, z), 0) | bits
    return found


def _ones(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
