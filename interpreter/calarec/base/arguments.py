"""What is said of an argument that is of another kind than a function of the public face takes."""

from __future__ import annotations

from typing import Final

_MOST: Final = 60


def wrong_kind(name: str, wanted: str, given: object) -> TypeError:
    """The error for an argument: its name, what it is to be, and what it is."""
    shown = repr(given)
    shown = shown if len(shown) <= _MOST else f"a {type(given).__name__}"
    return TypeError(f"{name} is to be {wanted}, not {shown}")
