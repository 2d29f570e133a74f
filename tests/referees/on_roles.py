"""The second settlement of roles with multiples: rulesets based on a source.

The referee of the source gives the payments without roles; here each of these payments is multiplied and added up.
"""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from typing import TYPE_CHECKING

from tests.referees.moves import cards_of

if TYPE_CHECKING:
    from tests.referees.shape import Answer, Hand

RULES = {
    "dealer-double": ("source_004", "pagat", {"dealer": (2, 2)}, (1, 0)),
    "roles-partner": ("source_003", "quintiglio", {"dealer": (4, 1), "eldest": (4, 7)}, (2, 1)),
    "roles-spazzatura": ("source_001", "spazzatura", {"dealer": (3, 2), "eldest": (1, 5)}, (1, 0)),
    "roles-out": ("elsewhere", "foster", {"dealer": (2, 3)}, (1, 0)),
    "holder-half": ("source_004", "pagat", {"holder": (1, 2)}, (1, 0)),
    "holder-both": ("source_004", "pagat", {"holder": (1, 4)}, (1, 0)),
}
"""Module and ruleset of the source, what each role pays and receives, and how declarer and partner divide.

The stakes of `holder-half` and `holder-both` are counted in halves: the player with that role pays one half and
receives two or four, the others two.
"""
WHOLES = {"holder-half": 2, "holder-both": 2}


def referee(hand: Hand, ruleset: str) -> Answer:
    """The ruling of one hand."""
    module, base, roles, shares = RULES[ruleset]
    found: Answer = import_module(f"tests.referees.{module}").referee(hand, base)
    seats = hand["seats"]
    turn = seats[seats.index(hand["dealer"]) + 1 :] + seats[: seats.index(hand["dealer"]) + 1]
    holders = {"dealer": hand["dealer"], "eldest": turn[0], "holder": find_holder(hand)}
    paid: Counter[str] = Counter()
    for payer, receiver, amount in single(found):
        times = WHOLES.get(ruleset, 1)
        for role, (pays, receives) in roles.items():
            if role != "holder":
                times *= pays if holders[role] == payer else receives if holders[role] == receiver else 1
            elif holders[role] == payer:
                times = pays
            elif holders[role] == receiver:
                times = receives
        paid[payer] -= amount * times
        paid[receiver] += amount * times
    if found["partner"]:
        total = paid[found["declarer"]]
        paid[found["partner"]] = total * shares[1] // sum(shares)
        paid[found["declarer"]] = total - paid[found["partner"]]
    return {**found, "payments": {seat: paid[seat] for seat in found["payments"]}}


def find_holder(hand: Hand) -> str | None:
    """The player who was dealt the card that was called; none if it lay on the table or in the caller's hand."""
    call = next((move for move in hand.get("moves") or [] if move["do"] == "call"), None)
    if call is None:
        return None
    (card,) = cards_of(call)
    return next((seat for seat, cards in hand["deal"].items() if card in cards and seat != call["seat"]), None)


def single(found: Answer) -> list[tuple[str, str, int]]:
    """Return payer, receiver and amount one by one; a declarer owes for its side."""
    payments = found["payments"]
    if found["declarer"]:
        own = (found["declarer"], found["partner"])
        others = {seat: amount for seat, amount in payments.items() if seat not in own and amount}
        return [(seat, own[0], -amount) if amount < 0 else (own[0], seat, amount) for seat, amount in others.items()]
    payers = [seat for seat, amount in payments.items() if amount < 0]
    paid = [seat for seat, amount in payments.items() if amount > 0]
    return [(payer, seat, payments[seat] // len(payers)) for payer in payers for seat in paid]
