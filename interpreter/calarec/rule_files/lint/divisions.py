"""Divisions of the pack in which places get certain numbers of certain cards.

Terms. A *place* is where cards come to: the tricks or the piles of a side, its hands, or none of these. Cards of a
*kind* count the same for every limit.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

MAX_STEPS: Final = 30_000
"""The number of steps of all searches above which anything counts as possible."""


class CountLimit(NamedTuple):
    """Limits on what the cards in some places come to: their number, or their points."""

    counts: Mapping[str, int]
    """The number that each card counts; cards without one do not count."""
    places: frozenset[int]
    least: int
    most: int | None
    is_of_points: bool = False


_Kinds = tuple[tuple[tuple[int, ...], int], ...]
"""What a card of each kind counts for each limit, and how many cards are of it."""


_Totals = tuple[int, ...]
"""What the cards in their places come to so far, for each limit."""


class CardDivisions:
    """The search for divisions; all searches together have a number of steps."""

    def __init__(self, cards: Sequence[str]) -> None:
        self._cards, self._left = cards, MAX_STEPS
        self._known: dict[object, bool] = {}

    def can_divide(self, places: int, limits: Sequence[CountLimit]) -> bool:
        """Check whether all cards can come to a number of places so that limits are kept."""
        # Many outcomes differ only in points, and cards alone rule most of them out.
        without_points = [limit for limit in limits if not limit.is_of_points]
        return self._can_keep(places, without_points) and (
            len(without_points) == len(limits) or self._can_keep(places, limits)
        )

    def _can_keep(self, places: int, limits: Sequence[CountLimit]) -> bool:
        kinds = Counter(tuple(limit.counts.get(card, 0) for limit in limits) for card in self._cards)
        ordered = tuple(sorted(kinds.items(), key=lambda kind: sum(kind[0]), reverse=True))
        key = places, ordered, tuple((limit.places, limit.least, limit.most) for limit in limits)
        if key not in self._known:
            self._known[key] = self._can_place_all(places, ordered, limits)
        return self._known[key]

    def _can_place_all(self, places: int, ordered: _Kinds, limits: Sequence[CountLimit]) -> bool:
        """Search for places of all kinds, one after the other."""
        counted_in = [[place in limit.places for limit in limits] for place in range(places)]
        left = [(0,) * len(limits)]
        for counts, cards in reversed(ordered):
            left.append(tuple(cards * count + more for count, more in zip(counts, left[-1], strict=True)))
        left.reverse()
        failed: set[tuple[int, _Totals]] = set()

        def can_place_kind(number: int, totals: _Totals) -> bool:
            if any(total + more < limit.least for total, more, limit in zip(totals, left[number], limits, strict=True)):
                return False
            if number == len(ordered):
                return True
            if (number, totals) in failed:
                return False
            counts, cards = ordered[number]
            added = [
                tuple(count * is_counted for count, is_counted in zip(counts, row, strict=True)) for row in counted_in
            ]
            for after in self._list_totals(cards, added, totals, limits):
                if self._left < 0 or can_place_kind(number + 1, after):
                    return True
            if self._left < 0:
                return True
            failed.add((number, totals))
            return False

        return can_place_kind(0, (0,) * len(limits))

    def _list_totals(
        self, cards: int, added: Sequence[_Totals], totals: _Totals, limits: Sequence[CountLimit]
    ) -> Iterator[_Totals]:
        """List all totals with the cards of a kind, in places with room for them.

        `added` is what one of them adds in each place.
        """
        self._left -= 1
        rooms = [_find_room(place, totals, limits) for place in added]
        beyond = sum(min(cards, room) for room in rooms[1:])
        place, *others = added
        for share in range(min(cards, rooms[0]), max(-1, cards - beyond - 1), -1):
            after = tuple([total + share * count for total, count in zip(totals, place, strict=True)])
            if share == cards:
                yield after
            elif self._left >= 0:
                yield from self._list_totals(cards - share, others, after, limits)


_ANY_NUMBER: Final = 1_000


def _find_room(place: _Totals, totals: _Totals, limits: Sequence[CountLimit]) -> int:
    """The most cards of a kind that a place can take."""
    return min([
        (limit.most - total) // count
        for limit, total, count in zip(limits, totals, place, strict=True)
        if count and limit.most is not None
    ], default=_ANY_NUMBER)  # fmt: skip
