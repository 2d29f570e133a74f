"""What an ending is worth, by trying every card of everybody, on the engine's own states and accounts.

It knows nothing of the solver: no bounds, no equal cards, no order of cards; what was found is only kept by state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.engine.actions import PlayAction
from calarec.engine.cards import bits
from calarec.engine.moves import apply, legal
from calarec.engine.state import NOBODY
from calarec.engine.terms import Outcome
from calarec.judge.judgement import Happened
from calarec.judge.settled import settle

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.engine import events as ev
    from calarec.engine.game import Game
    from calarec.engine.state import State

Worth = "Callable[[Game, State, tuple[ev.Event, ...]], int]"


def side_of(state: State) -> int:
    """The seats whose points are counted."""
    first = state.declarer
    if first == NOBODY:
        first = state.tricks[0].leader if state.tricks else state.leader
    return state.side(first)


def points(game: Game, state: State, events: tuple[ev.Event, ...]) -> int:
    """The points of the side in a hand that is over."""
    side = side_of(state)
    account, tally = settle(game, state.setting, state, [Happened(each, 0) for each in events])
    assert account is not None
    return tally.points([seat for seat in state.setting.active if side >> seat & 1], game.rules.pack.last_trick)


def payment(game: Game, state: State, events: tuple[ev.Event, ...]) -> int:
    """What the side is paid in a hand that is over."""
    side = side_of(state)
    account, _ = settle(game, state.setting, state, [Happened(each, 0) for each in events])
    assert account is not None
    return sum(account.payments[seat] for seat in state.setting.active if side >> seat & 1)


class Minimax:
    """The values of the positions of one ending."""

    def __init__(self, game: Game, worth: Callable[[Game, State, tuple[ev.Event, ...]], int]) -> None:
        self.game = game
        self.worth = worth
        self.known: dict[State, int] = {}

    def value(self, state: State, events: tuple[ev.Event, ...]) -> int:
        """What the side has in the end."""
        if state.over:
            return self.worth(self.game, state, events)
        found = self.known.get(state)
        if found is None:
            values = self.cards(state, events).values()
            found = self.known[state] = max(values) if side_of(state) >> state.turn & 1 else min(values)
        return found

    def cards(self, state: State, events: tuple[ev.Event, ...]) -> dict[int, int]:
        """The same for each legal card."""
        (offer,) = legal(self.game, state)
        found = {}
        for card in bits(offer.cards):
            answer = apply(self.game, state, PlayAction(offer.seat, card))
            assert isinstance(answer, Outcome)
            found[card] = self.value(answer.state, (*events, *answer.events))
        return found
