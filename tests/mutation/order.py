"""Which tests a mutant goes through, and in which order.

In goes what a few tests of each function were seen to reach, and in which time; out come tests: cheap ones first, and
of many that one function makes of its parameters the first before the second, because they mostly notice the same.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_LEAST: Final = 0.02
# What is remembered within a file is reached by its first test alone; the others go by it all the same, but later.
_SAME_FILE: Final = 4


@dataclass(slots=True)
class Seen:
    """What was seen of the tests of a function: seconds of work of the slowest, the mutants reached."""

    seconds: float
    reached: frozenset[int]
    failed: bool

    def joined(self, other: Seen) -> Seen:
        """What was seen of more tests."""
        seconds = max(self.seconds, other.seconds)
        return Seen(seconds, self.reached | other.reached, self.failed or other.failed)


def function(test: str) -> str:
    """The function that makes a test, without its parameters."""
    return test.partition("[")[0]


def file(test: str) -> str:
    """The file of a test."""
    return test.partition("::")[0]


def few(tests: Sequence[str], most: int) -> list[str]:
    """At most so many tests of each function, by lot, but the same ones each time."""
    made: dict[str, list[str]] = {}
    for test in tests:
        made.setdefault(function(test), []).append(test)
    chosen = {each for name, all_ in made.items() for each in Random(name).sample(all_, min(most, len(all_)))}
    return [test for test in tests if test in chosen]


def in_order(tests: Iterable[str], seen: dict[str, Seen], mutant: int, seconds: float) -> dict[str, float]:
    """The tests for a mutant, first things first, each with its seconds of work; together no longer than allowed."""
    files = {file(name) for name, each in seen.items() if mutant in each.reached and not each.failed}
    ranks: Counter[str] = Counter()
    costs: list[tuple[float, str]] = []
    for test in tests:
        name = function(test)
        about = seen.get(name)
        if about is None or about.failed or file(test) not in files:
            continue
        ranks[name] += 1
        further = 1 if mutant in about.reached else _SAME_FILE
        costs.append((max(about.seconds, _LEAST) * ranks[name] * further, test))
    chosen: dict[str, float] = {}
    for _, test in sorted(costs):
        each = seen[function(test)].seconds
        if each <= seconds:
            chosen[test] = each
            seconds -= max(each, _LEAST / 4)
    return chosen
