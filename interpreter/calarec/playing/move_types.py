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
"""What a move does: the `do` of a move and of a set of legal moves."""


class SpokenMove(TypedDict):
    """A bid, a raise or a double of one seat."""

    do: SpokenWord
    seat: str
    word: str


class SeatWord(TypedDict):
    """What one seat said."""

    seat: str
    word: str


class SpokenMoves(TypedDict):
    """What several seats said, one after another."""

    do: SpokenWord
    said: list[SeatWord]


class CallMove(TypedDict):
    """A card is called; `found` is where it lay, if that is known."""

    do: Literal["call"]
    seat: str
    card: str
    found: NotRequired[str]


class TrumpMove(TypedDict):
    """A suit is made trump."""

    do: Literal["trump"]
    seat: str
    what: str


class TableCardMove(TypedDict):
    """Cards are laid on the table."""

    do: Literal["table-card"]
    seat: str
    cards: Sequence[str]
    open: NotRequired[bool | None]


class GiveMove(TypedDict):
    """Cards are given to another seat."""

    do: Literal["give"]
    seat: str
    to: str
    cards: Sequence[str]
    open: NotRequired[bool | None]


class TakeMove(TypedDict):
    """Cards are taken from a pile; `__` is one that nobody has seen."""

    do: Literal["take"]
    seat: str
    cards: Sequence[str]
    open: NotRequired[bool | None]
    source: NotRequired[str]


class DiscardMove(TypedDict):
    """Cards are laid on a pile."""

    do: Literal["discard"]
    seat: str
    cards: Sequence[str]
    open: NotRequired[bool | None]
    pile: NotRequired[str]


class ShowMove(TypedDict):
    """Cards are shown; they stay in the hand."""

    do: Literal["show"]
    seat: str
    cards: Sequence[str]
    to: NotRequired[Sequence[str]]


class DeclareMove(TypedDict):
    """A meld or a hand is declared."""

    do: Literal["declare"]
    seat: str
    word: str
    cards: NotRequired[Sequence[str]]


class SignalMove(TypedDict):
    """A word is said with a card."""

    do: Literal["signal"]
    seat: str
    word: str
    trick: NotRequired[int | None]


class ClaimMove(TypedDict):
    """The rest, or a number of points, is claimed or conceded."""

    do: Literal["claim", "concede"]
    seat: str
    points: NotRequired[int | None]
    whole: NotRequired[bool]
    answer: NotRequired[str]
    by: NotRequired[Sequence[str]]


class FaultMove(TypedDict):
    """An irregularity is stated."""

    do: Literal["fault"]
    seat: str
    word: str
    cards: NotRequired[Sequence[str]]
    trick: NotRequired[int | None]
    by: NotRequired[str]


class PlayMove(TypedDict):
    """A card is played to a trick."""

    do: Literal["play"]
    seat: str
    card: str


Move: TypeAlias = (
    SpokenMove | SpokenMoves | CallMove | TrumpMove | TableCardMove | GiveMove | TakeMove | DiscardMove | ShowMove
    | DeclareMove | SignalMove | ClaimMove | FaultMove | PlayMove
)  # fmt: skip
"""What somebody does, as plain data."""
AnyMove: TypeAlias = Move | Mapping[str, Any]
"""What functions take for a move: any mapping, whose content they check."""
