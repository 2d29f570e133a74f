"""Expressions over masks: what a set of cards is worth, how many tricks it makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calarec.moves.cards import Cards


def worth(cards: Cards, mask: str) -> str:
    """The card points of a mask: as many counts of bits as there are different values."""
    values = sorted(set(cards.points) - {0})
    terms, below = [], 0
    for value in values:
        at_least = sum(1 << number for number, points in enumerate(cards.points) if points >= value)
        factor = value - below
        terms.append(f"({mask} & {at_least}).bit_count()" + (f" * {factor}" if factor != 1 else ""))
        below = value
    return f"({' + '.join(terms)})" if terms else "0"


def total_of(cards: Cards) -> int:
    """What the whole pack is worth."""
    return sum(cards.points)
