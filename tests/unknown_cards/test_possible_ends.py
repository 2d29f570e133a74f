"""What an unsettled hand can have come to is exact: it is what all ways of a hand of a small pack come to."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.core.judge.possible_ends import MAX_PAYMENTS, PointRange
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from calarec.unknown_cards.remembering import with_facts
from tests.rulebooks import IDS, game
from tests.shards import examples
from tests.unknown_cards.brute import deals, ended_ways
from tests.unknown_cards.damage import damaged
from tests.unknown_cards.hidden import hidden
from tests.unknown_cards.relabelled import legal_relabellings, without_suits
from tests.unknown_cards.small import again, claiming, drawn, holder, never, partners, tiny, trumped

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.possible_ends import DecidingFacts, PossibleEnds

MOST_DEALS = 60


@given(
    seed=st.integers(0, 10**9),
    of=st.sampled_from([tiny, again, partners, never, holder, claiming, drawn, trumped]),
    calls=st.booleans(),
)
@settings(max_examples=examples(120), deadline=None)
def test_what_is_possible_is_what_all_ways_come_to(seed: int, of: Callable[[], Game], *, calls: bool) -> None:
    """Winner, points, payments, bonuses and partners: certain, possible and impossible, and each bound is reached."""
    hold_ends(seed, of(), calls=calls)


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
        _hold_deciding(deciding, blanked.hand, replayed)
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


def hold_ends(seed: int, rules: Game, *, calls: bool = True) -> bool:
    """Hold the ends of one hand against all of its ways; False if it has too many, or is settled or given up."""
    simulated = next(iter(simulate(rules, hands=1, seed=seed, bot="random")))
    rng = Random(seed)
    hand = damaged(simulated.hand, rng, calls=calls) if seed % 4 == 0 else hidden(simulated.hand, rng, most=7).hand
    if len(list(islice(deals(rules, simulated.setting, hand.statements), MOST_DEALS + 1))) > MOST_DEALS:
        return False
    replayed = begin_totals(rules, finds_ends=True).replay(hand)
    assert replayed.setting is not None
    every = [account for _, account in ended_ways(rules, replayed.setting, hand.statements)]
    accounts = [account for account in every if account is not None]
    if len(accounts) < len(every) or not accounts:
        assert replayed.possible is None or not replayed.possible.whole
        return False
    if replayed.knowledge == "unsettled":
        return False
    if replayed.possible is None:
        assert len({(account.payments, account.bonuses, account.partners) for account in accounts}) == 1
        assert len({tuple((side.points, side.wins) for side in account.sides) for account in accounts}) == 1
        return False
    if not replayed.possible.whole:
        assert replayed.possible.payments is None
        assert all(side.points is None for side in replayed.possible.sides)
        return False
    _hold_against(replayed.possible, accounts)
    for deciding in replayed.possible.deciding:
        _hold_deciding(deciding, hand, replayed)
    return True


def _hold_deciding(deciding: DecidingFacts, hand: rec.Hand, replayed: Judgement) -> None:
    """Written into the record facts settle the hand, as they say."""
    assert replayed.setting is not None
    told = with_facts(hand, replayed.game, replayed.setting, deciding.facts)
    assert told != hand
    again_judged = begin_totals(replayed.game, finds_ends=True).replay(told)
    assert again_judged.verdict == replayed.verdict
    assert again_judged.account is not None
    assert again_judged.account.payments == deciding.payments


def _hold_against(ends: PossibleEnds, accounts: list[Account]) -> None:
    payments = tuple(sorted({account.payments for account in accounts}))
    assert ends.payments == (payments if len(payments) <= MAX_PAYMENTS else None)
    assert ends.partners is not None
    assert set(ends.partners) == {account.partners for account in accounts}
    for name, applies in ends.bonuses:
        applied = {name in account.bonuses for account in accounts}
        assert applies == (applied.pop() if len(applied) == 1 else None)
    sides = {side.seats for account in accounts for side in account.sides}
    assert {side.seats for side in ends.sides} == sides
    for side in ends.sides:
        every = [other for account in accounts for other in account.sides if other.seats == side.seats]
        points = [other.points for other in every if other.points is not None]
        counted = [other.counted for other in every if other.counted is not None]
        assert side.points == PointRange(min(points), max(points))
        assert side.counted == PointRange(min(counted), max(counted))
        won = {other.wins for other in every}
        assert side.wins == (won.pop() if len(won) == 1 else None)
        assert side.can_win == any(other.wins for other in every)
