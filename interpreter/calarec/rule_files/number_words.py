"""Words after a number in a rule file, as in `18 thirds`, and their number.

A word that is not listed here may change the number, so no fix drops it.
"""

from __future__ import annotations

from typing import Final

from calarec.core.base.frozen import NamedTuple
from calarec.rule_files.other_words import fold_word


class _Numbered(NamedTuple):
    """The number of wholes that a word means, or the parts of a whole."""

    wholes: int = 1
    parts: int = 1


def _list_words(**words: str) -> dict[str, _Numbered]:
    """Map each word to its number: `w60` means sixty wholes, `p3` a third."""
    numbers = {
        name: _Numbered(wholes=int(name[1:])) if name[0] == "w" else _Numbered(parts=int(name[1:])) for name in words
    }
    return {word: numbers[name] for name, said in words.items() for word in said.split()}


_PARTS: Final = "half halves mezzo mezzi mezza mezze", "third thirds terzo terzi", "quarter quarters quarto quarti"
_BY_LETTER: Final = {
    "p": _list_words(w1="p pt pts point points punto punti", p2=_PARTS[0], p3=_PARTS[1], p4=_PARTS[2]),
    "x": _list_words(
        w1="x stake stakes posta poste time times volta volte point points punto punti euro euros chip chips fiche "
        "fiches gettone gettoni",
        p2=_PARTS[0], p3=_PARTS[1], p4=_PARTS[2],
    ),
}  # fmt: skip
"""The words after a number of points (`p`) or stakes (`x`)."""
_CARDS: Final = _list_words(w1="card cards carta carte")
_TRICKS: Final = _list_words(w1="trick tricks presa prese")
_TIMES: Final = _list_words(w1="time times volta volte")
_BY_KEY: Final = {
    **dict.fromkeys(("hand", "dealt", "cards", "packets", "each", "number"), _CARDS),
    **dict.fromkeys(("tricks", "tricks_at_least", "trick", "after_trick", "until_trick"), _TRICKS),
    **dict.fromkeys(("times", "pays", "receives"), _TIMES),
    "deals": _list_words(w1="deal deals hand hands mano mani smazzata smazzate"),
    "minutes": _list_words(w1="m min minute minutes minuto minuti", w60="h hour hours ora ore"),
    "games": _list_words(w1="game games match matches partita partite"),
    "at": _list_words(w1="player players seat seats giocatore giocatori posto posti"),
}
"""The words after a number without a unit, by its key."""


def number_with_letter(number: str, word: str, letter: str) -> str:
    """Convert a number and its word to points or stakes: `18 thirds` are `6p`.

    Empty for a word that is not known.
    """
    from calarec.rule_files.units import fraction_text

    named = _BY_LETTER[letter].get(fold_word(word))
    if named is None and word:
        return ""
    if named is None or named.parts == 1:
        return f"{number}{letter}"
    return f"{fraction_text(int(number), named.parts)}{letter}" if number.isdigit() else ""


def number_without_unit(number: str, word: str, key: str) -> str:
    """Convert a number and its word to the unit of a key: `2 hours` are 120 minutes.

    Empty for a word that is not known.
    """
    named = _BY_KEY.get(key, {}).get(fold_word(word))
    return str(int(number) * named.wholes) if named is not None else ""
