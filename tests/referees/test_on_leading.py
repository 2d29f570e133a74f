"""The holder of a card leads, dropped fractions go to the last trick: by counting.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from calarec.bulk.compile import compiled_rules
from calarec.core.base.frozen import replace
from calarec.core.judge.json import as_json
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from tests.referees.agreeing import at_every_table, hands, rules, to_the_end
from tests.referees.by_contract import WORTH, points
from tests.sources.card_lines import CARDS

HANDS = hands(48)
STAKES = {"chiamo": 1, "solo": 2, "solissimo": 4, "dividete": 8, "scegliete": 16}
LEADING = {"chiamo": "4d", "solissimo": "3b"}
"""The contracts in which the holder of a card leads."""


@cache
def played(name: str) -> list[Any]:
    """Hands that were played to their end."""
    of = rules(name)
    aims = [None] if name != "holder-leads" else [f"contracts.{each}" for each in LEADING]
    return to_the_end(at_every_table(of, HANDS // (2 * len(of.people) * len(aims)), aims))


def first_leader(hand: Any) -> str:
    """The seat that leads: the player of the card in the hand, else eldest hand."""
    card = LEADING[hand["ruling"]["contract"]]
    seats = [seat for seat in hand["seats"] if seat not in hand["out"]]
    turn = hand["seats"].index(hand["dealer"])
    eldest = next(seat for seat in (*hand["seats"][turn + 1 :], *hand["seats"]) if seat in seats)
    order = [*hand["seats"], *hand["seats"]]
    order = [seat for seat in order if seat in seats]
    for trick in hand["tricks"]:
        if card in trick["cards"]:
            return str(order[order.index(trick["leader"]) + trick["cards"].index(card)])
    return str(eldest)


def payments(hand: Any) -> dict[str, int]:
    """Return the payments."""
    declarer = hand["ruling"]["declarer"]
    others = set(hand["deal"]) - {declarer}
    wins = points(hand, {declarer}) // 3 >= 6
    losers = others if wins else {declarer}
    taken = [trick for trick in hand["tricks"] if trick["winner"] in losers]
    amount = STAKES[hand["ruling"]["contract"]]
    if not taken:
        amount *= 2
    elif sum(WORTH.get(card[0], 0) for trick in taken for card in trick["cards"]) < 3:
        amount *= 3
    amount = amount if wins else -amount
    paid = dict.fromkeys(others, -amount) | {declarer: amount * len(others)}
    return {seat: paid.get(seat, 0) for seat in hand["seats"]}


def test_who_holds_the_card_leads() -> None:
    """The holder leads, or eldest hand if the card is aside; others are reported."""
    aside = 0
    assert compiled_rules(rules("holder-leads")).lacking["chiamo"] == "contracts.chiamo.leading_card"
    for each in played("holder-leads"):
        untold = tuple(one for one in each.hand.statements if not isinstance(one, rec.Total))
        judged = begin_totals(rules("holder-leads")).replay(replace(each.hand, statements=untold))
        assert not judged.findings
        hand = as_json(judged)
        if hand["ruling"]["contract"] not in LEADING:
            continue
        assert hand["tricks"][0]["leader"] == first_leader(hand)
        assert hand["ruling"]["payments"] == payments(hand)
        aside += not any(LEADING[hand["ruling"]["contract"]] in trick["cards"] for trick in hand["tricks"])
        bare = tuple(one for one in untold if not isinstance(one, CARDS))
        told = begin_totals(rules("holder-leads")).replay(replace(each.hand, statements=bare))
        assert told.account is not None
        assert told.account.payments == each.account.payments
    assert aside


def test_who_leads_instead_is_told_by_its_rule() -> None:
    """The card's holder should have led."""
    for each in played("holder-leads")[:6]:
        first = next(one for one in each.hand.statements if isinstance(one, rec.Trick))
        cards = (*first.cards[1:], first.cards[0])
        seats = [seat.label for seat in each.hand.session.seats]
        playing = [seat for seat in seats if seat not in next(
            (one.seats for one in each.hand.statements if isinstance(one, rec.Out)), ())]  # fmt: skip
        leader = playing[(playing.index(first.leader) + 1) % len(playing)]
        other = first._replace(leader=leader, cards=cards, winner="")
        said = tuple(other if one is first else one for one in each.hand.statements)
        judged = begin_totals(rules("holder-leads")).replay(replace(each.hand, statements=said))
        codes = {(one.code, one.rule.path if one.rule else "") for one in judged.findings}
        assert ("CAL501", f"contracts.{each.account.contract}.leader") in codes


@pytest.mark.parametrize("seed", range(4))
def test_where_cards_are_not_known_nobody_is_accused(seed: int) -> None:
    """Hands of which some deals and all of the exchange are missing: a legal one has no error."""
    random = Random(seed)
    for each in random.sample(played("holder-leads"), 4):
        gone = set(random.sample("ABC", random.randint(1, 3)))
        moves = rec.Take | rec.Discard | rec.Monte | rec.Give | rec.Call
        said = tuple(
            one for one in each.hand.statements
            if not isinstance(one, moves) and not (isinstance(one, rec.Deal) and one.seat in gone)
        )  # fmt: skip
        judged = begin_totals(rules("holder-leads")).replay(replace(each.hand, statements=said))
        errors = [one.code for one in judged.findings if one.severity == "error"]
        assert errors == [], write([judged.hand])


@pytest.mark.parametrize("name", ["leftover", "eight"])
def test_dropped_fractions_go_to_the_last_trick(name: str) -> None:
    """Each side counts whole points; what all have dropped makes whole points for one, and all of them are eleven."""
    more = 0
    for each in played(name):
        totals = begin_totals(rules(name))
        said = tuple(one for one in each.hand.statements if not isinstance(one, rec.Total))
        hand = as_json(totals.replay(replace(each.hand, statements=said)))
        last = hand["tricks"][-1]["winner"]
        thirds = dict.fromkeys(hand["seats"], 0)
        for trick in hand["tricks"]:
            thirds[trick["winner"]] += sum(WORTH.get(card[0], 0) for card in trick["cards"])
        thirds[last] += 3
        whole = {seat: number // 3 for seat, number in thirds.items()}
        whole[last] += sum(number % 3 for number in thirds.values()) // 3
        assert sum(whole.values()) == 11
        assert dict(zip(hand["seats"], totals.score.totals, strict=True)) == whole
        said_so = "settle.leftover" in {because["rule"] for because in hand["ruling"]["because"]}
        assert said_so == (sum(number % 3 for number in thirds.values()) >= 3)
        more += said_so
    assert more
