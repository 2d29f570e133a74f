"""The words of every code, read when a finding is told: `en/messages/cal5.toml` has CAL500 to CAL599 in English.

A code has one table, and one more for each other way to say it (`[CAL501.first]`); a finding names the way. What a code
means stands in `en/codes/cal5.md`, a section for each code that begins with its title.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Final

from calarec.base.frozen import NamedTuple
from calarec.wording.language import LANGUAGES, Language
from calarec.wording.severities import DECLARED, UNPRICED
from calarec.wording.tables import read_tables

__all__ = ["CodePage", "Message", "all_codes", "codes_of", "message", "page", "range_title", "ranges"]

_HERE: Final = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - pathlib takes long to import
_SOURCE: Final = LANGUAGES[0]
"""The language in which every code has its words."""

_ANSWERED: Final = "CAL512"


class Message(NamedTuple):
    """What is wrong, in one line, and what to do about it; empty where nothing can be said in general."""

    message: str
    help: str = ""


class CodePage(NamedTuple):
    """What a code means, in Markdown, with an example."""

    title: str
    text: str


def message(code: str, wording: str, lang: Language) -> Message:
    """The words of a code, said in one of its ways; KeyError if there is no such code or way.

    What the record itself declares (`… declared`, `… unpriced`) is said as ever, and answered as a declared revoke is.
    """
    messages, key = _messages(_range_of(code), lang), f"{code}.{wording}" if wording else code
    for ending in (DECLARED, UNPRICED):
        if key not in messages and wording.endswith(ending):
            said = message(code, wording.removesuffix(ending).rstrip(), lang)
            return said._replace(help=message(_ANSWERED, ending, lang).help)
    return messages[key]


def page(code: str, lang: Language) -> CodePage:
    """What a code means; KeyError if there is no such code."""
    return _pages(_range_of(code), lang)[1][code]


def range_title(name: str, lang: Language) -> str:
    """What the codes of a range are about."""
    return _pages(name, lang)[0]


@cache
def ranges() -> tuple[str, ...]:
    """The ranges that exist, in order: CAL0, CAL1 … RUL0 …"""
    return tuple(sorted(name.removesuffix(".toml").upper() for name in os.listdir(_folder(_SOURCE, "messages"))))  # noqa: PTH208


def codes_of(name: str) -> list[str]:
    """The codes of a range, in order; none if there is no such range."""
    return [code for code in _messages(name, _SOURCE) if "." not in code] if name in ranges() else []


def all_codes() -> list[str]:
    """Every code there is, in order."""
    return [code for name in ranges() for code in codes_of(name)]


def _range_of(code: str) -> str:
    name = code[:4]
    if name not in ranges():
        raise KeyError(code)
    return name


@cache
def _messages(name: str, lang: Language) -> dict[str, Message]:
    tables = read_tables(_read(lang, "messages", f"{name.lower()}.toml"))
    return {code: Message(**words) for code, words in tables.items() if code}


@cache
def _pages(name: str, lang: Language) -> tuple[str, dict[str, CodePage]]:
    """The title of a range, and the pages of its codes."""
    head, *sections = _read(lang, "codes", f"{name.lower()}.md").split("\n## ")
    return head.partition(": ")[2].strip(), dict(_page(section) for section in sections)


def _page(section: str) -> tuple[str, CodePage]:
    code, title, text = section.split("\n\n", 2)
    return code, CodePage(title.strip("*"), f"{text.strip()}\n")


def _folder(lang: Language, kind: str) -> str:
    return os.path.join(_HERE, lang, kind)  # noqa: PTH118


def _read(lang: Language, kind: str, name: str) -> str:
    with open(os.path.join(_folder(lang, kind), name), encoding="utf-8") as file:  # noqa: PTH118, PTH123
        return file.read()
