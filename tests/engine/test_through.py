"""A hand played to its end in one go is the hand played card by card."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.engine.actions import PlayAction
from calarec.core.engine.behaviours import behaviour_at, watching
from calarec.core.engine.cards import bits
from calarec.core.engine.moves import apply, play_cards
from calarec.core.engine.terms import Outcome, StepContext
from tests.engine.playing import play
from tests.rulebooks import IDS, game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.engine import events as ev
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.engine.tricks import CardsInPlay

UNHEARD = [id_ for id_ in IDS if not watching(game(id_))]
"""Rulesets in which nothing listens to the play."""


def lowest(table: CardsInPlay, playable: int) -> int:
    """A card that depends on all that a player may look at."""
    choice = list(bits(playable))
    return choice[(table.gone.bit_count() + len(table.trick) + table.turn) % len(choice)]


@pytest.mark.parametrize("id_", UNHEARD)
def test_in_one_go_as_card_by_card(id_: str) -> None:
    """The same events and the same state, from any card on; partners who come to be known among them."""
    of = game(id_)
    for number in range(12):
        rng = Random(f"{id_}/{number}")
        played = play(of, rng)
        started = [step for step in played.steps if isinstance(step.action, PlayAction)]
        if not started:
            continue
        state = rng.choice(started).state
        at = StepContext(of, state, "play")
        taken: list[tuple[int, int]] = []

        def choose(table: CardsInPlay, playable: int, taken: list[tuple[int, int]] = taken) -> int:
            taken.append((table.turn, lowest(table, playable)))
            return taken[-1][1]

        whole = behaviour_at(of, "play").play_to_end(at, choose)
        events: list[ev.Event] = []
        for seat, card in taken:
            answer = apply(of, state, PlayAction(seat, card))
            assert isinstance(answer, Outcome)
            state = answer.state
            events += answer.events
        assert whole.state == state
        assert list(whole.events) == events


def test_most_rulesets_are_played_so() -> None:
    """Most rulesets are played so; not those with open hands, seen within the play."""
    assert len(UNHEARD) > 20


def apply_in_turn(of: Game, state: State, plays: Sequence[tuple[int, int]]) -> list[Outcome]:
    """Apply plays in turn; return the outcomes up to the first refusal."""
    found: list[Outcome] = []
    for seat, card in plays:
        answer = apply(of, state, PlayAction(seat, card))
        if not isinstance(answer, Outcome):
            break
        found.append(answer)
        state = answer.state
    return found


@pytest.mark.parametrize("id_", IDS)
def test_a_trick_in_one_go_as_card_by_card(id_: str) -> None:
    """The same states and events after each card, up to the first that is refused; from any card of a trick on."""
    of, refused = game(id_), 0
    for number in range(6):
        rng = Random(f"{id_}/trick/{number}")
        steps = [step for step in play(of, rng).steps if isinstance(step.action, PlayAction)]
        for place, step in enumerate(steps):
            seats = len(step.state.setting.active)
            actions = [each.action for each in steps[place : place + rng.choice((seats, seats, 1, seats - 1))]]
            plays = [(action.seat, action.card) for action in actions if isinstance(action, PlayAction)]
            assert list(play_cards(of, step.state, plays)) == apply_in_turn(of, step.state, plays)
            wrong = rng.randrange(len(plays))
            plays[wrong] = plays[wrong][0], rng.randrange(len(of.cards.names))
            expected = apply_in_turn(of, step.state, plays)
            assert list(play_cards(of, step.state, plays)) == expected
            refused += len(expected) < len(plays)
            rng.shuffle(plays)
            assert list(play_cards(of, step.state, plays)) == apply_in_turn(of, step.state, plays)
    assert refused
