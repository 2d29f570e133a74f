"""Rooms in their order: every import goes down, and what does not yet is listed and only becomes less."""

from __future__ import annotations

import ast
import re

from tests.house.rooms import ROOMS, is_in_core, room_of
from tests.house.structure import circles, imports, is_folder, listed, modules


def _height(module: str) -> int:
    return ROOMS.index(room_of(module))


def _upward() -> set[str]:
    return {
        f"{name} -> {other}"
        for name, others in imports().items()
        for other in others
        if _height(other) > _height(name)
    }  # fmt: skip


def test_every_folder_is_a_room() -> None:
    """A folder without a place in the order would be above everything."""
    tops = {"calarec", "calarec_tools"}
    homeless = [name for name in modules() if name.count(".") > 1 and room_of(name) in tops and not is_folder(name)]
    assert homeless == []


def test_imports_go_down() -> None:
    """No room imports from one above it, not even for types or within a function."""
    known = listed("upward_imports.txt")
    assert _upward() - known == set(), "these imports go up"
    assert known - _upward() == set(), "these go up no more: take them off the list"


def test_the_core_imports_nothing_around_it() -> None:
    """Not even for types; nor does it name such a module in a text, by which it could be imported."""
    core = [name for name in modules() if is_in_core(name)]
    around = [f"{name} -> {other}" for name in core for other in imports()[name] if not is_in_core(other)]
    assert around == []
    texts = [
        f"{name}: {node.value!r}"
        for name in core
        for node in ast.walk(modules()[name])
        if isinstance(node, ast.Constant) and re.fullmatch(r"calarec(_tools)?\.(?!core\b)[\w.]+", str(node.value))
    ]
    assert texts == []


def test_no_new_circles() -> None:
    """Within a room, too, modules that import one another in a circle only become fewer."""
    known = listed("circles.txt")
    assert circles() - known == set(), "these modules have come into a circle"
    assert known - circles() == set(), "these are in no circle any more: take them off the list"
