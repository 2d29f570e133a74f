"""Hands of all shipped rulesets with a few cards hidden: what is ruled is what all ways to fill them have alike.

With CALAREC_THOROUGH set 2,000 hands are looked at, otherwise some of every ruleset.
"""

from __future__ import annotations

import os
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.simulation import simulate
from tests.rulebooks import IDS, game
from tests.unknown_cards.damage import damaged
from tests.unknown_cards.hidden import hidden
from tests.unknown_cards.rulings_agree import hold_fed_back, hold_same

if TYPE_CHECKING:
    from calarec.core.records.model import Hand

pytestmark = pytest.mark.slow

HANDS = 2000 // len(IDS) + 1 if os.environ.get("CALAREC_THOROUGH") else 1


def _simulated(ruleset: str, seed: int) -> Hand:
    return next(iter(simulate(game(ruleset), hands=1, seed=seed, bot="random"))).hand


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", IDS)
def test_what_is_the_same_in_all_ways_is_ruled(ruleset: str) -> None:
    """And nothing else."""
    for seed in range(HANDS):
        hold_same(game(ruleset), hidden(_simulated(ruleset, seed), Random(seed)))


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", IDS)
def test_what_is_deduced_changes_nothing_when_it_is_written(ruleset: str) -> None:
    """Deductions of unknown cards and missing lines change nothing when written."""
    for seed in range(HANDS):
        whole = _simulated(ruleset, seed + 500)
        for hand in (hidden(whole, Random(seed), most=12).hand, damaged(whole, Random(seed))):
            (written,) = parse_records(write([hand]))
            hold_fed_back(game(ruleset), written)
