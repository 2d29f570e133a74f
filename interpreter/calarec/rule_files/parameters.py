"""Every parameter of a flat tree with its declaration, in one walk.

Terms. A *place* is the value of a parameter: a scalar, a list of scalars, nothing, or one entry of a map of these.
Parts, maps and lists of parts are walked through.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.core.base.frozen import NamedTuple
from calarec.core.mechanisms.fields import PART_KINDS, Kind, params_of, shape_of
from calarec.core.mechanisms.registry import FAMILIES, SECTIONS, find_mechanism, mechanism_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.fields import About
    from calarec.rule_files.tree import Node, Path


class Place(NamedTuple):
    """One value, its place, and the declaration of its parameter."""

    path: Path
    about: About
    node: Node


def places(root: Node) -> Iterator[Place]:
    """Yield the places of a flat tree, in the order of the declarations.

    Undeclared keys are skipped.
    """
    for section, node in root.entries.items():
        if is_map_of_entries(section):
            for key, child in node.entries.items():
                yield from _in_part(find_part(section, child), child, (section, key))
        else:
            yield from _in_part(find_part(section, node), node, (section,))


def _in_part(part: Any, node: Node, path: Path) -> Iterator[Place]:
    if part is None:
        return
    for param in params_of(part):
        child = node.entries.get(param.name)
        if child is not None:
            yield from _places_in_value(param.type, param.about, child, (*path, param.name))


def _places_in_value(annotation: Any, about: About, node: Node, path: Path) -> Iterator[Place]:
    shape = shape_of(annotation)
    if isinstance(node.value, dict) and shape.kind in PART_KINDS:
        yield from _in_part(shape.item, node, path)
    elif (isinstance(node.value, dict) and shape.kind == "map") or (isinstance(node.value, list) and not node.is_leaf):
        for key, child in node.entries.items():
            yield from _places_in_value(shape.item, about, child, (*path, key))
    else:
        yield Place(path, about, node)


def find_part(section: str, node: Node) -> Any:
    """The part of a section or of its entry; None for an unknown name."""
    if section in FAMILIES:
        chosen = node.entries.get("do")
        kind = FAMILIES[section]
        if chosen is None or chosen.value not in mechanism_names(kind):
            return None
        return find_mechanism(kind, str(chosen.value)).params
    return find_mechanism(Kind.SECTION, section).params if section in SECTIONS else None


def is_map_of_entries(section: str) -> bool:
    """Is the section a map keyed by ids that the file gives?"""
    return section in ("steps", "standing") or (
        section in SECTIONS and section != "all_pass" and find_mechanism(Kind.SECTION, section).entries
    )
