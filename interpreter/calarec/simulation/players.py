"""Players of simulated hands, by name and by seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from calarec.core.base.arguments import wrong_kind
from calarec.simulation.bots import BOTS, RandomBot, SensibleBot
from calarec.simulation.strong import StrongBot, require_strong

if TYPE_CHECKING:
    from random import Random

    from calarec.core.engine import events as ev
    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.engine.terms import Offer
    from calarec.simulation.bots import Bot
    from calarec.simulation.own_bots import OwnBot


class SeatBots:
    """A player for each seat."""

    def __init__(self, bots: Mapping[str, OwnBot | Bot]) -> None:
        self.bots = bots

    def choose_action(
        self, game: Game, state: State, offers: Sequence[Offer], rng: Random, events: Sequence[ev.Event]
    ) -> Action | None:
        """Choose the action of a seat: first of optional ones, then of a due one."""
        label = state.setting.labels
        asked = dict.fromkeys(
            state.controller(each.seat) for each in sorted(offers, key=lambda each: not each.is_optional)
        )
        for seat in asked:
            bot = self.bots[label[seat]]
            mine = [offer for offer in offers if state.controller(offer.seat) == seat]
            if isinstance(bot, RandomBot | SensibleBot | StrongBot):
                action = bot.choose_action(game, state, mine, rng, events)
            else:
                from calarec.simulation.own_bots import ask_own_bot

                assert callable(bot)
                action = ask_own_bot(bot, game, state, mine, events, seat)
            if action is not None:
                return action
        if all(offer.is_optional for offer in offers):
            return None
        raise AssertionError("somebody has to act")


def players(bot: object, labels: Sequence[str], game: Game) -> Bot:
    """Make the player for these seats: from a name, a function, or one for each seat.

    NotPlayedError for one with a name that does not play these rules.
    """
    if isinstance(bot, RandomBot | SensibleBot | StrongBot):
        return bot
    if isinstance(bot, str):
        return _make_bot(bot, game, labels)
    if callable(bot):
        return SeatBots(dict.fromkeys(labels, bot))
    if not isinstance(bot, Mapping):
        raise wrong_kind("bot", "a name, a function, or one of these for each seat", bot)
    if {*bot} != {*labels}:
        raise ValueError(f"bot names the seats {' '.join(labels)}, not {' '.join(map(str, bot)) or 'nobody'}")
    strange = next((each for each in bot.values() if not (isinstance(each, str) or callable(each))), None)
    if strange is not None:
        raise wrong_kind("bot of each seat", "a name or a function", strange)
    return SeatBots(
        {label: _make_bot(each, game, labels) if isinstance(each, str) else each for label, each in bot.items()}
    )


PLAYERS: Final[dict[str, type[RandomBot | SensibleBot | StrongBot]]] = {**BOTS, "strong": StrongBot}
"""The players with a name."""


def _make_bot(bot: str, game: Game, labels: Sequence[str]) -> RandomBot | SensibleBot | StrongBot:
    if bot not in PLAYERS:
        *others, last = sorted(PLAYERS)
        raise ValueError(f"bot is one of {', '.join(others)} and {last}, not {bot!r}")
    if PLAYERS[bot] is StrongBot:
        require_strong(game, game.seat(tuple(labels), 0))
    return PLAYERS[bot]()
