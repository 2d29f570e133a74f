"""A curve as a static picture (SVG), light or dark, legible on a phone.

It has no scripts. Lines differ by colour, by the shape of their marks, and by the name at their end. Names are escaped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec_tools.output.pictures.xml import element, svg_number, text_element

if TYPE_CHECKING:
    from calarec_tools.output.pictures.curve import Curve, CurveLine

WIDE: Final = 480
HIGH: Final = 330
_LEFT, _TOP, _BOTTOM = 46, 44, 50
_TEXT: Final = 17
"""The size of text: 12 px where the picture is 340 px wide, in a window of 360 px."""
_LETTER: Final = 11.6
"""The average width of a letter in names; narrow ones leave a margin."""
_MAX_NAME_LETTERS: Final = 11
_MIN_NAME_DISTANCE: Final = 19
"""Names closer to one another than this could not be read."""
_MAX_MARKS: Final = 26
_LABELS: Final = 10
_LIGHT: Final = ("#0063a6", "#c2410c", "#0b7a55", "#a3267a", "#7a5b00", "#4d4d4d", "#5b3fc4")
_DARK: Final = ("#7cc0ff", "#ff9d66", "#5fd8a8", "#f492cd", "#e6c34a", "#c8c8c8", "#b9a6ff")


def _colours(colours: tuple[str, ...]) -> str:
    return ";".join(f"--line{n}:{colour}" for n, colour in enumerate(colours))


CURVE_STYLE: Final = (
    f".calarec-curve{{color:#1b1b1b;--paper:#fff;--grid:#d9d9d9;{_colours(_LIGHT)}}}"
    "@media (prefers-color-scheme:dark)"
    f"{{.calarec-curve{{color:#eee;--paper:#161616;--grid:#3d3d3d;{_colours(_DARK)}}}}}"
    f"@media print{{.calarec-curve{{color:#000;--paper:#fff;--grid:#ccc;{_colours(_LIGHT)}}}}}"
    ".calarec-curve text{font-family:system-ui,'Segoe UI','Helvetica Neue',Arial,sans-serif;fill:currentColor}"
    ".calarec-curve .paper{fill:var(--paper)}"
    ".calarec-curve .nought{stroke:currentColor;stroke-width:1.2}.calarec-curve .grid{stroke:var(--grid)}"
    ".calarec-curve polyline{fill:none;stroke:var(--own);stroke-width:2.4;stroke-linejoin:round;stroke-linecap:round}"
    ".calarec-curve .mark{fill:var(--own);stroke:var(--paper);stroke-width:1}.calarec-curve .name{fill:var(--own)}"
    + "".join(f".calarec-curve .line{n}{{--own:var(--line{n})}}" for n in range(len(_LIGHT)))
)
"""Its style, in classes: a policy without styles on elements can allow this one."""


def svg_curve(curve: Curve, key: str = "curve") -> str:
    """Draw a curve; `key` distinguishes it from others on one page."""
    return _Drawing(curve, key).draw_curve()


class _Drawing:
    """One picture being drawn."""

    def __init__(self, curve: Curve, key: str) -> None:
        self.curve = curve
        self.key = key
        self.labels = [f"{_short_name(line.name)} {_with_minus(line.last)}" for line in curve.lines]
        self.right = WIDE - max((len(label) for label in self.labels), default=0) * _LETTER - 14
        self.ticks = curve.ticks(6)
        self.low, self.high = self.ticks[0] * curve.units, self.ticks[-1] * curve.units

    def x(self, step: int) -> float:
        """Return the x of a step."""
        return _LEFT + 8 + (self.right - _LEFT - 8) * (step / max(len(self.curve.steps) - 1, 1))

    def y(self, value: float) -> float:
        """Return the y of a value."""
        return HIGH - _BOTTOM - (HIGH - _BOTTOM - _TOP) * (value - self.low) / (self.high - self.low)

    def draw_curve(self) -> str:
        """The picture."""
        names = [f"{self.key}-title", f"{self.key}-text"]
        parts = [
            text_element("title", self.curve.title, id=names[0]),
            text_element("desc", self.curve.text, id=names[1]),
            element("style", [CURVE_STYLE]),
            element("rect", [], width=WIDE, height=HIGH, rx=8, **{"class": "paper"}),
            text_element("text", self.curve.title, x=_LEFT - 24, y=26, **{"font-size": _TEXT, "font-weight": 600}),
            *self._scale(),
            *self._steps_svg(),
        ]
        parts += [self._line_svg(number, line) for number, line in enumerate(self.curve.lines)]
        parts += self._names_svg()
        return element(
            "svg",
            parts,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {WIDE} {HIGH}",
            role="img",
            **{"class": "calarec-curve", "aria-labelledby": " ".join(names)},
        )

    def _scale(self) -> list[str]:
        found = []
        for tick in self.ticks:
            y = svg_number(self.y(tick * self.curve.units))
            ends = {"x1": _LEFT, "x2": svg_number(self.right + 4), "y1": y, "y2": y}
            found.append(element("line", [], **ends, **{"class": "grid" if tick else "nought"}))
            place = svg_number(self.y(tick * self.curve.units) + 6)
            said = _with_minus(str(tick))
            found.append(text_element("text", said, x=_LEFT - 7, y=place, **{"font-size": _TEXT, "text-anchor": "end"}))
        return found

    def _steps_svg(self) -> list[str]:
        every = max(-(-len(self.curve.steps) // _LABELS), 1)
        longest = max(map(len, self.curve.steps), default=1)
        every = max(every, round(longest * _LETTER * len(self.curve.steps) / max(self.right - _LEFT, 1) + 0.49))
        last = len(self.curve.steps) - 1
        shown = [n for n in range(0, last + 1, every) if n == last or last - n >= every or every == 1]
        shown = [n for n in shown if n != last] + [last]
        found = [
            text_element(
                "text", _short_name(self.curve.steps[n]), x=svg_number(self.x(n)), y=HIGH - _BOTTOM + 22,
                **{"font-size": _TEXT, "text-anchor": "middle"},
            )
            for n in shown
        ]  # fmt: skip
        middle = svg_number((_LEFT + self.right) / 2)
        found.append(
            text_element(
                "text", self.curve.step_word, x=middle, y=HIGH - 7,
                **{"font-size": _TEXT, "text-anchor": "middle", "opacity": ".75"},
            )
        )  # fmt: skip
        return found

    def _line_svg(self, place: int, line: CurveLine) -> str:
        points = [(self.x(step), self.y(value)) for step, value in line.known_points]
        way = " ".join(f"{svg_number(x)},{svg_number(y)}" for x, y in points)
        parts = [element("polyline", [], points=way)]
        marked = points if len(points) <= _MAX_MARKS else points[-1:]
        parts += [_mark_svg(place, x, y) for x, y in marked]
        return element("g", parts, **{"class": _own_class(place)})

    def _names_svg(self) -> list[str]:
        """Draw the names at the ends of the lines, moved so that they do not overlap."""
        ends = [list(line.known_points) for line in self.curve.lines]
        wanted = sorted((self.y(points[-1][1]), place) for place, points in enumerate(ends) if points)
        placed: list[float] = []
        for y, _ in wanted:
            placed.append(max(y, placed[-1] + _MIN_NAME_DISTANCE) if placed else y)
        over = (placed[-1] if placed else 0) - (HIGH - _BOTTOM + 4)
        for at in range(len(placed) - 1, -1, -1):
            limit = placed[at] - over if at == len(placed) - 1 else placed[at + 1] - _MIN_NAME_DISTANCE
            placed[at] = min(placed[at], limit) if over > 0 else placed[at]
        return [
            text_element(
                "text", self.labels[place], x=svg_number(self.right + 10), y=svg_number(y + 6),
                **{"font-size": _TEXT, "font-weight": 600, "class": f"name {_own_class(place)}"},
            )
            for y, (_, place) in zip(placed, wanted, strict=True)
        ]  # fmt: skip


def _short_name(name: str) -> str:
    return name if len(name) <= _MAX_NAME_LETTERS else name[: _MAX_NAME_LETTERS - 1] + "…"


def _with_minus(text: str) -> str:
    """With a sign as wide as a figure."""
    return text.replace("-", "−")


def _own_class(place: int) -> str:
    """Return the class with the colour of a line."""
    return f"line{place % len(_LIGHT)}"


def _mark_svg(place: int, x: float, y: float) -> str:
    mark = {"class": "mark"}
    across, down = svg_number(x), svg_number(y)
    match place % 4:
        case 0:
            return element("circle", [], cx=across, cy=down, r="3.6", **mark)
        case 1:
            return element("rect", [], x=svg_number(x - 3.2), y=svg_number(y - 3.2), width="6.4", height="6.4", **mark)
        case 2:
            return element("path", [], d=f"M{across} {svg_number(y - 4.4)}l4.2 7.4h-8.4z", **mark)
    return element("path", [], d=f"M{across} {svg_number(y - 4.6)}l4.6 4.6-4.6 4.6-4.6-4.6z", **mark)
