"""A match that ends only with a whole round, counted again from payments."""

from __future__ import annotations

GOAL = 8
"""So many stakes end a match of `round-finished`."""


def referee(paid: list[dict[str, int]], declared: list[bool]) -> set[str] | None:
    """The winner of a match of these hands, each with a declarer or thrown in; None if it goes on."""
    totals = {who: sum(hand[who] for hand in paid) for who in paid[0]}
    best = {who for who, total in totals.items() if total == max(totals.values())}
    is_whole = declared[-1] and sum(declared) % len(totals) == 0
    return best if is_whole and max(totals.values()) >= GOAL and len(best) == 1 else None
