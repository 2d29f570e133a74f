"""`calarec`: find the command, run it, and end with its exit status.

Exit status. 0 clean; 1 at least one error or warning was found; 2 wrong use, an input that cannot
be read, or a mistake in calarec itself. 130 (interrupted by Ctrl-C) and 141 (a reader closed the
pipe) are those of the shell, so that neither is taken for a verdict.
"""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import Words, fill_words
from calarec_tools.cli import commands
from calarec_tools.cli.declare import Command
from calarec_tools.cli.parse import (
    COMMON,
    INSTALL_COMPLETION,
    SHOW_COMPLETION,
    VERSION,
    Asked,
    command_line_language,
    find_command,
    leading_options,
    parse_command,
    unknown_command,
)
from calarec_tools.output.files.streams import (
    CLEAN,
    REFUSED,
    Output,
    RefusalError,
    prepare_streams,
    printable,
    silence_output,
    system_refusal,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.wording.language import Language
    from calarec_tools.cli.declare import Value

COLLECTED_AFTER: Final = (100_000, 20, 20)
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141

COMPLETION: Final = (*INSTALL_COMPLETION.flags, *SHOW_COMPLETION.flags)


def main(words: Sequence[str] | None = None) -> int:
    """The console script; answers the exit status."""
    # A short run makes nothing worth collecting; a long one is collected less often.
    gc.set_threshold(*COLLECTED_AFTER)
    prepare_streams()
    is_program = words is None
    words = sys.argv[1:] if words is None else words
    try:
        status = run(words)
        sys.stdout.flush()
        if is_program and "duckdb" not in sys.modules:
            # The process ends: its last collections need not look through all that it leaves. DuckDB needs them: it
            # reports whatever they leave on standard error.
            gc.freeze()
    except RefusalError as refusal:
        return _refuse(refusal.refusal_text(command_line_language(words)))
    except BrokenPipeError:
        silence_output()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        _complain(Words("interrupted."), command_line_language(words))
        return INTERRUPTED
    except OSError as error:
        return _refuse(system_refusal(error).refusal_text(command_line_language(words)))
    except Exception as error:
        if os.environ.get("CALAREC_DEBUG"):
            raise
        return _refuse(_describe_unexpected(error, command_line_language(words)))
    return status


def run(words: Sequence[str]) -> int:
    """Runs the command that the words ask for."""
    if "_CALAREC_COMPLETE" in os.environ or (words and words[0] in COMPLETION):
        from calarec_tools.cli.app import complete

        return complete(list(words), command_line_language(words))
    asked = parse(words)
    if asked is None:
        from calarec.core.base.kernel import find_unused_kernel, kernel_in_use
        from calarec.core.base.version import __version__

        sys.stdout.write(f"calarec {__version__} (kernel: {kernel_in_use()})\n")
        unused = find_unused_kernel()
        if unused is not None:
            from calarec_tools.cli.doctor import describe_unused_kernel

            Output(command_line_language(words)).remark(describe_unused_kernel(unused))
        return CLEAN
    if asked.help or asked.command is None:
        return _help(asked)
    if not (asked.pager and asked.command.paged and sys.stdout.isatty()):
        return asked.command.run(Output(asked.lang), **asked.values)
    from calarec_tools.output.files.pager import page_output

    with page_output(late=asked.command.late):
        return asked.command.run(Output(asked.lang), **asked.values)
    return asked.command.status_if_left


def parse(words: Sequence[str]) -> Asked | None:
    """Parse the words; None if they ask for the version."""
    common, rest = leading_options(words, (*COMMON, VERSION))
    if common.pop("version"):
        return None
    if not rest or common["help"]:
        return _incomplete((), common, help_asked=bool(common["help"]))
    declaration = commands.declared_command(rest[0])
    if declaration is None:
        raise unknown_command(rest[0], [listed.name for listed in commands.LISTED])
    path = (rest[0],)
    if isinstance(declaration, Command):
        return parse_command(declaration, rest[1:], path, common)
    inner, rest = leading_options(rest[1:], COMMON)
    common |= {name: value for name, value in inner.items() if value}
    if not rest or common["help"]:
        return _incomplete(path, common, help_asked=bool(common["help"]))
    return parse_command(find_command(declaration, rest[0]), rest[1:], (*path, rest[0]), common)


def _incomplete(path: tuple[str, ...], common: dict[str, Value], *, help_asked: bool) -> Asked:
    from calarec.core.wording.language import preferred_language

    lang = common["lang"]
    return Asked(path, None, {}, preferred_language(lang if isinstance(lang, str) else None), help_asked)


def _help(asked: Asked) -> int:
    """Print help: to standard output if it was asked for, otherwise to standard error."""
    from calarec_tools.cli.help import print_help

    print_help(asked.path, asked.lang, sys.stdout if asked.help else sys.stderr)
    return CLEAN if asked.help else REFUSED


def _refuse(said: str) -> int:
    _complain(said)
    return REFUSED


def _complain(said: Words | str, lang: Language = "en") -> None:
    """One line on standard error, after whatever standard output still holds."""
    text = fill_words(said, lang, {}) if isinstance(said, Words) else said
    try:
        sys.stdout.flush()
    except OSError:
        silence_output()
    try:
        sys.stderr.write(f"calarec: {printable(text)}\n")
        sys.stderr.flush()
    except OSError:
        silence_output()


def _describe_unexpected(error: Exception, lang: Language) -> str:
    """One line on a mistake of calarec's own: what, where, and how to report it."""
    frames = error.__traceback__
    place = ""
    while frames is not None:
        place = f"{os.path.split(frames.tb_frame.f_code.co_filename)[1]}:{frames.tb_lineno}"
        frames = frames.tb_next
    return fill_words(
        Words(
            "a mistake in calarec itself ({kind}: {error}, at {place}). Please report it with the "
            "command and the file; CALAREC_DEBUG=1 shows the details."
        ),
        lang,
        {"kind": type(error).__name__, "error": error, "place": place},
    )


if __name__ == "__main__":
    sys.exit(main())
