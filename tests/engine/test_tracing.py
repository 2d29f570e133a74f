"""Rules that note what is read of them answer as the rules themselves do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from calarec.base.frozen import replace
from calarec.engine.tracing import traced
from tests.rulebooks import game

if TYPE_CHECKING:
    from collections.abc import Callable

_WAYS: Final[tuple[Callable[[Any], object], ...]] = (
    len, iter, lambda entries: entries.keys(), lambda entries: entries.values(), lambda entries: entries.items(),
)  # fmt: skip


def test_a_part_with_other_parameters_reads_nothing_of_the_rest() -> None:
    """It still notes what is read of what stayed."""
    rules, seen = traced(game("pagat").rules)
    other = replace(rules, settle=replace(rules.settle, bonus_order=()))
    assert seen == set()
    assert other.settle.bonus_order == ()
    assert other.settle.rounding == game("pagat").rules.settle.rounding
    assert seen == {"settle.rounding"}


def test_what_a_part_works_out_once_is_read_each_time() -> None:
    """The limits of a condition are those of its parameters."""
    plain = game("pagat").rules
    rules, seen = traced(plain)
    (name, *_) = plain.settle.bonus_order
    assert rules.settle.bonus[name].when.limits == plain.settle.bonus[name].when.limits
    assert any(path.startswith(f"settle.bonus.{name}.when.") for path in seen)


@pytest.mark.parametrize("way", _WAYS)
def test_whoever_goes_through_no_entries_has_read_that_there_are_none(way: Callable[[Any], object]) -> None:
    """Whichever way it is done: no interpreter need ask for the length first."""
    rules, seen = traced(game("gelli-bellora").rules)
    entries: Any = rules.piles
    assert "piles" not in seen
    way(entries)
    assert "piles" in seen
