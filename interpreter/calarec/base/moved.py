"""Names that have moved: the old ones lead to the new ones for one release, and say so."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def moved(old: str, new: str, names: Mapping[str, str]) -> Callable[[str], object]:
    """The `__getattr__` of a module that has moved: `names` are its names, each with what it is called now."""

    def found(name: str) -> object:
        if name not in names:
            raise AttributeError(f"module {old!r} has no attribute {name!r}")
        from importlib import import_module

        tell(f"{old}.{name}", f"{new}.{names[name]}")
        given: object = getattr(import_module(new), names[name])
        return given

    return found


def tell(old: str, new: str) -> None:
    """Warns who uses an old name; the warning points at the line that does."""
    from warnings import warn

    warn(f"{old} is now {new}; the old name goes with the next release", DeprecationWarning, stacklevel=4)
