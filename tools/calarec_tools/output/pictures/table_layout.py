"""The layout of a drawn table: hands, trick and piles, wide or narrow.

Places are counted from the seat in front, in the order of play. All cards are upright, so that they can be read; a
hand is spread over its slot. The same slots are drawn by `pictures.table` and, as data, by the player of the page.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from typing import Any, Final, Literal, TypeAlias

from calarec.core.base.frozen import NamedTuple
from calarec_tools.output.pictures.cards import HIGH, WIDE

TableShape: TypeAlias = Literal["wide", "tall"]


class CardSlot(NamedTuple):
    """Room for cards side by side: left, top, width, size of cards, number of rows.

    The name is above or below it, in one line or (`stacked`) with the rest of the label in a second one.
    """

    x: float
    y: float
    width: float
    size: float
    rows: int = 1
    label: str = "above"

    @property
    def slot_height(self) -> float:
        """The height of the slot."""
        return (HIGH + (self.rows - 1) * _ROW) * self.size

    def card_corners(self, count: int) -> list[tuple[float, float]]:
        """Return the left upper corners of `count` cards, in the middle of the slot."""
        each = -(-count // self.rows) if count else 0
        found = []
        for row in range(self.rows):
            here = max(0, min(each, count - row * each))
            step = min(_STEP * self.size, (self.width - WIDE * self.size) / max(here - 1, 1))
            left = self.x + (self.width - WIDE * self.size - step * (here - 1)) / 2
            found += [(left + step * place, self.y + row * _ROW * self.size) for place in range(here)]
        return found


class TableLayout(NamedTuple):
    """A picture: its size, and slots for seats, their cards in a trick, and piles.

    Seats count from the one in front.
    """

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
"""The maximum distance of cards: a small hand must not look like a large one."""
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
_TALL_ROWS: Final = (("far-left", "far", "far-right"), ("low-left", "left", "right", "low-right"))
"""The places beside one another in a narrow picture, from above and the left."""
_FROM_THE_LEFT: Final[tuple[str, ...]] = (
    "low-left",
    "left",
    "far-left",
    "near",
    "far",
    "far-right",
    "right",
    "low-right",
)
"""The cards of a trick side by side, each towards the seat that played it."""
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
"""Narrower slots, for a far side with many players."""
_MIDDLE: Final = (500, 305)
_ROUND: Final = (215, 112)
_CLOSE: Final = (132, 84)
"""The distance of a trick's cards from the middle, towards their players.

Those of up to four people are close together.
"""
_FAR_SIDE: Final = 150


@cache
def table_layout(seats: int, piles: int, direction: str, shape: TableShape) -> TableLayout:
    """Return the layout of seats and piles; clockwise play mirrors it."""
    return _wide_layout(seats, piles, direction) if shape == "wide" else _tall(seats, piles, direction)


def _places_around(seats: int, direction: str) -> tuple[str, ...]:
    """Return the places of the seats, in the order of play."""
    first, *others = _PLACES[min(max(seats, 1), 8)]
    return (first, *(reversed(others) if direction == "clockwise" else others))


def _wide_layout(seats: int, piles: int, direction: str) -> TableLayout:
    names = _places_around(seats, direction)
    slots = _WIDE_SLOTS | (_WIDE_SMALL if seats > 5 else {})
    size = 1.2 if seats < 5 else 1.05 if seats < 6 else 0.8
    way = 1 if direction == "clockwise" else -1
    across = _CLOSE if seats < 5 else _ROUND
    trick = [
        _slot_towards(pi / 2 + way * 2 * pi * place / max(seats, 1), size, across) for place in range(max(seats, 1))
    ]
    low = 548 if seats < 7 else 640
    under = [
        CardSlot(14 + 756 * (number % 2), low + 112 * (number // 2), 200, 0.8, label="below") for number in range(piles)
    ]
    hands = [slots[name] for name in names]
    # Where nobody sits opposite, there is no far side.
    up = 0 if any(name.startswith("far") for name in names) else _FAR_SIDE
    parts = (tuple(slot._replace(y=slot.y - up) for slot in part) for part in (hands, trick, under))
    return TableLayout(1000, 670 - up + (90 if seats > 6 else 0), *parts)


def _slot_towards(angle: float, size: float, across: tuple[float, float]) -> CardSlot:
    x = _MIDDLE[0] + across[0] * cos(angle) - WIDE * size / 2
    y = _MIDDLE[1] + across[1] * sin(angle) - HIGH * size / 2
    return CardSlot(round(x, 1), round(y, 1), WIDE * size, size)


def _tall(seats: int, piles: int, direction: str) -> TableLayout:
    """Lay out a narrow picture: others above, trick, piles, own hand below."""
    names = _places_around(seats, direction)
    hands: dict[str, CardSlot] = {}
    y = 0.0
    for row in _TALL_ROWS:
        here = [name for name in row if name in names]
        room = 352 / max(len(here), 1)
        lines, label, above = (1, "above", 26) if len(here) == 1 else (2, "stacked", 38)
        for column, name in enumerate(here):
            hands[name] = CardSlot(8 + room * column, y + above, room - 8, 0.66, lines, label)
        y = max((slot.y + slot.slot_height + 2 for slot in hands.values()), default=y)
    width = min(344 / len(names), 72)
    trick_size = min(0.9, (width - 6) / WIDE)
    order = [name for name in _FROM_THE_LEFT if name in names]
    left = 180 - width * len(names) / 2 + (width - WIDE * trick_size) / 2
    trick = [CardSlot(left + width * order.index(name), y + 20, WIDE * trick_size, trick_size) for name in names]
    y += 26 + HIGH * trick_size
    room = 344 / max(piles, 1)
    under = tuple(CardSlot(8 + room * number, y + 18, room - 8, 0.5) for number in range(piles))
    y += 68 if piles else 0
    hands["near"] = CardSlot(8, y + 24, 344, 1.0)
    return TableLayout(360, y + 30 + HIGH, tuple(hands[name] for name in names), tuple(trick), under)
