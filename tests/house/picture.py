"""`docs/architecture.svg` and the table of rooms in `ARCHITECTURE.md`: the rooms in layers, drawn from the imports.

    python -m tests.house.picture

writes both anew; a test fails while they are not current. A room stands above all that it imports. An arrow that
follows from a longer way along others is left out. An arrow over several layers goes through a *bend* in each.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from html import escape
from itertools import pairwise
from math import fsum
from textwrap import wrap
from typing import TYPE_CHECKING, Final, NamedTuple

from tests.house.structure import imports, modules
from tests.house.test_layers import MOVED, ROOMS
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

PICTURE: Final = ROOT / "docs" / "architecture.svg"
PAGE: Final = ROOT / "ARCHITECTURE.md"
_TABLE: Final = re.compile(
    r"(?<=<!-- rooms, by tests\.house\.picture -->\n).*?(?=<!-- end of the rooms -->)", re.DOTALL
)
_WIDTH, _HEIGHT, _GAP, _RISE, _MARGIN = 258, 64, 22, 104, 24
_BEND: Final = 14
_ROUNDS: Final = 24
"""More change nothing in the order of rooms as they are."""
_STYLE: Final = """
  .ground { fill: #ffffff } .library { fill: #e8f0fa; stroke: #4a6f9c } .tools { fill: #f6eeda; stroke: #96762a }
  text { font-family: Helvetica, Arial, sans-serif; font-size: 11px; fill: #333333; text-anchor: middle }
  .name { font-size: 14px; font-weight: bold; fill: #111111 } .way { fill: none; stroke: #777777; stroke-width: 1.4 }
  .head { fill: #777777 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #15181c } .library { fill: #1f2f44; stroke: #6f9bd0 } .tools { fill: #3a3018; stroke: #c6a24e }
    text { fill: #d0d0d0 } .name { fill: #ffffff } .way { stroke: #9a9a9a } .head { fill: #9a9a9a }
  }
"""


class Bend(NamedTuple):
    """Where an arrow passes a layer."""

    layer: int
    start: str
    end: str


Place = str | Bend


def purpose(room: str) -> str:
    """The first sentence of what a room says of itself."""
    said = ast.get_docstring(modules()[room]) or ""
    return said.split("\n\n")[0].replace("\n", " ").split(". ")[0].rstrip(".")


def room_of(module: str) -> str:
    """The room in which a module stands."""
    own = ".".join(module.split(".")[:2])
    return own if own in ROOMS else module.split(".")[0]


def needs() -> dict[str, set[str]]:
    """The rooms that each room imports; names that only lead to where things are now do not count."""
    found: dict[str, set[str]] = {room: set() for room in ROOMS}
    for name, others in imports().items():
        for other in others:
            if not name.startswith(MOVED) and not other.startswith(MOVED) and room_of(name) != room_of(other):
                found[room_of(name)].add(room_of(other))
    return found


def arrows(needed: Mapping[str, set[str]]) -> list[tuple[str, str]]:
    """The imports between rooms without those that follow from others."""
    below: dict[str, set[str]] = {}
    for room in ROOMS:
        below[room] = needed[room].union(*(below[each] for each in needed[room]))
    return [
        (room, each)
        for room in ROOMS
        for each in sorted(needed[room])
        if not any(each in below[other] for other in needed[room])
    ]


def layers(needed: Mapping[str, set[str]]) -> dict[str, int]:
    """How high each room stands: one above the highest that it imports."""
    found: dict[str, int] = {}
    for room in ROOMS:
        found[room] = 1 + max((found[each] for each in needed[room]), default=-1)
    return found


def _ways(drawn: Sequence[tuple[str, str]], height: Mapping[str, int]) -> list[list[Place]]:
    """Each arrow as the places through which it goes, from the top down."""
    return [
        [start, *(Bend(layer, start, end) for layer in range(height[start] - 1, height[end], -1)), end]
        for start, end in drawn
    ]


def _rows(ways: Sequence[Sequence[Place]], height: Mapping[str, int]) -> dict[Place, float]:
    """How far to the right each place lies: near what it is joined with, in rows in which nothing overlaps."""
    rows: dict[int, list[Place]] = defaultdict(list)
    for room in ROOMS:
        rows[height[room]].append(room)
    joined: dict[Place, list[Place]] = defaultdict(list)
    for way in ways:
        for bend in way[1:-1]:
            if isinstance(bend, Bend):
                rows[bend.layer].append(bend)
        for one, other in pairwise(way):
            joined[one].append(other)
            joined[other].append(one)
    across: dict[Place, float] = {}
    for row in rows.values():
        across.update(_spread(row, dict.fromkeys(row, 0.0)))
    for _ in range(_ROUNDS):
        for level in (*sorted(rows), *sorted(rows, reverse=True)):
            wanted = {each: fsum(across[other] for other in joined[each]) / len(joined[each]) for each in rows[level]}
            rows[level].sort(key=lambda each: wanted[each])
            across.update(_spread(rows[level], wanted))
    return across


def _spread(row: Sequence[Place], wanted: Mapping[Place, float]) -> Iterator[tuple[Place, float]]:
    """The places of a row where they are wanted, pushed apart as far as they need."""
    found: list[float] = []
    for number, each in enumerate(row):
        least = found[-1] + _apart(row[number - 1], each) if found else wanted[each]
        found.append(max(least, wanted[each]))
    shift = fsum(wanted[each] - at for each, at in zip(row, found, strict=True)) / len(row)
    return ((each, at + shift) for each, at in zip(row, found, strict=True))


def _apart(one: Place, other: Place) -> float:
    return sum(_BEND if isinstance(each, Bend) else _WIDTH / 2 for each in (one, other)) + _GAP


def svg() -> str:
    """The picture."""
    needed = needs()
    height = layers(needed)
    ways = _ways(arrows(needed), height)
    across = _rows(ways, height)
    left = min(across[room] for room in ROOMS) - _WIDTH / 2 - _MARGIN
    wide = round(max(across[room] for room in ROOMS) + _WIDTH / 2 + _MARGIN - left)
    top = max(height.values())
    tall = 2 * _MARGIN + top * _RISE + _HEIGHT + 20

    def at(place: Place) -> tuple[float, float]:
        level = place.layer if isinstance(place, Bend) else height[place]
        return round(across[place] - left, 1), _MARGIN + (top - level) * _RISE

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}">',
        "<title>The rooms of calarec and their imports</title>",
        f"<style>{_STYLE}</style>",
        '<marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path class="head" d="M0,0 L8,4 L0,8 z"/></marker>',
        f'<rect class="ground" width="{wide}" height="{tall}"/>',
        *(_way([at(each) for each in way]) for way in ways),
        *(line for room in ROOMS for line in _box(room, *at(room))),
        f'<text x="{wide / 2}" y="{tall - 14}">An arrow: imports. What follows from a longer way is left out.</text>',
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _way(points: Sequence[tuple[float, float]]) -> str:
    """An arrow from the foot of a box to the head of another: straight past a layer, bent between layers."""
    (x, y), *rest = points
    y += _HEIGHT
    path = f"M{x},{y}"
    for number, (to, head) in enumerate(rest, 1):
        half = (y + head) / 2
        path += f" C{x},{half} {to},{half} {to},{head}"
        x, y = to, head
        if number < len(rest):
            y += _HEIGHT
            path += f" L{x},{y}"
    return f'<path class="way" marker-end="url(#head)" d="{path}"/>'


def _box(room: str, x: float, y: float) -> Iterator[str]:
    """A room: its name, and what it says of itself."""
    kind = "tools" if room.startswith("calarec_tools") else "library"
    yield f'<rect class="{kind}" x="{round(x - _WIDTH / 2, 1)}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="5"/>'
    yield f'<text class="name" x="{x}" y="{y + 17}">{room}</text>'
    for number, line in enumerate(wrap(purpose(room).replace("`", ""), 41)):
        yield f'<text x="{x}" y="{y + 32 + 13 * number}">{escape(line)}</text>'


def page() -> str:
    """`ARCHITECTURE.md` with the table of rooms as they are."""
    text = PAGE.read_text("utf-8")
    rows = [f"| `{room.replace('.', '/')}` | {purpose(room)} |" for room in reversed(ROOMS)]
    table = "\n".join(["| room | what it is |", "| --- | --- |", *rows]) + "\n"
    return _TABLE.sub(lambda _: table, text)


if __name__ == "__main__":
    PICTURE.write_text(svg(), "utf-8", newline="\n")
    PAGE.write_text(page(), "utf-8", newline="\n")
