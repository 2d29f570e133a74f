"""What the words of the notation are called when somebody has to be told, and how else people write them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from calarec.wording.language import Listing, Words

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

VERBS: Final = (
    "cal", "rules", "tag", "table", "seat", "leave", "dummy", "match", "carried", "adjust", "hand", "at", "carry",
    "dealer", "out", "deal", "monte", "bid", "raise", "double", "call", "trump", "table-card", "give", "take",
    "discard", "show", "declare", "signal", "claim", "concede", "fault", "penalty", "note", "result", "score",
    "total", "id", "end",
)  # fmt: skip

ITALIAN_VERBS: Final[dict[str, str]] = {
    "regole": "rules", "regolamento": "rules", "tavolo": "table", "posto": "seat", "morto": "dummy",
    "partita": "match", "riporto": "carried", "lascia": "leave", "esce": "leave", "via": "leave", "leaves": "leave",
    "left": "leave", "quits": "leave", "entra": "seat", "joins": "seat", "arriva": "seat", "rettifica": "adjust",
    "correzione": "adjust", "quota": "adjust", "fee": "adjust", "mano": "hand", "ora": "at", "data": "at",
    "mazziere": "dealer", "cartaio": "dealer", "fuori": "out", "riposa": "out", "carte": "deal",
    "distribuzione": "deal", "dichiara": "bid", "dichiarazione": "bid", "licita": "bid", "rilancio": "raise",
    "raddoppio": "double", "raddoppia": "double", "contro": "double", "briscola": "trump", "atout": "trump",
    "chiama": "call", "chiamata": "call", "da": "give", "dà": "give", "cede": "give", "prende": "take",
    "scarta": "discard", "scarto": "discard", "mostra": "show", "segnale": "signal", "fallo": "fault",
    "penale": "penalty", "penalità": "penalty", "nota": "note", "risultato": "result", "esito": "result",
    "pagamento": "score", "pagamenti": "score", "punti": "score",
    "punteggio": "score", "totale": "total", "fine": "end", "play": "hand", "pass": "bid", "accusa": "declare",
    "accuso": "declare",
    "widow": "monte", "stock": "monte", "date": "at", "time": "at", "player": "seat", "name": "seat",
    "ruleset": "rules", "variant": "rules", "comment": "note", "points": "result", "won": "result", "calarec": "cal",
}  # fmt: skip
"""What people write for a verb, in Italian or in English."""

KEYWORDS: Final[dict[str, str]] = {
    "apert": "open", "scopert": "open", "shown": "open", "up": "open", "chius": "closed", "copert": "closed",
    "hidden": "closed", "down": "closed", "con": "with", "a": "to", "da": "from", "rest": "rest", "il": "rest",
    "punt": "points", "accettat": "accepted", "rifiutat": "refused", "rejected": "refused", "vint": "won",
    "win": "won", "wins": "won", "vinc": "won", "pers": "lost", "loses": "lost", "lose": "lost", "perd": "lost",
    "null": "void", "annullat": "void", "abbandonat": "abandoned", "nessun": "none", "nient": "none", "man": "hand",
    "pres": "trick", "dop": "after", "behind": "after",
}  # fmt: skip
"""What people write for a fixed word of a statement; Italian words without their last vowel."""


def keyword(text: str) -> str:
    """The fixed word that was probably meant, "" if it is none that people write for one."""
    low = text.lower()
    return KEYWORDS.get(low) or KEYWORDS.get(low.rstrip("aeio"), "")


def expected_listing(expected: tuple[str, ...]) -> Listing:
    """What may stand at a place, as a reader is told it."""
    said: list[object] = [NAMES[name] if name in NAMES else f"`{name[1:-1]}`" for name in expected]
    return Listing(tuple(dict.fromkeys(said)), either=True)


@lru_cache(maxsize=1024)
def nearest_verb(word: str) -> str:
    """The verb that was probably meant, "" if none is near; kept, because a typo seldom comes alone."""
    return closest(word, VERBS)


def closest(word: str, known: list[str] | tuple[str, ...]) -> str:
    """The known word that was probably meant, "" if none is near."""
    from difflib import get_close_matches

    found = get_close_matches(word, known, n=1, cutoff=0.6 if len(word) > 3 else 0.65)
    return found[0] if found else ""
