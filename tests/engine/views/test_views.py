"""A seat's knowledge does not depend on what it cannot know."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec import load_rules
from calarec.core.engine import events as ev
from calarec.core.engine.cards import bits
from calarec.core.engine.events import EVERYTHING, Glimpse, of_seat, project
from calarec.core.engine.game import Game
from calarec.core.engine.views import Watcher, view
from tests.engine.playing import tables_of
from tests.engine.views.worlds import Course, course, seen, twin
from tests.rulebooks import SHIPPED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.engine.terms import Outcome

pytestmark = pytest.mark.slow

IDS = tuple(SHIPPED)
PAIRS = 200
FROM_ONE = 4
"""Pairs of states taken from one exchange of two cards, so that many hands are looked at."""


def _events(outcomes: tuple[Outcome, ...]) -> list[ev.Event]:
    return [event for outcome in outcomes for event in outcome.events]


def _pairs(game: Game, one: Course, chance: Random) -> Iterator[tuple[int, tuple[Outcome, ...], tuple[Outcome, ...]]]:
    """A seat and two courses that differ only in two cards that it never saw."""
    for seat in range(len(one.setting.labels) - len(one.setting.dummies)):
        hidden = list(bits(game.cards.full & ~seen(game, one.outcomes[: chance.randint(1, len(one.outcomes))], seat)))
        if len(hidden) < 2:
            continue
        first, second = chance.sample(hidden, 2)
        others: list[Outcome] = []
        found = 0
        steps = list(twin(game, one, first, second))
        wanted = set(chance.sample(range(len(steps)), min(FROM_ONE, len(steps))))
        for number, outcome in steps:
            others.append(outcome)
            mine = one.outcomes[: number + 1]
            unseen = not (seen(game, mine, seat) | seen(game, tuple(others), seat)) & (1 << first | 1 << second)
            if unseen and number in wanted and outcome.state != mine[-1].state:
                found += 1
                yield seat, mine, tuple(others)


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", IDS)
def test_what_cannot_be_known_changes_nothing(ruleset: str) -> None:
    """States that differ only in what a seat cannot know give it the same view and the same legal actions."""
    tables = tables_of(Game.from_ruleset(load_rules(ruleset)))
    pairs = 0
    for seed in count():
        chance, game = Random(seed), tables[seed % len(tables)]
        for seat, mine, theirs in _pairs(game, course(game, chance), chance):
            eyes = of_seat(seat)
            one, other = (view(game, each[-1].state, _events(each), eyes) for each in (mine, theirs))
            assert one == other, (seed, seat)
            whole = [view(game, each[-1].state, _events(each), EVERYTHING) for each in (mine, theirs)]
            assert whole[0] != whole[1], "the states do not really differ"
            pairs += 1
        if pairs >= PAIRS:
            break


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", IDS)
def test_a_view_tells_the_truth(ruleset: str) -> None:
    """Known cards are where the view has them, sizes are right, and a move is legal."""
    tables = tables_of(Game.from_ruleset(load_rules(ruleset)))
    for seed in range(3 * len(tables)):
        game = tables[seed % len(tables)]
        one = course(game, Random(seed))
        for number in range(0, len(one.outcomes), 3):
            outcomes = one.outcomes[: number + 1]
            state = outcomes[-1].state
            for eyes in (EVERYTHING, one.setting.all, *map(of_seat, range(len(one.setting.labels)))):
                found = view(game, state, _events(outcomes), eyes)
                for known, cards in zip((*found.hands, *found.piles), (*state.hands, *state.piles), strict=True):
                    assert known.cards & ~cards == 0
                    assert known.size == cards.bit_count()
                    assert eyes != EVERYTHING or known.cards == cards
            if not state.is_over:
                seats = range(len(one.setting.labels))
                assert any(view(game, state, _events(outcomes), of_seat(seat)).choices for seat in seats)


def test_eyes_that_follow_a_hand_see_what_a_late_look_shows() -> None:
    """At each moment, whatever happened in between."""
    game = Game.from_ruleset(load_rules("tretre"))
    for seed in range(3):
        one = course(game, Random(seed))
        for eyes in (EVERYTHING, *map(of_seat, range(len(one.setting.labels)))):
            watcher = Watcher(game, len(one.setting.labels), eyes)
            for number, outcome in enumerate(one.outcomes, 1):
                watcher.watch_events(outcome.events)
                late = view(game, outcome.state, _events(one.outcomes[:number]), eyes)
                assert watcher.view_of_state(outcome.state) == late


def test_everybody_knows_his_own_hand() -> None:
    """The whole of it, at every step."""
    game = Game.from_ruleset(load_rules("tretre"))
    one = course(game, Random(1))
    for number in range(len(one.outcomes)):
        outcomes = one.outcomes[: number + 1]
        for seat in one.setting.active:
            found = view(game, outcomes[-1].state, _events(outcomes), of_seat(seat))
            assert found.hands[seat].cards == outcomes[-1].state.hands[seat]


def test_redacted_events_keep_their_counts() -> None:
    """Unseen cards are counted, seen ones kept, and the place of a called card hidden."""
    dealt = ev.Dealt(1, 0b1110, 0b010, "deal")
    called = ev.Called(1, 5, 2, 0b110, "steps.ask")
    played = ev.Played(1, 5, 0b111, "play.follow")
    assert project([dealt, called, played], of_seat(1)) == (Glimpse(dealt), Glimpse(called), Glimpse(played))
    assert project([dealt, called, played], of_seat(0)) == (
        Glimpse(dealt._replace(cards=0), 3), Glimpse(called._replace(found=-3, seen=0b010)), Glimpse(played),
    )  # fmt: skip
    assert project([dealt, called], 0b111) == project([dealt, called], of_seat(0))
    assert project([dealt, called], EVERYTHING) == (Glimpse(dealt), Glimpse(called))
