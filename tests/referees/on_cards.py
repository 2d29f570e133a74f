"""Bonuses on cards, settled again: three rulesets that add them to a source.

It reads the JSON of a replayed hand, asks the referee of the source for everything else, and counts cards as people do
at the table: dealt cards from the deal, held cards from all plays, won cards from the tricks. Cards aside at the end
belong to the winner of the last trick. Only hands that were played to their end are settled here.
"""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.referees.shape import Answer, Hand


class Row(NamedTuple):
    """One bonus: of whom, which cards, where, how many, and what it does to the payment."""

    name: str
    of: str
    cards: str
    """Ranks, a hyphen, suits."""
    where: str
    least: int
    most: int
    times: int = 0
    instead: int = 0
    tricks: int = 0


MANY = 99
ROWS = {
    "threes-held": (
        "source_004", "pagat", "bscd",
        (
            Row("threes", "declarer", "3-bscd", "held", 3, MANY, times=2),
            Row("no-aces", "declarer", "A-bscd", "dealt", 0, 0, times=3),
            Row("courts", "winners", "RCF-d", "won", 3, MANY, times=5),
        ),
    ),
    "cards-partner": (
        "source_003", "quartiglio", "bscd",
        (
            Row("pair", "losers", "32-d", "dealt", 2, MANY, times=3),
            Row("poor", "opponents", "A-bscd", "won", 0, 1, times=2),
            Row("cups", "declarer", "32ARCF7654-c", "held", 3, 5, instead=7, tricks=4),
        ),
    ),
    "cards-spazzatura": (
        "source_001", "spazzatura", "bscd",
        (
            Row("aces", "others", "A-bscd", "won", 0, 1, times=4),
            Row("threes", "others", "3-bscd", "dealt", 3, MANY, times=2),
            Row("coins", "others", "32AKQJ7654-d", "held", 8, MANY, times=3),
        ),
    ),
}  # fmt: skip


def referee(hand: Hand, ruleset: str) -> Answer:
    """The ruling of one hand."""
    module, base, _, rows = ROWS[ruleset]
    found: Answer = import_module(f"tests.referees.{module}").referee(hand, base)
    played = {card for trick in hand["tricks"] for card in trick["cards"]}
    if found["bonus"] or not any(found["payments"].values()) or len(played) < len(hand["deal"]):
        return found
    parties = _parties(hand, found)
    for row in rows:
        seats = parties.get(row.of)
        if seats is not None and _holds(row, seats, hand, found):
            paid = {seat: _changed(row, amount, found) for seat, amount in found["payments"].items()}
            return {**found, "bonus": row.name, "payments": paid}
    return found


def _parties(hand: Hand, found: Answer) -> dict[str, set[str]]:
    if found["declarer"] is None:
        return {"others": {seat for seat, amount in found["payments"].items() if amount > 0}}
    mine = {seat for seat in (found["declarer"], found["partner"]) if seat}
    theirs = set(hand["deal"]) - mine
    wins = found["payments"][found["declarer"]] > 0
    winners, losers = (mine, theirs) if wins else (theirs, mine)
    return {"declarer": mine, "opponents": theirs, "winners": winners, "losers": losers}


def _holds(row: Row, seats: set[str], hand: Hand, found: Answer) -> bool:
    tricks = sum(trick["winner"] in seats for trick in hand["tricks"])
    ranks, suits = row.cards.split("-")
    count = sum(card[0] in ranks and card[1] in suits for card in cards_of(row.where, seats, hand))
    return tricks >= row.tricks and row.least <= count <= row.most


def cards_of(where: str, seats: set[str], hand: Hand) -> Iterable[str]:
    """The cards of some seats in one place."""
    if where == "dealt":
        return [card for seat in seats for card in hand["deal"][seat]]
    order = [seat for seat in hand["seats"] if seat not in hand["out"]]
    mine: list[str] = []
    for trick in hand["tricks"]:
        first = order.index(trick["leader"])
        for place, card in enumerate(trick["cards"]):
            taken_by = trick["winner"] if where == "won" else order[(first + place) % len(order)]
            if taken_by in seats:
                mine.append(card)
    if where == "won" and hand["tricks"][-1]["winner"] in seats:
        played = {card for trick in hand["tricks"] for card in trick["cards"]}
        whole = [card for cards in hand["deal"].values() for card in cards] + list(hand["monte"] or ())
        mine += [card for card in whole if card not in played]
    return mine


def _changed(row: Row, amount: int, found: Answer) -> int:
    """The payment of a seat with the bonus: all of them in the same way."""
    if row.times:
        return amount * row.times
    stake = min(abs(paid) for paid in found["payments"].values() if paid)
    return int(Fraction(amount, stake) * row.instead)
