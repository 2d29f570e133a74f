"""Odds over all deals that fit the record, each once, by trying them all."""

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
from tests.unknown_cards.small import again, bound, claiming, drawn, holder, never, partners, tiny, trumped

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


@pytest.mark.parametrize("seed", [94, 133, 141, 211, 317, 349])
def test_ways_keep_to_rules_on_own_cards(seed: int) -> None:
    """Forced bids, limits of discards and leads: of these hands some ways break them, and do not count."""
    assert hold_count(seed, bound()) == "equal"


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


@given(seed=st.integers(0, 10**9), of=OF)
@settings(max_examples=examples(25), deadline=None)
def test_each_way_of_a_deal_is_drawn_as_often(seed: int, of: Callable[[], Game]) -> None:
    """The chances of all choices along a draw multiply to the same for each way; no open deal comes twice."""
    hand = damaged_hand(seed, of())
    if hand is None:
        return
    looked: list[sampling.Sampling] = []

    class Kept(sampling.Sampling):
        def find_odds(self, bonuses: object, seed: int) -> Odds:
            looked.append(self)
            return super().find_odds((), seed)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sampling, "Sampling", Kept)
        begin_totals(of(), finds_ends=True, odds_seed=1).replay(hand)
    for one in looked:
        every = [deal for deals_of_world in one.open_deals for deal in deals_of_world.list_deals()]
        assert len(set(every)) >= max(deals_of_world.count for deals_of_world in one.open_deals)
        for ways in [ways for known in one.known.values() for ways in known][:4]:
            if ways.count <= 500:
                chances = _chances_of_ways(ways)
                assert len(chances) == ways.count
                assert set(chances.values()) == {Fraction(1, ways.count)}


def _chances_of_ways(ways: sampling.WaysOfDeal) -> dict[tuple[object, ...], Fraction]:
    """Return the probability of each draw, by following every branch."""
    found: dict[tuple[object, ...], Fraction] = {}
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        script = waiting.pop()
        taken: list[int] = []
        chance = Fraction(1)

        def choose(counts: list[int], _: Random, script: tuple[int, ...] = script, taken: list[int] = taken) -> int:
            nonlocal chance
            places = [place for place, count in enumerate(counts) if count]
            if len(taken) >= len(script):
                waiting.extend((*taken, place) for place in places[1:])
            place = script[len(taken)] if len(taken) < len(script) else places[0]
            taken.append(place)
            chance *= Fraction(counts[place], sum(counts))
            return place

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(sampling, "draw_number", choose)
            way = ways.draw_way(Random(0))
        key = (*way.routes, *way.bins)
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def test_a_number_is_drawn_as_often_as_its_count_says() -> None:
    """Each of the numbers that can be drawn leads to its own place."""

    class Scripted(Random):
        def randrange(self, *_: object) -> int:
            return self.value

        value = 0

    drawn_places = []
    for value in range(6):
        rng = Scripted()
        rng.value = value
        drawn_places.append(sampling.draw_number([2, 0, 3, 1], rng))
    assert drawn_places == [0, 0, 2, 2, 2, 3]


@pytest.mark.parametrize(("of", "seed"), [(tiny, 21), (partners, 5), (claiming, 3), (drawn, 6), (trumped, 7)])
def test_a_sample_is_near_the_count(of: Callable[[], Game], seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sample of deals agrees with the count within five standard deviations."""
    while True:
        hand = damaged_hand(seed, of())
        counted = hand and begin_totals(of(), finds_ends=True, odds_seed=1).replay(hand).odds
        if counted and counted.is_count and counted.deals > 1 and len(counted.sides[0].points) > 1:
            break
        seed += 8
    assert hand is not None
    for limit in ("MAX_COUNTED_DEALS", "MAX_COUNTED_WAYS"):
        with monkeypatch.context() as patched:
            patched.setattr(sampling, limit, 0)
            sampled = begin_totals(of(), finds_ends=True, odds_seed=3).replay(hand).odds
        assert sampled is not None
        assert not sampled.is_count
        assert sampled.deals == sampling.SAMPLED_DEALS
        for side, sampled_side in zip(counted.sides, sampled.sides, strict=True):
            shares = dict(sampled_side.points)
            for points, share in side.points:
                spread = 5 * (share.share * (1 - share.share) / sampled.deals) ** 0.5
                assert abs((shares[points].share if points in shares else 0) - share.share) <= spread


def test_wilson_interval() -> None:
    """E. B. Wilson (1927): of 10 in 10, of 0 in 10, and of 50 in 100, as the textbooks have them."""
    assert [round(limit, 4) for limit in wilson_interval(10, 10)] == [0.7225, 1.0]
    assert [round(limit, 4) for limit in wilson_interval(0, 10)] == [0.0, 0.2775]
    assert [round(limit, 4) for limit in wilson_interval(50, 100)] == [0.4038, 0.5962]
