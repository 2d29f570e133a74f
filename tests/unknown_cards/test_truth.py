"""Hands of every shipped ruleset, with much left out: findings are true."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.reader import parse_records
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.rulebooks import IDS, game
from tests.unknown_cards.damage import damaged

if TYPE_CHECKING:
    from calarec.core.records.model import Hand

pytestmark = pytest.mark.slow

HANDS = 5


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", IDS)
def test_nothing_untrue_is_said(ruleset: str) -> None:
    """A legal hand stays legal; what is deduced is so; what is settled is what the whole record settles."""
    rules = game(ruleset)
    for number, simulated in enumerate(simulate(rules, hands=HANDS, seed=77, bot="random")):
        hand = damaged(simulated.hand, Random(number))
        replayed = begin_totals(rules).replay(hand)
        assert replayed.verdict in ("legal", "incomplete")
        assert replayed.knowledge in ("complete", "forced", "possible")
        untrue = [line for line in replayed.deduced if not _is_true(line, simulated.hand)]
        assert untrue == []
        if replayed.account is not None:
            assert replayed.account.payments in ((), simulated.account.payments)
            for side, true in zip(replayed.account.sides, simulated.account.sides, strict=False):
                assert side.seats == true.seats
                for name in ("tricks", "in_tricks", "cards", "points", "counted", "wins"):
                    assert getattr(side, name) in (None, getattr(true, name))


def _is_true(line: str, hand: Hand) -> bool:
    said = parse_records(f"cal 1\nhand\ndealer A\n{line}\nend\n")[0].statements[1]
    return any(_agrees(said, each) for each in hand.statements)


def _agrees(said: rec.Statement, true: rec.Statement) -> bool:
    match said, true:
        case rec.Trick(), rec.Trick():
            names = zip(said.cards, true.cards, strict=False)
            return said.number == true.number and all("_" in one or one == other for one, other in names)
        case rec.Monte(), rec.Monte():
            return _within(said.cards, true.cards)
        case rec.Call(), rec.Call():
            return said.card == true.card
        case rec.Trick(), _:
            return False
    same = type(said) is type(true) and getattr(said, "seat", "") == getattr(true, "seat", "")
    return same and _within(getattr(said, "cards", ()), getattr(true, "cards", ()))


def _within(said: tuple[str, ...], true: tuple[str, ...]) -> bool:
    return len(said) == len(true) and {name for name in said if "_" not in name} <= set(true)
