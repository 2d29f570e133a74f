"""A player who thinks: what does each word pay, and which card wins most often?

It sees what its seat sees, and looks at worlds that agree with that. A word of the auction is worth what its seat is
paid on average if no seat bids more after it and all go on by simple rules (`bidding.py`). For the last cards the
solver says which one wins most often with the best play of all; where sides are fixed and nobody is the declarer, how
many points its side has. In exchanges, with many tricks to come, and in single hands that the solver does not answer
for, it does as the sensible player does; rules under which it would never do otherwise are not played. Values are
exact, so that the same seed gives the same hands whichever kernel runs.
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
# of pagat the gain over the sensible player was +0.44 and +0.40 a deal, both ± 0.28.
WORLDS: Final = 10
CARDS: Final = 18
"""How many worlds it looks at for each card that it plays, and how many cards there may be left in all hands."""
BID_WORLDS: Final = 40
"""How many worlds it looks at for each word that it says."""


class StrongBot:
    """Weighs its cards in worlds; `worlds` for each card that it plays, if no more than `cards` are left."""

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
        """The best card as far as its seat can know; -1 if that is not asked or cannot be solved."""
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
    """A bot that cannot play these rules: `ruleset`, the `reason` in words, and the `rule` if it is one rule."""

    def __init__(self, bot: str, ruleset: str, reason: Words, rule: str) -> None:
        super().__init__(f"bot {bot!r} does not play {ruleset}: {text_in(reason, SOURCE)}")
        self.bot = bot
        self.ruleset = ruleset
        self.reason = reason
        self.rule = rule


def require_strong(game: Game, setting: Seating) -> None:
    """NotPlayedError where the strong player would do nothing but what the sensible one does."""
    from calarec.solving.worlds import never_seen

    never = never_seen(game, setting)
    if never is not None:
        raise NotPlayedError("strong", game.ruleset.id, never.reason, never.rule)
