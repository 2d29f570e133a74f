"""Two rulesets compared by meaning: the rules that differ, and their origins.

Terms. The *meaning* of a leaf is its value, or the number with its unit if it counts points or payments. Under
another unit the same digits are another rule, and other digits may be the same. A *difference* is a leaf whose
meaning the two do not share after renaming. `calarec.rulebook.differences` puts differences into words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.core.base.frozen import NamedTuple
from calarec.rule_files.renames import list_typed_leaves, rename_leaf, renames
from calarec.rule_files.tree import is_same_data
from calarec.rule_files.units import numbers_with_units

if TYPE_CHECKING:
    from calarec.core.mechanisms.ruleset import Origin, Plain, Ruleset
    from calarec.rule_files.renames import Renaming
    from calarec.rule_files.tree import Path


class Leaf(NamedTuple):
    """A rule in one of the two rulesets; `said` is a number with its unit, if any."""

    path: str
    value: Plain
    origin: Origin
    said: str = ""

    @property
    def has_bare_number(self) -> bool:
        """Says the value without a unit the same?"""
        return not self.said or self.said[:-1] == str(self.value)


class Difference(NamedTuple):
    """A rule that is not the same in both; None where one has no such rule."""

    left: Leaf | None
    right: Leaf | None

    @property
    def path(self) -> str:
        """The path of the rule, in the right ruleset if it is there."""
        found = self.right or self.left
        return found.path if found else ""

    @property
    def existing_leaves(self) -> tuple[Leaf, ...]:
        """The rules that there are, the left one first."""
        return tuple(leaf for leaf in (self.left, self.right) if leaf is not None)

    @property
    def both_values(self) -> tuple[Plain, Plain]:
        """Both values, with units if either counts parts; None for an absent rule."""
        sides = (self.left, self.right)
        bare = all(side is None or side.has_bare_number for side in sides)
        left, right = (None if side is None else side.value if bare else side.said or side.value for side in sides)
        return left, right


class Comparison(NamedTuple):
    """Everything in which two rulesets differ."""

    left: Ruleset
    right: Ruleset
    names: Renaming
    differences: tuple[Difference, ...]


def compare(left: Ruleset, right: Ruleset) -> Comparison:
    """Compare two rulesets leaf by leaf, with names of the same meaning as one."""
    names = renames(left, right)
    numbers = numbers_with_units(left.tree), numbers_with_units(right.tree)
    after = _meanings(right, None, numbers[1])
    before = _align_rows(_meanings(left, names, numbers[0]), after, left)
    found = []
    for path in _merge_paths(list(before), list(after)):
        old, new = before.get(path), after.get(path)
        if old and new and is_same_data(old[0], new[0]):
            continue
        one = _find_leaf(left, old[1], numbers[0]) if old else None
        other = _find_leaf(right, new[1], numbers[1]) if new else None
        if not (one and other) and is_void(one or other):
            continue
        found.append(Difference(one, other))
    return Comparison(left, right, names, tuple(found))


def is_void(leaf: Leaf | None) -> bool:
    """Check for nothing, an empty list or an empty map.

    It is no difference if the other side has no such rule.
    """
    return leaf is not None and (leaf.value is None or leaf.value in ({}, []))


_Numbers = dict["Path", tuple[str, bool]]
_Meanings = dict["Path", tuple["Plain", "Path"]]
"""Path in common names → meaning, and the leaf's own path."""


def _meanings(ruleset: Ruleset, names: Renaming | None, numbers: _Numbers) -> _Meanings:
    found: _Meanings = {}
    for leaf in list_typed_leaves(ruleset.tree):
        path, value = rename_leaf(leaf, names) if names is not None else leaf[:2]
        found[path] = (numbers[leaf[0]][0] if leaf[0] in numbers else value, leaf[0])
    return found


def _find_leaf(ruleset: Ruleset, path: Path, numbers: _Numbers) -> Leaf:
    text = ".".join(path)
    value, origin = ruleset.leaves[text]
    return Leaf(text, value, origin, numbers[path][0] if path in numbers else "")


def _align_rows(left: _Meanings, right: _Meanings, ruleset: Ruleset) -> _Meanings:
    """Number the left rows of lists like equal right rows, and others after them."""
    lists = {path[:place] for _, path in left.values() for place in range(len(path)) if _is_list(ruleset, path[:place])}
    numbers: dict[Path, dict[str, str]] = {}
    for at in lists:
        mine, theirs = _list_rows_by_index(left, at), _list_rows_by_index(right, at)
        pairs: dict[str, str] = {}
        for old, row in mine.items():
            equal = (new for new, other in theirs.items() if new not in pairs.values() and other == row)
            found = next(equal, None)
            if found is not None:
                pairs[old] = found
        free = iter(each for each in map(str, range(len(mine) + len(theirs))) if each not in pairs.values())
        numbers[at] = {old: pairs[old] if old in pairs else next(free) for old in mine}
    moved: _Meanings = {}
    for path, meaning in left.items():
        place = next((place for place in range(len(path)) if path[:place] in numbers), None)
        if place is not None:
            path = (*path[:place], numbers[path[:place]][path[place]], *path[place + 1 :])
        moved[path] = meaning
    return moved


def _list_rows_by_index(meanings: _Meanings, at: Path) -> dict[str, dict[Path, str]]:
    """The rows of a list: number → path within it → meaning."""
    found: dict[str, dict[Path, str]] = {}
    for path, (meaning, _) in meanings.items():
        if path[: len(at)] == at and len(path) > len(at):
            found.setdefault(path[len(at)], {})[path[len(at) + 1 :]] = repr(meaning)
    return found


def _is_list(ruleset: Ruleset, path: Path) -> bool:
    node: Any = ruleset.tree
    for key in path:
        node = node.get(key) if isinstance(node, dict) else None
    return isinstance(node, list) and bool(node)


def _merge_paths(left: list[Path], right: list[Path]) -> list[Path]:
    """Merge paths: those of the right in order, others after their neighbour."""
    order = list(right)
    known = set(right)
    for place, path in enumerate(left):
        if path not in known:
            before = next((each for each in reversed(left[:place]) if each in known), None)
            order.insert(order.index(before) + 1 if before else 0, path)
            known.add(path)
    return order
