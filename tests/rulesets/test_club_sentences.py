"""Every value of a club rule is in its sentences: another value reads otherwise, in the rulebook and in `diff`.

The rules are those of `club_rules.yaml`, and rules drawn from the whole vocabulary.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from calarec.core.wording.language import LANGUAGES
from calarec.rule_files.load import check_rules, load_ruleset
from calarec.rulebook.comparison import compare
from calarec.rulebook.differences import differing_rules
from tests.rulebook.mutations import Where, changed, mutations, of_tree, texts
from tests.rulebooks import game
from tests.rulesets.club_rules import RULES, load_club_rule
from tests.rulesets.drawn_rules import Aim, draw_rules_with, is_accepted, language_keys

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.ruleset import Ruleset

Tree = dict[str, Any]
_MOST_VALUES: Final = 12
"""The other values of one rule that are tried."""
_DRAWN: Final = 24
_TRIES: Final = 20
_KEPT_IN_WORDS: Final = "agreed"


def _changed_places(tree: Any, parent: Any, where: Where = ()) -> Iterator[Where]:
    """The places of a tree whose values are not those of another."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            other = parent.get(key) if isinstance(parent, dict) else None
            yield from _changed_places(value, other, (*where, key))
    elif tree != parent and tree not in (None, [], {}):
        yield where


def _is_idle(tree: Tree, where: Where) -> bool:
    """Check whether a place names the party of a condition that asks nothing of a party."""
    node: Any = tree
    for key in where[:-1]:
        node = node[key]
    asked = [key for key, value in node.items() if value not in (None, [], {})] if isinstance(node, dict) else []
    return where[-1] == "of" and not {*asked} - {"of", "contracts", "trump", "one_of"}


def _other_rules(rules: Ruleset, parent: Ruleset, rng: Random) -> Iterator[tuple[str, Ruleset]]:
    """Rules with another value in one of the places where a ruleset differs from its parent."""
    tree = dict(rules.tree)
    places = set(_changed_places(tree, parent.tree))
    values = [
        (where, value) for where, value in mutations(tree)
        if where[0] != _KEPT_IN_WORDS and not _is_idle(tree, where)
        and any(place[: len(where)] == where for place in places)
    ]  # fmt: skip
    for where, value in rng.sample(values, min(len(values), _MOST_VALUES)):
        other = changed(tree, where, value)
        if is_accepted(other):
            yield f"{'.'.join(map(str, where))}: {value}", of_tree(other, parent)


@cache
def _diff_text(parent: Ruleset, rules: Ruleset, lang: str) -> str:
    sides = [side for change in differing_rules(compare(parent, rules)) for side in (change.left, change.right)]
    return "\n".join(side.saying_text(lang) if side else "-" for side in sides)


def _hold_values_said(rules: Ruleset, parent: Ruleset, rng: Random) -> None:
    book = texts(dict(rules.tree), parent.words)
    for what, other in _other_rules(rules, parent, rng):
        others_book = texts(dict(other.tree), parent.words)
        for lang in LANGUAGES:
            assert others_book[lang] != book[lang], (lang, what)
            if other.digest != parent.digest:
                assert _diff_text(parent, other, lang) != _diff_text(parent, rules, lang), (lang, what)


@pytest.mark.mass
@pytest.mark.parametrize("name", RULES)
def test_values_of_a_club_rule_are_said(name: str) -> None:
    """A number, party, limit or word that is left out of a sentence would read as before."""
    parent = load_ruleset("pagat")
    _hold_values_said(of_tree(dict(load_club_rule(name).tree), parent), parent, Random(name))


@pytest.mark.mass
@pytest.mark.parametrize("number", range(_DRAWN))
def test_values_of_drawn_rules_are_said(number: int) -> None:
    """One parameter of the vocabulary, wherever its sentence is."""
    rng = Random(f"said {number}")
    aims: list[Aim] = rng.sample(sorted(language_keys().values()), 3)
    for aim in aims:
        drawn = draw_rules_with(aim, _TRIES, number)
        if drawn is not None:
            parent = game(drawn.parent).ruleset
            rules = check_rules("drawn.yaml", raw=drawn.text.encode()).ruleset
            assert rules is not None
            _hold_values_said(of_tree(dict(rules.tree), parent), parent, rng)
