"""The second settlement of two who sit out: a table of four without the second.

The referee of the source gives the payments at that table; the second is then paid nothing, or as the dealer is.
"""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from typing import TYPE_CHECKING

from tests.referees import defaults
from tests.referees.on_roles import single

if TYPE_CHECKING:
    from tests.referees.shape import Answer, Hand

RULES = {
    "two-out": ("source_004", "pagat", -1, False, 1),
    "two-out-pay": ("elsewhere", "foster", 1, True, 1),
    "two-out-roles": ("elsewhere", "foster", -1, True, 2),
}
"""Module and ruleset of the source, how far from the dealer the second sits, whether who sits out pays, and how many
times as much the dealer pays and receives."""


def referee(hand: Hand, ruleset: str) -> Answer:
    """The ruling of one hand."""
    module, base, step, pays, _ = RULES[ruleset]
    seats, dealer = list(hand["seats"]), hand["dealer"]
    judge = import_module(f"tests.referees.{module}").referee
    if len(seats) < 5:
        found: Answer = judge(hand, base)
        return {**found, "payments": _of_the_dealer(hand, found, ruleset)}
    second = seats[(seats.index(dealer) + step) % 5]
    assert sorted(hand["out"]) == sorted((dealer, second)), "the wrong seats sit out"
    four = [seat for seat in seats if seat != second]
    found = judge({**hand, "seats": four, "out": [dealer]}, base)
    paid = {seat: found["payments"].get(seat, 0) for seat in seats}
    if pays and found["declarer"]:
        paid[second] = paid[dealer]
        paid[found["declarer"]] -= paid[dealer]
    paid = _of_the_dealer(hand, {**found, "payments": paid}, ruleset)
    return {**found, "payments": paid, "next_dealer": seats[(seats.index(dealer) + 1) % 5]}


def _of_the_dealer(hand: Hand, found: Answer, ruleset: str) -> dict[str, int]:
    """Return payments in which the dealer pays and receives a multiple.

    The price of an irregularity is the same for all.
    """
    times = RULES[ruleset][4]
    payments: dict[str, int] = found["payments"]
    if times == 1 or defaults.faults(hand, "turned-stock"):
        return payments
    paid: Counter[str] = Counter()
    for payer, receiver, amount in single(found):
        # The declarer may be the dealer: then everything is paid so many times.
        number = times if hand["dealer"] in (payer, receiver) else 1
        paid[payer] -= amount * number
        paid[receiver] += amount * number
    return {seat: paid[seat] for seat in payments}
