"""Errors for arguments of the wrong kind, for functions of the public API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from types import UnionType

_MAX_SHOWN_LETTERS: Final = 60


def wrong_kind(name: str, wanted: str, given: object) -> TypeError:
    """The error for an argument: its name, what it is to be, and what it is."""
    shown = repr(given)
    # What calarec's own values are is their class.
    if len(shown) > _MAX_SHOWN_LETTERS or shown.startswith("<"):
        shown = f"a {type(given).__name__}"
    return TypeError(f"{name} is to be {wanted}, not {shown}")


def require_seed(seed: object) -> None:
    """TypeError or ValueError for what chance cannot start from."""
    if not isinstance(seed, int | str):
        raise wrong_kind("seed", "a number or a text", seed)
    if isinstance(seed, str) and any("\ud800" <= char <= "\udfff" for char in seed):
        raise ValueError(f"seed holds what is not a character: {seed!r}")


def require_limit(name: str, limit: object, kind: type[int] | UnionType) -> None:
    """TypeError for a limit that is not a number; None is none."""
    if limit is not None and not isinstance(limit, kind):
        raise wrong_kind(name, "a whole number" if kind is int else "a number", limit)
