"""Hovers on keywords and fixed words of a line, as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.notation.single_lines import verb_meant
from calarec.core.records.rows import ROWS
from calarec.core.wording.language import Words, text_in

if TYPE_CHECKING:
    from calarec.core.records.places import Piece
    from calarec.core.wording.language import Language


_HAND: Final = "hand 7", Words("A hand begins, with its number or name. It goes on to `end`.")
"""An example of the line with which a hand begins, and what it states."""

_BY: Final = {
    "dummy": Words("`by`: the seat that plays this hand"),
    "fault": Words("`by`: the seat that claims it"),
    "claim": Words("`by`: the seats that answer"),
}
_WORDS: Final[dict[str, Words]] = {
    "after": Words("`after`: whose turn theirs follows"),
    "with": Words("`with`: the seat that has the card"),
    "in": Words("`in`: where the card lies, `monte` or the caller's own `hand`"),
    "to": Words("`to`: who gets the cards, or onto which pile they go"),
    "from": Words("`from`: the pile from which they come"),
    "open": Words("`open`: all see the cards"),
    "closed": Words("`closed`: the others do not see the cards"),
    "none": Words("`none`: no cards at all"),
    "rest": Words("`rest`: all tricks that are left"),
    "points": Words("`points`: this number of them, and no more"),
    "accepted": Words("`accepted`: the others agree, and the hand ends so"),
    "refused": Words("`refused`: a player does not agree, and the hand continues"),
    "trick": Words("`trick`: in which it was"),
    "claimed": Words("`claimed`: who says so, or that the hand ended so"),
    "won": Words("`won`: the line has no points, only how it ended"),
    "lost": Words("`lost`: the line has no points, only how it ended"),
    "void": Words("`void`: the hand does not count"),
    "abandoned": Words("`abandoned`: it was not played to its end; the reason follows"),
    ">": Words("`>`: who has won the trick; it follows from the cards and is checked"),
}
"""The meanings of fixed words in lines; words of the rules have their own hovers."""


def describe_keyword(verb: str, lang: Language) -> str:
    """Return an example and the meaning of a line with this verb; empty if unknown."""
    row = ROWS.get(verb)
    if row is None and verb != "hand":
        return ""
    example, states = (row.example, row.states) if row else _HAND
    return f"`{example.strip()}`\n\n{text_in(states, lang)}"


def describe_line_word(raw: str, pieces: list[Piece], at: Piece, lang: Language) -> str:
    """Return the hover of a verb or fixed word in a line; empty for another word."""
    verb = verb_meant(raw)
    if pieces[0] == at:
        return describe_keyword(verb, lang)
    words = _BY.get("claim" if verb == "concede" else verb) if at.text == "by" else _WORDS.get(at.text)
    return "" if words is None or at.kind not in ("word", "punctuation") else text_in(words, lang)
