"""Costs of irregularities, settled again: revokes by price list, misdeals by pot.

The referee of the source rules on the cards; this one keeps the pot.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.referees import source_004
from tests.referees.on_pot import Plate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.referees.shape import Hand, Move

PRICES = {"dear-faults": (1, 2), "misdeals": (1, 3)}
"""The price of a player's first revoke, and of each later one."""
MISDEAL = 2


class Table:
    """An evening, with the content of the pot if there is one."""

    def __init__(self, ruleset: str) -> None:
        self.ruleset = ruleset
        self.plate = Plate("pot")

    def payments(self, hand: Hand, offences: Sequence[Move]) -> dict[str, int]:
        """Return the payments of a hand with these irregularities.

        `hand` has those that its cards show.
        """
        misdeals = [move for move in offences if move["word"] == "misdeal"]
        paid: Counter[str] = Counter()
        if not misdeals:
            in_pot = self.ruleset == "misdeals"
            answer, settled = self.plate.settle(hand) if in_pot else (source_004.referee(hand, "pagat"), {})
            assert answer["legal"], answer["why_not"]
            paid.update(settled or answer["payments"])
        for move in misdeals:
            paid[move["seat"]] -= MISDEAL
            self.plate.lies += MISDEAL
        first, later = PRICES[self.ruleset]
        for seat in hand["deal"]:
            revokes = sum(move["word"] == "revoke" and move["seat"] == seat for move in offences)
            price = first + later * (revokes - 1) if revokes else 0
            for other in hand["deal"]:
                paid[other] += price if other != seat else -price * (len(hand["deal"]) - 1)
        return {seat: paid[seat] for seat in hand["seats"]}
