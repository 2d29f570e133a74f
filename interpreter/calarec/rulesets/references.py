"""Where a rule file names something that it defines elsewhere: contracts, steps, piles, ranks, cards, bonuses.

Terms. A *reference* is one such name: an item of a list, a text, or one character of a text of ranks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.light import NamedTuple
from calarec.rulesets.fields import params_of, shape_of
from calarec.rulesets.tree import get
from calarec.rulesets.vocabulary import is_map_of_entries, part_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.rulesets.tree import Node, Path

DEFINED_IN = {"contract": "contracts", "step": "steps", "pile": "piles"}
"""The section whose keys are the names of a kind."""


class Reference(NamedTuple):
    """One name at one path."""

    path: Path
    kind: str
    name: str
    in_list: bool


def references(root: Node) -> Iterator[Reference]:
    """Every reference in a flat tree, in the order of the tree."""
    for section, node in root.entries.items():
        if is_map_of_entries(section):
            for key, child in node.entries.items():
                yield from _in_part(part_at(section, child), child, (section, key))
        else:
            yield from _in_part(part_at(section, node), node, (section,))


def defined(root: Node, reference: Reference) -> list[str]:
    """All names that a reference could name."""
    if reference.kind in DEFINED_IN:
        section = root.entries.get(DEFINED_IN[reference.kind])
        return list(section.entries) if section is not None else []
    if reference.kind == "bonus":
        table = get(root, (reference.path[0], "bonus"))
        return list(table.entries) if table is not None else []
    ranks, suits = _text(root, "ranks"), _text(root, "suits")
    return list(ranks) if reference.kind == "rank" else [rank + suit for suit in suits for rank in ranks]


def _text(root: Node, name: str) -> str:
    node = get(root, ("pack", name))
    return str(node.value) if node is not None else ""


def _in_part(part: Any, node: Node, path: Path) -> Iterator[Reference]:
    if part is None:
        return
    for each in params_of(part):
        child = node.entries.get(each.name)
        if child is not None:
            yield from _in_value(each.type, each.about.refers_to, child, (*path, each.name))


def _in_value(annotation: Any, kind: str | None, node: Node, path: Path) -> Iterator[Reference]:
    shape = shape_of(annotation)
    if kind is not None and isinstance(node.value, list):
        for number, item in enumerate(node.value):
            yield Reference((*path, str(number)), kind, str(item.value), in_list=True)
    elif kind == "rank" and isinstance(node.value, str):
        for rank in node.value:
            yield Reference(path, kind, rank, in_list=False)
    elif kind is not None and isinstance(node.value, str):
        yield Reference(path, kind, node.value, in_list=False)
    elif shape.kind in ("part", "int_or_part"):
        yield from _in_part(shape.item, node, path)
    elif shape.kind in ("list", "map") and shape_of(shape.item).kind in ("part", "int_or_part"):
        for key, child in node.entries.items():
            yield from _in_part(shape_of(shape.item).item, child, (*path, key))
