"""An auction in which the highest bid may be held: legal words and highest bid."""

from __future__ import annotations

from typing import NamedTuple

LADDER = ("chiamo", "solo", "solissimo")
RULES = {"elder-holds": ("elder", True, True), "dealer-holds": ("dealer", False, False)}
"""The seat that may hold, and two switches by ruleset.

They are: a player who has not passed speaks again; players continue after the highest bid.
"""


class Heard(NamedTuple):
    """An auction so far."""

    speaker: str | None
    """The seat to speak; None at the end."""
    words: frozenset[str]
    """The words that this player may speak."""
    holder: str | None
    contract: str | None


def follow(ruleset: str, order: str, dealer: str, said: list[tuple[str, str]]) -> Heard:
    """The auction after these bids of players in this order."""
    hold, again, goes_on = RULES[ruleset]
    holder, level, passed, spoken = None, -1, set[str](), list[str]()
    for seat, word in said:
        spoken.append(seat)
        if word == "passo":
            passed.add(seat)
        else:
            holder, level = seat, LADDER.index(word)
    left = [seat for seat in order if seat not in passed and (seat != holder if again else seat not in spoken)]
    if level == len(LADDER) - 1 and not goes_on:
        left = []
    if not left:
        return Heard(None, frozenset(), holder, LADDER[level] if holder else None)
    last = order.index(spoken[-1]) if spoken else -1
    speaker = next(seat for seat in order[last + 1 :] + order[: last + 1] if seat in left)
    elder = holder is not None and order.index(speaker) < order.index(holder)
    may = holder is not None and (elder if hold == "elder" else speaker == dealer)
    return Heard(speaker, frozenset(("passo", *LADDER[level + (not may) :])), holder, None)
