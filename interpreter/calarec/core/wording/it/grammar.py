"""The forms of Italian; the English module explains each function.

Nouns bring their gender along in their ending, as far as the words of card games go.
"""

from __future__ import annotations

from typing import Final

from calarec.core.wording.en.grammar import capital, sentence, small

__all__ = [
    "both_numbers",
    "capital",
    "dative",
    "figures",
    "fraction",
    "from_the",
    "in_the",
    "indefinite",
    "noun",
    "number",
    "number_with_noun",
    "of_the",
    "of_them",
    "on_the",
    "ordinal",
    "part",
    "points",
    "sentence",
    "small",
    "so_many",
    "stakes",
    "the",
    "the_new",
    "times",
    "to_the",
]  # fmt: skip

_NUMBERS: Final = (
    "nessuna", "una", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "undici",
    "dodici", "tredici", "quattordici", "quindici", "sedici", "diciassette", "diciotto", "diciannove", "venti",
)  # fmt: skip
_ORDINALS: Final = (
    "prima", "seconda", "terza", "quarta", "quinta", "sesta", "settima", "ottava", "nona", "decima", "undicesima",
    "dodicesima",
)  # fmt: skip
_PARTS: Final = {
    2: "mezzo|mezzi", 3: "terzo|terzi", 4: "quarto|quarti", 5: "quinto|quinti", 6: "sesto|sesti",
    7: "settimo|settimi", 8: "ottavo|ottavi", 9: "nono|noni",
}  # fmt: skip
_ARTICLES: Final = ("il ", "lo ", "la ", "l'", "i ", "gli ", "le ")
_JOINED: Final = {
    "di": {"il": "del", "lo": "dello", "la": "della", "l'": "dell'", "i": "dei", "gli": "degli", "le": "delle"},
    "a": {"il": "al", "lo": "allo", "la": "alla", "l'": "all'", "i": "ai", "gli": "agli", "le": "alle"},
    "da": {"il": "dal", "lo": "dallo", "la": "dalla", "l'": "dall'", "i": "dai", "gli": "dagli", "le": "dalle"},
    "in": {"il": "nel", "lo": "nello", "la": "nella", "l'": "nell'", "i": "nei", "gli": "negli", "le": "nelle"},
    "su": {"il": "sul", "lo": "sullo", "la": "sulla", "l'": "sull'", "i": "sui", "gli": "sugli", "le": "sulle"},
}


def number(count: int) -> str:
    """One is feminine, as cards, hands and tricks are."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def noun(count: int, forms: str) -> str:
    one, _, many = forms.partition("|")
    return many if many and count != 1 else one


def figures(count: int, forms: str) -> str:
    """A number with its noun, with a full stop between the thousands."""
    return f"{count:,} {noun(count, forms)}".replace(",", ".")


def so_many(count: int, forms: str) -> str:
    return f"{count} {noun(count, forms)}" if count else f"{_none(forms)} {noun(1, forms)}"


def number_with_noun(count: int, forms: str) -> str:
    if count > 1:
        return f"{number(count)} {noun(count, forms)}"
    one = noun(1, forms)
    return f"{_none(forms)} {one}" if count == 0 else indefinite(one)


def of_them(count: int, forms: str) -> str:  # noqa: ARG001 - the English one needs it
    """The number only, without the noun."""
    return number(count)


def both_numbers(name: str) -> str:
    """Numbers and words with one syllable, such as "re", have one form."""
    if name in _NUMBERS or name[-1:] not in "oae" or len(name) < len("asso"):
        return f"{name}|{name}"
    return f"{name}|{name[:-1]}{'e' if name.endswith('a') else 'i'}"


def ordinal(place: int) -> str:
    """Feminine, as tricks and hands are."""
    return _ORDINALS[place - 1] if 1 <= place <= len(_ORDINALS) else f"{place}ª"


def times(count: int) -> str:
    return number_with_noun(count, "volta|volte")


def money(amount: str) -> str:
    """An amount with a comma before the decimals."""
    return amount.replace(".", ",")


def part(count: int, parts: int) -> str:
    return noun(count, _PARTS[parts])


def fraction(count: int, parts: int) -> str:
    if count == 1:
        return part(1, parts) if parts == 2 else f"un {part(1, parts)}"
    return f"{number(count)} {part(count, parts)}"


def stakes(whole: int, count: int, parts: int) -> str:
    if not count:
        return str(whole)
    if whole:
        return f"{whole} e {fraction(count, parts)}"
    return "mezza posta" if (count, parts) == (1, 2) else f"{fraction(count, parts)} di posta"


def points(whole: int, count: int, parts: int) -> str:
    said = f"{whole} {'punto' if whole == 1 else 'punti'}"
    if not count:
        return said
    if whole:
        return f"{said} e {fraction(count, parts)}"
    return "mezzo punto" if (count, parts) == (1, 2) else f"{fraction(count, parts)} di punto"


# ---------------------------------------------------------------------- nouns with their articles


def article(name: str) -> tuple[str, str]:
    """The article of a noun and the noun, unless the noun brings its article along."""
    for article in _ARTICLES:
        if name.startswith(article):
            return article.strip(), name[len(article) :]
    first = name.split(maxsplit=1)[0].lower() if name.split() else name
    feminine = first.endswith("a") and not first.endswith("ma")
    if first[:1] in "aeiouh":
        return "l'", name
    if feminine:
        return "la", name
    hard = first[:1] in "zxy" or first[:2] in ("gn", "ps", "pn") or (first[:1] == "s" and first[1:2] not in "aeiou")
    return ("lo" if hard else "il"), name


def _is_feminine(word: str, bare: str) -> bool:
    return word in ("la", "le") or (word == "l'" and bare.split()[0].endswith("a"))


def _none(forms: str) -> str:
    return "nessuna" if _is_feminine(*article(noun(1, forms))) else "nessun"


def indefinite(name: str) -> str:
    word, bare = article(name)
    some = "uno " if word == "lo" else ("un'" if word == "l'" else "una ") if _is_feminine(word, bare) else "un "
    return f"{some}{bare}"


def the(name: str) -> str:
    return _put_before(*article(name))


def of_the(name: str) -> str:
    return _with_preposition("di", name)


def to_the(name: str) -> str:
    return _with_preposition("a", name)


def from_the(name: str) -> str:
    return _with_preposition("da", name)


def in_the(name: str) -> str:
    return _with_preposition("in", name)


def on_the(name: str) -> str:
    return _with_preposition("su", name)


def the_new(name: str) -> str:
    word, bare = article(name)
    feminine = word in ("la", "le") or (bare.split()[:1] or [""])[0].endswith("a")
    return f"{'la nuova' if feminine else 'il nuovo'} {bare}"


def dative(name: str) -> str:
    """The preposition takes a d before its own vowel."""
    return f"{'ad' if name[:1] in 'aA' else 'a'} {name}"


def _with_preposition(preposition: str, name: str) -> str:
    word, bare = article(name)
    return _put_before(_JOINED[preposition][word], bare)


def _put_before(word: str, bare: str) -> str:
    return f"{word}{bare}" if word.endswith("'") else f"{word} {bare}"
