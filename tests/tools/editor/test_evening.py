"""The record that an editor holds, without an editor: the same findings as `check`, and no work done twice."""

from __future__ import annotations

import os
import random
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import pytest

from calarec.core.notation.formatter import BlockFormatter, fmt
from calarec.rule_files import load
from calarec.rule_files.locate import UNSAVED
from calarec_tools.archive.runs.running import check_files
from calarec_tools.desk.editor import record_offers
from calarec_tools.desk.editor.edited_record import EditedRecord
from calarec_tools.desk.editor.rule_file import EditedRules
from calarec_tools.desk.entering.evening_session import UNFINISHED
from calarec_tools.main import main
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.notation.blocks import Block
    from calarec.core.notation.formatter import UnreadableParts
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding
    from calarec.record_judge.session import RecordJudge
    from calarec.rule_files.compose import Composed
    from calarec.rule_files.tree import Node

pytestmark = pytest.mark.slow

_FILES: Final = sorted((ROOT / "records").glob("*/*.cal"))[::4]


def _keys(found: list[Finding]) -> list[tuple[int, int, str, str]]:
    return sorted({(each.span.line, each.span.column, each.code, each.wording) for each in found})


def _checked(file: Path) -> list[Finding]:
    return [each for part in check_files([str(file)], every=True) for each in part.findings]


@pytest.mark.mass
@pytest.mark.parametrize("file", _FILES, ids=lambda file: file.stem)
def test_the_findings_are_those_of_check(file: Path, tmp_path: Path) -> None:
    """The findings equal those of `check`, for any readable record and a broken one."""
    text = file.read_text(encoding="utf-8")
    record = EditedRecord(str(file), text)
    record.judge_hands()
    assert _keys(record.current_findings()) == _keys(_checked(file))


def test_an_open_hand_at_the_end_is_not_told_to_be_one() -> None:
    """All other findings of `check` are there."""
    text = (ROOT / "docs" / "examples" / "evening.cal").read_text(encoding="utf-8")
    lines = text.rstrip("\n").split("\n")
    assert lines[-1].startswith("end")
    record = EditedRecord("evening.cal", "\n".join(lines[:-1]))
    record.judge_hands()
    assert not {each.code for each in record.current_findings()} & set(UNFINISHED)


def _evening(hands: int, rules: str = "pagat", seed: int = 11) -> str:
    with TemporaryDirectory() as folder:
        file = Path(folder, "made.cal")
        settings = ["--rules", rules, "--hands", str(hands), "--seed", str(seed), "--jobs", "1"]
        assert main(["simulate", *settings, "--output", str(file)]) == 0
        return file.read_text(encoding="utf-8")


def _watched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of hands, as they are judged."""
    judged: list[str] = []
    replayed = EditedRecord._replay_by_known_rules

    def note_call(self: EditedRecord, hand: Hand, judge: RecordJudge) -> tuple[Judgement | None, tuple[Finding, ...]]:
        judged.append(hand.name)
        return replayed(self, hand, judge)

    monkeypatch.setattr(EditedRecord, "_replay_by_known_rules", note_call)
    return judged


def test_only_what_has_changed_is_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A note in hand ten of forty: that hand; another result: until totals agree."""
    text = _evening(40)
    record = EditedRecord("evening.cal", text)
    record.judge_hands()
    judged = _watched(monkeypatch)
    tenth = text.index("\nend", text.index("hand 10\n"))
    record.change_text(text[:tenth] + " ; a comment" + text[tenth:])
    record.judge_hands()
    assert judged == ["10"]
    record.change_text(text)
    record.judge_hands()
    assert judged == ["10", "10"]
    assert record.current_findings() == []


def test_only_what_has_changed_is_laid_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Formatting an evening of many hands reads again only the changed one."""
    text = _evening(6)
    record = EditedRecord("evening.cal", text)
    record.judge_hands()
    laid_out: list[str] = []
    block_of = BlockFormatter.format_block

    def note_call(self: BlockFormatter, block: Block, wrong: UnreadableParts | None = None) -> str:
        laid_out.append(block.text.partition("\n")[0])
        return block_of(self, block, wrong)

    monkeypatch.setattr(BlockFormatter, "format_block", note_call)
    assert record.canonical_text() == fmt(text)
    laid_out.clear()
    record.change_text(text.replace("hand 3\n", "hand  3\n\n\n"))
    record.judge_hands()
    assert record.canonical_text() != record.text
    assert laid_out == ["hand  3"]


_LINES: Final = ("", "\ufeffhand 3", "hand", " ; said", "cal 1", "end", 'deal A: "', "\x00", 'seat  D  "Dario"')


@pytest.mark.parametrize("seed", range(4))
def test_the_layout_is_that_of_fmt_after_any_changes(seed: int) -> None:
    """Kept layouts are only used where still right, unreadable lines included."""
    chance = random.Random(seed)
    lines = _evening(4).split("\n")
    record = EditedRecord("evening.cal")
    for _ in range(40):
        at = chance.randrange(len(lines))
        if chance.random() < 0.5:
            lines.insert(at, chance.choice(_LINES))
        else:
            lines[at] = lines[at][: chance.randrange(8)] if chance.random() < 0.5 else f"  {lines[at]}"
        record.change_text("\n".join(lines))
        record.judge_hands()
        assert record.canonical_text() == fmt(record.text)


@pytest.mark.mass
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
        record.change_text("\n".join(lines))
        if chance.random() < 0.5:
            record.judge_hands(through=at)
        record.judge_hands()
        if not any(each.hand.broken for each in record.hands):
            record.change_text(record.text)  # whoever has changed a line has left it by now
            fresh = EditedRecord("evening.cal", record.text)
            fresh.judge_hands()
            assert _keys(record.current_findings()) == _keys(fresh.current_findings())


_HOUSE: Final = "ruleset: casa\nversion: 1.0.0\ntitle: Casa\nextends: pagat\nset:\n  contracts.chiamo.stake: {}\n"


def _of_the_house(folder: Path) -> EditedRecord:
    """Three hands by pagat, three by the rules of the house beside it; all are judged."""
    text = _evening(6)
    begin = text.index("hand 4\n")
    record = EditedRecord(str(folder / "evening.cal"), f"{text[:begin]}rules casa\n{text[begin:]}")
    record.judge_hands()
    return record


def test_only_hands_by_rules_that_have_changed_are_judged_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule file on which nothing here rests costs nothing, nor does a comment; another stake costs its hands."""
    place = str(tmp_path / "casa.yaml")
    monkeypatch.setitem(UNSAVED, place, _HOUSE.format(1).encode())
    record = _of_the_house(tmp_path)
    judged = _watched(monkeypatch)
    monkeypatch.setitem(UNSAVED, str(tmp_path / "other.yaml"), _HOUSE.replace("casa", "other").format(5).encode())
    record.doubt_rules()
    record.judge_hands()
    monkeypatch.setitem(UNSAVED, place, (_HOUSE.format(1) + "# as we play it\n").encode())
    record.doubt_rules()
    record.judge_hands()
    assert judged == []
    monkeypatch.setitem(UNSAVED, place, _HOUSE.format(2).encode())
    record.doubt_rules()
    record.judge_hands()
    assert judged == ["4", "5", "6"]


def test_rules_that_are_not_written_are_checked_once_for_all_who_rest_on_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the file in which they are typed and by two records; anew as soon as they change."""
    made: list[str] = []
    whole = load._built

    def built(composed: Composed, root: Node) -> Ruleset:
        made.append(composed.layer.id)
        return whole(composed, root)

    typed = EditedRules(str(tmp_path / "casa.yaml"), _HOUSE.format(2))
    assert typed.parent() is not None  # it is kept from now on, whatever ran before
    monkeypatch.setattr(load, "_built", built)
    records = [EditedRecord(str(tmp_path / f"{name}.cal"), "cal 1\nrules casa\nhand\n") for name in "ab"]

    def looked() -> set[object]:
        typed.current_findings()
        monkeypatch.setitem(UNSAVED, typed.file, typed.text.encode())
        checked = [*made]
        made.clear()
        for each in records:
            each.doubt_rules()
            each.judge_hands()
        assert (checked, made) == (["casa"], [])
        return {
            each.judgement.game.rules.contracts["chiamo"].stake for it in records for each in it.hands if each.judgement
        }

    assert looked() == {2}
    typed.change_text(_HOUSE.format(3))
    assert looked() == {3}


def test_a_parent_is_loaded_once_for_all_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until a file changes the rules, names another parent, or the parent is written."""
    asked: list[str] = []
    real = load.load_ruleset

    def loaded(file: str) -> Ruleset:
        asked.append(Path(file).stem)
        return real(file)

    monkeypatch.setattr("calarec_tools.desk.editor.rule_file.load_ruleset", loaded)
    (tmp_path / "casa.yaml").write_text(_HOUSE.format(2), "utf-8")
    typed = EditedRules(str(tmp_path / "club.yaml"), _HOUSE.format(1).replace("casa", "club").replace("pagat", "casa"))
    for text in (typed.text, typed.text + "# one\n", typed.text + "# two\n"):
        typed.change_text(text)
        copied = typed.make_copy()
        parent = copied.parent()
        assert parent is not None
        assert parent.rules.contracts["chiamo"].stake == 2
    assert asked == ["casa"]
    (tmp_path / "casa.yaml").write_text(_HOUSE.format(3), "utf-8")
    os.utime(tmp_path / "casa.yaml", ns=(1, 1))
    parent = typed.parent()
    assert parent is not None
    assert parent.rules.contracts["chiamo"].stake == 3
    typed.doubt_rules()
    typed.parent()
    assert asked == ["casa"] * 3
    typed.change_text(typed.text.replace("casa", "pagat"))
    assert typed.parent() is not None
    assert asked == [*["casa"] * 3, "pagat"]


@pytest.mark.parametrize("seed", range(3))
def test_after_any_changes_of_rules_it_is_as_if_it_had_just_been_opened(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules that change, cannot be used or come back, while lines of the record change, half of it judged or all."""
    chance = random.Random(seed)
    place = str(tmp_path / "casa.yaml")
    monkeypatch.setitem(UNSAVED, place, _HOUSE.format(1).encode())
    record = _of_the_house(tmp_path)
    text = record.text
    for _ in range(20):
        match chance.randrange(4):
            case 0:
                lines = text.split("\n")
                del lines[chance.randrange(12, len(lines) - 1)]
                record.change_text("\n".join(lines))
            case 1:
                record.change_text(text.replace("rules casa\n", chance.choice(("rules casa\n", "", "rules cassa\n"))))
            case _:
                stake = chance.choice(("1", "2", "3", "three"))
                monkeypatch.setitem(UNSAVED, place, _HOUSE.format(stake).encode())
                record.doubt_rules()
        if chance.random() < 0.3:
            record.judge_hands(through=chance.randrange(60))
        if chance.random() < 0.7:
            record.judge_hands()
            fresh = EditedRecord(record.file, record.text)
            fresh.judge_hands()
            if not any(each.hand.broken for each in record.hands):
                assert _keys(record.current_findings()) == _keys(fresh.current_findings())
                assert [
                    each.judgement and (each.judgement.totals, each.judgement.account) for each in record.hands
                ] == [each.judgement and (each.judgement.totals, each.judgement.account) for each in fresh.hands]


@pytest.mark.mass
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
            offered = {each.text for each in record_offers.list_record_offers(record, number, len(before) + 1, "en")}
            assert words[at] in offered, (before, words[at])
