"""A puzzle from hands that were played: exactly one card wins, by a minimax that tries everything."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import calarec
from calarec.core.notation.reader import parse_records
from calarec.solving.position import find_winning_points
from calarec_tools.desk.viewing import puzzle
from calarec_tools.desk.viewing.puzzle import find_puzzle
from calarec_tools.output.report.solvable import moment_of, play_states
from tests.solving.minimax import Minimax, points, side_of

if TYPE_CHECKING:
    from calarec.core.engine.state import State
    from calarec.core.judge.judgement import Judgement

DAYS = [f"2026-12-{day:02}" for day in range(1, 9)]


@pytest.fixture(scope="module")
def evening() -> list[Judgement]:
    """Hands of bots that play badly, so that there is something to be found."""
    hands = [each.hand for each in calarec.simulate("pagat", hands=60, seed=1)]
    return [calarec.replay(each) for each in parse_records(calarec.write(hands))]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions that can be tried out whole."""
    monkeypatch.setattr(puzzle, "MIN_CARDS", 2)
    monkeypatch.setattr(puzzle, "MAX_HELD_CARDS", 3)
    monkeypatch.setattr(puzzle, "MAX_POSITIONS", 1000)


def _state_at(judged: Judgement, at: str) -> State:
    trick, _, cards = at.partition(".")
    place = int(trick) - 1, int(cards or 0)
    return next(each for each in play_states(judged) if (len(each.tricks), len(each.trick)) == place)


def test_exactly_one_card_wins(evening: list[Judgement]) -> None:
    """On every day; the named card wins, and each has the points printed below it."""
    seen = set()
    for day in DAYS:
        found = find_puzzle(evening, day)
        assert found is not None
        judged = evening[found["number"]]
        state = _state_at(judged, found["at"])
        values = Minimax(judged.game, points, state, moment_of(judged, state)).cards()
        mine = bool(side_of(state) >> state.turn & 1)
        needed = find_winning_points(judged.game, state.contract)[1]
        winning = [card for card, value in values.items() if (value >= needed) is mine]
        assert winning == [each["card"] for each in found["cards"] if each["wins"]]
        assert len(winning) == 1
        assert {each["card"] for each in found["cards"]} == set(values)
        assert found["said"]["en"].startswith("Only the ")
        seen.add((found["number"], found["at"]))
    assert len(seen) > 1


def test_where_nobody_declares_one_card_brings_the_most() -> None:
    """In partnerships: by the same minimax, the named card brings the side that plays a whole point more."""
    hands = [each.hand for each in calarec.simulate("tressette", hands=12, seed=1)]
    tressette = [calarec.replay(each) for each in parse_records(calarec.write(hands))]
    for day in DAYS[:3]:
        found = find_puzzle(tressette, day)
        assert found is not None
        judged = tressette[found["number"]]
        state = _state_at(judged, found["at"])
        # The points of both sides together are the same whatever is played.
        sign = 1 if side_of(state) >> state.turn & 1 else -1
        values = {
            card: sign * value
            for card, value in Minimax(judged.game, points, state, moment_of(judged, state)).cards().items()
        }
        best, second = sorted(values, key=lambda card: values[card], reverse=True)[:2]
        assert [each["card"] for each in found["cards"] if each["wins"]] == [best]
        assert values[best] - values[second] >= judged.game.rules.pack.units_per_point
        assert found["aim"] == "most"
        assert found["question"]["en"].endswith("the most points?")
        # A verb that fits one player and two.
        assert re.search(r"\bWith it \w+ and \w+ will have ", found["said"]["en"]), found["said"]["en"]


def test_a_day_has_one_puzzle(evening: list[Judgement]) -> None:
    """The same for the same day; hands without their cards give none."""
    assert find_puzzle(evening, DAYS[0]) == find_puzzle(list(evening), DAYS[0])
    assert find_puzzle([], DAYS[0]) is None
