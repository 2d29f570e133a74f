"""`calarec witness`: its output, its message without a witness, and its status."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from jsonschema import Draft202012Validator

from calarec.core.base.resources import data_folder
from calarec_tools.main import main
from tests.witnesses.half_remembered import HALF_REMEMBERED

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

_HEAD = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\n"
_WON = _HEAD + "hand 1\ndealer A\nbid B: chiamo C: passo A: passo\nresult B: won\nend\n"
_TORN = _HEAD + "hand 1\ndealer A\nbid B: solo C: passo A: passo\nresult B: won\nscore B: -4 A: +2 C: +2\nend\n"


def _write(folder: Path, text: str) -> str:
    file = folder / "hand.cal"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_both_ways_are_written_as_hands_that_check(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """One for each way in which the hand can have ended; their record has nothing wrong."""
    assert main(["witness", "--both", "--output", str(tmp_path / "w.cal"), _write(tmp_path, HALF_REMEMBERED)]) == 0
    text = (tmp_path / "w.cal").read_text(encoding="utf-8")
    assert '\nhand "1 won"\n' in text
    assert '\nhand "1 lost"\n' in text
    assert "__" not in text
    assert main(["check", str(tmp_path / "w.cal")]) == 0
    capfdbinary.readouterr()
    assert main(["witness", _write(tmp_path, HALF_REMEMBERED)]) == 0
    assert capfdbinary.readouterr().out.startswith(b"cal 1\n")


def test_what_cannot_have_been_is_printed_beside_the_other_way(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A hand that was won cannot have been lost: one hand is written, and the status is 0."""
    assert main(["witness", "--lang", "en", "--both", _write(tmp_path, _WON)]) == 0
    printed = capfd.readouterr()
    assert printed.out.count('\nhand "1 won"\n') == 1
    assert "lost" not in printed.out
    assert "hand 1: the declarer's side cannot have lost." in printed.err


def test_a_hand_that_all_passed_has_neither_end(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """No player declared: no side can have won or lost."""
    passed = _write(tmp_path, _HEAD + "hand 1\ndealer A\nbid B: passo C: passo A: passo\nend\n")
    assert main(["witness", "--lang", "en", "--both", passed]) == 1
    assert capfd.readouterr().err.count("the declarer's side cannot have") == 2
    assert main(["witness", "--lang", "en", passed]) == 0


def test_a_contradiction_is_printed_and_the_status_is_1(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """With line and code."""
    assert main(["witness", "--lang", "en", _write(tmp_path, _TORN)]) == 1
    printed = capfd.readouterr()
    assert printed.out == ""
    assert "hand 1: no hand agrees with what is written: line 11, CAL616" in printed.err


def test_each_witness_is_an_object_of_json(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """As the schema has it: a record that checks, or why there is none."""
    schema = json.loads((data_folder("grammar") / "witness.schema.json").read_text(encoding="utf-8"))
    assert main(["witness", "--json", "--both", _write(tmp_path, _WON)]) == 0
    won, lost = map(json.loads, capfd.readouterr().out.splitlines())
    for data in (won, lost):
        Draft202012Validator(schema).validate(data)
    assert (won["status"], won["won"], won["line"], won["payments"]) == ("found", True, 7, {"A": -1, "B": 2, "C": -1})
    assert (lost["status"], lost["record"], lost["payments"]) == ("excluded", None, None)
    assert main(["check", _write(tmp_path, won["record"])]) == 0
    capfd.readouterr()
    assert main(["witness", "--json", _write(tmp_path, _TORN)]) == 1
    torn = json.loads(capfd.readouterr().out)
    Draft202012Validator(schema).validate(torn)
    assert (torn["status"], torn["finding"]["code"]) == ("contradicted", "CAL616")


def test_what_cannot_be_read_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """No file, no hand of that name, no hand at all."""
    assert main(["witness", str(tmp_path / "none.cal")]) == 2
    assert main(["witness", "--hand", "9", _write(tmp_path, _WON)]) == 2
    assert main(["witness", _write(tmp_path, _HEAD)]) == 0
    assert capfd.readouterr().out == ""
