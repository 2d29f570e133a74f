"""A call or an exchange that nobody wrote down: the bid stands, and what is not known is not settled."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.records import model as rec
from calarec.simulation import simulate
from tests.knowledge.unwritten import as_bid, kinds_of, ruled, with_one_deal_less, without, wrong
from tests.rulebooks import IDS, game

if TYPE_CHECKING:
    from calarec.engine.game import Game
    from calarec.replaying.result import Replay
    from calarec.simulation.run import Simulated


@pytest.mark.parametrize("ruleset", IDS)
def test_lines_that_are_left_out_make_no_other_contract(ruleset: str) -> None:
    """Of every contract: nothing is wrong, and what is settled is what the whole record settles."""
    rules, rng = game(ruleset), Random(ruleset)
    for contract in rules.rules.contracts:
        simulated = _simulated(rules, contract)
        kinds = kinds_of(simulated.hand)
        if not kinds:
            continue
        for gone in ([rng.choice(kinds)], kinds, rng.sample(kinds, rng.randint(1, len(kinds)))):
            figures = rng.choice(((), rec.ASSERTIONS))
            _fits(ruled(without(simulated.hand, *gone, *figures), rules), simulated)


@pytest.mark.parametrize("ruleset", ["american-1900", "cavendish", "foster"])
def test_nothing_is_taken_for_done_that_the_play_contradicts(ruleset: str) -> None:
    """Cards of a pile that may be chosen from are played, and no line tells that they were."""
    rules = game(ruleset)
    simulated = _simulated(rules, "play")
    replayed = ruled(without(simulated.hand, rec.Take, rec.Discard), rules)
    assert any(isinstance(each, rec.Take) and each.cards for each in simulated.hand.statements)
    _fits(replayed, simulated)


@pytest.mark.parametrize("ruleset", IDS)
def test_nor_if_a_hand_is_not_known_besides(ruleset: str) -> None:
    """No call, no exchange and what one seat was dealt."""
    rules, rng = game(ruleset), Random(ruleset)
    contract = rng.choice(list(rules.rules.contracts))
    simulated = _simulated(rules, contract)
    _fits(ruled(with_one_deal_less(without(simulated.hand, *kinds_of(simulated.hand)), rng), rules), simulated)


def _fits(replayed: Replay, simulated: Simulated) -> None:
    assert wrong(replayed) == []
    assert replayed.verdict in ("legal", "incomplete")
    if replayed.account is not None:
        assert replayed.account.contract == simulated.account.contract
        assert replayed.account.payments == simulated.account.payments


PLAIN = [ruleset for ruleset in IDS if any(not each.steps for each in game(ruleset).rules.contracts.values())]


@pytest.mark.parametrize("ruleset", PLAIN)
def test_a_contract_stands_although_nothing_seems_to_be_exchanged(ruleset: str) -> None:
    """A hand without an exchange, under every other word: under none is it the one without."""
    rules = game(ruleset)
    simulated = _as_dealt(rules)
    words = [word for word in rules.rules.auction.ladder if _may_leave_all_as_it_was(rules, word)]
    assert words
    for word in words:
        replayed = ruled(as_bid(simulated, rules, word), rules)
        assert wrong(replayed) == []
        assert replayed.knowledge in ("forced", "possible")
        assert replayed.state is not None
        assert replayed.state.contract == word


def _as_dealt(rules: Game) -> Simulated:
    """A hand in which nothing was exchanged, and the declarer was the first to speak and to lead."""
    plain = next(name for name, each in rules.rules.contracts.items() if not each.steps)
    hands = simulate(rules, hands=99, seed=4, bot="random", aim=f"contracts.{plain}")
    return next(each for each in hands if each.setting.eldest == each.account.declarer)


def _may_leave_all_as_it_was(rules: Game, contract: str) -> bool:
    """Whether something is called or exchanged, after which everybody may have what he had; eldest leads then too."""
    steps = [rules.rules.steps[step] for step in rules.rules.contracts[contract].steps]
    calls = [each.part for each in steps if each.do == "call"]
    found = all(call.gets == "partner" or "satisfied" in (call.in_hand.then, call.in_pile.then) for call in calls)
    return found and any(each.do != "look" for each in steps) and not any(each.do == "table_card" for each in steps)


def _simulated(rules: Game, contract: str) -> Simulated:
    return next(iter(simulate(rules, hands=1, seed=31, bot="random", aim=f"contracts.{contract}")))
