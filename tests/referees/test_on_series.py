"""Rubbers and points by rank: replay, sheet and an independent referee agree.

With CALAREC_THOROUGH set, 2,000 hands are compared.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from calarec.core.base.frozen import replace
from calarec.core.judge.json import as_json
from calarec.core.notation import parse_records
from calarec.core.notation.writer import write
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from calarec_tools.main import main
from tests.referees.agreeing import FOLDER, hands, rules
from tests.referees.on_series import Given, is_match_over

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from calarec.core.records import model as rec

HANDS = hands(120)


@cache
def simulate_evening() -> tuple[rec.Hand, ...]:
    """An evening of several rubbers."""
    return tuple(each.hand for each in simulate(rules("rubber"), hands=HANDS, seed=2, bot="random"))


def test_agrees_with_the_referee() -> None:
    """Match after match: won matches, points, and the winner of the rubber."""
    evening, given, rubbers, ends = begin_totals(rules("rubber")), Given({}, {}, []), 0, 0
    for hand in simulate_evening():
        judged = as_json(evening.replay(hand))["ruling"]
        match = judged["match"]
        assert match["over"] == is_match_over(judged["totals"]), write([hand])
        if not match["over"]:
            assert not match.keys() & {"games", "points", "rubber"}
            continue
        given, ends = given.with_match(judged["totals"]), ends + 1
        assert (match["games"], match["points"], match["rubber"]) == tuple(given), write([hand])
        rubbers += bool(given.rubber)
    assert rubbers
    assert ends > rubbers


def test_a_match_that_is_not_played_out_is_nobodys() -> None:
    """A `match` line before the goal leaves no winner; an open end leaves it open."""
    won = "bid A: solissimo\nresult A: 18 B+C: 17\nscore A: +8 B: -4 C: -4\nend\n"
    lost = "bid A: chiamo\nresult A: 17 B+C: 18\nscore A: -2 B: +1 C: +1\nend\n"
    open_end = "bid A: chiamo\nend\n"
    for first, games in ((lost, {"A": 1}), (won, {"A": 2}), (open_end, None)):
        text = "cal 1\nseat A\nseat B\nseat C\n\nhand 1\ndealer C\n" + first
        text += "\nmatch\n\nhand 2\ndealer A\n" + won
        evening = begin_totals(rules("rubber"))
        last = [as_json(evening.replay(hand)) for hand in parse_records(text)][-1]["ruling"]["match"]
        assert last["over"]
        assert last.get("games") == games


def test_the_sheet_says_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """So does the report of the hand that ends a match."""
    monkeypatch.setenv("CALAREC_RULES", str(FOLDER))
    file = tmp_path / "evening.cal"
    file.write_text(write([replace(hand, file="") for hand in simulate_evening()[:60]]), encoding="utf-8")
    assert main(["sheet", str(file)]) == 0
    sheet = capsys.readouterr().out
    assert "Matches won, of 2 for the rubber: " in sheet
    assert "The rubber goes to " in sheet
    assert "Points by rank: A " in sheet
    assert main(["replay", str(file)]) == 0
    assert "Matches won, of 2 for the rubber: " in capsys.readouterr().out
