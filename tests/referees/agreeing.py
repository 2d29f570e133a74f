"""Simulated hands of a ruleset, judged by the engine and by an independent referee, which have to settle alike.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from calarec.engine.game import Game
from calarec.judge.json import as_json
from calarec.judge.running_totals import RunningTotals
from calarec.rulesets.load import load_rules
from calarec.simulation import simulate
from tests.engine.test_referees import compared, for_the_referee
from tests.rulebooks import WITHOUT_AUCTION, game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from calarec.judge.judgement import Judgement

FOLDER: Final = Path(__file__).parents[1] / "rulesets" / "attested"


def hands(few: int) -> int:
    """How many hands are compared."""
    return 2000 if os.environ.get("CALAREC_THOROUGH") else few


@cache
def rules(name: str) -> Game:
    """A ruleset of the tests, ready to be played."""
    return game(name) if name in WITHOUT_AUCTION else Game.of(load_rules(str(FOLDER / f"{name}.yaml")))


def agreed(of: Game, referee: Callable[[Any], Any], count: int) -> Iterator[tuple[Judgement, dict[str, Any]]]:
    """Hands of both players, some irregular, that engine and referee settle alike, and of which nothing is wrong."""
    for bot in ("sensible", "random"):
        evening = RunningTotals(of)
        for each in simulate(of, hands=count // 2, seed=5, bot=bot, irregular=True):
            judged = evening.replay(each.hand)
            hand = as_json(judged)
            answer = referee(for_the_referee(hand))
            ours, theirs = compared(hand, answer)
            assert ours == theirs, (each.hand.name, answer.get("why_not"), hand)
            assert not [finding for finding in judged.diagnostics if finding.severity == "error"]
            yield judged, hand
