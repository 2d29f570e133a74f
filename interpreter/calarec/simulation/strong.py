"""A player that thinks: it weighs bids by payment, and cards by wins.

It sees the view of its seat, and examines worlds that agree with that. A word of the auction is worth the average
payment of its seat if no seat bids more after it and all go on by simple rules (`bidding.py`). For the last cards the
solver finds the one that wins most often with the best play of all. If sides are fixed and there is no declarer, it
is the one with most points of its side. In exchanges, with many tricks to come, and in single hands without an answer
of the solver, it plays as the sensible player does. It does not play rules under which it would never do otherwise.
Values are exact, so that the same seed gives the same hands with every kernel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.errors import PortableError
from calarec.core.wording.language import SOURCE, text_in
from calarec.simulation.bots import SensibleBot

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from calarec.core.engine import events as ev
    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.engine.terms import Offer
    from calarec.core.wording.language import Words

# The budget is a number of cards and worlds: values cut short would depend on the kernel's nodes, and a seed must give
# the same hands. With 24 cards a hand of three took up to 9 s with the plain kernel, with 18 at most 1 s. In 300 deals
# of a game of three the gain over the sensible player was +0.44 and +0.40 a deal, both ± 0.28.
WORLDS: Final = 10
CARDS: Final = 18
"""The worlds examined for each card, and the most cards left in all hands."""
BID_WORLDS: Final = 40
"""The worlds examined for each word."""


class StrongBot:
    """A player that weighs its cards in `worlds`, once at most `cards` are left."""

    def __init__(self, worlds: int = WORLDS, cards: int = CARDS, bid_worlds: int = BID_WORLDS) -> None:
        self.worlds = worlds
        self.cards = cards
        self.bid_worlds = bid_worlds
        self.sensible: SensibleBot = SensibleBot()

    def choose_action(
        self, game: Game, state: State, offers: Sequence[Offer], rng: Random, events: Sequence[ev.Event]
    ) -> Action | None:
        """The word that pays most, or the card that wins most often."""
        asked = next((offer for offer in offers if offer.do in ("bid", "raise") and offer.words), None)
        if asked is not None:
            from calarec.simulation.bidding import choose_word

            chosen = choose_word(game, state, asked, events, worlds=self.bid_worlds, seed=rng.getrandbits(64))
            if chosen is not None and chosen.action is not None:
                return chosen.action
            if chosen is not None:
                offers = [offer for offer in offers if offer is not asked]
        due = next((offer for offer in offers if offer.do == "play"), None)
        if due is not None and due.cards & due.cards - 1:
            card = self._find_best_card(game, state, rng.getrandbits(64), events)
            if card >= 0:
                return due.choose(1 << card)
        return self.sensible.choose_action(game, state, offers, rng, events)

    def _find_best_card(self, game: Game, state: State, seed: int, events: Sequence[ev.Event]) -> int:
        """Find the best card by its seat's knowledge; -1 if not asked or not solvable."""
        from calarec.solving.position import UnsolvableError
        from calarec.solving.search import Allowance
        from calarec.solving.worlds import seen_by

        if sum(hand.bit_count() for hand in state.hands) > self.cards:
            return -1
        try:
            found = seen_by(
                game, state, events, state.controller(state.turn), worlds=self.worlds, seed=seed,
                allowance=Allowance(), once=False,  # the hands of a seed stay what they are
            )  # fmt: skip
        except UnsolvableError:
            return -1
        return game.cards.numbers[found.cards[0].card]


class NotPlayedError(PortableError, ValueError):
    """A bot that cannot play these rules: `ruleset`, `reason`, and `rule` if any."""

    def __init__(self, bot: str, ruleset: str, reason: Words, rule: str) -> None:
        super().__init__(f"bot {bot!r} does not play {ruleset}: {text_in(reason, SOURCE)}")
        self.bot = bot
        self.ruleset = ruleset
        self.reason = reason
        self.rule = rule


def require_strong(game: Game, setting: Seating) -> None:
    """Require rules for the strong player.

    NotPlayedError if it would only do as the sensible one does.
    """
    from calarec.solving.worlds import never_seen

    never = never_seen(game, setting)
    if never is not None:
        raise NotPlayedError("strong", game.ruleset.id, never.reason, never.rule)
