"""Bots of one's own: functions that get what their seat sees and may do, and answer with a move.

In: the state of a simulated hand and what is legal in it. Out: the action that the seat's function chose, or a BotError
that names the seat and its answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from calarec.base.arguments import wrong_kind
from calarec.engine.moves import apply
from calarec.engine.terms import Refusal
from calarec.playing.moves import Move, read_move
from calarec.playing.seat_view import SeatView, seat_view
from calarec.simulation.bots import BOTS, RandomBot, SensibleBot
from calarec.simulation.strong import StrongBot

if TYPE_CHECKING:
    from random import Random

    from calarec.engine import events as ev
    from calarec.engine.actions import Action
    from calarec.engine.game import Game
    from calarec.engine.state import State
    from calarec.engine.terms import Offer
    from calarec.playing.moves import LegalMoves
    from calarec.simulation.bots import Bot
    from calarec.wording.findings import Finding


class OwnBot(Protocol):
    """Gets what its seat sees and may do, and answers with a move; None leaves what nobody waits for, a raise."""

    def __call__(self, view: SeatView, moves: tuple[LegalMoves, ...], /) -> Move | None:
        """The move."""


class BotError(ValueError):
    """What a bot answered is no move, or not a legal one: `seat`, `move`, and the `finding` if there is one."""

    def __init__(self, seat: str, move: object, why: str, finding: Finding | None = None) -> None:
        super().__init__(f"the bot of seat {seat} answered {move!r}: {why}")
        self.seat = seat
        self.move = move
        self.finding = finding


class SeatBots:
    """A player for each seat."""

    def __init__(self, bots: Mapping[str, OwnBot | Bot]) -> None:
        self.bots = bots

    def choose(
        self, game: Game, state: State, offers: Sequence[Offer], rng: Random, events: Sequence[ev.Event]
    ) -> Action | None:
        """The action of the seat that is asked: first of those that nobody waits for, then of one that is due."""
        label = state.setting.labels
        asked = dict.fromkeys(
            state.controller(each.seat) for each in sorted(offers, key=lambda each: not each.optional)
        )
        for seat in asked:
            bot = self.bots[label[seat]]
            mine = [each for each in offers if state.controller(each.seat) == seat]
            if isinstance(bot, RandomBot | SensibleBot | StrongBot):
                action = bot.choose(game, state, mine, rng, events)
            else:
                assert callable(bot)
                action = _answered(bot, game, state, mine, events, seat)
            if action is not None:
                return action
        raise AssertionError("somebody has to act")


def _answered(
    bot: OwnBot, game: Game, state: State, offers: Sequence[Offer], events: Sequence[ev.Event], seat: int
) -> Action | None:
    """What a bot of one's own does; BotError unless it is legal."""
    seen = seat_view(game, state, events, seat)
    label = seen.seat
    move = bot(seen, seen.legal)
    if move is None:
        if all(each.optional for each in offers):
            return None
        raise BotError(label, move, "it has to choose one of its legal moves")
    try:
        read = read_move(game, state, move, ())
    except (TypeError, ValueError) as error:
        raise BotError(label, move, str(error)) from error
    if read.action is not None:
        answer = apply(game, state, read.action)
        if not isinstance(answer, Refusal):
            return read.action
        read.problems.refused(answer, read.statement, read.cards, answered=False)
    finding = read.findings[0]
    raise BotError(label, move, f"{finding.code} {finding.message()}", finding)


def players(bot: object, labels: Sequence[str]) -> Bot:
    """Who plays at these seats: a name, a function, or one of these for each seat."""
    if isinstance(bot, RandomBot | SensibleBot | StrongBot):
        return bot
    if isinstance(bot, str):
        return _named(bot)
    if callable(bot):
        return SeatBots(dict.fromkeys(labels, bot))
    if not isinstance(bot, Mapping):
        raise wrong_kind("bot", "a name, a function, or one of these for each seat", bot)
    if {*bot} != {*labels}:
        raise ValueError(f"bot names the seats {' '.join(labels)}, not {' '.join(map(str, bot))}")
    strange = next((each for each in bot.values() if not (isinstance(each, str) or callable(each))), None)
    if strange is not None:
        raise wrong_kind("bot of each seat", "a name or a function", strange)
    return SeatBots({label: _named(each) if isinstance(each, str) else each for label, each in bot.items()})


PLAYERS: Final[dict[str, type[RandomBot | SensibleBot | StrongBot]]] = {**BOTS, "strong": StrongBot}
"""Those that have a name."""


def _named(bot: str) -> RandomBot | SensibleBot | StrongBot:
    if bot not in PLAYERS:
        *others, last = sorted(PLAYERS)
        raise ValueError(f"bot is one of {', '.join(others)} and {last}, not {bot!r}")
    return PLAYERS[bot]()
