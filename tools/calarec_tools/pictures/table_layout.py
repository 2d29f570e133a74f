"""Where things lie on a drawn table: hands, trick and piles, for a wide picture and for one as narrow as a phone.

Places are counted from the seat that looks, in the order of play. All cards stand upright, so that they can be read; a
hand is spread over its slot. The same slots are drawn by `pictures.table` and, as data, by the player of the page.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from typing import Any, Final, Literal, TypeAlias

from calarec.base.frozen import NamedTuple
from calarec_tools.pictures.cards import HIGH, WIDE

TableShape: TypeAlias = Literal["wide", "tall"]


class CardSlot(NamedTuple):
    """Room for cards side by side: its left edge and its top, its width, the size of its cards, in how many rows."""

    x: float
    y: float
    width: float
    size: float
    rows: int = 1
    label: str = "above"

    @property
    def high(self) -> float:
        """How high it is."""
        return (HIGH + (self.rows - 1) * _ROW) * self.size

    def spread(self, count: int) -> list[tuple[float, float]]:
        """The left upper corners of so many cards, in the middle of the slot."""
        each = -(-count // self.rows) if count else 0
        found = []
        for row in range(self.rows):
            here = max(0, min(each, count - row * each))
            step = min(_STEP * self.size, (self.width - WIDE * self.size) / max(here - 1, 1))
            left = self.x + (self.width - WIDE * self.size - step * (here - 1)) / 2
            found += [(left + step * place, self.y + row * _ROW * self.size) for place in range(here)]
        return found


class TableLayout(NamedTuple):
    """A picture: its sides, the slots of the seats from the one that looks, of their cards in a trick, and of piles."""

    wide: float
    high: float
    hands: tuple[CardSlot, ...]
    trick: tuple[CardSlot, ...]
    piles: tuple[CardSlot, ...]

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "wide": self.wide,
            "high": self.high,
            "card": [WIDE, HIGH, _STEP, _ROW],
            **{name: [list(slot) for slot in getattr(self, name)] for name in ("hands", "trick", "piles")},
        }


_STEP: Final = 30
"""Cards lie at most so far apart: more would make small hands look like large ones."""
_ROW: Final = 40
"""So much of a card is seen under one of the next row: its letter and its suit."""
_PLACES: Final = {
    1: ("near",),
    2: ("near", "far"),
    3: ("near", "right", "left"),
    4: ("near", "right", "far", "left"),
    5: ("near", "right", "far-right", "far-left", "left"),
    6: ("near", "right", "far-right", "far", "far-left", "left"),
    7: ("near", "low-right", "right", "far-right", "far-left", "left", "low-left"),
    8: ("near", "low-right", "right", "far-right", "far", "far-left", "left", "low-left"),
}
"""The places by number of seats, counterclockwise."""
_WIDE_SLOTS: Final = {
    "near": CardSlot(230, 520, 540, 1.2, 1),
    "right": CardSlot(764, 250, 226, 0.95, 2),
    "left": CardSlot(10, 250, 226, 0.95, 2),
    "far": CardSlot(310, 36, 380, 0.95, 1),
    "far-right": CardSlot(560, 36, 300, 0.9, 1),
    "far-left": CardSlot(140, 36, 300, 0.9, 1),
    "low-right": CardSlot(764, 440, 226, 0.8, 2),
    "low-left": CardSlot(10, 440, 226, 0.8, 2),
}
_WIDE_SMALL: Final = {
    "far": CardSlot(370, 36, 260, 0.85, 1),
    "far-right": CardSlot(690, 36, 260, 0.85, 1),
    "far-left": CardSlot(50, 36, 260, 0.85, 1),
    "right": CardSlot(764, 228, 226, 0.8, 2),
    "left": CardSlot(10, 228, 226, 0.8, 2),
}
"""Where many sit at the far side, each has less room."""
_MIDDLE: Final = (500, 305)
_ROUND: Final = (215, 112)
"""The cards of a trick lie round the middle, each towards the seat that played it."""
_FAR_SIDE: Final = 150


@cache
def table_layout(seats: int, piles: int, direction: str, shape: TableShape) -> TableLayout:
    """The layout for a number of seats and piles; where play goes clockwise, it is mirrored."""
    return _wide(seats, piles, direction) if shape == "wide" else _tall(seats, piles)


def _wide(seats: int, piles: int, direction: str) -> TableLayout:
    names = _PLACES[min(max(seats, 1), 8)]
    if direction == "clockwise":
        names = (names[0], *reversed(names[1:]))
    slots = _WIDE_SLOTS | (_WIDE_SMALL if seats > 5 else {})
    size = 1.05 if seats < 6 else 0.8
    way = 1 if direction == "clockwise" else -1
    trick = [_towards(pi / 2 + way * 2 * pi * place / max(seats, 1), size) for place in range(max(seats, 1))]
    low = 548 if seats < 7 else 640
    under = [
        CardSlot(14 + 756 * (number % 2), low + 112 * (number // 2), 200, 0.8, label="below") for number in range(piles)
    ]
    hands = [slots[name] for name in names]
    # Where nobody sits opposite, there is no far side.
    up = 0 if any(name.startswith("far") for name in names) else _FAR_SIDE
    parts = (tuple(slot._replace(y=slot.y - up) for slot in part) for part in (hands, trick, under))
    return TableLayout(1000, 670 - up + (90 if seats > 6 else 0), *parts)


def _towards(angle: float, size: float) -> CardSlot:
    x = _MIDDLE[0] + _ROUND[0] * cos(angle) - WIDE * size / 2
    y = _MIDDLE[1] + _ROUND[1] * sin(angle) - HIGH * size / 2
    return CardSlot(round(x, 1), round(y, 1), WIDE * size, size)


def _tall(seats: int, piles: int) -> TableLayout:
    """The others row by row from above, the trick, the piles, and the hand of who looks below."""
    size, top = (0.66, 26) if seats < 6 else (0.5, 24)
    row = HIGH * size + 26
    others = [CardSlot(8, top + row * number, 344, size) for number in range(seats - 1)]
    y = top + row * (seats - 1) + 4
    width = min(344 / max(seats, 1), 72)
    trick_size = min(0.9, (width - 6) / WIDE)
    left = 180 - width * seats / 2
    trick = [
        CardSlot(left + width * number + (width - WIDE * trick_size) / 2, y + 22, WIDE * trick_size, trick_size)
        for number in range(seats)
    ]
    y += 30 + HIGH * trick_size
    room = 344 / max(piles, 1)
    under = tuple(CardSlot(8 + room * number, y + 20, room - 8, 0.5, label="above") for number in range(piles))
    y += 78 if piles else 0
    near = CardSlot(8, y + 24, 344, 1.0)
    return TableLayout(360, y + 30 + HIGH, (near, *others), tuple(trick), under)
