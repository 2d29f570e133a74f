"""The own cards of a player, and rules that bind by them: bids, discards, leads.

Other players do not see whether such a rule is kept; it is judged once all cards are known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple
from calarec.core.mechanisms.conditions import CardFigure, can_hold, failing
from calarec.core.mechanisms.rules import is_same_contract

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.mechanisms.auction import ForcedBid
    from calarec.core.mechanisms.conditions import AnyFigure
    from calarec.core.mechanisms.exchange import DiscardLimit
    from calarec.core.mechanisms.play import LeadLimit


class OwnFigures(NamedTuple):
    """A player who acts, as conditions look at that player."""

    game: Game
    seating: Seating
    seat: int
    hand: int
    trump: int = 0
    """The cards of the trump suit."""
    trick: int = 0
    """The number of the trick that is led to."""

    def figure_value(self, which: AnyFigure, /) -> int:
        """A figure."""
        if isinstance(which, CardFigure):
            cards = self.game.limited_cards[which]
            return int(bool(self.trump & cards)) if which.where == "trump" else (self.hand & cards).bit_count()
        if which == "trick":
            return self.trick
        return int(self.seat == (self.seating.dealer if which == "dealer" else self.seating.eldest))


class OwnRanges(NamedTuple):
    """The same player, of whose cards some are sure and others possible."""

    sure: OwnFigures
    possible: OwnFigures

    def figure_range(self, which: AnyFigure, /) -> tuple[int, int]:
        """The least and the most that a figure can be."""
        return self.sure.figure_value(which), self.possible.figure_value(which)


def is_lead_certainly_barred(player: OwnRanges, contract: str, leads: int) -> bool:
    """Check whether none of these cards may be led, whatever else the hand has."""
    game, certain, perhaps = player.sure.game, 0, 0
    for limit in game.rules.play.leads:
        holds = can_hold(limit.when, player) if not limit.when.contracts or contract in limit.when.contracts else False
        cards = game.limited_cards[limit.cards]
        certain, perhaps = certain | (cards if holds else 0), perhaps | (0 if holds is False else cards)
    return not leads & ~certain and bool(player.sure.hand & ~perhaps)


def is_certainly_forced_to_bid(player: OwnRanges, biddable: tuple[str, ...]) -> bool:
    """Check whether the player may not pass, whatever else the hand has."""
    return any(
        can_hold(forced.when, player)
        for forced in player.sure.game.rules.auction.must
        if _can_bid_wanted(player.sure.game, forced, biddable)
    )


def _can_bid_wanted(game: Game, forced: ForcedBid, biddable: tuple[str, ...]) -> bool:
    return any(forced.bid is None or is_same_contract(game.rules, word, forced.bid) for word in biddable)


def find_barred_leads(player: OwnFigures, contract: str) -> int:
    """The cards that the player may not lead; where the hand has no others, none."""
    barred = 0
    for limit in player.game.rules.play.leads:
        if _is_lead_limited(player, contract, limit):
            barred |= player.game.limited_cards[limit.cards]
    return barred if player.hand & ~barred else 0


def find_lead_rule(player: OwnFigures, contract: str, card: int) -> str:
    """The rule by which a card may not be led."""
    return next(
        f"play.leads.{number}"
        for number, limit in enumerate(player.game.rules.play.leads)
        if player.game.limited_cards[limit.cards] >> card & 1 and _is_lead_limited(player, contract, limit)
    )


def _is_lead_limited(player: OwnFigures, contract: str, limit: LeadLimit) -> bool:
    when = limit.when
    return (not when.contracts or contract in when.contracts) and not failing(when, player)


def find_forced_bid_rule(player: OwnFigures, biddable: tuple[str, ...]) -> str:
    """The rule by which the player may not pass; none for an unknown hand."""
    game = player.game
    if player.hand.bit_count() != game.rules.deal.hand:
        return ""
    for number, forced in enumerate(game.rules.auction.must):
        if _can_bid_wanted(game, forced, biddable) and not failing(forced.when, player):
            return f"auction.must.{number}"
    return ""


def find_discard_limits(game: Game, path: str) -> tuple[tuple[DiscardLimit, int], ...]:
    """The cards of which a step lets only a number be laid aside."""
    limits = getattr(game.step(path).params, "limits", ()) if path.startswith("steps.") else ()
    return tuple((limit, game.limited_cards[limit.cards]) for limit in limits)
