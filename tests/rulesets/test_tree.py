"""Trees and paths: values, places, functional changes, and what a path names."""

from __future__ import annotations

import pytest

from calarec.core.mechanisms.ruleset import Origin, Plain
from calarec.rule_files import paths
from calarec.rule_files.tree import (
    Node,
    count_nodes,
    find_node,
    from_plain,
    is_same_data,
    list_leaves,
    put_node,
    remove_node,
    to_plain,
    tree_depth,
    walk_tree,
    without_defaults,
)

DATA: dict[str, Plain] = {
    "a": {"x": 1, "y": [1, 2], "z": {}},
    "b": {"x": True, "rows": [{"p": None}, {"p": "q", "r": []}]},
    "c": "text",
}
MINE = Origin("f", 1, 1, "mine")


def tree() -> Node:
    return from_plain(DATA, MINE)


def test_plain_gives_back_what_was_put_in() -> None:
    assert to_plain(tree()) == DATA


def test_leaves_are_scalars_empty_maps_and_lists_of_scalars() -> None:
    assert [(".".join(path), value) for path, value, _ in list_leaves(tree())] == [
        ("a.x", 1),
        ("a.y", [1, 2]),
        ("a.z", {}),
        ("b.x", True),
        ("b.rows.0.p", None),
        ("b.rows.1.p", "q"),
        ("b.rows.1.r", []),
        ("c", "text"),
    ]


def test_get() -> None:
    assert to_plain(find_node(tree(), ("b", "rows", "1", "p")) or from_plain("")) == "q"
    assert find_node(tree(), ("a", "y", "1")) is not None
    for path in ("a.q", "c.x", "b.rows.2", "b.rows.x", "a.x.y"):
        assert find_node(tree(), tuple(path.split("."))) is None


def test_put_and_remove_leave_the_old_tree_alone() -> None:
    old = tree()
    new = put_node(put_node(old, ("a", "x"), from_plain(2)), ("b", "rows", "0", "s"), from_plain("new"))
    assert to_plain(find_node(new, ("b", "rows", "0")) or old) == {"p": None, "s": "new"}
    assert list(new.entries["a"].entries) == ["x", "y", "z"]
    assert to_plain(remove_node(new, ("a", "y"))) != to_plain(new)
    assert to_plain(old) == DATA
    for path in (("q", "x"), ("c", "x"), ("b", "rows", "7", "p")):
        with pytest.raises(KeyError):
            put_node(old, path, from_plain(1))
        with pytest.raises(KeyError):
            remove_node(old, path)


def test_same_tells_true_from_one() -> None:
    assert is_same_data({"a": [1, "x", None]}, {"a": [1, "x", None]})
    assert not is_same_data({"a": 1}, {"a": True})
    assert not is_same_data([0], [False])
    assert not is_same_data({"a": 1}, {"b": 1})
    assert not is_same_data([1], [1, 1])


def test_depth_and_size() -> None:
    assert (tree_depth(from_plain(1)), tree_depth(tree())) == (1, 5)
    assert (count_nodes(from_plain(1)), count_nodes(from_plain({"a": [1, 2], "b": 3}))) == (1, 5)


def test_without_defaults_keeps_what_a_file_put_into_a_default_map() -> None:
    filled = put_node(tree(), ("d",), from_plain({"given": 1, "taken": {"deep": 2}}))
    assert to_plain(without_defaults(filled) or filled) == DATA
    given = put_node(filled, ("d", "taken", "deep"), from_plain(3, MINE))
    assert to_plain(find_node(without_defaults(given) or given, ("d",)) or given) == {"taken": {"deep": 3}}
    assert without_defaults(from_plain({"a": 1})) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a", ("a",)), ("a.*.b", ("a", "*", "b")), ("a.0.3", ("a", "0", "3")), ("", None), ("a..b", None), (".a", None),
     ("a.", None), ("a b.c", None), ("a.b*", None), ("**", None), (".".join("a" * 33), None)],
)  # fmt: skip
def test_parse(text: str, expected: tuple[str, ...] | None) -> None:
    assert paths.parse_path(text) == expected
    if expected is not None:
        assert paths.show_path(expected) == text


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*", ["a", "b", "c"]),
        ("*.x", ["a.x", "b.x"]),
        ("b.rows.*.p", ["b.rows.0.p", "b.rows.1.p"]),
        ("a.y.*", []),
        ("a.z.*", []),
        ("*.*.*.r", ["b.rows.1.r"]),
        ("q", []),
    ],
)
def test_match(pattern: str, expected: list[str]) -> None:
    keys = paths.parse_path(pattern)
    assert keys is not None
    assert [paths.show_path(path) for path in paths.match_pattern(keys, tree())] == expected


def test_match_covers_and_walk_agree() -> None:
    """A pattern matches the paths that it covers at the same length."""
    everything = [path for path, _ in walk_tree(tree())]
    for pattern in (("*", "x"), ("b", "*"), ("b", "rows", "*", "*"), ("a",)):
        covered = [path for path in everything if len(path) == len(pattern) and paths.is_covering(pattern, path)]
        assert list(paths.match_pattern(pattern, tree())) == covered


@pytest.mark.parametrize(
    ("word", "known", "expected"),
    [
        ("steak", ["stake", "steps"], "stake"),
        ("Stake", ["stake"], "stake"),
        ("won_if", ["won-if"], "won-if"),
        ("qqq", ["stake"], ""),
        ("x", [], ""),
    ],
)
def test_closest(word: str, known: list[str], expected: str) -> None:
    assert paths.find_closest(word, known) == expected
