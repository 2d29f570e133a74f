"""The table "What you may want to change" as data, and the search in it.

A phrase in English or Italian is compared with both texts of each row, word by word, and with other phrases for the
row (`change_phrases.toml`). Its numbers take the place of those of a row, and its contracts and bonuses the place
of a row's. The rows are those of the page; there is no other list.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from itertools import pairwise, product
from math import fsum, log
from pathlib import Path
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import FrozenMap, NamedTuple
from calarec.core.wording.it.grammar import article, in_the, indefinite, of_the, the, to_the
from calarec_tools.output.docs.change_words import (
    BINDING,
    ONE,
    PRICE,
    Amount,
    PhraseWords,
    english_number,
    factor_text,
    is_plain_word,
    read_phrase,
)
from calarec_tools.output.docs.introductions import INTRODUCTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language, Translated

_HERE: Final = Path(__file__).parent
_ROW: Final = re.compile(r"^\| ([^|]+) \| `(set|add|set`, `add)` \| ([^|]+) \|$", re.MULTILINE)
_CODE: Final = re.compile(r"`([^`]+)`")
_MAX_NEAREST: Final = 3
_MIN_NEAR: Final = 0.4
"""The share of a phrase (weighted by rarity of words) that a near row must have."""
_MIN_RARE: Final = 2.6
"""The weight that one common word needs: `player` and `pays` make no row near."""
_NEW_WORD: Final = 1.0
"""The weight of a word or a number that no row has: it distinguishes no row from another."""
_EXTRA_COUNTS: Final = 0.15
"""The share of the extra content of a row by which it is less near than its common part says."""
_OTHER_NAME: Final = 0.5
"""A row about no contract or bonus of those in the phrase is so much less near."""
_SOLO: Final = re.compile(r"\bsolo\b", re.IGNORECASE)
"""A contract, or in Italian a word for `only`."""
_MAX_EXTRA: Final = 0.6
"""The share of extra content at which a row beats another that fits as well."""
_LINE_NUMBER: Final = re.compile(r"(?<![\w./])[0-9]+(?=[pxdcbs]?(?![\w./]))")
"""A whole number in a line of a rule file, with or without its unit; or a rank."""
_LINE_FACTOR: Final = re.compile(r"(?:\btimes|\bpays|\breceives): ?$")
"""The text before a factor in a line of a rule file."""
_FIXED_NUMBERS: Final = ("0", "1")
"""Numbers in lines that a row's text need not state."""
_PAYMENT: Final = re.compile(r"\b(?:stake|times|plus|plus_stakes|instead|pays|pay_each|pay_again|pay_pot|lost|least): ")
"""A key of a payment.

A row with it is about a price, even if its text has no verb.
"""
_NAMED: Final = re.compile(r"^(contracts|settle\.bonus)\.([a-z][\w-]*)", re.MULTILINE)
_OF_ONE_NAME: Final = re.compile(r"^contracts\.[^:]*\.steps:|^settle\.bonus\.[^:.]*(?:\.when)?: \{|^auction\.ladder:")
"""A line that is right for one contract or one bonus, and no other."""
_KINDS: Final = {"contracts": "contracts", "settle.bonus": "bonus"}
"""The section of contracts and of bonuses → the kind of their names."""
_OTHER_NAMES: Final = {"cappotto": ("capot", "capotto")}
"""What players call a bonus besides its name."""
_WITH_ARTICLE: Final = {
    **dict.fromkeys(("il ", "lo ", "la ", "l'"), the),
    **dict.fromkeys(("un ", "uno ", "una ", "un'"), indefinite),
    **dict.fromkeys(("nel ", "nello ", "nella ", "nell'"), in_the),
    **dict.fromkeys(("del ", "dello ", "della ", "dell'"), of_the),
    **dict.fromkeys(("al ", "allo ", "alla ", "all'"), to_the),
}


class CommonChange(NamedTuple):
    """A row: a possible change, and the lines for it."""

    texts: Mapping[Language, str]
    set_lines: tuple[str, ...]
    add_lines: tuple[str, ...]
    phrases: Mapping[Language, tuple[str, ...]] = FrozenMap()
    """Other phrases for it, by language."""

    @property
    def wordings(self) -> tuple[str, ...]:
        """The row's texts and other phrases for it, in all languages."""
        return (*self.texts.values(), *(phrase for phrases in self.phrases.values() for phrase in phrases))

    @property
    def lines(self) -> tuple[str, ...]:
        """All lines, those for `set` first."""
        return (*self.set_lines, *self.add_lines)

    def section_lines(self) -> list[str]:
        """The lines as they are put into a rule file."""
        sections = (("set", self.set_lines), ("add", self.add_lines))
        return [line for key, lines in sections if lines for line in (f"{key}:", *(f"  {text}" for text in lines))]


class FoundChanges(NamedTuple):
    """The row that a phrase means, if that is clear, and rows near it."""

    meant: CommonChange | None
    nearest: tuple[CommonChange, ...]


@cache
def common_changes() -> tuple[CommonChange, ...]:
    """The rows of the table, each with its text in every language."""
    tables = {lang: _ROW.findall((_HERE / name).read_text(encoding="utf-8")) for lang, name in INTRODUCTIONS.items()}
    phrases = tomllib.loads((_HERE / "change_phrases.toml").read_text(encoding="utf-8"))
    rows = []
    for same in zip(*tables.values(), strict=True):
        _, under, cell = same[0]
        parts = [tuple(_CODE.findall(part)) for part in cell.split(" / ")]
        lines = dict(zip(under.split("`, `"), parts, strict=True))
        texts = {lang: text for lang, (text, _, _) in zip(tables, same, strict=True)}
        others = {lang: tuple(said) for lang, said in phrases.get(texts["en"], {}).items()}
        rows.append(CommonChange(texts, lines.get("set", ()), lines.get("add", ()), others))
    return tuple(rows)


def find_changes(phrase: str, parent: Ruleset) -> FoundChanges:
    """The rows that a phrase in either language speaks of.

    A row is meant only if it has every word and number of the phrase, and the phrase every name and number of the row.
    """
    found = _find_rows(phrase, parent)
    if found.meant is not None or not _SOLO.search(phrase):
        return found
    other = _find_rows(_SOLO.sub("soltanto", phrase), parent)
    return other if other.meant is not None or not found.nearest else found


def _find_rows(phrase: str, parent: Ruleset) -> FoundChanges:
    names = _names_of(parent)
    asked = read_phrase(phrase, names)
    weights = _word_weights(names)
    most = log(len(common_changes())) + 1
    rows = dict[tuple[tuple[str, ...], ...], _ComparedRow]()
    for change in common_changes():
        for named in (change, *_with_other_names(change, asked, parent)):
            filled = _with_numbers(named, asked, names)
            rows.setdefault((filled.set_lines, filled.add_lines), _compare(asked, filled, names, weights, most))
    total = fsum(_weight(word, weights, most) for word in asked.words)
    ranked = sorted(rows.values(), key=lambda row: (not row.is_whole, -row.nearness, row.extra))
    near = sorted(rows.values(), key=lambda row: (_EXTRA_COUNTS * row.extra - row.nearness, row.extra))
    whole = [row for row in ranked if row.is_whole]
    is_clear = bool(whole) and (len(whole) == 1 or _is_much_closer(whole[0], whole[1]))
    return FoundChanges(
        whole[0].change if is_clear else None,
        tuple(
            row.change
            for row in near[:_MAX_NEAREST]
            if total and row.nearness >= _MIN_NEAR * total and (row.is_whole or row.rarest >= _MIN_RARE)
        ),
    )


class _ComparedRow(NamedTuple):
    """A row beside a phrase: the common part, and the extra part of the row."""

    change: CommonChange
    is_whole: bool
    nearness: float
    extra: float
    rarest: float
    """The weight of the rarest common word."""


def _is_much_closer(row: _ComparedRow, other: _ComparedRow) -> bool:
    return row.extra < other.extra and row.extra <= _MAX_EXTRA * other.extra


def _compare(
    asked: PhraseWords,
    change: CommonChange,
    names: tuple[tuple[str, str], ...],
    weights: Mapping[str, float],
    most: float,
) -> _ComparedRow:
    """Compare a phrase with each wording of a row; the closest one counts."""
    implied = {PRICE} if any(_PAYMENT.search(line) for line in change.lines) else set[str]()
    stated = frozenset.intersection(*(_row_words(change, text, names).words for text in change.texts.values()))
    compared = []
    for wording in change.wordings:
        row = _row_words(change, wording, names)
        has = row.words | implied
        covered = fsum(_weight(word, weights, most) for word in asked.words & has)
        extra = fsum(_weight(word, weights, most) for word in row.words - asked.words - {PRICE, ONE})
        bound = {word for word in row.words if word in BINDING}
        needed = bound | {word for word in row.words | stated if _is_name_or_number(word)} - {ONE}
        is_whole = (
            asked.words <= has
            and needed <= asked.words
            and asked.payers <= row.payers
            and extra <= covered
            and _contracts_in_order(row, asked) == _contracts_in_order(asked, row)
            and _has_numbers_alike(row, asked)
            and any(not _is_number(word) and word != PRICE for word in asked.words)
        )
        is_of_others = bool(asked.names) and not row.name_keys & asked.name_keys
        rarest = max((weights.get(word, most) for word in asked.words & has), default=0.0)
        near = covered * (_OTHER_NAME if is_of_others else 1.0)
        compared.append(_ComparedRow(change, is_whole, near, extra, rarest))
    return min(compared, key=lambda row: (not row.is_whole, -row.nearness, row.extra))


def _contracts_in_order(phrase: PhraseWords, other: PhraseWords) -> list[str]:
    """The contracts of a phrase that another has too, in their order."""
    bonuses = _table_keys("settle.bonus")
    return [place.key for place in phrase.names if place.key in other.name_keys - bonuses]


def _has_numbers_alike(row: PhraseWords, asked: PhraseWords) -> bool:
    """Check that numbers have the same order, or each amount the same factor."""
    both = row.words & asked.words
    stated, given = ([amount for amount in phrase.amounts if amount.word in both] for phrase in (row, asked))
    if [amount.word for amount in stated] == [amount.word for amount in given]:
        return True
    return bool(_amounts_with_factors(stated)) and _amounts_with_factors(stated) == _amounts_with_factors(given)


def _amounts_with_factors(amounts: Sequence[Amount]) -> frozenset[tuple[str, str]]:
    """The pairs of an amount and its factor; none unless each amount has one."""
    plain, factors = ([amount.word for amount in amounts if amount.is_factor is kind] for kind in (False, True))
    return frozenset(zip(plain, factors, strict=True)) if len(plain) == len(factors) else frozenset()


def _is_number(word: str) -> bool:
    return word.removeprefix("x").isdecimal() and word != "0"


def _is_name_or_number(word: str) -> bool:
    return word.startswith("@") or _is_number(word)


def _row_words(change: CommonChange, wording: str, names: tuple[tuple[str, str], ...]) -> PhraseWords:
    """The words of a row; `un` and `una` are its number if the other text has it."""
    row = read_phrase(wording, names)
    return row._replace(words=row.words | {ONE}) if row.articles and _has_one(change, names) else row


def _has_one(change: CommonChange, names: tuple[tuple[str, str], ...]) -> bool:
    return any(amount.word == ONE for text in change.texts.values() for amount in read_phrase(text, names).amounts)


# ---------------------------------------------------------------------- names


@lru_cache(maxsize=64)
def _names_of(parent: Ruleset) -> tuple[tuple[str, str], ...]:
    """The names of contracts and bonuses here and in the table, with their ids."""
    found = {key: key for change in common_changes() for _, key in _named_in(change.set_lines)}
    for section, kind in _KINDS.items():
        for key in _keys_of(parent, section):
            found[key.replace("-", " ")] = key
            for _, text in parent.name(kind, key).texts:
                found[text] = key
            found |= dict.fromkeys(_OTHER_NAMES.get(key, ()), key)
    return tuple((name, key) for name, key in found.items() if not is_plain_word(name.casefold()))


def _named_in(lines: Sequence[str]) -> list[tuple[str, str]]:
    """The contracts and bonuses whose paths lines set, each with its section."""
    return [(section, key) for line in lines for section, key in _NAMED.findall(line)]


def _keys_of(parent: Ruleset, section: str) -> tuple[str, ...]:
    return tuple(parent.rules.contracts if section == "contracts" else parent.rules.settle.bonus)


def _with_other_names(change: CommonChange, asked: PhraseWords, parent: Ruleset) -> Iterator[CommonChange]:
    """A row with the contracts or bonuses of a phrase in the place of its own."""
    if not asked.names or any(_OF_ONE_NAME.search(line) for line in change.lines):
        return
    for section, kind in _KINDS.items():
        own = _keys_of(parent, section)
        named = {key for key in _table_keys(section) if any(_whole_word(key).search(line) for line in change.lines)}
        if len(named) != 1:
            continue
        (old,) = named
        for new in sorted(asked.name_keys & {*own} - {old}):
            set_lines, add_lines = (
                tuple(_whole_word(old).sub(new, line) for line in part) for part in (change.set_lines, change.add_lines)
            )
            name = parent.name(kind, new)
            texts = {lang: _with_name(text, old, name, lang) for lang, text in change.texts.items()}
            phrases = {
                lang: tuple(_with_name(phrase, old, name, lang) for phrase in said)
                for lang, said in change.phrases.items()
            }
            has_place = section == "contracts" or all(_has_place(line, section, parent) for line in set_lines)
            if has_place and all(texts[lang] != text for lang, text in change.texts.items()):
                yield CommonChange(texts, set_lines, add_lines, phrases)


def _has_place(line: str, section: str, parent: Ruleset) -> bool:
    """Check whether a line's path below the section exists in the parent."""
    path, _, value = line.partition(": ")
    return not path.startswith(section) or value == "off" or path in parent.leaves


@cache
def _table_keys(section: str) -> frozenset[str]:
    """The contracts or bonuses that rows of the table set."""
    named = [pair for change in common_changes() for pair in _named_in(change.set_lines)]
    return frozenset(key for place, key in named if place == section)


@cache
def _whole_word(key: str) -> re.Pattern[str]:
    return _any_word((key,))


@cache
def _any_word(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)")


def _with_name(text: str, old: str, name: Translated, lang: Language) -> str:
    """A text with another name, in Italian with the article that goes with it."""
    new = name.in_language(lang)
    if lang != "it":
        return _whole_word(old).sub(new, text)
    word = re.compile(rf"\b({'|'.join(_WITH_ARTICLE)})?{re.escape(old)}\b", re.IGNORECASE)
    bare = article(new)[1]
    return word.sub(lambda found: _WITH_ARTICLE[found[1].lower()](new) if found[1] else bare, text)


# ---------------------------------------------------------------------- numbers


def _with_numbers(change: CommonChange, asked: PhraseWords, names: tuple[tuple[str, str], ...]) -> CommonChange:
    """A row with the numbers of a phrase, if they have a place in its lines."""
    stated = {lang: _stated_amounts(change, lang, names) for lang in change.texts}
    common = frozenset.intersection(*(frozenset(amount.word for amount in amounts) for amounts in stated.values()))
    with_articles = tuple(sorted((*asked.amounts, *asked.articles), key=lambda amount: amount.start))
    if any(_has_crossed_numbers(amounts, asked.amounts) for amounts in stated.values()):
        return change
    for amounts, numbers in product(stated.values(), dict.fromkeys((asked.amounts, with_articles))):
        changes = dict[str, Amount]()
        for is_factor in (False, True):
            old = [amount for amount in amounts if amount.is_factor == is_factor and amount.word in common]
            new = [amount for amount in numbers if amount.is_factor == is_factor]
            if len(old) == len(new):
                pairs = zip(old, new, strict=True)
                changes |= {place.word: number for place, number in pairs if place.word != number.word}
        filled = _FilledRow(change, stated, changes, names).fill_in() if changes else None
        if filled is not None:
            return filled
    return change


def _has_crossed_numbers(stated: Sequence[Amount], asked: Sequence[Amount]) -> bool:
    """Check whether a number of a phrase counts what another number of a row counts."""
    old, new = ([amount.noun for amount in amounts if not amount.is_factor] for amounts in (stated, asked))
    return len(old) == len(new) and any(noun and noun in old and noun != old[place] for place, noun in enumerate(new))


def _stated_amounts(change: CommonChange, lang: Language, names: tuple[tuple[str, str], ...]) -> tuple[Amount, ...]:
    """The numbers of a row's text; `un` and `una` if the other text has the number."""
    row = read_phrase(change.texts[lang], names)
    if not row.articles or ONE in row.words or not _has_one(change, names):
        return row.amounts
    return tuple(sorted((*row.amounts, *row.articles), key=lambda amount: amount.start))


class _FilledRow:
    """Puts numbers in the places of those of a row, in its texts and in its lines."""

    def __init__(
        self,
        change: CommonChange,
        stated: Mapping[Language, tuple[Amount, ...]],
        changes: Mapping[str, Amount],
        names: tuple[tuple[str, str], ...],
    ) -> None:
        self._change = change
        self._stated = stated
        self._changes = changes
        self._names = names

    def fill_in(self) -> CommonChange | None:
        """The filled row, or None.

        Each number needs one place, and the lines no numbers that the text has not. Bonuses in an order stay in it.
        """
        if not all(self._has_place_of_its_own(word) for word in self._changes):
            return None
        if any(line.startswith("settle.bonus_order:") for line in self._change.lines) and not self._has_kept_order():
            return None
        known = {amount.figures for amounts in self._stated.values() for amount in amounts}
        if any(number.group() not in (*known, *_FIXED_NUMBERS) for _, number in self._line_numbers()):
            return None
        texts = {lang: self._fill_text(text, lang, self._stated[lang]) for lang, text in self._change.texts.items()}
        phrases = {
            lang: tuple(self._fill_text(phrase, lang, read_phrase(phrase, self._names).amounts) for phrase in said)
            for lang, said in self._change.phrases.items()
        }
        set_lines, add_lines = (
            tuple(map(self._fill_line, part)) for part in (self._change.set_lines, self._change.add_lines)
        )
        return CommonChange(texts, set_lines, add_lines, phrases)

    def _has_kept_order(self) -> bool:
        """Check that of two numbers the greater one stays the greater."""
        old = sorted({int(amount.word) for amount in self._stated["en"] if not amount.is_factor})
        new = [int(self._changes[str(number)].figures) if str(number) in self._changes else number for number in old]
        return all(lower < higher for lower, higher in pairwise(new))

    def _has_place_of_its_own(self, word: str) -> bool:
        written = [sum(amount.word == word for amount in amounts) for amounts in self._stated.values()]
        places = sum(_line_word(line, number) == word for line, number in self._line_numbers())
        return all(count == 1 for count in written) and (places == 1 or (places > 1 and word.startswith("x")))

    def _line_numbers(self) -> Iterator[tuple[str, re.Match[str]]]:
        return ((line, number) for line in self._change.lines for number in _LINE_NUMBER.finditer(line))

    def _fill_line(self, line: str) -> str:
        def fill_number(found: re.Match[str]) -> str:
            new = self._changes.get(_line_word(line, found))
            return found.group() if new is None else new.figures

        filled = _LINE_NUMBER.sub(fill_number, line)
        ids = {
            english_number(word): english_number(new.figures)
            for word, new in self._changes.items()
            if not word.startswith("x")
        }
        return _any_word(tuple(ids)).sub(lambda found: ids[found.group()], filled) if ids else filled

    def _fill_text(self, text: str, lang: Language, amounts: tuple[Amount, ...]) -> str:
        for amount in reversed(amounts):
            new = self._changes.get(amount.word)
            if new is not None:
                written = factor_text(new.figures, lang) if new.is_factor else new.figures
                text = text[: amount.start] + written + text[amount.end :]
        return text


def _line_word(line: str, found: re.Match[str]) -> str:
    """A number of a line as a word to compare."""
    return ("x" if _LINE_FACTOR.search(line, 0, found.start()) else "") + found.group()


# ---------------------------------------------------------------------- weights


def _weight(word: str, weights: Mapping[str, float], most: float) -> float:
    """The weight of a word; a name says most, a number as little as a new word."""
    return _NEW_WORD if _is_number(word) else weights.get(word, most if word.startswith("@") else _NEW_WORD)


@lru_cache(maxsize=64)
def _word_weights(names: tuple[tuple[str, str], ...]) -> dict[str, float]:
    """Weigh each word by rarity: more, the fewer rows have it."""
    rows = [
        frozenset[str]().union(*(read_phrase(text, names).words for text in change.wordings))
        for change in common_changes()
    ]
    words = frozenset[str]().union(*rows)
    return {word: log(len(rows) / sum(word in row for row in rows)) + 1 for word in words}
