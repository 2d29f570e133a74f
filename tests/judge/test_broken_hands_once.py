"""Readings of unreadable lines are found once for all rulesets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.notation.reader import parse_records
from calarec.core.notation.single_lines import verb_meant
from calarec.record_judge.gaps import begin_totals
from tests.rulebooks import IDS, game

if TYPE_CHECKING:
    import pytest


def test_unreadable_lines_are_looked_at_once_for_all_rulesets(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def count_lines(raw: str) -> str:
        asked.append(raw)
        return verb_meant(raw)

    monkeypatch.setattr("calarec.core.judge.lone_lines.verb_meant", count_lines)
    lines = [f"xq{number} what is this" for number in range(20)]
    (hand,) = parse_records("cal 1\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\n" + "\n".join(lines) + "\nend\n")
    assert {begin_totals(game(ruleset)).replay(hand).verdict for ruleset in IDS} == {"unreadable"}
    assert sorted(set(asked) & set(lines)) == sorted(lines)
    assert len(asked) == len(set(asked))
