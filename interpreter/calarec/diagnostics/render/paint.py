"""Colour, or none: a painter puts terminal escapes around text that is already safe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    Paint: TypeAlias = Callable[[str, str], str]

_STYLES: Final = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "strong": "1",
    "faint": "34",
    "label": "36",
}


def painter(*, enabled: bool) -> Paint:
    """A function that paints a text in a style, or leaves it alone."""
    return _painted if enabled else _plain


def _painted(text: str, style: str) -> str:
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if text else text


def _plain(text: str, _style: str) -> str:
    return text
