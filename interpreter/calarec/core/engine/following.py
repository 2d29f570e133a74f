"""Which cards may follow in a trick, and which of them wins it: suits, trumps, and the duty to beat.

In go masks of cards; a trump of 0 is none. Whoever judges, plays or reconstructs tricks asks here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.mechanisms.play import PlayRule


def best_of(trick: Sequence[int], suit_of: Sequence[int], trump: int) -> int:
    """The card that wins so far: the highest trump, or the highest of the suit led."""
    trumps = [card for card in trick if trump >> card & 1] if trump else []
    led = suit_of[trick[0]]
    return max(trumps or [card for card in trick if led >> card & 1])


def playable(rules: PlayRule, hand: int, trick: Sequence[int], suit_of: Sequence[int], trump: int) -> int:
    """The cards of a hand that may be played to what lies there."""
    return duty(rules, hand, trick, suit_of, trump)[0]


def duty(rules: PlayRule, hand: int, trick: Sequence[int], suit_of: Sequence[int], trump: int) -> tuple[int, str]:
    """The cards that may be played, and the name of the rule that rules out the others; empty: any may be played."""
    if not trick or rules.follow == "free":
        return hand, ""
    led = suit_of[trick[0]]
    if hand & led:
        due, rule = hand & led, "follow"
    elif rules.void == "must_trump" and hand & trump:
        due, rule = hand & trump, "void"
    else:
        return hand, ""
    if rules.beat == "must":
        best = best_of(trick, suit_of, trump)
        higher = due & suit_of[best] & -(2 << best)  # none of another suit than the best card's
        if higher:
            return higher, "beat"
    return due, rule
