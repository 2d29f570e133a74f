"""Fixed sides and games without an auction: the engine and an independent referee settle alike.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from calarec.engine.game import Game
from calarec.judge.json import as_json
from calarec.judge.running_totals import RunningTotals
from calarec.rulesets.load import load_rules
from calarec.simulation import simulate
from tests.engine.test_referees import compared, for_the_referee
from tests.referees.on_sides import RULES, referee
from tests.rulebooks import WITHOUT_AUCTION, game

HANDS = 2000 if os.environ.get("CALAREC_THOROUGH") else 60
FOLDER = Path(__file__).parents[1] / "rulesets" / "attested"


@cache
def rules(name: str) -> Game:
    """One of the rulesets, ready to be played."""
    return game(name) if name in WITHOUT_AUCTION else Game.of(load_rules(str(FOLDER / f"{name}.yaml")))


@pytest.mark.parametrize("name", RULES)
def test_agrees_with_the_referee(name: str) -> None:
    """Winners of tricks, points of sides, bonus and payments, some hands irregular; totals are sums of what counts."""
    for bot in ("sensible", "random"):
        evening = RunningTotals(rules(name))
        for each in simulate(rules(name), hands=HANDS // 2, seed=5, bot=bot, irregular=True):
            replayed = evening.replay(each.hand)
            hand = as_json(replayed)
            answer = referee(for_the_referee(hand), name)
            ours, theirs = compared(hand, answer)
            assert ours == theirs, (each.hand.name, answer.get("why_not"), hand)
            assert replayed.account is not None
            assert sum(replayed.account.payments) == 0
            assert not [finding for finding in replayed.diagnostics if finding.severity == "error"]
