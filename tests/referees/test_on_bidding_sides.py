"""Fixed partners who bid: the engine and an independent referee settle alike.

With CALAREC_THOROUGH set, 2,000 hands are compared.
"""

from __future__ import annotations

from calarec.bulk.compile import compiled_rules
from calarec.core.engine.events import PartnerKnown
from calarec.core.notation import Text, read_records
from calarec.record_judge.session import RecordJudge
from tests.referees.agreeing import agreed, hands, rules
from tests.referees.on_bidding_sides import referee

HANDS = hands(80)
OF = rules("sides-bid")


def test_agrees_with_the_referee() -> None:
    """Bids, sides, tricks, points and payments; partners are known from the bid on."""
    contracts = set()
    for judged, hand in agreed(OF, referee, HANDS):
        contracts.add(hand["ruling"]["contract"])
        known = [one.event for one in judged.happened if isinstance(one.event, PartnerKnown)]
        assert [event.seen for event in known] == ([15] if hand["ruling"]["contract"] else [])
    assert contracts == {None, "gioco", "grande"}


HEAD = f"cal 1\nrules {OF.ruleset.id}@1.0.0\nseat A\nseat B\nseat C\nseat D\n\nhand 1\ndealer A\n"


def codes(body: str) -> list[str]:
    """Return the findings on a hand without cards."""
    session = RecordJudge(OF.ruleset)
    (hand,) = read_records(Text(HEAD + body + "end\n", "a.cal"))
    return [each.code for each in session.replay(hand).findings if each.severity == "error"]


def test_hands_without_cards_know_the_partner() -> None:
    """Payments of the two sides; those of a declarer alone, or of another partner, cannot be."""
    bids = "bid B: passo C: gioco D: passo A: passo\n"
    assert codes(f"{bids}score C: +1 A: +1 B: -1 D: -1\n") == []
    assert codes(f"{bids}result A+C: 20 B+D: 15\nscore C: +1 A: +1 B: -1 D: -1\n") == []
    assert codes(f"{bids}score C: +3 A: -1 B: -1 D: -1\n") != []
    assert codes(f"{bids}score C: +1 B: +1 A: -1 D: -1\n") != []


def test_the_filter_leaves_them_to_the_engine() -> None:
    """It reports the rule."""
    assert compiled_rules(OF).lacking[""] == "table.sides"
