"""An account states only known facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_type_hints

import pytest

from calarec.core.engine.account import Counted, Side
from calarec.core.mechanisms.rules import exact_target
from calarec.core.notation.reader import parse_records
from calarec.core.wording.language import text_in
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset
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
    (hand,) = parse_records(text)
    account = RecordJudge(load_ruleset("pagat")).replay(hand).account
    assert account is not None
    assert bool(account.counted_sides) == all(isinstance(side, Counted) for side in account.sides)
    return account.sides


def test_a_score_alone_tells_who_won_and_no_figures() -> None:
    """A score without cards has no tricks or points: they are None, also in the types."""
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
    """At least, at most, or between two; points are thirds, and marks before that."""
    table = Table(house(tmp_path, "pagat", "set:", f"  settle.won_if: {asked}"), seats=3)
    table.goes_on(lambda _: False, "solo")
    (why,) = (each for each in table.account().because if each.rule == "settle.won_if")
    assert text_in(why.says, "en").endswith(f"; {english}")
    assert text_in(why.says, "it").endswith(f"; {italian}")


_NO_BONUS = ("  settle.bonus.cappotto: off", "  settle.bonus.stramazzo: off", "  settle.bonus_order: []")


@pytest.mark.mass
@pytest.mark.parametrize("least", [None, 5, 6, 7, 8, 9])
@pytest.mark.parametrize("most", [None, 9, 10, 11, 12])
def test_no_figure_contradicts_the_result(tmp_path: Path, least: int | None, most: int | None) -> None:
    """The points beside what is needed win or lose by themselves; where rounding decided, it is named before."""
    if least is most is None:
        return
    limits = {"points_at_least": least, "points_at_most": most}
    needed = ", ".join(f"{key}: {value}" for key, value in limits.items() if value is not None)
    rules = load_ruleset(str(house(tmp_path, "pagat", "set:", f"  settle.won_if: {{{needed}}}", *_NO_BONUS)))
    for points in range(36):
        (hand,) = parse_records(SCORES.format(result=f"result B: {points}\n").replace("score B: +4 A: -2 C: -2\n", ""))
        account = RecordJudge(rules).replay(hand).account
        assert account is not None
        dropped = points // 3 * 3
        wins = (least is None or dropped >= least) and (most is None or dropped <= most)
        as_written = (least is None or points >= least) and (most is None or points <= most)
        assert account.sides[0].wins is wins
        assert exact_target(rules.rules, "solo")[1].is_reached_by(points) is wins
        rounded = [text_in(reason.says, "en") for reason in account.because if reason.rule == "settle.rounding"]
        (won_if,) = (text_in(reason.says, "en") for reason in account.because if reason.rule == "settle.won_if")
        told = dropped if wins is not as_written else points
        assert rounded == [f"{{1}}: {{={points}}}, counted as {{={dropped}}}"] * (wins is not as_written)
        assert won_if.startswith(f"{{1}}: {{={told}}}" + " after rounding" * (wins is not as_written) + "; needed: ")
        assert ((least is None or told >= least) and (most is None or told <= most)) is wins


def test_rounding_is_named_where_it_changes_the_difference(tmp_path: Path) -> None:
    """17 2/3 and 17 1/3 of 35 whole points differ by a third, and by nothing once fractions are dropped."""
    by_difference = ("  settle.pay: difference", "  settle.rounding: down", "  settle.pay_unit: 1/3", *_NO_BONUS)
    rules = load_ruleset(str(house(tmp_path, "pagat", "set:", *by_difference)))
    for points in range(36):
        text = SCORES.format(result=f"result B: {points}\n").replace("score B: +4 A: -2 C: -2\n", "")
        (hand,) = parse_records(text)
        account = RecordJudge(rules).replay(hand).account
        assert account is not None
        exact, dropped = abs(2 * points - 35), abs(points // 3 * 3 - (35 - points) // 3 * 3)
        named = [reason for reason in account.because if reason.rule == "settle.rounding"]
        assert bool(named) is (exact != dropped)
