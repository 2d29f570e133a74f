"""How often a hand ends how: over all deals that fit the record, each of them once, by trying them all."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.core.judge.odds import GatheredOdds, wilson_interval
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from calarec.unknown_cards import sampling
from tests.shards import examples
from tests.unknown_cards.brute import deals, ended_ways
from tests.unknown_cards.damage import damaged
from tests.unknown_cards.hidden import hidden
from tests.unknown_cards.small import again, claiming, drawn, holder, never, partners, tiny, trumped

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game
    from calarec.core.judge.odds import Odds
    from calarec.core.records.model import Hand
    from tests.unknown_cards.brute import Way

MOST_DEALS = 60
OF = st.sampled_from([tiny, again, partners, never, holder, claiming, drawn, trumped])


def damaged_hand(seed: int, rules: Game) -> Hand | None:
    """A simulated hand with cards left out; None if it has too many deals to try them all."""
    simulated = next(iter(simulate(rules, hands=1, seed=seed, bot="random")))
    rng = Random(seed)
    hand = damaged(simulated.hand, rng) if seed % 4 == 0 else hidden(simulated.hand, rng, most=7).hand
    few = len(list(islice(deals(rules, simulated.setting, hand.statements), MOST_DEALS + 1))) <= MOST_DEALS
    return hand if few else None


def brute_odds(hand: Hand, rules: Game, odds: Odds) -> Odds:
    """The same by trying: every deal counts one, and its ways have equal parts of it."""
    setting = begin_totals(rules).replay(hand).setting
    assert setting is not None
    by_deal: dict[tuple[tuple[int, ...], tuple[int, ...]], dict[Way, Account]] = {}
    for way, account in ended_ways(rules, setting, hand.statements):
        assert account is not None
        by_deal.setdefault((way.hands, way.piles), {})[way] = account
    gathered = GatheredOdds(is_count=True)
    for ways in by_deal.values():
        for account in ways.values():
            gathered.add_end(account, Fraction(1, len(ways)))
    names = [name for name, _ in odds.bonuses]
    return gathered.find_odds(names, deals=len(by_deal), ways=sum(map(len, by_deal.values())), seed=0)


@given(seed=st.integers(0, 10**9), of=OF)
@settings(max_examples=examples(60), deadline=None)
def test_each_deal_counts_once_and_its_ways_share_it(seed: int, of: Callable[[], Game]) -> None:
    """Deals, ways, winners, points, payments, partners and bonuses: exactly as if every deal were tried."""
    hold_count(seed, of())


def hold_count(seed: int, rules: Game) -> str:
    """Hold the count of one hand against all of its ways."""
    hand = damaged_hand(seed, rules)
    if hand is None:
        return "too many deals"
    odds = begin_totals(rules, finds_ends=True, odds_seed=1).replay(hand).odds
    if odds is None or odds.refusal is not None:
        return "none" if odds is None else str(odds.refusal)
    assert odds.is_count
    assert odds == brute_odds(hand, rules, odds)
    return "equal"
