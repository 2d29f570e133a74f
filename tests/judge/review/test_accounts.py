"""What an account says it knows, it knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_type_hints

import pytest

from calarec.core.engine.account import Counted, Side
from calarec.core.notation.reader import parse
from calarec.core.wording.language import text_in
from calarec.record_judge.session import RecordJudge
from calarec.rulesets.load import load_ruleset
from tests.judge.review.table import Table, house

if TYPE_CHECKING:
    from pathlib import Path

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
    account = RecordJudge(load_ruleset("pagat")).replay(hand).account
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


@pytest.mark.parametrize(("asked", "english", "italian"), [
    ("{points_at_least: 5p}", "needed: {=15}", "ne servono: {=15}"),
    ("{points_at_most: 9p}", "needed: at most {=27}", "concessi al massimo: {=27}"),
    ("{points_at_least: 5p, points_at_most: 9p}", "needed: {=15} to {=27}", "ne servono: da {=15} a {=27}"),
])  # fmt: skip
def test_an_account_says_how_many_points_were_needed(tmp_path: Path, asked: str, english: str, italian: str) -> None:
    """At least so many, at most so many, or between the two; points are thirds, and marks until somebody tells them."""
    table = Table(house(tmp_path, "pagat", "set:", f"  settle.won_if: {asked}"), seats=3)
    table.goes_on(lambda _: False, "solo")
    (why,) = (each for each in table.account().because if each.rule == "settle.won_if")
    assert text_in(why.says, "en").endswith(f"; {english}")
    assert text_in(why.says, "it").endswith(f"; {italian}")
