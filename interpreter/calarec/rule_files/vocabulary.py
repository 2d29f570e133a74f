"""The vocabulary for composition: sections, defaults, removable nodes, references.

Terms. A *reference* is the name of something that a rule file defines elsewhere (a contract, step, pile, rank, card
or bonus). It is an item of a list, a text, or one character of a text of ranks or suits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from calarec.core.base.frozen import NamedTuple
from calarec.core.mechanisms.fields import PART_KINDS, default_as_data, params_of, shape_of
from calarec.core.mechanisms.registry import SECTIONS
from calarec.rule_files.parameters import find_part, is_map_of_entries, places
from calarec.rule_files.places import place_at
from calarec.rule_files.schema import is_required
from calarec.rule_files.tree import find_node, from_plain, put_node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.rule_files.places import SchemaPlace
    from calarec.rule_files.tree import BareNumbers, Node, Path


class MechanismVocabulary:
    """The vocabulary as the registered mechanisms declare it."""

    def rule_sections(self) -> frozenset[str]:
        """The keys of a rule file that are rules."""
        return frozenset(SECTIONS)

    def fill_defaults(self, root: Node) -> Node:
        """Fill in every missing optional parameter, with the vocabulary as its origin."""
        if not isinstance(root.value, dict):
            return root
        filled = {name: _filled_section(name, child) for name, child in root.value.items()}
        for name in SECTIONS:
            if name not in filled and not is_required(name):
                filled[name] = _filled_section(name, from_plain({}))
        return root._replace(value={name: filled[name] for name in _order_names(filled)})

    def is_removable(self, path: Path, root: Node) -> bool:
        """Check whether `off` may remove the node at a path: an entry, or an optional one."""
        found = place_at(path, root)
        return found is not None and found.optional

    def find_place(self, path: Path, root: Node) -> SchemaPlace | None:
        """The place at a path, whether or not it has a node; None without one."""
        return place_at(path, root)

    def with_bare_numbers(self, root: Node) -> BareNumbers:
        """Convert numbers with units to bare ones, and each rule to one spelling."""
        from calarec.rule_files.spellings import split_condition_lists, to_one_spelling
        from calarec.rule_files.units import to_bare_numbers

        split = split_condition_lists(root)
        return to_one_spelling(to_bare_numbers(split if split is root else self.fill_defaults(split)))

    def remove_mentions(self, root: Node, path: Path) -> Node:
        """Drop references in lists to a removed thing; without `raising` drop all raises."""
        if path == ("raising",):
            for key, contract in root.entries["contracts"].entries.items():
                if "raises" in contract.entries and contract.entries["raises"].value:
                    root = put_node(root, ("contracts", key, "raises"), from_plain([]))
            return root
        if path in _KINDS:
            taken = find_node(root, path)
            for key in taken.entries if taken is not None else ():
                root = self.remove_mentions(root, (*path, key))
            return root
        kind = _KINDS.get(path[:-1])
        if kind is None:
            return root

        for reference in list(list_references(root)):
            if reference.kind == kind and reference.in_list and reference.name == path[-1]:
                if kind == "bonus" and reference.path[0] != path[0]:
                    continue
                root = _without_item(root, reference.path[:-1], reference.name)
        return root


_KINDS: Final[dict[Path, str]] = {
    ("contracts",): "contract",
    ("steps",): "step",
    ("piles",): "pile",
    ("settle", "bonus"): "bonus",
    ("all_pass", "bonus"): "bonus",
}
"""The kind of the entries of a map, for references."""


def _without_item(root: Node, path: Path, name: str) -> Node:
    found = find_node(root, path)
    if found is None or not isinstance(found.value, list):
        return root
    return put_node(root, path, found._replace(value=[item for item in found.value if item.value != name]))


def _order_names(found: dict[str, Node]) -> list[str]:
    return [name for name in SECTIONS if name in found] + [name for name in found if name not in SECTIONS]


def _filled_section(name: str, node: Node) -> Node:
    if not isinstance(node.value, dict):
        return node
    if is_map_of_entries(name):
        return node._replace(
            value={key: _fill_part(find_part(name, child), child) for key, child in node.value.items()}
        )
    return _fill_part(find_part(name, node), node)


def _fill_part(part: Any, node: Node) -> Node:
    if part is None or not isinstance(node.value, dict):
        return node
    value = dict(node.value)
    for param in params_of(part):
        if param.name in value:
            value[param.name] = _filled_value(param.type, value[param.name])
        elif param.about.follows:
            listed = node.entries.get(param.about.follows)
            value[param.name] = from_plain([*_bonuses_in_order(listed)] if listed is not None else [])
        elif not param.required:
            value[param.name] = from_plain(default_as_data(param.default))
    return node._replace(value=value)


def _bonuses_in_order(table: Node) -> list[str]:
    """The bonuses of which one counts, in file order, without adding ones."""
    adding = ("plus", "plus_stakes", "plus_pot", "cumulative")
    return [
        name
        for name, entry in (table.value.items() if isinstance(table.value, dict) else ())
        if not any(key in entry.entries and entry.entries[key].value not in (None, False) for key in adding)
    ]


def _filled_value(annotation: Any, node: Node) -> Node:
    shape = shape_of(annotation)
    if shape.kind in PART_KINDS:
        return _fill_part(shape.item, node)
    if shape.kind == "list" and isinstance(node.value, list):
        return node._replace(value=[_filled_value(shape.item, item) for item in node.value])
    if shape.kind == "map" and isinstance(node.value, dict):
        return node._replace(value={key: _filled_value(shape.item, child) for key, child in node.value.items()})
    return node


DEFINED_IN = {"contract": "contracts", "step": "steps", "pile": "piles"}
"""The section whose keys are the names of a kind."""


class Reference(NamedTuple):
    """One name at one path."""

    path: Path
    kind: str
    name: str
    in_list: bool


def list_references(root: Node) -> Iterator[Reference]:
    """Every reference in a flat tree, in the order of the tree."""
    for place in places(root):
        path, node, kind = place.path, place.node, place.about.refers_to
        if kind is None:
            continue
        if isinstance(node.value, list):
            for number, item in enumerate(node.value):
                yield Reference((*path, str(number)), kind, str(item.value), in_list=True)
        elif isinstance(node.value, str):
            # A text of ranks or suits names each of them.
            for name in node.value if kind in ("rank", "suit") else [node.value]:
                yield Reference(path, kind, name, in_list=False)


def entries_of(root: Node, reference: Reference) -> dict[str, Node]:
    """The entries one of which a reference names, where names are those of entries."""
    path = (reference.path[0], "bonus") if reference.kind == "bonus" else (DEFINED_IN.get(reference.kind, ""),)
    table = find_node(root, path)
    return table.entries if table is not None else {}


def list_defined_names(root: Node, reference: Reference) -> list[str]:
    """All names that a reference could name."""
    if reference.kind in DEFINED_IN or reference.kind == "bonus":
        return list(entries_of(root, reference))
    ranks, suits = _entry_text(root, "ranks"), _entry_text(root, "suits")
    if reference.kind in ("rank", "suit"):
        return list(ranks if reference.kind == "rank" else suits)
    return [rank + suit for suit in suits for rank in ranks]


def _entry_text(root: Node, name: str) -> str:
    node = find_node(root, ("pack", name))
    return str(node.value) if node is not None else ""


class Vocabulary(Protocol):
    """The parts of the rules' vocabulary that composition needs."""

    def rule_sections(self) -> frozenset[str]:
        """The root keys that are rules."""
        ...

    def fill_defaults(self, root: Node) -> Node:
        """A whole tree with its missing optional keys, each with the origin `VOCABULARY`."""
        ...

    def is_removable(self, path: Path, root: Node) -> bool:
        """May `off` take out this node?"""
        ...

    def find_place(self, path: Path, root: Node) -> SchemaPlace | None:
        """The place at a path of this tree; None if nothing is allowed there."""
        ...

    def remove_mentions(self, root: Node, path: Path) -> Node:
        """The tree without the mentions of an entry that was taken out of it."""
        ...
