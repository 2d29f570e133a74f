"""A curve of several people, step by step; `svg_curve`, `terminal_curve` draw it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_STEPS: Final = (1, 2, 5)


class CurveLine(NamedTuple):
    """A person's line: a value or None for each step; `last` is the last one as text."""

    name: str
    values: tuple[int | None, ...]
    last: str

    @property
    def known_points(self) -> Iterator[tuple[int, int]]:
        """The steps that have a value, with it."""
        return ((step, value) for step, value in enumerate(self.values) if value is not None)


class Curve(NamedTuple):
    """A curve to draw; values are numbers of units, `units` to one on the scale."""

    title: str
    text: str
    """A description of the picture for people who do not see it."""
    steps: tuple[str, ...]
    """The names of the steps, from left to right."""
    step_word: str
    lines: tuple[CurveLine, ...]
    units: int = 1

    @property
    def least_value(self) -> int:
        """The least value, or nothing."""
        return min((value for line in self.lines for _, value in line.known_points), default=0)

    @property
    def highest(self) -> int:
        """The greatest value, or nothing."""
        return max((value for line in self.lines for _, value in line.known_points), default=0)

    def ticks(self, most: int) -> list[int]:
        """Return round numbers around all values and 0; at most `most` and two."""
        low, high = min(self.least_value, 0), max(self.highest, 0)
        size, power = 1, 1
        while (high - low) > most * size * self.units:
            place = _STEPS.index(size // power) + 1
            power *= 10 if place == len(_STEPS) else 1
            size = power * _STEPS[place % len(_STEPS)]
        first, last = low // (size * self.units), -(-high // (size * self.units))
        return [tick * size for tick in range(first, max(last, first + 1) + 1)]
