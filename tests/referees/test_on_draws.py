"""Cards drawn from a stock: the engine and an independent referee settle alike."""

from __future__ import annotations

import pytest

from calarec.core.judge.json import as_json
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.referees.agreeing import agreed, hands, rules
from tests.referees.comparison import for_the_referee
from tests.referees.on_draws import RULES, referee

HANDS = hands(60)


@pytest.mark.parametrize("name", RULES)
def test_agrees_with_the_referee(name: str) -> None:
    """Draws, winners, points and payments agree, also of irregular and claimed hands."""
    claimed = 0
    for judged, hand in agreed(rules(name), lambda hand: referee(hand, name), HANDS):
        assert judged.account is not None
        assert sum(judged.account.payments) == 0
        claimed += hand["ruling"]["outcome"] == "claimed"
    assert claimed


@pytest.mark.parametrize("name", RULES)
def test_what_the_referee_refuses_is_found(name: str) -> None:
    """A card drawn by the wrong seat, from nowhere, or not at all: neither passes it."""
    for each in simulate(rules(name), hands=4, seed=8):
        hand = for_the_referee(as_json(begin_totals(rules(name)).replay(each.hand)))
        draws = [move for move in hand["moves"] if move["do"] == "take"]
        first, second = draws[0], draws[1]
        others = [move for move in hand["moves"] if move not in (first, second)]
        assert referee({**hand, "moves": [first, second, *others]}, name)["legal"]
        dealt = {**first, "cards": hand["deal"][first["seat"]][:1]}
        for wrong in ([second, first], [dealt, second], [second], [{**first, "open": not first["open"]}, second]):
            assert not referee({**hand, "moves": [*wrong, *others]}, name)["legal"]
