"""What binds players by the cards that they hold, looked at once more: who may not pass, lead or lay aside what."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.referees.shape import Hand

LADDER = ("chiamo", "solo", "solissimo")
"""The bids of pagat, from the lowest to the highest."""


def count_ranks(cards: list[str], ranks: str) -> int:
    """How many of the cards have one of these ranks."""
    return sum(card[0] in ranks for card in cards)


def find_wrong_passes(hand: Hand) -> Iterator[str]:
    """Players with three threes who passed while solo was to be had."""
    best = -1
    for said in hand["auction"]:
        if said["bid"] in LADDER:
            best = max(best, LADDER.index(said["bid"]))
        elif best < LADDER.index("solo") and count_ranks(hand["deal"][said["seat"]], "3") > 2:
            yield said["seat"]


def find_wrong_leads(hand: Hand) -> Iterator[str]:
    """An ace led to the first trick: twelve cards are never all aces."""
    for trick in hand["tricks"][:1]:
        if trick["cards"][0][0] == "A":
            yield trick["leader"]


def find_wrong_discards(hand: Hand) -> Iterator[str]:
    """Players who laid more than one ace aside, but as sharers of the monte."""
    if hand["ruling"]["contract"] not in ("chiamo", "solo"):
        return
    for move in hand["moves"]:
        if move["do"] == "discard" and count_ranks(move["cards"], "A") > 1:
            yield move["seat"]
