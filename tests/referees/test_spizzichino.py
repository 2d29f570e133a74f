"""The Spizzichino: the engine and an independent referee settle alike, with packets whose top cards are open.

With CALAREC_THOROUGH set, 2,000 hands are compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from calarec.core.judge.json import as_json
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.referees.agreeing import agreed, hands
from tests.referees.comparison import for_the_referee
from tests.referees.spizzichino import match, referee
from tests.rulebooks import game

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement

HANDS = hands(60)
RULESET = "spizzichino"


def test_agrees_with_the_referee() -> None:
    """Turned-up cards, winners of tricks, points, totals and ends of matches agree."""
    claimed, irregular, course = 0, 0, list[dict[str, Any]]()
    for judged, hand in agreed(game(RULESET), lambda told: referee(told, RULESET), HANDS):
        told = for_the_referee(hand)
        course = [told] if judged.hand.new_match or judged.hand.name == "1" else [*course, told]
        standing = match(course, RULESET)
        assert judged.totals == standing["totals"]
        assert judged.standing is not None
        assert judged.standing.over == standing["over"]
        claimed += hand["ruling"]["outcome"] == "claimed"
        irregular += hand["ruling"]["verdict"] == "irregular"
    assert claimed
    assert irregular


def judge_simulated_hand(seed: int) -> tuple[Judgement, dict[str, Any]]:
    """A simulated hand, judged, and as the referee reads it."""
    (made,) = simulate(game(RULESET), hands=1, seed=seed)
    judged = begin_totals(game(RULESET)).replay(made.hand)
    return judged, for_the_referee(as_json(judged))


@pytest.mark.parametrize("seed", range(4))
def test_what_the_referee_refuses_is_found(seed: int) -> None:
    """A card from nowhere, by a seat without an open packet, face down, or missing."""
    _, hand = judge_simulated_hand(seed)
    turns = [move for move in hand["moves"] if move["do"] == "take"]
    later = next(move for move in turns if move["after_trick"])
    others = [move for move in hand["moves"] if move is not later]
    at = hand["moves"].index(later)

    def answer(*moves: dict[str, Any]) -> bool:
        return bool(referee({**hand, "moves": [*others[:at], *moves, *others[at:]]}, RULESET)["legal"])

    other = next(seat for seat in hand["seats"] if seat != later["seat"])
    assert answer(later)
    assert not answer()
    assert not answer(later, later)
    assert not answer({**later, "open": False})
    assert not answer({**later, "cards": hand["deal"][later["seat"]][:1]})
    if not [move for move in turns if move["after_trick"] == later["after_trick"] and move["seat"] == other]:
        assert not answer({**later, "seat": other})
