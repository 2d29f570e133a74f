"""How notebooks show public values: the drawing is set from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

draw_value: Callable[[object, str], str | None] | None = None
"""Draws a value as `html` or `svg`; with None a notebook shows its text."""


def show_as_html(value: object) -> str | None:
    """A value as HTML for a notebook."""
    return draw_value(value, "html") if draw_value is not None else None


def show_as_svg(value: object) -> str | None:
    """A value as a picture for a notebook."""
    return draw_value(value, "svg") if draw_value is not None else None
