"""A rule has one spelling in the digest, however its limits were written."""

from __future__ import annotations

import json
from typing import Any

import pytest

from calarec.rule_files.load import check_rules


def _with_condition(condition: str) -> Any:
    text = (
        "ruleset: club\nversion: 1.0.0\nextends: pagat\n"
        f"add:\n  settle.bonus.club: {{when: {{of: winners, {condition}}}, also: [{{of: losers, {condition}}}], "
        "plus: 1}\n"
    )
    found = check_rules("club.yaml", raw=text.encode())
    assert found.ruleset is not None, [each.message() for each in found.findings]
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


@pytest.mark.mass
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


def test_a_list_of_conditions_is_the_first_and_the_others() -> None:
    """With `also` beside it all must hold; the numbers within keep the units in which they were written."""
    head = "ruleset: club\nversion: 1.0.0\nextends: pagat\nadd:\n"
    bonuses = (
        "when: [{tricks: {above: 1}}, {of: winners, counted: {at_least: 8p}}, {has: dealer}]",
        "when: {tricks_at_least: 2}, also: [{of: winners, counted: {at_least: 24}}, {has: dealer}]",
        "when: [{tricks: {above: 1}}, {of: winners, counted: {at_least: 8p}}], also: [{has: dealer}]",
        "when: [{tricks_at_least: 2}], also: [{of: winners, counted: {above: 23}}, {has: dealer}]",
    )
    found = [
        check_rules("club.yaml", raw=f"{head}  settle.bonus.club: {{{each}, plus: 1}}\n".encode()) for each in bonuses
    ]
    assert len({each.ruleset.digest for each in found if each.ruleset is not None}) == 1
    assert not [finding for each in found for finding in each.findings]


@pytest.mark.parametrize("condition", ["[]", "[{}]", "{}"])
def test_an_empty_list_of_conditions_asks_nothing(condition: str) -> None:
    text = f"ruleset: club\nversion: 1.0.0\nextends: pagat\nadd:\n  settle.bonus.club: {{when: {condition}, plus: 1}}\n"
    bare = "ruleset: club\nversion: 1.0.0\nextends: pagat\nadd:\n  settle.bonus.club: {plus: 1}\n"
    found, without = (check_rules("club.yaml", raw=each.encode()).ruleset for each in (text, bare))
    assert found is not None
    assert without is not None
    assert found.digest == without.digest


def test_what_is_not_known_in_a_place_is_told_with_the_places() -> None:
    """A figure of conditions is not offered under another section."""
    text = "ruleset: club\nversion: 1.0.0\nextends: pagat\nset:\n  settle.won_if: {points_at_least: 6p, result: won}\n"
    (finding,) = check_rules("club.yaml", raw=text.encode()).findings
    assert finding.message("en") == "`result` is not known in `settle.won_if`"
    assert finding.help("en") == "it is known in `settle.bonus` or `all_pass.bonus`"
    text = "ruleset: club\nversion: 1.0.0\nextends: pagat\nadd:\n  match.points: 3\n"
    told = [each.help("en") or "" for each in check_rules("club.yaml", raw=text.encode()).findings]
    assert not any("bonus" in each and "pack" not in each for each in told)


@pytest.mark.parametrize(
    "spellings", [("2", "{at_least: 2, at_most: 2}", "{above: 1, below: 3}"), ("{at_most: 3}", "{below: 4}")]
)
def test_numbers_of_tricks_that_are_led_to_have_one_spelling(spellings: tuple[str, ...]) -> None:
    """An exclusive limit is the inclusive one, two equal limits are the number."""
    head = "ruleset: club\nversion: 1.0.0\nextends: pagat\nset:\n"
    found = [
        check_rules("club.yaml", raw=f"{head}  play.leads: [{{when: {{trick: {each}}}, never: A}}]\n".encode()).ruleset
        for each in spellings
    ]
    assert len({each.digest for each in found if each is not None}) == 1
    assert None not in found


@pytest.mark.parametrize(("card", "codes"), [("Rb", []), ("Kb", []), ("Zb", ["RUL303"]), ("bR", ["RUL205"])])
def test_a_card_is_named_by_any_of_its_names(card: str, codes: list[str]) -> None:
    """The king is R and K in this pack; other cards are not in it, and a rank comes before its suit."""
    text = f"ruleset: club\nversion: 1.0.0\nextends: pagat\nset: {{match.first_eldest: {card}}}\n"
    found = check_rules("club.yaml", raw=text.encode()).findings
    assert [each.code for each in found if each.severity == "error"] == codes
