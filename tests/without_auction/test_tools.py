"""The commands without bids: new records, score sheets, house rules, sums."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from calarec.core.notation import Text, read_records
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import check_rules
from calarec_tools.main import main
from tests.records.shelf import RECORDS
from tests.rulebooks import WITHOUT_AUCTION, game

if TYPE_CHECKING:
    from pathlib import Path

PEOPLE = ("Anna", "Bruno", "Carla", "Dino")
SHEET = "mano,mazziere,Anna,Bruno,Carla,Dino\n1,Anna,7,4,7,4\n2,Bruno,3,8,3,8\n"


def wrong(text: str) -> list[str]:
    """The codes of all that is wrong with a record."""
    session = RecordJudge()
    return [each.code for hand in read_records(Text(text, "a.cal")) for each in session.replay(hand).findings]


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the output of a successful command."""
    assert main([*words, "--lang", "en"]) == 0, capsys.readouterr().err
    return capsys.readouterr().out


@pytest.mark.parametrize("name", WITHOUT_AUCTION)
def test_a_new_record_shows_lines_that_can_be_written(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No bid and no payment; its example without cards is valid as it is."""
    text = run(
        capsys, "new", "--rules", name, "--players", ",".join(PEOPLE[: game(name).people[0]]), "--date", "2025-11-02"
    )
    assert not [word for word in ("bid", "won", "score A") if re.search(rf"^;   {word}", text, re.M)]
    takes = re.findall(r"^;   (take .*)", text, re.M)
    assert takes == {
        "tressette-in-due": ["take A: __", "take B: __"],
        "spizzichino": ["take A: open __ __", "take B: open __ __", "take A: open __"],
    }.get(name, [])
    example = [line[4:] for line in text.splitlines() if line.startswith((";   result", ";   total"))]
    assert len(example) == 2
    filled = text.replace("dealer A\n", "dealer A\n" + "\n".join(example) + "\n")
    assert wrong(filled) == []


def test_a_score_sheet_has_the_points_of_sides(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the columns of the players; partners have the same."""
    sheet, record = tmp_path / "sheet.csv", tmp_path / "record.cal"
    sheet.write_text(SHEET, "utf-8")
    run(capsys, "convert", str(sheet), str(record), "--rules", "tressette")
    text = record.read_text("utf-8")
    assert [line for line in text.splitlines() if line.startswith("result")] == [
        "result A+C: 7p B+D: 4p", "result A+C: 3p B+D: 8p"
    ]  # fmt: skip
    assert wrong(text) == []
    sheet.write_text(SHEET.replace("3,8,3,8", "3,8,2,8"), "utf-8")
    assert main(["convert", str(sheet), str(tmp_path / "other.cal"), "--rules", "tressette", "--lang", "en"]) == 2
    assert "partners have different points" in capsys.readouterr().err


@pytest.mark.parametrize("name", WITHOUT_AUCTION)
def test_house_rules_offered_are_right(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each line that is offered, used alone."""
    file = tmp_path / "club.yaml"
    run(capsys, "rules", "new", "club", "--from", name, "-o", str(file))
    text = file.read_text("utf-8")
    offered = [line for line in text.splitlines() if re.match(r"  # [a-z_.*]+: ", line) and ": value" not in line]
    offered = [line for line in offered if "path: " not in line]
    assert offered
    for line in offered:
        file.write_text(text.replace(line, line.replace("# ", "", 1), 1), "utf-8")
        found = [each.code for each in check_rules(str(file)).findings if each.severity != "note"]
        assert found == [], line


def test_sums_are_filled_in_without_payments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Result and totals; no payment is written."""
    text = (RECORDS / "tressette" / "evening.cal").read_text("utf-8")
    bare = "".join(f"{line}\n" for line in text.splitlines() if not line.startswith(("result", "total")))
    file = tmp_path / "a.cal"
    file.write_text(bare, "utf-8")
    run(capsys, "fmt", "--fill", str(file))
    filled = file.read_text("utf-8")
    assert "score" not in filled
    kept = [line for line in filled.splitlines() if line.startswith(("result", "total"))]
    assert kept == [line for line in text.splitlines() if line.startswith(("result", "total"))]


def test_a_replay_says_what_each_side_counts(capsys: pytest.CaptureFixture[str]) -> None:
    """And that both partners have won the match; in Italian too."""
    text = run(capsys, "replay", str(RECORDS / "tressette" / "evening.cal"))
    assert text.count(" count ") >= 6
    assert "Nobody has bid" not in text
    assert "Nobody pays" not in text
    assert re.search(r"The match is over: \w+ and \w+ win it\.", text)
    assert main(["replay", str(RECORDS / "tressette" / "evening.cal"), "--lang", "it"]) == 0
    assert re.search(r"\w+ e \w+ contano ", capsys.readouterr().out)


def test_what_tells_two_of_them_apart(capsys: pytest.CaptureFixture[str]) -> None:
    """Sides, and the winner of a match."""
    text = run(capsys, "rules", "diff", "tressette", "rovescino")
    assert "Each player plays alone." in text
    assert "The lowest total wins" in text
