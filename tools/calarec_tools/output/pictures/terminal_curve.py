"""A curve in characters: a letter for each person, and names with the last values."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from calarec.core.wording.cells import cells

if TYPE_CHECKING:
    from calarec_tools.output.pictures.curve import Curve, CurveLine

_CURVE_ROWS: Final = 11
_MAX_CURVE_COLUMNS: Final = 66
"""A wider picture of a dozen steps would have to be walked along."""
_STEP: Final = 8
_SEVERAL: Final = "*"
_MAX_NAME_COLUMNS: Final = 16
_STYLES: Final = ("suit1", "suit2", "suit0", "suit3", "suit4", "suit5")


def draw_curve_lines(curve: Curve, room: int) -> list[list[tuple[str, str]]]:
    """Return lines of spans, at most `room` cells wide."""
    letters = _letters_of_people(curve)
    longest = min(room // 4, _MAX_NAME_COLUMNS)
    named = zip(letters, curve.lines, strict=True)
    ends = [f" {letter} {_cut_name(line.name, longest)} {line.last}" for letter, line in named]
    ticks = curve.ticks(5)
    scale = max(len(str(tick)) for tick in ticks)
    wide = min(room - 4 - scale - max(map(cells, ends), default=0), _MAX_CURVE_COLUMNS)
    wide = max(min(wide, (len(curve.steps) - 1) * _STEP + 1), 10)
    grid = _Grid(curve, (ticks[0] * curve.units, ticks[-1] * curve.units), wide)
    for place, (letter, line) in enumerate(zip(letters, curve.lines, strict=True)):
        grid.draw_line(line, letter, _STYLES[place % len(_STYLES)])
    labels = {grid.row_of_value(tick * curve.units): tick for tick in ticks}
    names = _end_rows(curve, grid)
    found = []
    for row in range(_CURVE_ROWS):
        label = str(labels[row]) if row in labels else ""
        spans = [(f"{label:>{scale}} ", "faint"), ("┼" if row in labels else "│", "faint"), *grid.spans(row)]
        if row in names:
            place = names[row]
            spans.append((ends[place], _STYLES[place % len(_STYLES)]))
        found.append(spans)
    return [*found, [(" " * (scale + 2) + _step_names(curve, grid), "faint")]]


class _Grid:
    """Characters and their styles, row by row from above."""

    def __init__(self, curve: Curve, ends: tuple[int, int], wide: int) -> None:
        self.low, self.high = ends
        self.wide = wide
        self.last = max(len(curve.steps) - 1, 1)
        self.cells = [[(" ", "")] * wide for _ in range(_CURVE_ROWS)]
        self.cells[self.row_of_value(0)] = [("┈", "faint")] * wide
        self.marked: set[tuple[int, int]] = set()

    def row_of_value(self, value: float) -> int:
        """The row of a value."""
        return round((self.high - value) / (self.high - self.low) * (_CURVE_ROWS - 1))

    def column_of_step(self, step: int) -> int:
        """The column of a step."""
        return round(step / self.last * (self.wide - 1))

    def draw_line(self, line: CurveLine, letter: str, style: str) -> None:
        """Draw a line: letters at the steps, dots between them where there is room."""
        points = [(self.column_of_step(step), value) for step, value in line.known_points]
        for (start, one), (end, other) in pairwise(points):
            for column in range(start + 1, end):
                row = self.row_of_value(one + (other - one) * (column - start) / (end - start))
                if self.cells[row][column][0] in " ┈":
                    self.cells[row][column] = ("·", style)
        for column, value in points:
            row = self.row_of_value(value)
            taken = (row, column) in self.marked and self.cells[row][column][0] != letter
            self.cells[row][column] = (_SEVERAL, "strong") if taken else (letter, style)
            self.marked.add((row, column))

    def spans(self, row: int) -> list[tuple[str, str]]:
        """A row."""
        return self.cells[row]


def _letters_of_people(curve: Curve) -> list[str]:
    """Choose a letter for each person: of the name, or the next free one."""
    taken: list[str] = []
    for line in curve.lines:
        wanted = [each for each in line.name.upper() if each.isalnum() and cells(each) == 1]
        free = [each for each in (*wanted, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") if each not in taken]
        taken.append(free[0] if free else "?")
    return taken


def _end_rows(curve: Curve, grid: _Grid) -> dict[int, int]:
    """Return the rows of names: beside the end of the line, or as near as possible."""
    last = {place: list(line.known_points) for place, line in enumerate(curve.lines)}
    rows: dict[int, int] = {}
    for place in sorted((each for each in last if last[each]), key=lambda each: -last[each][-1][1]):
        wanted = grid.row_of_value(last[place][-1][1])
        free = [row for row in range(_CURVE_ROWS) if row not in rows]
        if free:
            rows[min(free, key=lambda row: (abs(row - wanted), row))] = place
    return rows


def _step_names(curve: Curve, grid: _Grid) -> str:
    """Write the names of the steps, as far as there is room."""
    line = ""
    for step, name in enumerate(curve.steps):
        at = max(grid.column_of_step(step) - len(name) // 2, 0)
        if (at == 0 and not line) or at > len(line):
            line = line.ljust(at) + name
    return line


def _cut_name(name: str, most: int) -> str:
    while cells(name) > most:
        name = name[:-2] + "…"
    return name
