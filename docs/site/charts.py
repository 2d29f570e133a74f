"""Flowcharts of pages, drawn when the site is built: the blocks that are written as Mermaid reads them, as SVG.

A forge draws such blocks with a script; the site loads no script from elsewhere and needs none.

Terms. A *layer* is a row of a chart that goes down (`TD`), or a column of one that goes to the right (`LR`). A *bend*
is the place where an arrow passes a layer that it does not end in. The *way* of a chart is the direction of its arrows,
and *across* is the other one.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec_tools.output.pictures.xml import element, svg_number, text_element

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_BLOCK: Final = re.compile(r"(?ms)^```mermaid\nflowchart (?P<way>TD|LR)\n(?P<arrows>.*?)^```$")
_ARROW: Final = re.compile(r"(?P<start>[\w/]+) -->(?:\|(?P<label>[^|]*)\|)? (?P<end>[\w/]+)")
_CHARACTER_PIXELS: Final = 7.3
_PADDING_PIXELS: Final = 16
_BOX_HEIGHT_PIXELS: Final = 26
_GAP_PIXELS: Final = 14
_LAYER_GAP_PIXELS: Final = 34
_LABEL_GAP_PIXELS: Final = 96
_BEND_PIXELS: Final = 4
_MARGIN_PIXELS: Final = 4
_SWEEPS: Final = 24


class Arrow(NamedTuple):
    """An arrow of a chart, with the label on it."""

    start: str
    end: str
    label: str


class Bend(NamedTuple):
    """Where an arrow passes a layer."""

    arrow: Arrow
    layer: int


def draw_charts(markdown: str) -> str:
    """Return a page with its flowcharts drawn."""
    return _BLOCK.sub(lambda block: Chart(block["way"], read_arrows(block["arrows"])).draw(), markdown)


def read_arrows(text: str) -> list[Arrow]:
    """The arrows of a chart, one a line; any other line is refused."""
    arrows = []
    for line in text.splitlines():
        match = _ARROW.fullmatch(line.strip())
        if match is None:
            raise ValueError(f"`{line}` is no arrow of a flowchart")
        arrows.append(Arrow(match["start"], match["end"], match["label"] or ""))
    return arrows


class Chart:
    """A flowchart without circles, in layers."""

    def __init__(self, way: str, arrows: Sequence[Arrow]) -> None:
        self.goes_down = way == "TD"
        self.arrows = arrows
        self.boxes = list(dict.fromkeys(name for arrow in arrows for name in (arrow.start, arrow.end)))
        self.layer_of = self._find_layers()
        self.routes = {arrow: self._route(arrow) for arrow in arrows}
        self.layers = self._order_layers()
        self.across = self._place_across()
        self.along = self._place_along()

    def draw(self) -> str:
        """The chart as HTML, in a frame that scrolls where the page is narrow."""
        boxes = [part for name in self.boxes for part in self._draw_box(name)]
        arrows = [part for arrow in self.arrows for part in self._draw_arrow(arrow)]
        width, height = self._turn(
            max(self.across[item] + self._half_across(item) for item in self.across) + _MARGIN_PIXELS,
            max(self.along[self.layer_of[name]] + self._half_along(name) for name in self.boxes) + _MARGIN_PIXELS,
        )
        read = "; ".join(
            f"{arrow.start} → {arrow.end}{f' ({arrow.label})' if arrow.label else ''}" for arrow in self.arrows
        )
        box = f"0 0 {svg_number(width)} {svg_number(height)}"
        size = {"viewBox": box, "width": svg_number(width), "height": svg_number(height)}
        picture = element("svg", [*arrows, *boxes], role="img", **{"aria-label": read}, **size)
        return element("div", [picture], **{"class": "chart", "tabindex": 0})

    # ------------------------------------------------------------ layers and their order

    def _find_layers(self) -> dict[str, int]:
        """The layer of each box: below all boxes with an arrow to it; one without such is next to what it leads to."""
        layer_of = dict.fromkeys(self.boxes, 0)
        for _ in self.boxes:
            for arrow in self.arrows:
                layer_of[arrow.end] = max(layer_of[arrow.end], layer_of[arrow.start] + 1)
        if any(layer_of[arrow.end] > len(self.boxes) for arrow in self.arrows):
            raise ValueError("a flowchart has a circle")
        ends = {arrow.end for arrow in self.arrows}
        for name in self.boxes:
            if name not in ends:
                layer_of[name] = min(layer_of[arrow.end] for arrow in self.arrows if arrow.start == name) - 1
        return layer_of

    def _route(self, arrow: Arrow) -> list[str | Bend]:
        between = range(self.layer_of[arrow.start] + 1, self.layer_of[arrow.end])
        return [arrow.start, *(Bend(arrow, layer) for layer in between), arrow.end]

    def _order_layers(self) -> list[list[str | Bend]]:
        """The boxes and bends of each layer, in the order with the fewest crossings that some sweeps find."""
        layers: list[list[str | Bend]] = [[] for _ in range(max(self.layer_of.values()) + 1)]
        for name in self.boxes:
            layers[self.layer_of[name]].append(name)
        for route in self.routes.values():
            for item in route:
                if isinstance(item, Bend):
                    layers[item.layer].append(item)
        best = [list(layer) for layer in layers]
        for sweep in range(_SWEEPS):
            neighbours = self._neighbours(backwards=sweep % 2 == 0)
            for layer in layers if sweep % 2 == 0 else reversed(layers):
                places = {item: place for other in layers for place, item in enumerate(other)}
                means = {
                    item: _mean([places[other] for other in neighbours.get(item, ())], places[item]) for item in layer
                }
                layer.sort(key=means.__getitem__)
            if self._count_crossings(layers) < self._count_crossings(best):
                best = [list(layer) for layer in layers]
        return best

    def _neighbours(self, *, backwards: bool) -> dict[str | Bend, list[str | Bend]]:
        found: dict[str | Bend, list[str | Bend]] = {}
        for route in self.routes.values():
            for start, end in pairwise(route):
                found.setdefault(end if backwards else start, []).append(start if backwards else end)
        return found

    def _count_crossings(self, layers: Sequence[Sequence[str | Bend]]) -> int:
        places = {item: place for layer in layers for place, item in enumerate(layer)}
        following = self._neighbours(backwards=False)
        crossings = 0
        for layer in layers:
            lines = [(places[item], places[other]) for item in layer for other in following.get(item, ())]
            crossings += sum(
                (start - other_start) * (end - other_end) < 0
                for start, end in lines
                for other_start, other_end in lines
            )
        return crossings // 2

    # ------------------------------------------------------------ places

    def _turn(self, across: float, along: float) -> tuple[float, float]:
        return (across, along) if self.goes_down else (along, across)

    def _half_across(self, item: str | Bend) -> float:
        if isinstance(item, Bend):
            return _BEND_PIXELS / 2
        return (_box_width(item) if self.goes_down else _BOX_HEIGHT_PIXELS) / 2

    def _half_along(self, name: str) -> float:
        return (_BOX_HEIGHT_PIXELS if self.goes_down else _box_width(name)) / 2

    def _place_along(self) -> list[float]:
        """The middle of each layer along the way."""
        middles = []
        end = float(_MARGIN_PIXELS)
        gap = _LAYER_GAP_PIXELS if self.goes_down else _LABEL_GAP_PIXELS
        for layer in self.layers:
            half = max(self._half_along(item) for item in layer if isinstance(item, str))
            middles.append(end + half)
            end += 2 * half + gap
        return middles

    def _place_across(self) -> dict[str | Bend, float]:
        """The middle of each box and bend across the way: near to those that it is connected with."""
        places: dict[str | Bend, float] = {}
        for layer in self.layers:
            places.update(zip(layer, self._spread(layer, dict.fromkeys(layer, 0.0)), strict=True))
        both = (self._neighbours(backwards=True), self._neighbours(backwards=False))
        for sweep in range(_SWEEPS):
            for layer in self.layers if sweep % 2 == 0 else reversed(self.layers):
                wanted = {
                    item: _mean([places[other] for side in both for other in side.get(item, ())], places[item])
                    for item in layer
                }
                places.update(zip(layer, self._spread(layer, wanted), strict=True))
        left = min(place - self._half_across(item) for item, place in places.items()) - _MARGIN_PIXELS
        return {item: place - left for item, place in places.items()}

    def _spread(self, layer: Sequence[str | Bend], wanted: Mapping[str | Bend, float]) -> list[float]:
        """The places nearest to the wanted ones that keep the order and the gaps: least squares, by pooling."""
        offsets = [0.0]
        for item, other in pairwise(layer):
            offsets.append(offsets[-1] + self._half_across(item) + _GAP_PIXELS + self._half_across(other))
        pools: list[tuple[float, int]] = []
        for item, offset in zip(layer, offsets, strict=True):
            pools.append((wanted[item] - offset, 1))
            while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
                (second, seconds), (first, firsts) = pools.pop(), pools.pop()
                pools.append(((first * firsts + second * seconds) / (firsts + seconds), firsts + seconds))
        starts = [start for start, size in pools for _ in range(size)]
        return [start + offset for start, offset in zip(starts, offsets, strict=True)]

    # ------------------------------------------------------------ pictures

    def _draw_box(self, name: str) -> list[str]:
        x, y = self._turn(self.across[name], self.along[self.layer_of[name]])
        width = _box_width(name)
        corner = {"x": svg_number(x - width / 2), "y": svg_number(y - _BOX_HEIGHT_PIXELS / 2)}
        return [
            element("rect", [], **corner, width=svg_number(width), height=_BOX_HEIGHT_PIXELS, rx=4),
            text_element("text", name, x=svg_number(x), y=svg_number(y + 4)),
        ]

    def _draw_arrow(self, arrow: Arrow) -> list[str]:
        """A curve through the bends, with a head where it ends; through a layer it goes straight."""
        points: list[tuple[float, float]] = []
        for item in self.routes[arrow]:
            layer = item.layer if isinstance(item, Bend) else self.layer_of[item]
            half = self._half_along(item) if isinstance(item, str) else 0.0
            along, across = self.along[layer], self.across[item]
            if item != arrow.start:
                points.append((across, along - half))
            if item != arrow.end:
                points.append((across, along + half))
        start_x, start_y = self._turn(*points[0])
        curve = [f"M{svg_number(start_x)} {svg_number(start_y)}"]
        for place, ((across, along), (next_across, next_along)) in enumerate(pairwise(points)):
            if place % 2:
                continue
            middle = (along + next_along) / 2
            ends = (self._turn(across, middle), self._turn(next_across, middle), self._turn(next_across, next_along))
            curve.append("C" + ", ".join(f"{svg_number(x)} {svg_number(y)}" for x, y in ends))
        across, along = points[-1]
        corners = [(across, along), (across - 3.5, along - 7), (across + 3.5, along - 7)]
        head = " ".join(",".join(map(svg_number, self._turn(*corner))) for corner in corners)
        drawn = [element("path", [], d=" ".join(curve)), element("polygon", [], points=head)]
        if arrow.label:
            (across, along), (next_across, next_along) = points[:2]
            x, y = self._turn((across + next_across) / 2, (along + next_along) / 2)
            drawn.append(text_element("text", arrow.label, x=svg_number(x), y=svg_number(y - 5), **{"class": "label"}))
        return drawn


def _box_width(name: str) -> float:
    return len(name) * _CHARACTER_PIXELS + _PADDING_PIXELS


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise
