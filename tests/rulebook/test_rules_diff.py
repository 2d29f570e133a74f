"""Two rulesets compared by meaning."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from calarec.core.wording.language import LANGUAGES
from calarec.rule_files.load import load_ruleset
from calarec.rulebook.comparison import compare
from calarec.rulebook.differences import differing_rules
from tests.rulebook.mutations import shipped

if TYPE_CHECKING:
    from pathlib import Path

CHILDREN = [name for name in shipped() if len(load_ruleset(name).layers) > 1]


@pytest.mark.parametrize("name", shipped())
def test_a_ruleset_does_not_differ_from_itself(name: str) -> None:
    """No difference, no change, no name."""
    comparison = compare(load_ruleset(name), load_ruleset(name))
    assert not comparison.differences
    assert not differing_rules(comparison)
    assert not any(comparison.names.values())


@pytest.mark.parametrize("name", CHILDREN)
def test_every_change_of_a_child_is_told(name: str) -> None:
    """A changed value is a difference, with sentences in both languages and a source."""
    child = load_ruleset(name)
    parent = load_ruleset(child.layers[1])
    comparison = compare(parent, child)
    told = [each for change in differing_rules(comparison) for each in change.differences]
    if name != "american-1900":
        assert told
    for change in differing_rules(comparison):
        assert change.left or change.right
        for lang in LANGUAGES:
            texts = [saying.saying_text(lang) for saying in (change.left, change.right) if saying]
            assert len(set(texts)) == len(texts)


def test_the_pack_of_1900_is_the_old_one_renamed() -> None:
    """Ranks are matched place by place; the points, matched by them, are the same."""
    comparison = compare(load_ruleset("cavendish"), load_ruleset("american-1900"))
    assert comparison.names["rank"]["3"] == "A"
    assert comparison.names["rank"]["A"] == "Q"
    assert not comparison.differences


def test_other_points_are_no_renaming(tmp_path: Path) -> None:
    """A rank worth more than the one in its place before is a difference."""
    file = tmp_path / "odd.yaml"
    file.write_text(
        "ruleset: odd\nversion: 1.0.0\nextends: american-1900\nset:\n  pack.points.K: 2\n  pack.total: ~\n",
        encoding="utf-8",
    )
    comparison = compare(load_ruleset("cavendish"), load_ruleset(str(file)))
    assert [each.right.path for each in comparison.differences if each.right and each.left and each.left.value] == [
        "pack.points.K", "pack.total"
    ]  # fmt: skip


def test_entries_are_known_by_what_they_say() -> None:
    """The widow is the monte, and play is chiamo, under other names."""
    names = compare(load_ruleset("pagat"), load_ruleset("cavendish")).names
    assert names["pile"]["monte"] == "widow"
    assert names["contract"]["chiamo"] == "play"


def test_what_came_later_makes_no_entries_alike() -> None:
    """Half of the entries agree, which is too little; unset defaults do not count."""
    names = compare(load_ruleset("quadriglio"), load_ruleset("pagat")).names
    assert "scambio" not in names["contract"]
    assert "dividete" not in names["contract"].values()


@pytest.mark.parametrize(("left", "right"), list(combinations(shipped(), 2))[::9])
def test_any_two_can_be_compared(left: str, right: str) -> None:
    """Each difference names an existing leaf of its side, and both directions find as many."""
    one, other = load_ruleset(left), load_ruleset(right)
    forward, back = compare(one, other), compare(other, one)
    for each in forward.differences:
        assert each.left is None or each.left.path in one.leaves
        assert each.right is None or each.right.path in other.leaves
    assert bool(forward.differences) == bool(back.differences)
    assert all(change.differences for change in differing_rules(forward))
