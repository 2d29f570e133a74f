"""Moves that impossible statements must have meant, where only one is left.

A hand with all tricks written shows every card of the play. A card that a seat holds and no trick names is then the
one that it must have played, or discarded, where the record contains something impossible. This module tries out
nothing.
"""

from __future__ import annotations

from functools import cached_property
from itertools import cycle
from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine import events as ev
from calarec.core.engine.actions import (
    BidAction,
    CallAction,
    DiscardAction,
    GiveAction,
    LayAction,
    PlayAction,
    TakeAction,
)
from calarec.core.engine.moves import apply, legal
from calarec.core.engine.state import DRAWING
from calarec.core.engine.terms import Outcome
from calarec.core.judge.seats import number_of
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.engine.terms import Refusal
    from calarec.core.judge.judgement import Happened
    from calarec.core.records.model import Hand

_PLAYS = ("CAL510", "CAL511", "CAL512", "CAL518", "CAL519")
_CALLS = ("CAL420", "CAL421", "CAL422")
_ASTRAY = "CAL428"
_CARDS = ("CAL424", "CAL425", "CAL429", "CAL431", "CAL432", "CAL433", "CAL434", "CAL435")


class _NamedCards(NamedTuple):
    """The cards that all tricks name."""

    by_seat: list[int]
    number: int
    """The number of tricks."""
    gaps: int
    """The number of plays that cannot be read."""
    twice: bool
    """Some seat plays a card of which another trick says that it plays it too."""


class Tricks:
    """All cards that the tricks of a record name, by seat, read when first needed."""

    def __init__(self, hand: Hand, game: Game, setting: Seating) -> None:
        self.hand = hand
        self.game = game
        self.setting = setting

    @cached_property
    def _named_cards(self) -> _NamedCards:
        setting, numbers = self.setting, self.game.cards.numbers
        by_seat = [0] * len(setting.labels)
        number = gaps = twice = 0
        for trick in self.hand.every(rec.Trick):
            number += 1
            leader = number_of(setting, trick.leader)
            order = seats_in_turn(setting, leader) if leader in setting.active else ()
            for seat, name in zip(cycle(order), trick.cards, strict=False):
                if name not in numbers:
                    gaps += 1
                    continue
                bit, had = 1 << numbers[name], by_seat[seat]
                twice |= had & bit
                by_seat[seat] = had | bit
            gaps += 0 if order else len(trick.cards)
        return _NamedCards(by_seat, number, gaps, bool(twice))

    @cached_property
    def first_place(self) -> int:
        """The place of the first of them among the statements; -1 if there is none."""
        places = (at for at, statement in enumerate(self.hand.statements) if isinstance(statement, rec.Trick))
        return next(places, -1)

    @property
    def by_seat(self) -> list[int]:
        """The cards of each seat."""
        return self._named_cards.by_seat

    @property
    def gaps(self) -> int:
        """The number of plays that cannot be read."""
        return self._named_cards.gaps

    @property
    def has_card_named_twice(self) -> bool:
        """Check whether a card is named in two tricks for one seat."""
        return self._named_cards.twice

    @cached_property
    def is_whole(self) -> bool:
        """Check whether all tricks are there, and at most one card cannot be read."""
        return self._named_cards.number == self.game.tricks(self.setting) and self.gaps < 2

    @cached_property
    def all(self) -> int:
        """The cards of all tricks."""
        together = 0
        for cards in self.by_seat:
            together |= cards
        return together

    @cached_property
    def taken_cards(self) -> list[tuple[int, int]]:
        """The cards that lines say each seat takes, and those of which several say it."""
        once, twice = [0] * len(self.setting.labels), [0] * len(self.setting.labels)
        for statement in self.hand.statements:
            seat = number_of(self.setting, statement.seat) if isinstance(statement, rec.Take) else -1
            for name in statement.cards if isinstance(statement, rec.Take) and seat >= 0 else ():
                card = 1 << self.game.cards.numbers[name] if name in self.game.cards.numbers else 0
                twice[seat] |= once[seat] & card
                once[seat] |= card
        return list(zip(once, twice, strict=True))

    def handed_card(self, seat: int) -> int:
        """The one card that a seat is given; -1 if there is none, or more than one."""
        gifts = (gift for gift in self.hand.every(rec.Give) if len(gift.cards) == 1)
        cards = [gift.cards[0] for gift in gifts if number_of(self.setting, gift.to) == seat]
        return self.game.cards.numbers.get(cards[0], -1) if len(cards) == 1 else -1

    def unplayed_card(self, state: State, seat: int) -> int:
        """The one card of a hand that no trick names; -1 if none, or more than one."""
        left = state.hands[seat] & ~self.all
        return left.bit_length() - 1 if self.is_whole and left.bit_count() == 1 else -1

    def missing(self, state: State) -> list[tuple[int, int]]:
        """The one trick that is not written, in order of play; empty if not known."""
        seats = seats_in_turn(state.setting, state.turn) if state.turn in state.setting.active else ()
        left = [state.hands[seat] & ~self.all for seat in seats]
        whole = self._named_cards.number + 1 == self.game.tricks(self.setting) and not self.gaps
        if state.trick or not whole or any(each.bit_count() != 1 for each in left):
            return []
        return [(seat, card.bit_length() - 1) for seat, card in zip(seats, left, strict=True)]


class ForcedMove(NamedTuple):
    """A forced action and its result."""

    instead: Action
    outcome: Outcome


def find_forced_move(game: Game, state: State, tricks: Tricks, action: Action, refusal: Refusal) -> ForcedMove | None:
    """Apply the card move that must have been meant; None if tricks do not show it."""
    instead = find_forced_action(game, state, tricks, action, refusal)
    outcome = apply(game, state, instead) if instead is not None else None
    return ForcedMove(instead, outcome) if instead is not None and isinstance(outcome, Outcome) else None


def find_meant_play(game: Game, mend: ForcedMove | None) -> str:
    """The card that was meant; empty if the mistake is not one played card."""
    if mend is None or not isinstance(mend.instead, PlayAction):
        return ""
    return game.cards.names[mend.instead.card]


def find_meant_card(game: Game, mend: ForcedMove | None, action: Action) -> str:
    """The one card that differs in a corrected transfer; empty if more differ."""
    if mend is None or type(mend.instead) is not type(action):
        return ""
    if not isinstance(mend.instead, LayAction | GiveAction | TakeAction | DiscardAction):
        return ""
    names = game.cards.list(mend.instead.cards & ~getattr(action, "cards", 0))
    return names[0] if len(names) == 1 else ""


def find_forced_action(game: Game, state: State, tricks: Tricks, action: Action, refusal: Refusal) -> Action | None:
    """The legal action that must have been meant; None if it is not known."""
    found: Action | None = None
    if refusal.code in _PLAYS and isinstance(action, PlayAction):
        card = -1 if _is_exchanged(game, state, tricks, action) else tricks.unplayed_card(state, action.seat)
        found = PlayAction(action.seat, card) if card >= 0 and refusal.cards >> card & 1 else None
    elif refusal.code in _CALLS and isinstance(action, CallAction):
        card = tricks.handed_card(action.seat)
        found = CallAction(action.seat, card) if card >= 0 and refusal.cards >> card & 1 else None
    elif refusal.code in _CARDS:
        found = find_forced_transfer(game, state, tricks, action)
    elif isinstance(action, GiveAction) and (refusal.code == _ASTRAY or state.passed):
        found = _find_forced_pass(game, state, action)
    return found if found != action else None


# Where no line reports that exchange, neither card is read as a mistake, and no seat is accused of playing a card that
# it may have put away.
def _is_exchanged(game: Game, state: State, tricks: Tricks, action: PlayAction) -> bool:
    """Check whether a card aside was exchanged with one that the play also names.

    Then neither is a mistake.
    """
    aside = sum(state.piles) if game.rules.play.draw is None else 0
    return bool(aside >> action.card & 1) and (aside & tricks.all).bit_count() > 1


def _find_forced_pass(game: Game, state: State, action: GiveAction) -> Action | None:
    """Correct a pass to a neighbour: its giver is the holder of the cards."""
    offers = [offer for offer in legal(game, state) if offer.do == "give" and not action.cards & ~offer.cards]
    return GiveAction(offers[0].seat, action.cards, offers[0].to) if len(offers) == 1 else None


def find_forced_transfer(game: Game, state: State, tricks: Tricks, action: Action) -> Action | None:
    """A transfer that leaves no choice, or whose cards the play shows."""
    kinds = {LayAction: "table-card", GiveAction: "give", TakeAction: "take", DiscardAction: "discard"}
    offers = [offer for offer in legal(game, state) if offer.do == kinds.get(type(action))]
    if len(offers) > 1:  # all pass cards at once
        offers = [offer for offer in offers if offer.seat == getattr(action, "seat", -1)]
    if len(offers) != 1:
        return None
    offer = offers[0]
    if isinstance(action, GiveAction) and tricks.by_seat[action.to] & action.cards and not action.cards & offer.cards:
        return None  # the play shows that this card went over: it is the call that is wrong
    if offer.size == 1:
        return next(offer.actions())
    if not tricks.is_whole or not isinstance(action, LayAction | GiveAction | TakeAction | DiscardAction):
        return None
    kept = tricks.by_seat[offer.seat]
    if isinstance(action, DiscardAction):
        cards = offer.cards & ~kept
        if cards & tricks.all:
            return None  # what somebody else plays later did not go to the pile
    elif isinstance(action, LayAction):
        cards = offer.cards & ~kept & tricks.all  # it goes to whoever plays it
    elif isinstance(action, GiveAction):
        cards = offer.cards & ~kept & tricks.by_seat[offer.to]
    else:
        # Of what is drawn in the play each card has a line of its own.
        once, twice = tricks.taken_cards[offer.seat]
        later = once & ~(action.cards & ~twice) if state.step == DRAWING else 0
        cards = offer.cards & kept & ~later
    fits = offer.least <= cards.bit_count() <= offer.most and offer.is_within_limits(cards)
    return offer.choose(cards) if fits else None


def find_holders(state: State, cards: tuple[int, ...]) -> tuple[int, ...]:
    """The holders of a trick's cards, if each has one; otherwise nothing."""
    setting = state.setting
    if len(cards) != len(setting.active) or state.trick or min(cards) < 0:
        return ()
    seats = tuple(next((seat for seat in setting.active if state.hands[seat] >> card & 1), -1) for card in cards)
    return seats if set(seats) == set(setting.active) and len(set(cards)) == len(cards) else ()


def seats_in_turn(setting: Seating, leader: int) -> tuple[int, ...]:
    """The seats in order of play from a leader on."""
    return (leader, *setting.others(leader))


def find_forced_bid(
    game: Game, state: State, hand: Hand, happened: Iterable[Happened], bid: BidAction, refusal: Refusal
) -> ForcedMove | None:
    """Correct a bid out of turn: the seat in turn comes later, or its word is missing.

    A waiting word that is wrong for this moment means the right one.
    """
    waiting = [word for word in refusal.words if word in game.rules.auction.words]
    if refusal.code == "CAL403" and len(waiting) == 1:
        proper = BidAction(bid.seat, waiting[0])
        outcome = apply(game, state, proper)
        return ForcedMove(proper, outcome) if isinstance(outcome, Outcome) else None
    bidding = state.bidding
    if refusal.code != "CAL401" or bidding is None or refusal.anyway is None:
        return None
    due = state.setting.labels[bidding.turn]
    said = sum(isinstance(happening.event, ev.Said) for happening in happened)
    to_come = [statement.seat for statement in hand.every(rec.Bid)][said + 1 :]
    if due not in to_come:
        silent = apply(game, state, BidAction(bidding.turn, waiting[0])) if waiting else None
        then = apply(game, silent.state, bid) if isinstance(silent, Outcome) else None
        return ForcedMove(bid, then) if isinstance(then, Outcome) else None
    after = refusal.anyway.state
    if after.bidding is None or after.bidding.over or after.bidding.calling:
        return None
    kept = after._replace(bidding=after.bidding._replace(turn=bidding.turn))
    return ForcedMove(bid, Outcome(kept, refusal.anyway.events))
