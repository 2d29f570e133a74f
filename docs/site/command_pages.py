"""A page for each command, from the declaration that also draws its help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import LANGUAGES, text_in
from calarec_tools.cli.commands import SECTIONS
from calarec_tools.cli.declare import CommandGroup, value_word
from calarec_tools.cli.parse import COMMON, VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.wording.language import Language
    from calarec_tools.cli.declare import Listed, Option
    from docs.site.tree import SiteTree

_TITLE: Final = {"en": "Commands", "it": "Comandi"}
_INTRODUCTION: Final = {
    "en": "`calarec COMMAND --help` prints the same on your terminal. The exit status is 0 without findings, 1 with an "
    "error or a warning, 2 after wrong usage or unreadable input.",
    "it": "`calarec COMANDO --help` stampa lo stesso testo sul terminale. Lo stato d'uscita è 0 senza segnalazioni, "
    "1 con un errore o un avviso, 2 per un uso sbagliato o un file illeggibile.",
}
_HEAD: Final = {"en": "| command | purpose |", "it": "| comando | scopo |"}
_ARGUMENTS: Final = {"en": "Arguments", "it": "Argomenti"}
_OPTIONS: Final = {"en": "Options", "it": "Opzioni"}
_COMMON: Final = {"en": "Options of every command", "it": "Opzioni di ogni comando"}
_EXAMPLE: Final = {"en": "Example", "it": "Esempio"}
_ALL: Final = {"en": "All commands", "it": "Tutti i comandi"}
_FOLDER: Final = "reference/commands"


def add_command_pages(tree: SiteTree) -> None:
    """Add the list of the commands and a page for each, in every language."""
    for lang in LANGUAGES:
        tree.add_page(lang, f"{_FOLDER}/index.md", "\n".join(_list_lines(lang)) + "\n")
        for section in SECTIONS:
            for words, listed in _commands_of(section.listed):
                text = "\n".join(_command_lines(words, listed, lang)) + "\n"
                tree.add_page(lang, f"{_FOLDER}/{'-'.join(words)}.md", text, f"{_FOLDER}/index.md")


def _commands_of(entries: tuple[Listed | CommandGroup, ...]) -> Iterator[tuple[tuple[str, ...], Listed]]:
    """The commands with the words that call them, those of groups among them."""
    for entry in entries:
        if isinstance(entry, CommandGroup):
            yield from (((entry.name, listed.name), listed) for listed in entry.listed)
        else:
            yield (entry.name,), entry


def _list_lines(lang: Language) -> Iterator[str]:
    yield f"# {_TITLE[lang]}\n\n{_INTRODUCTION[lang]}"
    for section in SECTIONS:
        yield f"\n## {text_in(section.title, lang)}\n\n{_HEAD[lang]}\n| --- | --- |"
        for words, listed in _commands_of(section.listed):
            yield f"| [`calarec {' '.join(words)}`]({'-'.join(words)}.md) | {_cell(text_in(listed.summary, lang))} |"
    yield f"\n## {_COMMON[lang]}\n"
    for option in (*COMMON, VERSION):
        yield from _option_lines(option, lang)


def _command_lines(words: tuple[str, ...], listed: Listed, lang: Language) -> Iterator[str]:
    command = listed.import_declaration()
    named = {argument.name: text_in(value_word(argument.metavar), lang) for argument in command.arguments}
    usage = [
        named[argument.name] if argument.required else f"[{named[argument.name]}]" for argument in command.arguments
    ]
    yield f"# calarec {' '.join(words)}\n\n{text_in(listed.summary, lang)}\n"
    yield f"```text\n{' '.join(('calarec', *words, *usage))}\n```"
    if command.example:
        yield f"\n{_EXAMPLE[lang]}:\n\n```sh\n{command.example}\n```"
    if command.arguments:
        yield f"\n## {_ARGUMENTS[lang]}\n"
        for argument in command.arguments:
            yield f"`{named[argument.name]}`\n:   {text_in(argument.help, lang)}\n"
    if command.options:
        yield f"\n## {_OPTIONS[lang]}\n"
        for option in command.options:
            yield from _option_lines(option, lang)
    yield f"[{_ALL[lang]}](index.md)"


def _option_lines(option: Option, lang: Language) -> Iterator[str]:
    value = "" if option.kind == "flag" else f" {text_in(value_word(option.value_name), lang)}"
    yield f"`{', '.join(option.flags)}{value}`\n:   {option.help_sentence(lang)}\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
