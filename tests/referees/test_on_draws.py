"""Cards drawn from a stock: the engine and an independent referee settle alike.

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
from tests.referees.on_draws import RULES, referee
from tests.rulebooks import WITHOUT_AUCTION, game

HANDS = 2000 if os.environ.get("CALAREC_THOROUGH") else 60
FOLDER = Path(__file__).parents[1] / "rulesets" / "attested"


@cache
def rules(name: str) -> Game:
    """One of the rulesets, ready to be played."""
    return game(name) if name in WITHOUT_AUCTION else Game.of(load_rules(str(FOLDER / f"{name}.yaml")))


@pytest.mark.parametrize("name", RULES)
def test_agrees_with_the_referee(name: str) -> None:
    """Who draws what, who wins each trick, points, payments; some hands irregular, some claimed."""
    claimed = 0
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
            claimed += hand["ruling"]["outcome"] == "claimed"
    assert claimed


@pytest.mark.parametrize("name", RULES)
def test_what_the_referee_refuses_is_found(name: str) -> None:
    """A card drawn by the wrong seat, from nowhere, or not at all: neither passes it."""
    for each in simulate(rules(name), hands=4, seed=8):
        hand = for_the_referee(as_json(RunningTotals(rules(name)).replay(each.hand)))
        draws = [move for move in hand["moves"] if move["do"] == "take"]
        first, second = draws[0], draws[1]
        others = [move for move in hand["moves"] if move not in (first, second)]
        assert referee({**hand, "moves": [first, second, *others]}, name)["legal"]
        dealt = {**first, "cards": hand["deal"][first["seat"]][:1]}
        for wrong in ([second, first], [dealt, second], [second], [{**first, "open": not first["open"]}, second]):
            assert not referee({**hand, "moves": [*wrong, *others]}, name)["legal"]
