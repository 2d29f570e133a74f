"""`calarec solve --view`: what a seat can know of its cards, and what is refused."""

from __future__ import annotations

import json
import signal
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

import calarec
from calarec.core.base.resources import data_folder
from calarec.solving import worlds
from calarec_tools.main import main
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from calarec.core.engine.state import State

SCHEMA = json.loads((data_folder("grammar") / "seen.schema.json").read_text(encoding="utf-8"))
FIRST = "records/pagat/first.cal"


pytestmark = pytest.mark.usefixtures("wide_at_the_top")


def data(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """Its JSON, checked against the schema."""
    assert main(["solve", FIRST, *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    Draft202012Validator(SCHEMA).validate(found)
    return found


def test_what_a_seat_can_know_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Bruno's last cards but one, of all worlds but some: all that matters of the others' cards is known."""
    assert main(["solve", FIRST, "--view", "B", "--at", "10", "--worlds", "7", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Hand 1, at 10: what Bruno can know"
    assert lines[1].startswith("  7 ways in which the other cards can lie, drawn by chance (seed 3)")
    assert "  card   wins              points of the declarer's side" in lines
    rows = [line.split() for line in lines if line.startswith(("  Cb", "  Ac", "  As"))]
    assert {row[0] for row in rows} == {"Cb", "Ac", "As"}
    assert all(row[1:4] == ["100", "%", "(65–100)"] for row in rows)
    assert lines[-1] == "  In brackets: the 95% interval."


@pytest.mark.parametrize(("at", "count"), [("10", 20), ("11", 3)])
def test_few_ways_are_each_looked_at_once(capsys: pytest.CaptureFixture[str], at: str, count: int) -> None:
    """And nothing is left open: three of six cards are Carla's; then two of three, for she has no cups."""
    found = data(capsys, "--view", "B", "--at", at, "--worlds", "5000", "--seed", "1")
    assert found == data(capsys, "--view", "B", "--at", at, "--worlds", str(count)) | {"seed": 1}
    assert (found["worlds"], found["every"]) == (count, True)
    for each in found["cards"]:
        for figure in (each["wins"], each["best"], each["points"]):
            assert figure["low"] == figure["value"] == figure["high"]
        assert each["points"]["value"] * count == pytest.approx(round(each["points"]["value"] * count))
    assert main(["solve", FIRST, "--view", "B", "--at", at]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith(f"  All {count} ways in which the other cards can lie; ")
    assert not any(sign in line for line in lines[3:] for sign in "–()")


def test_one_way_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """Carla cannot have the seven of cups, since she has not followed that suit."""
    assert main(["solve", FIRST, "--view", "B", "--at", "12"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("  There is only one possible deal of the other cards; ")


def test_it_is_data_too_and_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever was asked before."""
    found = data(capsys, "--view", "C", "--at", "8.1", "--worlds", "12")
    assert (found["at"], found["seat"], found["turn"], found["worlds"], found["seed"]) == ("8.1", "C", "C", 12, 0)
    assert (found["every"], found["side"]) == (False, ["B"])
    assert data(capsys, "--view", "C", "--at", "8.1", "--worlds", "12") == found
    for each in found["cards"]:
        assert each["wins"]["low"] <= each["wins"]["value"] <= each["wins"]["high"]
        assert (each["wins"]["value"] * 12) == pytest.approx(round(each["wins"]["value"] * 12))


def test_a_few_worlds_that_agree_leave_something_open(capsys: pytest.CaptureFixture[str]) -> None:
    """Two of them are no certainty, alike as they may be."""
    found = data(capsys, "--view", "B", "--at", "9", "--worlds", "2")
    assert not found["every"]
    assert all(each["points"]["low"] < each["points"]["value"] < each["points"]["high"] for each in found["cards"])


def test_a_person_may_be_called_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    """As by `replay --view`, in capitals or not."""
    found = data(capsys, "--view", "bruno", "--at", "11")
    assert found == data(capsys, "--view", "B", "--at", "11")
    assert found["seat"] == "B"


def test_partners_without_a_declarer(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a target, own points and the share of best cards are shown."""
    words = ["solve", "records/tressette/evening.cal", "--hand", "1", "--at", "8", "--view", "Carla"]
    assert main([*words, "--json", "--worlds", "9"]) == 0
    found = json.loads(capsys.readouterr().out)
    Draft202012Validator(SCHEMA).validate(found)
    assert (found["needed"], set(found["side"]), found["worlds"]) == (None, {"A", "C"}, 9)
    assert all(each["wins"] is None for each in found["cards"])
    assert max(each["best"]["value"] for each in found["cards"]) > 0
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "  card   is best           points of Carla and Anna" in lines
    assert not any("needs" in line for line in lines)


def broken_off(folder: Path) -> str:
    """The hand after two cards of trick 9, with Anna to play."""
    lines = (ROOT / FIRST).read_text("utf-8").splitlines()
    cut = next(number for number, line in enumerate(lines) if line.lstrip().startswith("9 "))
    file = folder / "cut.cal"
    file.write_text("\n".join([*lines[:cut], " 9 B: Ad Rd", ""]), "utf-8")
    return str(file)


def test_a_hand_that_breaks_off_is_looked_at_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """By its next player; others get that name, and their last turn."""
    file = broken_off(tmp_path)
    assert main(["solve", file, "--view", "A", "--worlds", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["at"] == "9.2"
    assert main(["solve", file, "--view", "C"]) == 2
    assert "hand 1: at 9.2 Anna is to play; Carla played last at 9.1 (`--at 9.1`)." in capsys.readouterr().err
    assert main(["solve", file, "--view", "C", "--at", "9.1", "--worlds", "2"]) == 0


def test_without_a_place_it_is_where_the_seat_plays_first(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The hand breaks off in its last tricks, so that all is settled at once."""
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
    while not hand.is_over:
        hand = hand.apply(next(hand.legal()[0].moves()))
    record.write_text(calarec.write([hand.record()]), "utf-8")
    for seat, at in (("A", "1"), ("B", "1.1"), ("C", "1.2")):
        assert main(["solve", str(record), "--rules", str(file), "--view", seat, "--worlds", "2", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["at"] == at


def test_ctrl_c_answers_with_the_worlds_that_were_solved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reports the interruption, and no time limit."""
    draw = worlds.SeenWorlds.draw_world
    drawn = 0

    def struck(of: worlds.SeenWorlds, rng: Random) -> State:
        nonlocal drawn
        drawn += 1
        if drawn % 4 == 0:
            signal.raise_signal(signal.SIGINT)
        return draw(of, rng)

    monkeypatch.setattr(worlds.SeenWorlds, "draw_world", struck)
    assert main(["solve", FIRST, "--view", "B", "--at", "9"]) == 0
    said = capsys.readouterr().out
    assert "  3 ways in which" in said
    assert said.endswith("  interrupted: this is what was known by then\n")
    drawn = 3
    assert main(["solve", FIRST, "--view", "B", "--at", "9"]) == 2
    assert "hand 1: it was interrupted before one world was solved." in capsys.readouterr().err


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
        ("--view Z", "hand 1: seat `Z` is empty; the seats are A (Anna), B (Bruno), C (Carla)."),
        ("--view A --at 11", "hand 1: at 11 Bruno is to play; Anna plays next at 11.2 (`--at 11.2`)."),
        ("--view C --at 12.2", "hand 1: at 12.2 Anna is to play; Carla played last at 12.1 (`--at 12.1`)."),
        ("--view B --at 13", "hand 1: there is no trick 13: it has 12 tricks."),
        ("--view B --objective payment", "`--view` asks for points: `--objective` does not go with it."),
        ("--view B --contracts", "`--view` does not go with it."),
        ("--view B --worlds 0", "--worlds"),
    ],
)
def test_what_is_refused(capsys: pytest.CaptureFixture[str], words: str, says: str) -> None:
    """It is reported, with status 2."""
    assert main(["solve", FIRST, *words.split()]) == 2
    assert says in capsys.readouterr().err
