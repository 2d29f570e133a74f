"""The move of a bot in a hand in play, by names.

In: a hand that is played move by move, and a bot. Out: the move that it makes next, from what its seat can know.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

from calarec.core.base.arguments import require_seed, wrong_kind
from calarec.core.engine.moves import legal
from calarec.playing.hand import HandInPlay
from calarec.playing.moves import name_action
from calarec.simulation.players import players

if TYPE_CHECKING:
    from calarec.playing.move_types import Move
    from calarec.simulation.own_bots import SeatBot


def choose_move(
    hand: HandInPlay, bot: SeatBot | Mapping[str, SeatBot] = "sensible", *, seed: int | str = 1
) -> Move | None:
    """The move that a bot makes next, for the seat for which the hand waits.

    Args:
        hand: a hand that is not over.
        bot: a name, a function, or one of these for each seat, as in `simulate`.
        seed: for bots that choose by chance. The same seed gives the same move.

    Returns:
        A move for `hand.apply`. None if no move is due and the bot leaves those that are optional.

    Raises:
        ValueError: the hand is over, the bot is not known, or it does not play these rules.
        BotError: the function has answered with a move that is not legal.
    """
    if not isinstance(hand, HandInPlay):
        raise wrong_kind("hand", "a hand in play", hand)
    require_seed(seed)
    if hand.is_over:
        raise ValueError(f"hand {hand.name} is over")
    seats = bot if isinstance(bot, Mapping) else dict.fromkeys(hand.seats, bot)
    offers = [offer for offer in legal(hand.game, hand.state) if offer.size]
    player = players(seats, hand.seats, hand.game)
    action = player.choose_action(hand.game, hand.state, offers, Random(seed), hand.events)
    return name_action(hand.game, hand.state, offers, action) if action is not None else None
