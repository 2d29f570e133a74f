"""All damages of all legal hands, each with what must be found, worked out before anything is checked.

`python -m tests.judge.damage.corpus FOLDER` writes them as files, with `expected.txt` beside them.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.judge.damage import auction, early, exchange, later, outcome, play, standing
from tests.judge.damage.bases import OWN, SHIPPED, Base, chances, rules_of, sheet
from tests.judge.damage.sheet import Damage, Unfit

DAMAGES = (
    *early.DAMAGES, *auction.DAMAGES, *exchange.DAMAGES, *play.DAMAGES, *standing.DAMAGES, *outcome.DAMAGES,
    *later.DAMAGES,
)  # fmt: skip


class Case(NamedTuple):
    """One damaged record."""

    name: str
    rules: str
    damage: Damage

    @property
    def text(self) -> str:
        """The record."""
        return "\n".join(self.damage.lines) + "\n"


@cache
def cases() -> tuple[Case, ...]:
    """Every damage that fits, for every base; the same for any order of draws."""
    found = []
    for number, base in enumerate((*SHIPPED, *OWN)):
        fresh = replace(sheet(base), rng=chances(base))
        for damage in DAMAGES:
            try:
                done = damage(fresh)
            except Unfit:
                continue
            found.append(Case(f"{_name(base)}-{number}-{damage.__name__}", rules_of(base), done))
    return tuple(found)


def _name(base: Base) -> str:
    return base.rules.removesuffix(".yaml")


def main(folder: str) -> None:
    """Write the corpus."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    expected = []
    for case in cases():
        (target / f"{case.name}.cal").write_text(case.text, encoding="utf-8", newline="\n")
        expected += [f"{case.name}.cal:{line}:{column}: {code}" for code, line, column in case.damage.expected]
    (target / "expected.txt").write_text("\n".join(expected) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1])
