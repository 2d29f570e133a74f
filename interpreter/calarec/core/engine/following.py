"""Which cards may follow in a trick, and which of them wins it: suits, trumps, and the duty to beat.

In go masks of cards; a trump of 0 is none. Whoever judges, plays or reconstructs tricks asks here. Who wins has a form
of its own only where no function can be called or cards are not known: in source (`bulk/phases.py`), in constraints
(`unknown_cards/solver/propagation.py`), in C (`kernel/core/bits.h`).
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


def find_winning_place(trick: Sequence[int], suit_of: Sequence[int], trump: int) -> int:
    """The place, from the leader, of the card that wins so far."""
    return trick.index(best_of(trick, suit_of, trump))


def higher_cards(cards: int, best: int, suit_of: Sequence[int]) -> int:
    """Those of some cards that beat the best one; none of another suit than its own."""
    return cards & suit_of[best] & -(2 << best)


def can_beat(cards: int, best: int, led: int) -> bool:
    """Whether a card, or one of some, takes a trick without trumps from the best so far; all are masks."""
    return cards & led > best


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
        higher = higher_cards(due, best, suit_of)
        if higher:
            return higher, "beat"
    return due, rule
