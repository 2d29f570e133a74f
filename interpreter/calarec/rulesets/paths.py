"""Paths into a tree: keys joined by dots, `*` for exactly one key; and what was probably meant.

Terms. A *pattern* is a path that may hold `*`. Its *rank* is the number of its stars: the fewer, the
more it means one particular rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.rulesets.tree import Node, Path, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STAR: Final = "*"
_LONGEST: Final = 32


def parse(text: str) -> Path | None:
    """The path that a text says; None if it says none."""
    keys = tuple(text.split("."))
    if len(keys) > _LONGEST or not all(key == STAR or is_key(key) for key in keys):
        return None
    return keys


def is_key(key: str) -> bool:
    """Can a path name this key?"""
    return bool(key) and STAR not in key and "." not in key and not any(map(str.isspace, key))


def show(path: Path) -> str:
    """The text of a path."""
    return ".".join(path)


def rank(pattern: Path) -> int:
    """How many stars a pattern has."""
    return pattern.count(STAR)


def match(pattern: Path, root: Node, so_far: Path = ()) -> Iterator[Path]:
    """The paths of all nodes that a pattern names, in the order of the tree; a leaf has nothing below it."""
    if not pattern:
        yield so_far
        return
    if root.is_leaf:
        return
    children = root.entries
    wanted = children if pattern[0] == STAR else [pattern[0]]
    for key in wanted:
        if key in children:
            yield from match(pattern[1:], children[key], (*so_far, key))


def covers(pattern: Path, path: Path) -> bool:
    """Does a pattern name the node at a path, or one above it?"""
    return len(pattern) <= len(path) and all(key in (STAR, name) for key, name in zip(pattern, path, strict=False))


def closest(word: str, known: Iterable[str], *, cutoff: float = 0.6) -> str:
    """The known word that was probably meant; empty if none is near."""
    from difflib import get_close_matches

    words = list(known)
    folded = {each.casefold().replace("_", "-"): each for each in reversed(words)}
    found = get_close_matches(word.casefold().replace("_", "-"), folded, n=1, cutoff=cutoff)
    return folded[found[0]] if found else ""


def near(pattern: Path, root: Node) -> str:
    """The pattern that was probably meant: one that names something; empty if none is near."""
    known = [path for path, _ in walk(root) if path]
    same_end = [path for path in known if path[-1] == pattern[-1]]
    same_section = [path for path in same_end if path[0] == pattern[0]]
    if len(same_section) == 1:
        return show(same_section[0])  # the right key, in another place of its section
    mended = _mended(pattern, root)
    if mended:
        return show(mended)
    if next(match(pattern[:-1], root), None) is not None:
        return ""  # it is a new entry, or below a leaf: nothing else is meant
    if len(same_end) == 1:
        return show(same_end[0])
    return closest(show(pattern), map(show, same_end or known), cutoff=0.6 if same_end else 0.75)


def _mended(pattern: Path, root: Node) -> Path | None:
    """The pattern with each unknown key replaced by the nearest one in its place."""
    if not pattern:
        return ()
    if root.is_leaf:
        return None
    head, tail, children = pattern[0], pattern[1:], root.entries
    if head == STAR:
        trials = [(STAR, child) for child in children.values()]
    else:
        key = head if head in children else closest(head, children)
        trials = [(key, children[key])] if key else []
    for key, child in trials:
        rest = _mended(tail, child)
        if rest is not None:
            return (key, *rest)
    return None
