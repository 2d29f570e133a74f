"""Rulings of half-remembered hands: facts of all courses, and exact bounds.

A witness reaches each bound. With CALAREC_THOROUGH set, more than 5,000 hands of small packs are checked, of two to
four seats, and 500 of full packs.
"""

from __future__ import annotations

import os
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.rulebooks import IDS, game
from tests.shards import of_shard
from tests.unknown_cards.certainties import is_given_up
from tests.unknown_cards.ends_agree import hold_ends, hold_simulated
from tests.unknown_cards.hidden import hidden
from tests.unknown_cards.relabelled import without_suits
from tests.unknown_cards.small import again, bound, claiming, drawn, holder, never, partners, tiny, trumped

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.core.engine.game import Game

SMALL: Final = (tiny, again, partners, never, holder, claiming, drawn, trumped, bound)
IS_THOROUGH: Final = bool(os.environ.get("CALAREC_THOROUGH"))
SMALL_HANDS: Final = 5_000 // len(SMALL) + 1 if IS_THOROUGH else 8
FULL_HANDS: Final = 500 // len(IDS) + 1 if IS_THOROUGH else 2
MOST_DEALS_OF_FULL_PACK: Final = 600


@pytest.mark.parametrize("of", SMALL)
def test_all_ways_of_a_small_pack_are_known(of: Callable[[], Game]) -> None:
    """Winner, points, payments, bonuses, partners, the holder of each card; each bound has a legal, complete hand."""
    first = int(of_shard(range(8), of.__name__)[0]) * 1_000_000
    held = 0
    for seed in count(first):
        held += hold_simulated(seed, of()) in ("settled", "unsettled")
        if held == SMALL_HANDS:
            break


def test_a_hand_with_few_ways_narrowed_away_is_known() -> None:
    """Its bounds take more steps than others."""
    assert hold_simulated(101_935, trumped())


@pytest.mark.parametrize("seed", [500_011, 500_049, 500_149, 500_226])
def test_trumps_and_duties_narrow_a_hand(seed: int) -> None:
    """Without them the steps do not reach: the hand is given up."""
    rules = trumped()
    simulated = next(iter(simulate(rules, hands=1, seed=seed, bot="random")))
    hand = hidden(simulated.hand, Random(seed), most=7).hand
    assert not is_given_up(begin_totals(rules, finds_ends=True).replay(hand))


@pytest.mark.mass
@pytest.mark.slow
@pytest.mark.parametrize("ruleset", IDS)
def test_all_ways_of_a_full_pack_are_known(ruleset: str) -> None:
    """The same of full packs of which up to eight cards are hidden."""
    held = 0
    for number in count():
        simulated = next(iter(simulate(game(ruleset), hands=1, seed=12 + number, bot="random")))
        blanked = hidden(simulated.hand, Random(f"{ruleset}/{number}"), most=8)
        blanked = without_suits(blanked) if number % 2 else blanked
        found = hold_ends(blanked.hand, game(ruleset), simulated.setting, most_deals=MOST_DEALS_OF_FULL_PACK)
        held += found in ("settled", "unsettled")
        if held == FULL_HANDS:
            break
