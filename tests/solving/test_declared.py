"""Declarations during the play: if they change its value, the solver refuses."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.engine import events as ev
from calarec.core.engine.cards import bits
from calarec.core.engine.game import Game
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset
from calarec.simulation import simulate
from calarec.solving.position import UnsolvableError, position_of
from calarec.solving.solve import solve
from calarec.solving.worlds import SeenWorlds
from tests.solving.minimax import Minimax, payment, points

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.engine.state import State

ATTESTED = Path(__file__).parents[1] / "rulesets" / "attested"
_FOR_THE_MATCH = """\
ruleset: for-the-match
version: 1.0.0
title: For the match
extends: pagat
add:
  standing.threes: {do: declare, meld: {ranks: "3", of: rank, least: 2}, until_trick: 11, played: true, match: 2}
"""


def moments(of: Game, hands: int, seed: int) -> Iterator[tuple[State, tuple[ev.Event, ...]]]:
    """Yield the states before each trick, with the events until then."""
    for made in simulate(of, hands=hands, seed=seed, bot="random"):
        happened = begin_totals(of).replay(made.hand).happened
        for number, one in enumerate(happened, 1):
            state = one.state
            if state is None or state.step != "play" or state.trick or state.is_over:
                continue
            if number == len(happened) or happened[number].state is not state:
                yield state, tuple(each.event for each in happened[:number])


@pytest.fixture
def for_the_match(tmp_path: Path) -> Game:
    """A game in which what is declared adds to totals alone."""
    file = tmp_path / "for-the-match.yaml"
    file.write_text(_FOR_THE_MATCH, "utf-8")
    return Game.from_ruleset(load_ruleset(str(file)))


def test_points_that_are_or_may_be_declared_are_not_solved() -> None:
    """The declarer's aces count up to the third trick; a court adds to totals alone and hinders nothing."""
    of = Game.from_ruleset(load_ruleset(str(ATTESTED / "declared-bid.yaml")))
    refused = solved = declared = 0
    for state, events in moments(of, 40, 2):
        said = {word for word, _, _ in state.declared}
        declared += "court" in said
        if "aces" in said or len(state.tricks) <= 3:
            with pytest.raises(UnsolvableError, match=r"standing\.aces\.do"):
                position_of(of, state)
            refused += 1
        elif len(state.tricks) == 10:
            solution = solve(position_of(of, state))
            assert solution.value == Minimax(of, points, state, events).value()
            solved += 1
    assert refused > 100
    assert solved > 5
    assert declared


def test_what_counts_for_the_match_changes_no_payment(for_the_match: Game) -> None:
    """Declared or not, before or while a hand is solved."""
    found = declared = 0
    for state, events in moments(for_the_match, 12, 4):
        if len(state.tricks) == 9:
            for objective, worth in (("points", points), ("payment", payment)):
                solution = solve(position_of(for_the_match, state), objective=objective)  # type: ignore[arg-type]
                assert solution.value == Minimax(for_the_match, worth, state, events).value()
            found += 1
            declared += bool(state.declared)
    assert found > 5
    assert declared


def test_declared_cards_lie_where_they_were_shown(for_the_match: Game) -> None:
    """In every world."""
    held = 0
    for state, events in moments(for_the_match, 30, 4):
        others = [each for each in state.declared if each[1] != state.turn]
        first = next((at for at, each in enumerate(events) if isinstance(each, ev.Declared)), 0)
        raised = any(isinstance(each, ev.Taken) for each in events[first:])  # then it may have been put away
        if not others or raised or len(state.tricks) not in (1, 3):
            continue
        rng = Random(held)
        worlds = SeenWorlds(for_the_match, state, events, state.turn)
        for world in (worlds.draw_world(rng) for _ in range(20)):
            for _, seat, cards in others:
                left = sum(1 << card for card in bits(cards) if state.hands[seat] >> card & 1)
                assert world.hands[seat] & left == left
        held += 1
    assert held > 5


def test_what_a_seat_was_not_shown_is_not_weighed() -> None:
    """The cards of a court are known only to its declarer."""
    of = Game.from_ruleset(load_ruleset(str(ATTESTED / "declared-bid.yaml")))
    state, events = next(
        (state, events) for state, events in moments(of, 40, 2) if any(word == "court" for word, _, _ in state.declared)
    )
    (seat,) = (seat for word, seat, _ in state.declared if word == "court")
    for each in state.setting.active:
        if each == seat:
            assert SeenWorlds(of, state, events, each).world_count
        else:
            with pytest.raises(UnsolvableError, match="has not seen"):
                SeenWorlds(of, state, events, each)
