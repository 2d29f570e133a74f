"""The fewest cards that a hand can lay aside, where limits on cards may overlap.

Terms. Cards of a *kind* are in the same limits, so that one can stand for another. A *choice* has a number of cards of
each kind.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAX_CHOICES: Final = 20_000
"""The number of choices above which limits count as if they did not overlap."""

_Choice = tuple[int, ...]


class CardLimit(NamedTuple):
    """Cards of which at most a number may be laid aside."""

    cards: frozenset[str]
    at_most: int


def count_kept_cards(pack: Iterable[str], limits: Sequence[CardLimit], size: int, wanted: int) -> int:
    """Count the cards that a hand of a size may have to keep.

    They are the rest of the hand if each can lay aside as many as are wanted.
    """
    bound = sum(max(0, min(len(limit.cards), size) - limit.at_most) for limit in limits)
    if bound <= size - wanted:
        return size - wanted
    try:
        return size - _Laying(tuple(pack), limits, size).find_fewest(wanted)
    except _TooManyChoicesError:
        return min(size, bound)


class _TooManyChoicesError(Exception):
    """The limits are too many for a search that ends soon."""


class _Laying:
    """The search for a hand that can lay few cards aside."""

    def __init__(self, pack: tuple[str, ...], limits: Sequence[CardLimit], size: int) -> None:
        self._pack, self._limits, self._size, self._left = pack, limits, size, MAX_CHOICES

    def find_fewest(self, wanted: int) -> int:
        """The fewest cards, up to those wanted, that some hand can lay aside at most."""
        return next((most for most in range(wanted) if self._is_hand_poor(most + 1)), wanted)

    def _is_hand_poor(self, number: int) -> bool:
        """Check whether a hand cannot lay a number of cards aside."""
        # Other limits do not bind a choice of so few.
        binding = [limit for limit in self._limits if limit.at_most < number]
        found = Counter(
            tuple(place for place, limit in enumerate(binding) if card in limit.cards) for card in self._pack
        )
        kinds = sorted(found, key=lambda kind: (len(kind), -found[kind]))
        most = tuple(limit.at_most for limit in binding)
        waiting = [tuple(found[kind] for kind in kinds)]
        seen = set(waiting)
        while waiting:
            counts = waiting.pop()
            laid = self._find_laid(kinds, counts, most, number)
            if laid is None:
                return True
            # A poor hand has fewer cards of one of these kinds than are laid here.
            for place, cards in enumerate(laid):
                less = (*counts[:place], cards - 1, *counts[place + 1 :])
                if cards and sum(less) >= self._size and less not in seen:
                    seen.add(less)
                    waiting.append(less)
        return False

    def _find_laid(
        self, kinds: Sequence[tuple[int, ...]], counts: _Choice, most: _Choice, number: int
    ) -> _Choice | None:
        """Find a choice of a number of cards that keeps all limits; None without one."""
        failed: set[tuple[int, _Choice, int]] = set()

        def choose(place: int, room: _Choice, left: int) -> _Choice | None:
            if not left:
                return (0,) * (len(kinds) - place)
            if place == len(kinds) or (place, room, left) in failed:
                return None
            self._left -= 1
            if self._left < 0:
                raise _TooManyChoicesError
            kind = kinds[place]
            for cards in range(min((counts[place], left, *(room[limit] for limit in kind))), -1, -1):
                after = tuple(free - cards * (limit in kind) for limit, free in enumerate(room))
                if (rest := choose(place + 1, after, left - cards)) is not None:
                    return (cards, *rest)
            failed.add((place, room, left))
            return None

        return choose(0, most, number)
