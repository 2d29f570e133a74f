"""Contracts won and lost in a row: only hands that were played count, and only known ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine.game import Game
from calarec.core.notation import parse_records
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.judge.judgement import Judgement

STREAK = """ruleset: streak
version: 1.0.0
extends: pagat
set: {more}
add:
  match.next.streak: {{when: {{lost_in_a_row: 2}}, times: 3}}
"""
HAND = "hand\ndealer A\nbid B: solo C: passo A: passo\n{lines}\n"


def judge_solos_of_b(
    tmp_path: Path, *hands: str, more: str = "{settle.bonus.cappotto: off, settle.bonus.stramazzo: off}"
) -> list[Judgement]:
    """The rulings on hands of an evening, each a solo of B."""
    file = tmp_path / "streak.yaml"
    file.write_text(STREAK.format(more=more), "utf-8")
    totals = begin_totals(Game.from_ruleset(load_ruleset(str(file))))
    text = "cal 1\nseat A\nseat B\nseat C\n\n" + "".join(HAND.format(lines=lines) for lines in hands)
    return [totals.replay(hand) for hand in parse_records(text)]


def payments_of(ruling: Judgement) -> tuple[int, ...]:
    """The payments of a settled hand."""
    assert ruling.account is not None
    return ruling.account.payments


def test_a_void_contract_is_not_lost(tmp_path: Path) -> None:
    """B has lost one contract, another was void: only the third one lost makes two in a row."""
    lost = "result B: lost\nend"
    rulings = judge_solos_of_b(tmp_path, lost, "end void", lost, lost)
    assert [payments_of(ruling)[1] for ruling in rulings] == [-4, 0, -4, -12]


def test_a_hand_that_breaks_off_is_in_no_streak(tmp_path: Path) -> None:
    """It is dealt again: the contracts lost before and after it are two in a row."""
    lost = "result B: lost\nend"
    rulings = judge_solos_of_b(tmp_path, lost, "end abandoned", lost, lost)
    assert [payments_of(rulings[number])[1] for number in (0, 2, 3)] == [-4, -4, -12]


def test_a_hand_without_a_known_winner_leaves_a_streak_open(tmp_path: Path) -> None:
    """Fractions go to the last trick, so that two hands are paid as stated; what they begin is not ruled out."""
    more = "{settle.bonus.cappotto: off, settle.bonus.stramazzo: off, settle.leftover: last_trick}"
    stated = "result B: lost\nscore A: +2 B: -4 C: +2\nend"
    rulings = judge_solos_of_b(tmp_path, stated, stated, "result B: lost\nscore A: +6 B: -12 C: +6\nend", more=more)
    assert [payments_of(ruling)[1] for ruling in rulings] == [-4, -4, -12]
    assert not [finding for ruling in rulings for finding in ruling.findings if finding.severity == "error"]
