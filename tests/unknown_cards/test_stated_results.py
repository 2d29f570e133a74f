"""A written result settles a hand with unknown cards as far as the ways that lead to it agree; no other way counts."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.core.engine.state import NOBODY
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from calarec.witnesses.search import find_witness
from tests.rulebooks import game
from tests.shards import examples
from tests.unknown_cards.brute import deals, ended_ways
from tests.unknown_cards.certainties import is_given_up
from tests.unknown_cards.ends_agree import MOST_DEALS
from tests.unknown_cards.hidden import hidden
from tests.unknown_cards.small import again, holder, never, partners, tiny, trumped

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.core.engine.account import Account, Side
    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement
    from calarec.core.records.model import Hand
    from calarec.simulation import Simulated


def _side_of_declarer(account: Account) -> Side | None:
    return next((side for side in account.sides if account.declarer in side.seats), None)


def _with_result_of(hand: Hand, judged: Judgement | Simulated) -> Hand | None:
    """The hand with the points of the declarer's side as its result; None without a declarer."""
    assert judged.setting is not None
    side = _side_of_declarer(judged.account) if judged.account is not None else None
    if side is None or side.points is None:
        return None
    seats = tuple(judged.setting.labels[seat] for seat in side.seats)
    result = rec.Result((rec.Stated(seats, amount=side.points),))
    return replace(hand, statements=(*hand.statements[:-1], result, *hand.statements[-1:]))


@given(
    seed=st.integers(0, 10**9),
    of=st.sampled_from([tiny, again, partners, never, holder, trumped]),
    kind=st.sampled_from(["random", "sensible"]),
)
@settings(max_examples=examples(80), deadline=None)
def test_a_result_settles_what_all_ways_to_it_come_to(seed: int, of: Callable[[], Game], kind: str) -> None:
    """Brute force: the payments are those of all ways that come to the result, or among them."""
    rules = of()
    simulated = next(iter(simulate(rules, hands=1, seed=seed, bot=kind)))
    blank = hidden(simulated.hand, Random(seed), most=6).hand
    hand = _with_result_of(blank, simulated)
    if (
        hand is None
        or len(list(islice(deals(rules, simulated.setting, blank.statements), MOST_DEALS + 1))) > MOST_DEALS
    ):
        return
    assert simulated.account is not None
    stated = _side_of_declarer(simulated.account)
    judged = begin_totals(rules, finds_ends=True).replay(hand)
    if is_given_up(judged):
        return
    assert judged.setting is not None
    possible = [
        account
        for _, account in ended_ways(rules, judged.setting, blank.statements)
        for side in [_side_of_declarer(account) if account is not None else None]
        if account is not None and stated is not None and side is not None
        if (side.seats, side.points) == (stated.seats, stated.points)
    ]
    payments = {account.payments for account in possible}
    assert simulated.account.payments in payments
    assert judged.verdict in ("legal", "irregular")
    assert not [finding.code for finding in judged.findings if finding.severity == "error"]
    ruled = judged.account.payments if judged.account is not None else ()
    assert ruled in {*payments, ()}
    if len(payments) == 1:
        assert ruled == simulated.account.payments
    quiet = begin_totals(rules).replay(hand)
    assert (quiet.account, quiet.possible) == (judged.account, None)


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", ["quintiglio", "sestiglio", "settiglio", "settiglio-monte-5"])
def test_no_payment_that_the_cards_exclude_is_settled(ruleset: str) -> None:
    """Hands that a bonus has ended, with hidden cards: the bonus is not forgotten."""
    rules, held = game(ruleset), 0
    for number, simulated in enumerate(simulate(rules, hands=40, seed=7)):
        account = simulated.account
        if account is None or not account.bonuses or account.declarer == NOBODY:
            continue
        dealt = [name for line in simulated.hand.every(rec.Deal) for name in line.cards]
        rng = Random(number)
        blank = hidden(simulated.hand, rng, gone=tuple(rng.sample(dealt, rng.choice((4, 8))))).hand
        hand = _with_result_of(blank, simulated)
        assert hand is not None
        judged = begin_totals(rules, finds_ends=True).replay(hand)
        ruled = judged.account.payments if judged.account is not None else ()
        ends = judged.possible
        if ends is not None and ends.payments is not None:
            assert account.payments in ends.payments
            assert ruled in {*ends.payments, ()}
        elif ends is None:
            assert ruled == account.payments
        assert find_witness(judged).hand is not None
        held += 1
    assert held >= 2
