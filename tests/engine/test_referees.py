"""The independent referees agree with the interpreter on every ruleset.

A referee knows its source and nothing of calarec; it reads the JSON of a replayed hand, takes from it what was
dealt, said, exchanged and played, and rules by itself. With CALAREC_THOROUGH set, 2,000 hands of each ruleset
are compared instead of 120.
"""

from __future__ import annotations

import os
from importlib import import_module

import pytest

from calarec.core.judge.json import as_json
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.referees.comparison import FAMILIES, comparable_parts, for_the_referee
from tests.rulebooks import IDS, game

pytestmark = pytest.mark.slow

HANDS = 2000 if os.environ.get("CALAREC_THOROUGH") else 120


def test_every_ruleset_has_a_referee() -> None:
    """No shipped ruleset goes unchecked."""
    assert sorted(each for family in FAMILIES.values() for each in family) == sorted(IDS)


@pytest.mark.mass
@pytest.mark.parametrize(("family", "ruleset"), [(name, each) for name, ids in FAMILIES.items() for each in ids])
def test_agrees_with_the_referee(family: str, ruleset: str) -> None:
    """Winners, points, bonus and payments, some hands irregular, by both bots."""
    referee = import_module(f"tests.referees.{family}").referee
    played = game(ruleset)
    for seats in played.people:
        for bot in ("sensible", "random"):
            evening = begin_totals(played)
            share = HANDS // (2 * len(played.people))
            for each in simulate(played, hands=share, seed=11, bot=bot, seats=seats, irregular=True):
                hand = as_json(evening.replay(each.hand))
                answer = referee(for_the_referee(hand), ruleset)
                ours, theirs = comparable_parts(hand, answer)
                assert ours == theirs, (ruleset, each.hand.name, answer.get("why_not"), hand)
