"""What hands give to the running score: one that was judged, and many in a row of which there is nothing to say."""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING

from calarec.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.engine.state import Inherited
    from calarec.judge.turn import Turn
    from calarec.records.model import Hand


class HandScore(NamedTuple):
    """What judging a hand gave for the running score, to be added by somebody who knows what went before."""

    hand: Hand
    gains: dict[str, int] | None
    """By seat, in the order of the seats; None if it could not be settled."""
    paid_wrong: dict[str, int]
    """What its payments have too much, by seat."""
    dealer: str
    turn: Turn
    """Who deals next."""
    inherited: Inherited
    """What it leaves to the next hand."""
    disputed: bool = False
    """Whether something was said of its sums already."""
    marks: tuple[int, ...] = ()
    """Who has won and who has declared, by seat in the order of the gains (`Matching.marks`)."""


class GainsInARow(NamedTuple):
    """What hands in a row give to those at the table, in their order."""

    many: int
    sums: tuple[int, ...]
    most: tuple[int, ...]
    """The highest to which each has come after one of them."""
    packed: bytes
    layout: str
    """Where the gains of each hand stand in it, for `struct`."""

    @property
    def each(self) -> Iterator[tuple[int, ...]]:
        """Hand by hand."""
        return Struct(self.layout).iter_unpack(self.packed)
