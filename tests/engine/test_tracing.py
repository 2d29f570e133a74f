"""Rules that note what is read of them answer as the rules themselves do."""

from __future__ import annotations

from calarec.base.frozen import replace
from calarec.engine.tracing import traced
from tests.rulebooks import game


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
