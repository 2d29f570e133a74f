"""Rules that note what is read of them answer as the rules themselves do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from calarec.core.base.frozen import replace
from calarec.core.mechanisms.auction import StakeOf
from calarec.core.mechanisms.conditions import WhenCards, limit_paths
from calarec.core.mechanisms.standing import DeclareRule
from calarec.rule_files.load import check_rules
from calarec_tools.archive.tracing import trace_reads
from tests.rulebooks import game

if TYPE_CHECKING:
    from collections.abc import Callable

_WAYS: Final[tuple[Callable[[Any], object], ...]] = (
    len, iter, lambda entries: entries.keys(), lambda entries: entries.values(), lambda entries: entries.items(),
)  # fmt: skip


def test_a_part_with_other_parameters_reads_nothing_of_the_rest() -> None:
    """It still notes what is read of what stayed."""
    rules, seen = trace_reads(game("pagat").rules)
    other = replace(rules, settle=replace(rules.settle, bonus_order=()))
    assert seen == set()
    assert other.settle.bonus_order == ()
    assert other.settle.rounding == game("pagat").rules.settle.rounding
    assert seen == {"settle.rounding"}


def test_what_a_part_works_out_once_is_read_each_time() -> None:
    """The limits of a condition are those of its parameters."""
    plain = game("pagat").rules
    rules, seen = trace_reads(plain)
    (name, *_) = plain.settle.bonus_order
    assert rules.settle.bonus[name].when.limits == plain.settle.bonus[name].when.limits
    assert any(path.startswith(f"settle.bonus.{name}.when.") for path in seen)


@pytest.mark.parametrize("way", _WAYS)
def test_whoever_goes_through_no_entries_has_read_that_there_are_none(way: Callable[[Any], object]) -> None:
    """Whichever way it is done: no interpreter need ask for the length first."""
    rules, seen = trace_reads(game("gelli-bellora").rules)
    entries: Any = rules.piles
    assert "piles" not in seen
    way(entries)
    assert "piles" in seen


_ALL_KINDS: Final = """\
ruleset: kinds
version: 1.0.0
extends: pagat
set:
  contracts.solo.stake: {of: chiamo, times: 2}
add:
  settle.bonus.aces: {when: {of: winners, cards: {ranks: A, at_least: 3, where: won}}, plus: 2}
  standing.three: {do: declare, meld: {ranks: A, of: rank, least: 3}, points: 3p}
"""


def test_a_traced_rule_is_of_the_kind_that_it_stands_in_for() -> None:
    """The class of a rule is the same as without tracing: limits, stakes, melds."""
    loaded = check_rules("kinds.yaml", raw=_ALL_KINDS.encode())
    assert loaded.ruleset is not None, loaded.findings
    plain = loaded.ruleset.rules
    rules, seen = trace_reads(plain)
    for of in (plain, rules):
        assert isinstance(of.settle.bonus["aces"].when.cards, WhenCards)
        assert isinstance(of.contracts["solo"].stake, StakeOf)
        assert isinstance(of.standing["three"].params, DeclareRule)
    assert seen == set()
    when = rules.settle.bonus["aces"].when
    assert when.limits == plain.settle.bonus["aces"].when.limits
    assert limit_paths(when.limits[0], when) == limit_paths(when.limits[0], plain.settle.bonus["aces"].when)
    assert {each for each in seen if "cards" in each} == {
        f"settle.bonus.aces.when.cards.{each}" for each in ("ranks", "suits", "at_least", "at_most", "where")
    }
    assert not [each for each in seen if "__" in each]
