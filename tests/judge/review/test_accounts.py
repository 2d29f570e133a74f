"""What an account says it knows, it knows."""

from __future__ import annotations

from typing import get_type_hints

from calarec.engine.account import Counted, Side
from calarec.judge.session import RecordJudge
from calarec.notation.reader import parse
from calarec.rulesets.load import load_rules

FIGURES = ("tricks", "in_tricks", "cards", "points", "counted")
SCORES = """cal 1
seat A
seat B
seat C

hand 1
dealer A
bid B: solo
{result}score B: +4 A: -2 C: -2
end
"""


def account_of(text: str) -> tuple[Side, ...]:
    """The sides of the one hand of a record."""
    (hand,) = parse(text)
    account = RecordJudge(load_rules("pagat")).replay(hand).account
    assert account is not None
    assert bool(account.counted) == all(isinstance(side, Counted) for side in account.sides)
    return account.sides


def test_a_score_alone_tells_who_won_and_no_figures() -> None:
    """Nobody wrote down tricks or points: they are None, and the type says that they may be."""
    for side in account_of(SCORES.format(result="result B: won\n")):
        assert not isinstance(side, Counted)
        assert [getattr(side, name) for name in FIGURES] == [None] * 5
        assert side.wins is not None
    assert all(type(None) in get_type_hints(Side)[name].__args__ for name in FIGURES)


def test_a_stated_result_tells_points_and_nothing_else() -> None:
    """Points are known, tricks and cards are not."""
    own, others = account_of(SCORES.format(result="result B: 24 A+C: 11\n"))
    assert (own.points, others.points) == (24, 11)
    assert [own.tricks, own.in_tricks, own.cards] == [None] * 3
