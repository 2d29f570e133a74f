"""A picture of a program in a terminal.

    tmux capture-pane -e -p | python -m tests.tools.editor.terminal > OUT.svg

In come rows with the colours of ECMA-48, out comes an SVG, letter by letter. Numbered colours are those of this module;
other effects on letters are left out.
"""

from __future__ import annotations

import re
import sys
from html import escape
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TEXT: Final = "#202020"
PAPER: Final = "#fbfaf7"
_NAMED: Final = (
    TEXT, "#b3261e", "#1e7145", "#9c4a00", "#1f5fa8", "#7d3c98", "#0b6b75", "#707070",
    "#8a8a8a", "#b3261e", "#1e7145", "#9c4a00", "#1f5fa8", "#7d3c98", "#0b6b75", "#707070",
)  # fmt: skip
_CODES: Final = re.compile(r"\x1b\[([0-9;:]*)m")
_WIDE, _HIGH, _EDGE = 8, 18, 12
Cells: TypeAlias = "list[tuple[str, str]]"
"""Each letter of a row with its colour."""


def cells(rows: Iterable[str]) -> Iterator[Cells]:
    """The letters of rows, with their colours from the codes between them."""
    colour = TEXT
    for row in rows:
        found: Cells = []
        pieces = _CODES.split(row)
        for letters, codes in zip(pieces[::2], [*pieces[1::2], ""], strict=True):
            found += [(letter, colour) for letter in letters]
            colour = _after(codes, colour) if len(pieces) > 1 else colour
        yield found


def _after(codes: str, colour: str) -> str:
    """The colour of letters behind a change."""
    numbers = [int(each or 0) for each in re.split("[;:]", codes)] if codes else []
    while numbers:
        first = numbers.pop(0)
        if first in (38, 48):
            kind = numbers.pop(0)
            taken, numbers = (numbers[:1], numbers[1:]) if kind == 5 else (numbers[:3], numbers[3:])
            if first == 38:
                colour = _numbered(taken[0]) if kind == 5 else _dark(*taken)
        elif first in (0, 39):
            colour = TEXT
        elif 30 <= first <= 37 or 90 <= first <= 97:
            colour = _NAMED[first - 30 if first < 40 else first - 82]
    return colour


def _numbered(number: int) -> str:
    """One of the 256 colours: the named ones, a cube of six to the third, greys."""
    if number < len(_NAMED):
        return _NAMED[number]
    if number >= 232:
        return _dark(*[8 + 10 * (number - 232)] * 3)
    return _dark(*((95 + 40 * (part - 1) if part else 0) for part in _thirds(number - 16)))


def _thirds(number: int) -> tuple[int, int, int]:
    return number // 36, number // 6 % 6, number % 6


def _dark(red: int, green: int, blue: int) -> str:
    """A colour, dark enough to be read on paper."""
    most = 1.0 if max(red, green, blue) * 2 + red + green + blue < 640 else 0.55
    return f"#{int(red * most):02x}{int(green * most):02x}{int(blue * most):02x}"


def picture(rows: Iterable[Cells], columns: int, lines: int) -> str:
    """Rows as an SVG so many letters wide and lines high."""
    width, height = columns * _WIDE + 2 * _EDGE, lines * _HIGH + 2 * _EDGE
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13">',
        f'<rect width="{width}" height="{height}" rx="6" fill="{PAPER}" stroke="#d8d4c8"/>',
    ]
    drawn += [_row(at, row) for at, row in enumerate(rows) if row]
    return "\n".join([*drawn, "</svg>", ""])


def _row(at: int, row: Cells) -> str:
    """A row as one text, letters of one colour together."""
    parts: list[str] = []
    start = 0
    while start < len(row):
        end = next((i for i in range(start, len(row)) if row[i][1] != row[start][1]), len(row))
        text = "".join(letter for letter, _ in row[start:end])
        parts.append(f'<tspan fill="{row[start][1]}">{escape(text, quote=False)}</tspan>')
        start = end
    return f'<text x="{_EDGE}" y="{_EDGE + (at + 1) * _HIGH - 5}" xml:space="preserve">{"".join(parts)}</text>'


def main() -> None:
    """Draws what comes in, as wide and as high as it is."""
    rows = [*cells(sys.stdin.read().rstrip("\n").split("\n"))]
    sys.stdout.write(picture(rows, max(map(len, rows)), len(rows)))


if __name__ == "__main__":
    main()
