"""The second course of an auction of amounts; the play is that of source 004.

The auction is followed here without the engine. A hand with the monte is then the source's solo, one without it the
solissimo, led by the declarer both times; what is paid there is paid as often as the amount goes into it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.referees import source_004

if TYPE_CHECKING:
    from tests.referees.shape import Answer, Hand

PASS: Final = "passo"
AS: Final = {"offro": ("solo", 2), "col-chiodo": ("solo", 2), "ballo": ("solissimo", 4)}
"""As which contract of the source it is played, and what that pays."""


def worth(word: str) -> int:
    """Return the value of a bid; each beats lower ones."""
    if word.startswith("offro-"):
        amount = int(word[len("offro-") :])
        assert 1 <= amount <= 20, word
        return amount
    return {"col-chiodo": 21, "ballo": 42}[word]


def heard(hand: Hand) -> tuple[str, str]:
    """Return the highest bidder and the bid.

    Players bid until all others have passed, or until one lets it dance.
    """
    seats = list(hand["seats"])
    start = seats.index(hand["dealer"]) + 1
    order = [seat for seat in seats[start:] + seats[:start] if seat not in hand["out"]]
    left: set[str] = set()
    spoken: set[str] = set()
    high, holder, turn = 0, "", 0
    best = ""
    for move in hand["auction"]:
        while order[turn % len(order)] in left or order[turn % len(order)] == holder:
            turn += 1
        seat = order[turn % len(order)]
        assert move["seat"] == seat, "the wrong seat speaks"
        if move["bid"] == PASS:
            left.add(seat)
        else:
            assert worth(move["bid"]) > high, "no higher bid"
            assert move["bid"] != "ballo" or seat not in spoken, "not at the first turn"
            high, holder, best = worth(move["bid"]), seat, move["bid"]
        spoken.add(seat)
        turn += 1
    assert best == "ballo" or len(left) == len(order) - bool(holder), "the auction was not over"
    return holder, best


def referee(hand: Hand) -> Answer:
    """The ruling: that of the source, at the price that was bid."""
    holder, best = heard(hand)
    seats = list(hand["seats"])
    start = seats.index(hand["dealer"]) + 1
    order = [seat for seat in seats[start:] + seats[:start] if seat not in hand["out"]]
    played, paid = AS[best.rstrip("0123456789").rstrip("-")] if best else ("", 1)
    bids = [
        {"seat": seat, "bid": played if seat == holder else PASS, "kind": "bid" if seat == holder else "pass"}
        for seat in order
    ]
    if played == "solissimo":
        bids = bids[: order.index(holder) + 1]
    found: Answer = source_004.referee({**hand, "auction": bids}, "pagat-declarer-leads")
    payments = {seat: amount * (worth(best) if best else 1) // paid for seat, amount in found["payments"].items()}
    return {**found, "contract": best or None, "payments": payments}
