"""Matches counted again from payments and winners: the winner, or it goes on."""

from __future__ import annotations

from typing import NamedTuple

RULES = {
    "tie-declarer": ("declarer", 4),
    "tie-more-hands": ("more_hands", 4),
    "tie-first-there": ("first_there", 4),
    "lowest-wins": ("shared", 0),
    "threes": ("shared", 12),
}
"""The tie-break, and the number of settled deals that ends a match.

0: it ends when a player has received three payments. A hand without bids is dealt again: it settles nothing and ends no
match.
"""


class HandWon(NamedTuple):
    """The facts of a hand that a match needs."""

    paid: dict[str, int]
    winners: frozenset[str]
    declarer: str | None


def referee(ruleset: str, hands: list[HandWon]) -> set[str] | None:
    """Return the winners of a match of these hands; None if it continues."""
    tie, deals = RULES[ruleset]
    people = list(hands[0].paid)
    lowest = ruleset == "lowest-wins"
    courses = {who: [0] for who in people}
    for hand in hands:
        for who in people:
            gain = max(hand.paid[who], 0) if lowest else hand.paid[who]
            courses[who].append(courses[who][-1] + gain)
    ends = {who: course[-1] for who, course in courses.items()}
    settled = sum(hand.declarer is not None for hand in hands)
    if settled < deals or (deals and hands[-1].declarer is None) or (lowest and max(ends.values()) < 3):
        return None
    best = min(ends.values()) if lowest else max(ends.values())
    tied = {who for who in people if ends[who] == best}
    if len(tied) == 1 or tie == "shared":
        return tied
    if tie == "declarer":
        first = tied & {hands[-1].declarer}
    elif tie == "more_hands":
        won = {who: sum(who in hand.winners for hand in hands) for who in tied}
        first = {who for who in tied if won[who] == max(won.values())}
    else:
        since = {who: min(n for n, total in enumerate(courses[who][1:]) if total >= best) for who in tied}
        first = {who for who in tied if since[who] == min(since.values())}
    return first if len(first) == 1 else None
