"""Everything that people read exists in English and in Italian.

Terms. A `Both` is one text in both languages. A value is *sayable* if it is a `Both`, a `Listing`
of sayable values, a string or a number; `say` turns it into text.
"""

from __future__ import annotations

import os
import sys
from typing import Final, Literal, TypeAlias

from calarec.light import NamedTuple

Language: TypeAlias = Literal["en", "it"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "it")


class Both(NamedTuple):
    """One text in English and in Italian; `{name}` stands for a value filled in by `fill`."""

    en: str
    it: str


NOTHING: Final = Both("", "")


class Listing(NamedTuple):
    """Several sayable values, said as "a, b and c"; `either` says "or" instead of "and"."""

    items: tuple[object, ...]
    either: bool = False


_LAST: Final = {("en", False): "and", ("en", True): "or", ("it", False): "e", ("it", True): "o"}


def say(value: object, lang: Language) -> str:
    """The text of a sayable value in one language."""
    if isinstance(value, Both):
        return value.it if lang == "it" else value.en
    if isinstance(value, Listing):
        said = [say(item, lang) for item in value.items]
        if len(said) < 2:
            return "".join(said)
        return f"{', '.join(said[:-1])} {_LAST[lang, value.either]} {said[-1]}"
    return str(value)


def fill(template: Both, lang: Language, values: dict[str, object]) -> str:
    """A template with its values filled in, all in one language."""
    return say(template, lang).format_map({name: say(value, lang) for name, value in values.items()})


def preferred(option: str | None = None) -> Language:
    """The language asked for, otherwise that of the locale, otherwise English."""
    wanted = option or next(
        (os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), ""
    )
    if not wanted and sys.platform == "win32":
        # Windows has no such variables; there Python has already taken over the user's choice.
        from locale import getlocale

        wanted = getlocale()[0] or ""
    return "it" if wanted.lower().startswith("it") else "en"
