"""Every leaf of every shipped ruleset is read when hands are simulated, freely or steered towards it.

A leaf that cannot be read stands in `UNREACHABLE` with the reason why; a new one fails the test.
"""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatch
from typing import Any

import pytest

from calarec.engine.game import Game
from calarec.engine.tracing import traced
from calarec.mechanisms.rules import Rules
from calarec.simulation import simulate
from tests.rulebooks import IDS, game

Proof = tuple[str, str, Callable[[Rules, str], bool]]


def _always(_rules: Rules, _path: str) -> bool:
    return True


def _step(rules: Rules, path: str) -> Any:
    return rules.steps[path.split(".")[1]].params


def _fault(rules: Rules, path: str) -> Any:
    return rules.standing[path.split(".")[1]].params


UNREACHABLE: tuple[Proof, ...] = (
    ("deal.packets", "a record says which cards a seat was dealt, not in what packets", _always),
    ("deal.piles", "a record says which cards a pile was dealt, not when", _always),
    ("pack.total", "it is what the source states; it is checked and decides nothing", _always),
    ("play.wins", "there is one way to win a trick", _always),
    ("play.next_leader", "there is one way to go on", _always),
    ("match.dealer", "there is one way in which the deal goes round", _always),
    ("settle.won_if.of", "there is one side that must reach the threshold", _always),
    ("table.sits_out.who", "there is one seat that can sit out", _always),
    ("table.dummies.played_by", "there is one seat that can play a dummy", _always),
    (
        "table.direction",
        "it tells left from right, and no contract here is led from the left or the right",
        lambda rules, _: all(each.leader in ("eldest", "declarer") for each in rules.contracts.values()),
    ),
    ("steps.*.pile", "the pile that limits a discard, where no pile does",
     lambda rules, path: getattr(_step(rules, path), "cards", "") == "down_to_dealt"),
    ("steps.*.at_least", "the least discard, where the number is fixed",
     lambda rules, path: getattr(_step(rules, path), "cards", "") == "down_to_dealt"),
    ("steps.*.revealed", "when a partner is revealed, where a card is called for itself",
     lambda rules, path: _step(rules, path).gets == "card"),
    ("steps.*.in_hand.won", "a stake for a call that is refused",
     lambda rules, path: _step(rules, path).in_hand.then == "refused"),
    ("steps.*.in_hand.lost", "a stake for a call that is refused",
     lambda rules, path: _step(rules, path).in_hand.then == "refused"),
    ("steps.*.in_pile.won", "a stake for a call that is refused, or where no card lies on the table",
     lambda rules, path: _step(rules, path).in_pile.then == "refused"
     or not any(each.dealt for each in rules.piles.values())),
    ("steps.*.in_pile.lost", "a stake for a call that is refused, or where no card lies on the table",
     lambda rules, path: _step(rules, path).in_pile.then == "refused"
     or not any(each.dealt for each in rules.piles.values())),
    ("standing.*.contract", "what becomes of the contract when the deal is void",
     lambda rules, path: _fault(rules, path).deal == "void"),
    ("standing.*.move_points", "points that are moved when the deal is void",
     lambda rules, path: _fault(rules, path).deal == "void"),
    ("standing.*.dealer", "who deals after a void deal, where it goes on",
     lambda rules, path: _fault(rules, path).deal == "goes_on"),
    ("settle.bonus.*.times", "the factor of a bonus that pays a sum instead",
     lambda rules, path: rules.settle.bonus[path.split(".")[2]].instead is not None),
    ("settle.pay_unit", "it is read only when a match goes to a number of points",
     lambda rules, _: rules.match.until.points is None or rules.match.counts == "card_points"),
    ("pack.unit", "it is read only where fractions are dropped",
     lambda rules, _: rules.settle.rounding == "none"),
    ("settle.bonus", "there is no bonus", lambda rules, _: not rules.settle.bonus_order),
    ("doubling.until", "there is no word that doubles", lambda rules, _: not rules.doubling.words),
    ("doubling.binds", "there is no word that doubles", lambda rules, _: not rules.doubling.words),
    ("raising.until", "no contract can be raised",
     lambda rules, _: not any(each.raises for each in rules.contracts.values())),
)  # fmt: skip


def _proof(rules: Rules, path: str) -> str:
    return next((why for pattern, why, holds in UNREACHABLE if fnmatch(path, pattern) and holds(rules, path)), "")


@pytest.mark.parametrize("ruleset", IDS)
def test_every_leaf_is_read(ruleset: str) -> None:
    """Free and steered simulation read every leaf but those that provably nobody can read."""
    plain = game(ruleset)
    rules, seen = traced(plain.rules)
    watched = Game(plain.ruleset, rules)
    for bot in ("sensible", "random"):
        for seats in plain.people:
            for _ in simulate(watched, hands=40, seed=1, bot=bot, seats=seats, irregular=True):
                pass
    leaves = set(plain.ruleset.leaves)
    for leaf in sorted(leaves - seen):
        if leaf not in seen and not _proof(plain.rules, leaf):
            for _ in simulate(watched, hands=12, seed=3, bot="random", aim=leaf):
                pass
    assert {leaf for leaf in leaves - seen if not _proof(plain.rules, leaf)} == set()


@pytest.mark.parametrize("pattern", [pattern for pattern, _, _ in UNREACHABLE])
def test_every_proof_is_needed(pattern: str) -> None:
    """A proof that no leaf of any ruleset uses is deleted."""
    found = [
        path
        for ruleset in IDS
        for path in game(ruleset).ruleset.leaves
        if fnmatch(path, pattern) and _proof(game(ruleset).rules, path)
    ]
    assert found
