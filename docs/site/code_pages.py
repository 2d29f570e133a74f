"""Pages for each code of a finding and each range, and a list, as in `explain`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import LANGUAGES, text_in
from calarec.core.wording.messages import code_ranges, find_section, find_severity, range_codes, range_title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.wording.language import Language
    from docs.site.tree import SiteTree

_INDEX: Final = "reference/codes/index.md"
_TITLE: Final = {"en": "Codes", "it": "Codici"}
_INTRODUCTION: Final = {
    "en": "Every finding has a code: `CAL` for records, `RUL` for rule files. `calarec explain CODE` prints the same "
    "page on your terminal.",
    "it": "Ogni segnalazione ha un codice: `CAL` per le registrazioni, `RUL` per i regolamenti. `calarec explain "
    "CODICE` stampa la stessa pagina sul terminale.",
}
_HEAD: Final = {"en": "| code | meaning | severity |", "it": "| codice | significato | gravità |"}
_REPORTED: Final = {
    "en": "calarec reports, with `{…}` for the values of your record:",
    "it": "La segnalazione, con `{…}` al posto dei valori della registrazione:",
}
_REPORTED_RULES: Final = {
    "en": "calarec reports, with `{…}` for the values of your rule file:",
    "it": "La segnalazione, con `{…}` al posto dei valori del file di regole:",
}
_HELP: Final = {"en": "help", "it": "aiuto"}
_RANGE: Final = {"en": "All codes of this range", "it": "Tutti i codici di questo gruppo"}


def add_code_pages(tree: SiteTree) -> None:
    """Add the pages of all codes, in every language."""
    for lang in LANGUAGES:
        tree.add_page(lang, _INDEX, "\n".join(_list_lines(lang)) + "\n")
        for name in code_ranges():
            page = f"reference/codes/{name.lower()}.md"
            tree.add_page(lang, page, "\n".join(_range_lines(name, lang)) + "\n", _INDEX)
            for code in range_codes(name):
                text = "\n".join(_code_lines(code, lang)) + "\n"
                tree.add_page(lang, f"reference/codes/{code.lower()}.md", text, page)


def _list_lines(lang: Language) -> Iterator[str]:
    yield f"# {_TITLE[lang]}\n\n{_INTRODUCTION[lang]}"
    for name in code_ranges():
        yield f"\n## {name}xx: {range_title(name, lang)}\n"
        yield from _table_lines(name, lang)


def _range_lines(name: str, lang: Language) -> Iterator[str]:
    yield f"# {name}xx: {range_title(name, lang)}\n"
    yield from _table_lines(name, lang)


def _table_lines(name: str, lang: Language) -> Iterator[str]:
    yield f"{_HEAD[lang]}\n| --- | --- | --- |"
    for code in range_codes(name):
        title = find_section(code, lang).page.title
        yield f"| [{code}]({code.lower()}.md) | {title} | {text_in(find_severity(code).severity_word, lang)} |"


def _code_lines(code: str, lang: Language) -> Iterator[str]:
    section = find_section(code, lang)
    yield f"# {code}: {section.page.title}\n"
    yield f"**{text_in(find_severity(code).severity_word, lang)}** · [{_RANGE[lang]}]({code[:4].lower()}.md)\n"
    yield f"{section.page.text}\n{(_REPORTED if code.startswith('CAL') else _REPORTED_RULES)[lang]}\n\n```text"
    told = dict.fromkeys((message.message, message.help) for message in section.messages.values())
    for message, advice in told:
        yield message
        if advice:
            yield f"  {_HELP[lang]}: {advice}"
    yield "```"
