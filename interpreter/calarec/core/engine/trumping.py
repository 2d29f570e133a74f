"""Trumps: a suit that is named, turned up or called before the first lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine import events as ev
from calarec.core.engine.actions import TrumpAction
from calarec.core.engine.cards import bits
from calarec.core.engine.state import NOBODY
from calarec.core.engine.terms import Offer, Outcome, Refusal, not_held, wrong_seat
from calarec.core.engine.tricks import trump_named
from calarec.core.wording.language import Listing

if TYPE_CHECKING:
    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.engine.terms import StepContext


class Trumping:
    """One seat names the suit, or turns up the card that makes it."""

    def automatic(self, at: StepContext) -> Outcome | None:
        """Go on once there is a trump, or if there is no declarer to name one."""
        if at.params.chosen == "called":
            return self._make_called_suit_trump(at)
        named = at.state.trump or (at.params.by == "declarer" and at.state.declarer == NOBODY)
        return Outcome(at.next_state()) if named else None

    def offers(self, at: StepContext) -> tuple[Offer, ...]:
        """Every suit, or every card that may be the one turned up."""
        return (Offer("trump", self._who(at), at.path, words=self._words(at)),)

    def attempt(self, at: StepContext, action: Action) -> Outcome | Refusal | None:
        """Makes a suit trump, or says why it cannot be so."""
        if not isinstance(action, TrumpAction) or at.params.chosen == "called":
            return None
        who = self._who(at)
        suit = trump_named(at.game, action.what)
        card = at.game.cards.numbers.get(action.what, -1)
        args: dict[str, object] = {"seat": at.label(action.seat), "found": action.what}
        turned = at.params.chosen == "turned"
        if not suit or turned != (card >= 0):
            args["suits"] = Listing(tuple(at.game.rules.pack.suits))
            return Refusal("CAL427", at.path, args, "turned" if turned else "", ("word", 1))
        outcome = self._make_trump(at, who, suit, card)
        if action.seat != who:
            return wrong_seat(at, action.seat, who, anyway=outcome)
        lying = self._lying(at)
        if turned and not lying >> card & 1:
            return self._elsewhere(at, who, card, lying)
        return outcome

    def _make_called_suit_trump(self, at: StepContext) -> Outcome:
        """The suit of the first called card becomes trump; without a call there is none."""
        state = at.state
        if not state.calls or state.declarer == NOBODY:
            return Outcome(at.next_state())
        (card, _), *_ = state.calls
        return self._make_trump(at, state.declarer, at.game.cards.suit_of[card], NOBODY)

    def _elsewhere(self, at: StepContext, who: int, card: int, lying: int) -> Refusal:
        """Refuse a card that cannot have been turned up there, as it is elsewhere."""
        if at.params.pile is None:
            return not_held(at, who, lying, 1 << card)
        args: dict[str, object] = {
            "seat": at.label(who), "pile": at.game.ruleset.name("piles", at.params.pile),
            "card": at.game.cards.names[card], "held": Listing(at.names(lying)),
        }  # fmt: skip
        return Refusal("CAL435", at.path, args, point=("card", card), cards=lying)

    def _make_trump(self, at: StepContext, who: int, suit: int, card: int) -> Outcome:
        pile = at.game.piles.index(at.params.pile) if card >= 0 and at.params.pile is not None else NOBODY
        event = ev.TrumpMade(who, suit, card, pile, at.all, at.path)
        on = at.next_state()._replace(trump=suit, turned_up=1 << card if card >= 0 else 0)
        return Outcome(on, (event,))

    def _who(self, at: StepContext) -> int:
        state = at.state
        if at.params.by == "declarer":
            return state.declarer if state.declarer != NOBODY else state.setting.eldest
        last = state.setting.active[-1]
        return state.setting.eldest if at.params.by == "eldest" else last

    def _lying(self, at: StepContext) -> int:
        """The cards of which one is turned up."""
        pile = at.params.pile
        return at.state.hands[self._who(at)] if pile is None else at.state.piles[at.game.piles.index(pile)]

    def _words(self, at: StepContext) -> tuple[str, ...]:
        if at.params.chosen == "named":
            return tuple(at.game.rules.pack.suits)
        return at.names(self._lying(at))


def unseen_words(game: Game, state: State, offer: Offer, seen: int) -> Offer:
    """An offer to turn up any card that the eyes have not seen elsewhere."""
    trump = game.rules.play.trump
    if offer.do != "trump" or trump is None or trump.pile is None or trump.chosen == "named":
        return offer
    there = game.cards.full & ~seen & ~state.hands[offer.seat]
    return offer._replace(words=tuple(game.cards.names[card] for card in bits(there)))
