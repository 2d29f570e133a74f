"""Own bots: functions that get their seat's view and legal moves, and return one.

In: the state of a simulated hand and what is legal in it. Out: the action that the seat's function chose, or a
BotError that names the seat and its answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from calarec.core.base.errors import PortableError
from calarec.core.engine.moves import apply
from calarec.core.engine.terms import Refusal
from calarec.playing.moves import read_move
from calarec.playing.seat_view import SeatView, seat_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.engine import events as ev
    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.engine.terms import Offer
    from calarec.core.wording.findings import Finding
    from calarec.playing.move_types import AnyMove
    from calarec.playing.moves import LegalMoves


class OwnBot(Protocol):
    """A function from its seat's view and legal moves to a move; None skips a raise."""

    def __call__(self, view: SeatView, moves: tuple[LegalMoves, ...], /) -> AnyMove | None:
        """The move."""


BotName: TypeAlias = Literal["random", "sensible", "strong"]
SeatBot: TypeAlias = "BotName | str | OwnBot"
"""The bot of one seat: a name or a function."""


class BotError(PortableError, ValueError):
    """An illegal answer of a bot: `seat`, `move`, and the `finding` if there is one."""

    def __init__(self, seat: str, move: object, why: str, finding: Finding | None = None) -> None:
        super().__init__(f"the bot of seat {seat} answered {move!r}: {why}")
        self.seat = seat
        self.move = move
        self.finding = finding


def ask_own_bot(
    bot: OwnBot, game: Game, state: State, offers: Sequence[Offer], events: Sequence[ev.Event], seat: int
) -> Action | None:
    """Ask an own bot for its action; BotError unless it is legal."""
    seen = seat_view(game, state, events, seat)
    label = seen.seat
    move = bot(seen, seen.legal)
    if move is None:
        if all(offer.is_optional for offer in offers):
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
        read.problems.add_refusal(answer, read.statement, read.cards, answered=False)
    finding = read.findings[0]
    raise BotError(label, move, f"{finding.code} {finding.message()}", finding)
