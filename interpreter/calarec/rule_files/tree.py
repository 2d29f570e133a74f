"""The tree of a rule file: plain values with their places and origins.

Terms. A *node* is a scalar, a map or a list. A *leaf* is a scalar, an empty map, or a list of only scalars (a list of
ids is one rule). A *layer* is one file of a chain of `extends`; the layer `""` is the vocabulary itself, which fills
in defaults. A *path* is the keys from the root down; the items of a list are numbered from `"0"`.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final, TypeAlias

from calarec.core.base.frozen import FrozenMap, NamedTuple
from calarec.core.base.spans import Span
from calarec.core.mechanisms.ruleset import Origin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from calarec.core.mechanisms.ruleset import Plain, Scalar
    from calarec.core.wording.language import Words


Path: TypeAlias = tuple[str, ...]
Value: TypeAlias = "Scalar | dict[str, Node] | list[Node]"

NO_PLACE: Final = Span("", 0, 0, 0, 0)

VOCABULARY: Final = Origin()
"""The origin of a default."""


class Node(NamedTuple):
    """A value with its place, the place of its key (if it has one), and its origin."""

    value: Value
    span: Span = NO_PLACE
    key_span: Span | None = None
    origin: Origin = VOCABULARY

    @property
    def entry_span(self) -> Span:
        """The place of the entry: its key, or itself."""
        return self.key_span or self.span

    @property
    def entries(self) -> dict[str, Node]:
        """The children by key, in the order of the file; those of a list by number."""
        if isinstance(self.value, dict):
            return self.value
        if isinstance(self.value, list):
            return {str(number): item for number, item in enumerate(self.value)}
        return {}

    @property
    def is_leaf(self) -> bool:
        """Is this one rule that is replaced as a whole?"""
        if isinstance(self.value, list):
            return not any(isinstance(item.value, dict | list) for item in self.value)
        return not isinstance(self.value, dict) or not self.value


def to_plain(node: Node) -> Plain:
    """The plain data of a tree."""
    value = node.value
    if isinstance(value, dict):
        return {key: to_plain(child) for key, child in value.items()}
    if isinstance(value, list):
        return [to_plain(item) for item in value]
    return value


def is_same_data(left: Plain, right: Plain) -> bool:
    """Equality that tells `true` from `1`, as rules do and Python does not."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(is_same_data(value, right[key]) for key, value in left.items())
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(is_same_data, left, right))
    return type(left) is type(right) and left == right


def from_plain(data: Plain, origin: Origin = VOCABULARY) -> Node:
    """Make a tree without places; every node has the same origin, by default none."""
    if isinstance(data, dict):
        return Node({key: from_plain(child, origin) for key, child in data.items()}, origin=origin)
    if isinstance(data, list):
        return Node([from_plain(item, origin) for item in data], origin=origin)
    return Node(data, origin=origin)


def walk_tree(node: Node, path: Path = ()) -> Iterator[tuple[Path, Node]]:
    """Yield every node below and including this one, parents first.

    The items of a leaf are not walked.
    """
    yield path, node
    if not node.is_leaf:
        for key, child in node.entries.items():
            yield from walk_tree(child, (*path, key))


def list_leaves(node: Node) -> Iterator[tuple[Path, Plain, Origin]]:
    """Yield every leaf with its path, plain value and origin, in tree order."""
    for path, found in walk_tree(node):
        if found.is_leaf:
            yield path, to_plain(found), found.origin


def find_node(node: Node, path: Path) -> Node | None:
    """The node at a path, or None."""
    for key in path:
        found = node.entries.get(key)
        if found is None:
            return None
        node = found
    return node


def put_node(node: Node, path: Path, new: Node) -> Node:
    """Put `new` at `path`: in place of the old node, or at the end of its map.

    KeyError if there is no map or list item on the way.
    """
    if not path:
        return new
    head, rest = path[0], path[1:]
    if isinstance(node.value, dict):
        child = put_node(node.value[head], rest, new) if rest else new
        return node._replace(value={**node.value, head: child})
    if isinstance(node.value, list) and head.isdigit() and int(head) < len(node.value):
        items = list(node.value)
        items[int(head)] = put_node(items[int(head)], rest, new)
        return node._replace(value=items)
    raise KeyError(head)


def remove_node(node: Node, path: Path) -> Node:
    """A tree without the map entry at `path`; KeyError if there is none."""
    head, rest = path[0], path[1:]
    if not isinstance(node.value, dict):
        raise KeyError(head)
    if rest:
        return node._replace(value={**node.value, head: remove_node(node.value[head], rest)})
    if head not in node.value:
        raise KeyError(head)
    return node._replace(value={key: child for key, child in node.value.items() if key != head})


def rewrite_tree(node: Node, change: Callable[[Path, Node], Node], path: Path = ()) -> Node:
    """A tree in which every node was replaced by `change(path, node)`, parents first."""
    node = change(path, node)
    if isinstance(node.value, dict):
        return node._replace(
            value={key: rewrite_tree(child, change, (*path, key)) for key, child in node.value.items()}
        )
    if isinstance(node.value, list):
        items = [rewrite_tree(item, change, (*path, str(n))) for n, item in enumerate(node.value)]
        return node._replace(value=items)
    return node


def overlay_tree(upper: Node, lower: Node) -> Node:
    """Merge two trees: `upper` wins; keys that only `lower` has stay."""
    if not isinstance(upper.value, dict) or not isinstance(lower.value, dict):
        return upper
    below = lower.value
    own = {key: overlay_tree(child, below[key]) if key in below else child for key, child in upper.value.items()}
    return upper._replace(value=own | {key: child for key, child in below.items() if key not in own})


def tree_depth(node: Node) -> int:
    """The number of levels of a tree; a scalar has one."""
    return 1 + max((tree_depth(child) for child in node.entries.values()), default=0)


def count_nodes(node: Node) -> int:
    """The number of nodes of a tree, this one included."""
    return 1 + sum(count_nodes(child) for child in node.entries.values())


def without_defaults(node: Node) -> Node | None:
    """The tree without what the vocabulary filled in; None if nothing else is there.

    A default map stays as far as a file has put something into it.
    """
    if isinstance(node.value, dict):
        kept = {key: rest for key, child in node.value.items() if (rest := without_defaults(child))}
        return node._replace(value=kept) if kept or node.origin.layer else None
    if not node.origin.layer:
        return None
    if isinstance(node.value, list):
        return node._replace(value=[without_defaults(item) or item for item in node.value])
    return node


MAX_NODES: Final = 10_000
MAX_LEVELS: Final = 32

# What YAML refuses, what it would take for a line end and editors would not, and what hides or
# turns round the text that a reader sees.
UNPRINTABLE: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)


def character_name(character: str) -> str:
    """A character that cannot be shown, by its number and, where it has one, its name."""
    name = unicodedata.name(character, "")
    return f"U+{ord(character):04X}" + (f" ({name})" if name else "")


class Change(NamedTuple):
    """One node that a file set, added or removed; `before` is the parent's value."""

    kind: str
    path: Path
    before: Plain
    origin: Origin


class Misfit(NamedTuple):
    """A number with a wrong unit: `wording` for the reason, `near` for a replacement.

    `unit` is the unit that numbers have there, `finer` the rule with which the number would be a whole one, `others`
    are the keys beside it that count in its unit.
    """

    span: Span
    path: Path
    wording: str
    text: str
    near: str
    unit: Words
    finer: str = ""
    others: tuple[str, ...] = ()


class StatedLimit(NamedTuple):
    """A limit as a file states it, which has another key in the tree.

    `trick_points.at_most: 6` is `card_points_in_tricks_below: 7` there.
    """

    path: Path
    value: int


class BareNumbers(NamedTuple):
    """A tree with bare numbers except wrong ones, and the numbers as written."""

    root: Node
    spelt: dict[Path, str]
    misfits: list[Misfit]
    limits: Mapping[Path, StatedLimit] = FrozenMap({})
    """The limits that are under another key than the file has them under."""
