"""Fixed sides and games without an auction: the engine and an independent referee settle alike."""

from __future__ import annotations

import pytest

from tests.referees.agreeing import agreed, hands, rules
from tests.referees.on_sides import RULES, referee

HANDS = hands(60)


@pytest.mark.mass
@pytest.mark.parametrize("name", RULES)
def test_agrees_with_the_referee(name: str) -> None:
    """Winners, points, bonus and payments, some hands irregular; totals are sums."""
    for judged, _ in agreed(rules(name), lambda hand: referee(hand, name), HANDS):
        assert judged.account is not None
        assert sum(judged.account.payments) == 0
