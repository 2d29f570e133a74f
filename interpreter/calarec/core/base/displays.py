"""How notebooks show public values: whoever can draw them is set from outside, the core only asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

draw_value: Callable[[object, str], str | None] | None = None
"""Shows a value as `html` or `svg`; None, and None as its answer, leave it to the value's text."""


def show_as_html(value: object) -> str | None:
    """A value as HTML for a notebook."""
    return draw_value(value, "html") if draw_value is not None else None


def show_as_svg(value: object) -> str | None:
    """A value as a picture for a notebook."""
    return draw_value(value, "svg") if draw_value is not None else None
