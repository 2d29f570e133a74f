"""A tournament of bots: every seating of three bots, on the same deals.

    python tournament.py [DEALS]

A bot of your own is a function of its seat's view and of the legal moves.
"""

from __future__ import annotations

import sys
from itertools import permutations
from statistics import mean, stdev
from typing import TYPE_CHECKING

import calarec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec import LegalMoves, Move, SeatView
    from calarec.simulation.own_bots import SeatBot


def play_first(seen: SeatView, legal: Sequence[LegalMoves]) -> Move:
    """Pass whenever that is possible; otherwise make the first legal move."""
    del seen
    due = next(moves for moves in legal if not moves.is_optional)
    return due.move("passo") if "passo" in due.words else next(due.moves())


BOTS: dict[str, SeatBot] = {"sensible": "sensible", "random": "random", "passes": play_first}


def play_tournament(rules: str, deals: int) -> dict[str, list[int]]:
    """List the gains of each bot, one for each deal and seating."""
    gains: dict[str, list[int]] = {name: [] for name in BOTS}
    for seed in range(deals):
        for seating in permutations(BOTS):
            bots = {seat: BOTS[name] for seat, name in zip("ABC", seating, strict=True)}
            (played,) = calarec.simulate(rules, hands=1, seed=seed, bot=bots)
            for name, payment in zip(seating, played.account.payments or (0, 0, 0), strict=True):
                gains[name].append(payment)
    return gains


def main(arguments: Sequence[str]) -> dict[str, float]:
    """Print the mean gain of each bot with its standard error."""
    gains = play_tournament("pagat", int(arguments[0]) if arguments else 50)
    for name, values in sorted(gains.items(), key=lambda row: -mean(row[1])):
        print(f"{name:<10} {mean(values):+6.2f} ± {stdev(values) / len(values) ** 0.5:.2f}")
    return {name: mean(values) for name, values in gains.items()}


if __name__ == "__main__":
    main(sys.argv[1:])
