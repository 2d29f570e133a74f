"""A match to a number of points of which the round is finished: simulation, replay and a referee agree.

With CALAREC_THOROUGH set, 2,000 hands are compared.
"""

from __future__ import annotations

import pytest

from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.referees.agreeing import hands, rules
from tests.referees.on_rounds import GOAL, referee


@pytest.mark.parametrize("seats", [3, 4])
def test_agrees_with_the_referee(seats: int) -> None:
    """After every hand: the end of the match and its winner; some go on past the goal."""
    evening = begin_totals(rules("round-finished"))
    paid, declared, beyond = list[dict[str, int]](), list[bool](), 0
    for played in simulate(rules("round-finished"), hands=hands(160) // 2, seed=2, seats=seats):
        labels, account = played.setting.labels, played.account
        paid.append(dict(zip(labels, account.payments, strict=True)))
        declared.append(account.declarer >= 0)
        winners = referee(paid, declared)
        judged = evening.replay(played.hand).standing
        assert judged is not None
        for standing in (played.standing, judged):
            found = {labels[seat] for seat in standing.winners}
            assert (standing.over, found) == (winners is not None, winners or set()), played.hand.name
        beyond += winners is None and max(played.standing.totals) >= GOAL
        paid, declared = ([], []) if winners is not None else (paid, declared)
    assert beyond
