"""Playing cards as SVG: Latin and French suits, and letters for others.

A face is a symbol that is drawn once and used by its id. A card is 60 wide and 92 high, with the letter of its rank
and the sign of its suit in its upper left corner, so that cards can overlap as in a hand. Figures can be distinguished
on a phone; `figures` has the people on the cards. No element has a style, so that the policy of a page can forbid
unknown ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.language import text_in
from calarec_tools.output.pictures.figures import FIGURES
from calarec_tools.output.pictures.xml import element, svg_number, text_element

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.mechanisms.ruleset import Ruleset

WIDE: Final = 60
HIGH: Final = 92
BACK: Final = "card-back"
UNKNOWN: Final = "card-unknown"
"""A card that is not recorded."""
_FONT: Final = "system-ui,'Segoe UI','Helvetica Neue',Arial,sans-serif"
_INK: Final = "#1b1b1b"
_MIDDLE: Final = 36.5
"""The middle of what is drawn beside the corner."""


class SuitArt(NamedTuple):
    """A suit: its sign in a box of 20 around 0, and the colours of letter and clothes."""

    sign: str
    ink: str
    cloth: str


_SWORD: Final = (
    '<path d="M0-13L2.2-9V4.4H-2.2V-9Z" fill="#9cc3e6" stroke="#17395e" stroke-width=".9"/>'
    '<path d="M0-11V4" stroke="#17395e" stroke-width=".7"/>'
    '<path d="M-6 4.4H6L5 7H-5Z" fill="#e2a829" stroke="#5d3a00" stroke-width=".8"/>'
    '<path d="M-1.3 7H1.3V10.4H-1.3Z" fill="#8c2f22"/>'
    '<circle cy="11.4" r="1.7" fill="#e2a829" stroke="#5d3a00" stroke-width=".6"/>'
)
_BATON: Final = (
    '<path d="M3 3.4L5.6.4L7.2 1.8L4 6M-3.4-3L-5.8-5.6L-7.2-4L-3.4 .2" fill="#b07c3f" stroke="#3f2409" '
    'stroke-width=".8"/>'
    '<path d="M-1.9 12.6L-4.4-8C-4.6-11.4-2.4-13 0-13S4.6-11.4 4.4-8L1.9 12.6Z" fill="#b07c3f" stroke="#3f2409" '
    'stroke-width=".9"/><path d="M-1.6 8.6C-.4 2-.8-3-1.4-8M1.2 5C1.6 0 1.8-4 1.6-7" fill="none" stroke="#6b431a" '
    'stroke-width=".7"/><ellipse cy="-10" rx="2.7" ry="1.6" fill="#f0d9a8" stroke="#3f2409" stroke-width=".6"/>'
    '<path d="M6.2 .8C6-2 7.6-3.6 9-3.6C9.4-1.4 8.6 .6 7 1.6ZM-6.4-5C-6.2-7.8-7.8-9.4-9.2-9.4C-9.6-7.2-8.8-5-7.2-4.2Z" '
    'fill="#3f8f3a" stroke="#1d4a1c" stroke-width=".6"/>'
)
_CUP: Final = (
    '<path d="M-1.5 1.5H1.5V6.5H-1.5Z" fill="#e2a829" stroke="#5d1712" stroke-width=".7"/>'
    '<path d="M-7.8-8.5H7.8C7.8-1.5 5 2.4 0 2.4S-7.8-1.5-7.8-8.5Z" fill="#c8412f" stroke="#5d1712"/>'
    '<path d="M-8.6-10H8.6V-7H-8.6Z" fill="#e2a829" stroke="#5d1712" stroke-width=".8"/>'
    '<path d="M-6.4 9.8C-6.4 7.2-3.4 6 0 6S6.4 7.2 6.4 9.8Z" fill="#e2a829" stroke="#5d1712" stroke-width=".8"/>'
    '<circle cy="-2.6" r="1.9" fill="#e2a829"/>'
)
_COIN: Final = (
    '<circle r="9.6" fill="#e2a829" stroke="#6b4300" stroke-width="1.1"/>'
    '<circle r="7" fill="#f5d57c" stroke="#6b4300" stroke-width=".8"/>'
    '<path d="M0-6L1.6-1.6L6 0L1.6 1.6L0 6L-1.6 1.6L-6 0L-1.6-1.6Z" fill="#b3392b"/>'
    '<circle r="1.7" fill="#e2a829" stroke="#6b4300" stroke-width=".6"/>'
)
_HEART: Final = '<path d="M0 9.5C-13 0-9.5-9.5-4.6-9.5C-2-9.5-.5-7.6 0-5.4C.5-7.6 2-9.5 4.6-9.5C9.5-9.5 13 0 0 9.5Z" fill="#c62839"/>'  # noqa: E501
_DIAMOND: Final = '<path d="M0-10.5L7.6 0L0 10.5L-7.6 0Z" fill="#c62839"/>'
_SPADE: Final = (
    '<path d="M0-10.5C3-5.5 9.2-2 9.2 3C9.2 6.3 6.8 8 4.6 8C2.8 8 1.3 7 .6 5.6C.7 7.6 1.6 9.4 3.2 10.2H-3.2'
    'C-1.6 9.4-.7 7.6-.6 5.6C-1.3 7-2.8 8-4.6 8C-6.8 8-9.2 6.3-9.2 3C-9.2-2-3-5.5 0-10.5Z" fill="#1d2433"/>'
)
_CLUB: Final = (
    '<g fill="#1d2433"><circle cy="-5.6" r="4.5"/><circle cx="-5.1" cy="1.8" r="4.5"/>'
    '<circle cx="5.1" cy="1.8" r="4.5"/>'
    '<path d="M-1.6-3H1.6L.8 3C.9 6.5 1.7 9 3.8 10.2H-3.8C-1.7 9-.9 6.5-.8 3Z"/></g>'
)
_SUITS: Final = {
    "swords": SuitArt(_SWORD, "#17395e", "#3f78b5"),
    "batons": SuitArt(_BATON, "#1d5a1c", "#4d9a45"),
    "cups": SuitArt(_CUP, "#9d2418", "#c8412f"),
    "coins": SuitArt(_COIN, "#8a5600", "#d9952b"),
    "hearts": SuitArt(_HEART, "#b3182b", "#c62839"),
    "diamonds": SuitArt(_DIAMOND, "#b3182b", "#d9793a"),
    "spades": SuitArt(_SPADE, "#1d2433", "#3d5488"),
    "clubs": SuitArt(_CLUB, "#1d2433", "#3a7d5c"),
}
_OTHER_NAMES: Final = {
    "spade": "swords", "bastoni": "batons", "coppe": "cups", "denari": "coins", "ori": "coins", "money": "coins",
    "cuori": "hearts", "quadri": "diamonds", "picche": "spades", "fiori": "clubs", "staves": "batons",
}  # fmt: skip
_RANKS: Final = {
    "king": "king", "re": "king", "queen": "queen", "donna": "queen", "regina": "queen", "knight": "knight",
    "cavallo": "knight", "rider": "knight", "horse": "knight", "jack": "jack", "fante": "jack", "knave": "jack",
    "ace": "1", "asso": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "10", "due": "2", "tre": "3", "quattro": "4", "cinque": "5", "sei": "6",
    "sette": "7", "otto": "8", "nove": "9", "dieci": "10",
}  # fmt: skip


class CardFace(NamedTuple):
    """The look of a card: letters of rank and suit, and the drawings for them, or ""."""

    rank: str
    suit: str
    rank_art: str
    suit_art: str

    @property
    def symbol_id(self) -> str:
        """The id of its symbol; cards that look alike have one."""
        sign = self.suit_art or f"{ord(self.suit):x}"
        return f"card-{self.rank_art or 'letter'}-{ord(self.rank):x}-{sign}"


def card_faces(ruleset: Ruleset, names: Iterable[str]) -> list[CardFace]:
    """Return the faces of a ruleset's cards, by the names of its ranks and suits."""
    return [
        CardFace(
            name[0],
            name[1],
            _known_name(ruleset, "ranks", name[0], _RANKS),
            _known_name(ruleset, "suits", name[1], _SIGNS),
        )
        for name in names
    ]


_SIGNS: Final = {**{name: name for name in _SUITS}, **_OTHER_NAMES}


def _known_name(ruleset: Ruleset, kind: str, letter: str, known: dict[str, str]) -> str:
    name = ruleset.name(kind, letter)
    called = (text_in(name, lang).casefold() for lang in ("en", "it"))
    found = next((known[each] for each in called if each in known), "")
    return found or (letter if kind == "ranks" and letter.isdigit() else "")


def card_symbols(wanted: Iterable[CardFace]) -> str:
    """Return the symbols of faces (each once), of the back and of an unknown card."""
    by_id = {face.symbol_id: face for face in wanted}
    used = dict.fromkeys(face.suit_art for face in by_id.values() if face.suit_art)
    signs = [element("g", [_SUITS[name].sign], id=f"suit-{name}") for name in used]
    return "".join([element("defs", signs), *(_symbol(face) for face in by_id.values()), _back_svg(), _unknown_svg()])


def used_symbols(known: Iterable[CardFace], drawn: str) -> str:
    """Return only the symbols that a picture uses."""
    return card_symbols(face for face in known if f'"#{face.symbol_id}"' in drawn)


def _symbol(face: CardFace) -> str:
    art = _SUITS.get(face.suit_art)
    ink = art.ink if art else _INK
    parts = [_paper(), _corner(face, ink)]
    if face.rank_art in FIGURES and art:
        parts.append(FIGURES[face.rank_art](art.cloth, f"#suit-{face.suit_art}"))
    elif face.rank_art in _PIPS and art:
        parts += [_use(face.suit_art, x, y, size) for x, y, size in _PIPS[face.rank_art]]
    elif art:
        parts += [_letter_svg(face.rank, _MIDDLE, 50, 34, ink), _use(face.suit_art, _MIDDLE, 70, 0.9)]
    elif face.rank_art in FIGURES:
        parts.append(FIGURES[face.rank_art]("#77716a", ""))
    else:
        parts += [_letter_svg(face.rank, _MIDDLE, 46, 34, ink), _letter_svg(face.suit, _MIDDLE, 76, 24, ink)]
    return element("symbol", parts, id=face.symbol_id, viewBox=f"0 0 {WIDE} {HIGH}")


def _paper() -> str:
    return f'<rect x=".6" y=".6" width="{WIDE - 1.2:.1f}" height="{HIGH - 1.2:.1f}" rx="5" fill="#fffdf5" stroke="#a89c86" stroke-width="1.2"/>'  # noqa: E501


def _corner(face: CardFace, ink: str) -> str:
    sign = _use(face.suit_art, 9, 26, 0.56) if face.suit_art else _letter_svg(face.suit, 9, 30, 12, ink)
    return _letter_svg("10" if face.rank_art == "10" else face.rank, 9, 16, 15, ink) + sign


def _letter_svg(text: str, x: float, y: float, size: int, ink: str) -> str:
    return text_element(
        "text", text, x=svg_number(x), y=svg_number(y), fill=ink,
        **{"font-family": _FONT, "font-size": size, "font-weight": 700, "text-anchor": "middle"},
    )  # fmt: skip


def _use(name: str, x: float, y: float, size: float) -> str:
    return f'<use href="#suit-{name}" transform="translate({svg_number(x)} {svg_number(y)}) scale({size})"/>'


_L, _R, _M = 26.5, 47.5, 37.0
_PIPS: Final[dict[str, tuple[tuple[float, float, float], ...]]] = {
    "1": ((_M, 47, 2.0),),
    "2": ((_M, 26, 1.45), (_M, 67, 1.45)),
    "3": ((_M, 17, 0.98), (_M, 46, 0.98), (_M, 75, 0.98)),
    "4": tuple((x, y, 0.92) for y in (23, 69) for x in (_L, _R)),
    "5": (*((x, y, 0.9) for y in (20, 72) for x in (_L, _R)), (_M, 46, 0.9)),
    "6": tuple((x, y, 0.86) for y in (19, 46, 73) for x in (_L, _R)),
    "7": (*((x, y, 0.74) for y in (22, 49, 75) for x in (_L, _R)), (_M, 35.5, 0.74)),
    "8": (*((x, y, 0.7) for y in (20, 46, 72) for x in (_L, _R)), (_M, 33, 0.7), (_M, 59, 0.7)),
    "9": (*((x, y, 0.72) for y in (16, 36, 56, 76) for x in (_L, _R)), (_M, 46, 0.72)),
    "10": (*((x, y, 0.72) for y in (16, 36, 56, 76) for x in (_L, _R)), (_M, 26, 0.72), (_M, 66, 0.72)),
}
"""The places of the signs, and their sizes."""


def _back_svg() -> str:
    rows = "".join(
        f'<path d="M{x} {y}l5 6.8l-5 6.8l-5-6.8Z"/>' for y in (10, 23.6, 37.2, 50.8, 64.4) for x in (15, 25, 35, 45)
    )
    return element(
        "symbol",
        [
            _paper(),
            '<rect x="4.5" y="4.5" width="51" height="83" rx="3" fill="#2f5f86" stroke="#1d3f5c"/>',
            f'<g fill="#4b82ad" stroke="#cfe0ee" stroke-width=".7">{rows}</g>',
        ],
        id=BACK,
        viewBox=f"0 0 {WIDE} {HIGH}",
    )


def _unknown_svg() -> str:
    return element(
        "symbol",
        [
            f'<rect x="1.5" y="1.5" width="{WIDE - 3}" height="{HIGH - 3}" rx="5" fill="#eceae4" stroke="#8d8577" '
            'stroke-width="1.2" stroke-dasharray="4 3"/>',
            _letter_svg("?", WIDE / 2, 58, 34, "#6b655b"),
        ],
        id=UNKNOWN,
        viewBox=f"0 0 {WIDE} {HIGH}",
    )
