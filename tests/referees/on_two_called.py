"""The settlement of two called cards, from the hand alone: partners divide evenly.

Nothing of the engine is asked: winners of tricks, values of cards and payments are found here again.
Contracts without a called player are those of the source (source 003).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tests.referees import source_003
from tests.referees.shape import settled_claim

if TYPE_CHECKING:
    from tests.referees.shape import Answer, Hand


class _Called(NamedTuple):
    """The payments of a ruleset with calls: per opponent, and for a lone declarer."""

    base: str
    stake: int
    alone: dict[str, tuple[int, int]]
    """By where the last card was: what is paid for winning and for losing."""


RULES: Final = {
    "two-called": _Called("sestiglio", 1, {"monte": (5, 3), "hand": (4, 1)}),
    "two-called-open": _Called("quintiglio", 6, {"hand": (6, 12)}),
}
STAKES: Final = {"two-called": {}, "two-called-open": {"chiedo": (2, 8), "solo": (3, 12)}}
"""The stakes of other contracts that differ: as the source has them, and here."""
RANKS: Final = "32ARCF7654"
WORTH: Final = dict(zip(RANKS, (1, 1, 3, 1, 1, 1, 0, 0, 0, 0), strict=True))


def holders(hand: Hand) -> tuple[set[str], str]:
    """Return the players dealt a called card, other than the declarer.

    And the place of the last card, if no player had it.
    """
    found, last = set(), ""
    calls = [move for move in hand["moves"] if move["do"] == "call"]
    assert len({call["card"] for call in calls}) == len(calls) == 2
    for call in calls:
        seat = next((seat for seat, cards in hand["deal"].items() if call["card"] in cards), "monte")
        last = "hand" if seat == call["seat"] else "monte" if seat == "monte" else ""
        if not last:
            found.add(seat)
    return found, last


def winner(trick: Any, order: list[str]) -> str:
    """The highest of the suit that was led."""
    first = order.index(trick["leader"])
    suit = trick["cards"][0][1]
    at = min((RANKS.index(card[0]), number) for number, card in enumerate(trick["cards"]) if card[1] == suit)[1]
    return order[(first + at) % len(order)]


def settled(hand: Hand, name: str) -> dict[str, Any]:
    """Partners, winners of tricks, thirds of both sides, winner and payer, bonus too."""
    rules, seats = RULES[name], list(hand["seats"])
    declarer = next(move["seat"] for move in hand["moves"] if move["do"] == "call")
    partners, last = holders(hand)
    own = {declarer, *partners}
    whole = [trick for trick in hand["tricks"] if len(trick["cards"]) == len(seats)]
    winners = [winner(trick, seats) for trick in whole]
    tricks = sum(seat in own for seat in winners)
    points = sum(WORTH[card[0]] for seat, trick in zip(winners, whole, strict=True) for card in trick["cards"]
                 if seat in own)  # fmt: skip
    claim, rest = settled_claim(hand), 35 - sum(WORTH[card[0]] for trick in whole for card in trick["cards"])
    mine = winners[-1:] != [] and winners[-1] in own
    left = len(next(iter(hand["deal"].values()))) - len(whole)
    if claim is not None:
        mine = (claim["seat"] in own) == (claim["do"] == "claim")
        tricks += left if mine else 0
    points += rest if mine else 0
    if claim is not None and claim.get("points") is not None:
        points = claim["points"] if mine else 35 - claim["points"]
    won = points >= 18
    paid = rules.stake
    if not partners:
        paid = rules.alone[last][not won]
    if tricks in (0, len(whole) + left) and (claim is None or claim.get("points") is None):
        paid *= 2
    payments = {seat: -paid if won else paid for seat in seats if seat not in own}
    together = -sum(payments.values())
    assert together % len(own) == 0
    payments |= dict.fromkeys(own, together // len(own))
    return {
        "partners": sorted(partners, key=seats.index), "winners": winners, "points": points, "won": won,
        "payments": payments,
    }  # fmt: skip


def referee(hand: Hand, name: str) -> Answer:
    """The ruling of a hand without a called partner: that of the source, at the stakes of the ruleset."""
    found: Answer = source_003.referee(hand, RULES[name].base)
    before, now = STAKES[name].get(found["contract"], (1, 1))
    return {**found, "payments": {seat: paid * now // before for seat, paid in found["payments"].items()}}
