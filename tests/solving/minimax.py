"""The value of an ending, by trying every card of all players.

It is independent of the solver: no bounds, no equal cards, no order of cards; results are only kept by the holders of
the cards. It plays on masks of its own; the engine plays the cards again to value an outcome.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine.actions import PlayAction
from calarec.core.engine.cards import bits
from calarec.core.engine.moves import apply
from calarec.core.engine.state import NOBODY
from calarec.core.engine.terms import Outcome
from calarec.core.judge.judgement import Happened
from calarec.core.judge.ruling import settle_events

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.core.engine import events as ev
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State


def side_of(state: State) -> int:
    """The seats whose points are counted."""
    first = state.declarer
    if first == NOBODY:
        first = state.tricks[0].leader if state.tricks else state.leader
    return state.side_mask(first)


def points(game: Game, state: State, events: tuple[ev.Event, ...]) -> int:
    """The points of the side in a hand that is over."""
    side = side_of(state)
    account, tally = settle_events(game, state.setting, state, [Happened(each, 0) for each in events])
    assert account is not None
    return tally.points([seat for seat in state.setting.active if side >> seat & 1], game.rules.pack.last_trick)


def payment(game: Game, state: State, events: tuple[ev.Event, ...]) -> int:
    """Return the payment of the side in a hand that is over."""
    side = side_of(state)
    account, _ = settle_events(game, state.setting, state, [Happened(each, 0) for each in events])
    assert account is not None
    return sum(account.payments[seat] for seat in state.setting.active if side >> seat & 1)


class Minimax:
    """The values of the positions of one ending.

    The result depends on the tricks of the side, their points and the last one; each such outcome
    is played once on the engine.
    """

    def __init__(
        self, game: Game, worth: Callable[[Game, State, tuple[ev.Event, ...]], int], state: State,
        events: tuple[ev.Event, ...],
    ) -> None:  # fmt: skip
        self.game, self.worth, self.state, self.events = game, worth, state, events
        self.order = state.setting.active
        side = side_of(state)
        self.mine = [bool(side >> seat & 1) for seat in self.order]
        self.must = game.rules.play.follow == "must"
        self.line: list[int] = []
        self.known: dict[tuple[tuple[int, ...], tuple[int, ...], int, int, int], int] = {}
        self.outcomes: dict[tuple[int, int, bool], int] = {}

    def value(self) -> int:
        """Return the final value for the side."""
        if self.state.is_over:
            return self.worth(self.game, self.state, self.events)
        values = self.cards().values()
        return max(values) if self.mine[self.order.index(self.state.turn)] else min(values)

    def cards(self) -> dict[int, int]:
        """The same for each card that may be played."""
        state = self.state
        hands = tuple(state.hands[seat] for seat in self.order)
        return self._cards(hands, tuple(state.trick), self.order.index(state.leader), 0, 0)

    def _cards(
        self, hands: tuple[int, ...], trick: tuple[int, ...], leader: int, tricks: int, won: int
    ) -> dict[int, int]:
        place = (leader + len(trick)) % len(hands)
        hand = hands[place]
        legal = hand
        if trick and self.must:
            legal = hand & self.game.cards.suit_of[trick[0]] or hand
        found = {}
        for card in bits(legal):
            left = (*hands[:place], hand ^ 1 << card, *hands[place + 1 :])
            self.line.append(card)
            found[card] = self._after(left, (*trick, card), leader, tricks, won)
            self.line.pop()
        return found

    def _after(self, hands: tuple[int, ...], trick: tuple[int, ...], leader: int, tricks: int, won: int) -> int:
        if len(trick) == len(hands):
            suit = self.game.cards.suit_of[trick[0]]
            best = max(card for card in trick if suit >> card & 1)
            leader = (leader + trick.index(best)) % len(hands)
            if self.mine[leader]:
                tricks, won = tricks + 1, won + sum(self.game.cards.points[card] for card in trick)
            trick = ()
            if not any(hands):
                return self._ended((tricks, won, self.mine[leader]))
        key = (hands, trick, leader, tricks, won)
        found = self.known.get(key)
        if found is None:
            values = self._cards(*key).values()
            found = max(values) if self.mine[(leader + len(trick)) % len(hands)] else min(values)
            self.known[key] = found
        return found

    def _ended(self, outcome: tuple[int, int, bool]) -> int:
        found = self.outcomes.get(outcome)
        if found is None:
            state, events = self.state, self.events
            for card in self.line:
                answer = apply(self.game, state, PlayAction(state.turn, card))
                assert isinstance(answer, Outcome)
                state, events = answer.state, (*events, *answer.events)
            assert state.is_over
            found = self.outcomes[outcome] = self.worth(self.game, state, events)
        return found
