"""Checks answer every file: no exception, no jsonschema text, no invalid result."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import jsonschema
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.core.mechanisms.rules import build_rules
from calarec.core.mechanisms.ruleset import Origin
from calarec.core.wording.messages import range_codes
from calarec.rule_files.compose import Composed, compose
from calarec.rule_files.lint.runner import lint
from calarec.rule_files.schema import tree_schema
from calarec.rule_files.tree import Node, Path, from_plain, put_node, remove_node, to_plain, walk_tree
from calarec.rule_files.validate import validate
from calarec.rule_files.vocabulary import MechanismVocabulary
from tests.rulebooks import SHIPPED
from tests.shards import examples

IDS = tuple(SHIPPED)
VALIDATOR = jsonschema.Draft202012Validator(tree_schema())
WORDS = ("monte", "solo", "chiamo", "bury", "off", "no", "A", "3", "", "declarer", "opponents", "x" * 300, "12", "1.5")
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-3, 60), st.sampled_from(WORDS), st.text(max_size=5))
VALUES = st.one_of(
    SCALARS,
    st.lists(SCALARS, max_size=3),
    st.dictionaries(st.sampled_from(("do", "of", "times", "pile", "stake", "zz", "")), SCALARS, max_size=3),
)


@cache
def _composed(ruleset: str) -> Composed:
    return compose(ruleset, MechanismVocabulary())


@cache
def _root(ruleset: str) -> Node:
    root = _composed(ruleset).root
    assert root is not None
    return root


@cache
def _paths(ruleset: str) -> list[Path]:
    return [path for path, _ in walk_tree(_root(ruleset)) if path]


@cache
def _pool(name: str) -> list[Any]:
    """Return the values of a key in any ruleset, which may fit other places too."""
    found = [to_plain(node) for each in IDS for path, node in walk_tree(_root(each)) if path and path[-1] == name]
    return [value for number, value in enumerate(found) if value not in found[:number]]


def _mutated(data: st.DataObject, *, alike: bool) -> tuple[str, Node]:
    ruleset = data.draw(st.sampled_from(IDS))
    root = _root(ruleset)
    for _ in range(data.draw(st.integers(1, 4))):
        path = data.draw(st.sampled_from(_paths(ruleset)))
        values = st.sampled_from(_pool(path[-1])) if alike else VALUES
        try:
            if not alike and data.draw(st.booleans()):
                root = remove_node(root, path)
            else:
                value: Any = data.draw(values)
                root = put_node(root, path, from_plain(value, Origin("x", 1, 1, ruleset)))
        except KeyError:
            continue  # an earlier change took it out
    return ruleset, root


def _check_words(findings: tuple[Any, ...]) -> None:
    for each in findings:
        for lang in ("en", "it"):
            said = each.message(lang) + each.help(lang)
            assert "is not of type" not in said
            assert "is not valid" not in said
            assert "\n" not in each.message(lang)
        assert each.code in range_codes(each.code[:4])


@settings(max_examples=examples(60), deadline=None)
@given(st.data())
def test_validate_says_exactly_whether_a_tree_is_valid(data: st.DataObject) -> None:
    """Findings if and only if the schema complains, all in our own words."""
    ruleset, root = _mutated(data, alike=False)
    for composed in (None, _composed(ruleset)):
        findings = validate(root, composed)
        assert bool(findings) == (not VALIDATOR.is_valid(to_plain(root)))
        _check_words(findings)


@settings(max_examples=examples(60), deadline=None)
@given(st.data())
def test_checks_answer_whatever_is_valid(data: st.DataObject) -> None:
    """Rules put together at random are nonsense; the checks report it and go on."""
    ruleset, root = _mutated(data, alike=True)
    root = MechanismVocabulary().fill_defaults(root)
    tree: Any = to_plain(root)
    if not VALIDATOR.is_valid(tree):
        return
    findings = lint(SimpleNamespace(id=ruleset, rules=build_rules(tree)), root, _composed(ruleset))
    _check_words(findings)
    assert len(findings) <= 100
