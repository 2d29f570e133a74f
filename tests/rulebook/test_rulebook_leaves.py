"""Changing any leaf of any shipped ruleset changes its rulebook in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.rule_files.load import load_ruleset
from tests.rulebook.mutations import changed, mutations, shipped, texts

if TYPE_CHECKING:
    from calarec.core.mechanisms.rules import Rules

pytestmark = pytest.mark.slow


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", shipped())
def test_any_other_value_reads_otherwise(ruleset: str) -> None:
    """A rule that could change unread would be a trap for those who play by the book."""
    rules = load_ruleset(ruleset)
    tree = dict(rules.tree)
    before = texts(tree, rules.words)
    unread = [
        (lang, ".".join(map(str, where)), value)
        for where, value in mutations(tree)
        for lang, text in texts(changed(tree, where, value), rules.words).items()
        if text == before[lang]
    ]
    assert not unread


@pytest.mark.parametrize("ruleset", shipped())
def test_every_leaf_is_tried(ruleset: str) -> None:
    """Only words that have no alternative in the vocabulary, and the name of a mechanism, stay untried."""
    rules = load_ruleset(ruleset)
    tried = {".".join(map(str, where)) for where, _ in mutations(dict(rules.tree))}
    untried = {
        path for path in rules.leaves
        if not any(each == path or each.startswith(path + ".") or path.startswith(each + ".") for each in tried)
    }  # fmt: skip
    alone = ("play.wins", "play.next_leader", "match.dealer", "settle.won_if.of", "table.sits_out.who",
             "table.dummies.played_by", *_leaves_without_choice(rules.rules))  # fmt: skip
    idle = () if rules.rules.has_auction else ("steps",)  # no contract is there that could take one
    left = {path for path in untried if path not in (*alone, *idle) and not path.endswith(".do")}
    assert left <= {path for path in untried if names_all_there_is(rules.leaves[path][0])}


def _leaves_without_choice(rules: Rules) -> list[str]:
    """The parties of conditions that look at each side and no other; the piles of a table where there are none."""
    parties = [f"all_pass.counts.{name}.when.of" for name in getattr(rules.all_pass.params, "counts", {})]
    return parties if rules.piles else [*parties, *(f"table.by_seats.{seats}.piles" for seats in rules.table.by_seats)]


def names_all_there_is(value: object) -> bool:
    """A list of names to which nothing can be added, and from which nothing may be taken."""
    return isinstance(value, list) and len(value) < 2
