"""`calarec solve --view`: what a seat can know of its cards, and what is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

import calarec
from calarec.base.resources import data_folder
from calarec_tools.main import main

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = json.loads((data_folder("grammar") / "seen.schema.json").read_text(encoding="utf-8"))
FIRST = "records/pagat/first.cal"


pytestmark = pytest.mark.usefixtures("wide_at_the_top")


def data(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """Its JSON, which is as the schema says."""
    assert main(["solve", FIRST, *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    Draft202012Validator(SCHEMA).validate(found)
    return found


def test_what_a_seat_can_know_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Anna's last card but one: all that matters of the others' cards is known, so that every world says the same."""
    assert main(["solve", FIRST, "--view", "B", "--at", "11", "--worlds", "7", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Hand 1, at 11: what Bruno can know"
    assert lines[1].startswith("  7 ways in which the other cards can lie, drawn by chance (seed 3)")
    assert "  card   wins              points of the declarer's side" in lines
    rows = [line.split() for line in lines if line.startswith(("  Cb", "  As"))]
    assert {row[0] for row in rows} == {"Cb", "As"}
    assert all(row[1:3] == ["100", "%"] for row in rows)
    assert lines[-1] == "  In brackets: the interval of 95 %."


def test_it_is_data_too_and_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever was asked before."""
    found = data(capsys, "--view", "C", "--at", "8.1", "--worlds", "12")
    assert (found["at"], found["seat"], found["turn"], found["worlds"], found["seed"]) == ("8.1", "C", "C", 12, 0)
    assert data(capsys, "--view", "C", "--at", "8.1", "--worlds", "12") == found
    for each in found["cards"]:
        assert each["wins"]["low"] <= each["wins"]["value"] <= each["wins"]["high"]
        assert (each["wins"]["value"] * 12) == pytest.approx(round(each["wins"]["value"] * 12))


def test_without_a_place_it_is_where_the_seat_plays_first(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Of a hand that breaks off in its last tricks, so that everything is found out at once."""
    file = tmp_path / "a.yaml"
    file.write_text(
        "ruleset: a\nversion: 1.0.0\ntitle: A\nextends: pagat\nset:\n  pack.suits: bs\n  pack.ranks: 32A74\n"
        '  pack.points: {"3": 1, "2": 1, A: 3}\n  pack.aliases: {}\n  deal.hand: 2\n  deal.packets: 1\n'
        "  settle.won_if.points_at_least: 6\n",
        "utf-8",
    )
    hand = calarec.play(str(file), 3, dealer="C", seed=2)
    for word in ("solissimo", "passo", "passo"):
        hand = hand.apply({"do": "bid", "seat": hand.turn[0], "word": word}) if hand.state.step == "auction" else hand
    record = tmp_path / "a.cal"
    while not hand.over:
        hand = hand.apply(next(hand.legal()[0].moves()))
    record.write_text(calarec.write([hand.record()]), "utf-8")
    for seat, at in (("A", "1"), ("B", "1.1"), ("C", "1.2")):
        assert main(["solve", str(record), "--rules", str(file), "--view", seat, "--worlds", "2", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["at"] == at


def test_in_italian(capsys: pytest.CaptureFixture[str]) -> None:
    """Every word of it, and decimals with a comma."""
    assert main(["solve", FIRST, "--view", "B", "--at", "11", "--worlds", "3", "--lang", "it"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Mano 1, a 11: che cosa può sapere Bruno\n")
    assert "vince" in said
    assert "." not in "".join(line for line in said.splitlines() if line.startswith(("  Cb", "  As")))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--view Z", "hand 1: the seats are A B C, not `Z`."),
        ("--view A --at 11", "hand 1: A has no card to play there."),
        ("--view B --at 13", "hand 1: it does not come to 13."),
        ("--view B --objective payment", "`--view` asks for points: `--objective` does not go with it."),
        ("--view B --contracts", "`--view` does not go with it."),
        ("--view B --worlds 0", "--worlds"),
    ],
)
def test_what_is_refused(capsys: pytest.CaptureFixture[str], words: str, says: str) -> None:
    """Is said, with status 2."""
    assert main(["solve", FIRST, *words.split()]) == 2
    assert says in capsys.readouterr().err
