"""Where a rule file names something that it defines elsewhere: contracts, steps, piles, ranks, cards, bonuses.

Terms. A *reference* is one such name: an item of a list, a text, or one character of a text of ranks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.light import NamedTuple
from calarec.rulesets.parameters import places
from calarec.rulesets.tree import get

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
    for path, about, node in places(root):
        kind = about.refers_to
        if kind is None:
            continue
        if isinstance(node.value, list):
            for number, item in enumerate(node.value):
                yield Reference((*path, str(number)), kind, str(item.value), in_list=True)
        elif isinstance(node.value, str):
            # A text of ranks names each of them.
            for name in node.value if kind == "rank" else [node.value]:
                yield Reference(path, kind, name, in_list=False)


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
