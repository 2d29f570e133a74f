"""Plays random legal hands through the engine, for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calarec.core.engine.actions import Action

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from calarec.core.engine.cards import bits
from calarec.core.engine.moves import apply, legal, start
from calarec.core.engine.terms import Offer, Outcome
from calarec.playing.dealing import deal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.engine import events as ev
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State


class Step(NamedTuple):
    """A state, its legal actions, and the action that was taken."""

    state: State
    offers: tuple[Offer, ...]
    action: Action


class Played(NamedTuple):
    """A whole hand."""

    setting: Seating
    hands: list[int]
    piles: list[int]
    steps: list[Step]
    events: list[ev.Event]
    end: State


def choose(offer: Offer, rng: Random) -> Action:
    """Any action of an offer."""
    if offer.words:
        return offer.say(rng.choice(offer.words))
    number = rng.randint(offer.least, offer.most)
    return offer.choose(sum(1 << card for card in rng.sample(list(bits(offer.cards)), number)))


def play(game: Game, rng: Random, *, seats: int | None = None) -> Played:
    """A hand of random legal actions from a random deal."""
    people = seats or rng.choice(game.rules.table.seats)
    setting = game.seat(tuple("ABCDEFGH"[:people]), rng.randrange(people))
    hands, piles = deal(game, setting, rng)
    first = start(game, setting, hands, piles)
    state, events = first.state, list(first.events)
    steps: list[Step] = []
    while not state.is_over:
        offers = tuple(offer for offer in legal(game, state) if offer.size)
        action = choose(rng.choice(offers), rng)
        answer = apply(game, state, action)
        assert isinstance(answer, Outcome), (game.ruleset.id, action, answer)
        steps.append(Step(state, offers, action))
        state = answer.state
        events += answer.events
    return Played(setting, hands, piles, steps, events, state)


def tables_of(game: Game) -> list[Game]:
    """The game at each size of table if pack or deal need it; otherwise the game."""
    return [game.at_table(seats) for seats in game.people] if game.rules.table.by_seats else [game]


def hands(game: Game, count: int, seed: int = 0) -> Iterator[Played]:
    """Several such hands, always the same ones."""
    for number in range(count):
        yield play(game, Random(f"{game.ruleset.digest}/{seed}/{number}"))
