"""Cards that change places in a played hand until its figures are as wanted.

Terms. In an *arrangement* each card has a place, a seat or a pile, and a turn. Each seat plays the first of its cards
that it may play, by their turns. Whatever two cards change places, the play is legal; what was bid and exchanged before
it is done again with the changed cards, and the engine checks it.
"""

from __future__ import annotations

from math import exp
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
from calarec.core.engine.declaring import find_declared_lead
from calarec.core.engine.moves import apply, legal, start
from calarec.core.engine.own_figures import OwnFigures, find_barred_leads
from calarec.core.engine.state import NOBODY
from calarec.core.engine.terms import Outcome
from calarec.core.engine.tricks import find_winning_place, playable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from calarec.core.engine import events as ev
    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State

ARRANGED_FIGURES: Final = ("tricks", "in_tricks", "cards", "points")
FEW_CHANGES: Final = 2_500
"""The most changes that are tried for one hand: nearly all hands need fewer."""
MANY_CHANGES: Final = 20_000
"""The changes after few ones failed: with many seats each trick needs its winner."""
_WARMTH_OF_FEW: Final = (0.6, 0.6)
"""The points that a change may worsen now and then, at first and at last."""
_WARMTH_OF_MANY: Final = (2.5, 0.2)
_SAME_SUIT_SHARE: Final = 0.6
"""The share of exchanges within a suit: only winners change."""
_POINTS_OF_A_TRICK: Final = 12
"""The points that a missing trick counts for, to find worthless tricks too."""


class FigureLimits(NamedTuple):
    """The least and the most that a figure of some seats together may be."""

    seats: tuple[int, ...]
    figure: str
    """One of `ARRANGED_FIGURES`, as in the account of a hand."""
    least: int | None
    most: int | None

    @property
    def outside(self) -> FigureLimits:
        """The figures just beyond the limits: below the least, or else above the most."""
        if self.least:
            return self._replace(least=None, most=self.least - 1)
        return self._replace(least=(self.most or 0) + 1, most=None)

    def count_missing(self, have: int) -> int:
        """The distance of a value from the limits."""
        below = 0 if self.least is None else self.least - have
        above = 0 if self.most is None else have - self.most
        return max(below, above, 0)


class PlayedHand(NamedTuple):
    """A hand that was played out: its deal and its actions."""

    hands: tuple[int, ...]
    piles: tuple[int, ...]
    actions: tuple[Action, ...]


def arrange_hand(
    game: Game,
    setting: Seating,
    played: PlayedHand,
    wanted: Sequence[FigureLimits],
    fixed: int,
    rng: Random,
    *,
    changes: int,
) -> list[ev.Event] | None:
    """The events of the hand with its figures within limits, or None.

    Cards that are `fixed` stay where they are.
    """
    if game.rules.play.draw is not None and game.rules.play.draw.tops is not None:
        return None  # who draws depends on the cards that are played
    identity = {card: card for card in bits(game.cards.full)}
    begun = _begin_play(game, setting, played, identity)
    if begun is None:
        return None
    arrangement = _Arrangement(game, begun[1], wanted, fixed, rng)
    if not arrangement.can_meet_limits(changes):
        return None
    again = _begin_play(game, setting, played, arrangement.stands_for)
    return None if again is None else _play_cards(game, *again, arrangement.turns)


class _Figures:
    """The final figures of each seat."""

    __slots__ = ("cards", "in_tricks", "points", "tricks")

    def __init__(self, seats: int) -> None:
        self.tricks, self.in_tricks, self.cards, self.points = ([0] * seats for _ in range(4))


class _Arrangement:
    """The places and turns of the cards when the play begins."""

    def __init__(self, game: Game, state: State, wanted: Sequence[FigureLimits], fixed: int, rng: Random) -> None:
        self.game = game
        self.state = state
        self.wanted = wanted
        self.rng = rng
        self.order = state.setting.active
        self.piles_at = len(state.hands)
        """The place of the first pile; places before it are seats."""
        self.places = {card: place for place, cards in enumerate((*state.hands, *state.piles)) for card in bits(cards)}
        self.turns = {card: rng.random() for card in self.places}
        self.stands_for = {card: card for card in bits(game.cards.full)}
        """For each card of the hand as it was played the one that has its place now."""
        self.stood_for = dict(self.stands_for)
        self.free = [card for card in self.places if not fixed >> card & 1]
        self.held = [card for card in self.places if self.places[card] < self.piles_at]
        suits = [[card for card in self.free if suit >> card & 1] for suit in game.cards.suits]
        self.free_suits = [suit for suit in suits if len(suit) > 1]

    def can_meet_limits(self, changes: int) -> bool:
        """Change places and turns until the figures are within their limits."""
        missing, rng = self._play_out(), self.rng
        first, last = _WARMTH_OF_FEW if changes <= FEW_CHANGES else _WARMTH_OF_MANY
        for number in range(changes):
            if not missing:
                return True
            change, cards = self._next_change(changes)
            if not change(*cards):
                continue
            after = self._play_out()
            warmth = first * (last / first) ** (number / changes)
            if after <= missing or rng.random() < exp((missing - after) / warmth):
                missing = after
            else:
                change(*cards)
        return not missing

    def _next_change(self, changes: int) -> tuple[Callable[[int, int], bool], list[int]]:
        """A change to try, and the two cards that it is about."""
        rng, is_long = self.rng, changes > FEW_CHANGES
        if rng.random() >= 0.6 or len(self.free) < 2:
            holding = self.held
            if is_long:
                seat = self.places[rng.choice(self.held)]
                holding = [card for card in self.held if self.places[card] == seat]
            return self._can_swap_turns, rng.sample(holding, 2) if len(holding) > 1 else [holding[0]] * 2
        is_in_suit = is_long and self.free_suits and rng.random() < _SAME_SUIT_SHARE
        return self._can_swap_places, rng.sample(rng.choice(self.free_suits) if is_in_suit else self.free, 2)

    def _can_swap_places(self, one: int, other: int) -> bool:
        """Let two cards change places and turns; False if it changes nothing."""
        if self.places[one] == self.places[other]:
            return False
        self.places[one], self.places[other] = self.places[other], self.places[one]
        self.turns[one], self.turns[other] = self.turns[other], self.turns[one]
        first, second = self.stood_for[one], self.stood_for[other]
        self.stands_for[first], self.stands_for[second] = other, one
        self.stood_for[one], self.stood_for[other] = second, first
        return True

    def _can_swap_turns(self, one: int, other: int) -> bool:
        """Let two cards of one seat change turns; False if they are of two."""
        if self.places[one] != self.places[other]:
            return False
        self.turns[one], self.turns[other] = self.turns[other], self.turns[one]
        return True

    def _play_out(self) -> int:
        """Play the hand to its end; how much is missing in all."""
        game, state, order = self.game, self.state, self.order
        rules, suit_of, worth = game.rules.play, game.cards.suit_of, game.cards.points
        queues: list[list[int]] = [[] for _ in range(self.piles_at + len(state.piles))]
        for card in sorted(self.turns, key=self.turns.__getitem__):
            queues[self.places[card]].append(card)
        hands = [sum([1 << card for card in queue]) for queue in queues[: self.piles_at]]
        figures, leader, number = _Figures(self.piles_at), state.leader, 0
        stock = queues[self.piles_at + game.stock] if rules.draw is not None else []
        while any(hands):
            trick: list[int] = []
            number += 1
            first = order.index(leader)
            round_order = order[first:] + order[:first]
            for seat in round_order:
                allowed = playable(rules, hands[seat], trick, suit_of, state.trump)
                if rules.leads and not trick:
                    player = OwnFigures(game, state.setting, seat, hands[seat], state.trump, number)
                    allowed &= ~find_barred_leads(player, state.contract)
                if state.declared and not trick:
                    allowed = find_declared_lead(game, state, seat, hands[seat], number - 1)[0] or allowed
                card = next(card for card in queues[seat] if allowed >> card & 1)
                queues[seat].remove(card)
                hands[seat] ^= 1 << card
                trick.append(card)
            leader = round_order[find_winning_place(trick, suit_of, state.trump)]
            figures.tricks[leader] += 1
            figures.in_tricks[leader] += sum([worth[card] for card in trick])
            at = order.index(leader)
            for seat in order[at:] + order[:at] if stock else ():
                if stock:
                    drawn = stock.pop(0)
                    hands[seat] |= 1 << drawn
                    queues[seat].append(drawn)
                    queues[seat].sort(key=self.turns.__getitem__)
        self._add_piles(figures, queues[self.piles_at :], leader)
        return self._count_missing(figures)

    def _add_piles(self, figures: _Figures, piles: Sequence[Sequence[int]], last: int) -> None:
        worth = self.game.cards.points
        figures.cards = list(figures.in_tricks)
        for name, pile in zip(self.game.piles, piles, strict=True):
            won_by = self.game.rules.piles[name].won_by
            seat = {"last_trick": last, "declarer": self.state.declarer, "nobody": NOBODY}[won_by]
            if seat != NOBODY:
                figures.cards[seat] += sum([worth[card] for card in pile])
        figures.points = list(figures.cards)
        figures.points[last] += self.game.rules.pack.last_trick

    def _count_missing(self, figures: _Figures) -> int:
        missing = 0
        for limits in self.wanted:
            of_seats = getattr(figures, limits.figure)
            short = limits.count_missing(sum([of_seats[seat] for seat in limits.seats]))
            missing += short * _POINTS_OF_A_TRICK if limits.figure == "tricks" else short
        return missing


def _begin_play(
    game: Game, setting: Seating, played: PlayedHand, stands_for: dict[int, int]
) -> tuple[list[ev.Event], State] | None:
    """The deal and the steps before the play with other cards; None if illegal."""

    def swap_cards(cards: int) -> int:
        return sum(1 << stands_for[card] for card in bits(cards))

    begun = start(
        game, setting, [swap_cards(cards) for cards in played.hands], [swap_cards(cards) for cards in played.piles]
    )
    events, state = list(begun.events), begun.state
    for action in played.actions:
        if isinstance(action, PlayAction):
            break
        if isinstance(action, CallAction):
            action = action._replace(card=stands_for[action.card])
        elif isinstance(action, LayAction | GiveAction | TakeAction | DiscardAction | ShowAction | DeclareAction):
            action = action._replace(cards=swap_cards(action.cards))
        answer = apply(game, state, action)
        if not isinstance(answer, Outcome):
            return None
        events += answer.events
        state = answer.state
    return (events, state) if state.step == "play" and not state.is_over else None


def _play_cards(game: Game, events: list[ev.Event], state: State, turns: dict[int, float]) -> list[ev.Event] | None:
    """The events of a hand whose cards are played and drawn by their turns."""
    while not state.is_over:
        offer = next((offer for offer in legal(game, state) if offer.do in ("play", "take")), None)
        if offer is None or not offer.cards:
            return None
        answer = apply(game, state, offer.choose(1 << min(bits(offer.cards), key=turns.__getitem__)))
        if not isinstance(answer, Outcome):
            return None
        events += answer.events
        state = answer.state
    return events
