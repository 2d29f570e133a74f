"""Divisions of the pack in which places get certain numbers of certain cards.

Terms. A *place* is where cards come to: the tricks or the piles of a side, its hands, or none of these. Cards of a
*kind* have the same points and are counted alike.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_STEPS: Final = 30_000
"""The number of steps of all searches above which anything counts as possible."""


class CardRoom(NamedTuple):
    """Room for a number of cards, and the points that they have together."""

    size: int
    points: int | None = None
    """None if they do not matter."""

    def with_cards(self, cards: int, points: int) -> CardRoom:
        """The room that is left after a number of cards with these points each."""
        return CardRoom(self.size - cards, None if self.points is None else self.points - cards * points)


class CountLimit(NamedTuple):
    """Limits on the number of certain cards in some places."""

    cards: frozenset[str]
    places: tuple[int, ...]
    least: int
    most: int | None


_Rest = tuple[tuple[CardRoom, ...], tuple[int, ...]]
"""What is left of all places, and the cards that each limit has counted."""


class CardDivisions:
    """The search for divisions; all searches together have a number of steps."""

    def __init__(self, cards: Sequence[str], points: Sequence[int]) -> None:
        self._cards, self._points, self._left = cards, points, MAX_STEPS

    def can_divide(self, places: Sequence[CardRoom], limits: Sequence[CountLimit]) -> bool:
        """Check whether all cards can come to places so that limits are kept."""
        counts_points = any(place.points is not None for place in places)
        kinds = Counter(
            (points * counts_points, tuple(card in limit.cards for limit in limits))
            for card, points in zip(self._cards, self._points, strict=True)
        )
        ordered = sorted(kinds.items(), key=lambda each: (each[0][0], sum(each[0][1])), reverse=True)
        failed: set[tuple[int, _Rest]] = set()

        def can_place_kind(number: int, rest: _Rest) -> bool:
            left, counts = rest
            if number == len(ordered):
                return all(not place.points for place in left) and all(
                    limit.least <= count for limit, count in zip(limits, counts, strict=True)
                )
            if (number, rest) in failed:
                return False
            (points, counted), cards = ordered[number]
            for shares in _list_shares(cards, points, left):
                self._left -= 1
                if self._left < 0:
                    return True
                after = tuple(
                    count + has * sum(shares[place] for place in limit.places)
                    for limit, has, count in zip(limits, counted, counts, strict=True)
                )
                room = tuple(place.with_cards(share, points) for place, share in zip(left, shares, strict=True))
                if _is_within_limits(limits, after) and can_place_kind(number + 1, (room, after)):
                    return True
            failed.add((number, rest))
            return False

        return can_place_kind(0, (tuple(places), (0,) * len(limits)))


def _is_within_limits(limits: Sequence[CountLimit], counts: Sequence[int]) -> bool:
    """Check that no more cards are counted than limits allow."""
    return all(limit.most is None or count <= limit.most for limit, count in zip(limits, counts, strict=True))


def _list_shares(cards: int, points: int, places: Sequence[CardRoom]) -> Iterator[tuple[int, ...]]:
    """List the ways in which places can get all cards of a kind."""
    place, *others = places
    most = min(cards, place.size)
    if points and place.points is not None:
        most = min(most, place.points // points)
    if not others:
        if most == cards:
            yield (cards,)
        return
    for share in range(most, -1, -1):
        yield from ((share, *rest) for rest in _list_shares(cards - share, points, others))
