"""Payments of single opponents, settled again: pagat's, changed by their cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.referees import source_004
from tests.referees.on_conditions import opponent_multiple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.referees.shape import Hand


def payments(hand: Hand, rules: Mapping[str, Mapping[str, Any]]) -> dict[str, int]:
    """Return the payments; `rules` are those of `settle.each`."""
    found = source_004.referee(hand, "pagat")
    before, declarer, contract = found["payments"], found["declarer"], found["contract"]
    if not declarer:
        return {seat: before.get(seat, 0) for seat in hand["seats"]}
    opponents = [seat for seat in hand["deal"] if seat != declarer]
    has_won = any(side["wins"] for side in found["sides"] if declarer in side["seats"])
    after = {
        seat: before.get(seat, 0) * opponent_multiple(hand, rules, (seat, declarer, contract), pays=has_won)
        for seat in opponents
    }
    return {seat: after.get(seat, 0) for seat in hand["seats"]} | {declarer: -sum(after.values())}
