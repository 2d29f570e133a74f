"""calarec reads records by the names of their fields: a guard on named tuples while the tests run.

A tuple that is unpacked or indexed reads worse than its names, and a new field in the middle breaks it silently.
The guard fails where code of calarec does so to a class that `READ_AS_TUPLES` does not list. Tests may do it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

READ_AS_TUPLES: Final[frozenset[str]] = frozenset((
    # Two or three numbers from low to high: `low, high = bounds` says the same names in a shorter way.
    "calarec.solving.solve.Bounds",
    "calarec.solving.worlds.Interval",
    # The innermost loop of the search for best play reads five of six fields at once.
    "calarec.solving.search.SuitSeen",
    # `Walk.with_events` keeps 12 of 14 fields: each event makes a walk, and a slice is quicker than names.
    "calarec.core.judge.walk.Walk",
    # The page reads a slot as a JSON array of its fields in their order.
    "calarec_tools.output.pictures.table_layout.CardSlot",
    # A kind of membership is the index of its masks.
    "calarec.unknown_cards.solver.search.Placement",
))  # fmt: skip
"""Classes that calarec may unpack or index, by module and name."""

_PACKAGES: Final = ("calarec.", "calarec_tools.")


def _require_names(record: Any) -> None:
    """Fail if a module of calarec reads the record; Python has no frame for the C function in between."""
    reader = sys._getframe(2).f_globals.get("__name__", "")
    if reader.startswith(_PACKAGES) and reader != frozen.__name__:
        raise AssertionError(f"{reader} reads a {type(record).__name__} by position: use the names of its fields")


def _iterate_items(self: Any) -> Iterator[Any]:
    _require_names(self)
    return tuple.__iter__(self)


def _take_item(self: Any, key: Any) -> Any:
    _require_names(self)
    return tuple.__getitem__(self, key)


def guard_records() -> None:
    """Guard every class of named tuples that is made from now on."""
    make_class = frozen._TupleMaker.__new__

    def make_guarded_class(meta: type, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        tuple_class = make_class(meta, name, bases, body)
        if bases and f"{tuple_class.__module__}.{name}" not in READ_AS_TUPLES:
            tuple_class.__iter__, tuple_class.__getitem__ = _iterate_items, _take_item
        return tuple_class

    frozen._TupleMaker.__new__ = make_guarded_class  # type: ignore[method-assign]
