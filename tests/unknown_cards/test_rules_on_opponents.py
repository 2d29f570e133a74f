"""Payments of single opponents with hidden cards, if certain in all courses."""

from __future__ import annotations

import os
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.referees.agreeing import rules
from tests.unknown_cards.hidden import alike, hidden, legal_ways

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement

HANDS = 200 if os.environ.get("CALAREC_THOROUGH") else 8


def _payments(replayed: Judgement) -> tuple[int, ...] | None:
    return (replayed.account.payments or None) if replayed.account is not None else None


@pytest.mark.parametrize("rule", ["trickless", "threes"])
def test_what_is_paid_in_all_ways_is_ruled(rule: str) -> None:
    """All ways are filled in and replayed, one by one."""
    game = rules("trickless")
    looked_at = told = 0
    for seed in range(HANDS):
        (made,) = simulate(game, hands=1, seed=seed, bot="random", aim=f"settle.each.{rule}")
        hand = hidden(made.hand, Random(seed), most=3)
        ways = legal_ways(game, hand)
        if not ways:
            continue  # it has more ways than are looked at
        looked_at += 1
        payments = alike([_payments(way) for way in ways])
        assert _payments(begin_totals(game).replay(hand.hand)) == payments, seed
        told += payments is not None
    assert looked_at >= told > 0
