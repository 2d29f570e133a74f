"""Words after a number in a rule file, as in `18 thirds`, and their number.

A word that is not listed here may change the number, so no fix drops it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.rule_files.other_words import fold_word

if TYPE_CHECKING:
    from collections.abc import Mapping

_PARTS: Final = {
    2: "half halves mezzo mezzi mezza mezze",
    3: "third thirds terzo terzi",
    4: "quarter quarters quarto quarti",
}
"""Words for a part, by how many of it are a whole point or stake."""
_POINTS: Final = "point points punto punti"
_WHOLES: Final = {
    "p": f"p pt pts {_POINTS}",
    "x": f"x stake stakes posta poste time times volta volte {_POINTS} euro euros chip chips fiche fiches gettone "
    "gettoni",
}
"""Words after a number of whole points (`p`) or stakes (`x`)."""
_CARDS: Final = {1: "card cards carta carte"}
_TRICKS: Final = {1: "trick tricks presa prese"}
_TIMES: Final = {1: "time times volta volte"}
_BY_KEY: Final[Mapping[str, Mapping[int, str]]] = {
    **dict.fromkeys(("hand", "dealt", "cards", "packets", "each", "number"), _CARDS),
    **dict.fromkeys(("tricks", "tricks_at_least", "trick", "after_trick", "until_trick"), _TRICKS),
    **dict.fromkeys(("times", "pays", "receives"), _TIMES),
    "deals": {1: "deal deals hand hands mano mani smazzata smazzate"},
    "minutes": {1: "m min minute minutes minuto minuti", 60: "h hour hours ora ore"},
    "games": {1: "game games match matches partita partite"},
    "at": {1: "player players seat seats giocatore giocatori posto posti"},
}
"""The words after a number without a unit, by its key and by the number that each means."""


def number_with_letter(number: str, word: str, letter: str) -> str:
    """Convert a number and its word to points or stakes: `18 thirds` are `6p`.

    Empty for a word that is not known.
    """
    from calarec.rule_files.units import fraction_text

    if not word or fold_word(word) in _WHOLES[letter].split():
        return f"{number}{letter}"
    parts = _find_number(word, _PARTS)
    return f"{fraction_text(int(number), parts)}{letter}" if parts and number.isdigit() else ""


def number_without_unit(number: str, word: str, key: str) -> str:
    """Convert a number and its word to the unit of a key: `2 hours` are 120 minutes.

    Empty for a word that is not known.
    """
    times = _find_number(word, _BY_KEY.get(key, {}))
    return str(int(number) * times) if times else ""


def _find_number(word: str, words: Mapping[int, str]) -> int:
    """The number that has a word; 0 if none has."""
    return next((number for number, said in words.items() if fold_word(word) in said.split()), 0)
