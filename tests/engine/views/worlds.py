"""Two worlds that a seat cannot distinguish: two unseen cards are exchanged.

Terms. A *course* is a hand played at random: the deal, the actions, and every state and event on the way.
The cards that a seat has *seen* are found here from the places of cards and from what the rules lay open, without
asking the views, and for covered cards without asking the events' masks either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine.actions import DiscardAction, GiveAction, LayAction, PlayAction, TakeAction

if TYPE_CHECKING:
    from calarec.core.engine.actions import Action

from typing import TYPE_CHECKING, NamedTuple

from calarec.core.engine import events as ev
from calarec.core.engine.cards import bits
from calarec.core.engine.moves import apply, legal, start
from calarec.core.engine.terms import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.engine.terms import Offer

COVERED = (ev.Given, ev.Tabled, ev.Taken, ev.Discarded)


class Course(NamedTuple):
    """A hand played at random."""

    setting: Seating
    hands: tuple[int, ...]
    piles: tuple[int, ...]
    actions: tuple[Action, ...]
    outcomes: tuple[Outcome, ...]
    """The deal's, then one for each action."""


def course(game: Game, chance: Random) -> Course:
    """A hand dealt and played at random."""
    people = chance.choice(game.rules.table.seats)
    setting = game.seat(tuple("ABCDEFGH"[:people]), chance.randrange(people))
    pack = list(range(len(game.cards.names)))
    chance.shuffle(pack)
    hands = [0] * len(setting.labels)
    for seat in setting.active:
        hands[seat] = sum(1 << pack.pop() for _ in range(game.rules.deal.hand))
    piles = tuple(sum(1 << pack.pop() for _ in range(pile.dealt)) for pile in game.rules.piles.values())
    outcomes = [start(game, setting, hands, piles)]
    actions: list[Action] = []
    while not outcomes[-1].state.is_over:
        offers = [offer for offer in legal(game, outcomes[-1].state) if offer.size]
        actions.append(_chosen(chance.choice(offers), chance))
        answer = apply(game, outcomes[-1].state, actions[-1])
        assert isinstance(answer, Outcome)
        outcomes.append(answer)
    return Course(setting, tuple(hands), piles, tuple(actions), tuple(outcomes))


def _chosen(offer: Offer, chance: Random) -> Action:
    if offer.words:
        # High bids end an auction soon; hands without any exchange hide little.
        return offer.say(offer.words[min(chance.randrange(len(offer.words)) for _ in range(2))])
    cards = [1 << number for number in bits(offer.cards)]
    return offer.choose(sum(chance.sample(cards, chance.randint(offer.least, offer.most))))


def twin(game: Game, one: Course, first: int, second: int) -> Iterator[tuple[int, Outcome]]:
    """The same hand with two cards exchanged, step by step as long as it goes on in the same way."""

    def swapped(cards: int) -> int:
        if (cards >> first & 1) == (cards >> second & 1):
            return cards
        return cards ^ (1 << first | 1 << second)

    outcome = start(game, one.setting, [swapped(hand) for hand in one.hands], [swapped(pile) for pile in one.piles])
    yield 0, outcome
    for number, action in enumerate(one.actions, 1):
        if isinstance(action, PlayAction) and action.card in (first, second):
            return
        if isinstance(action, LayAction | GiveAction | TakeAction | DiscardAction):
            action = action._replace(cards=swapped(action.cards))
        answer = apply(game, outcome.state, action)
        if not isinstance(answer, Outcome) or not _alike(answer, one.outcomes[number]):
            return
        outcome = answer
        yield number, outcome


def _alike(one: Outcome, other: Outcome) -> bool:
    """Check whether the same kinds of things happened, by the same seats."""

    def public(outcome: Outcome) -> list[tuple[type, object]]:
        return [(type(event), getattr(event, "seat", None)) for event in outcome.events]

    return public(one) == public(other) and (
        (one.state.step, one.state.outcome) == (other.state.step, other.state.outcome)
    )


def seen(game: Game, outcomes: tuple[Outcome, ...], seat: int) -> int:
    """The cards that a seat has seen once all this has happened."""
    del game
    cards = 0
    for outcome in outcomes:
        state = outcome.state
        cards |= state.hands[seat]
        for event in outcome.events:
            cards |= _laid_open(event, seat, state)
    return cards


def _laid_open(event: ev.Event, seat: int, state: State) -> int:
    if isinstance(event, ev.Played):
        return 1 << event.card
    if isinstance(event, COVERED):
        mine = seat in (event.seat, getattr(event, "to", event.seat)) or _plays_for(seat, event, state)
        return event.cards if event.open or mine else 0
    if isinstance(event, ev.Dealt):
        return event.cards if event.seat == seat else 0
    if isinstance(event, ev.Turned | ev.HandOpened | ev.Shown | ev.PileWon):
        return event.cards if event.seen >> seat & 1 else 0
    return 0


def _plays_for(seat: int, event: ev.Given | ev.Tabled | ev.Taken | ev.Discarded, state: State) -> bool:
    """Check whether the seat plays for the dummy that acts or receives."""
    concerned = (event.seat, getattr(event, "to", event.seat))
    return any(each in state.setting.dummies and state.controller(each) == seat for each in concerned)
