"""Forced contracts without bids: simulated hands, settled again by counting.

With CALAREC_THOROUGH set, 2,000 hands are compared.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from calarec.bulk.filter import Unruled, Verifier
from calarec.core.base.frozen import replace
from calarec.core.engine import events as ev
from calarec.core.judge.json import as_json
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.session import RecordJudge
from tests.referees.agreeing import at_every_table, hands, rules, to_the_end
from tests.referees.by_contract import WORTH, points
from tests.sources.card_lines import CARDS

HANDS = hands(40)
FORCED = {"forced": ("chiamo", 1, -1), "forced-first": ("burden", 2, 0)}
"""The contract, its stake, and the number of the speaker who must play it."""


@cache
def played(name: str) -> list[Any]:
    """Hands in which all passed, played to their end."""
    of = rules(name)
    return to_the_end(at_every_table(of, HANDS // (2 * len(of.people)), ("all_pass",), seed=6))


def must_play(hand: Any, name: str) -> str:
    """The seat that must play: by the order in which they speak, as it is at the table."""
    seats = [seat for seat in hand["seats"] if seat not in hand["out"]]
    turn = hand["seats"].index(hand["dealer"])
    order = [seat for seat in (*hand["seats"][turn + 1 :], *hand["seats"][: turn + 1]) if seat in seats]
    if name == "forced-first":
        order = [order[-1], *order[:-1]]  # the dealer begins
    return str(order[FORCED[name][2]])


def referee(hand: Any, name: str) -> dict[str, int]:
    """Return the payments."""
    declarer, stake = must_play(hand, name), FORCED[name][1]
    mine, others = {declarer}, set(hand["deal"]) - {declarer}
    wins = points(hand, mine) // 3 >= 6
    losers = others if wins else mine
    taken = [trick for trick in hand["tricks"] if trick["winner"] in losers]
    if not taken:
        stake *= 2  # cappotto
    elif name == "forced" and sum(WORTH.get(card[0], 0) for trick in taken for card in trick["cards"]) < 3:
        stake *= 3  # stramazzo
    amount = stake if wins else -stake
    paid = dict.fromkeys(others, -amount) | {declarer: amount * len(others)}
    return {seat: paid.get(seat, 0) for seat in hand["seats"]}


@pytest.mark.parametrize("name", FORCED)
def test_agrees_with_counting(name: str) -> None:
    """The right player must play the right contract, and the points decide payments."""
    assert len(played(name)) > HANDS // 2
    for each in played(name):
        said = tuple(one for one in each.hand.statements if not isinstance(one, rec.Total))
        judged = begin_totals(rules(name)).replay(replace(each.hand, statements=said))
        assert not judged.findings
        assert any(isinstance(event, ev.AllPassed) for event in each.events)
        hand = as_json(judged)
        ruling = hand["ruling"]
        assert (ruling["contract"], ruling["declarer"]) == (FORCED[name][0], must_play(hand, name))
        assert ruling["payments"] == referee(hand, name), hand


@pytest.mark.parametrize("name", FORCED)
def test_the_bulk_way_and_hands_without_cards(name: str) -> None:
    """Other hands are walked; without cards, the passes show the declarer."""
    for each in played(name):
        said = tuple(one for one in each.hand.statements if not isinstance(one, rec.Total))
        verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(rules(name).ruleset))
        (verdict,) = verifier.verify([write([replace(each.hand, name="1", statements=said)])])
        assert not isinstance(verdict, Unruled)
        account: Any = getattr(verdict, "account", verdict)
        assert account is not None
        assert account.payments == each.account.payments
        bare = tuple(one for one in said if not isinstance(one, CARDS))
        judged = begin_totals(rules(name)).replay(replace(each.hand, statements=bare))
        assert not [found for found in judged.findings if found.severity == "error"]
        assert judged.account is not None
        assert (judged.account.declarer, judged.account.payments) == (each.account.declarer, each.account.payments)
