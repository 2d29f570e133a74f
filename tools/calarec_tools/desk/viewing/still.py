"""Static pictures of a hand: one position, or deal, tricks and result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.wording.language import Words, text_in
from calarec_tools.desk.viewing.hand_data import hand_data, hand_faces
from calarec_tools.output.pictures.cards import UNKNOWN, card_symbols
from calarec_tools.output.pictures.table import TABLE_STYLE, TableView, ring, spread_faces, table_picture
from calarec_tools.output.pictures.table_layout import CardSlot
from calarec_tools.output.pictures.xml import element, svg_number, text_element

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from calarec.core.judge.judgement import Judgement
    from calarec.core.wording.language import Language
    from calarec_tools.output.pictures.table_layout import TableShape

_WIDE: Final = 1000
_DEAL: Final = 104
_TRICKS: Final = Words("The tricks: who leads is first, who takes it is framed.")
_SIZE: Final = 0.72
_LINE: Final = 22


def position_picture(judged: Judgement, at: str, eyes: str, lang: Language, shape: TableShape) -> str:
    """A position, by the name of its stop."""
    hand = hand_data(judged)
    stop = next(place for place, each in enumerate(hand["stops"]) if at in each["names"])
    title = f"{hand['title'][lang]} · {at}"
    return table_picture(TableView(hand, stop, eyes=eyes, lang=lang), hand_faces(judged), title, shape=shape)


def hand_picture(judged: Judgement, eyes: str, lang: Language) -> str:
    """The whole hand on one picture."""
    hand = hand_data(judged)
    parts = [*_head_svg(hand, lang)]
    y = 62.0 + _LINE * (len(parts) - 1)
    deal = TableView(hand, 0, eyes=eyes, lang=lang)
    for place in range(len(hand["seats"]) + len(hand["piles"])):
        cards = deal.faces_at_place(place)
        if cards:
            name = hand["seats"][place]["name"] if place < deal.seats else hand["piles"][place - deal.seats][lang]
            parts.append(_text_svg(name, 24, y + 42, weight=700))
            parts += spread_faces(CardSlot(190, y, min(60 * 0.9 + 27 * (len(cards) - 1), _WIDE - 214), 0.9), cards)
            y += _DEAL
    tricks = list(_shown_tricks(hand))
    if tricks:
        parts.append(_text_svg(text_in(_TRICKS, lang), 24, y + 18, soft=True))
        y += 36
    each = len(hand["seats"]) * 60 * _SIZE + 46
    columns = max(int((_WIDE - 24) // each), 1)
    for place, trick in enumerate(tricks):
        x = 24 + (_WIDE - 24) / columns * (place % columns)
        top = y + (place // columns) * 84
        leader = hand["seats"][trick["trick"][0][0]]["label"]
        parts += [_text_svg(str(place + 1), x, top + 30, weight=700), _text_svg(leader, x, top + 54, soft=True)]
        parts += _trick_svg(hand, trick, x + 24, top)
    high = y + -(-len(tricks) // columns) * 84 + 12
    title = hand["title"][lang]
    told = " ".join(line["text"][lang] for line in hand["answer"])
    return element(
        "svg",
        [
            text_element("title", title, id="hand-title"),
            text_element("desc", told, id="hand-text"),
            element("style", [TABLE_STYLE]),
            card_symbols(hand_faces(judged)),
            f'<rect class="felt" x="1" y="1" width="{_WIDE - 2}" height="{svg_number(high - 2)}" rx="16"/>',
            *parts,
        ],
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_WIDE} {svg_number(high)}",
        role="img",
        **{"class": "calarec-table", "aria-labelledby": "hand-title hand-text"},
    )


def _head_svg(hand: Mapping[str, Any], lang: Language) -> Iterator[str]:
    """The title, the winner and the payments."""
    title = f"{hand['title'][lang]} · {hand['rules']['title'][lang]}"
    yield _text_svg(title, 24, 36, weight=700, size=22)
    for place, line in enumerate(hand["answer"][:2]):
        yield _text_svg(line["text"][lang], 24, 62 + _LINE * place)


def _text_svg(text: str, x: float, y: float, *, weight: int = 400, size: int = 17, soft: bool = False) -> str:
    return text_element(
        "text", text, x=svg_number(x), y=svg_number(y),
        **{"font-size": size, "font-weight": weight, **({"class": "part"} if soft else {})},
    )  # fmt: skip


def _shown_tricks(hand: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the stops with a complete trick on the table, and the last incomplete one."""
    stops = hand["stops"]
    for place, stop in enumerate(stops):
        following = stops[place + 1].get("trick", []) if place + 1 < len(stops) else []
        if stop.get("trick") and len(following) <= len(stop["trick"]) and following[:1] != stop["trick"][:1]:
            yield stop


def _trick_svg(hand: Mapping[str, Any], stop: Mapping[str, Any], x: float, y: float) -> Iterator[str]:
    for place, (seat, card) in enumerate(stop["trick"]):
        slot = CardSlot(x + place * 60 * _SIZE, y, 60 * _SIZE, _SIZE)
        yield from spread_faces(slot, [hand["faces"][card] if card >= 0 else UNKNOWN])
        if stop.get("takes", -1) == seat:
            yield ring(slot, "takes")
