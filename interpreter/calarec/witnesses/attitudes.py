"""A bot that follows what is written, and otherwise helps one side.

Terms. An *attitude* is a number from -1 to 1: how often the declarer's side plays to win and the others to lose;
below nothing it is the other way round. At 0 all play by chance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.engine.cards import bits
from calarec.core.engine.state import NOBODY
from calarec.core.engine.tricks import CardsInPlay, best_of
from calarec.core.records import model as rec
from calarec.simulation.bots import RandomBot, Seasoned, SensibleBot

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from calarec.core.engine import events as ev
    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.engine.terms import Offer
    from calarec.core.records.model import Hand, Statement

_KINDS: Final[dict[str, type]] = {
    "bid": rec.Bid, "raise": rec.Raise, "double": rec.Double, "call": rec.Call, "trump": rec.Trump, "give": rec.Give,
    "take": rec.Take, "discard": rec.Discard, "table-card": rec.TableCard,
}  # fmt: skip
"""The lines that state which of the offered moves a player made."""


class NotFollowedError(Exception):
    """The written actions are impossible with these cards."""


class FollowingBot:
    """Does what is written where it is written, otherwise something legal."""

    def __init__(self, hand: Hand, game: Game, attitude: float) -> None:
        self.game = game
        self.attitude = attitude
        self.written: list[Statement] = [line for line in hand.statements if isinstance(line, tuple(_KINDS.values()))]
        self.random, self.sensible = RandomBot(), SensibleBot()

    def choose_action(
        self, game: Game, state: State, offers: Sequence[Offer], rng: Random, events: Sequence[ev.Event], /
    ) -> Action | None:
        """Choose the written action, or the one that the attitude suggests."""
        for offer in offers:
            written = self._find_written(state, offer)
            if written is not None:
                return self._written_action(offer, written, rng)
        due = [offer for offer in offers if not offer.is_optional] or list(offers)
        if due[0].do == "bid":
            return due[0].say(self._choose_word(due[0], rng))
        if due[0].do == "play":
            return due[0].choose(1 << self._choose_card(state, due[0], rng))
        return self.random.choose_action(game, state, due, rng, events)

    def _find_written(self, state: State, offer: Offer) -> Statement | None:
        """The next line that says what this seat did; it is taken off the list."""
        kind, label = _KINDS.get(offer.do), state.setting.labels[offer.seat]
        found = next(
            (line for line in self.written if isinstance(line, kind or ()) and getattr(line, "seat", "") == label), None
        )
        if found is not None and not (offer.is_optional and getattr(found, "word", "") not in offer.words):
            self.written = [line for line in self.written if line is not found]
            return found
        return None

    def _written_action(self, offer: Offer, written: Statement, rng: Random) -> Action:
        """The action that a line says; NotFollowedError if it is not offered."""
        if offer.words:
            word = getattr(written, "word", "") or getattr(written, "what", "")
            if word not in offer.words:
                raise NotFollowedError
            return offer.say(word)
        names = (written.card,) if isinstance(written, rec.Call) else getattr(written, "cards", ())
        numbers = self.game.cards.numbers
        chosen = sum(1 << number for number in {numbers[name] for name in names if name in numbers})
        rest = list(bits(offer.cards & ~chosen))
        missing = max(len(names), offer.least) - chosen.bit_count()
        if chosen & ~offer.cards or not 0 <= missing <= len(rest):
            raise NotFollowedError
        cards = chosen | sum(1 << card for card in rng.sample(rest, missing))
        if not offer.is_within_limits(cards):
            raise NotFollowedError
        return offer.choose(cards)

    def _choose_word(self, offer: Offer, rng: Random) -> str:
        """A word of the auction where none is written: one with which a seat leaves it."""
        words = self.game.rules.auction.words
        leaving = [word for word in offer.words if word in words and words[word].leaves]
        return leaving[0] if leaving else rng.choice(offer.words)

    def _choose_card(self, state: State, offer: Offer, rng: Random) -> int:
        if rng.random() >= abs(self.attitude) or state.declarer == NOBODY:
            return rng.choice(list(bits(offer.cards)))
        helped = bool(state.side_mask(state.declarer) >> offer.seat & 1) == (self.attitude > 0)
        table = CardsInPlay(state)
        if helped:
            return self.sensible.choose_card(Seasoned(self.game, state), table, offer.cards, rng)
        return self._losing_card(state, table, offer)

    def _losing_card(self, state: State, table: CardsInPlay, offer: Offer) -> int:
        """The card that gives the most to a trick of the other side, or the lowest."""
        cards, points = list(bits(offer.cards)), self.game.cards.points
        if not table.trick:
            return min(cards, key=lambda card: (self._height(card), points[card]))
        best = best_of(table.trick, self.game.cards.suit_of, table.trump)
        under = [card for card in cards if best_of([*table.trick, card], self.game.cards.suit_of, table.trump) == best]
        order = state.setting.active
        holder = order[(order.index(table.leader) + table.trick.index(best)) % len(order)]
        if under and not state.side_mask(offer.seat) >> holder & 1:
            return max(under, key=lambda card: (points[card], self._height(card)))
        return min(under or cards, key=lambda card: (points[card], self._height(card)))

    def _height(self, card: int) -> int:
        return (self.game.cards.suit_of[card] & (1 << card) - 1).bit_count()
