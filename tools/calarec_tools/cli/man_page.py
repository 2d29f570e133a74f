"""The manual page `docs/calarec.1` and its translations, made from declarations.

    python -m calarec_tools.cli.man_page

writes it to the checkout; a test fails while it is not current.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from calarec.core.base.version import __version__
from calarec.core.wording.language import LANGUAGES, SOURCE, Words, text_in
from calarec_tools.cli.commands import LISTED
from calarec_tools.cli.declare import CommandGroup, Option, value_word
from calarec_tools.cli.help import SUMMARY
from calarec_tools.cli.parse import COMMON, VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.wording.language import Language
    from calarec_tools.cli.declare import Command, Listed

_NAME: Final = Words("NAME")
_SYNOPSIS: Final = Words("SYNOPSIS")
_COMMANDS: Final = Words("COMMANDS")
_OPTIONS: Final = Words("OPTIONS OF EVERY COMMAND")
_STATUS: Final = Words("EXIT STATUS")
_ENVIRONMENT: Final = Words("ENVIRONMENT")
_COMMAND: Final = Words("COMMAND [ARGUMENTS]...")
_EXAMPLE: Final = Words("Example")
_ENDS: Final = (
    ("0", Words("Nothing is to be said.")),
    ("1", Words("At least one error or warning was found.")),
    ("2", Words("Wrong use, or an input that cannot be read.")),
    ("130, 141", Words("Interrupted; a reader has closed the pipe.")),
)
_VARIABLES: Final = (
    ("CALAREC_RULES", Words("Folders in which rulesets are looked for by their id, before those that are shipped.")),
    ("CALAREC_CACHE", Words("The folder in which worked out rulesets are kept; `off`: none.")),
    ("CALAREC_KERNEL", Words("`plain`: searches run in Python, even where the compiled kernel is installed.")),
    ("LC_ALL, LC_MESSAGES, LANG", Words("The language, where `--lang` does not say it.")),
    ("PAGER, NO_COLOR", Words("The pager of long output; a switch for colours.")),
)


def man_page_text(lang: Language) -> str:
    """The whole page in one language."""
    return "\n".join(_man_page_lines(lang)) + "\n"


def file_name(lang: Language) -> str:
    """Return the file name of the page of a language."""
    return "calarec.1" if lang == SOURCE else f"calarec.{lang}.1"


def write_man_pages(folder: Path) -> None:
    """Write the pages into `folder`."""
    for lang in LANGUAGES:
        (folder / file_name(lang)).write_text(man_page_text(lang), encoding="utf-8", newline="\n")


def _man_page_lines(lang: Language) -> Iterator[str]:
    yield '.\\" Generated from the declarations of the commands by `python -m calarec_tools.cli.man_page`.'
    yield f'.TH CALAREC 1 "" "calarec {__version__}"'
    yield from _man_section(_NAME, lang)
    yield f"calarec \\- {_set_roff(text_in(SUMMARY, lang).removesuffix('.'))}"
    yield from _man_section(_SYNOPSIS, lang)
    yield f".B calarec\n{_set_roff(text_in(_COMMAND, lang))}"
    yield from _man_section(_COMMANDS, lang)
    for listed in LISTED:
        inner = listed.listed if isinstance(listed, CommandGroup) else (listed,)
        before = f"calarec {listed.name} " if isinstance(listed, CommandGroup) else "calarec "
        for each in inner:
            yield from _man_command(each, before, lang)
    yield from _man_section(_OPTIONS, lang)
    for option in (*COMMON, VERSION):
        yield from _man_option(option, lang)
    for title, rows in ((_STATUS, _ENDS), (_ENVIRONMENT, _VARIABLES)):
        yield from _man_section(title, lang)
        for name, said in rows:
            yield f".TP\n.B {_set_roff(name)}\n{_set_roff(text_in(said, lang))}"


def _man_section(title: Words, lang: Language) -> Iterator[str]:
    yield f'.SH "{_set_roff(text_in(title, lang))}"'


def _man_command(listed: Listed, before: str, lang: Language) -> Iterator[str]:
    command: Command = listed.import_declaration()
    named = {argument.name: text_in(value_word(argument.metavar), lang) for argument in command.arguments}
    arguments = [
        named[argument.name] if argument.required else f"[{named[argument.name]}]" for argument in command.arguments
    ]
    yield f'.SS "{_set_roff(" ".join((before + listed.name, *arguments)))}"'
    yield _set_roff(text_in(listed.summary, lang))
    for argument in command.arguments:
        yield f".TP\n.I {_set_roff(named[argument.name])}\n{_set_roff(text_in(argument.help, lang))}"
    for option in command.options:
        yield from _man_option(option, lang)
    if command.example:
        yield f".PP\n{_set_roff(text_in(_EXAMPLE, lang))}:\n.B {_set_roff(command.example)}"


def _man_option(option: Option, lang: Language) -> Iterator[str]:
    value = "" if option.kind == "flag" else f" {text_in(value_word(option.value_name), lang)}"
    yield f".TP\n.B {_set_roff(', '.join(option.flags) + value)}\n{_set_roff(option.help_sentence(lang))}"


def _set_roff(text: str) -> str:
    """Escape a text for roff: backslashes, hyphens, and lines that look like requests."""
    set_ = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq").replace("`", "")
    return "\\&" + set_ if set_[:1] in (".", "'") else set_


if __name__ == "__main__":
    write_man_pages(Path(__file__).parents[3] / "docs")
