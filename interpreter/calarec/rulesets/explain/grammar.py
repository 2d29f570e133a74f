"""Numbers, points and articles, as they are said in English and in Italian.

Terms. A *thing* is a noun with its article and the prepositions that Italian joins to it ("the monte",
"of the monte": "il monte", "del monte").
"""

from __future__ import annotations

from typing import Final

from calarec.language import Both

_ENGLISH: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_ITALIAN: Final = (
    "nessuna", "una", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "undici",
    "dodici", "tredici", "quattordici", "quindici", "sedici", "diciassette", "diciotto", "diciannove", "venti",
)  # fmt: skip
_ORDINALS: Final = (
    Both("first", "prim"), Both("second", "second"), Both("third", "terz"), Both("fourth", "quart"),
    Both("fifth", "quint"), Both("sixth", "sest"), Both("seventh", "settim"), Both("eighth", "ottav"),
    Both("ninth", "non"), Both("tenth", "decim"), Both("eleventh", "undicesim"), Both("twelfth", "dodicesim"),
)  # fmt: skip
_PARTS: Final = {
    2: Both("half", "mezzo"), 3: Both("third", "terzo"), 4: Both("quarter", "quarto"), 5: Both("fifth", "quinto"),
    6: Both("sixth", "sesto"), 7: Both("seventh", "settimo"), 8: Both("eighth", "ottavo"), 9: Both("ninth", "nono"),
}  # fmt: skip
_ARTICLES: Final = ("il ", "lo ", "la ", "l'", "i ", "gli ", "le ")
_JOINED: Final = {
    "of": {"il": "del", "lo": "dello", "la": "della", "l'": "dell'", "i": "dei", "gli": "degli", "le": "delle"},
    "to": {"il": "al", "lo": "allo", "la": "alla", "l'": "all'", "i": "ai", "gli": "agli", "le": "alle"},
    "from": {"il": "dal", "lo": "dallo", "la": "dalla", "l'": "dall'", "i": "dai", "gli": "dagli", "le": "dalle"},
    "in": {"il": "nel", "lo": "nello", "la": "nella", "l'": "nell'", "i": "nei", "gli": "negli", "le": "nelle"},
    "on": {"il": "sul", "lo": "sullo", "la": "sulla", "l'": "sull'", "i": "sui", "gli": "sugli", "le": "sulle"},
}


def number(count: int) -> Both:
    """A number as a word up to twenty (in Italian one is feminine, as cards, hands and tricks are)."""
    if 0 <= count < len(_ENGLISH):
        return Both(_ENGLISH[count], _ITALIAN[count])
    return Both(str(count), str(count))


def counted(count: int, english: str, italian: str, *, one: str = "una") -> Both:
    """So many of something: the nouns as `card|cards` and `carta|carte`; `one` is the Italian word for one of them."""
    said = number(count)
    return Both(
        f"{said.en} {english.split('|')[count != 1]}",
        f"{one if count == 1 else said.it} {italian.split('|')[count > 1]}",
    )


def cards(count: int) -> Both:
    """So many cards."""
    return counted(count, "card|cards", "carta|carte")


def tricks(count: int) -> Both:
    """So many tricks."""
    return counted(count, "trick|tricks", "presa|prese")


def ordinal(place: int) -> Both:
    """First, second … (feminine in Italian)."""
    if 1 <= place <= len(_ORDINALS):
        stem = _ORDINALS[place - 1]
        return Both(stem.en, f"{stem.it}a")
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return Both(f"{place}{ending}", f"{place}ª")


def times(count: int) -> Both:
    """Once, twice, three times …"""
    if count in (1, 2):
        return Both(("once", "twice")[count - 1], ("una volta", "due volte")[count - 1])
    said = number(count)
    return Both(f"{said.en} times", f"{said.it} volte")


def parts_of(unit: str) -> int:
    """Into how many parts a unit (`1`, `1/3`) divides the whole."""
    return int(unit.partition("/")[2] or 1)


def fraction(count: int, parts: int) -> Both:
    """One or more parts of a whole: a half, two thirds …"""
    part = _PARTS[parts]
    if count == 1:
        return Both(f"a {part.en}" if parts != 8 else "an eighth", part.it if parts == 2 else f"un {part.it}")
    said = number(count)
    return Both(f"{said.en} {part.en}s", f"{said.it} {part.it[:-1]}i")


def part_names(parts: int) -> Both:
    """The parts of a whole by name: halves, thirds …"""
    part = _PARTS[parts]
    return Both("halves" if parts == 2 else f"{part.en}s", f"{part.it[:-1]}i")


def points(count: int, unit: str) -> Both:
    """Points as players count them: whole points and parts of a point."""
    whole, rest = divmod(count, parts_of(unit))
    said = Both(f"{whole} point" + "s" * (whole != 1), f"{whole} punt" + ("o" if whole == 1 else "i"))
    if not rest:
        return said
    part = fraction(rest, parts_of(unit))
    if whole:
        return Both(f"{said.en} and {part.en}", f"{said.it} e {part.it}")
    if part.en == "a half":
        return Both("half a point", "mezzo punto")
    return Both(f"{part.en} of a point", f"{part.it} di punto")


def amount(count: int, unit: str) -> Both:
    """A payment: whole stakes and parts of one."""
    whole, rest = divmod(count, parts_of(unit))
    if not rest:
        return Both(str(whole), str(whole))
    part = fraction(rest, parts_of(unit))
    if whole:
        return Both(f"{whole} and {part.en}", f"{whole} e {part.it}")
    if part.en == "a half":
        return Both("half a stake", "mezza posta")
    return Both(f"{part.en} of a stake", f"{part.it} di posta")


def plain_amount(count: int, unit: str) -> str:
    """A payment in figures, for tables: 2, 1/3, 1 2/3."""
    whole, rest = divmod(count, parts_of(unit))
    part = f"{rest}/{parts_of(unit)}" if rest else ""
    return " ".join(each for each in (str(whole) if whole or not rest else "", part) if each)


def article(noun: str) -> tuple[str, str]:
    """The Italian article of a noun and the noun, unless the noun brings its article along."""
    for each in _ARTICLES:
        if noun.startswith(each):
            return each.strip(), noun[len(each) :]
    first = noun.split(maxsplit=1)[0].lower() if noun.split() else noun
    feminine = first.endswith("a") and not first.endswith("ma")
    if first[:1] in "aeiouh":
        return "l'", noun
    if feminine:
        return "la", noun
    hard = first[:1] in "zxy" or first[:2] in ("gn", "ps", "pn") or (first[:1] == "s" and first[1:2] not in "aeiou")
    return ("lo" if hard else "il"), noun


def indefinite(name: Both) -> Both:
    """A noun with the indefinite article."""
    word, noun = article(name.it)
    feminine = word in ("la", "le") or (word == "l'" and noun.split()[0].endswith("a"))
    some = "uno " if word == "lo" else ("un'" if word == "l'" else "una ") if feminine else "un "
    return Both(f"{'an' if name.en[:1].lower() in 'aeiou' else 'a'} {name.en}", f"{some}{noun}")


def thing(name: Both, key: str) -> dict[str, Both]:
    """The forms of a noun with its article: `key`, `of_key`, `to_key`, `from_key`, `in_key`, `on_key`."""
    english = name.en if name.en.startswith("the ") else f"the {name.en}"
    word, noun = article(name.it)
    forms = {key: Both(english, _before(word, noun))}
    for preposition, joined in _JOINED.items():
        forms[f"{preposition}_{key}"] = Both(f"{preposition} {english}", _before(joined[word], noun))
    return forms


def _before(word: str, noun: str) -> str:
    return f"{word}{noun}" if word.endswith("'") else f"{word} {noun}"


def capital(text: str) -> str:
    """A text that begins with a capital letter, whatever marks stand before it."""
    for place, letter in enumerate(text):
        if letter.isalpha():
            return text[:place] + letter.upper() + text[place + 1 :]
        if letter.isdecimal():
            return text
    return text
