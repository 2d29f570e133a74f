"""What hands give to the running score: one that was judged, and many in a row of which there is nothing to say."""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.engine.state import Inherited
    from calarec.core.judge.turn import Turn
    from calarec.core.records.model import Hand


NOT_COUNTED: Final = 8
"""The bit of a packed hand that says that the match does not count it."""


class HandScore(NamedTuple):
    """What judging a hand gave for the running score, to be added by somebody who knows what went before."""

    hand: Hand
    gains: dict[str, int] | None
    """By seat, in the order of the seats; None if it could not be settled."""
    paid_wrong: dict[str, int]
    """What its payments have too much, by seat."""
    dealer: str
    turn: Turn
    "The next dealer."
    inherited: Inherited
    """What it leaves to the next hand."""
    disputed: bool = False
    """Whether something was said of its sums already."""
    marks: tuple[int, ...] = ()
    """Who has won and who has declared, by seat in the order of the gains (`Matching.marks`)."""
    counts: bool | None = True
    """Whether it is one of the deals that the match counts; None where nobody knows."""


class PlainGains(NamedTuple):
    """What a hand of which there is nothing to say gives to those at the table."""

    amounts: tuple[int, ...]
    counts: bool
    """Whether it is one of the deals that the match counts."""


class GainsInARow(NamedTuple):
    """What hands in a row give to those at the table, in their order."""

    many: int
    sums: tuple[int, ...]
    most: tuple[int, ...]
    """The highest to which each has come after one of them."""
    packed: bytes
    layout: str
    """Where the gains of each hand are in it, and whether it counts, for `struct`."""
    deals: int
    """How many of them are deals that the match counts."""

    @property
    def each(self) -> Iterator[PlainGains]:
        """Hand by hand."""
        for *amounts, what in Struct(self.layout).iter_unpack(self.packed):
            yield PlainGains(tuple(amounts), not what & NOT_COUNTED)
