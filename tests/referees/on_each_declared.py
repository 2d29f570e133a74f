"""A match that ends once every player has declared certain contracts: what is certain of its end, hand by hand.

A hand may be missing from the record. Every way to fill it is tried, so that the end is certain, open or excluded.
"""

from __future__ import annotations

from typing import NamedTuple

WANTED = frozenset({"chiamo", "solo"})
CONTRACTS = ("chiamo", "solo", "solissimo")


class Played(NamedTuple):
    """A hand: its players, and the declaration of one of them if it is written."""

    at_table: frozenset[str]
    is_known: bool
    declarer: str | None = None
    contract: str = ""


def _is_over(hands: list[Played], filled: tuple[tuple[str, str] | None, ...]) -> bool:
    """Check whether all players of a hand have declared all contracts by its end.

    `filled` has the declarations of missing hands.
    """
    missing, declared = iter(filled), set[tuple[str, str]]()
    for hand in hands:
        said = next(missing) if not hand.is_known else (hand.declarer or "", hand.contract)
        declared |= {said} if said else set()
        if all((player, contract) in declared for player in hand.at_table for contract in WANTED):
            return True
    return False


def find_end(hands: list[Played]) -> bool | None:
    """Check whether a match is over; None where the record leaves it open."""
    fillings: list[tuple[tuple[str, str] | None, ...]] = [()]
    for hand in hands:
        if not hand.is_known:
            ways = [None, *((player, contract) for player in sorted(hand.at_table) for contract in CONTRACTS)]
            fillings = [(*filling, way) for filling in fillings for way in ways]
    found = {_is_over(hands, filling) for filling in fillings}
    return found.pop() if len(found) == 1 else None
