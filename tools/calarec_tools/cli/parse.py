"""The parser of command lines: from words to a command, with few imports.

It answers every wrong use, in both languages; `help` draws the help, `app` completes words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.language import LANGUAGES, Words, preferred_language
from calarec_tools.cli.declare import Argument, Command, CommandGroup, Option, Value, value_word
from calarec_tools.output.files.streams import RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calarec.core.wording.language import Language

LANG = Option(
    "lang",
    ("--lang",),
    Words("The language of all output."),
    usual=Words("your system's"),
    choices=LANGUAGES,
    metavar="LANG",
)
HELP = Option("help", ("--help", "-h"), Words("Print this help."), kind="flag")
VERSION = Option("version", ("--version",), Words("Print the version and the kernel in use."), kind="flag")
NO_PAGER = Option("no_pager", ("--no-pager",), Words("Print long output without a pager."), kind="flag")
COMMON = (LANG, NO_PAGER, HELP)
INSTALL_COMPLETION = Option(
    "install_completion",
    ("--install-completion",),
    Words("Install completion of commands for this shell."),
    kind="flag",
)
SHOW_COMPLETION = Option(
    "show_completion", ("--show-completion",), Words("Print the completion of commands for this shell."), kind="flag"
)


class Asked(NamedTuple):
    """The meaning of a command line: a command with its values, or a request for help."""

    path: tuple[str, ...]
    command: Command | None
    values: dict[str, Value]
    lang: Language
    help: bool
    pager: bool = True


def did_you_mean_sentence(word: str, known: Iterable[str]) -> Words | str:
    """Return a sentence "did you mean ...?" that begins with a space, or nothing."""
    from difflib import get_close_matches

    close = get_close_matches(word, list(known), n=1, cutoff=0.6)
    if not close:
        return ""
    return Words(" Did you mean `{word}`?", word=close[0])


def parse_command(command: Command, words: Sequence[str], path: tuple[str, ...], common: dict[str, Value]) -> Asked:
    """Parse the words after a command's name into the values of its parameters."""
    options = (*command.options, *COMMON)
    values = {option.name: option.initial for option in options} | common
    rest = _take_options(words, options, values)
    lang = preferred_language(_text_value(values.pop("lang")))
    pager = not values.pop("no_pager")
    if values.pop("help"):
        return Asked(path, command, {}, lang, help=True)
    _take_arguments(rest, command.arguments, values, " ".join(("calarec", *path)))
    return Asked(path, command, values, lang, help=False, pager=pager)


def leading_options(words: Sequence[str], options: tuple[Option, ...]) -> tuple[dict[str, Value], Sequence[str]]:
    """The options in front of a command's name, and the words from that name on."""
    values = {option.name: option.initial for option in options}
    end = 0
    while end < len(words) and words[end].startswith("-") and words[end] != "-":
        option, given = _named_option(words[end], options)
        end += 1 if option.kind == "flag" or given is not None else 2
    _take_options(words[:end], options, values)
    return values, words[end:]


def command_line_language(words: Sequence[str]) -> Language:
    """The language to refuse a command line in, even one that cannot be parsed."""
    for place, word in enumerate(words):
        name, equals, given = word.partition("=")
        if name == "--lang":
            return preferred_language(given if equals else "".join(words[place + 1 : place + 2]))
    return preferred_language()


def find_command(group: CommandGroup, name: str) -> Command:
    """The command of that name in a group."""
    for listed in group.listed:
        if listed.name == name:
            return listed.import_declaration()
    raise unknown_command(name, [listed.name for listed in group.listed])


def unknown_command(name: str, known: list[str]) -> RefusalError:
    """The refusal of a name that is not a command."""
    return RefusalError(
        Words("there is no command `{name}`.{near}"),
        name=name,
        near=did_you_mean_sentence(name, known),
    )


def _take_options(words: Sequence[str], options: tuple[Option, ...], values: dict[str, Value]) -> list[str]:
    """Moves the options into `values` and answers the other words."""
    ahead = list(reversed(words))
    others: list[str] = []
    seen: set[str] = set()
    while ahead:
        word = ahead.pop()
        if word == "--":
            return others + ahead[::-1]
        if not word.startswith("-") or word == "-":
            others.append(word)
            continue
        option, given = _named_option(word, options)
        if option.name in seen and not option.many:
            raise RefusalError(Words("`{flag}` is given twice."), flag=option.flags[0])
        seen.add(option.name)
        _store(option, given, ahead, values)
    return others


def _named_option(word: str, options: tuple[Option, ...]) -> tuple[Option, str | None]:
    """The option that a word names, and the value written in the same word."""
    name, equals, given = word.partition("=")
    for option in options:
        if name in option.flags and (equals == "" or name.startswith("--")):
            return option, given if equals else None
        if option.kind != "flag" and not word.startswith("--") and word[:2] in option.flags:
            return option, word[2:]
    raise RefusalError(
        Words("there is no option `{name}` here.{near}"),
        name=name,
        near=did_you_mean_sentence(name, [flag for option in options for flag in option.flags]),
    )


def _store(option: Option, given: str | None, ahead: list[str], values: dict[str, Value]) -> None:
    flag = option.flags[0]
    if option.kind == "flag":
        if given is not None:
            raise RefusalError(Words("`{flag}` takes no value."), flag=flag)
        values[option.name] = True
        return
    if given is None:
        if not ahead or _is_option(ahead[-1], option):
            raise RefusalError(Words("`{flag}` needs a value."), flag=flag)
        given = ahead.pop()
    value = _option_value(option, given)
    if option.many:
        before = values[option.name]
        assert isinstance(before, tuple)
        values[option.name] = (*before, given)
    else:
        values[option.name] = value


def _is_option(word: str, option: Option) -> bool:
    """Check whether the word after an option is another option, not its value."""
    if option.kind == "whole" and word[1:].isdecimal():
        return False
    return word.startswith("-") and word != "-"


def _option_value(option: Option, given: str) -> Value:
    if option.choices and given not in option.choices:
        raise RefusalError(
            Words("`{flag}` is one of {choices}, not `{given}`.{near}"),
            flag=option.flags[0],
            choices=_option_choices(option),
            given=given,
            near=did_you_mean_sentence(given, option.choices),
        )
    if option.kind == "whole":
        sign, digits = (-1, given[1:]) if given[:1] == "-" else (1, given)
        # Longer numbers are nobody's count or seed, and Python refuses to read the longest.
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= 18):
            raise RefusalError(
                Words("`{flag}` is a whole number, not `{given}`."),
                flag=option.flags[0],
                given=given,
            )
        return _in_range(option, sign * int(digits))
    return given


def _in_range(option: Option, number: int) -> int:
    low, high = option.least, option.most
    if (low is not None and number < low) or (high is not None and number > high):
        text = Words("`{flag}` is a number from {least} up.")
        raise RefusalError(
            text if high is None else Words("`{flag}` is a number from {least} to {most}."),
            flag=option.flags[0], least=low, most=high,
        )  # fmt: skip
    return number


def _option_choices(option: Option) -> object:
    from calarec.core.wording.language import Listing

    return Listing(tuple(f"`{choice}`" for choice in option.choices), either=True)


def _take_arguments(words: list[str], arguments: tuple[Argument, ...], values: dict[str, Value], command: str) -> None:
    for argument in arguments:
        if argument.required and not words:
            raise RefusalError(
                Words("{metavar} is missing: {help} See `{command} --help`."),
                metavar=value_word(argument.metavar),
                help=argument.help,
                command=command,
            )
        if argument.many:
            values[argument.name] = tuple(words)
            words = []
        else:
            values[argument.name] = words.pop(0) if words else None
    if words:
        raise RefusalError(Words("`{word}` is one word too many."), word=words[0])


def _text_value(value: Value) -> str | None:
    return value if isinstance(value, str) else None
