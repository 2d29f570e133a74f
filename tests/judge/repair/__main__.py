"""Measures what is offered for hands with slips: `python -m tests.judge.repair [--hands 100] [--slips 1] [--seed 0]`.

Of hands with one slip an exhaustive search says whether what was meant is the only reading that holds. It takes some
seconds a hand.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from time import process_time

from calarec.engine.game import Game
from calarec.rulesets.load import load_rules
from tests.judge.repair.exhaustive import clean
from tests.judge.repair.slipped import RULESETS, Slipped, offered, place_of, same, slipped


def _only(each: Slipped) -> bool:
    """Whether what was meant is the only lines with one substitution that hold."""
    game = Game.of(load_rules(each.rules))
    auction = game.rules.auction
    words = tuple(dict.fromkeys((*auction.words, *auction.ladder)))
    seats = "".join(line.split()[1] for line in each.before.split("\n") if line.startswith("seat "))
    found = clean(each, game.cards.names, words, seats)
    return any(same(lines, each.meant) for lines in found) and all(same(lines, each.meant) for lines in found)


def main() -> None:
    """Prints how often the proposal that was meant stands where."""
    parser = argparse.ArgumentParser(prog="python -m tests.judge.repair")
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--slips", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    counts: Counter[tuple[bool, int]] = Counter()
    stopped, longest = 0, 0.0
    for rules in RULESETS:
        for each in slipped(rules, asked.hands // len(RULESETS), slips=asked.slips, seed=asked.seed):
            began = process_time()
            found = offered(each)
            longest = max(longest, process_time() - began)
            stopped += found.stopped
            counts[asked.slips == 1 and _only(each), min(place_of(each, found), 4)] += 1
    for only in (True, False):
        total = sum(count for (kind, _), count in counts.items() if kind is only)
        if total:
            first = counts[only, 1]
            three = sum(counts[only, place] for place in (1, 2, 3))
            what = "the only reading that holds" if only else "others"
            sys.stdout.write(
                f"{what}: {total} hands, first {first / total:.1%}, among the first three {three / total:.1%}\n"
            )
    sys.stdout.write(f"stopped: {stopped}; longest: {longest:.1f} s of processor\n")


if __name__ == "__main__":
    main()
