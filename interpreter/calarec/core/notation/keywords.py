"""The names of the notation's words in messages, and people's variants of them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from calarec.core.records.rows import ROWS
from calarec.core.wording.language import Listing, Words

NAMES: Final[dict[str, Words]] = {
    "SEAT": Words("a seat like `B`"),
    "ACTOR": Words("a seat with its colon like `B:`"),
    "SIDE": Words("a seat or a side like `B:` or `A+C:`"),
    "PERSON": Words('a person with a colon like `"Anna":`'),
    "CARD": Words("a card like `3b`"),
    "PLAY": Words("a card like `3b`"),
    "WORD": Words("a word like `chiamo`"),
    "NUMBER": Words("a number"),
    "COUNT": Words("a number"),
    "AMOUNT": Words("an amount like `+2` or `11`"),
    "SIGNED": Words("an amount with its sign like `+3`"),
    "WHOLE": Words("whole points like `8p`"),
    "PIN": Words("a ruleset like `name@1.0.0`"),
    "DIGEST": Words("a digest like `sha256:9f2c1a7e04bd`"),
    "HASH": Words("a hash like `deal:9f2c1a7e04bd`"),
    "TIME": Words("a date like `2025-11-02` or `2025-11-02T21:10`"),
    "XNAME": Words("a name like `x-camera`"),
    "STRING": Words('a text between quotes like `"Anna"`'),
    "ANYTHING": Words("text with its quotes closed"),
}

END_OF_LINE: Final = Words("the end of the line")

VERBS: Final = ("hand", *(keyword for keyword in ROWS if keyword not in ("trick", "x-")))
"""The first words of lines: those of statements, and `hand`."""

ITALIAN_VERBS: Final[dict[str, str]] = {
    "mano": "hand",
    "play": "hand",
    **{word: row.keyword for row in ROWS.values() for word in row.other_keywords},
}
"""Variants that people write for a verb, in Italian or in English."""

KEYWORDS: Final[dict[str, str]] = {
    "apert": "open", "scopert": "open", "shown": "open", "up": "open", "chius": "closed", "copert": "closed",
    "hidden": "closed", "down": "closed", "con": "with", "a": "to", "da": "from", "rest": "rest", "il": "rest",
    "punt": "points", "accettat": "accepted", "rifiutat": "refused", "rejected": "refused", "vint": "won",
    "win": "won", "wins": "won", "vinc": "won", "pers": "lost", "loses": "lost", "lose": "lost", "perd": "lost",
    "null": "void", "annullat": "void", "abbandonat": "abandoned", "nessun": "none", "nient": "none", "man": "hand",
    "pres": "trick", "dop": "after", "behind": "after",
}  # fmt: skip
"""Variants that people write for a keyword; Italian ones without the last vowel."""


def meant_keyword(text: str) -> str:
    """The keyword that was probably meant; "" for an unknown variant."""
    low = text.lower()
    return KEYWORDS.get(low) or KEYWORDS.get(low.rstrip("aeio"), "")


def expected_listing(expected: tuple[str, ...]) -> Listing:
    """The things that are expected at a place, for a reader."""
    said: list[object] = [NAMES[name] if name in NAMES else f"`{name[1:-1]}`" for name in expected]
    return Listing(tuple(dict.fromkeys(said)), either=True)


@lru_cache(maxsize=1024)
def nearest_verb(word: str) -> str:
    """The verb that was probably meant, "" if none is near.

    The answer is kept, because the same typo often comes back.
    """
    return closest_word(word, VERBS)


def closest_word(word: str, known: list[str] | tuple[str, ...]) -> str:
    """The known word that was probably meant, "" if none is near."""
    cutoff, letters = 0.6 if len(word) > 3 else 0.65, _letters_of(word)
    # Letters that a word has not are in no match: most words of a text that is not a record are near no other.
    near = [
        other
        for other in known
        if 2.0 * (len(other) - (_known_letters_of(other) & ~letters).bit_count()) / (len(word) + len(other)) >= cutoff
    ]
    if not near:
        return ""
    from difflib import get_close_matches

    found = get_close_matches(word, near, n=1, cutoff=cutoff)
    return found[0] if found else ""


def _letters_of(word: str) -> int:
    """The letters of a word as bits; two letters may share one."""
    bits = 0
    for letter in word:
        bits |= 1 << (ord(letter) & 63)
    return bits


_known_letters_of = cache(_letters_of)
