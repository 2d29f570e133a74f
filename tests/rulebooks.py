"""The shipped rulesets, for tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from calarec.engine.game import Game
from calarec.rulesets.load import load_rules

RULES = Path(__file__).parents[1] / "rules"
IDS = tuple(sorted(file.stem for file in RULES.glob("*.yaml")))


@cache
def game(ruleset: str) -> Game:
    """The game of a shipped ruleset."""
    return Game.of(load_rules(str(RULES / f"{ruleset}.yaml")))
