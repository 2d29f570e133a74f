"""A bonus on cards in hands without cards: payments show it like other bonuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.rule_files.load import check_rules
from tests.referees.agreeing import rules
from tests.unknown_cards.evenings import played

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement

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


PAID_BY_CARDS = """hand 1
carry pot +0
dealer C
bid A: solo B: passo C: passo
result A: 8p
{score}end{ended}
"""


def judged_by_cards(score: str = "", ended: str = "") -> Judgement:
    """A solo that A wins, where the winners of two cards pay."""
    text = PAID_BY_CARDS.format(score=score, ended=ended)
    (hand,) = played(text, rules("seven-pays").ruleset, head=HEAD.replace("threes-held", "seven-pays"))
    return hand


def test_a_card_that_someone_has_won_is_always_paid() -> None:
    """Somebody has won the seven and the three, and so the payments are open."""
    hand = judged_by_cards()
    assert hand.account is None
    assert [each.code for each in hand.findings] == ["CAL322"]
    assert "carry" not in hand.findings[0].message()


def test_the_score_shows_the_winners_of_the_cards() -> None:
    """B has won the seven, and A the three: it goes into the pot, which A takes."""
    hand = judged_by_cards("score A: +5 B: -4 C: -1\n")
    assert hand.account is not None
    assert hand.account.added == ("seven", "three")
    assert [each.code for each in hand.findings] == []


def test_a_score_without_the_cards_is_wrong() -> None:
    assert [each.severity for each in judged_by_cards("score A: +4 B: -2 C: -2\n").findings] == ["error"]


def test_after_a_claim_the_cards_may_be_won_by_nobody() -> None:
    hand = judged_by_cards(ended=" claimed")
    assert hand.account is not None
    assert hand.account.payments == (4, -2, -2)


BONUSES_OF_THE_POT = """ruleset: pot-pays
version: 1.0.0
extends: pagat
title: {en: The pot pays, it: Paga il piatto}
set:
  all_pass: {do: carry_on, pot: {each: 2x, to: declarer}}
  settle.bonus:
    comfort: {when: {of: losers, tricks: 0}, paid_by: pot, to: everyone, plus: 1x}
    doubled: {when: {of: losers, tricks: {at_most: 1}}, paid_by: losers, plus_pot: true}
    fine: {when: {of: losers, tricks: {at_most: 2}}, paid_by: losers, plus: 1x}
  settle.bonus_order: []
"""


@pytest.mark.parametrize(
    ("pot", "open_bonuses"),
    [(0, {"fine"}), (2, {"fine", "doubled"}), (3, {"fine", "doubled", "comfort"})],
)
def test_what_the_pot_cannot_pay_is_not_missing(pot: int, open_bonuses: set[str]) -> None:
    """Two units are less than one for each of three players, and nothing doubles an empty pot."""
    ruleset = check_rules("pot-pays.yaml", raw=BONUSES_OF_THE_POT.encode()).ruleset
    assert ruleset is not None
    text = f"hand 1\ncarry pot +{pot}\ndealer C\nbid A: solo B: passo C: passo\nresult A: won\nend\n"
    (hand,) = played(text, ruleset, head=HEAD.replace("threes-held", "pot-pays"))
    (note,) = hand.findings
    assert note.code == "CAL323"
    assert {name for name in ("fine", "doubled", "comfort") if name in note.message()} == open_bonuses
