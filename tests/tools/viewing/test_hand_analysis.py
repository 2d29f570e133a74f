"""The analysis of a hand as data: that of `annotate` and `solve`, at its stops."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

import calarec
from calarec.core.notation.reader import parse_records
from calarec.solving.position import UnsolvableError, position_of
from calarec.solving.solve import solve
from calarec_tools.cli import view
from calarec_tools.desk.viewing import hand_analysis
from calarec_tools.desk.viewing.hand_analysis import HandAnalysis, PlayPlace
from calarec_tools.desk.viewing.hand_data import hand_data
from calarec_tools.main import main
from calarec_tools.output.report.solvable import play_states
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

FIRST = (ROOT / "records/pagat/first.cal").read_text("utf-8")
LATE = PlayPlace(9, 1)


def analyse_text(text: str = FIRST) -> HandAnalysis:
    """The analysis of the only hand of a record, its cards all weighed and no contract asked for."""
    analysis = HandAnalysis(calarec.replay(parse_records(text)[0]), contracts_seconds=0)
    while not analysis.is_done:
        analysis.search_for(1)
    return analysis


@pytest.fixture(scope="module")
def first() -> HandAnalysis:
    """The sample hand."""
    return analyse_text()


def test_what_the_sample_hand_gave_away(first: HandAnalysis) -> None:
    """As checked by hand in `tests/tools/solve/test_annotate.py`: the ace of swords in trick 11, 5 thirds."""
    data = first.as_data()
    (loss,) = data["losses"]
    cards = hand_data(first.judged)["cards"]
    assert (loss["before"], loss["after"], loss["mark"], loss["seat"]) == ("11", "11.1", "?", "B")
    assert (cards[loss["card"]], cards[loss["better"]]) == ("As", "Cb")
    assert loss["said"]["en"] == (
        "Bruno gave 1 2/3 points (5 thirds) away with the ace of swords. Better: the knight of batons."
    )
    said = [texts["en"] for texts in data["said"]]
    assert said[:2] == [
        "At the first lead Bruno could have 10 2/3 points (32 thirds); needed: 6 points (18 thirds).",
        "In the end: 9 points (27 thirds).",
    ]
    assert not any("--seconds" in text for text in said)
    assert (data["known"], data["all"], data["refused"]) == (37, 37, None)
    assert "Quanto poteva avere Bruno" in data["curve"]["it"]


def test_every_stop_that_is_named_is_there(first: HandAnalysis) -> None:
    """The names of stops are those of the hand's data."""
    names = {name for stop in hand_data(first.judged)["stops"] for name in stop["names"]}
    assert {loss[key] for loss in first.as_data()["losses"] for key in ("before", "after")} <= names
    places = {PlayPlace(len(state.tricks) + 1, len(state.trick)).name for state in play_states(first.judged)}
    assert places <= names


def test_other_cards_are_worth_what_solve_says(first: HandAnalysis) -> None:
    """At a place of the hand, all of them; and the hand as it could have gone is legal and comes to that."""
    game = first.judged.game
    state = next(each for each in play_states(first.judged) if (len(each.tricks), len(each.trick)) == (10, 0))
    solved = solve(position_of(game, state))
    found = first.cards_data(PlayPlace(11, 0), 60)
    assert found["is_done"]
    assert [(game.cards.names[each["card"]], each["wins"], each["best"]) for each in found["cards"]] == [
        (move.card, True, move.rank == 1) for move in solved.moves
    ]
    assert [each["points"]["en"] for each in found["cards"]] == ["10 2/3", "9"]
    other = first.other_hand(PlayPlace(11, 0), "Cb", 60)
    assert other is not None
    judged = calarec.replay(parse_records(calarec.write([other.record()]))[0])
    assert judged.verdict == "legal"
    assert judged.account is not None
    assert {side.points for side in judged.account.sides} == {32, 3}
    assert first.other_hand(PlayPlace(11, 0), "Ad", 60) is None
    with pytest.raises(UnsolvableError):
        first.cards_data(PlayPlace(13, 0), 60)


def test_what_a_seat_could_know_is_what_solve_prints(first: HandAnalysis, capsys: pytest.CaptureFixture[str]) -> None:
    """The same worlds, shares and points."""
    found = first.seat_data(LATE, 10, 60)
    path = str(ROOT / "records/pagat/first.cal")
    view = ["--view", "C", "--at", LATE.name, "--worlds", "10", "--seed", "0", "--json"]
    assert main(["solve", path, *view]) == 0
    told = json.loads(capsys.readouterr().out)
    names = first.judged.game.cards.names
    assert [names[each["card"]] for each in found["cards"]] == [each["card"] for each in told["cards"]]
    shares = [re.match(r"\d+", each["wins"]["en"])[0] for each in found["cards"]]  # type: ignore[index]
    assert shares == [f"{100 * each['wins']['value']:.0f}" for each in told["cards"]]
    assert found["title"]["en"] == "What could Carla know?"


def test_what_cannot_be_analysed_says_why() -> None:
    """A hand without its cards; nothing else is claimed."""
    unwritten = re.compile(r"deal [AC]|[ 1]\d [ABC]:")
    text = "\n".join(line for line in FIRST.split("\n") if not unwritten.match(line)) + "\n"
    data = analyse_text(text).as_data()
    assert data["refused"]["en"]
    assert (data["curve"], data["losses"], data["said"], data["all"]) == (None, [], [], 0)


def test_contracts_are_those_of_solve(first: HandAnalysis) -> None:
    """A row for each contract of the rules, a cell for each seat; nothing is known that was not searched for."""
    contracts: dict[str, Any] = first.as_data()["contracts"]
    assert contracts["seats"] == ["Bruno", "Carla", "Anna"]
    assert [row["name"]["en"] for row in contracts["rows"]] == list(first.judged.game.rules.contracts)
    assert {cell["made"] for row in contracts["rows"] for cell in row["cells"]} == {None}


def test_a_page_of_view_with_the_analysis(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its data marks the card, its text has the sentences and a link to the position; a picture has none of it."""
    monkeypatch.setattr(hand_analysis, "VIEW_WORLDS", 1)
    monkeypatch.setattr(view, "_analyse_hand", lambda judged, seconds: analyse_text().search_whole_hand(seconds))
    page = tmp_path / "page.html"
    path = str(ROOT / "records/pagat/first.cal")
    assert main(["view", path, "--analysis", "--seconds", "600", "-o", str(page)]) == 0
    text = page.read_text("utf-8")
    assert 'href="#h1t11.1"' in text
    assert "What each contract would have made" in text
    (block,) = re.findall(r'<script type="application/json" id="evening">(.*?)</script>', text)
    (hand,) = json.loads(block)["hands"]
    assert [loss["after"] for loss in hand["losses"]] == ["11.1"]
    assert {"12.2", "12"} <= set(hand["worths"])
    assert set(hand["views"]) <= set(hand["worths"])
    assert main(["view", path, "--analysis", "--svg"]) == 2
    assert "does not go with `--svg`" in capsys.readouterr().err
