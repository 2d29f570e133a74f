"""The compiled kernel against the plain one: endings and deals, solved by both.

python -m kernel.tests.agreement --endings 5000 --deals 1000 [--seed 1]
"""

from __future__ import annotations

import argparse
import os
from contextlib import contextmanager
from itertools import cycle, islice
from typing import TYPE_CHECKING

import calarec
from calarec.core.base.frozen import replace
from calarec.solving.solve import Objective, Solution, at_least, solve
from tests.rulebooks import IDS, game
from tests.solving.endings import endings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.engine.game import Game
    from calarec.playing.hand import HandInPlay


@contextmanager
def plain() -> Iterator[None]:
    """Without the compiled kernel."""
    before = os.environ.get("CALAREC_KERNEL")
    os.environ["CALAREC_KERNEL"] = "plain"
    try:
        yield
    finally:
        if before is None:
            del os.environ["CALAREC_KERNEL"]
        else:
            os.environ["CALAREC_KERNEL"] = before


def same(hand: HandInPlay, objective: Objective) -> Solution:
    """Solve by both kernels; compare value, cards and line, but not the nodes."""
    found = solve(hand, objective=objective)
    with plain():
        wanted = solve(hand, objective=objective)
    assert replace(found, nodes=0) == replace(wanted, nodes=0), calarec.write([hand.record()])
    return found


def tables(of: Game) -> tuple[int, ...]:
    """Return the possible numbers of seats."""
    return of.rules.table.seats


def many(endings_wanted: int, deals: int, seed: int) -> Iterator[str]:
    """Solve endings of 2 to 5 tricks for all tables, then deals; yield their numbers."""
    each = -(-endings_wanted // len(IDS))
    for id_ in IDS:
        of, solved = game(id_), 0
        for tricks, seats in islice(zip(cycle((2, 3, 4, 5)), cycle(tables(of))), each):
            for hand in endings(of, seats, tricks, 1, seed=seed + solved):
                same(hand, "points")
                if hand.state.declarer >= 0:
                    same(hand, "payment")
                solved += 1
        yield f"{id_}: {solved} endings"
    each = -(-deals // len(IDS))
    for id_ in IDS:
        of, asked = game(id_), 0
        for seats in islice(cycle(tables(of)), each):
            for hand in endings(of, seats, of.rules.deal.hand, 1, seed=seed + asked):
                thresholds(of, hand)
                asked += 1
        yield f"{id_}: {asked} deals"


def thresholds(of: Game, hand: HandInPlay) -> None:
    """Check that both kernels agree on the target, unless one of them found no answer."""
    needed = of.rules.settle.won_if.points_at_least or 0
    found = at_least(hand, needed)
    with plain():
        wanted = at_least(hand, needed, seconds=60)
    assert wanted in (None, found), calarec.write([hand.record()])


def main() -> None:
    """As many as asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--endings", type=int, default=500)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for line in many(asked.endings, asked.deals, asked.seed):
        print(line, flush=True)


if __name__ == "__main__":
    main()
