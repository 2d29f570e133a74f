"""Cards of one suit that change places in a played hand, for wanted points.

If two cards of one suit change places all through a hand, the suits of every holding stay as they were. As long as no
trick goes to another seat only points move; the engine checks each action when the hand is played again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.actions import (
    CallAction,
    DeclareAction,
    DiscardAction,
    GiveAction,
    LayAction,
    PlayAction,
    ShowAction,
    TakeAction,
)
from calarec.core.engine.cards import bits
from calarec.core.engine.moves import apply, start
from calarec.core.engine.terms import Outcome
from calarec.core.engine.tricks import find_winning_place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calarec.core.engine import events as ev
    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.engine.tally import Tally

    PointLimits = Mapping[frozenset[int], tuple[int, int]]
    """The least and the most points of some seats together."""

MAX_SWAPS: Final = 40


class PlayedHand(NamedTuple):
    """A hand that was played out: its deal, its actions, and how it ended."""

    hands: tuple[int, ...]
    piles: tuple[int, ...]
    actions: tuple[Action, ...]
    state: State
    tally: Tally
    owners: Mapping[int, int]
    """Of each card that went to a seat with a pile the seat."""


def swap_towards(
    game: Game, setting: Seating, played: PlayedHand, wanted: PointLimits, fixed: int
) -> list[ev.Event] | None:
    """The events of the hand after swaps that bring points within limits, or None.

    Cards that are `fixed` stay where they are.
    """
    swapping = _Swapping(game, played, wanted, fixed)
    for _ in range(MAX_SWAPS):
        if not swapping.distance:
            return _play_again(game, setting, played, swapping.stands_for)
        if not swapping.can_swap_best():
            return None
    return None


class _Swapping:
    """Swaps cards, the pair first that brings the points nearest."""

    def __init__(self, game: Game, played: PlayedHand, wanted: PointLimits, fixed: int) -> None:
        self.game = game
        self.wanted = wanted
        self.trump = played.state.trump
        self.tricks = [list(trick.cards) for trick in played.state.tricks]
        self.best = [find_winning_place(trick.cards, game.cards.suit_of, self.trump) for trick in played.state.tricks]
        self.trick_of = {card: number for number, trick in enumerate(self.tricks) for card in trick}
        self.owner = dict(played.owners)
        for trick in played.state.tricks:
            self.owner |= dict.fromkeys(trick.cards, trick.winner)
        last = game.rules.pack.last_trick
        self.points = [played.tally.points((seat,), last) for seat in range(len(played.tally.tricks))]
        self.stands_for = {card: card for card in bits(game.cards.full)}
        """For each card of the hand as it was played the one that has its place now."""
        self.free = list(bits(game.cards.full & ~fixed))

    @property
    def distance(self) -> int:
        """How many points are missing, of all sides together."""
        return self._distance_of(self.points)

    def _distance_of(self, points: Sequence[int]) -> int:
        missing = 0
        for seats, (least, most) in self.wanted.items():
            have = sum(points[seat] for seat in seats)
            missing += max(least - have, have - most, 0)
        return missing

    def can_swap_best(self) -> bool:
        """Swaps the pair of cards that brings the points nearest, if any does."""
        before, found = self.distance, None
        for number, card in enumerate(self.free):
            for other in self.free[number + 1 :]:
                after = self._distance_after(card, other)
                if after is not None and after < before:
                    before, found = after, (card, other)
        if found is None:
            return False
        self._swap(*found)
        return True

    def _distance_after(self, one: int, other: int) -> int | None:
        """The distance once two cards are swapped; None if they cannot be."""
        worth = self.game.cards.points
        more = worth[other] - worth[one]
        here, there = self.owner.get(one, -1), self.owner.get(other, -1)
        if not more or here == there or not self.game.cards.suit_of[one] >> other & 1:
            return None
        points = list(self.points)
        if here >= 0:
            points[here] += more
        if there >= 0:
            points[there] -= more
        after = self._distance_of(points)
        return after if after < self.distance and self._is_won_alike(one, other) else None

    def _is_won_alike(self, one: int, other: int) -> bool:
        """Whether every trick is won from the same place once two cards are swapped."""
        numbers = {self.trick_of[card] for card in (one, other) if card in self.trick_of}
        for number in numbers:
            cards = [other if card == one else one if card == other else card for card in self.tricks[number]]
            if find_winning_place(cards, self.game.cards.suit_of, self.trump) != self.best[number]:
                return False
        return True

    def _swap(self, one: int, other: int) -> None:
        worth = self.game.cards.points
        more, here, there = worth[other] - worth[one], self.owner.get(one, -1), self.owner.get(other, -1)
        if here >= 0:
            self.points[here] += more
        if there >= 0:
            self.points[there] -= more
        changed = {one: other, other: one}
        self.tricks = [[changed.get(card, card) for card in trick] for trick in self.tricks]
        for places in (self.trick_of, self.owner):
            moved = {changed[card]: places.pop(card) for card in (one, other) if card in places}
            places.update(moved)
        self.stands_for = {card: changed.get(now, now) for card, now in self.stands_for.items()}


def _play_again(
    game: Game, setting: Seating, played: PlayedHand, stands_for: Mapping[int, int]
) -> list[ev.Event] | None:
    """The events of the same actions with other cards; None if one is illegal."""

    def swap_cards(cards: int) -> int:
        return sum(1 << stands_for[card] for card in bits(cards))

    begun = start(
        game, setting, [swap_cards(cards) for cards in played.hands], [swap_cards(cards) for cards in played.piles]
    )
    events, state = list(begun.events), begun.state
    for action in played.actions:
        if isinstance(action, PlayAction | CallAction):
            action = action._replace(card=stands_for[action.card])
        elif isinstance(action, LayAction | GiveAction | TakeAction | DiscardAction | ShowAction | DeclareAction):
            action = action._replace(cards=swap_cards(action.cards))
        answer = apply(game, state, action)
        if not isinstance(answer, Outcome):
            return None
        events += answer.events
        state = answer.state
    return events if state.is_over else None
