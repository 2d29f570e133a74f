"""A bonus on cards in hands without cards: payments show it like other bonuses."""

from __future__ import annotations

import pytest

from tests.referees.agreeing import rules
from tests.unknown_cards.evenings import played

HEAD = 'cal 1\nrules threes-held\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n\n'
HAND = """hand 1
dealer C
bid A: chiamo
bid B: passo
bid C: passo
call A: 3b
result A: {points}
{score}end
"""


@pytest.mark.parametrize(
    ("points", "paid", "bonus"),
    [("8p", 1, ""), ("8p", 2, "threes"), ("8p", 5, "courts"), ("3p", -2, "threes"), ("11p", 3, "stramazzo")],
)
def test_the_score_shows_it(points: str, paid: int, bonus: str) -> None:
    """Three threes double, the court cards of coins make it five times as much."""
    score = f"score A: {2 * paid:+} B: {-paid:+} C: {-paid:+}\n"
    (hand,) = played(HAND.format(points=points, score=score), rules("threes-held").ruleset, head=HEAD)
    assert [each.code for each in hand.findings] == []
    assert hand.account is not None
    assert (hand.account.bonus, hand.account.payments) == (bonus, (2 * paid, -paid, -paid))


def test_without_a_score_nobody_can_tell() -> None:
    """It is settled without a bonus, and a note names those that cannot be ruled out."""
    (hand,) = played(HAND.format(points="8p", score=""), rules("threes-held").ruleset, head=HEAD)
    assert hand.account is not None
    assert hand.account.payments == (2, -1, -1)
    (note,) = hand.findings
    assert note.code == "CAL323"
    assert "three threes" in note.message()
    assert "tre tre" in note.message("it")


def test_what_no_bonus_pays_is_wrong() -> None:
    text = HAND.format(points="8p", score="score A: +14 B: -7 C: -7\n")
    (hand,) = played(text, rules("threes-held").ruleset, head=HEAD)
    assert [each.code for each in hand.findings] != []
