"""Hands for more than three players, as source 003 has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.referees.tables_003 import SIX, SIX_TABLE
from tests.sources.table import table

if TYPE_CHECKING:
    from tests.referees.shape import Hand


def left_to(bid: str, seats: str) -> str:
    """B bids, the others leave it to him."""
    return ", ".join([f"B {bid}", *(f"{seat} -" for seat in seats)])


def at_four(bid: str, tricks: str, moves: str = "") -> Hand:
    """Four players, without a monte."""
    bids = f"B {bid}" if bid == "solo" else left_to(bid, "CDA")
    return table("quartiglio").hand(tricks, "", bids, moves, seats="ABCD")


def at_six(bid: str, moves: str = "", tricks: str = SIX, ruleset: str = "sestiglio", seats: str = "ABCDEF") -> Hand:
    """Six players, or seven of whom the dealer rests."""
    bids = "B scegliete" if bid == "scegliete" else left_to(bid, "CDEF" + ("G" if "G" in seats else "A"))
    return table(ruleset).hand(tricks, SIX_TABLE, bids, moves, seats=seats, out="A" if "G" in seats else "")
