"""A rule has one spelling in the digest, however its limits were written."""

from __future__ import annotations

import json
from typing import Any

import pytest

from calarec.rulesets.load import check_rules


def _with_condition(condition: str) -> Any:
    text = (
        "ruleset: club\nversion: 1.0.0\nextends: pagat\n"
        f"add:\n  settle.bonus.club: {{when: {{of: winners, {condition}}}, also: [{{of: losers, {condition}}}], "
        "plus: 1}\n"
    )
    found = check_rules("club.yaml", raw=text.encode())
    assert found.ruleset is not None, [each.message() for each in found.diagnostics]
    return found.ruleset


SAME = (
    ("tricks_at_least: 2", "tricks: {at_least: 2}", "tricks: {above: 1}", "tricks: {at_least: 2, above: 0}"),
    ("tricks: 3", "tricks: {at_least: 3, at_most: 3}", "tricks: {above: 2, below: 4}"),
    ("points_below: 12", "points: {below: 4p}", "points: {below: 12}", "points: {at_most: 11}"),
    ("card_points_in_tricks_below: 3", "trick_points: {below: 1p}", "trick_points: {at_most: 2/3p}"),
    ("card_points_below: 7", "card_points: {below: 7}", "card_points: {at_most: 2p}"),
    ("counted: {at_least: 24}", "counted: {at_least: 8p}", "counted: {above: 23}"),
    ("counted: 24", "counted: {at_least: 8p, at_most: 8p}"),
)


@pytest.mark.parametrize("spellings", SAME, ids=lambda each: each[0])
def test_all_spellings_have_one_digest(spellings: tuple[str, ...]) -> None:
    """In `when`, in `also` and among the alternatives of `one_of`."""
    assert len({_with_condition(each).digest for each in spellings}) == 1
    nested = [f"one_of: [{{of: opponents, {each}}}, {{of: declarer, has: dealer}}]" for each in spellings]
    assert len({_with_condition(each).digest for each in nested}) == 1


@pytest.mark.parametrize(
    "different",
    [
        ("tricks: {at_least: 2}", "tricks: {at_most: 2}", "tricks: 2", "tricks: {at_least: 2, at_most: 3}"),
        ("points: {below: 4p}", "counted: {below: 4p}", "points: {at_least: 4p}", "card_points: {below: 4p}"),
        ("last_trick: true", "last_trick: false", "tricks: {at_least: 0}"),
    ],
)
def test_what_says_something_else_has_another(different: tuple[str, ...]) -> None:
    assert len({_with_condition(each).digest for each in different}) == len(different)


def test_an_older_key_beside_the_map_stays() -> None:
    """Both hold, and neither is lost."""
    when = _with_condition("tricks_at_least: 2, tricks: {at_least: 3}").tree["settle"]["bonus"]["club"]["when"]
    assert (when["tricks_at_least"], json.dumps(when["tricks"])) == (
        2, '{"at_least": 3, "at_most": null, "above": null, "below": null}'
    )  # fmt: skip
