"""Conditions of bonuses: every parameter has a row, which is worded and compared."""

from __future__ import annotations

import pytest

from calarec.core.base.frozen import replace
from calarec.core.engine.account import Counted
from calarec.core.mechanisms.conditions import (
    CONDITIONS,
    FIGURES,
    LeadCondition,
    When,
    failing,
    is_condition_met,
    is_each_condition_met,
    is_known_without_play,
)
from calarec.core.mechanisms.fields import params_of

PARTY = Counted(seats=(0,), tricks=3, in_tricks=10, cards=12, points=15, counted=15, wins=False)


def test_every_parameter_is_a_row() -> None:
    """But the party, and the contracts: these are not figures of a party."""
    assert {row.name for row in CONDITIONS} == {
        each.name
        for part in (When, LeadCondition)
        for each in params_of(part)
        if each.name not in ("of", "contracts", "one_of")
    }
    assert {row.figure for row in CONDITIONS} <= FIGURES.keys()


CASES = (
    (When(tricks=3), True),
    (When(tricks=2), False),
    (When(tricks=4), False),
    (When(tricks_at_least=3), True),
    (When(tricks_at_least=4), False),
    (When(card_points_in_tricks_below=11), True),
    (When(card_points_in_tricks_below=10), False),
    (When(card_points_below=13), True),
    (When(card_points_below=12), False),
    (When(points_below=16), True),
    (When(points_below=15), False),
    (When(), True),
    (When(tricks=3, points_below=15), False),
    (When(tricks=3, contracts=("solo",)), True),
    (When(tricks=3, contracts=("chiamo",)), False),
)


@pytest.mark.parametrize(("when", "expected"), CASES)
def test_a_condition_holds_or_not(when: When, expected: bool) -> None:
    assert is_condition_met(when, PARTY, "solo") is expected


def test_what_fails_is_named() -> None:
    """Failing rows are named, and only those."""
    when = When(tricks=3, card_points_in_tricks_below=5, points_below=2)
    assert [each.row.name for each in failing(when, PARTY)] == ["card_points_in_tricks_below", "points_below"]


def test_a_limit_is_the_least_and_the_most() -> None:
    found = {
        each.row.name: (each.least, each.most) for each in When(tricks=0, tricks_at_least=1, points_below=9).limits
    }
    assert found == {"tricks": (0, 0), "tricks_at_least": (1, None), "points_below": (None, 8)}


def test_what_is_known_where_points_were_claimed() -> None:
    """With claimed points, the points are known but not the winners of tricks."""
    assert is_known_without_play([When(points_below=9)])
    assert not is_known_without_play([When(points_below=9, tricks=0)])
    assert not is_known_without_play([When(points_below=9), When(card_points_below=9)])


def test_who_deals_is_a_figure() -> None:
    """A role is 1 for its party and 0 for others, named in the words of its row."""
    dealing = replace(PARTY, roles=frozenset({"dealer"}))
    assert is_condition_met(When(has="dealer"), dealing, "solo")
    assert not is_condition_met(When(has="eldest"), dealing, "solo")
    assert not is_condition_met(When(has="dealer"), PARTY, "solo")
    assert [each.row.figure for each in When(has="eldest").limits] == ["eldest"]
    assert FIGURES["dealer"].describe_value(1) is not FIGURES["dealer"].describe_value(0)


def test_several_conditions_hold_at_once_or_not_at_all() -> None:
    """Each looks at its own party; for a missing party only an empty one holds."""
    parties = {"winners": PARTY, "losers": replace(PARTY, tricks=0)}
    both = [When(of="winners", tricks=3), When(of="losers", tricks=0)]
    assert is_each_condition_met(both, parties, "solo")
    assert not is_each_condition_met([*both, When(of="losers", tricks=1)], parties, "solo")
    assert not is_each_condition_met([*both, When(of="others", tricks=0)], parties, "solo")
    assert is_each_condition_met([*both, When(of="others")], parties, "solo")
    assert not is_each_condition_met([both[0], When(of="losers", contracts=("chiamo",))], parties, "solo")
