"""Different names of two rulesets for ranks, suits, piles, contracts and so on.

Terms. A *renaming* maps the names of the left ruleset to those of the right one, kind by kind; a name that both have
stays as it is. Ranks and suits are matched place by place where their numbers are equal. Other entries are matched by
the number of equal leaves, without later ones with their defaults: a parameter that a release adds makes no two
entries more alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.mechanisms.fields import Kind, params_of, shape_of
from calarec.core.mechanisms.registry import FAMILIES, SECTIONS, find_mechanism
from calarec.rule_files.tree import is_same_data

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from calarec.core.mechanisms.ruleset import Plain, Ruleset

Renaming = dict[str, dict[str, str]]
Typed = tuple[tuple[str, ...], "Plain", str]
"""A leaf: its path, its value, and what kind of name its value is (or is not)."""

ENTRIES: Final = {
    ("piles",): "pile",
    ("steps",): "step",
    ("contracts",): "contract",
    ("settle", "bonus"): "bonus",
    ("all_pass", "bonus"): "bonus",
    ("auction", "words"): "word",
    ("pack", "points"): "rank",
}
"""Maps whose keys are names of a kind."""
_MATCHED: Final = (("pile", ("piles",)), ("bonus", ("settle", "bonus")), ("step", ("steps",)),
                   ("contract", ("contracts",)), ("word", ("auction", "words")))  # fmt: skip
_MIN_LIKENESS: Final = 0.5
"""The least share of equal leaves for one entry to be taken for another."""


def renames(left: Ruleset, right: Ruleset) -> Renaming:
    """The names that differ and mean the same, left to right."""
    found: Renaming = {
        "rank": _pair_by_position(left.tree["pack"]["ranks"], right.tree["pack"]["ranks"]),
        "suit": _pair_by_position(left.tree["pack"]["suits"], right.tree["pack"]["suits"]),
    }
    if left.id in right.layers or right.id in left.layers:
        return found  # of one family: an id is what it was
    leaves = list_typed_leaves(left.hashed)
    for kind, at in _MATCHED:
        found[kind] = _match_entries(
            _named_entries(left.hashed, at), _named_entries(right.hashed, at), leaves, at, found
        )
    return found


def list_typed_leaves(tree: Mapping[str, Any]) -> list[Typed]:
    """Every leaf with the kind of name that its value is."""
    found: list[Typed] = []
    for section in SECTIONS:
        found += _typed_section(section, tree.get(section, {}))
    return found


def rename_leaf(leaf: Typed, names: Renaming) -> tuple[tuple[str, ...], Plain]:
    """A leaf's path and value in the names of the right ruleset."""
    path, value, kind = leaf
    keys = list(path)
    for at, entry in ENTRIES.items():
        place = len(at)
        if path[:place] == at and len(path) > place:
            keys[place] = names.get(entry, {}).get(path[place], path[place])
    return tuple(keys), _rename_value(value, kind, names)


def _rename_value(value: Plain, kind: str, names: Renaming) -> Plain:
    if isinstance(value, list):
        return [_rename_value(item, kind, names) for item in value]
    if not isinstance(value, str) or not kind:
        return value
    if kind in ("rank", "suit"):
        return "".join(names.get(kind, {}).get(letter, letter) for letter in value)
    if kind == "card":
        return "".join(str(_rename_value(part, of, names)) for part, of in ((value[:1], "rank"), (value[1:], "suit")))
    return names.get(kind, {}).get(value, value)


def _pair_by_position(left: str, right: str) -> dict[str, str]:
    if sorted(left) == sorted(right) or len(left) != len(right):
        return {}
    return {old: new for old, new in zip(left, right, strict=True) if old != new}


def _named_entries(tree: Mapping[str, Any], at: tuple[str, ...]) -> Mapping[str, Any]:
    node: Any = tree
    for key in at:
        node = node.get(key, {})
    return node if isinstance(node, dict) else {}


def _match_entries(
    left: Mapping[str, Any], right: Mapping[str, Any], leaves: list[Typed], at: tuple[str, ...], names: Renaming
) -> dict[str, str]:
    """Pairs the entries that only one side has, the most alike first."""
    olds, news = [key for key in left if key not in right], [key for key in right if key not in left]
    scores = []
    for old in olds:
        mine = {path[len(at) + 1 :]: value for path, value in _entry_leaves(old, leaves, at, names)}
        scores += [(_likeness(mine, _flatten_data(right[new])), -news.index(new), old, new) for new in news]
    pairs: dict[str, str] = {}
    for score, _, old, new in sorted(scores, reverse=True):
        if score > _MIN_LIKENESS and old not in pairs and new not in pairs.values():
            pairs[old] = new
    return pairs


def _entry_leaves(
    key: str, leaves: list[Typed], at: tuple[str, ...], names: Renaming
) -> Iterator[tuple[tuple[str, ...], Plain]]:
    for leaf in leaves:
        if leaf[0][: len(at) + 1] == (*at, key):
            yield rename_leaf(leaf, names)


def _likeness(left: Mapping[tuple[str, ...], Plain], right: Mapping[tuple[str, ...], Plain]) -> float:
    if left.get(("do",)) != right.get(("do",)):
        return 0.0
    keys = left.keys() | right.keys()
    return sum(key in left and key in right and is_same_data(left[key], right[key]) for key in keys) / max(len(keys), 1)


def _flatten_data(data: Any, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], Plain]:
    if isinstance(data, dict) and data:
        return {
            key: value for name, child in data.items() for key, value in _flatten_data(child, (*path, name)).items()
        }
    return {path: data}


def _typed_section(section: str, data: Any) -> Iterator[Typed]:
    kind = FAMILIES.get(section)
    if section == "all_pass":
        yield from _typed_mechanism(Kind.ALL_PASS, data, (section,))
    elif kind is not None:
        for key, entry in data.items():
            yield from _typed_mechanism(kind, entry, (section, key))
    elif find_mechanism(Kind.SECTION, section).entries:
        for key, entry in data.items():
            yield from _typed_part(find_mechanism(Kind.SECTION, section).params, entry, (section, key))
    else:
        yield from _typed_part(find_mechanism(Kind.SECTION, section).params, data, (section,))


def _typed_mechanism(kind: Kind, data: Any, path: tuple[str, ...]) -> Iterator[Typed]:
    yield (*path, "do"), data["do"], ""
    yield from _typed_part(find_mechanism(kind, data["do"]).params, data, path)


def _typed_part(part: Any, data: Any, path: tuple[str, ...]) -> Iterator[Typed]:
    for param in params_of(part):
        if param.name in data:
            kind = param.about.refers_to or {"ranks": "rank", "suits": "suit"}.get(param.name, "") * (path == ("pack",))
            yield from _typed_value(param.type, data[param.name], (*path, param.name), kind)


def _typed_value(annotation: Any, value: Any, path: tuple[str, ...], kind: str) -> Iterator[Typed]:
    shape = shape_of(annotation)
    if isinstance(value, dict) and value:
        if shape.kind == "map":
            for key, child in value.items():
                yield from _typed_value(shape.item, child, (*path, key), kind)
        else:
            yield from _typed_part(shape.item, value, path)
    elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
        for place, item in enumerate(value):
            yield from _typed_value(shape.item, item, (*path, str(place)), kind)
    else:
        yield path, value, kind
