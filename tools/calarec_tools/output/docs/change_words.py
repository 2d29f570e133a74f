"""Words, numbers and names of a phrase about the rules, in English or Italian.

Words are compared without endings, prices by one word for them all, factors (`double`, `three times`) apart from
amounts. A name of a contract or a bonus is a word of its own.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_STEM_LETTERS: Final = 4
"""Words that begin alike are one word: `presa` and `prese`, `deal` and `deals`."""
_WORD: Final = re.compile(r"[^\W\d_]+|[0-9]+")
_AMOUNTS: Final = {
    word: str(number)
    for number, words in enumerate(
        (
            "one uno", "two due", "three tre", "four quattro", "five cinque", "six sei", "seven sette", "eight otto",
            "nine nove", "ten dieci", "eleven undici", "twelve dodici", "thirteen tredici", "fourteen quattordici",
            "fifteen quindici", "sixteen sedici", "seventeen diciassette", "eighteen diciotto", "nineteen diciannove",
            "twenty venti", "twentyone ventuno",
        ),
        start=1,
    )
    for word in words.split()
}  # fmt: skip
_FACTORS: Final = {
    word: str(number)
    for number, words in enumerate(
        (
            "twice double doubles doubled doubling twofold doppio doppia doppi doppie raddoppia raddoppiano",
            "thrice triple triples tripled treble threefold triplo tripla triplica triplicano",
            "quadruple quadruples quadrupled fourfold quadruplo quadrupla quadruplica",
            "quintuple fivefold quintuplo quintupla", "sextuple sixfold sestuplo sestupla",
            "septuple sevenfold settuplo", "octuple eightfold ottuplo", "ninefold nonuplo", "tenfold decuplo",
        ),
        start=2,
    )
    for word in words.split()
}  # fmt: skip
_ITALIAN_FACTORS: Final = (
    "doppio", "triplo", "quadruplo", "quintuplo", "sestuplo", "settuplo", "ottuplo", "nonuplo", "decuplo",
)  # fmt: skip
_PACKETS: Final = {
    word: str(number) for number, word in enumerate(["ones", "twos", "threes", "fours", "fives", "sixes"], start=1)
}
"""Numbers after `by`: how many cards are dealt at a time."""
_TIMES: Final = frozenset(("times", "volte"))
_IN_A_ROW: Final = frozenset((("in", "a"), ("di", "fila"), ("di", "seguito")))
"""Words after `times` by which it counts what happened: `three times in a row`."""
_BEST: Final = frozenset(("best", "meglio"))
_ITALIAN_ARTICLES: Final = frozenset(("un", "una"))
"""Articles that may also be the number."""
PRICE: Final = "pay"
"""The word for a payment, for any verb that states it."""
RUBBER: Final = "rubb"
"""The word for matches that a player has to win several of."""
NULLA: Final = "nulla"
"""A contract that is lost with points, and in Italian the word for nothing."""
_BEFORE_NULLA: Final = frozenset(("in", "la", "nella", "alla", "della", "una"))
NO: Final = "no"
ONE: Final = "1"
_RECEIVES: Final = "receive"
"""The word for a person that is paid; `pay` has no direction."""
_NARROWING: Final = (
    "first last after before against above each right left down "
    "trumps prima ultima dopo contro ogni ciascuno destra sinistra coperta briscola"
)
"""Words that limit a rule to some cases, or say which of two it is."""
BINDING: Final = frozenset(
    (NO, _RECEIVES, "only", "half", "at most", "least", *(word[:_STEM_LETTERS] for word in _NARROWING.split()))
)
"""Words of a row without which it is another rule."""
_SAME_WORDS: Final = {
    same: word
    for word, others in {
        PRICE: "pay pays paid paying worth count counts counted cost costs paga paghi paghiamo pagano pagare "
        "pagato pagata pagati pagate vale valgono valere conta contano contare costa costano",
        # The `t` is what is left of `don't` and `can't`.
        _RECEIVES: "receive receives received riceve ricevono ricevere riscuote riscuotono riscuotere",
        NO: "no not non never cannot without senza mai nessuno nessun nessuna nobody t vietato vietata vietati "
        "vietate proibito forbidden prohibited",
        "0": "0 zero nothing niente nulla",
        "only": "only soltanto solamente",
        "at most": "most massimo maximum",
        "least": "least almeno minimum minimo minima",
        "half": "half halves mezzo mezza mezzi mezze meta",
        "abov": "above su insu",
        "last": "last final",
        "win": "win wins winner winners winning won capture captures vince vincono vincere vinto vinta vinti vincitore",
        "loss": "lose loses loser losers losing lost loss losses perde perdono perdere perso persa persi perse "
        "sconfitta sconfitte",
        "revoke": "revoke revokes revoked renege reneges reneging renounce renounces renonce rifiuto rifiuti",
        "handicap": "handicap handicaps",
        "hold": "hold holds held keep keeps tenere tiene",
        "may": "may can could allowed puo puoi possono potete",
        "must": "must obliged forced deve devi devono obbligato obbligata obbligati bisogna",
        "decl": "soloist",
        "dich": "solista",
        "mazz": "mazziere mazzieri cartaro cartaio",
        "esce": "esce escono uscire uscita esci esco apre aprire apri",
        "name": "name names named naming choose chooses chosen pick picks",
        "nomi": "nomina nominare nominata sceglie scegliere scelto scelta",
        "tie": "tie ties tied",
        "deal": "distribuisce distribuire",
        "dealer": "dealer dealers",
        "weak": "weak beginner beginners novice debole deboli principiante principianti",
        "ahead": "ahead advance",
        "begin": "begin begins beginning start starts starting",
        "each": "each every everyone everybody ogni ognuno ciascuno",
        "more": "more extra",
        "match": "match matches game games partita partite",
        "sit out": "rest rests resting sit sits sitting break riposa riposano riposare sta stanno stare",
        "disc": "bury buried burying buries",
        "row": "row consecutive straight fila seguito consecutivi consecutive",
        RUBBER: "rubber rubbers serie",
    }.items()
    for same in others.split()
}
_PAYING: Final = frozenset(("pay", "pays", "paga", "pagano"))
"""Verbs whose subject pays, or is what is paid for."""
_PAYERS_TEXT: Final = (
    "player players winner winners loser losers declarer declarers opponent opponents dealer dealers holder holders "
    "partner partners side sides giocatore giocatori vincitore vincitori perdente perdenti dichiarante dichiaranti "
    "avversario avversari mazziere mazzieri compagno compagni parte parti"
)
_PAYERS: Final = frozenset(_PAYERS_TEXT.split())
"""Persons and sides; before a verb that states a payment, the one that pays."""
_WHOEVER: Final = frozenset(("who", "whoever", "chi"))
_PASSIVE: Final = {
    **dict.fromkeys(("paid",), frozenset(("is", "are", "be", "get", "gets"))),
    **dict.fromkeys(("pagato", "pagata", "pagati", "pagate"), frozenset(("viene", "vengono", "essere"))),
}
"""Forms of a verb that say after one of these words that a person is paid, not that something costs."""
_IDLE: Final = (
    "a an the of to in on at is are be it its and or with for by if who whoever what that this i we play as much "
    "il lo la l le gli un una i del della dello dei delle di da al alla allo nel nella nello in e o si se chi che con "
    "per tanto has have ha hai hanno ho vuole voglio want "
    "you your us our my me them they their guy people get gets got single any even then do does did s us ai agli alle "
    "anche neanche nemmeno neppure ne ci suo sua sia viene va vanno fuori fa fai fanno fare"
)
_IDLE_WORDS: Final = frozenset(_IDLE.split())
"""Words that distinguish no rule from another."""
_MIN_INFLECTED: Final = 6
"""The length from which a name may have another last vowel: `stramazzi`."""


class Amount(NamedTuple):
    """A number in a text: in figures, and from where to where it is written."""

    figures: str
    is_factor: bool
    start: int
    end: int
    noun: str = ""
    """The next word, which says what it counts."""

    @property
    def word(self) -> str:
        """The number as a word to compare."""
        return f"x{self.figures}" if self.is_factor else self.figures


class NamePlace(NamedTuple):
    """A name of a contract or a bonus in a text."""

    key: str
    start: int
    end: int


class PhraseWords(NamedTuple):
    """Words of a text to compare, and its numbers, names and articles."""

    words: frozenset[str]
    amounts: tuple[Amount, ...]
    names: tuple[NamePlace, ...]
    articles: tuple[Amount, ...]
    """`un` and `una`, which may be the number."""
    payers: frozenset[str]
    """The persons and sides before a verb that states what they pay."""

    @property
    def name_keys(self) -> frozenset[str]:
        """The ids of named entries."""
        return frozenset(place.key for place in self.names)


def name_word(key: str) -> str:
    """The word of a name, which no other word is like."""
    return f"@{key}"


@lru_cache(maxsize=4096)
def read_phrase(text: str, names: tuple[tuple[str, str], ...]) -> PhraseWords:
    """The words of a text; `names` are pairs of a name and its id."""
    known = {tuple(_name_stem(word) for word, _, _ in _split_words(name)): key for name, key in names}
    found = list(_split_words(text))
    words, amounts, places, articles = set[str](), list[Amount](), list[NamePlace](), list[Amount]()
    payers, payer, has_person, position = set[str](), "", False, 0
    while position < len(found):
        word, start, end = found[position]
        payer = word[:_STEM_LETTERS] if word in _PAYERS else payer
        has_person = has_person or word in _PAYERS or word in _WHOEVER
        if has_person and position and found[position - 1][0] in _PASSIVE.get(word, ()):
            words.add(_RECEIVES)
        if word in _PAYING and payer:
            payers.add(payer)
        following = found[position + 1] if position + 1 < len(found) else ("", 0, 0)
        length, key = _name_at(found[position:], known)
        figures = word.lstrip("0") if word.isdecimal() else _AMOUNTS.get(word, "")
        if position and found[position - 1][0] == "by":
            figures = figures or _PACKETS.get(word, "")
        if length:
            end = found[position + length - 1][2]
            places.append(NamePlace(key, start, end))
            position += length
            continue
        position += 1
        needed = _read_needed_wins(found[position:]) if word in _BEST else None
        if needed is not None:
            words.add(RUBBER)
            amounts.append(needed)
            position += 2
        elif figures and following[0] in _TIMES:
            is_factor = tuple(next_word for next_word, _, _ in found[position + 1 : position + 3]) not in _IN_A_ROW
            amounts.append(Amount(figures, is_factor, start, following[2] if is_factor else end))
            position += 1
        elif figures or word in _FACTORS:
            amounts.append(Amount(figures or _FACTORS[word], is_factor=not figures, start=start, end=end))
        elif word in _ITALIAN_ARTICLES:
            articles.append(Amount(ONE, is_factor=False, start=start, end=end))
        elif word == NULLA and position > 1 and found[position - 2][0] in _BEFORE_NULLA:
            words.add(NULLA)
        elif word not in _IDLE_WORDS:
            words.add(_SAME_WORDS.get(word, word[:_STEM_LETTERS]))
    amounts = [amount._replace(noun=_find_noun(found, amount)) for amount in amounts]
    words |= {amount.word for amount in amounts} | {name_word(place.key) for place in places}
    return PhraseWords(frozenset(words), tuple(amounts), tuple(places), tuple(articles), frozenset(payers))


def _find_noun(found: list[tuple[str, int, int]], amount: Amount) -> str:
    """The first word after a number that is neither idle nor a number."""
    after = (word for word, start, _ in found if start >= amount.end and word not in _IDLE_WORDS)
    word = next(after, "")
    return "" if word in _AMOUNTS or word.isdecimal() else _SAME_WORDS.get(word, word[:_STEM_LETTERS])


def _read_needed_wins(found: list[tuple[str, int, int]]) -> Amount | None:
    """The matches that win `best of three`, from the words after `best`."""
    if len(found) < 2:
        return None
    word, start, end = found[1]
    figures = word if word.isdecimal() else _AMOUNTS.get(word, "")
    return Amount(str((int(figures) + 1) // 2), is_factor=False, start=start, end=end) if figures else None


def factor_text(figures: str, lang: str) -> str:
    """A factor as it is written in a text of this language."""
    if lang == "it":
        known = {str(number): word for number, word in enumerate(_ITALIAN_FACTORS, start=2)}
        return known.get(figures, f"{figures} volte")
    return "twice" if figures == "2" else f"{figures} times"


def english_number(figures: str) -> str:
    """The word for a number, as ids have it; the figures of a large one."""
    return next((word for word, number in _AMOUNTS.items() if number == figures), figures)


def _split_words(text: str) -> Iterator[tuple[str, int, int]]:
    """The words of a text without accents, with their places."""
    for match in _WORD.finditer(text):
        plain = unicodedata.normalize("NFKD", match.group().casefold()).encode("ascii", "ignore").decode()
        if plain:
            yield plain, match.start(), match.end()


def _name_at(found: list[tuple[str, int, int]], known: Mapping[tuple[str, ...], str]) -> tuple[int, str]:
    """Return the length of the longest name at the beginning, in words, and its id."""
    for length in range(min(len(found), max(map(len, known), default=0)), 0, -1):
        key = known.get(tuple(_name_stem(word) for word, _, _ in found[:length]))
        if key is not None:
            return length, key
    return 0, ""


def _name_stem(word: str) -> str:
    return word[:-1] if len(word) >= _MIN_INFLECTED and word[-1] in "aeiou" else word


def is_plain_word(word: str) -> bool:
    """Check whether a word means a number or nothing, so that it names no contract."""
    return word in _AMOUNTS or word in _FACTORS or word in _IDLE_WORDS or word in _SAME_WORDS or word.isdecimal()
