"""The record that an editor holds, without an editor: the same findings as `check`, and no work done twice."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import pytest

from calarec_tools.editor import record_offers
from calarec_tools.editor.evening import EditedRecord
from calarec_tools.entering.judging import UNFINISHED
from calarec_tools.main import main
from calarec_tools.runs.running import check_files
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from calarec.judge.judgement import Judgement
    from calarec.judge.session import RecordJudge
    from calarec.records.model import Hand
    from calarec.wording.findings import Finding

_FILES: Final = sorted((ROOT / "records").rglob("*.cal"))[::4]


def _keys(found: list[Finding]) -> list[tuple[int, int, str, str]]:
    return sorted({(each.span.line, each.span.column, each.code, each.wording) for each in found})


def _checked(file: Path) -> list[Finding]:
    return [each for part in check_files([str(file)], every=True) for each in part.findings]


@pytest.mark.parametrize("file", _FILES, ids=lambda file: file.stem)
def test_the_findings_are_those_of_check(file: Path, tmp_path: Path) -> None:
    """Of every record that can be read, whatever is wrong with its play, and of one broken off."""
    text = file.read_text(encoding="utf-8")
    record = EditedRecord(str(file), text)
    record.finish()
    assert _keys(record.findings()) == _keys(_checked(file))


def test_an_open_hand_at_the_end_is_not_told_to_be_one() -> None:
    """All that `check` says beside is said."""
    text = (ROOT / "docs" / "examples" / "evening.cal").read_text(encoding="utf-8")
    lines = text.rstrip("\n").split("\n")
    assert lines[-1].startswith("end")
    record = EditedRecord("evening.cal", "\n".join(lines[:-1]))
    record.finish()
    assert not {each.code for each in record.findings()} & set(UNFINISHED)


def _evening(hands: int, rules: str = "pagat", seed: int = 11) -> str:
    with TemporaryDirectory() as folder:
        file = Path(folder, "made.cal")
        settings = ["--rules", rules, "--hands", str(hands), "--seed", str(seed), "--jobs", "1"]
        assert main(["simulate", *settings, "--output", str(file)]) == 0
        return file.read_text(encoding="utf-8")


def test_only_what_has_changed_is_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A note in the tenth of forty hands: that hand; another result: until the totals stand as before, the last."""
    text = _evening(40)
    record = EditedRecord("evening.cal", text)
    record.finish()
    judged: list[str] = []
    replayed = EditedRecord._replayed

    def watched(self: EditedRecord, hand: Hand, judge: RecordJudge) -> tuple[Judgement | None, tuple[Finding, ...]]:
        judged.append(hand.name)
        return replayed(self, hand, judge)

    monkeypatch.setattr(EditedRecord, "_replayed", watched)
    tenth = text.index("\nend", text.index("hand 10\n"))
    record.change(text[:tenth] + " ; a comment" + text[tenth:])
    record.finish()
    assert judged == ["10"]
    record.change(text)
    record.finish()
    assert judged == ["10", "10"]
    assert record.findings() == []


@pytest.mark.parametrize("seed", range(4))
def test_after_any_changes_it_is_as_if_it_had_just_been_opened(seed: int) -> None:
    """Lines left out, put in twice, put elsewhere: what is kept of before never shows, once all lines can be read."""
    chance = random.Random(seed)
    text = _evening(6)
    record = EditedRecord("evening.cal", text)
    for _ in range(25):
        lines = record.text.split("\n")
        at = chance.randrange(2, len(lines) - 1)
        match chance.randrange(4):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[at])
            case 2:
                lines[at], lines[at - 1] = lines[at - 1], lines[at]
            case _:
                lines = text.split("\n")
        record.change("\n".join(lines))
        if chance.random() < 0.5:
            record.through(at)
        record.finish()
        if not any(each.hand.broken for each in record.hands):
            fresh = EditedRecord("evening.cal", record.text)
            fresh.finish()
            assert _keys(record.findings()) == _keys(fresh.findings())


@pytest.mark.parametrize("rules", ["pagat", "tressette", "terziglio-31", "spazzatura", "tressette-in-due"])
def test_what_was_written_was_offered(rules: str) -> None:
    """Every line of a made hand begins with what is offered there, and every word of a move is among the offers."""
    text = _evening(1, rules, seed=5)
    lines = text.split("\n")
    first = next(at for at, line in enumerate(lines, 1) if line.startswith("hand"))
    for number, line in islice(enumerate(lines, 1), first, None):
        words = line.split()
        if not words or words[0] in ("end", "total", "result", "score", "penalty", "monte", "deal", "dealer", "out"):
            continue
        start = len(line) - len(line.lstrip())
        for at in range(1, len(words)):
            before = line[:start] + "".join(f"{each} " for each in words[:at])
            open_text = "\n".join([*lines[: number - 1], before])
            record = EditedRecord("evening.cal", open_text)
            offered = {each.text for each in record_offers.offers(record, number, len(before) + 1, "en")}
            assert words[at] in offered, (before, words[at])
