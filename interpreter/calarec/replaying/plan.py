"""A plan: a way in which a hand can have gone from the deal to the first lead.

Terms. A plan has the moves of cards by number and place, those that the record does not tell among them, and
where a called card lay. Its cards are anybody's: its state only has the right sizes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.light import NamedTuple, dataclass

if TYPE_CHECKING:
    from calarec.engine.game import Game
    from calarec.moves.state import State
    from calarec.records import model as rec

IN_PILE: Final = -1
IN_HAND: Final = -2
BLANK: Final = "__"


class Planned(NamedTuple):
    """A move of cards; `statement` is the line that tells it or would (None: cards that were laid back)."""

    statement: rec.TableCard | rec.Give | rec.Take | rec.Discard | None
    source: int
    target: int
    size: int
    written: bool
    card: int = -1
    """The card that the rules want; -1: any."""


class Located(NamedTuple):
    """A called card: after how many moves, by whom, where it lay (a seat, -1 a pile, -2 the caller's own)."""

    statement: rec.Call
    card: int
    time: int
    caller: int
    found: int
    tabled: int
    """The moves, as a mask, by which the caller had laid cards on the table."""
    wanted: int
    """Cards that the caller has to hold."""


class Cost(NamedTuple):
    """What speaks against a plan."""

    breaches: int = 0
    against_record: int = 0
    needless: int = 0


FREE: Final = Cost()


@dataclass(frozen=True, slots=True)
class Plan:
    """How the hand can have gone on before the play."""

    index: int
    """The statement that comes next."""
    state: State
    statements: tuple[rec.Statement, ...] = ()
    moves: tuple[Planned, ...] = ()
    calls: tuple[Located, ...] = ()
    shows: tuple[tuple[rec.Show, int], ...] = ()
    """Cards that were shown before the play, and after how many moves."""
    cost: Cost = FREE
    laid_back: tuple[int, ...] = ()
    """For each pile how many cards lie there that may not be taken again."""
    before_play: int = 0
    """How many of the statements stand before the play."""
    lost: bool = False
    """The record says something that cannot be followed; nothing after it is known."""


def shape(game: Game, name: str) -> int:
    """The cards that a name with blanks may mean."""
    return sum(
        1 << number
        for number, full in enumerate(game.cards.names)
        if all(want in ("_", have) for want, have in zip(_plain(game, name), full, strict=True))
    )


def _plain(game: Game, name: str) -> str:
    """A name with blanks, its alias replaced by the pack's own symbol."""
    for spelt, number in game.cards.numbers.items():
        if all(want in ("_", have) for want, have in zip(name, spelt, strict=True)):
            full = game.cards.names[number]
            return "".join("_" if want == "_" else have for want, have in zip(name, full, strict=True))
    return name
