"""The second settlement of a pot and of payments after all have passed.

The referee keeps the plate itself, hand after hand, and asks that of the source for everything else: it never reads
the pot that a record states.
"""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from typing import TYPE_CHECKING

from tests.referees.on_roles import single

if TYPE_CHECKING:
    from tests.referees.shape import Answer, Hand

RULES = {
    "pot": ("source_004", "pagat", 1, 1, (1, 0)),
    "pot-declarer": ("source_003", "quintiglio", 2, 2, (2, 1)),
}
"""Module and ruleset of the source, what each puts in, what is paid after a pass, how declarer and partner divide."""


class Plate:
    """The pot, and True if all have just passed."""

    def __init__(self, ruleset: str) -> None:
        self.ruleset = ruleset
        self.lies = 0
        self.passed = False

    def settle(self, hand: Hand) -> tuple[Answer, dict[str, int]]:
        """The ruling of the source, and each player's payment here."""
        module, base, each, times, shares = RULES[self.ruleset]
        found: Answer = import_module(f"tests.referees.{module}").referee(hand, base)
        paid: Counter[str] = Counter()
        if not found["declarer"]:
            for seat in hand["deal"]:
                paid[seat] -= each
            self.lies += each * len(hand["deal"])
            self.passed = True
            return found, {seat: paid[seat] for seat in hand["seats"]}
        times, self.passed = (times if self.passed else 1), False
        for payer, receiver, amount in single(found):
            paid[payer] -= amount * times
            paid[receiver] += amount * times
        own = [seat for seat in (found["declarer"], found["partner"]) if seat]
        if found["partner"]:
            paid[own[1]] = paid[own[0]] * shares[1] // sum(shares)
            paid[own[0]] -= paid[own[1]]
        wins = next(side["wins"] for side in found["sides"] if own[0] in side["seats"])
        self._take(own, [seat for seat in hand["deal"] if seat not in own], paid, wins=wins)
        return found, {seat: paid[seat] for seat in hand["seats"]}

    def _take(self, own: list[str], others: list[str], paid: Counter[str], *, wins: bool) -> None:
        shares = RULES[self.ruleset][4]
        if wins:
            second = self.lies * shares[1] // sum(shares) if len(own) > 1 else 0
            paid[own[0]] += self.lies - second
            if second:
                paid[own[1]] += second
            self.lies = 0
        elif self.ruleset == "pot":
            for seat in others:
                paid[seat] += self.lies // len(others)
            self.lies %= len(others)
