"""What a slip of the pen was meant to say, where the rest of the hand leaves one reading.

A hand whose tricks are all written down tells every card of the play: what a seat holds and nobody plays
is then what it must have played, or discarded, where the record says something that cannot be. So one
slip is one finding, and the rest of the hand is checked as it was played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.engine.walk import legal
from calarec.moves import actions as act
from calarec.records import model as rec
from calarec.replaying.table import number_of

if TYPE_CHECKING:
    from calarec.engine.game import Game
    from calarec.moves.behaviour import Refusal
    from calarec.moves.state import State
    from calarec.records.model import Hand

_PLAYS = ("CAL510", "CAL511", "CAL512")
_CALLS = ("CAL420", "CAL421", "CAL422")
_CARDS = ("CAL424", "CAL425", "CAL431", "CAL432", "CAL433", "CAL434", "CAL435")


class Tricks:
    """All cards that the tricks of a record name, and by which seat."""

    def __init__(self, hand: Hand, game: Game, state: State) -> None:
        setting = state.setting
        self.by_seat = [0] * len(setting.labels)
        self.number = self.gaps = 0
        for trick in (each for each in hand.statements if isinstance(each, rec.Trick)):
            self.number += 1
            seat = number_of(setting, trick.leader)
            for name in trick.cards:
                card = game.cards.numbers.get(name)
                if seat not in setting.active or card is None:
                    self.gaps += 1
                    seat = setting.after(seat) if seat in setting.active else seat
                    continue
                self.by_seat[seat] |= 1 << card
                seat = setting.after(seat)
        self.gifts = [
            (number_of(setting, each.to), game.cards.numbers.get(each.cards[0], -1))
            for each in hand.statements
            if isinstance(each, rec.Give) and len(each.cards) == 1
        ]
        self.size = game.rules.deal.hand
        self.whole = self.number == self.size and self.gaps < 2
        self.all = 0
        for cards in self.by_seat:
            self.all |= cards

    def handed(self, seat: int) -> int:
        """The one card that somebody is given; -1 if there is none, or more than one."""
        cards = [card for to, card in self.gifts if to == seat]
        return cards[0] if len(cards) == 1 else -1

    def unplayed(self, state: State, seat: int) -> int:
        """The one card of a hand that no trick names; -1 if there is none, or more than one."""
        left = state.hands[seat] & ~self.all
        return left.bit_length() - 1 if self.whole and left.bit_count() == 1 else -1

    def missing(self, state: State) -> list[tuple[int, int]]:
        """The one trick that is not written down, in the order of play; nothing if it cannot be told."""
        seats = in_turn(state, state.turn) if state.turn in state.setting.active else ()
        left = [state.hands[seat] & ~self.all for seat in seats]
        if state.trick or self.number + 1 != self.size or self.gaps or any(each.bit_count() != 1 for each in left):
            return []
        return [(seat, card.bit_length() - 1) for seat, card in zip(seats, left, strict=True)]


def meant(game: Game, state: State, tricks: Tricks, action: act.Action, refusal: Refusal) -> act.Action | None:
    """The legal action that must have been meant; None if that cannot be told."""
    found: act.Action | None = None
    if refusal.code in _PLAYS and isinstance(action, act.Play):
        card = tricks.unplayed(state, action.seat)
        found = act.Play(action.seat, card) if card >= 0 and refusal.cards >> card & 1 else None
    elif refusal.code in _CALLS and isinstance(action, act.Call):
        card = tricks.handed(action.seat)
        found = act.Call(action.seat, card) if card >= 0 and refusal.cards >> card & 1 else None
    elif refusal.code in _CARDS:
        found = moved(game, state, tricks, action)
    return found if found != action else None


def moved(game: Game, state: State, tricks: Tricks, action: act.Action) -> act.Action | None:
    """A transfer that leaves no choice, or whose cards the play shows."""
    kinds = {act.Give: "give", act.Take: "take", act.Discard: "discard"}
    offers = [offer for offer in legal(game, state) if offer.do == kinds.get(type(action))]
    if len(offers) != 1:
        return None
    offer = offers[0]
    if isinstance(action, act.Give) and tricks.by_seat[action.to] & action.cards and not action.cards & offer.cards:
        return None  # the play shows that this card went over: it is the call that is wrong
    if offer.size == 1:
        return next(offer.actions())
    if not tricks.whole:
        return None
    kept = tricks.by_seat[offer.seat]
    if isinstance(action, act.Discard):
        cards = offer.cards & ~kept
        if cards & tricks.all:
            return None  # what somebody else plays later did not go to the pile
    elif isinstance(action, act.Give):
        cards = offer.cards & ~kept & tricks.by_seat[offer.to]
    else:
        cards = offer.cards & kept
    return offer.choose(cards) if offer.least <= cards.bit_count() <= offer.most else None


def holders(state: State, cards: tuple[int, ...]) -> tuple[int, ...]:
    """The seats that the cards of a whole trick lie with, if each lies with another; otherwise nothing."""
    setting = state.setting
    if len(cards) != len(setting.active) or state.trick or min(cards) < 0:
        return ()
    seats = tuple(next((seat for seat in setting.active if state.hands[seat] >> card & 1), -1) for card in cards)
    return seats if set(seats) == set(setting.active) and len(set(cards)) == len(cards) else ()


def in_turn(state: State, leader: int) -> tuple[int, ...]:
    """The seats in order of play from a leader on."""
    return (leader, *state.setting.others(leader))
