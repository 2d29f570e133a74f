"""Cards that are never laid aside: engine, compiled filter and an independent referee judge alike.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import pytest

from calarec.bulk.compile import compiled_rules
from calarec.bulk.filter import Verifier
from calarec.bulk.running import Passed
from calarec.core.base.frozen import replace
from calarec.core.judge.json import as_json
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.session import RecordJudge
from calarec.simulation import simulate
from tests.referees.agreeing import at_every_table, hands, rules, untold
from tests.referees.comparison import comparable_parts, for_the_referee
from tests.rulebooks import game

HANDS = hands(60)
RULES = {
    "never-aces": ("source_004", "pagat", "A", ("solo",)),
    "never-high": ("cavendish", "cavendish", "32", ("play",)),
}
"""Module and ruleset of the source, the ranks that are not laid aside, and under which contracts."""


def barred(hand: dict[str, Any], name: str) -> list[str]:
    """The cards that a player discarded and may not have."""
    _, _, ranks, contracts = RULES[name]
    if hand["ruling"]["contract"] not in contracts:
        return []
    return [card for move in hand["moves"] if move["do"] == "discard" for card in move["cards"] if card[0] in ranks]


@cache
def played(name: str) -> list[Any]:
    """Hands by both bots, at every table, with the contracts of these rules."""
    of = rules(name)
    aims = [None, *(f"contracts.{each}" for each in RULES[name][3])]
    return at_every_table(of, HANDS // (2 * len(of.people) * len(aims)), aims)


@pytest.mark.parametrize("name", RULES)
def test_agrees_with_the_referee(name: str) -> None:
    """No forbidden card is laid aside, and all else is as in the source."""
    module, base, ranks, contracts = RULES[name]
    referee = import_module(f"tests.referees.{module}").referee
    held = 0
    for each in played(name):
        judged = begin_totals(rules(name)).replay(untold(each.hand))
        assert not judged.findings
        hand = as_json(judged)
        assert not barred(hand, name)
        ours, theirs = comparable_parts(hand, referee(for_the_referee(hand), base))
        assert ours == theirs, (each.hand.name, hand)
        declarer = hand["ruling"]["declarer"]
        if hand["ruling"]["contract"] in contracts:
            held += any(card[0] in ranks for card in hand["deal"][declarer])
    assert held


def _with_another_card_aside(hand: rec.Hand, name: str) -> rec.Hand | None:
    """The hand with a card that may not be laid aside in the place of one that was, until the play."""
    moves: list[rec.Statement] = []
    held: dict[str, list[str]] = {}
    for each in hand.statements:
        if isinstance(each, rec.Trick):
            break
        if isinstance(each, rec.Deal):
            held[each.seat] = list(each.cards)
        if isinstance(each, rec.Take):
            held[each.seat] += each.cards
        if isinstance(each, rec.Give):
            held[each.seat] = [card for card in held[each.seat] if card not in each.cards]
            held[each.to] += each.cards
        if isinstance(each, rec.Discard):
            if not each.cards:
                return None
            card = next((card for card in held[each.seat] if card[0] in RULES[name][2]), None)
            if card is None:
                return None
            each = each._replace(cards=(card, *each.cards[1:]))
        moves.append(each)
    return replace(hand, statements=tuple(moves))


@pytest.mark.parametrize("name", RULES)
def test_what_may_not_be_laid_aside_is_told_by_its_rule(name: str) -> None:
    """In both languages, with the cards that may be."""
    told = 0
    for each in played(name):
        if each.account.contract not in RULES[name][3]:
            continue
        other = _with_another_card_aside(untold(each.hand), name)
        if other is None:
            continue
        found = [one for one in begin_totals(rules(name)).replay(other).findings if one.code == "CAL439"]
        assert len(found) == 1, write([other])
        rule = found[0].rule
        assert rule is not None
        assert rule.path.endswith(".never")
        assert found[0].message("en").partition(" ")[2].startswith("may not lay ")
        assert found[0].message("it").partition(" ")[2].startswith("non può scartare ")
        told += 1
    assert told


@pytest.mark.parametrize("name", RULES)
def test_the_compiled_filter_judges_alike(name: str) -> None:
    """It passes what is legal, pays what the engine pays, and passes no card that may not be laid aside."""
    assert not compiled_rules(rules(name)).lacking
    passed = 0
    for each in played(name):
        verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(rules(name).ruleset))
        said = untold(each.hand).statements
        text = write([each.hand.__class__(name="1", statements=said, session=each.hand.session)])
        (verdict,) = verifier.verify([text])
        passed += isinstance(verdict, Passed)
        if isinstance(verdict, Passed):
            assert verdict.payments == each.account.payments
    assert passed > len(played(name)) // 2


def test_the_filter_passes_no_ace_laid_aside() -> None:
    """The filter returns hands with an ace laid aside, which pagat's own passes."""
    found = 0
    session = played("never-aces")[0].hand.session
    for each in simulate(game("pagat"), hands=40, seed=3, aim="contracts.solo", bot="random"):
        hand = each.hand.__class__(name="1", statements=untold(each.hand).statements, session=session)
        cards = [card for one in hand.statements if isinstance(one, rec.Discard) for card in one.cards]
        if each.account.contract != "solo" or not any(card[0] == "A" for card in cards):
            continue
        verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(rules("never-aces").ruleset))
        (verdict,) = verifier.verify([write([hand])])
        assert not isinstance(verdict, Passed)
        found += 1
    assert found
