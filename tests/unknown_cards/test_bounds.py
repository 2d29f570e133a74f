"""Each bound of an unsettled hand of a small pack is reached by a witness, and each card is where all ways have it.

With CALAREC_THOROUGH set, 5,000 hands of small packs are tried, of two to four seats.
"""

from __future__ import annotations

import os
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Final

from hypothesis import example, given, settings
from hypothesis import strategies as st

from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from calarec.unknown_cards.completing import complete_hand
from tests.shards import examples
from tests.unknown_cards.brute import deals, ended_ways
from tests.unknown_cards.certainties import hold_certainties, is_given_up
from tests.unknown_cards.hidden import hidden
from tests.unknown_cards.small import again, claiming, drawn, holder, never, partners, tiny, trumped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.possible_ends import PossibleEnds

HANDS: Final = 5_000 if os.environ.get("CALAREC_THOROUGH") else 16
MOST_DEALS: Final = 60


@given(
    seed=st.integers(0, 10**9),
    of=st.sampled_from([tiny, again, partners, never, holder, claiming, drawn, trumped]),
)
@example(seed=101_935, of=trumped)  # few of its ways are narrowed away
@settings(max_examples=examples(HANDS), deadline=None)
def test_each_bound_has_a_witness_and_each_card_its_holder(seed: int, of: Callable[[], Game]) -> None:
    """A complete hand that is legal and has just these points; who was dealt and who played each card."""
    rules = of()
    simulated = next(iter(simulate(rules, hands=1, seed=seed, bot="random")))
    hand = hidden(simulated.hand, Random(seed), most=7).hand
    if len(list(islice(deals(rules, simulated.setting, hand.statements), MOST_DEALS + 1))) > MOST_DEALS:
        return
    judged = begin_totals(rules, finds_ends=True).replay(hand)
    assert judged.setting is not None
    if is_given_up(judged):
        return
    hold_certainties(judged, {way for way, _ in ended_ways(rules, judged.setting, hand.statements)})
    for seats, points in _bounds(judged.possible) if judged.possible is not None else ():
        _hold_witness(judged, seats, points)


def _bounds(ends: PossibleEnds) -> Iterator[tuple[tuple[int, ...], int]]:
    """The least and the most points of each side, as far as they are not open."""
    for side in ends.sides:
        if side.points is not None:
            yield from ((side.seats, points) for points in {side.points.least, side.points.most})


def _hold_witness(judged: Judgement, seats: tuple[int, ...], points: int) -> None:
    assert judged.setting is not None

    def is_wanted(account: Account) -> bool:
        return any(side.seats == seats and side.points == points for side in account.sides)

    walk = complete_hand(judged, judged.setting, begin_totals(judged.game), is_wanted).walk
    assert walk is not None
    whole = begin_totals(judged.game).replay(walk.hand)
    assert whole.verdict == "legal"
    assert whole.account is not None
    assert is_wanted(whole.account)
