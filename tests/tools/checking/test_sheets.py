"""Tables that are not score sheets are named; packed archives may lack comments."""

from __future__ import annotations

from pathlib import Path

import pytest

from calarec_tools.main import main
from tests.tools.evenings import evening

pytestmark = pytest.mark.usefixtures("empty_folder")


@pytest.mark.parametrize("plays", [[], ["--plays"]])
@pytest.mark.parametrize("separator", [",", ";"])
def test_our_own_tables_are_recognised(plays: list[str], separator: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Also after a spreadsheet has written them."""
    Path("a.cal").write_text(evening("pagat", 2), encoding="utf-8")
    assert main(["convert", "a.cal", "a.csv", *plays]) == 0
    Path("a.csv").write_text(Path("a.csv").read_text(encoding="utf-8").replace(",", separator), encoding="utf-8")
    assert main(["convert", "a.csv", "b.cal"]) == 2
    said = capsys.readouterr().err
    assert "a.csv:1: this is a table that calarec wrote" in said
    assert "json, jsonl and packed go there and back" in said
    assert not Path("b.cal").exists()


WRONG = {
    "words in a player's column": ("hand,bids,Ann,Bob\n1,solo,1,-1\n", "`bids` is taken for a player"),
    "nobody plays": ("hand,dealer\n1,A\n", "the other columns are hand, at, time, dealer, declarer, bid"),
    "a bid of nobody": ("bid,Ann,Bob\nsolo,1,-1\n", "goes into a column `declarer`"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_wrong_with_a_sheet_is_said(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With the columns that there may be."""
    text, said = WRONG[kind]
    Path("a.csv").write_text(text, encoding="utf-8")
    assert main(["convert", "a.csv", "a.cal"]) == 2
    assert said in capsys.readouterr().err


def test_a_new_evening_is_packed_without_its_comments() -> None:
    """If that is asked for; the hands are those of the record."""
    assert main(["new", "--rules", "pagat", "--players", "Anna,Bruno,Carla", "-o", "new.cal"]) == 0
    hands = evening("pagat", 2).partition("\nhand ")[2]
    text = Path("new.cal").read_text(encoding="utf-8").partition("\nhand ")[0] + f"\nhand {hands}; that was all\n"
    Path("a.cal").write_text(text, encoding="utf-8")
    assert main(["convert", "a.cal", "a.calpack"]) == 0
    assert "that was all" in Path("a.calpack").read_text(encoding="utf-8")
    assert main(["convert", "a.cal", "a.calpack", "--drop-comments"]) == 0
    assert main(["convert", "a.calpack", "b.cal"]) == 0
    assert main(["fmt", "b.cal"]) == 0
    kept = Path("b.cal").read_text(encoding="utf-8")
    assert ";" not in kept
    assert kept.partition("\nhand ")[2] == hands


def test_dropping_comments_drops_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    """Unreadable text after the last hand is refused as before."""
    Path("a.cal").write_text(evening("pagat", 1) + "\nnonsense ; comment\n", encoding="utf-8")
    assert main(["convert", "a.cal", "a.calpack", "--drop-comments"]) == 2
    assert "calarec: a.cal:36: CAL101 `nonsense`" in capsys.readouterr().err
