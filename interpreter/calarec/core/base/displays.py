"""The display of public values, as a notebook shows them; set from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

draw_value: Callable[[object, str], str | None] | None = None
"""Draws a value as `html` or `svg`; with None a notebook shows its text."""


class Drawable:
    """A value that has a picture."""

    __slots__ = ()

    def svg(self) -> str | None:
        """Draw the value, as the text of an SVG file; a notebook shows the same picture.

        None if there is nothing to draw: a hand of a record whose ruleset or seats are not known.
        """
        return draw_value(self, "svg") if draw_value is not None else None

    def _repr_svg_(self) -> str | None:
        return self.svg()


def show_as_html(value: object) -> str | None:
    """A value as HTML for a notebook."""
    return draw_value(value, "html") if draw_value is not None else None
