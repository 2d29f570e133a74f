"""Rooms in their order: every import goes down, and what does not yet is listed and only becomes less."""

from __future__ import annotations

from tests.house.rooms import ROOMS, room_of
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
    """A folder that has no place in the order would stand above everything."""
    tops = {"calarec", "calarec_tools"}
    homeless = [name for name in modules() if name.count(".") > 1 and room_of(name) in tops and not is_folder(name)]
    assert homeless == []


def test_imports_go_down() -> None:
    """No room imports what stands above it, not even for types or within a function."""
    known = listed("upward_imports.txt")
    assert _upward() - known == set(), "these imports go up"
    assert known - _upward() == set(), "these go up no more: take them off the list"


def test_no_new_circles() -> None:
    """Within a room, too, modules that import one another in a circle only become fewer."""
    known = listed("circles.txt")
    assert circles() - known == set(), "these modules have come into a circle"
    assert known - circles() == set(), "these are in no circle any more: take them off the list"
