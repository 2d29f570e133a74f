"""The second settlement of bonuses that add: four rulesets based on a source.

The referee of the source gives the payments without them; here every payment from one player to another grows by each
that holds. Cards, tricks and roles are counted as people would at the table, in hands that were played to their end.
"""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from tests.referees.on_cards import cards_of
from tests.referees.on_roles import single

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.referees.shape import Answer, Hand

Seen = tuple["Hand", "Answer", "dict[str, set[str]]"]


class Added(NamedTuple):
    """One bonus: its name, when it holds, and what it adds to each payment."""

    name: str
    holds: Callable[[Seen], bool]
    adds: Callable[[int], int]
    """By what the contract is worth."""


def have(seen: Seen, party: str, cards: str, where: str) -> int:
    """Count a party's cards among certain ones (ranks, a hyphen, suits)."""
    ranks, suits = cards.split("-")
    return sum(card[0] in ranks and card[1] in suits for card in cards_of(where, seen[2][party], seen[0]))


def tricks(seen: Seen, party: str) -> int:
    """Count the tricks of a party."""
    return sum(trick["winner"] in seen[2][party] for trick in seen[0]["tricks"])


def deals(seen: Seen, party: str) -> bool:
    """Check whether the dealer is in a party."""
    return seen[0]["dealer"] in seen[2][party]


def begins(seen: Seen, party: str) -> bool:
    """Check whether the first seat after the dealer is in a party."""
    seats = seen[0]["seats"]
    return seats[(seats.index(seen[0]["dealer"]) + 1) % len(seats)] in seen[2][party]


TIMES = {"cappotto": 2, "stramazzo": 3}
"""004:71, 004:74."""
RULES: dict[str, tuple[str, str, tuple[int, int], tuple[Added, ...]]] = {
    "added": (
        "source_004", "pagat", (1, 0),
        (
            Added("aces", lambda seen: have(seen, "winners", "A-bscd", "won") >= 3, lambda _: 2),
            Added("figures", lambda seen: have(seen, "declarer", "RCF-d", "dealt") >= 2, lambda _: 1),
            Added(
                "from-the-deal",
                lambda seen: deals(seen, "winners") and seen[1]["contract"] in ("chiamo", "solo"),
                lambda stake: 2 * stake,
            ),
            Added(
                "against",
                lambda seen: have(seen, "losers", "3-bscd", "held") >= 2
                and begins(seen, "declarer") and tricks(seen, "winners") >= 4,
                lambda _: 3,
            ),
        ),
    ),
    "added-difference": (
        "cavendish", "cavendish", (1, 0),
        (
            Added("coins", lambda seen: have(seen, "winners", "32AKQJ7654-d", "won") >= 6, lambda _: 5),
            Added(
                "few",
                lambda seen: have(seen, "losers", "32AKQJ7654-h", "won") <= 4 and begins(seen, "winners"),
                lambda _: 4,
            ),
        ),
    ),
    "added-partner": (
        "source_003", "quartiglio", (1, 1),
        (
            Added("dealt", lambda seen: deals(seen, "declarer"), lambda _: 2),
            Added(
                "cups",
                lambda seen: not have(seen, "opponents", "A-c", "dealt") and begins(seen, "opponents"),
                lambda stake: stake,
            ),
        ),
    ),
    "added-spazzatura": (
        "source_001", "spazzatura", (1, 0),
        (
            Added("aces", lambda seen: have(seen, "others", "A-bscd", "won") >= 2, lambda _: 1),
            Added(
                "paid-dealer",
                lambda seen: deals(seen, "others") and have(seen, "others", "3-bscd", "dealt") >= 2,
                lambda _: 3,
            ),
            Added("first", lambda seen: begins(seen, "others") and tricks(seen, "others") >= 7, lambda _: 2),
        ),
    ),
}  # fmt: skip
"""Module and ruleset of the source, how declarer and partner divide, and what is added."""


def referee(hand: Hand, ruleset: str) -> Answer:
    """The ruling of one hand; `added` names what was added."""
    module, base, shares, rows = RULES[ruleset]
    found: Answer = import_module(f"tests.referees.{module}").referee(hand, base)
    paid: Counter[str] = Counter()
    seen: Seen = (hand, found, _parties(hand, found))
    alone = ruleset == "added-spazzatura"
    counts = any(found["payments"].values()) and alone == (found["declarer"] is None)
    added = [row for row in rows if counts and row.holds(seen)]
    for payer, receiver, amount in single(found):
        stake = amount // TIMES.get(found["bonus"], 1)
        whole = amount + sum(row.adds(stake) for row in added)
        paid[payer] -= whole
        paid[receiver] += whole
    if found["partner"]:
        total = paid[found["declarer"]]
        paid[found["partner"]] = total * shares[1] // sum(shares)
        paid[found["declarer"]] = total - paid[found["partner"]]
    payments = {seat: paid[seat] for seat in found["payments"]}
    return {**found, "payments": payments, "added": [row.name for row in added]}


def _parties(hand: Hand, found: Answer) -> dict[str, set[str]]:
    if found["declarer"] is None:
        return {"others": {seat for seat, amount in found["payments"].items() if amount > 0}}
    mine = {seat for seat in (found["declarer"], found["partner"]) if seat}
    theirs = set(hand["deal"]) - mine
    wins = found["payments"][found["declarer"]] > 0
    winners, losers = (mine, theirs) if wins else (theirs, mine)
    return {"declarer": mine, "opponents": theirs, "winners": winners, "losers": losers}
