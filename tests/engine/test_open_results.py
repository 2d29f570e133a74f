"""A claim of points under rules that need more: won, lost, or not settled.

The house rule is composed: the declarer needs six points and eight tricks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import calarec

if TYPE_CHECKING:
    from pathlib import Path

RULES = """\
ruleset: eight
version: 1.0.0
extends: pagat
title: {en: Eight tricks, it: Otto prese}
because:
  settle.won_if: {source: house rule, why: {en: Composed for a test., it: Composto per una prova.}}
set:
  settle.won_if: {of: declarer, points_at_least: 6p, tricks: {at_least: 8}}
"""


@pytest.fixture
def eight(tmp_path: Path) -> calarec.Ruleset:
    """The house rule."""
    file = tmp_path / "eight.yaml"
    file.write_text(RULES, "utf-8")
    return calarec.load_rules(file)


def _claimed_after(rules: calarec.Ruleset, tricks: int, points: int) -> calarec.Judgement:
    """A claimed solissimo of Anna's, who has won each trick but the second."""
    hand = calarec.play(rules, ["Anna", "Bruno", "Carla"], dealer="Carla", seed=4)
    hand = hand.apply({"do": "bid", "seat": "A", "word": "solissimo"})
    while len(hand.view().tricks) < tricks:
        hand = hand.apply(next(hand.legal()[0].moves()))
    text = calarec.write([hand.record()]) + f"claim A: points {points} accepted by B\nend claimed\n"
    (record,) = calarec.read(calarec.Text(text))
    return calarec.replay(record, rules)


def test_tricks_that_are_still_to_come_leave_the_result_open(eight: calarec.Ruleset) -> None:
    """Five of six tricks are hers; six more are to come."""
    judged = _claimed_after(eight, 6, 18)
    assert judged.verdict == "legal"
    assert judged.account is None
    assert judged.won is None


def test_too_few_points_lose_whatever_the_tricks_are(eight: calarec.Ruleset) -> None:
    judged = _claimed_after(eight, 6, 16)
    assert judged.won == ("B", "C")


def test_enough_tricks_before_the_claim_win(eight: calarec.Ruleset) -> None:
    """Eight of nine tricks are hers already."""
    judged = _claimed_after(eight, 9, 18)
    assert judged.won == ("A",)
    assert judged.payments == {"A": 8, "B": -4, "C": -4}


def test_points_alone_decide_under_the_rules_without_it() -> None:
    judged = _claimed_after(calarec.load_rules("pagat"), 6, 18)
    assert judged.won == ("A",)
