"""The shipped rulesets, for tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from calarec.core.engine.game import Game
from calarec.rule_files.load import load_ruleset
from calarec.rule_files.locate import known_ids

RULES = Path(__file__).parents[1] / "rules"
SHIPPED = {ruleset: Path(file) for ruleset, file in known_ids((str(RULES),)).items()}
"""Every shipped ruleset, by its id, with its file: the one list of them that tests have."""
WITHOUT_AUCTION = (
    "beccaccino", "ciapano", "rovescino", "spizzichino", "tressette", "tressette-31", "tressette-accusi",
    "tressette-in-due", "traversone",
)  # fmt: skip
"""Games without an auction: they have tests of their own, `tests/without_auction`."""
IDS = tuple(ruleset for ruleset in SHIPPED if ruleset not in WITHOUT_AUCTION)
"""Games that may have a declarer."""


@cache
def game(ruleset: str) -> Game:
    """The game of a shipped ruleset."""
    return Game.from_ruleset(load_ruleset(str(RULES / f"{ruleset}.yaml")))
