"""The second working of match rules that change the next hand of an evening.

The referee of the source gives the value of a hand without them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.referees import source_004

if TYPE_CHECKING:
    from tests.referees.shape import Answer, Hand

RULES: dict[str, dict[str, Any]] = {
    "last-round-doubled": {"deals": 6, "last-round": 2},
    "streaks": {"bad-luck": (-2, 2), "run": (2, 3)},
    "one-solo": {"one-solo": "solo"},
}
"""The number of deals, and what each rule asks and multiplies: lost contracts are below 0."""


class Match:
    """A match as far as it has come."""

    def __init__(self, ruleset: str, seats: str) -> None:
        self.rules = RULES[ruleset]
        self.seats = seats
        self.deals = 0
        self.row = dict.fromkeys(seats, 0)
        self.soloists: set[str] = set()

    def terms(self) -> dict[str, list[str]]:
        """The rules that apply to the next hand, and the seats that they bind; none named: all."""
        found: dict[str, list[str]] = {}
        if "deals" in self.rules and self.rules["deals"] - self.deals <= len(self.seats):
            found["last-round"] = []
        for name in ("bad-luck", "run"):
            if name in self.rules:
                needed = self.rules[name][0]
                found[name] = [
                    seat
                    for seat in self.seats
                    if (self.row[seat] <= needed if needed < 0 else self.row[seat] >= needed)
                ]
        if "one-solo" in self.rules:
            found["one-solo"] = sorted(self.soloists)
        return {name: seats for name, seats in found.items() if seats or name == "last-round"}

    def judge(self, hand: Hand) -> Answer:
        """The ruling of the next hand."""
        found: Answer = source_004.referee(hand, "pagat")
        declarer, times = found["declarer"], 1
        for name, seats in self.terms().items():
            if declarer is not None and (not seats or declarer in seats) and name != "one-solo":
                times *= self.rules[name] if name == "last-round" else self.rules[name][1]
        if "one-solo" in self.rules and declarer in self.soloists and found["contract"] == "solo":
            return {**found, "legal": False}
        return {**found, "payments": {seat: times * amount for seat, amount in found["payments"].items()}}

    def add(self, found: Answer) -> None:
        """Go on after a hand."""
        declarer = found["declarer"]
        if declarer is None:
            return
        self.deals += 1
        has_won = next(side["wins"] for side in found["sides"] if declarer in side["seats"])
        before = self.row[declarer]
        self.row[declarer] = max(before, 0) + 1 if has_won else min(before, 0) - 1
        if found["contract"] == "solo":
            self.soloists.add(declarer)

    def is_over(self, totals: dict[str, int]) -> bool:
        """Check whether the match is over with these totals; ties at the top go on."""
        best = max(totals.values())
        reached = self.deals >= self.rules.get("deals", 10**6)
        reached |= "run" in self.rules and best >= 30
        reached |= "one-solo" in self.rules and len(self.soloists) == len(self.seats)
        return reached and [*totals.values()].count(best) == 1
