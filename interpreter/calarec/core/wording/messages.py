"""The texts about codes; `en/codes/cal5.md` has the English ones.

The file is a page that people read, and has everything about CAL500 to CAL599. Below the heading of a code are its
title, a block of TOML, and what the code means:

    ## CAL512

    **Not following suit**

    ```toml
    severity = "error"
    message = "{seat} plays {suit} on a lead of {led}, but holds {held}"
    help = "legal here: {legal}"

    [declared]
    message = "{seat} plays {suit} on a lead of {led}, but holds {held}"
    ```

    A player who has a card of the suit led plays one.

A table such as `[declared]` is another wording of the code; a finding names the one that it needs. `severity` is in
English only. No file is read before the first finding, and a section is parsed when its code is first needed.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Final, Literal, NoReturn

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.language import SOURCE, WORDS, Language
from calarec.core.wording.severities import DECLARED, UNPRICED, Severity
from calarec.core.wording.tables import read_tables

__all__ = [
    "CodeFile", "CodePage", "CodeSection", "Message", "all_codes", "code_ranges", "find_message", "find_section",
    "find_severity", "parse_code", "range_codes", "range_title", "split_codes",
]  # fmt: skip

_ANSWERED: Final = "CAL512"
_BLOCK: Final = "```toml"
_BLOCK_END: Final = "\n```\n"
_SEVERITIES: Final = tuple(Severity)


class Message(NamedTuple):
    """The mistake in one line, and the advice, if there is any."""

    message: str
    help: str = ""


class CodePage(NamedTuple):
    """The meaning of a code, in Markdown, with an example."""

    title: str
    text: str


class CodeSection(NamedTuple):
    """The texts of one language for a code; the severity is in English only."""

    severity: Severity | Literal[""]
    messages: dict[str, Message]
    """By wording; the first has no name."""
    page: CodePage


class CodeFile(NamedTuple):
    """A range of codes in one language: its title, and a section for each code.

    A section is the line of its heading, and the text below that.
    """

    path: str
    title: str
    sections: dict[str, tuple[int, str]]


@cache
def find_section(code: str, lang: Language) -> CodeSection:
    """Find the texts of one language for a code; KeyError for an unknown code."""
    name = code[:4]
    if name not in code_ranges():
        raise KeyError(code)
    return parse_code(_code_file(name, lang), code, has_severity=lang == SOURCE)


def find_message(code: str, wording: str, lang: Language) -> Message:
    """One wording of a code; KeyError if there is no such code or wording.

    A wording for what the record itself declares (`… declared`, `… unpriced`) need not be written: it has the message
    of the wording before that word, and the help of a declared revoke.
    """
    messages = find_section(code, lang).messages
    if wording in messages:
        return messages[wording]
    for ending in (DECLARED, UNPRICED):
        if wording.endswith(ending):
            said = find_message(code, wording.removesuffix(ending).rstrip(), lang)
            return said._replace(help=find_message(_ANSWERED, ending, lang).help)
    raise KeyError(f"{code}.{wording}")


def find_severity(code: str) -> Severity:
    """The severity of a code; KeyError if there is no such code."""
    return Severity(find_section(code, SOURCE).severity)


def range_title(name: str, lang: Language) -> str:
    """The subject of the codes of a range."""
    return _code_file(name, lang).title


@cache
def code_ranges() -> tuple[str, ...]:
    """The ranges that exist, in order: CAL0, CAL1 … RUL0 …"""
    files = os.listdir(os.path.join(WORDS, SOURCE, "codes"))  # noqa: PTH118, PTH208 - pathlib takes long to import
    return tuple(sorted(name.removesuffix(".md").upper() for name in files))


def range_codes(name: str) -> list[str]:
    """The codes of a range, in order; none if there is no such range."""
    return list(_code_file(name, SOURCE).sections) if name in code_ranges() else []


def all_codes() -> list[str]:
    """Every code there is, in order."""
    return [code for name in code_ranges() for code in range_codes(name)]


@cache
def _code_file(name: str, lang: Language) -> CodeFile:
    path = os.path.join(WORDS, lang, "codes", f"{name.lower()}.md")  # noqa: PTH118
    with open(path, encoding="utf-8") as file:  # noqa: PTH123
        return split_codes(file.read(), path)


def split_codes(text: str, path: str) -> CodeFile:
    """The sections of a file, not yet parsed; `path` begins each report."""
    head, *sections = text.split("\n## ")
    found: dict[str, tuple[int, str]] = {}
    line = head.count("\n") + 2
    for section in sections:
        code, _, rest = section.partition("\n")
        if code in found:
            _refuse_code_file(path, line, f"{code} has a section already, on line {found[code][0]}")
        found[code] = line, rest
        line += section.count("\n") + 1
    return CodeFile(path, head.partition(": ")[2].strip(), found)


def parse_code(file: CodeFile, code: str, *, has_severity: bool) -> CodeSection:
    """Parse the section of a code; KeyError if there is none.

    ValueError, which begins with file and line, if a part is missing.
    """
    line, section = file.sections[code]
    title, _, rest = section.lstrip("\n").partition("\n\n")
    if not (title.startswith("**") and title.endswith("**")):
        _refuse_code_file(file.path, line, f"{code} has no `**title**` below its heading")
    block, block_end, text = rest.removeprefix(_BLOCK).partition(_BLOCK_END)
    if not rest.startswith(f"{_BLOCK}\n") or not block_end:
        _refuse_code_file(file.path, line, f"{code} has no block of `toml` below its title")
    if not text.strip():
        _refuse_code_file(file.path, line, f"{code} has no text below its block")
    block_line = line + 1 + section[: -len(rest)].count("\n")
    tables = read_tables(block, place=f"{file.path}:", first_line=block_line)
    severity = tables[""].pop("severity", "")
    if severity not in (_SEVERITIES if has_severity else ("",)):
        needed = f"`severity` is one of {', '.join(_SEVERITIES)}" if has_severity else "`severity` is in English only"
        _refuse_code_file(file.path, line, f"{code}: {needed}")
    for wording, words in tables.items():
        name = f"{code}.{wording}" if wording else code
        if not words.get("message"):
            _refuse_code_file(file.path, line, f"{name} has no `message`")
        if unknown := words.keys() - {*Message._fields}:
            _refuse_code_file(file.path, line, f"{name}: unknown key `{min(unknown)}`")
    messages = {wording: Message(**words) for wording, words in tables.items()}
    return CodeSection(Severity(severity) if severity else "", messages, CodePage(title[2:-2], f"{text.strip()}\n"))


def _refuse_code_file(path: str, line: int, reason: str) -> NoReturn:
    raise ValueError(f"{path}:{line}: {reason}")
