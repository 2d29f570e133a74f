"""Conversions of several files, of formats other than records, and of outcomes."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from calarec.core.engine import events as ev
from calarec.public import read
from calarec.record_judge.session import RecordJudge
from calarec_tools.main import main
from tests.tools.evenings import evening


@pytest.fixture(autouse=True)
def _season(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.chdir(tmp_path)
    Path("season/later").mkdir(parents=True)
    Path("season/a.cal").write_text(evening("pagat", 6), encoding="utf-8")
    Path("season/later/b.cal").write_text(evening("tressette", 3), encoding="utf-8")


def _rows(file: str) -> list[dict[str, str]]:
    with Path(file).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_a_settled_table_is_that_of_the_sheet() -> None:
    """Byte for byte, for one file; and each trick has the winner that the engine found."""
    assert main(["convert", "season/a.cal", "a.csv", "--settled"]) == 0
    assert main(["sheet", "season/a.cal", "--format", "csv", "-o", "sheet.csv"]) == 0
    assert Path("a.csv").read_bytes() == Path("sheet.csv").read_bytes()
    rows = {row["hand"]: row for row in _rows("a.csv")}
    judge = RecordJudge()
    seen = 0
    for hand in read("season/a.cal"):
        judged = judge.replay(hand)
        assert judged.setting is not None
        won = [judged.setting.labels[each.event.winner] for each in judged.happened
               if isinstance(each.event, ev.TrickWon)]  # fmt: skip
        assert rows[hand.name]["winners"].split() == won
        seen += len(won)
    assert seen > 12


def test_a_folder_becomes_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    """The names of the columns once; every row has its file, cards and hands too."""
    for more in (["--settled"], ["--plays"], []):
        assert main(["convert", "season", "all.csv", *more]) == 0
        rows = _rows("all.csv")
        assert {row["file"] for row in rows} == {"season/a.cal", "season/later/b.cal"}
        for file in ("season/a.cal", "season/later/b.cal"):
            assert main(["convert", file, "one.csv", *more]) == 0
            assert [row for row in rows if row["file"] == file] == _rows("one.csv")
    assert main(["convert", "season", "-", "--to", "csv"]) == 0
    assert capsys.readouterr().out.count("file,line,hand") == 1


def test_a_folder_becomes_json_lines_and_comes_back() -> None:
    """Each line names its file; read again the hands are the same, evening after evening."""
    assert main(["convert", "season", "all.jsonl"]) == 0
    files = [json.loads(line)["file"] for line in Path("all.jsonl").read_text(encoding="utf-8").splitlines()]
    assert sorted(set(files)) == ["season/a.cal", "season/later/b.cal"]
    assert main(["convert", "all.jsonl", "back.cal"]) == 0
    both = [[hand.statements for hand in read(f"season/{name}.cal")] for name in ("a", "later/b")]
    back = [hand.statements for hand in read("back.cal")]
    assert [len(each) for each in back] == [len(each) for one in both for each in one]
    assert main(["check", "back.cal"]) == 0


@pytest.mark.parametrize("form", ["json", "jsonl", "calpack"])
@pytest.mark.parametrize("other", ["json", "jsonl", "calpack"])
def test_every_form_becomes_every_other(form: str, other: str) -> None:
    """As if the record itself had been converted."""
    assert main(["convert", "season/a.cal", f"a.{form}"]) == 0
    assert main(["convert", f"a.{form}", f"b.{other}"]) == 0
    assert main(["convert", "season/a.cal", f"c.{other}"]) == 0
    assert Path(f"b.{other}").read_text(encoding="utf-8") == Path(f"c.{other}").read_text(encoding="utf-8")


@pytest.mark.parametrize("to", ["all.csv --settled", "all.csv --plays", "all.csv", "all.jsonl", "- --to jsonl"])
def test_of_a_folder_in_which_a_file_cannot_be_read_nothing_is_written(
    to: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """An unreadable file stops a joint output, which would look complete without it.

    Every such file is named; into a folder the others are converted.
    """
    Path("season/c.cal").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    Path("season/later/d.cal").symlink_to("nowhere.cal")
    Path("all.csv").write_text("before", encoding="utf-8")
    assert main(["convert", "season", *to.split()]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "season/c.cal" in said.err
    assert "season/later/d.cal" in said.err
    last = "calarec: `season`: not everything in it could be converted, so nothing was written."
    assert said.err.splitlines()[-1] == last
    assert Path("all.csv").read_text(encoding="utf-8") == "before"
    assert not Path("all.jsonl").exists()
    assert main(["convert", "season", "others", "--to", "jsonl"]) == 2
    assert sorted(each.name for each in Path("others").rglob("*.jsonl")) == ["a.jsonl", "b.jsonl"]


@pytest.mark.mass
@pytest.mark.parametrize(
    "words",
    [
        "convert v.cal - --to csv", "convert v.cal - --to csv --settled", "convert v.cal - --to csv --plays",
        "sheet v.cal", "stats v.cal", "identify v.cal", "view v.cal -o v.html",
    ],
)  # fmt: skip
@pytest.mark.parametrize("behind", ["", evening("pagat", 2)])
def test_what_counts_all_hands_refuses_those_of_another_version(
    words: str, behind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Commands that count all hands refuse those of another version.

    A table without them would look complete. Commands that keep every line keep these.
    """
    text = evening("pagat", 3) + "\ncal 2\n" + evening("pagat", 3).partition("\n")[2] + behind
    Path("v.cal").write_text(text, encoding="utf-8")
    assert main(words.split()) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert f"v.cal:{text[: text.index('cal 2')].count(chr(10)) + 1}:1: CAL013 " in said.err
    assert sorted(each.name for each in Path().iterdir()) == ["season", "v.cal"]
    assert main(["convert", "v.cal", "v.json"]) == 0
    assert main(["convert", "v.json", "back.cal"]) == 0
    assert Path("back.cal").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("season/a.cal a.json --settled", "`--settled` goes with csv."),
        ("season/a.cal a.csv --settled --plays", "`--settled` and `--plays` are two tables; choose one."),
    ],
)
def test_wrong_use_is_one_line(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """And nothing is written."""
    assert main(["convert", *words.split()]) == 2
    assert capsys.readouterr().err == f"calarec: {said}\n"
    assert [each.name for each in Path().iterdir()] == ["season"]
