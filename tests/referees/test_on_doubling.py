"""Stakes that are doubled: engine, hands without cards, and an independent referee settle alike.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from calarec.bulk.compile import compiled_rules
from calarec.bulk.filter import Unruled, Verifier
from calarec.core.base.frozen import replace
from calarec.core.engine.actions import DoubleAction
from calarec.core.engine.moves import apply, legal
from calarec.core.engine.terms import Outcome
from calarec.core.judge.json import as_json
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.session import RecordJudge
from tests.referees.agreeing import at_every_table, hands, rules
from tests.referees.comparison import comparable_parts, for_the_referee
from tests.referees.on_doubling import RULES, referee
from tests.sources.card_lines import CARDS

HANDS = hands(60)


@cache
def played(name: str) -> list[Any]:
    """Hands by both bots, at every table, of which every other comes to one of the words."""
    of = rules(name)
    aims = [None, *(f"doubling.words.{word}" for word in RULES[name][2])]
    return at_every_table(of, HANDS // (2 * len(of.people) * len(aims)) + 1, aims)


@pytest.mark.parametrize("name", RULES)
def test_agrees_with_the_referee(name: str) -> None:
    """Payments sum to zero, and are those of the referee; every word occurs."""
    said: Counter[str] = Counter()
    for each in played(name):
        hand = as_json(begin_totals(rules(name)).replay(each.hand))
        answer = referee(for_the_referee(hand), name)
        ours, theirs = comparable_parts(hand, answer)
        assert ours == theirs, (each.hand.name, answer.get("why_not"), hand)
        assert sum(each.account.payments) == 0
        said.update(one["bid"] for one in hand["auction"] if one["kind"] == "double")
    assert said.keys() == RULES[name][2].keys()


@pytest.mark.parametrize("name", RULES)
def test_checked_in_bulk_and_without_cards(name: str) -> None:
    """The filter leaves these rules to the engine; without cards the words suffice."""
    assert compiled_rules(rules(name)).lacking[""] == "doubling.words"
    for each in played(name):
        said = tuple(one for one in each.hand.statements if not isinstance(one, rec.Total))
        verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(rules(name).ruleset))
        (verdict,) = verifier.verify([write([replace(each.hand, name="1", statements=said)])])
        assert not isinstance(verdict, Unruled)
        account: Any = getattr(verdict, "account", verdict)
        assert account is not None
        assert account.payments == each.account.payments
        if any(isinstance(one, rec.Claim | rec.Concede | rec.Fault) for one in said):
            continue
        bare = tuple(one for one in said if not isinstance(one, CARDS))
        judged = begin_totals(rules(name)).replay(replace(each.hand, statements=bare))
        assert not [found for found in judged.findings if found.severity == "error"], write([judged.hand])
        assert judged.account is not None
        assert judged.account.payments == each.account.payments


@pytest.mark.parametrize("name", RULES)
def test_what_is_offered_is_what_is_accepted(name: str) -> None:
    """At every moment of some hands each word of each seat is legal exactly where it is offered."""
    game = rules(name)
    asked = 0
    for each in played(name)[:: max(1, len(played(name)) // 20)]:
        for happened in begin_totals(game).replay(each.hand).happened:
            state = happened.state
            if state is None or state.has_started:
                continue
            offered = {(one.seat, word) for one in legal(game, state) if one.do == "double" for word in one.words}
            for seat in state.setting.active:
                for word in game.rules.doubling.words:
                    answer = apply(game, state, DoubleAction(seat, word))
                    assert isinstance(answer, Outcome) == ((seat, word) in offered)
                    asked += 1
    assert asked > 100
