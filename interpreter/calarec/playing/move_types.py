"""The shapes of moves, for type checkers.

A move has the fields of the statement of the same name in the JSON of a record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

SpokenWord: TypeAlias = Literal["bid", "raise", "double"]
MoveKind: TypeAlias = Literal[
    "bid", "raise", "double", "call", "trump", "table-card", "give", "take", "discard", "show", "declare", "signal",
    "claim", "concede", "fault", "play",
]  # fmt: skip
"""The kind of a move: the `do` of a move and of a set of legal moves."""


class SeatMove(TypedDict):
    """The common part of all moves of one seat."""

    seat: str


class SpokenMove(SeatMove):
    """A bid, a raise or a double of one seat."""

    do: SpokenWord
    word: str


class SeatWord(SeatMove):
    """The word of one seat."""

    word: str


class SpokenMoves(TypedDict):
    """The words of several seats, one after another."""

    do: SpokenWord
    said: list[SeatWord]


class CallMove(SeatMove):
    """A card is called; `found` is where it lay, if that is known."""

    do: Literal["call"]
    card: str
    found: NotRequired[str]


class TrumpMove(SeatMove):
    """A suit is made trump."""

    do: Literal["trump"]
    what: str


class TransferMove(SeatMove):
    """The common part of all card moves before the play."""

    cards: Sequence[str]
    open: NotRequired[bool | None]


class TableCardMove(TransferMove):
    """Cards are laid on the table."""

    do: Literal["table-card"]


class GiveMove(TransferMove):
    """Cards are given to another seat."""

    do: Literal["give"]
    to: str


class TakeMove(TransferMove):
    """Cards are taken from a pile; `__` is one that was not seen."""

    do: Literal["take"]
    source: NotRequired[str]


class DiscardMove(TransferMove):
    """Cards are laid on a pile."""

    do: Literal["discard"]
    pile: NotRequired[str]


class ShowMove(SeatMove):
    """Cards are shown; they stay in the hand."""

    do: Literal["show"]
    cards: Sequence[str]
    to: NotRequired[Sequence[str]]


class DeclareMove(SeatMove):
    """A meld or a hand is declared."""

    do: Literal["declare"]
    word: str
    cards: NotRequired[Sequence[str]]


class SignalMove(SeatMove):
    """A signal with a card."""

    do: Literal["signal"]
    word: str
    trick: NotRequired[int | None]


class ClaimMove(SeatMove):
    """The rest, or a number of points, is claimed or conceded."""

    do: Literal["claim", "concede"]
    points: NotRequired[int | None]
    whole: NotRequired[bool]
    answer: NotRequired[str]
    by: NotRequired[Sequence[str]]


class FaultMove(SeatMove):
    """An irregularity is stated."""

    do: Literal["fault"]
    word: str
    cards: NotRequired[Sequence[str]]
    trick: NotRequired[int | None]
    by: NotRequired[str]


class PlayMove(SeatMove):
    """A card is played to a trick."""

    do: Literal["play"]
    card: str


Move: TypeAlias = (
    SpokenMove | SpokenMoves | CallMove | TrumpMove | TableCardMove | GiveMove | TakeMove | DiscardMove | ShowMove
    | DeclareMove | SignalMove | ClaimMove | FaultMove | PlayMove
)  # fmt: skip
"""A move of a player, as plain data."""
AnyMove: TypeAlias = Move | Mapping[str, Any]
"""The moves that functions accept: any mapping, whose content they check."""
