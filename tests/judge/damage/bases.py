"""Legal hands to be damaged: simulated under many rulesets, each with the seed that made it."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

from calarec.core.notation.writer import write_hands
from calarec.rule_files.load import load_ruleset
from calarec.simulation import simulate
from tests.house.tree import ROOT
from tests.judge.damage.sheet import Sheet

HERE = ROOT / "tests" / "judge" / "damage"


class Base(NamedTuple):
    """A simulated hand: ruleset, rule to touch, number of seats, seed."""

    rules: str
    aim: str | None = None
    seats: int | None = None
    seed: int = 1


SHIPPED = (
    Base("pagat", "contracts.chiamo"), Base("pagat", "contracts.chiamo", seed=2), Base("pagat", "contracts.solo"),
    Base("pagat", "contracts.solissimo"), Base("pagat", "contracts.dividete"), Base("pagat", seats=4),
    Base("treccani", "contracts.chiamo"), Base("treccani", "contracts.solo"), Base("treccani", "auction.words.buono"),
    Base("tretre"), Base("tretre", seed=5), Base("foster"), Base("foster", seed=2),
    Base("gelli-bellora"), Base("gelli-terziglio"), Base("gelli-terziglio", seed=4), Base("cavendish"),
    Base("thirty-five"), Base("twenty-one"), Base("quadriglio"), Base("quartiglio"), Base("spazzatura"),
    Base("pagat", "contracts.scegliete"), Base("pagat", "contracts.solissimo", seed=3),
    Base("pagat", "contracts.dividete", seed=3), Base("quadriglio", seed=2), Base("quartiglio", seed=2),
    Base("sestiglio"), Base("short-11"), Base("tretre", "all_pass"), Base("pagat", "all_pass"),
    Base("spazzatura", "all_pass"), Base("spazzatura", "all_pass", seed=2),
)  # fmt: skip
OWN = (
    Base("strict.yaml", "contracts.solo"), Base("strict.yaml", "contracts.chiamo"),
    Base("strict.yaml", "contracts.chiamo", seed=2), Base("strict.yaml", seed=3),
    Base("bare.yaml", "contracts.solo"), Base("bare.yaml", "contracts.chiamo"), Base("bare.yaml", seed=3),
)  # fmt: skip


def rules_of(base: Base) -> str:
    """Return the value of `--rules` for a base."""
    return str(HERE / "rules" / base.rules) if base.rules.endswith(".yaml") else base.rules


def chances(base: Base) -> Random:
    """Return the generator that chooses a damage."""
    return Random(f"{base}")


@cache
def sheet(base: Base) -> Sheet:
    """The simulated hand of a base."""
    ruleset = load_ruleset(rules_of(base))
    made = next(simulate(ruleset, hands=1, seed=base.seed, aim=base.aim, seats=base.seats))
    rules = ruleset.rules
    text = "".join(write_hands([made.hand]))
    return Sheet(
        rules_of(base),
        text.rstrip("\n").split("\n"),
        rules.pack.ranks,
        rules.pack.suits,
        tuple(rules.auction.ladder),
        tuple(rules.auction.words),
        chances(base),
    )
