"""Dealing: fairly, or so that one seat is strong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine.cards import bits

if TYPE_CHECKING:
    from random import Random

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating


def deal(
    game: Game, setting: Seating, rng: Random, *, strong: int = -1, wanted: int = 0, eldest_holds: int = 0
) -> tuple[list[int], list[int]]:
    """Deal hands by seat and piles by number; `strong` gets wanted and high cards.

    Eldest hand receives the card `eldest_holds`, a mask, if there is one.
    """
    kept = dict(setting.carry.piles)
    free = game.cards.full
    for cards in kept.values():
        free &= ~cards
    eldest_holds &= free
    deck = list(bits(free & ~eldest_holds))
    rng.shuffle(deck)
    hands = [0] * len(setting.labels)
    hands[setting.eldest] = eldest_holds
    size = game.rules.deal.hand
    if strong in setting.active:
        size -= hands[strong].bit_count()
        best = sorted(deck, key=lambda card: (not wanted >> card & 1, -_height(game, card), rng.random()))
        # A few cards of chance keep strong hands from being all alike.
        chosen = best[: size - rng.randrange(4)]
        chosen += [card for card in deck if card not in chosen][: size - len(chosen)]
        hands[strong] |= sum(1 << card for card in chosen)
        deck = [card for card in deck if not hands[strong] >> card & 1]
    for seat in setting.active:
        if seat != strong:
            left = game.rules.deal.hand - hands[seat].bit_count()
            hands[seat] |= sum(1 << deck.pop() for _ in range(left))
    piles = []
    for number, name in enumerate(game.piles):
        dealt = game.rules.piles[name].dealt
        piles.append(kept[number] if number in kept else sum(1 << deck.pop() for _ in range(dealt)))
    return hands, piles


def _height(game: Game, card: int) -> int:
    """The rank of a card in its suit, from the lowest (0) up."""
    suit = game.cards.suit_of[card]
    return (suit & ((1 << card) - 1)).bit_count()
