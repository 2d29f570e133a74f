"""A file without a hand is named as such; the commands do the rest as before."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from calarec_tools.main import main
from tests.tools.evenings import evening

EMPTY = {
    "nothing": "",
    "blank": "\n\n",
    "comments": "; nothing played\n",
    "head": 'cal 1\nrules pagat\nseat A "Anna"\n',
}


pytestmark = pytest.mark.usefixtures("empty_folder")


@pytest.mark.parametrize("kind", EMPTY)
@pytest.mark.parametrize("command", ["check", "check --fix", "check --diff", "check --format json", "replay"])
def test_a_file_without_a_hand_is_said(kind: str, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In one line on standard error; the status stays."""
    Path("a.cal").write_text(EMPTY[kind], encoding="utf-8")
    assert main([*command.split(), "a.cal"]) == 0
    assert capsys.readouterr().err.splitlines()[0] == "calarec: there is no hand in `a.cal`."


def test_only_the_files_without_one_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Packed or not, in Italian too."""
    Path("a.cal").write_text(evening("pagat", 2), encoding="utf-8")
    Path("b.cal.gz").write_bytes(gzip.compress(b""))
    Path("c.cal").write_text(evening("pagat", 2), encoding="utf-8")
    assert main(["check", "--lang", "it", "a.cal", "b.cal.gz", "c.cal"]) == 0
    assert capsys.readouterr().err == "calarec: in `b.cal.gz` non c'è nessuna mano.\n"


@pytest.mark.parametrize("kind", EMPTY)
@pytest.mark.parametrize("options", ["", "--json"])
def test_nothing_is_said_to_hold_in_a_file_without_a_hand(
    kind: str, options: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a.cal").write_text(EMPTY[kind], encoding="utf-8")
    assert main(["repair", "a.cal", *options.split()]) == 0
    answer = capsys.readouterr()
    assert (answer.out, answer.err) == ("", "calarec: there is no hand in `a.cal`.\n")


@pytest.mark.parametrize("command", ["check", "replay"])
def test_what_cannot_be_read_is_not_called_empty(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The finding has more."""
    Path("a.cal").write_bytes(b"\0\0\0")
    assert main([command, "a.cal"]) == 2
    answer = capsys.readouterr()
    assert "CAL015" in answer.out + answer.err
    assert "no hand" not in answer.err


@pytest.mark.parametrize("command", ["check", "replay"])
def test_findings_that_say_why_are_enough(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No general message precedes a finding about a line that may begin a hand."""
    Path("a.cal").write_text("cal 1\nrules pagat\nhnd 1\n", encoding="utf-8")
    assert main([command, "a.cal"]) == 1
    answer = capsys.readouterr()
    assert "CAL101 `hnd`" in answer.out + answer.err
    assert "no hand" not in answer.err


def test_a_broken_hand_is_a_hand(capsys: pytest.CaptureFixture[str]) -> None:
    """It is there, though it cannot be read."""
    Path("a.cal").write_text("cal 1\nrules pagat\n\nhand 1\nnonsense\nend\n", encoding="utf-8")
    assert main(["check", "a.cal"]) == 1
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("kind", EMPTY)
@pytest.mark.parametrize("form", ["cal", "json", "jsonl", "packed", "csv", "csv --plays"])
def test_a_conversion_of_nothing_is_said(kind: str, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In every form; earlier findings are the same, and no hand is counted."""
    Path("a.cal").write_text(EMPTY[kind], encoding="utf-8")
    assert main(["convert", "a.cal", "-", "--to", *form.split()]) == 0
    assert capsys.readouterr().err == "calarec: there is no hand in `a.cal`.\n"
    Path("b.cal").write_text(evening("pagat", 1), encoding="utf-8")
    assert main(["convert", "b.cal", "-", "--to", *form.split()]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("form", ["json", "jsonl", "packed"])
def test_nothing_comes_back_as_nothing(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The way back is watched too."""
    Path("a.cal").write_text("; nothing played\n", encoding="utf-8")
    assert main(["convert", "a.cal", "there", "--to", form]) == 0
    assert main(["convert", "there", "back.cal", "--from", form]) == 0
    assert capsys.readouterr().err.splitlines()[-1] == "calarec: there is no hand in `there`."


@pytest.mark.parametrize("kind", EMPTY)
def test_an_archive_of_no_hand_is_said_to_be_one(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    """When it is built, when it is asked, and when records are asked in its place; nothing but that."""
    Path("a.cal").write_text(EMPTY[kind], encoding="utf-8")
    assert main(["stats", "a.cal"]) == 0
    assert capsys.readouterr() == ("", "calarec: there is no hand in `a.cal`.\n")
    assert main(["archive", "build", "a.cal", "-o", "a.duckdb"]) == 0
    assert capsys.readouterr() == (
        "a.duckdb: 0 hands of 1 file; 1 new or changed, 0 gone.\n",
        "calarec: there is no hand in `a.cal`.\n",
    )
    assert main(["stats", "a.duckdb"]) == 0
    assert capsys.readouterr() == ("", "calarec: there is no hand in `a.duckdb`.\n")


def test_hands_that_do_not_say_who_dealt_speak_against_no_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    """Hands without a dealer cannot be judged, so no ruleset is called the nearest."""
    kept = ("cal ", "seat ", "hand ", "result ", "score ", "total ", "end")
    lines = [line for line in evening("pagat", 4).split("\n") if line.startswith(kept)]
    Path("a.cal").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["identify", "a.cal", "--rules", "pagat", "--rules", "tretre"]) == 1
    told = capsys.readouterr().out
    assert "None of these hands can be judged, so they do not show which rules were in force." in " ".join(told.split())
    assert "tretre" not in told
