"""Fixed partners who bid: the engine and an independent referee settle alike.

With CALAREC_THOROUGH set, 2,000 hands are compared.
"""

from __future__ import annotations

import os
from pathlib import Path

from calarec.bulk.compile import compiled_rules
from calarec.engine.events import PartnerKnown
from calarec.engine.game import Game
from calarec.judge.json import as_json
from calarec.judge.running_totals import RunningTotals
from calarec.judge.session import RecordJudge
from calarec.notation import Text, read
from calarec.rulesets.load import load_rules
from calarec.simulation import simulate
from tests.engine.test_referees import compared, for_the_referee
from tests.referees.on_bidding_sides import referee

HANDS = 2000 if os.environ.get("CALAREC_THOROUGH") else 80
FILE = Path(__file__).parents[1] / "rulesets" / "attested" / "sides-bid.yaml"
OF = Game.of(load_rules(str(FILE)))


def test_agrees_with_the_referee() -> None:
    """Bids, sides, tricks, points and payments; everybody knows the partner from the bid on."""
    contracts = set()
    for bot in ("sensible", "random"):
        evening = RunningTotals(OF)
        for each in simulate(OF, hands=HANDS // 2, seed=5, bot=bot, irregular=True):
            replayed = evening.replay(each.hand)
            hand = as_json(replayed)
            answer = referee(for_the_referee(hand))
            ours, theirs = compared(hand, answer)
            assert ours == theirs, (each.hand.name, answer.get("why_not"), hand)
            assert not [finding for finding in replayed.diagnostics if finding.severity == "error"]
            contracts.add(hand["ruling"]["contract"])
            known = [one.event for one in replayed.happened if isinstance(one.event, PartnerKnown)]
            assert [event.seen for event in known] == ([15] if hand["ruling"]["contract"] else [])
    assert contracts == {None, "gioco", "grande"}


HEAD = f"cal 1\nrules {OF.ruleset.id}@1.0.0\nseat A\nseat B\nseat C\nseat D\n\nhand 1\ndealer A\n"


def codes(body: str) -> list[str]:
    """What is found in a hand without cards."""
    session = RecordJudge(OF.ruleset)
    (hand,) = read(Text(HEAD + body + "end\n", "a.cal"))
    return [each.code for each in session.replay(hand).diagnostics if each.severity == "error"]


def test_hands_without_cards_know_the_partner() -> None:
    """Payments of the two sides; those of a declarer alone, or of another partner, cannot be."""
    bids = "bid B: passo C: gioco D: passo A: passo\n"
    assert codes(f"{bids}score C: +1 A: +1 B: -1 D: -1\n") == []
    assert codes(f"{bids}result A+C: 20 B+D: 15\nscore C: +1 A: +1 B: -1 D: -1\n") == []
    assert codes(f"{bids}score C: +3 A: -1 B: -1 D: -1\n") != []
    assert codes(f"{bids}score C: +1 B: +1 A: -1 D: -1\n") != []


def test_the_filter_leaves_them_to_the_engine() -> None:
    """And says by which rule."""
    assert compiled_rules(OF).lacking[""] == "table.sides"
