"""Possible outcomes are exact: those of all courses of a hand of a small pack."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.rulebooks import IDS, game
from tests.shards import examples
from tests.unknown_cards.ends_agree import hold_deciding, hold_ends, hold_simulated
from tests.unknown_cards.hidden import hidden
from tests.unknown_cards.relabelled import legal_relabellings, without_suits
from tests.unknown_cards.small import again, claiming, drawn, holder, never, partners, tiny, trumped

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game
    from calarec.core.judge.possible_ends import PossibleEnds


@given(
    seed=st.integers(0, 10**9),
    of=st.sampled_from([tiny, again, partners, never, holder, claiming, drawn, trumped]),
    calls=st.booleans(),
)
@settings(max_examples=examples(120), deadline=None)
def test_what_is_possible_is_what_all_ways_come_to(seed: int, of: Callable[[], Game], *, calls: bool) -> None:
    """Winner, points, payments, bonuses and partners: certain, possible and impossible, and each bound is reached."""
    hold_simulated(seed, of(), calls=calls)


@pytest.mark.parametrize(("seed", "values"), [(24, [(2, 4), (11, 13)]), (53, [(0, 6), (9, 15)])])
def test_points_that_no_way_comes_to_are_left_out(seed: int, values: list[tuple[int, int]]) -> None:
    """The possible points of a narrow range are listed, and only these occur."""
    simulated = next(iter(simulate(tiny(), hands=1, seed=seed, bot="random")))
    hand = hidden(simulated.hand, Random(seed), most=4).hand
    ends = begin_totals(tiny(), finds_ends=True).replay(hand).possible
    assert ends is not None
    assert [side.values for side in ends.sides] == values
    assert hold_ends(hand, tiny(), simulated.setting) == "unsettled"


@pytest.mark.mass
@pytest.mark.slow
@pytest.mark.parametrize("ruleset", IDS)
def test_nothing_of_a_full_pack_is_beyond_what_is_possible(ruleset: str) -> None:
    """Eight cards hidden: however they change places legally, the end is among those that are possible."""
    for seed in range(2):
        hold_full_pack(ruleset, seed)


def hold_full_pack(ruleset: str, seed: int, *, count: int = 8, tries: int = 40) -> int:
    """Hold the ends of one hand against hands with hidden cards exchanged; answers against how many ends."""
    rules = game(ruleset)
    simulated = next(iter(simulate(rules, hands=1, seed=seed, bot="random")))
    rng = Random(seed)
    lines = [line for line in simulated.hand.statements if isinstance(line, rec.Deal | rec.Monte)]
    gone = rng.sample([name for line in lines for name in line.cards], count)
    blanked = without_suits(hidden(simulated.hand, rng, gone=tuple(gone)))
    replayed = begin_totals(rules, finds_ends=True).replay(blanked.hand)
    held: set[tuple[int, ...]] = set()
    for judged in legal_relabellings(rules, simulated.hand, blanked, rng, tries):
        if judged.account is None:
            continue
        if replayed.possible is None:
            assert replayed.account is not None
            assert replayed.account.payments in ((), judged.account.payments)
        else:
            _hold_within(replayed.possible, judged.account)
            held.add((*judged.account.payments, *(side.points or 0 for side in judged.account.sides)))
    for deciding in replayed.possible.deciding if replayed.possible is not None else ():
        hold_deciding(deciding, replayed)
    return len(held)


def _hold_within(ends: PossibleEnds, account: Account) -> None:
    """One end is among the possible ones; what is open excludes nothing."""
    assert ends.payments is None or account.payments in ends.payments
    assert ends.partners is None or account.partners in ends.partners
    assert all(applies is None or applies == (name in account.bonuses) for name, applies in ends.bonuses)
    known = {side.seats: side for side in ends.sides}
    for side in account.sides:
        if not ends.whole:
            continue
        assert known[side.seats].wins in (None, side.wins)
        points, counted = known[side.seats].points, known[side.seats].counted
        assert points is not None
        assert counted is not None
        assert points.has_points(side.points or 0)
        assert counted.has_points(side.counted or 0)
