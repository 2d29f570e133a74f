"""Many endings against trying everything, in points and in payments, by whichever kernel runs.

    python -m tests.solving.many --endings 5000 [--seed 1]

Endings of two to five tricks, as many as trying everything can bear at the number of seats.
"""

from __future__ import annotations

import argparse
import sys
from itertools import cycle, islice

from calarec.core.base.kernel import kernel_in_use
from tests.rulebooks import game
from tests.solving.endings import CHOSEN, agree, endings
from tests.solving.minimax import payment, points

LONGEST = {2: 5, 3: 5, 4: 4, 5: 3}
"""By seats; more seats have two tricks."""


def lengths(seats: int) -> tuple[int, ...]:
    """In which proportion: long endings are costly and telling, but most are short."""
    longest = LONGEST.get(seats, 2)
    return (*(each for each in range(2, longest + 1) for _ in range(4 * (longest - each) + 1)),)


def main() -> None:
    """As many as asked for, in equal shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--endings", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    sys.stdout.write(f"kernel: {kernel_in_use()}\n")
    for id_, seats in CHOSEN.items():
        solved = 0
        for tricks in islice(cycle(lengths(seats)), -(-asked.endings // len(CHOSEN))):
            for hand in endings(game(id_), seats, tricks, 1, seed=asked.seed + solved):
                agree(hand, "points", points)
                if hand.state.declarer >= 0:
                    agree(hand, "payment", payment)
                solved += 1
        sys.stdout.write(f"{id_}: {solved} endings\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
