"""Limits on bids, leads and discards: engine, compiled filter and an independent referee judge alike.

With CALAREC_THOROUGH set, 2,000 hands of each ruleset are compared, and 2,000 that were played without the limit.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calarec.bulk.compile import compiled_rules
from calarec.bulk.filter import Verifier
from calarec.bulk.running import Passed
from calarec.core.engine.cards import bits
from calarec.core.engine.game import Game
from calarec.core.engine.moves import apply, legal, start
from calarec.core.engine.terms import Outcome
from calarec.core.judge.json import as_json
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import check_rules
from calarec.simulation import simulate
from tests.referees import source_004
from tests.referees.agreeing import at_every_table, hands, rules, to_the_end, untold
from tests.referees.comparison import comparable_parts, for_the_referee
from tests.referees.on_table_limits import count_broken, find_wrong_discards, find_wrong_leads, find_wrong_passes
from tests.rulebooks import game
from tests.rulesets.drawn_limits import LEADS, LIMITS, MUST
from tests.shards import examples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from calarec.core.engine.actions import Action
    from calarec.core.engine.state import State
    from calarec.core.engine.terms import Offer
    from calarec.simulation.run import Simulated

HANDS: Final = hands(60)
RULES: Final[dict[str, tuple[Callable[[dict[str, Any]], Iterator[str]], str, str]]] = {
    "threes-must-bid": (find_wrong_passes, "CAL403", "auction.must."),
    "no-ace-led": (find_wrong_leads, "CAL519", "play.leads."),
    "one-ace-aside": (find_wrong_discards, "CAL439", "steps.bury.limits."),
}
"""The referee's search, and the code and rule of the interpreter for it."""


@cache
def simulate_hands(name: str) -> list[Simulated]:
    """Hands by both bots, at every table."""
    return at_every_table(rules(name), HANDS // (2 * len(rules(name).people)))


@pytest.mark.parametrize("name", RULES)
def test_agrees_with_the_referee(name: str) -> None:
    """No player breaks the rule, and all else is as the source has it."""
    for each in simulate_hands(name):
        judged = begin_totals(rules(name)).replay(untold(each.hand))
        assert not judged.findings, write([each.hand])
        hand = as_json(judged)
        assert not [*RULES[name][0](hand)]
        ours, theirs = comparable_parts(hand, source_004.referee(for_the_referee(hand), "pagat"))
        assert ours == theirs, (each.hand.name, hand)


@pytest.mark.parametrize("name", RULES)
def test_agrees_on_hands_that_were_played_without_the_limit(name: str) -> None:
    """Each breach that the referee finds is reported once, and nothing else.

    The filter passes no such hand.
    """
    find, code, path = RULES[name]
    broken = 0
    for each in simulate(game("pagat"), hands=max(HANDS, 300), seed=11, bot="random"):
        told = untold(each.hand)
        judged = begin_totals(rules(name)).replay(told)
        wrong = [*find(as_json(begin_totals(game("pagat")).replay(told)))]
        found = [one for one in judged.findings if one.code == code]
        assert len(found) == len(wrong), write([told])
        assert [one for one in judged.findings if one.severity == "error"] == found
        assert all(one.rule is not None and one.rule.path.startswith(path) for one in found)
        assert all(one.message(language) for one in found for language in ("en", "it"))
        verifier = Verifier(HandReader("a.cal", PreambleBuilder("a.cal")), RecordJudge(rules(name).ruleset))
        (verdict,) = verifier.verify([write([rec.Hand(name="1", statements=told.statements, session=told.session)])])
        assert not (wrong and isinstance(verdict, Passed))
        broken += bool(wrong)
    assert broken


@pytest.mark.parametrize("name", RULES)
def test_the_filter_names_the_rule_that_it_leaves_to_the_engine(name: str) -> None:
    """The filter names each rule that it leaves to the engine."""
    lacking = compiled_rules(rules(name)).lacking
    assert {path.rpartition(".")[0] or path for path in lacking.values()} <= {"auction", "play", "steps.bury"}
    assert lacking


@settings(max_examples=examples(30), deadline=None, suppress_health_check=list(HealthCheck))
@given(asked=st.fixed_dictionaries({"must": MUST, "leads": LEADS, "limits": LIMITS}), seed=st.integers(0, 10_000))
def test_any_limits(asked: dict[str, Any], seed: int) -> None:
    """Whatever the limits ask, on hands of pagat that were not played by them; hands played by them break none."""
    paths = {"must": "auction.must", "leads": "play.leads", "limits": "steps.bury.limits"}
    changes = {paths[kind]: limits for kind, limits in asked.items()}
    tree = {"ruleset": "any", "version": "1.0.0", "extends": "pagat", "title": "Any", "set": changes}
    ruleset = check_rules("any.yaml", raw=json.dumps(tree).encode()).ruleset
    if ruleset is None:
        return
    of, codes = Game.from_ruleset(ruleset), {"must": "CAL403", "leads": "CAL519", "limits": "CAL439"}
    made = (simulate(game("pagat"), hands=8, seed=seed, bot="random"), simulate(of, hands=3, seed=seed, bot="random"))
    for from_pagat, each in [(source is made[0], each) for source in made for each in to_the_end(source)]:
        told = untold(each.hand)
        broken = count_broken(as_json(begin_totals(game("pagat")).replay(told)), asked)
        assert from_pagat or not any(broken.values())
        judged = begin_totals(of).replay(told)
        found = {one.code for one in judged.findings if one.severity == "error"}
        assert found == {codes[kind] for kind, count in broken.items() if count}, write([told])


def _all_actions(state: State, offer: Offer) -> set[Action]:
    """Every action of a kind that a player could think of."""
    hand = [1 << card for card in bits(state.hands[offer.seat])]
    if offer.do == "bid":
        return {offer.say(word) for word in ("passo", "chiamo", "solo", "solissimo")}
    numbers = range(offer.least, offer.most + 1)
    return {offer.choose(sum(chosen)) for number in numbers for chosen in combinations(hand, number)}


def test_what_is_offered_is_what_is_not_refused() -> None:
    """At every moment of some hands with all limits; each kind of limit comes up."""
    of, rng, limited = rules("limits-at-table"), Random(5), Counter[str]()
    setting = of.seat(("A", "B", "C"), 0)
    for _ in range(max(HANDS // 4, 40)):
        cards = rng.sample(range(40), 40)
        dealt = [sum(1 << card for card in cards[at : at + 12]) for at in (0, 12, 24)]
        state = start(of, setting, dealt, [sum(1 << card for card in cards[36:])]).state
        while not state.is_over:
            due = [offer for offer in legal(of, state) if not offer.is_optional]
            for offer in due:
                if offer.do in ("bid", "play", "discard"):
                    tried, offered = _all_actions(state, offer), {*offer.actions()}
                    assert {each for each in tried if isinstance(apply(of, state, each), Outcome)} == offered & tried
                    assert offered <= tried or offer.do == "bid"
                    limited[f"{offer.do} {len(state.tricks) < 3}"] += len(tried - offered) > 0
            answer = apply(of, state, rng.choice([*due[0].actions()]))
            assert isinstance(answer, Outcome)
            state = answer.state
    assert all(limited[kind] for kind in ("bid True", "play True", "discard True"))
