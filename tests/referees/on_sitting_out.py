"""Two who sit out, settled once more: the hand is that of a table of four at which the second is not there.

The referee of the source says what is paid at that table; the second is then paid nothing, or as the dealer is.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.referees.shape import Answer, Hand

RULES = {"two-out": ("source_004", "pagat", -1, False), "two-out-pay": ("elsewhere", "foster", 1, True)}
"""Module and ruleset of the source, how far from the dealer the second sits, and whether who sits out pays."""


def referee(hand: Hand, ruleset: str) -> Answer:
    """The ruling of one hand."""
    module, base, step, pays = RULES[ruleset]
    seats, dealer = list(hand["seats"]), hand["dealer"]
    judge = import_module(f"tests.referees.{module}").referee
    if len(seats) < 5:
        found: Answer = judge(hand, base)
        return found
    second = seats[(seats.index(dealer) + step) % 5]
    assert sorted(hand["out"]) == sorted((dealer, second)), "the wrong seats sit out"
    four = [seat for seat in seats if seat != second]
    found = judge({**hand, "seats": four, "out": [dealer]}, base)
    paid = {seat: found["payments"].get(seat, 0) for seat in seats}
    if pays and found["declarer"]:
        paid[second] = paid[dealer]
        paid[found["declarer"]] -= paid[dealer]
    return {**found, "payments": paid, "next_dealer": seats[(seats.index(dealer) + 1) % 5]}
