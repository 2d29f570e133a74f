"""Fuzz for a given time: `python -m tests.fuzz readers --minutes 60`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from random import SystemRandom
from typing import TYPE_CHECKING

from tests.fuzz.minimise import Minimiser
from tests.fuzz.target import Drawn, failure
from tests.fuzz.targets import TARGETS

if TYPE_CHECKING:
    from tests.fuzz.target import Failure, Target


def main() -> int:
    """Draw inputs until the time is over; print each failure once. 1 if any failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", epilog="\n".join(TARGETS))
    parser.add_argument("target", choices=[*TARGETS, "all"])
    parser.add_argument("--seed", type=int, default=None, help="the same seed, the same inputs; otherwise by lot")
    parser.add_argument("--minutes", type=float, default=0, help="for how long; otherwise until it is interrupted")
    parser.add_argument("--work", type=float, default=0, help="the same in minutes that a processor was busy for it")
    parser.add_argument("--number", type=int, default=None, help="this input alone")
    asked = parser.parse_args()
    seed = SystemRandom().randrange(10**6) if asked.seed is None else asked.seed
    chosen = list(TARGETS.values()) if asked.target == "all" else [TARGETS[asked.target]]
    _say(f"seed {seed}")
    until = time.monotonic() + asked.minutes * 60 if asked.minutes else float("inf")
    enough = asked.work or float("inf")
    known: set[tuple[str, str, str]] = set()
    number = asked.number or 0
    try:
        while time.monotonic() < until and worked() < enough:
            for target in chosen:
                found = failure(target, target.at(seed, number))
                if found is not None and (target.name, *found.same) not in known:
                    known.add((target.name, *found.same))
                    _say(shown(target, seed, number, found))
            number += 1
            if asked.number is not None:
                break
    except KeyboardInterrupt:
        pass
    _say(f"{number if asked.number is None else 1} inputs each, {worked():.1f} minutes of work, {len(known)} failures")
    return 1 if known else 0


def worked() -> float:
    """For how many minutes a processor was busy with this process and those that it has started."""
    return sum(os.times()[:4]) / 60


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def shown(target: Target, seed: int, number: int, found: Failure) -> str:
    """A failure with the smallest input that was found for it, to be pasted into a test."""
    drawn = target.at(seed, number)

    def fails(text: str) -> bool:
        again = failure(target, Drawn(text, drawn.more))
        return again is not None and again.same == found.same

    small = Drawn(Minimiser(fails).smaller(drawn.text), drawn.more)
    again = failure(target, small) or found
    return (
        f"--- {target.name}: {target.promise}\n"
        f"seed {seed}, number {number}: {found.kind} at {found.place}\n{again.told}"
        f"to be pasted into tests/fuzz/test_found.py:\n    ({target.name!r}, {small.text!r}, {small.more!r}),\n"
    )


if __name__ == "__main__":
    sys.exit(main())
