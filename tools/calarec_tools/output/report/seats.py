"""The table with its people, drawn with the first seat nearest to the reader.

Terms. A *place* is one of the spots round the drawn table: three at the far side, one at each end, two at
the near side. Places are filled in the order of play, to the right where play goes counterclockwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.cells import cells
from calarec.core.wording.language import Words, text_in
from calarec_tools.output.report.page import cut

if TYPE_CHECKING:
    from calarec.core.engine.state import Seating
    from calarec_tools.output.report.page import Page, Spans
    from calarec_tools.output.report.people import People

DEALS: Final = Words("deals")
SITS_OUT: Final = Words("sits out")
DUMMY: Final = Words("dummy")
_WAYS: Final = {
    "counterclockwise": Words("↺ counterclockwise"),
    "clockwise": Words("↻ clockwise"),
}
_PLACES: Final = {
    2: ("near", "far"),
    3: ("near", "end", "start"),
    4: ("near", "end", "far", "start"),
    5: ("near", "end", "far-right", "far-left", "start"),
    6: ("near", "end", "far-right", "far", "far-left", "start"),
    7: ("near-left", "near-right", "end", "far-right", "far", "far-left", "start"),
}
"""The places by number of seats, counterclockwise from the first seat.

`start` is the left end.
"""
_MIRRORED: Final = {
    "end": "start", "start": "end", "far-right": "far-left", "far-left": "far-right",
    "near-left": "near-right", "near-right": "near-left",
}  # fmt: skip
_MIN_TABLE_COLUMNS: Final = 22


def seating_line(people: People) -> Spans:
    """Return the people in one line, in the order of play."""
    names = " · ".join(_person_text(people, seat) for seat in range(len(people.setting.labels)))
    return [(f"{text_in(_WAYS[people.game.rules.table.direction], people.lang)}  ", "faint"), (names, "")]


def draw_table(page: Page, people: People) -> None:
    """Draws the table."""
    seats = len(people.setting.labels)
    direction = people.game.rules.table.direction
    places = _PLACES[min(max(seats, 2), 7)]
    if direction == "clockwise":
        places = tuple(_MIRRORED.get(place, place) for place in places)
    room = min(page.room, 80) - 4
    whole = {place: _person_text(people, seat) for seat, place in enumerate(places[:seats])}
    narrow = any(cells(said) > _longest_text(place, whole, room) for place, said in whole.items())
    if narrow:
        whole = {place: _short_person(people, seat) for seat, place in enumerate(places[:seats])}
    at = {place: cut(said, _longest_text(place, whole, room)) for place, said in whole.items()}
    way = text_in(_WAYS[direction], people.lang)
    left, right = at.get("start", ""), at.get("end", "")
    rows = [_people_of_side(at, "far"), _people_of_side(at, "near")]
    inner = max(
        _MIN_TABLE_COLUMNS, cells(way) + 2, *(sum(map(cells, row)) + 2 * len(row) for row in rows if len(row) > 1)
    )
    inner = max(8, min(inner, room - cells(left) - cells(right) - 4))
    margin = " " * (cells(left) + 3)
    far, near = (_spread_people(row, inner + 2) for row in rows)
    for line in (
        [(margin + far, "strong")],
        [(f"{margin}╭{'─' * inner}╮", "faint")],
        _middle(left, way, inner, right),
        [(f"{margin}╰{'─' * inner}╯", "faint")],
        [(margin + near, "strong")],
    ):
        if line[0][0].strip() or len(line) > 1:
            page.print_row(line)
    if narrow:
        signs = [
            f"{sign} {text_in(part, people.lang)}" for sign, seats, part in _parts_in_hand(people.setting) if seats
        ]
        page.print_row([("  " + ", ".join(signs), "faint")])


def _short_person(people: People, seat: int) -> str:
    """A person's letter and name, with signs for the part in the hand."""
    setting = people.setting
    label, name = setting.labels[seat], people.names_by_seat[seat]
    signs = "".join(sign for sign, seats, _ in _parts_in_hand(setting) if seat in seats)
    return f"{label}{signs} {name}" if name != label else f"{label}{signs}"


def _parts_in_hand(setting: Seating) -> tuple[tuple[str, tuple[int, ...], Words], ...]:
    """Return the special parts in a hand: sign, seats, name."""
    return ("*", (setting.dealer,), DEALS), ("°", setting.out, SITS_OUT), ("†", setting.dummies, DUMMY)


def _person_text(people: People, seat: int) -> str:
    """A person's letter, name and part in the hand."""
    setting = people.setting
    label, name = setting.labels[seat], people.names_by_seat[seat]
    parts = [f"{label} {name}" if name != label else label]
    parts += [text_in(part, people.lang) for _, seats, part in _parts_in_hand(setting) if seat in seats]
    return f"{parts[0]} ({', '.join(parts[1:])})" if parts[1:] else parts[0]


def _longest_text(place: str, at: dict[str, str], room: int) -> int:
    """Return the maximum length of a person's text at a place."""
    if place in ("start", "end"):
        return max((room - _MIN_TABLE_COLUMNS) // 2 - 4, 8)
    return max(room // len(_people_of_side(at, place.partition("-")[0])) - 2, 8)


def _people_of_side(at: dict[str, str], side: str) -> list[str]:
    """The people of a long side, from left to right."""
    return [at[place] for place in (f"{side}-left", side, f"{side}-right") if place in at]


def _spread_people(row: list[str], width: int) -> str:
    """People side by side over a width, each in the middle of his part of it."""
    if len(row) < 2:
        return " " * max((width - cells("".join(row))) // 2, 0) + "".join(row)
    gap = max((width - sum(map(cells, row))) // (len(row) - 1), 2)
    return (" " * gap).join(row)


def _middle(left: str, way: str, inner: int, right: str) -> Spans:
    way = cut(way, inner)
    before = (inner - cells(way)) // 2
    after = inner - cells(way) - before
    return [
        (f"  {left} ", "strong"),
        (f"│{' ' * before}{way}{' ' * after}│", "faint"),
        (f" {right}", "strong"),
    ]
