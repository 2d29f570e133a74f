"""Every mechanism, parameter and option has words, in both languages."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from calarec.core.mechanisms.conditions import ForEach
from calarec.core.mechanisms.fields import PART_KINDS, Kind, Mechanism, default_as_data, params_of, shape_of
from calarec.core.mechanisms.registry import all_mechanisms
from calarec.core.wording.language import LANGUAGES
from calarec.rule_files.load import load_ruleset
from tests.rulebook import mutations
from tests.rulebook.mutations import Tree, Where, changed, texts

MECHANISMS = all_mechanisms()
IDS = [f"{each.kind}-{each.name}" for each in MECHANISMS]


def at_the_table(of: Mechanism) -> tuple[Tree, Where]:
    """A ruleset that has the mechanism, and where: everything optional in it is there."""
    tree: Any = load_ruleset("pagat").tree
    data = whole(of.params, tree)
    if of.kind is Kind.STEP:
        tree = changed(tree, ("steps", "sample"), {"do": of.name, **data})
        return changed(tree, ("contracts", "solo", "steps"), ["sample"]), ("steps", "sample")
    if of.kind is Kind.STANDING:
        return changed(tree, ("standing", "sample"), {"do": of.name, **data}), ("standing", "sample")
    if of.kind is Kind.ALL_PASS:
        return changed(tree, ("all_pass",), {"do": of.name, **data}), ("all_pass",)
    if of.name == "agreed":
        texts_of_rule = {lang: f"The rule in {lang}." for lang in data}
        return changed(tree, ("agreed", "sample"), texts_of_rule), ("agreed", "sample")
    if of.entries:
        key = {"contracts": "solo", "piles": "monte"}[of.name]
        return tree, (of.name, key)
    return changed(tree, (of.name,), {**data, **tree[of.name]}), (of.name,)


READ_WITH_PAYER = ("card", "to")
"""Keys of a bonus that are read only with certain payers.

`test_conditions_said.py` tries them, and counted tricks.
"""


def whole(part: type, tree: Tree) -> Tree:
    """The data of a part in which nothing is left out."""
    data = {each.name: filled(each.type, each.about, each.default, tree) for each in params_of(part)}
    return {**data, "tricks": None} if part is ForEach else data


def filled(annotation: Any, about: Any, default: Any, tree: Tree) -> Any:
    shape = shape_of(annotation)
    if shape.kind == "part":
        return whole(shape.item, tree)
    if shape.kind == "map" and shape_of(shape.item).kind == "part":
        return {"something": whole(shape.item, tree)}
    if shape.kind == "list" and shape_of(shape.item).kind == "part":
        return [whole(shape.item, tree)]
    return mutations.sample(annotation, about, tree) if default is None else default_as_data(default)


@pytest.mark.parametrize("of", MECHANISMS, ids=IDS)
def test_it_has_sentences(of: Mechanism) -> None:
    """A mechanism without a sentence cannot be read by a player."""
    tree, _ = at_the_table(of)
    said = texts(tree, {})
    assert all(said[lang] for lang in LANGUAGES)
    assert said["en"] != said["it"]


@pytest.mark.mass
@pytest.mark.parametrize("of", MECHANISMS, ids=IDS)
def test_every_parameter_is_said(of: Mechanism) -> None:
    """Whatever is put in a parameter's place is read in both languages, and each word reads otherwise."""
    tree, where = at_the_table(of)
    for each, value, annotation, about in parameters(of.params, tree, where):
        if each[-2:] == ("for_each", "tricks") or ("bonus" in each and each[-1] in READ_WITH_PAYER):
            continue
        if "counts" in each and each[-1] == "contracts":
            continue  # without a declarer there is no contract: RUL445 refuses it
        readings = {repr(value): texts(tree, {})}
        for other in others(annotation, about, value, each, tree):
            readings[repr(other)] = texts(changed(tree, each, other), {})
        assert len(readings) > 1 or len(shape_of(annotation).words) == 1, each
        for (one, left), (two, right) in combinations(readings.items(), 2):
            for lang in LANGUAGES if of.name != "agreed" else (str(each[-1]),):  # a text is read in its language
                assert left[lang] != right[lang], f"{'.'.join(map(str, each))}: {one} and {two} read alike ({lang})"


def parameters(part: type, data: Any, where: Where) -> list[tuple[Where, Any, Any, Any]]:
    """Every parameter of a part, with its place and value; those of parts within it too."""
    found: list[tuple[Where, Any, Any, Any]] = []
    node = data
    for key in where:
        node = node[key]
    for each in params_of(part):
        value, shape, at = node[each.name], shape_of(each.type), (*where, each.name)
        if isinstance(value, dict) and shape.kind in PART_KINDS:
            found += parameters(shape.item, data, at)
        elif isinstance(value, dict) and shape_of(shape.item).kind == "part":
            for key in value:
                found += parameters(shape.item, data, (*at, key))
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            found += parameters(shape.item, data, (*at, 0))
        elif not isinstance(value, dict):
            found.append((at, value, each.type, each.about))
    return found


def others(annotation: Any, about: Any, value: Any, where: Where, tree: Tree) -> list[Any]:
    """The other values to try: for words all of them."""
    shape = shape_of(annotation)
    found = [other for at, other in mutations.other_values(annotation, about, value, where, tree) if at == where]
    if shape.kind == "word":
        assert sorted(map(str, [value, *found])) == sorted([*shape.words, *([str(None)] if shape.optional else [])])
    return found
