"""A witness is a complete legal hand that agrees with everything recorded, and `replay` settles it alike."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.core.judge.possible_ends import PointRange
from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from calarec.unknown_cards.completing import complete_hand
from calarec.witnesses.search import find_witness
from tests.rulebooks import game
from tests.shards import examples
from tests.unknown_cards.hidden import hidden
from tests.unknown_cards.small import again, claiming, drawn, partners, tiny, trumped
from tests.witnesses.half_remembered import HALF_REMEMBERED

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement
    from calarec.core.records.model import Hand

_TOLD = (rec.Dealer, rec.Out, rec.Carry, rec.Bid, rec.Raise, rec.Double, rec.Call, rec.Result, rec.Score, rec.End)


def _judge_hand(hand: Hand, rules: Game) -> Judgement:
    return begin_totals(rules, finds_ends=True).replay(hand)


def _read_again(hand: Hand, rules: Game) -> Judgement:
    """Judge a witness after writing and reading it."""
    (read,) = parse_records(write([hand]))
    return begin_totals(rules).replay(read)


def test_each_bound_of_a_half_remembered_hand_is_reached() -> None:
    """By a hand that is legal, complete, and has these points."""
    (hand,) = parse_records(HALF_REMEMBERED)
    judged = _judge_hand(hand, game("pagat"))
    assert judged.possible is not None
    assert judged.setting is not None
    assert judged.possible.whole
    sides = {side.seats: side.points for side in judged.possible.sides}
    assert sides == {(2,): PointRange(16, 24), (0, 1): PointRange(11, 19)}
    for points in (16, 24):

        def is_wanted(account: Account, points: int = points) -> bool:
            return account.sides[0].points == points

        walk = complete_hand(judged, judged.setting, begin_totals(judged.game), is_wanted).walk
        assert walk is not None
        assert not walk.problems
        whole = begin_totals(judged.game).replay(walk.hand)
        assert whole.verdict == "legal"
        assert whole.account is not None
        assert whole.account.sides[0].points == points


_TRUMPED = """cal 1
seat A
seat B

hand 1
dealer A
deal B: Rb As __
deal A: __ 6b 6_
monte 3b __ 7b __ 2s Rs
trump A: 7b
 1 B: Rb __
take A: open Rs
take B: open 2s
 2 A: 6b As
take A: open __
take B: open 3b
 3 A: Rs 2s
take B: open __
take A: open 7b
 4 B: 3b 7b
 5 B: __ __
 6 A: __ __
end
"""


def test_a_bound_that_a_ruling_has_found_has_a_witness() -> None:
    """With trumps few of the ways are narrowed away: the search for a witness has more steps than the ruling had."""
    (hand,) = parse_records(_TRUMPED)
    judged = _judge_hand(hand, trumped())
    assert judged.possible is not None
    assert judged.setting is not None
    assert judged.possible.sides[0].points == PointRange(6, 8)
    for points, exists in ((6, True), (7, False), (8, True)):

        def is_wanted(account: Account, points: int = points) -> bool:
            return account.sides[0].points == points

        found = complete_hand(judged, judged.setting, begin_totals(judged.game), is_wanted)
        assert (found.walk is not None) is exists
        assert found.whole


@pytest.mark.parametrize("points", [15, 25])
def test_no_way_goes_beyond_the_bounds(points: int) -> None:
    """And every way was looked at."""
    (hand,) = parse_records(HALF_REMEMBERED)
    judged = _judge_hand(hand, game("pagat"))
    assert judged.setting is not None
    found = complete_hand(judged, judged.setting, begin_totals(judged.game), lambda a: a.sides[0].points == points)
    assert found.walk is None
    assert found.whole


@pytest.mark.parametrize("won", [True, False])
def test_a_half_remembered_hand_can_have_ended_either_way(*, won: bool) -> None:
    """Both witnesses have every card that was written, in its place."""
    (hand,) = parse_records(HALF_REMEMBERED)
    found = find_witness(_judge_hand(hand, game("pagat")), won=won)
    assert found.hand is not None
    again = _read_again(found.hand, game("pagat"))
    assert (again.verdict, again.knowledge, again.stated) == ("legal", "complete", True)
    assert again.account is not None
    assert again.account.sides[0].wins is won
    _hold_lines(hand, found.hand)


def _hold_lines(hand: Hand, witness: Hand) -> None:
    """Each trick that was written is in the witness, with its cards."""
    tricks = {trick.number: trick for trick in witness.every(rec.Trick)}
    for trick in hand.every(rec.Trick):
        assert trick.leader == tricks[trick.number].leader
        for name, card in zip(trick.cards, tricks[trick.number].cards, strict=False):
            assert all(written in ("_", real) for written, real in zip(name, card, strict=True))


@given(st.integers(0, 10**9), st.sampled_from([tiny, again, partners, claiming, drawn]))
@settings(max_examples=examples(40), deadline=None)
def test_every_possible_end_has_a_witness(seed: int, of: Callable[[], Game]) -> None:
    """And an end that is excluded has none."""
    rules = of()
    simulated = next(iter(simulate(rules, hands=1, seed=seed, bot="random")))
    hand = hidden(simulated.hand, Random(seed), most=7).hand
    judged = _judge_hand(hand, rules)
    if judged.possible is None or not judged.possible.whole or judged.possible.declarer < 0:
        return
    own = [side for side in judged.possible.sides if judged.possible.declarer in side.seats]
    for won in (True, False):
        found = find_witness(judged, won=won)
        can_end_so = any(side.can_win if won else side.wins is not True for side in own)
        assert (found.hand is not None) == can_end_so
        if found.hand is not None:
            again = _read_again(found.hand, rules)
            assert (again.verdict, again.knowledge, again.stated) == ("legal", "complete", True)
            _hold_lines(hand, found.hand)


@pytest.mark.parametrize("ruleset", ["pagat", "treccani", "quartiglio", "tretre"])
def test_a_hand_of_scores_has_a_witness_that_is_settled_alike(ruleset: str) -> None:
    """Deal, auction, exchange and tricks are made; result and payments are those that were written."""
    rules = game(ruleset)
    for simulated in simulate(rules, hands=2, seed=5, bot="sensible"):
        kept = tuple(each for each in simulated.hand.statements if isinstance(each, _TOLD))
        judged = _judge_hand(replace(simulated.hand, statements=kept, carried=None), rules)
        assert judged.account is not None
        found = find_witness(judged)
        assert found.hand is not None
        again = _read_again(found.hand, rules)
        assert (again.verdict, again.knowledge) == ("legal", "complete")
        assert again.stated is not False
        assert again.account is not None
        assert again.account.payments == judged.account.payments == simulated.account.payments


def test_a_contradiction_is_the_reason_why_there_is_none() -> None:
    """A result that its payments contradict has no witness."""
    text = (
        "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\nbid B: solo C: passo A: passo\n"
        "result B: won\nscore B: -4 A: +2 C: +2\nend\n"
    )
    (hand,) = parse_records(text)
    found = find_witness(_judge_hand(hand, game("pagat")))
    assert found.hand is None
    assert found.contradiction is not None
    assert found.contradiction.code == "CAL616"
