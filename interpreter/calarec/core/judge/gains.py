"""Gains of hands for the running score, of one or of many without findings."""

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
    """The result of a judged hand for the running score, before its predecessors."""

    hand: Hand
    gains: dict[str, int] | None
    """By seat, in the order of the seats; None if it could not be settled."""
    paid_wrong: dict[str, int]
    """The excess of its payments over the due ones, by seat."""
    dealer: str
    turn: Turn
    "The next dealer."
    inherited: Inherited
    """The inheritance of the next hand."""
    disputed: bool = False
    """True if a finding about its sums is reported already."""
    marks: tuple[int, ...] = ()
    """Marks by seat in the order of the gains: won, declared (`Matching.marks`)."""
    counts: bool | None = True
    """True if the match counts the deal; None if that is not known."""


class PlainGains(NamedTuple):
    """The gains of a hand without findings, in the order of the table."""

    amounts: tuple[int, ...]
    counts: bool
    """True if the match counts the deal."""


class GainsInARow(NamedTuple):
    """The gains of consecutive hands, in the order of the table."""

    many: int
    sums: tuple[int, ...]
    most: tuple[int, ...]
    """The highest to which each has come after one of them."""
    packed: bytes
    layout: str
    """The `struct` layout of a hand's gains and its counting flag."""
    deals: int
    """The number of them that the match counts."""

    @property
    def each(self) -> Iterator[PlainGains]:
        """Hand by hand."""
        for *amounts, what in Struct(self.layout).iter_unpack(self.packed):
            yield PlainGains(tuple(amounts), not what & NOT_COUNTED)
