"""Text in several languages, one for each folder of words.

A sentence is in English where it is used, and its English is the key of its translations (`wording/it/sentences/`). A
form instead of a sentence (a number as a word, a noun with its article) is a function of each language's `grammar`
module. `text_in` turns all of it into text, in one language, when it is read.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType
    from typing import Protocol

    class Sayable(Protocol):
        """A value that each language words for itself."""

        def in_language(self, lang: Language, /) -> str:
            """Its text in one language."""


Language: TypeAlias = str
SOURCE: Final = "en"
"""The language of the sentences in the code, and the only complete one."""
WORDS: Final = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120
"""The folder of words; pathlib takes long to import."""
_FOLDERS: Final = sorted(name for name in os.listdir(WORDS) if os.path.isdir(os.path.join(WORDS, name, "codes")))  # noqa: PTH112, PTH118, PTH208
LANGUAGES: Final[tuple[Language, ...]] = (SOURCE, *(name for name in _FOLDERS if name != SOURCE))


def require_language(lang: object) -> None:
    """ValueError for what is none of the languages."""
    if lang not in LANGUAGES:
        raise ValueError(f"lang is one of {' and '.join(LANGUAGES)}, not {lang!r}")


class Words:
    """A sentence in English with its values.

    `sense` distinguishes meanings that only other languages do.
    """

    __slots__ = ("sense", "template", "values")

    def __init__(self, template: str, /, sense: str = "", **values: object) -> None:
        self.template = template
        self.sense = sense
        self.values = values

    def with_values(self, **values: object) -> Words:
        """The sentence with values, or with further ones."""
        return Words(self.template, self.sense, **self.values, **values)

    def in_language(self, lang: Language) -> str:
        """The sentence with its values, all in one language."""
        template = translate_template(self.template, self.sense, lang)
        if not self.values:
            return template
        return fill_template(template, lang, self.values)

    def _comparison_key(self) -> tuple[object, ...]:
        return self.template, self.sense, *self.values.items()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words) and self._comparison_key() == other._comparison_key()

    def __hash__(self) -> int:
        return hash(self._comparison_key())

    def __repr__(self) -> str:
        more = [f"sense={self.sense!r}"] if self.sense else []
        return f"Words({', '.join([repr(self.template), *more, *(f'{n}={v!r}' for n, v in self.values.items())])})"


class Phrase:
    """A form that each language makes by a function of its grammar."""

    __slots__ = ("form", "of")

    def __init__(self, form: str, /, *of: object) -> None:
        self.form = form
        self.of = of

    def in_language(self, lang: Language) -> str:
        """Make the form by a language's grammar; numbers stay numbers."""
        form: Any = getattr(grammar(lang), self.form)
        return str(form(*(part if isinstance(part, int) else text_in(part, lang) for part in self.of)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and (self.form, self.of) == (other.form, other.of)

    def __hash__(self) -> int:
        return hash((self.form, self.of))

    def __repr__(self) -> str:
        return f"Phrase({', '.join(map(repr, (self.form, *self.of)))})"


class Listing(NamedTuple):
    """Several values as "a, b and c"; `either` for "or" instead of "and"."""

    items: tuple[object, ...]
    either: bool = False

    def in_language(self, lang: Language) -> str:
        """The list, its last item joined by a word."""
        *others, last = [text_in(item, lang) for item in self.items] or [""]
        if not others:
            return last
        return text_in((_OR if self.either else _AND).with_values(others=", ".join(others), last=last), lang)


class Joined(NamedTuple):
    """Several values with a mark between them."""

    items: tuple[object, ...]
    by: str = ", "

    def in_language(self, lang: Language) -> str:
        """The list."""
        return self.by.join(text_in(item, lang) for item in self.items)


class Translated(NamedTuple):
    """A text with its translations, as names in rule files have.

    One without a language is for all.
    """

    texts: tuple[tuple[Language, str], ...]

    @staticmethod
    def from_texts(text: str | Mapping[Language, str]) -> Translated:
        """A text for all, or one for each language."""
        return Translated((("", text),) if isinstance(text, str) else tuple(text.items()))

    def in_language(self, lang: Language) -> str:
        """The text of that language, or the one that is nearest to being for all."""
        known = dict(self.texts)
        return known.get(lang) or known.get(SOURCE) or self.texts[0][1]

    @property
    def written_text(self) -> str | dict[str, Any]:
        """The text as it is written in a rule file."""
        known = dict(self.texts)
        return self.texts[0][1] if len(set(known.values())) == 1 else known


_AND: Final = Words("{others} and {last}")
_OR: Final = Words("{others} or {last}")


def text_in(value: object, lang: Language) -> str:
    """The text of a value in one language; other values as they are."""
    if isinstance(value, str):
        return value
    in_language = getattr(value, "in_language", None)
    return str(in_language(lang) if in_language else value)


def fill_words(template: Sayable | str, lang: Language, values: dict[str, object]) -> str:
    """A sentence with further values filled in, all in one language."""
    return fill_template(text_in(template, lang), lang, values)


def fill_template(template: str, lang: Language, values: Mapping[str, object]) -> str:
    """The text of a template that is in one language already.

    `{count}` is a value; `{count:is|are}` is the form that agrees with it, in which `#` is the value.
    """
    if "|" not in template:
        return template.format_map({name: text_in(value, lang) for name, value in values.items()})
    return template.format_map({name: _Agreeing(value, lang) for name, value in values.items()})


def agreeing_form(forms: str, value: object, lang: Language) -> str:
    """The one of `is|are` that goes with a value; `#` in it becomes the value."""
    text = text_in(value, lang)
    count = value.of[0] if isinstance(value, Phrase) and value.of else value
    number = count if isinstance(count, int) else 1 if text == "1" else 2
    return str(grammar(lang).noun(number, forms)).replace("#", text)


class _Agreeing:
    """A value in a template with forms that agree with values."""

    def __init__(self, value: object, lang: Language) -> None:
        self.value = value
        self.lang = lang

    def __format__(self, forms: str) -> str:
        return agreeing_form(forms, self.value, self.lang) if forms else text_in(self.value, self.lang)


def translate_template(template: str, sense: str, lang: Language) -> str:
    """Translate a sentence of the code; in English where the language lacks it."""
    if lang == SOURCE:
        return template
    return load_sentences(lang).get(sense, {}).get(template, template)


@cache
def load_sentences(lang: Language) -> dict[str, dict[str, str]]:
    """All sentences of a language by their English, in one table for each sense."""
    from calarec.core.wording.tables import read_tables

    tables: dict[str, dict[str, str]] = {}
    folder = os.path.join(WORDS, lang, "sentences")  # noqa: PTH118
    for name in sorted(os.listdir(folder)):  # noqa: PTH208
        with open(os.path.join(folder, name), encoding="utf-8") as file:  # noqa: PTH118, PTH123
            for sense, said in read_tables(file.read()).items():
                tables.setdefault(sense, {}).update(said)
    return tables


@cache
def grammar(lang: Language) -> ModuleType:
    """The forms of a language."""
    return import_module(f"calarec.core.wording.{lang}.grammar")


def preferred_language(option: str | None = None) -> Language:
    """The language asked for, otherwise that of the locale, otherwise English."""
    wanted = option or next(
        (os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), ""
    )
    if not wanted and sys.platform == "win32":
        # Windows has no such variables; there Python has already taken over the user's choice.
        from locale import getlocale

        wanted = getlocale()[0] or ""
    code = wanted.lower()[:2]
    return code if code in LANGUAGES else SOURCE
