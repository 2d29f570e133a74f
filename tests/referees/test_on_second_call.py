"""Two cards called, the second if the first is one's own: engine and the referees of the sources settle alike.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from random import Random
from typing import Any

import pytest

from calarec.bulk.compile import compiled_rules
from calarec.core.base.frozen import replace
from calarec.core.judge.json import as_json
from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from tests.referees.agreeing import at_every_table, hands, rules, untold
from tests.referees.comparison import comparable_parts, for_the_referee

HANDS = hands(60)
RULES = {"second-call": ("source_004", "pagat", "ask"), "second-partner": ("source_003", "quintiglio", "partner")}
"""Module and ruleset of the source, and the step in which a card is called."""


@cache
def played(name: str) -> list[Any]:
    """Hands by both bots, at every table, half of them with a call."""
    of, aims = rules(name), (None, f"steps.{RULES[name][2]}.in_hand.then")
    return at_every_table(of, HANDS // (2 * len(of.people) * len(aims)), aims)


@pytest.mark.parametrize("name", RULES)
def test_agrees_with_the_referee(name: str) -> None:
    """Two cards are called exactly if the first is one's own; the hand is then that of the second."""
    module, base, _ = RULES[name]
    referee = import_module(f"tests.referees.{module}").referee
    twice = 0
    for each in played(name):
        (hand,) = parse_records(write([untold(each.hand)]))
        judged = begin_totals(rules(name)).replay(hand)
        assert not judged.findings, write([hand])
        told = as_json(judged)
        calls = [move for move in told["moves"] if move["do"] == "call"]
        if calls:
            caller = calls[0]["seat"]
            first_is_own = calls[0]["card"] in told["deal"][caller]
            assert len(calls) == 1 + first_is_own
            assert calls[-1]["card"] not in told["deal"][caller]
            twice += first_is_own
        given = for_the_referee(told)
        for key in ("moves", "exchange"):
            if key in given:
                given[key] = [move for move in given[key] if move not in calls[:-1]]
        ours, theirs = comparable_parts(told, referee(given, base))
        assert ours == theirs, write([hand])
    assert twice


@pytest.mark.parametrize("name", RULES)
def test_a_third_card_and_an_own_second_one_are_refused(name: str) -> None:
    """The second card may not be one's own either; where it was is held against its line, and the first's too."""
    each = next(one for one in played(name) if sum(isinstance(said, rec.Call) for said in one.hand.statements) == 2)
    hand = untold(each.hand)
    first, second = (one for one in hand.statements if isinstance(one, rec.Call))
    own = next(one for one in hand.statements if isinstance(one, rec.Deal) and one.seat == first.seat)
    other = next(card for card in own.cards if card != first.card)
    found = {}
    for what, line, into in (
        ("own", second, second._replace(card=other, found="")),
        ("place", first, first._replace(found="monte" if "monte" not in first.found else "hand")),
    ):
        said = tuple(into if one is line else one for one in hand.statements)
        found[what] = {one.code for one in begin_totals(rules(name)).replay(replace(hand, statements=said)).findings}
    assert found["own"] & {"CAL420", "CAL426"}
    assert "CAL423" in found["place"]


@pytest.mark.parametrize("name", RULES)
def test_where_cards_are_not_known_nobody_is_accused(name: str) -> None:
    """Hands with two calls of which some deals and the moves are missing: a legal one has no error."""
    random = Random(name)
    both = [one for one in played(name) if sum(isinstance(said, rec.Call) for said in one.hand.statements) == 2]
    for each in random.sample(both, min(4, len(both))):
        gone = set(random.sample([seat.label for seat in each.hand.session.seats], 2))
        moves = rec.Take | rec.Discard | rec.Give
        said = tuple(
            one for one in untold(each.hand).statements
            if not isinstance(one, moves) and not (isinstance(one, rec.Deal) and one.seat in gone)
        )  # fmt: skip
        judged = begin_totals(rules(name)).replay(replace(each.hand, statements=said))
        assert [one.code for one in judged.findings if one.severity == "error"] == [], write([judged.hand])


def test_such_contracts_are_left_to_the_engine() -> None:
    """The filter reports it by name."""
    lacking = {each for name in RULES for each in compiled_rules(rules(name)).lacking.values()}
    assert lacking == {"steps.ask.in_hand.then", "steps.partner.in_hand.then"}
