"""A hand played by slots and written as a record is settled alike by `replay`.

With CALAREC_THOROUGH set, 10,000 hands over all shipped rulesets are played and replayed.
"""

from __future__ import annotations

from random import Random

import pytest

import calarec
from tests.learning.tables import IS_THOROUGH, RULES, name_of_rules, play_by_chance, tables
from tests.rulebooks import SHIPPED

pytestmark = pytest.mark.slow

HANDS = 10_000 // len(SHIPPED) + 1 if IS_THOROUGH else 3
HANDS_OF_HOUSES = 3


@pytest.mark.mass
@pytest.mark.parametrize("rules", RULES, ids=name_of_rules)
def test_a_hand_is_settled_as_its_record_is(rules: str) -> None:
    """Legal throughout, with the same payments and points; the rewards are these."""
    rng = Random(name_of_rules(rules))
    every = list(tables(rules, 3))
    for number in range(HANDS if rules in SHIPPED else HANDS_OF_HOUSES):
        table = every[number % len(every)]
        *_, hand = play_by_chance(table.deal_hand(), rng)
        (read,) = calarec.read(calarec.Text(calarec.write([hand.to_hand().record()])))
        judged = calarec.replay(read, table.game.ruleset)
        assert judged.verdict == "legal"
        assert [finding for finding in judged.findings if finding.severity != calarec.Severity.NOTE] == []
        assert (judged.payments, judged.score) == (hand.to_hand().payments, hand.to_hand().score)
        match = table.game.rules.match
        gains = judged.score if match.counts == "card_points" else judged.payments
        sign = -1 if match.counts == "card_points" and match.wins == "lowest" else 1
        assert hand.find_rewards() == tuple(sign * gain for gain in (gains or {}).values())


@pytest.mark.parametrize("rules", ["pagat", "quintiglio", "settiglio"])
def test_rewards_sum_as_payments_do(rules: str) -> None:
    """To nothing, where the declarer pays the others or is paid by them."""
    rng = Random(4)
    for table in tables(rules, 4):
        for _ in range(5):
            *_, hand = play_by_chance(table.deal_hand(), rng)
            assert sum(hand.find_rewards()) == 0
