"""Shares or amounts as bars, with their intervals, as a static picture (SVG).

Colours follow the reader's choice of light or dark. Negative values are to the left of a line.
"""

from __future__ import annotations

from typing import Final

from calarec.core.base.frozen import NamedTuple
from calarec_tools.output.pictures.xml import element, svg_number, text_element

_WIDE: Final = 640
_ROW: Final = 26
_LEFT: Final = 150
_RIGHT: Final = 160
_STYLE: Final = (
    ".calarec-bars{color:#1b1b1b;--paper:#fff;--bar:#0063a6}"
    "@media (prefers-color-scheme:dark){.calarec-bars{color:#eee;--paper:#161616;--bar:#7cc0ff}}"
    "@media print{.calarec-bars{color:#000;--paper:#fff;--bar:#0063a6}}"
    ".calarec-bars text{font-family:system-ui,'Segoe UI','Helvetica Neue',Arial,sans-serif;font-size:14px;"
    "fill:currentColor}.calarec-bars .paper{fill:var(--paper)}.calarec-bars .head{font-weight:bold}"
    ".calarec-bars rect.bar{fill:var(--bar);fill-opacity:.55}.calarec-bars line{stroke:currentColor;stroke-width:1.5}"
)


class Bar(NamedTuple):
    """A share from -1 to 1, or an amount, with its interval if any, and its text."""

    name: str
    value: float
    low: float | None
    high: float | None
    said: str

    @property
    def reach(self) -> tuple[float, float]:
        """From where to where it is drawn, nothing not counted."""
        return (self.value if self.low is None else self.low, self.value if self.high is None else self.high)


class Bars(NamedTuple):
    """Groups of bars, each with its name."""

    title: str
    groups: tuple[tuple[str, tuple[Bar, ...]], ...]


def svg_bars(bars: Bars) -> str:
    """The picture."""
    parts: list[str] = []
    at = 34
    room = _WIDE - _LEFT - _RIGHT
    for name, group in bars.groups:
        at += _ROW
        parts.append(text_element("text", name, x=12, y=at, **{"class": "head"}))
        lowest = min([0.0, *(bar.reach[0] for bar in group)])
        # Shares are drawn beside the whole; amounts that go beyond it, or below nothing, beside the greatest of them.
        unit = room / (max([0.0 if lowest else 1.0, *(bar.reach[1] for bar in group)]) - lowest)
        nought = _LEFT - unit * lowest
        if lowest:
            ends = {"x1": svg_number(nought), "y1": at + 8, "x2": svg_number(nought), "y2": at + 8 + _ROW * len(group)}
            parts.append(element("line", [], **ends))
        for bar in group:
            at += _ROW
            middle = at - 5
            parts.append(text_element("text", bar.name, x=24, y=at))
            parts.append(
                element(
                    "rect", [], x=svg_number(nought + unit * min(bar.value, 0.0)), y=at - 14,
                    width=svg_number(unit * abs(bar.value)), height=18, **{"class": "bar"},
                )
            )  # fmt: skip
            if bar.low is not None and bar.high is not None:
                low, high = svg_number(nought + unit * bar.low), svg_number(nought + unit * bar.high)
                parts.append(element("line", [], x1=low, y1=middle, x2=high, y2=middle))
            parts.append(text_element("text", bar.said, x=_LEFT + room + 10, y=at))
    tall = at + _ROW
    paper = element("rect", [], x=0, y=0, width=_WIDE, height=tall, **{"class": "paper"})
    title = text_element("text", bars.title, x=12, y=26, **{"class": "head"})
    return element(
        "svg",
        [text_element("title", bars.title), element("style", [_STYLE]), paper, title, *parts],
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_WIDE} {tall}",
        role="img",
        **{"class": "calarec-bars"},
    )
