"""Other conditions for winning and paying: engine and referees settle alike.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

from collections import Counter

import pytest

from calarec.core.judge.json import as_json
from calarec.record_judge.gaps import begin_totals
from tests.referees.agreeing import at_every_table, hands, rules, to_the_end
from tests.referees.comparison import for_the_referee
from tests.referees.on_deciding import REFEREES, partner_of

HANDS = hands(60)
AIMS = {
    "few-points": (None, "contracts.solo"), "open-partner": (None, "contracts.chiamo"),
    "last-trick-pays": ("all_pass", "all_pass.bonus.rich", "all_pass.bonus.all"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFEREES)
def test_agrees_with_the_referee(name: str) -> None:
    """Payments agree; each ruleset's own mark decides hands both ways."""
    of, seen = rules(name), Counter[tuple[str, bool | None]]()
    share = HANDS // (2 * len(of.people) * len(AIMS[name])) + 1
    for each in to_the_end(at_every_table(of, share, AIMS[name])):
        judged = begin_totals(of).replay(each.hand)
        hand = as_json(judged)
        ruling = hand["ruling"]
        contract = ruling["contract"]
        if contract is None and name != "last-trick-pays":
            continue  # the cards are dealt anew
        shown = {**for_the_referee(hand), "ruling": {"contract": contract, "declarer": ruling["declarer"]}}
        assert ruling["payments"] == REFEREES[name](shown), hand
        if contract is None:
            seen["", hand["tricks"][-1]["winner"] == hand["dealer"]] += 1
        else:
            seen[contract, ruling["sides"][0]["wins"]] += 1
        if name == "open-partner" and contract == "chiamo":
            assert ruling["partner"] == partner_of(hand)
    decided = {"few-points": "solo", "open-partner": "chiamo", "last-trick-pays": ""}[name]
    assert {(decided, True), (decided, False)} <= seen.keys(), seen
