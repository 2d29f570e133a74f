"""Every parameter of a flat tree with its declaration: the one walk by which rules are read as what they mean.

Terms. A *place* is where the value of a parameter stands: a scalar, a list of scalars, nothing, or one
entry of a map of these. Parts, maps and lists of parts are gone through.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.light import NamedTuple
from calarec.rulesets.fields import params_of, shape_of
from calarec.rulesets.vocabulary import is_map_of_entries, part_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.rulesets.fields import About
    from calarec.rulesets.tree import Node, Path


class Place(NamedTuple):
    """One value, where it stands, and what its parameter says of itself."""

    path: Path
    about: About
    node: Node


def places(root: Node) -> Iterator[Place]:
    """Every place of a flat tree, in the order of the declarations; what nothing declares is passed over."""
    for section, node in root.entries.items():
        if is_map_of_entries(section):
            for key, child in node.entries.items():
                yield from _in_part(part_at(section, child), child, (section, key))
        else:
            yield from _in_part(part_at(section, node), node, (section,))


def _in_part(part: Any, node: Node, path: Path) -> Iterator[Place]:
    if part is None:
        return
    for each in params_of(part):
        child = node.entries.get(each.name)
        if child is not None:
            yield from _in_value(each.type, each.about, child, (*path, each.name))


def _in_value(annotation: Any, about: About, node: Node, path: Path) -> Iterator[Place]:
    shape = shape_of(annotation)
    if isinstance(node.value, dict) and shape.kind in ("part", "int_or_part"):
        yield from _in_part(shape.item, node, path)
    elif (isinstance(node.value, dict) and shape.kind == "map") or (isinstance(node.value, list) and not node.is_leaf):
        for key, child in node.entries.items():
            yield from _in_value(shape.item, about, child, (*path, key))
    else:
        yield Place(path, about, node)
