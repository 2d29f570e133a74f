"""`rules check --fix` keeps what the author wrote: numbers with words, and rules of other entries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec_tools.main import main

if TYPE_CHECKING:
    from pathlib import Path


def fix_rule(folder: Path, rule: str, parent: str = "pagat") -> str:
    """The value of a rule of a house after `rules check --fix`."""
    file = folder / "casa.yaml"
    file.write_text(f"ruleset: casa\nversion: 1.0.0\nextends: {parent}\nset:\n  {rule}\n", "utf-8")
    main(["rules", "check", "--fix", "--hands", "0", str(file)])
    return file.read_text("utf-8").splitlines()[-1].partition(": ")[2]


@pytest.mark.parametrize(
    ("rule", "meant"),
    [
        ("pack.last_trick: 2 punti", "2p"),
        ("pack.last_trick: 0.33 points", "1/3p"),
        # Two thirds of a point, not two points.
        ("pack.last_trick: 2 terzi", "2/3p"),
        ("settle.won_if.points_at_least: 21 thirds", "7p"),
        ("contracts.solo.stake: 3 poste", "3x"),
        ("match.until.deals: 12 mani", "12"),
        # Hours are no minutes.
        ("match.until.minutes: 90 min", "90"),
        ("match.until.minutes: 2 hours", "120"),
        ("settle.bonus.cappotto.times: 3 volte", "3"),
    ],
)
def test_a_number_with_a_known_word_is_what_it_means(rule: str, meant: str, tmp_path: Path) -> None:
    """Also in Italian."""
    assert fix_rule(tmp_path, rule) == meant


@pytest.mark.parametrize(
    "rule",
    [
        "pack.last_trick: 2 fifths",
        "pack.last_trick: 1.5 thirds",
        "contracts.solo.stake: 50 cents",
        "match.until.deals: 3 rounds",
        "match.until.minutes: 3 deals",
    ],
)
def test_a_number_with_another_word_stays(rule: str, tmp_path: Path) -> None:
    """A word that may change the number is not dropped."""
    assert fix_rule(tmp_path, rule) == rule.partition(": ")[2]


@pytest.mark.parametrize(
    ("parent", "rule"),
    [
        # Another bonus, another irregularity, another pile than the only one that the parent has.
        ("no-stramazzo", "settle.bonus.stramazzo.times: 4"),
        ("pagat", "standing.misdeal.pay_each: 2"),
        ("pagat", "piles.scarto.won_by: declarer"),
        # What is to hold in one contract is no rule for all of them.
        ("pagat", "contracts.solo.follow: free"),
        ("pagat", "contracts.solo.stramazzo: off"),
        ("pagat", "contracts.solo.rounding: none"),
        # Who plays first is not who speaks first.
        ("pagat", "play.first: dealer"),
        # Not the last trick.
        ("pagat", "all_pass: {do: play_out, pays: least_tricks}"),
        ("pagat", "all_pass: {do: play_out, pays: most_trick}"),
    ],
)
def test_a_rule_of_something_else_stays(parent: str, rule: str, tmp_path: Path) -> None:
    """Nothing else is changed in its place."""
    assert fix_rule(tmp_path, rule, parent) == rule.partition(": ")[2]
    assert rule.partition(": ")[0] in (tmp_path / "casa.yaml").read_text("utf-8")


@pytest.mark.parametrize(
    ("rule", "fixed"),
    [
        ("piles.won_by: declarer", "piles.monte.won_by: declarer"),
        ("match.points: 21", "match.until.points: 21"),
        ("all_pass: {do: play_out, pays: least_points}", "all_pass: {do: play_out, pays: fewest_points}"),
        ("settle.bonus.cappotto.when: {of: winners, tricks: {at_last: 3}}",
         "settle.bonus.cappotto.when: {of: winners, tricks: {at_least: 3}}"),
    ],
)  # fmt: skip
def test_a_rule_that_can_be_only_one_is_still_found(rule: str, fixed: str, tmp_path: Path) -> None:
    """An entry that is not named at all, or a word that is near."""
    fix_rule(tmp_path, rule)
    assert f"  {fixed}\n" in (tmp_path / "casa.yaml").read_text("utf-8")
