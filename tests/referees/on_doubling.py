"""The second settlement of doubled stakes: two rulesets based on a source.

The referee of the source gives the payments without doubling; here each of these payments is multiplied by what was
said. It reads the `auction` of the JSON, and keeps a sheet of multiples as a table would: one number
for each opponent.
"""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from typing import TYPE_CHECKING

from tests.referees.on_roles import single

if TYPE_CHECKING:
    from tests.referees.shape import Answer, Hand

RULES = {
    "contro": ("source_004", "pagat", {"contro": 2, "surcontro": 2}, (1, 0)),
    "contro-alone": ("source_003", "quintiglio", {"contro": 2, "surcontro": 3, "again": 2}, (2, 1)),
}
"""Module and ruleset of the source, what each word multiplies, and how declarer and partner divide."""
_ANSWERS = {"surcontro": "contro", "again": "surcontro"}


def multiples(hand: Hand, ruleset: str, declarer: str, opponents: list[str]) -> dict[str, int]:
    """Return the factor of each opponent's payment."""
    times = RULES[ruleset][2]
    sheet = dict.fromkeys(opponents, 1)
    last = dict.fromkeys(opponents, "")
    for said in hand["auction"]:
        if said["kind"] != "double":
            continue
        word = said["bid"]
        if ruleset == "contro":
            whom = opponents
        elif said["seat"] == declarer:
            whom = [seat for seat in opponents if last[seat] == _ANSWERS[word]]
        else:
            whom = [seat for seat in opponents if seat == said["seat"]]
        for seat in whom:
            sheet[seat] *= times[word]
            last[seat] = word
    return sheet


def referee(hand: Hand, ruleset: str) -> Answer:
    """The ruling of one hand."""
    module, base, _, shares = RULES[ruleset]
    plain = {**hand, "auction": [said for said in hand["auction"] if said["kind"] != "double"]}
    found: Answer = import_module(f"tests.referees.{module}").referee(plain, base)
    own = (found["declarer"], found["partner"])
    sheet = multiples(hand, ruleset, own[0], [seat for seat in hand["deal"] if seat not in own])
    paid: Counter[str] = Counter()
    for payer, receiver, amount in single(found):
        times = sheet.get(payer, 1) * sheet.get(receiver, 1)
        paid[payer] -= amount * times
        paid[receiver] += amount * times
    if found["partner"]:
        total = paid[found["declarer"]]
        paid[found["partner"]] = total * shares[1] // sum(shares)
        paid[found["declarer"]] = total - paid[found["partner"]]
    return {**found, "payments": {seat: paid[seat] for seat in found["payments"]}}
