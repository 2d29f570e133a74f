"""Help of the program, of a group and of a command, drawn from the declarations.

typer does not draw it: importing typer takes longer than most commands, and its own texts can be translated only
through its private modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.cells import cells, painter, wrap_text
from calarec.core.wording.language import Words, text_in
from calarec_tools.cli import commands
from calarec_tools.cli.declare import CommandGroup, Listed, value_word
from calarec_tools.cli.parse import COMMON, INSTALL_COMPLETION, SHOW_COMPLETION, VERSION
from calarec_tools.output.files.streams import MAX_LINE_COLUMNS, may_colour, terminal_columns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TextIO

    from calarec.core.wording.cells import Paint
    from calarec.core.wording.language import Language
    from calarec_tools.cli.declare import Argument, Option

SUMMARY: Final = Words("Settle hands of Calabresella and its relatives by the rules of your table.")
_USAGE: Final = Words("Usage")
_OPTIONS: Final = Words("Options")
_ARGUMENTS: Final = Words("Arguments")
_COMMANDS: Final = Words("Commands")
_EXAMPLE: Final = Words("Example")
_START: Final = Words("Start here")
_FIRST_COMMANDS: Final = (
    ("calarec page", Words("Write down an evening, or settle a quarrel.")),
    ("calarec rules list", Words("See which rules calarec knows.")),
    ("calarec sheet --help", Words("See what a command can do.")),
)
"""The commands that most new users look for."""
_REQUIRED: Final = Words("[required]")
_OPTIONS_WORD: Final = Words("[OPTIONS]")
_COMMAND_WORD: Final = Words("COMMAND [ARGUMENTS]...")

_DEFAULT_COLUMNS: Final = 80
"""The width where the output is not a terminal."""
_MAX_LABEL_COLUMNS: Final = 24
"""The longest label with its text beside it; a longer one has a line of its own."""
_INDENT: Final = "  "


class _Section(NamedTuple):
    """A title, and rows of a label and its description."""

    title: Words
    rows: Sequence[tuple[str, str]]


def print_help(path: Sequence[str], lang: Language, stream: TextIO) -> None:
    """Write the help of the command or the group of that path (none: of the program)."""
    width = min(terminal_columns(stream) or _DEFAULT_COLUMNS, MAX_LINE_COLUMNS)
    paint = painter(enabled=may_colour(stream))
    stream.writelines(f"{line}\n" for line in help_lines(path, lang, width, paint))


def help_lines(path: Sequence[str], lang: Language, width: int, paint: Paint) -> Iterator[str]:
    """The lines of a help, none of them wider than `width` unless a word is."""
    listed = commands.find_listed(path)
    command = listed.import_declaration() if isinstance(listed, Listed) else None
    arguments = command.arguments if command else ()
    called = [_argument_label(argument, lang) for argument in arguments] if command else [text_in(_COMMAND_WORD, lang)]
    yield from wrap_text(
        f"{text_in(_USAGE, lang)}: {' '.join(('calarec', *path, text_in(_OPTIONS_WORD, lang), *called))}", width
    )
    yield ""
    yield from wrap_text(text_in(listed.summary if listed else SUMMARY, lang), width)
    for section in (
        _Section(
            _ARGUMENTS, [(_argument_label(argument, lang), _argument_help(argument, lang)) for argument in arguments]
        ),
        *_command_sections(listed, lang),
        _Section(
            _OPTIONS, [(_option_label(option, lang), option.help_sentence(lang)) for option in _options(path, listed)]
        ),
    ):
        yield from _section_lines(section, lang, width, paint)
    if command and command.example:
        yield ""
        yield from wrap_text(f"{text_in(_EXAMPLE, lang)}: {command.example}", width)


def _command_sections(listed: Listed | CommandGroup | None, lang: Language) -> Iterator[_Section]:
    """Yield the commands to choose from: by section, of a group, or none of a command."""
    if isinstance(listed, Listed):
        return
    if listed is None:
        yield _Section(_START, [(line, text_in(purpose, lang)) for line, purpose in _FIRST_COMMANDS])
    sections = commands.SECTIONS if listed is None else (commands.CommandSection(_COMMANDS, listed.listed),)
    for section in sections:
        yield _Section(section.title, [(command.name, text_in(command.summary, lang)) for command in section.listed])


def _options(path: Sequence[str], listed: Listed | CommandGroup | None) -> Sequence[Option]:
    if not path:
        return (VERSION, *COMMON, INSTALL_COMPLETION, SHOW_COMPLETION)
    return (*listed.import_declaration().options, *COMMON) if isinstance(listed, Listed) else COMMON


def _argument_label(argument: Argument, lang: Language) -> str:
    word = text_in(value_word(argument.metavar), lang)
    return word if argument.required else f"[{word}]"


def _argument_help(argument: Argument, lang: Language) -> str:
    said = text_in(argument.help, lang)
    return f"{said} {text_in(_REQUIRED, lang)}" if argument.required else said


def _option_label(option: Option, lang: Language) -> str:
    """Its names, the short one first, and the name of its value, with its range."""
    label = ", ".join(sorted(option.flags, key=len))
    if option.kind == "flag":
        return label
    return f"{label} {text_in(value_word(option.value_name), lang)}{_range(option)}"


def _range(option: Option) -> str:
    if option.least is None:
        return ""
    return f" [≥{option.least}]" if option.most is None else f" [{option.least}–{option.most}]"


def _section_lines(section: _Section, lang: Language, width: int, paint: Paint) -> Iterator[str]:
    if not section.rows:
        return
    yield ""
    yield paint(text_in(section.title, lang), "strong")
    inner = min(max(cells(label) for label, _ in section.rows), _MAX_LABEL_COLUMNS)
    hang = len(_INDENT) + inner + len(_INDENT)
    for label, said in section.rows:
        first, *others = wrap_text(said, width, taken=hang, hang=hang)
        room = inner - cells(label)
        if room < 0:
            yield _INDENT + paint(label, "label")
            yield " " * hang + first
        else:
            yield f"{_INDENT}{paint(label, 'label')}{' ' * room}{_INDENT}{first}"
        yield from others
