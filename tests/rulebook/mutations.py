"""Other values that the schema would allow in the place of a leaf, and the text that a tree then gives."""

from __future__ import annotations

import copy
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from calarec.core.mechanisms.conditions import When
from calarec.core.mechanisms.fields import Kind, default_as_data, params_of, shape_of
from calarec.core.mechanisms.play import LeadLimit
from calarec.core.mechanisms.registry import FAMILIES, SECTIONS, find_mechanism
from calarec.core.mechanisms.ruleset import Ruleset
from calarec.core.mechanisms.table import TableSize
from calarec.core.wording.language import LANGUAGES, Translated, text_in
from calarec.rule_files.later import digest
from calarec.rule_files.tree import from_plain, list_leaves
from calarec.rulebook.chapters import chapters_of
from calarec.rulebook.sentences import Sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.fields import About

Tree = dict[str, Any]
Where = tuple[str | int, ...]
_KINDS = {"pile": "piles", "contract": "contracts", "step": "steps", "bonus": "bonus"}


def of_tree(tree: Tree, parent: Ruleset) -> Ruleset:
    """A ruleset of that tree that extends the parent, with the parent's words."""
    found = {".".join(path): (value, origin) for path, value, origin in list_leaves(from_plain(tree))}
    return Ruleset(
        id="house",
        version="1.0.0",
        digest=digest(tree),
        title=Translated.from_texts(""),
        summary=Translated.from_texts(""),
        sources={},
        words=parent.words,
        layers=("house", *parent.layers),
        file="",
        tree=tree,
        hashed=tree,
        leaves=found,
    )


def texts(tree: Tree, words: Any) -> dict[str, str]:
    """The rulebook of a tree in each language, without notes and marks."""
    ruleset = Ruleset(
        id="sample",
        version="1.0.0",
        digest="",
        title=Translated.from_texts(""),
        summary=Translated.from_texts(""),
        sources={},
        words=words,
        layers=("sample",),
        file="",
        tree=tree,
        hashed=tree,
        leaves={},
    )
    chapters = chapters_of(ruleset)
    return {
        lang: "\n".join(
            told.sentence_text(lang)
            if isinstance(told, Sentence)
            else repr([[text_in(cell, lang) for cell in row] for row in told.rows])
            for chapter in chapters
            for told in chapter.told
        )
        for lang in LANGUAGES
    }


_NEEDED: Final = {"agreed": {"en": "A rule in words."}}
"""Values that an entry of a section needs besides its required parameters."""


def changed(tree: Tree, where: Where, value: Any) -> Tree:
    """A tree with another value in one place."""
    other = copy.deepcopy(tree)
    node: Any = other
    for key in where[:-1]:
        node = node[key]
    node[where[-1]] = value
    return other


def mutations(tree: Tree) -> Iterator[tuple[Where, Any]]:
    """Every leaf with each other value that is tried in its place."""
    for section in SECTIONS:
        data = tree[section]
        if section == "all_pass":
            yield from _part(find_mechanism(Kind.ALL_PASS, data["do"]).params, data, (section,), tree)
        elif section in FAMILIES:
            for key, entry in data.items():
                yield from _part(find_mechanism(FAMILIES[section], entry["do"]).params, entry, (section, key), tree)
        elif find_mechanism(Kind.SECTION, section).entries:
            part = find_mechanism(Kind.SECTION, section).params
            for key, entry in data.items():
                yield from _part(part, entry, (section, key), tree)
            if not data:
                yield (section,), {"something": {**minimal(part, tree), **_NEEDED.get(section, {})}}
        else:
            yield from _part(find_mechanism(Kind.SECTION, section).params, data, (section,), tree)


def _part(part: type, data: Tree, where: Where, tree: Tree) -> Iterator[tuple[Where, Any]]:
    for each in params_of(part):
        if each.name in data:
            yield from other_values(each.type, each.about, data[each.name], (*where, each.name), tree)


def other_values(annotation: Any, about: About, now: Any, where: Where, tree: Tree) -> Iterator[tuple[Where, Any]]:
    """Other values in the place of one parameter, and of those within it."""
    shape = shape_of(annotation)
    if shape.kind == "map":
        for key, child in now.items():
            yield from other_values(shape.item, about, child, (*where, key), tree)
        if not now:
            keys = list(tree["piles"])[:1] if where[-1] == "piles" else [_key(about)]
            yield from ((where, {key: sample(shape.item, about, tree)}) for key in keys)
    elif isinstance(now, dict):
        yield from _part(shape.item, now, where, tree)
    elif now is None and shape.kind == "word":
        yield from ((where, word) for word in shape.words)
    elif now is None:
        # At a table of one size the usual packets change nothing.
        usual = (tree["deal"]["packets"],) if where[-1] == "packets" else ()
        yield where, sample(annotation, about, tree, where, usual)
    elif isinstance(now, list):
        yield from _list(shape.item, about, now, where, tree)
    else:
        yield from ((where, other) for other in _others(shape, about, now, where, tree))
        if shape.kind == "int_or_part" and tree["contracts"]:
            yield where, {"of": next(iter(tree["contracts"])), "times": 3}
        if shape.optional:
            yield where, None


def _others(shape: Any, about: About, value: Any, where: Where, tree: Tree) -> list[Any]:
    match shape.kind:
        case "bool" | "bool_or_part":
            return [not value]
        case "int_or_word":
            return [2 if value == 1 else 1, *(word for word in shape.words if word != value)]
        case "int" | "int_or_part":
            return [value + 1 if about.most is None or value < about.most else value - 1]
        case "word":
            return [word for word in shape.words if word != value]
    if where == ("pack", "suits") or where == ("pack", "ranks"):
        return [value[1:] + value[0]]
    if about.pattern == "^1(/[2-9])?$":
        return [unit for unit in ("1", "1/2", "1/3") if unit != value]
    if where[:2] == ("pack", "aliases"):
        return [rank for rank in tree["pack"]["ranks"] if rank != value][:1]
    names = [name for name in _names(about, tree, where) if name != value]
    return names[:1] or (["something-else"] if about.refers_to == "pile" else [])


def _list(item: Any, about: About, value: list[Any], where: Where, tree: Tree) -> Iterator[tuple[Where, Any]]:
    if any(isinstance(each, dict) for each in value):
        for place, each in enumerate(value):
            yield from other_values(item, about, each, (*where, place), tree)
        return
    known = [each for each in value if not about.refers_to or each in _names(about, tree, where)]
    if len(known) > 1:
        yield where, known[::-1]
    # An empty ladder makes a game without a declarer, which needs more than this change.
    if len(known) > 1 or (known and not about.least and where != ("auction", "ladder")):
        yield where, known[:-1]
    new = sample(item, about, tree, where, avoiding=value)
    if new is not None:
        yield where, [*value, new]


def _names(about: About, tree: Tree, where: Where = ()) -> list[str]:
    if about.refers_to in _KINDS and about.refers_to != "bonus":
        return list(tree[_KINDS[about.refers_to]])
    if about.refers_to == "bonus":
        return list(tree[str(where[0])]["bonus"]) if where else []
    if about.refers_to in ("rank", None) and about.pattern and "A-Z" in about.pattern:
        return list(tree["pack"]["ranks"])
    if about.refers_to == "suit":
        return list(tree["pack"]["suits"])
    if about.refers_to == "card":
        return [rank + suit for suit in tree["pack"]["suits"] for rank in tree["pack"]["ranks"]]
    return []


def sample(annotation: Any, about: About, tree: Tree, where: Where = (), avoiding: Any = ()) -> Any:
    """Some value of a type; None if there is none that could be used."""
    shape = shape_of(annotation)
    match shape.kind:
        case "int" | "int_or_part" | "int_or_word":
            return next(each for each in (about.least or 1, 2, 3, 4, 5, 6, 7) if each not in avoiding)
        case "word":
            return shape.words[0]
        case "bool" | "bool_or_part":
            return True
        case "part":
            return {**minimal(shape.item, tree), **_values_with_effect(shape.item, tree)}
        case "list":
            return []
    if about.keys == "^[0-9A-Za-z]$":
        return tree["pack"]["ranks"][0]
    strange = {"pile": ["something-else"], None: ["busso", "volo"]}
    names = _names(about, tree, where) or strange.get(about.refers_to, [])
    return next((name for name in names if name not in avoiding), None)


def _values_with_effect(part: type, tree: Tree) -> Tree:
    """Return values with which a part has an effect: its defaults change nothing."""
    return {When: {"tricks": 0}, TableSize: {"hand": 2}, LeadLimit: {"never": tree["pack"]["ranks"][0]}}.get(part, {})


def minimal(part: type, tree: Tree) -> Tree:
    """The data of a part with its defaults; required parameters get some value."""
    return {
        each.name: sample(each.type, each.about, tree) if each.required else default_as_data(each.default)
        for each in params_of(part)
    }


def _key(about: About) -> str:
    return {"^[0-9A-Z]$": "7", "^[0-9A-Za-z]$": "X", "^[2-8]$": "5"}.get(about.keys or "", "something")


@cache
def shipped() -> tuple[str, ...]:
    """The ids of all shipped rulesets."""
    from calarec.core.base.resources import data_folder
    from calarec.rule_files.locate import known_ids

    return tuple(known_ids((str(data_folder("rules")),)))
