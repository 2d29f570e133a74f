"""`check` of an evening ends with the questions whose answers would settle it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.record_judge.session import RecordJudge
from calarec_tools.main import main
from tests.witnesses.half_remembered import HALF_REMEMBERED

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.judge.judgement import Judgement
    from calarec.core.records.model import Hand

HEAD, HAND = HALF_REMEMBERED.split("hand 1\n")


def print_check(folder: Path, capsys: pytest.CaptureFixture[str], text: str, *options: str) -> str:
    """Return the output of `check` for an evening."""
    file = folder / "evening.cal"
    file.write_text(text, encoding="utf-8")
    main(["check", *options, str(file)])
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("lang", "asked"),
    [
        ("en", "  hand 1: which player played the ace of cups, and in which trick?\n"),
        ("it", "  mano 1: chi ha giocato l'asso di coppe, e in quale presa?\n"),
    ],
)
def test_a_question_that_would_settle_a_hand(
    lang: str, asked: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Last, below the summary."""
    assert print_check(tmp_path, capsys, HALF_REMEMBERED, "--lang", lang).endswith(asked)


def test_of_many_hands_five_are_asked_about(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first five that are open."""
    evening = HEAD + "\n".join(f"hand {number}\n{HAND}" for number in range(1, 8))
    asked = [
        line
        for line in print_check(tmp_path, capsys, evening, "--lang", "en").splitlines()
        if line.startswith("  hand")
    ]
    assert [line.split(":")[0].split()[1] for line in asked] == ["1", "2", "3", "4", "5"]


def test_nothing_is_asked_about_a_settled_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the ace in its trick the hand is settled, whatever else is blank; nor is a machine asked."""
    settled = HALF_REMEMBERED.replace("8 B: Cc 2c _c", "8 B: Cc 2c Ac")
    assert "who played" not in print_check(tmp_path, capsys, settled, "--lang", "en")
    assert "who played" not in print_check(tmp_path, capsys, HALF_REMEMBERED, "--lang", "en", "--format", "json")


def test_a_hand_is_judged_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Verdict, findings and questions come from one look at it."""
    judged: list[str] = []
    replay = RecordJudge.replay

    def replay_counted(judge: RecordJudge, hand: Hand) -> Judgement:
        judged.append(hand.name)
        return replay(judge, hand)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(RecordJudge, "replay", replay_counted)
        assert "who played" in print_check(tmp_path, capsys, HALF_REMEMBERED, "--lang", "en")
    assert judged == ["1"]


def test_parts_that_are_kept_lead_to_the_same_questions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Kept parts do not contain the questions: the hands are judged again."""
    kept = str(tmp_path / "parts")
    for _ in range(2):
        assert "who played" in print_check(tmp_path, capsys, HALF_REMEMBERED, "--lang", "en", "--parts", kept)
