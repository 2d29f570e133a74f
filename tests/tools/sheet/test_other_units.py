"""An evening that goes on by rules that pay in another unit: totals are worth the same, or not known."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from calarec_tools.main import main

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

HEAD = 'cal 1\nrules pagat\nseat A "A1"\nseat B "B1"\nseat C "C1"\nseat D "D1"\nseat E "E1"\n\n'
BELLORA = "hand 1\nrules gelli-bellora\ndealer A\nbid B: chiamo\ncall B: 3b with D\nresult B+D: won\nend\n\n"
PAGAT = "leave E\nleave D\nrules pagat\n\nhand 2\ndealer B\nbid C: solo\nresult C: won\nend\n"
THIRDS = """ruleset: thirds
version: 1.0.0
extends: pagat
title: Thirds
source: house rule
set:
  settle.pay_unit: 1/3
  contracts.solo.stake: {stake}
"""


def sheet(record: Path, text: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The evening of a record as plain data."""
    record.write_text(text, "utf-8")
    assert main(["sheet", str(record), "--json"]) == 0
    (evening,) = json.loads(capsys.readouterr().out)["evenings"]
    return evening  # type: ignore[no-any-return]


def test_thirds_and_then_whole_stakes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A pays 1 and then 2, C pays 1 and then has 4, B has 2 and pays 2; D has 1, E pays 1, and both are gone."""
    found = sheet(tmp_path / "a.cal", HEAD + BELLORA + PAGAT, capsys)
    first, second = found["hands"]
    assert (first["pay_unit"], first["totals"]) == ("1/3", {"A1": -3, "B1": 6, "C1": -3, "D1": 3, "E1": -3})
    assert (second["pay_unit"], second["totals"]) == ("1", {"A1": -3, "B1": 0, "C1": 3, "D1": 1, "E1": -1})
    assert (found["unit"], found["totals"]) == ("1/3", {"A1": -9, "B1": 0, "C1": 9, "D1": 3, "E1": -3})
    assert main(["sheet", str(tmp_path / "a.cal")]) == 0
    said = capsys.readouterr().out
    assert "A1 → C1  3\n  E1 → D1  1\n" in said
    assert said.split("Total")[1].split("\n")[0].split() == ["-3", "0", "3", "1", "-1"]


def test_whole_stakes_and_then_thirds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same the other way round."""
    (tmp_path / "thirds.yaml").write_text(THIRDS.format(stake="2x"), "utf-8")
    first = "hand 1\ndealer A\nbid C: solo\nresult C: won\nend\n\n"
    second = first.replace("hand 1", "hand 2\nrules thirds").replace("dealer A", "dealer B")
    head = HEAD.replace('seat D "D1"\nseat E "E1"\n', "")
    found = sheet(tmp_path / "a.cal", head + first + second, capsys)
    assert [hand["totals"] for hand in found["hands"]] == [
        {"A1": -2, "B1": -2, "C1": 4},
        {"A1": -12, "B1": -12, "C1": 24},
    ]
    assert (found["unit"], found["totals"]) == ("1/3", {"A1": -12, "B1": -12, "C1": 24})


def test_what_the_other_unit_cannot_say_is_not_known(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two thirds are not a whole stake: until the next stated totals they are unknown."""
    (tmp_path / "thirds.yaml").write_text(THIRDS.format(stake="2"), "utf-8")
    first = "hand 1\nrules thirds\ndealer A\nbid C: solo\nresult C: won\nend\n\n"
    second = "rules pagat\n\nhand 2\ndealer B\nbid C: solo\nresult C: won\nend\n\n"
    third = "hand 3\ndealer C\nbid C: solo\nresult C: won\ntotal A: -6 B: -6 C: +12\nend\n\n"
    head = HEAD.replace('seat D "D1"\nseat E "E1"\n', "")
    found = sheet(tmp_path / "a.cal", head + first + second + third + third.split("total")[0].replace(
        "hand 3", "hand 4").replace("dealer C", "dealer A") + "end\n", capsys)  # fmt: skip
    assert [hand["totals"] for hand in found["hands"]] == [
        {"A1": -2, "B1": -2, "C1": 4},
        None,
        None,
        {"A1": -8, "B1": -8, "C1": 16},
    ]
