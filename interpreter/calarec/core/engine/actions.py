"""Actions: one type for each kind of thing that a player may do.

Seats are numbers in order of play, cards are masks (a single card: its number).
"""

from __future__ import annotations

from typing import TypeAlias

from calarec.core.base.frozen import NamedTuple


class BidAction(NamedTuple):
    """Says a contract or a waiting word."""

    seat: int
    word: str


class RaiseAction(NamedTuple):
    """Raises the contract without bidding."""

    seat: int
    word: str


class DoubleAction(NamedTuple):
    """Says a word by which more is paid."""

    seat: int
    word: str


class CallAction(NamedTuple):
    """Names a card."""

    seat: int
    card: int


class TrumpAction(NamedTuple):
    """Names a suit, by its letter, or turns up a card, by its name."""

    seat: int
    what: str


class LayAction(NamedTuple):
    """Lays cards on the table, to be exchanged."""

    seat: int
    cards: int


class GiveAction(NamedTuple):
    """Gives cards to another seat."""

    seat: int
    cards: int
    to: int


class TakeAction(NamedTuple):
    """Takes cards from a pile.

    The pile is its place among the piles of the game; -1 is the one that is meant.
    """

    seat: int
    cards: int
    pile: int = -1


class DiscardAction(NamedTuple):
    """Lays cards on a pile."""

    seat: int
    cards: int
    pile: int = -1


class PlayAction(NamedTuple):
    """Plays a card to a trick."""

    seat: int
    card: int


class ShowAction(NamedTuple):
    """Shows cards to seats (a mask of seats)."""

    seat: int
    cards: int
    to: int


class DeclareAction(NamedTuple):
    """Declares holdings; `unknown` counts cards that the record does not name."""

    seat: int
    word: str
    cards: int = 0
    unknown: int = 0
    believed: bool = False
    """True if it cannot be held against the hand, whose cards are not all known."""


class SignalAction(NamedTuple):
    """Says a word while playing."""

    seat: int
    word: str


class ClaimAction(NamedTuple):
    """Claims the rest or a number of points; or concedes them to the other side."""

    seat: int
    points: int | None = None
    concede: bool = False
    accepted: bool | None = None
    """The other side's answer; None if there was none."""


class FaultAction(NamedTuple):
    """States an irregularity of a seat.

    `by` is the claiming seat (-1: not stated); `trick` counts from 1.
    """

    seat: int
    word: str
    by: int = -1
    trick: int = 0


Action: TypeAlias = (
    BidAction
    | RaiseAction
    | DoubleAction
    | CallAction
    | TrumpAction
    | LayAction
    | GiveAction
    | TakeAction
    | DiscardAction
    | PlayAction
    | ShowAction
    | DeclareAction
    | SignalAction
    | ClaimAction
    | FaultAction
)
