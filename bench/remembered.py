"""Judging times of half-remembered hands, with bounds and facts to settle them.

    python -m bench.remembered [--hands 4] [--cards 12] [--blank] [--rules ID ...]

Hands of each ruleset are played at random, and up to --cards cards are unknown in all their lines. The suit or
the rank of half of them is known, with --blank of none. The times are those that the process was busy; the rulesets
are loaded before. It prints the median, the time within which 95% of the hands end, the number given up in part,
and the number of these without known bounds.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from random import Random

from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.rulebooks import IDS, game
from tests.unknown_cards.hidden import hidden
from tests.unknown_cards.relabelled import without_suits


def measure(rules: str, hands: int, most: int, *, blank: bool) -> tuple[list[float], int, int]:
    """Return the seconds of each hand, the number given up, and those without bounds."""
    seconds: list[float] = []
    given_up = unbounded = 0
    for number, simulated in enumerate(simulate(game(rules), hands=hands, seed=7, bot="random")):
        rng = Random(f"{rules} {number}")
        lines = [line for line in simulated.hand.statements if isinstance(line, rec.Deal | rec.Monte)]
        names = [name for line in lines for name in line.cards]
        blanked = hidden(simulated.hand, rng, gone=tuple(rng.sample(names, rng.randint(2, most))))
        blanked = without_suits(blanked) if blank else blanked
        begun = time.process_time()
        judged = begin_totals(game(rules), finds_ends=True).replay(blanked.hand)
        seconds.append(time.process_time() - begun)
        is_open = judged.knowledge == "unsettled" or (judged.possible is not None and not judged.possible.whole)
        given_up += is_open or any(finding.code == "CAL313" for finding in judged.findings)
        unbounded += is_open
    return seconds, given_up, unbounded


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=4)
    parser.add_argument("--cards", type=int, default=12)
    parser.add_argument("--blank", action="store_true")
    parser.add_argument("--rules", nargs="*", default=list(IDS))
    asked = parser.parse_args()
    every: list[float] = []
    unbounded = 0
    given_up: Counter[str] = Counter()
    for rules in asked.rules:
        seconds, count, without = measure(rules, asked.hands, asked.cards, blank=asked.blank)
        unbounded += without
        every += seconds
        given_up[rules] = count
    every.sort()
    milliseconds = [1000 * each for each in (statistics.median(every), every[int(len(every) * 0.95)], every[-1])]
    print("{} hands: median {:.0f} ms, 95% within {:.0f} ms, longest {:.0f} ms".format(len(every), *milliseconds))
    print(f"without bounds: {unbounded}")
    print("given up: " + (", ".join(f"{rules} {count}" for rules, count in (+given_up).items()) or "none"))


if __name__ == "__main__":
    main()
