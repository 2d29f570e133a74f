"""Dealers and seats that sit out, by the last result: computed again.

The referee of the source gives the value of a hand. Here a table of four without the seat that sits out is a table of
three, unless the dealer sits out, as in the source.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.referees import source_004

if TYPE_CHECKING:
    from tests.referees.shape import Answer, Hand

RULES = {
    "winner-deals": ("winner", "next", "dealer"),
    "loser-deals": ("loser", "same", "dealer"),
    "loser-rests": ("next", "next", "loser"),
}
"""The next dealer after a result and after a hand without a bid, and the seat that sits out at a table of four."""


def referee(hand: Hand) -> Answer:
    """The ruling of one hand, whichever seat sits out."""
    seats, out = list(hand["seats"]), list(hand["out"] or [])
    if out and out != [hand["dealer"]]:
        found: Answer = source_004.judge(
            {**hand, "seats": [seat for seat in seats if seat not in out], "out": []}, "pagat"
        )
        return {**found, "payments": {**dict.fromkeys(seats, 0), **found["payments"]}}
    return source_004.judge(hand, "pagat")


def follow(ruleset: str, hand: Hand, found: Answer) -> tuple[str, list[str]]:
    """Return the next dealer, and the seats that sit out then at the same table."""
    by_result, passed, rests = RULES[ruleset]
    seats, dealer, declarer = list(hand["seats"]), hand["dealer"], found["declarer"]
    at = seats.index(dealer)
    turn = [*seats[at + 1 :], *seats[: at + 1]]
    if declarer is None:
        deals, lost = (dealer if passed == "same" else turn[0]), ""
    else:
        own = {declarer, found["partner"]}
        against = next(seat for seat in turn if seat not in own and seat not in (hand["out"] or []))
        has_won = next(side["wins"] for side in found["sides"] if declarer in side["seats"])
        won, lost = (declarer, against) if has_won else (against, declarer)
        deals = {"next": turn[0], "winner": won, "loser": lost}[by_result]
    if len(seats) < 4:
        return deals, []
    return deals, [deals] if rests == "dealer" else [lost] if lost else list(hand["out"])
