"""Bots as players of stepped hands; they decide whole offers, as in simulations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine.cards import bits
from calarec.simulation.bots import RandomBot, random_cards

if TYPE_CHECKING:
    from random import Random

    from calarec.core.engine.actions import Action
    from calarec.learning.decisions import Decision
    from calarec.learning.stepped_hand import SteppedHand
    from calarec.simulation.bots import Bot


def choose_bot_action(hand: SteppedHand, bot: Bot, rng: Random) -> Action | None:
    """Choose the action of a bot; None refuses an offer that is optional."""
    decision = hand.decision
    assert decision is not None
    if decision.declarations:
        return _choose_declaration(decision, bot, rng)
    offer = decision.offer
    if decision.unseen and not offer.cards:
        # The bots know no unseen cards: any of them is as good.
        return offer.choose(random_cards(decision.pool, rng.randint(offer.least, offer.most), rng))
    if decision.unseen:
        number = min(max(offer.least, 1), offer.most)
        known = random_cards(offer.cards, min(number, offer.cards.bit_count()), rng)
        missing = number - known.bit_count()
        return offer.choose(known | random_cards(decision.pool & ~offer.cards, missing, rng))
    return bot.choose_action(hand.game, hand.state, (offer,), rng, hand.events)


def _choose_declaration(decision: Decision, bot: Bot, rng: Random) -> Action | None:
    """A meld is always declared, except by chance; a poor hand as often as not."""
    melds = [action for action in decision.declarations if action.cards]
    if melds and not isinstance(bot, RandomBot):
        return max(melds, key=lambda action: sum(1 for _ in bits(action.cards)))
    return rng.choice((*decision.declarations, None))
