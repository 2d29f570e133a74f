"""A position as a static picture: hands, trick and piles, from the player's data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec_tools.output.pictures.cards import BACK, UNKNOWN, WIDE, CardFace, used_symbols
from calarec_tools.output.pictures.table_layout import CardSlot, table_layout
from calarec_tools.output.pictures.xml import element, svg_number, text_element

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from calarec_tools.output.pictures.table_layout import TableLayout, TableShape

TABLE_STYLE: Final = (
    ".calarec-table{--felt:#2f6b4f;--felt2:#275a42;--said:#fff;--soft:#cfe5d8;--turn:#ffd86b}"
    "@media (prefers-color-scheme:dark){.calarec-table{--felt:#1f4a36;--felt2:#193d2c}}"
    "@media print{.calarec-table{--felt:#fff;--felt2:#fff;--said:#000;--soft:#333;--turn:#000}}"
    ".calarec-table .felt{fill:var(--felt);stroke:var(--felt2);stroke-width:2}"
    ".calarec-table text{font-family:system-ui,'Segoe UI','Helvetica Neue',Arial,sans-serif;fill:var(--said)}"
    ".calarec-table .part{fill:var(--soft);font-weight:400}"
    ".calarec-table .turn{fill:var(--turn)}"
    ".calarec-table .takes{fill:none;stroke:var(--turn);stroke-width:4}"
    ".calarec-table .wrong{fill:none;stroke:#ff5a4d;stroke-width:4}"
    ".calarec-table .better{fill:none;stroke:#ffd34d;stroke-width:4}"
)
"""The look of the table, here and in the page."""
_ROUND: Final = 16
_DOT: Final = " · "
_LETTER_WIDTH: Final = 0.58
"""The mean width of a letter of a name, as a share of its size."""
_WORD_WIDTH: Final = 0.52
"""The same for words without capitals."""
_ROW: Final = 60
"""Labels that are less apart in height are beside each other."""
_GAP: Final = 8
_MIN_ROOM: Final = 90


class TableView:
    """A position as some eyes know it, seen from a seat."""

    def __init__(self, hand: Mapping[str, Any], stop: int, *, eyes: str = "", lang: str = "en") -> None:
        self.hand = hand
        self.stop = hand["stops"][stop]
        self.eyes = eyes
        self.lang = lang
        self.places = known_hands_at(hand, stop, eyes)
        labels = [seat["label"] for seat in hand["seats"]]
        self.first = labels.index(eyes) if eyes else 0
        self.seats = len(labels)

    def place_of_seat(self, seat: int) -> int:
        """Return the place of a seat, counted from the seat in front."""
        return (seat - self.first) % self.seats

    def faces_at_place(self, place: int) -> list[str]:
        """Return the faces at a place: known cards by suit, and backs for unseen ones.

        If the eyes see all, a card without a face is an unknown card.
        """
        known = shown_order(self.hand, self.places.get(place, []))
        hidden = self.stop["sizes"][place] - len(known)
        return [*(self.hand["faces"][each] for each in known), *[BACK if self.eyes else UNKNOWN] * hidden]

    def label_of_seat(self, seat: int) -> tuple[str, str]:
        """Return the name of the player in a seat, and a description of their part."""
        about = self.hand["seats"][seat]
        words = []
        if self.stop["declarer"] == seat and self.stop["contract"]:
            words.append(self.stop["contract"][self.lang])
        if seat in self.stop.get("partner", {}).get(self.eyes, ()):
            words.append(self.hand["words"]["partner"][self.lang])
        won = self.stop["tricks"][seat]
        if won:
            words.append(self.hand["words"]["tricks"][self.lang].replace("{count}", str(won)))
        # Where there is no room for all of it, the dealer is what one misses least.
        words += [about["part"][self.lang]] if about["part"] else []
        return about["name"], _DOT.join(words)


def known_hands_at(hand: Mapping[str, Any], stop: int, eyes: str) -> dict[int, list[int]]:
    """Return the cards that these eyes know at each place, after the changes so far."""
    places: dict[int, list[int]] = {}
    for each in hand["stops"][: stop + 1]:
        places |= {int(place): cards for place, cards in each.get("hands", {}).get(eyes, {}).items()}
    return places


def shown_order(hand: Mapping[str, Any], cards: Iterable[int]) -> list[int]:
    """Suit by suit, highest first, as people hold them."""
    suits = list(dict.fromkeys(name[1] for name in hand["cards"]))
    return sorted(cards, key=lambda each: (suits.index(hand["cards"][each][1]), -each))


def table_parts(view: TableView, shape: TableShape) -> Iterator[str]:
    """Yield the parts of the table: felt, cards and labels."""
    hand, stop = view.hand, view.stop
    layout = table_layout(view.seats, len(hand["piles"]), hand["direction"], shape)
    size = 17 if shape == "wide" else 13
    sides = {"width": svg_number(layout.wide - 2), "height": svg_number(layout.high - 2)}
    yield element("rect", [], x=1, y=1, **sides, rx=_ROUND, **{"class": "felt"})
    for seat in range(view.seats):
        slot = layout.hands[view.place_of_seat(seat)]
        yield from spread_faces(slot, view.faces_at_place(seat))
        name, about = view.label_of_seat(seat)
        turn = stop.get("turn", -1) == seat
        yield _label_svg(slot, name, about, size, turn=turn, room=_label_room(layout, slot))
    for pile, name in enumerate(hand["piles"]):
        cards = view.faces_at_place(view.seats + pile)
        if cards:
            yield from spread_faces(layout.piles[pile], cards)
            yield _label_svg(layout.piles[pile], "", name[view.lang], size)
    for place, (seat, each) in enumerate(stop["trick"]):
        slot = layout.trick[view.place_of_seat(seat)]
        yield from spread_faces(slot, [hand["faces"][each] if each >= 0 else UNKNOWN])
        if stop.get("takes", -1) == seat:
            yield ring(slot, "takes")
        if shape == "tall" or place == 0:
            text = hand["seats"][seat]["name"] if shape == "tall" else "1"
            yield _label_svg(slot, _fitted_text(text, slot.width + 8, size - 1), "", size - 1)


def spread_faces(slot: CardSlot, faces: Sequence[str]) -> Iterator[str]:
    """Cards in a slot."""
    for face, (x, y) in zip(faces, slot.card_corners(len(faces)), strict=True):
        places = {
            "x": svg_number(x),
            "y": svg_number(y),
            "width": svg_number(WIDE * slot.size),
            "height": svg_number(92 * slot.size),
        }
        yield element("use", [], href=f"#{face}", **places)


def ring(slot: CardSlot, kind: str) -> str:
    """A frame round a card."""
    return element(
        "rect", [], x=svg_number(slot.x - 3), y=svg_number(slot.y - 3), width=svg_number(WIDE * slot.size + 6),
        height=svg_number(slot.slot_height + 6), rx=8, **{"class": kind},
    )  # fmt: skip


def _fitted_text(text: str, width: float, size: float, letter: float = _LETTER_WIDTH) -> str:
    most = max(int(width / (size * letter)), 2)
    return text if len(text) <= most else text[: most - 1] + "…"


def _fitted_words(text: str, width: float, size: float) -> str:
    """Return as many of the words between dots as there is room for."""
    while len(text) > int(width / (size * _WORD_WIDTH)) and _DOT in text:
        text = text.rpartition(_DOT)[0]
    return _fitted_text(text, max(width, _MIN_ROOM), size, _WORD_WIDTH)


def _label_room(layout: TableLayout, slot: CardSlot) -> float:
    """Return the width for a label: to the edge, and to the labels beside it."""
    middle = slot.x + slot.width / 2
    beside = [other for other in layout.hands if other != slot and abs(other.y - slot.y) < _ROW]
    apart = (abs(other.x + other.width / 2 - middle) - _GAP for other in beside)
    return max(slot.width, min((2 * min(middle, layout.wide - middle) - 2 * _GAP, *apart)))


def _label_svg(slot: CardSlot, name: str, about: str, size: float, *, turn: bool = False, room: float = 0) -> str:
    x = svg_number(slot.x + slot.width / 2)
    stacked = slot.label == "stacked" and bool(about)
    y = slot.y + slot.slot_height + size if slot.label == "below" else slot.y - 7 - (size if stacked else 0)
    name = _fitted_text(name, max(slot.width, _MIN_ROOM), size)
    parts = [text_element("tspan", name, **{"class": "turn"} if turn else {})] if name else []
    if about:
        left = room - (0 if stacked else (len(name) + 1) * size * _LETTER_WIDTH)
        said = ("  " if name and not stacked else "") + _fitted_words(about, left, size - 2)
        below = {"x": x, "dy": size} if stacked else {}
        parts.append(text_element("tspan", said, **{"class": "part", "font-size": size - 2, **below}))
    return element(
        "text", parts, x=x, y=svg_number(y), **{"font-size": size, "font-weight": 600, "text-anchor": "middle"}
    )


def table_picture(view: TableView, faces: Iterable[CardFace], title: str, *, shape: TableShape = "wide") -> str:
    """Draw a complete picture, with a description for people who do not see it."""
    layout = table_layout(view.seats, len(view.hand["piles"]), view.hand["direction"], shape)
    drawn = "".join(table_parts(view, shape))
    said = view.stop["said"].get(view.eyes) or view.stop["said"][""]
    parts = [
        text_element("title", title, id="table-title"),
        text_element("desc", said[view.lang], id="table-text"),
        element("style", [TABLE_STYLE]),
        used_symbols(faces, drawn),
        drawn,
    ]
    return element(
        "svg", parts, xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {svg_number(layout.wide)} {svg_number(layout.high)}",
        role="img", **{"class": "calarec-table", "aria-labelledby": "table-title table-text"},
    )  # fmt: skip
