"""The commands over collections, all alike: unusable input, width, language."""

from __future__ import annotations

import gzip
import json
import os
import threading
from pathlib import Path
from typing import Final

import pytest
from jsonschema import Draft202012Validator

from calarec.core.base.resources import data_folder
from calarec_tools.main import main
from tests.tools.evenings import evening, with_slips

pytestmark = pytest.mark.usefixtures("empty_folder")

OVER_RECORDS: Final = {
    "identify": ("identify", "-r", "pagat", "-r", "tretre"),
    "rescore": ("rescore", "-r", "twenty-one"),
    "coverage": ("coverage", "-r", "pagat"),
    "repair": ("repair",),
    "stats": ("stats", "-q", "winners"),
    "archive": ("archive", "build", "-o", "a.duckdb"),
    "dedup": ("dedup",),
}
"""Commands whose last word is a record."""
UNREADABLE: Final = {
    "nowhere.cal": None,
    "picture.cal": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "utf-16.cal": "cal 1\nhand 1\n".encode("utf-16"),
    "cut.cal.gz": gzip.compress(evening("pagat", 30).encode())[:2000],
}


@pytest.mark.parametrize("name", UNREADABLE)
@pytest.mark.parametrize("command", OVER_RECORDS)
def test_what_cannot_be_read_is_one_line(command: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It names the file; earlier findings are printed, and no archive is made."""
    data = UNREADABLE[name]
    if data is not None:
        Path(name).write_bytes(data)
    assert main([*OVER_RECORDS[command], name]) == 2
    said = capsys.readouterr()
    (line,) = said.err.splitlines()
    assert line.startswith("calarec: ")
    assert name in line
    assert name == "cut.cal.gz" or said.out == ""
    assert not Path("a.duckdb").exists()


@pytest.mark.parametrize("command", OVER_RECORDS)
def test_a_file_without_a_hand_is_named(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Once."""
    Path("empty.cal").write_text("cal 1\nrules pagat\n", encoding="utf-8")
    assert main([*OVER_RECORDS[command], "empty.cal"]) == (2 if command == "coverage" else 0)
    assert capsys.readouterr().err == "calarec: there is no hand in `empty.cal`.\n"


@pytest.mark.parametrize("command", [each for each in OVER_RECORDS if each != "archive"])
def test_a_pipe_is_read_as_a_file_is(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Though it can be read but once."""
    text = evening("pagat", 2)
    Path("a.cal").write_text(text, encoding="utf-8")
    status = main([*OVER_RECORDS[command], "a.cal"])
    told = capsys.readouterr().out
    Path("a.cal").unlink()
    os.mkfifo("a.cal")
    writer = threading.Thread(target=Path("a.cal").write_text, args=(text,), kwargs={"encoding": "utf-8"})
    writer.start()
    assert main([*OVER_RECORDS[command], "a.cal"]) == status
    writer.join()
    assert capsys.readouterr().out == told


@pytest.mark.mass
@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("columns", [60, 100])
@pytest.mark.parametrize("command", [each for each in OVER_RECORDS if each != "archive"])
def test_no_line_is_wider_than_the_terminal(
    command: str, columns: int, lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever the language; but for the lines of the record itself."""
    monkeypatch.setenv("COLUMNS", str(columns))
    text = with_slips("pagat", 12)
    Path("first.cal").write_text(text, encoding="utf-8")
    Path("second.cal").write_text(text, encoding="utf-8")
    files = ["first.cal"] if command == "repair" else ["first.cal", "second.cal"]
    assert main([*OVER_RECORDS[command], *files, "--lang", lang]) in (0, 1)
    said = capsys.readouterr().out.splitlines()
    own = [line for line in said if line[:1] not in ("+", "-", "@") and line[1:] not in text]
    assert own
    assert max(map(len, own)) <= columns
    assert not any("{" in line or "}" in line for line in own)


@pytest.mark.parametrize("command", OVER_RECORDS)
def test_json_is_as_its_schema_says(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A line an object, with any error in the hands."""
    text = with_slips("pagat", 12)
    Path("first.cal").write_text(text, encoding="utf-8")
    Path("second.cal").write_text(text, encoding="utf-8")
    files = ["first.cal"] if command == "repair" else ["first.cal", "second.cal"]
    assert main([*OVER_RECORDS[command], *files, "--json"]) in (0, 1)
    schema = json.loads((data_folder("grammar") / f"{command}.schema.json").read_text(encoding="utf-8"))
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert found
    for each in found:
        Draft202012Validator(schema).validate(each)


@pytest.mark.mass
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("identify a.cal -r nothing-like-it", "there is no ruleset `nothing-like-it`"),
        ("identify a.cal -r a.cal", "`a.cal` is neither the id of a ruleset nor the path of a file"),
        ("identify a.cal -r folder", "there is no ruleset in this folder"),
        ("identify a.cal --jobs -1", "`--jobs` is a number from 0 up"),
        ("identify a.cal --jobs many", "not `many`"),
        ("identify a.cal --scheduler nonsense", "`nonsense` is not an address of a scheduler"),
        ("identify a.cal --parts a.cal", "parts need a folder"),
        ("identify a.cal --lang de", "not `de`"),
        ("identify", "PATHS... is missing"),
        ("rescore a.cal", "under which rules?"),
        ("rescore a.cal -r nothing-like-it", "there is no ruleset `nothing-like-it`"),
        ("coverage a.cal --fail-under 101", "`--fail-under` is a number from 0 to 100"),
        ("coverage a.cal -r nothing-like-it", "there is no ruleset `nothing-like-it`"),
        ("repair a.cal --nodes 0", "`--nodes` is a number from 1 up"),
        ("repair folder", "`folder` is a folder"),
        ("stats folder", "there is no record in this folder"),
        ("archive build pipe.cal -o a.duckdb", "`pipe.cal` cannot be read again"),
        ("archive build - -o a.duckdb", "`-` cannot be read again"),
        ("archive build a.cal", "where to?"),
        ("dedup *.nothing", "no record fits this pattern"),
        ("rules diff pagat nothing-like-it", "there is no ruleset `nothing-like-it`"),
        ("rules diff pagat twenty-one --witness --from folder", "there is no record in this folder"),
        ("rules diff pagat twenty-one -o folder", "go with `--witness`"),
        ("convert a.cal out.json --settled", "`--settled` goes with csv"),
        ("convert a.cal out.csv --settled --plays", "choose one"),
        ("convert a.cal out.csv --settled -r nothing-like-it", "there is no ruleset `nothing-like-it`"),
    ],
)
def test_wrong_use_is_one_line(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It names the error, and nothing is done."""
    Path("a.cal").write_text(evening("pagat", 2), encoding="utf-8")
    Path("folder").mkdir()
    os.mkfifo("pipe.cal")
    assert main(words.split()) == 2
    told = capsys.readouterr()
    (line,) = told.err.splitlines()
    assert line.startswith("calarec: ")
    assert said in line
    assert told.out == ""
    assert sorted(each.name for each in Path().iterdir()) == ["a.cal", "folder", "pipe.cal"]
