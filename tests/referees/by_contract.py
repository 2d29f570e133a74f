"""Contracts with requirements, settled again: two made-up rulesets, by counting.

It reads the JSON of a replayed hand: declarer, contract, winners and cards of tricks. Cards aside at the end belong to
the winner of the last trick. Only hands that were played to their end are settled here.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from tests.referees.on_cards import cards_of

if TYPE_CHECKING:
    from tests.referees.shape import Hand

WORTH = {"A": 3, "3": 1, "2": 1, "R": 1, "C": 1, "F": 1}
"""In thirds of a point; the last trick is worth 3."""


class Asked(NamedTuple):
    """The payment of a contract, and the whole points that its side must have."""

    stake: int
    least: int = 0
    most: int = 11


BY_CONTRACT = {
    "chiamo": Asked(1, 6), "solo": Asked(2, 7), "nothing": Asked(3, 0, 3), "solissimo": Asked(4, 5, 9),
    "dividete": Asked(8, 6), "scegliete": Asked(16, 6),
}  # fmt: skip


def points(hand: Hand, seats: set[str]) -> int:
    """The points of some seats, in thirds."""
    found = sum(WORTH.get(card[0], 0) for card in cards_of("won", seats, hand))
    return found + (3 if hand["tricks"][-1]["winner"] in seats else 0)


def referee(hand: Hand) -> tuple[bool, dict[str, int]]:
    """Return whether the declarer has won, and the payments."""
    ruling = hand["ruling"]
    declarer, asked = ruling["declarer"], BY_CONTRACT[ruling["contract"]]
    wins = asked.least <= points(hand, {declarer}) // 3 <= asked.most
    others = set(hand["deal"]) - {declarer}
    winners = {declarer} if wins else others
    coins = "Ad" in cards_of("won", winners, hand)
    paid: Counter[str] = Counter()
    for seat in others:
        amount = asked.stake + coins
        paid[declarer] += amount if wins else -amount
        paid[seat] -= amount if wins else -amount
    return wins, {seat: paid[seat] for seat in hand["seats"]}
