"""Choices of cards by simple rules.

High cards are taken and called, low ones go, points are taken where that is cheap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.cards import bits
from calarec.core.engine.tricks import higher_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.engine.cards import Cards


class CardOrders(NamedTuple):
    """The rank of each card of a pack in its suit, and its place in three orders."""

    height: list[int]
    rank: list[int]
    """By height, then by points."""
    cheap: list[int]
    """Without points first, then by height."""
    dear: list[int]
    """Worth most first."""
    strength: list[float]
    """The height, and two more for the two highest of each suit."""

    @classmethod
    def from_cards(cls, cards: Cards) -> CardOrders:
        """The orders of the cards of a pack."""
        points = cards.points
        heights = [(cards.suit_of[card] & (1 << card) - 1).bit_count() for card in range(len(points))]
        ranked = sorted(range(len(points)), key=lambda card: (heights[card], points[card]))
        cheap = sorted(ranked, key=lambda card: (points[card], heights[card]))
        dear = sorted(ranked, key=lambda card: -points[card])
        top = max(suit.bit_count() for suit in cards.suits) - 1
        strength = [height + (2.0 if height >= top - 1 else 0.0) for height in heights]
        return cls(heights, _order_places(ranked), _order_places(cheap), _order_places(dear), strength)


def _order_places(ordered: Sequence[int]) -> list[int]:
    """For each card its place in an order."""
    places = [0] * len(ordered)
    for place, card in enumerate(ordered):
        places[card] = place
    return places


def choose_lead(orders: CardOrders, suits: Sequence[int], playable: int, elsewhere: int) -> int:
    """A sure winner, or the lowest card; others may hold those `elsewhere`."""
    sure = 0
    for suit in suits:
        # Nobody else can still hold a higher card of the suit.
        sure |= playable & suit & -(1 << (elsewhere & suit).bit_length())
    return max(bits(sure), key=orders.rank.__getitem__) if sure else min(bits(playable), key=orders.rank.__getitem__)


def choose_follow(
    orders: CardOrders, suit_of: Sequence[int], playable: int, best: int, *, friendly: bool, last: bool
) -> int:
    """Points to a partner's trick, else as cheaply as will do; `best` wins so far."""
    if not playable & playable - 1:
        return playable.bit_length() - 1
    if friendly and last:
        return min(bits(playable), key=orders.dear.__getitem__)
    winning = 0 if friendly else higher_cards(playable, best, suit_of)
    if winning:
        return (min if last else max)(bits(winning), key=orders.rank.__getitem__)
    return min(bits(playable), key=orders.cheap.__getitem__)


class ExchangeChoices:
    """The choices of cards before the play."""

    def __init__(self, cards: Cards, orders: CardOrders) -> None:
        self.cards: Cards = cards
        self.height: list[int] = orders.height

    def choose_best(self, cards: int, number: int) -> int:
        """The `number` highest cards."""
        ranked = sorted(bits(cards), key=lambda card: -self.height[card])
        return sum(1 << card for card in ranked[:number])

    def list_worst(self, cards: int) -> list[int]:
        """Low cards of short suits first; points are not thrown away lightly."""
        height, points, suit_of = self.height, self.cards.points, self.cards.suit_of
        ranked = sorted([
            (2 * height[card] + 3 * points[card] + (cards & suit_of[card]).bit_count(), card) for card in bits(cards)
        ])  # fmt: skip
        return [card for _, card in ranked]

    def choose_worst(self, cards: int, number: int) -> int:
        """The `number` worst cards."""
        return sum(1 << card for card in self.list_worst(cards)[:number])

    def choose_missing(self, cards: int, hand: int) -> int:
        """The highest card that a hand lacks, in its longest suit, as a mask."""
        suit_of, height = self.cards.suit_of, self.height
        best = max(
            bits(cards), key=lambda card: (not hand >> card & 1, height[card], (hand & suit_of[card]).bit_count())
        )
        return 1 << best
