"""The declarations as a typer application, which completes words in a shell.

It never runs a command: `parse` does; nor does it draw help: `help` does. typer is imported here and nowhere else, and
of it only what it documents: any release of it will do.
"""

from __future__ import annotations

import inspect
import io
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from calarec.core.wording.language import text_in
from calarec_tools.cli import commands
from calarec_tools.cli.completing import COMPLETIONS, WORDS
from calarec_tools.cli.declare import Argument, CommandGroup, Option, value_word
from calarec_tools.cli.help import SUMMARY
from calarec_tools.cli.parse import HELP, INSTALL_COMPLETION, LANG, NO_PAGER, SHOW_COMPLETION, VERSION
from calarec_tools.output.files.replacing import replace_file

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from typing import TypeAlias

    from calarec.core.wording.language import Language, Sayable
    from calarec_tools.cli.declare import Command, Completing, Listed

    Told: TypeAlias = Callable[[Command, dict[str, Any]], None]

_TO_COMPLETE = ("COMP_WORDS", "_TYPER_COMPLETE_ARGS")


def complete(words: list[str], lang: Language) -> int:
    """Complete a word, or install or show the completion.

    `words` (or the shell's variables) state which.
    """
    # Besides the words, the shell's own: bash says them in one variable, the others in typer's.
    asked = {*words, *" ".join(os.environ.get(name, "") for name in _TO_COMPLETE).split()}
    command = typer.main.get_command(build_command_tree(lang, asked))
    for parameter in command.params:
        for own in (INSTALL_COMPLETION, SHOW_COMPLETION):
            if parameter.name == own.name:
                parameter.help = own.help_sentence(lang)  # type: ignore[attr-defined]
    try:
        with _replacing_whole_files():
            status = command.main(words, prog_name="calarec", standalone_mode=False)
    except SystemExit as ended:
        # A reader that has left is an exit status of its own here, which `main` knows.
        if isinstance(ended.__context__, BrokenPipeError):
            raise ended.__context__ from None
        raise
    return int(status or 0)


@contextmanager
def _replacing_whole_files() -> Iterator[None]:
    """Replace files as a whole while typer writes.

    typer empties the user's `.bashrc` before it writes it again.
    """

    def write_whole(file: Path, data: str, encoding: str | None = None, errors: str | None = None,
                    newline: str | None = None) -> int:  # fmt: skip
        whole = io.TextIOWrapper(io.BytesIO(), encoding, errors, newline)
        whole.write(data)
        whole.flush()
        raw = whole.buffer
        assert isinstance(raw, io.BytesIO)
        replace_file(file, [raw.getvalue().decode("utf-8", "surrogateescape")])
        return len(data)

    write = Path.write_text
    Path.write_text = write_whole  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        Path.write_text = write  # type: ignore[method-assign]


def build_command_tree(lang: Language, asked: Collection[str], told: Told | None = None) -> typer.Typer:
    """Build typer's tree, importing only the modules of commands that are `asked` for.

    `told` is called with each command that typer would run, and its values.
    """
    root = _typer(SUMMARY, lang, add_completion=True)

    def start(**_values: object) -> None:
        """Take the options before a command."""

    start.__signature__ = _signature((VERSION, LANG, NO_PAGER, HELP), lang)  # type: ignore[attr-defined]
    root.callback(help=text_in(SUMMARY, lang), add_help_option=False)(start)
    for listed in commands.LISTED:
        if not isinstance(listed, CommandGroup):
            _add_commands(root, listed, lang, asked, told)
            continue
        group = _typer(listed.summary, lang)

        def start_group(**_values: object) -> None:
            """Take the options between a group and its command."""

        start_group.__signature__ = _signature((LANG, NO_PAGER, HELP), lang)  # type: ignore[attr-defined]
        group.callback(help=text_in(listed.summary, lang), add_help_option=False)(start_group)
        for command in listed.listed:
            _add_commands(group, command, lang, asked, told)
        root.add_typer(group, name=listed.name)
    return root


def _typer(summary: Sayable, lang: Language, *, add_completion: bool = False) -> typer.Typer:
    return typer.Typer(
        help=text_in(summary, lang),
        add_completion=add_completion,
        pretty_exceptions_enable=False,
    )


def _add_commands(
    application: typer.Typer, listed: Listed, lang: Language, asked: Collection[str], told: Told | None
) -> None:
    command = listed.import_declaration() if listed.name in asked else None
    parameters: tuple[Argument | Option, ...] = (*command.arguments, *command.options) if command else ()

    def call(**values: Any) -> None:
        if told and command:
            told(command, values)

    call.__signature__ = _signature((*parameters, LANG, NO_PAGER, HELP), lang)  # type: ignore[attr-defined]
    application.command(
        name=listed.name,
        help=text_in(listed.summary, lang),
        add_help_option=False,
    )(call)


def _signature(parameters: Sequence[Argument | Option], lang: Language) -> inspect.Signature:
    """The parameters as a signature that typer understands."""
    return inspect.Signature(
        [
            _argument(parameter, lang) if isinstance(parameter, Argument) else _option_parameter(parameter, lang)
            for parameter in parameters
        ]
    )


def _argument(argument: Argument, lang: Language) -> inspect.Parameter:
    kind: Any = list[str] if argument.many else str
    information = typer.Argument(
        help=text_in(argument.help, lang),
        metavar=text_in(value_word(argument.metavar), lang),
        show_default=False,
        autocompletion=_completion_function(argument.complete),
    )
    return _make_parameter(argument.name, kind, information, ... if argument.required else None)


def _option_parameter(option: Option, lang: Language) -> inspect.Parameter:
    kinds: dict[str, Any] = {"flag": bool, "whole": int, "text": str}
    kind = Literal[option.choices] if option.choices else kinds[option.kind]
    information = typer.Option(
        *option.flags,
        help=option.help_sentence(lang),
        metavar=None if option.kind == "flag" else text_in(value_word(option.value_name), lang),
        show_default=False,
        autocompletion=_completion_function(option.complete),
        min=option.least,
        max=option.most,
    )
    default = option.initial
    return _make_parameter(option.name, list[kind] if option.many else kind, information, default)  # type: ignore[valid-type]


def _make_parameter(name: str, kind: Any, information: Any, default: Any) -> inspect.Parameter:
    if default is not ...:
        kind = kind | None if default is None else kind
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        annotation=Annotated[kind, information],
        default=inspect.Parameter.empty if default is ... else default,
    )


def _completion_function(complete: Completing | None) -> Callable[[typer.Context, str], list[str]] | None:
    if complete is None:
        return None
    find_values = COMPLETIONS[complete] if isinstance(complete, str) else complete

    def beginning(context: typer.Context, incomplete: str) -> list[str]:
        # While the value of an option is typed, the arguments before it are not yet given to parameters.
        given = {**context.params, WORDS: tuple(context.args)}
        return [each for each in find_values(given) if each.startswith(incomplete)]

    # typer finds out by the types, as objects, what a function is to be given.
    beginning.__annotations__ = {"context": typer.Context, "incomplete": str}

    return beginning
