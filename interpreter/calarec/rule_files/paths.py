"""Paths into a tree: keys joined by dots, `*` for one key; likely meanings.

Terms. A *pattern* is a path that may contain `*`. Its *rank* is the number of its stars: the fewer, the more it means
one particular rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.rule_files.other_words import find_meant_word, fold_word, is_other
from calarec.rule_files.tree import Node, Path, walk_tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

STAR: Final = "*"
_MAX_KEYS: Final = 32
_LETTERS_FOR_ONE_TYPO: Final = 3
_LETTERS_FOR_TWO_TYPOS: Final = 8
"""From how many letters on a word may have one of them wrong, and two."""


def parse_path(text: str) -> Path | None:
    """The path that a text says; None if it says none."""
    keys = tuple(text.split("."))
    if len(keys) > _MAX_KEYS or not all(key == STAR or is_key(key) for key in keys):
        return None
    return keys


def is_key(key: str) -> bool:
    """Can a path name this key?"""
    return bool(key) and STAR not in key and "." not in key and not any(map(str.isspace, key))


def show_path(path: Path) -> str:
    """The text of a path."""
    return ".".join(path)


def count_stars(pattern: Path) -> int:
    """The number of stars in a pattern."""
    return pattern.count(STAR)


def match_pattern(pattern: Path, root: Node, so_far: Path = ()) -> Iterator[Path]:
    """Yield the paths of all nodes that a pattern names, in the order of the tree."""
    if not pattern:
        yield so_far
        return
    if root.is_leaf:
        return
    children = root.entries
    wanted = children if pattern[0] == STAR else [pattern[0]]
    for key in wanted:
        if key in children:
            yield from match_pattern(pattern[1:], children[key], (*so_far, key))


def is_covering(pattern: Path, path: Path) -> bool:
    """Check whether a pattern names the node at a path, or one above it."""
    return len(pattern) <= len(path) and all(key in (STAR, name) for key, name in zip(pattern, path, strict=False))


def find_closest(word: str, known: Iterable[str], *, cutoff: float = 0.6) -> str:
    """The known id that is most like what was asked for; empty if none is near."""
    from difflib import get_close_matches

    words = list(known)
    folded = {each.casefold().replace("_", "-"): each for each in reversed(words)}
    found = get_close_matches(word.casefold().replace("_", "-"), folded, n=1, cutoff=cutoff)
    return folded[found[0]] if found else ""


def slip(word: str, known: Iterable[str]) -> str:
    """The known word with few typos to a word: one in a short word, two in a long one.

    Empty if there is none, if two are equally near, or if the word means something of its own.
    """
    wanted = fold_word(word)
    most = 0 if len(wanted) < _LETTERS_FOR_ONE_TYPO else 1 if len(wanted) < _LETTERS_FOR_TWO_TYPOS else 2
    near: dict[int, list[str]] = {}
    for each in dict.fromkeys(known):
        if abs(len(each) - len(wanted)) <= most and not _is_contrary(wanted, fold_word(each)):
            near.setdefault(_distance(wanted, fold_word(each)), []).append(each)
    best = min(near, default=most + 1)
    if best > most or len(near[best]) > 1 or (best and is_other(word)):
        return ""
    return near[best][0]


_AMOUNTS: Final = {"most", "least", "fewest"}
_PLACES: Final = {"first", "last"}


def _is_contrary(one: str, other: str) -> bool:
    """Is one of two words the other with a syllable before it that says no?

    Also `most_tricks` beside `last_trick`: they differ in a word that is none of its typos.
    """
    pairs = zip(one.split("_"), other.split("_"), strict=False)
    if any(left in _AMOUNTS and right in _PLACES for left, right in pairs):
        return True
    short, long = sorted((one, other), key=len)
    return long.endswith(short) and long.removesuffix(short).strip("_") in ("un", "in", "non", "not", "no", "dis")


def find_likely_word(word: str, known: Iterable[str]) -> str:
    """The known word that an unknown one means: by another name, or a typo."""
    words = list(known)
    return find_meant_word(word, words) or slip(word, words)


def _distance(left: str, right: str) -> int:
    """The number of letters inserted, omitted, changed or exchanged with the next."""
    rows = [list(range(len(right) + 1))]
    for n, a in enumerate(left, 1):
        row = [n]
        for m, b in enumerate(right, 1):
            best = min(rows[-1][m] + 1, row[-1] + 1, rows[-1][m - 1] + (a != b))
            if n > 1 and m > 1 and a == right[m - 2] and left[n - 2] == b:
                best = min(best, rows[-2][m - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


def find_likely_pattern(pattern: Path, root: Node, fits: Callable[[Path], bool] = lambda _: True) -> str:
    """The pattern that was meant by one that names nothing; empty if none is likely.

    That is the one with each unknown key corrected; otherwise the one with the same end, in its section or anywhere,
    if the value to be written there `fits`.
    """
    found = correct_pattern(pattern, root)
    if found:
        return show_path(found)
    known = [path for path, _ in walk_tree(root) if path and path[-1] == pattern[-1]]
    whole = [path for path in known if path[-len(pattern) :] == pattern]
    for places in (whole, [path for path in known if path[0] == pattern[0]], known):
        if len(places) == 1 and fits(places[0]):
            return show_path(places[0])
    return ""


def correct_pattern(
    pattern: Path, root: Node, *, new: bool = False, put_right: Callable[[str, Iterable[str]], str] = find_likely_word
) -> Path | None:
    """Correct each unknown key of a pattern; the last one stays if it is `new`."""
    if not pattern:
        return ()
    if root.is_leaf and not (new and len(pattern) == 1):
        return None
    head, tail, children = pattern[0], pattern[1:], root.entries
    if new and not tail:
        return pattern
    if head == STAR:
        trials = [(STAR, child) for child in children.values()]
    else:
        key = head if head in children else put_right(head, children)
        trials = [(key, children[key])] if key else []
    for key, child in trials:
        rest = correct_pattern(tail, child, new=new, put_right=put_right)
        if rest is not None:
            return (key, *rest)
    return None
