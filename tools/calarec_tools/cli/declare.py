"""Declarations of commands: names, parameters, and the functions that run them.

A declaration is read twice: by `parse`, which starts in an instant and runs the command, and by
`app`, in which typer draws the help and completes words in a shell. So each fact has one place.

Terms. A *parameter* is an argument (found by its position) or an option (found by its name). The
function of a command takes an `Output` first and then every parameter as a keyword, under its
`name`; it returns the exit status: 0 clean, 1 findings, 2 wrong use or unreadable input.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.language import Joined, Words, text_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from calarec.core.wording.language import Language, Sayable

Kind: TypeAlias = Literal["text", "whole", "flag"]
Value: TypeAlias = str | int | bool | tuple[str, ...] | None
VALUES: Final = {
    "ADDRESS": Words("ADDRESS"),
    "AMOUNT": Words("AMOUNT"), "ARCHIVE": Words("ARCHIVE"), "CANDIDATE": Words("CANDIDATE"), "CODE": Words("CODE"),
    "DATE": Words("DATE"), "DESTINATION": Words("DESTINATION"), "FILES": Words("FILES"), "FOLDER": Words("FOLDER"),
    "FORMAT": Words("FORMAT"), "FROM": Words("FROM"), "HANDS": Words("HANDS"), "JOBS": Words("JOBS"),
    "LANG": Words("LANG"), "LEAF": Words("LEAF"), "LEFT": Words("LEFT"), "NAME": Words("NAME"),
    "NAME=PERSON": Words("NAME=PERSON"), "NAMES": Words("NAMES"), "NODES": Words("NODES"),
    "OBJECTIVE": Words("OBJECTIVE"), "OPEN": Words("OPEN"), "PATH": Words("PATH"), "PATHS": Words("PATHS"),
    "PERCENT": Words("PERCENT"), "PHRASE": Words("PHRASE"), "PLACE": Words("PLACE"), "PORT": Words("PORT"),
    "RIGHT": Words("RIGHT"), "RULES": Words("RULES"), "SEAT": Words("SEAT"), "SEATS": Words("SEATS"),
    "SECONDS": Words("SECONDS"), "SEED": Words("SEED"), "SOURCE": Words("SOURCE"), "STEP": Words("STEP"),
    "TO": Words("TO"), "WORLDS": Words("WORLDS"),
}  # fmt: skip
"""Names of values in the help, by language.

A name that is not listed is the same in every language, as `URL`.
"""
_MANY: Final = "..."
_DEFAULT: Final = Words("[default: {value}]")


def value_word(name: str) -> Joined:
    """Return the name of a value in words, with a final `...` kept."""
    bare = name.removesuffix(_MANY)
    return Joined((VALUES.get(bare, bare), name[len(bare) :]), by="")


Completing: TypeAlias = "Literal['rulesets', 'hands', 'seats', 'rules'] | Callable[[Mapping[str, Any]], list[str]]"
"""A function that lists the values of a parameter, given the values of others.

A string is the name of such a function in `cli/completing.py`.
"""


class Argument(NamedTuple):
    """A parameter found by its position; `many` takes all that are left, as a tuple."""

    name: str
    help: Sayable
    required: bool = True
    many: bool = False
    complete: Completing | None = None

    @property
    def metavar(self) -> str:
        """The name in usage lines."""
        word = self.name.replace("_", "-").upper()
        return f"{word}..." if self.many else word


class Option(NamedTuple):
    """A parameter found by one of its `flags` (`("--output", "-o")`).

    A flag is False until it is named; anything else is `default` until it is given. `many` may be
    given more than once and arrives as a tuple.
    """

    name: str
    flags: tuple[str, ...]
    help: Sayable
    kind: Kind = "text"
    default: Value = None
    choices: tuple[str, ...] = ()
    many: bool = False
    metavar: str = ""
    complete: Completing | None = None
    least: int | None = None
    """The smallest whole number that means something; None if every one does."""
    most: int | None = None
    usual: Sayable | str | None = None
    """The effect of leaving it out, in words, where `default` cannot be typed."""

    @property
    def value_name(self) -> str:
        """The name of its value in the help."""
        return self.metavar or self.name.strip("_").upper()

    @property
    def initial(self) -> Value:
        """The value when the option is not given."""
        if self.kind == "flag":
            return False
        return () if self.many else self.default

    def help_sentence(self, lang: Language) -> str:
        """Return the sentence of the help, with the choices and the default."""
        sentence = text_in(self.help, lang)
        if self.choices:
            sentence = f"{sentence.removesuffix('.')}: {', '.join(self.choices)}."
        if self.usual is not None:
            usual = text_in(self.usual, lang)
        elif self.kind == "flag" or self.many or self.default in (None, ""):
            return sentence
        else:
            usual = str(self.default)
        return f"{sentence.removesuffix('.')} {text_in(_DEFAULT.with_values(value=usual), lang)}"


class Command(NamedTuple):
    """A command: function, parameters, and one working example, which ends the help."""

    run: Callable[..., int]
    arguments: tuple[Argument, ...] = ()
    options: tuple[Option, ...] = ()
    example: str = ""
    paged: bool = False
    """True if the output is read from its start: long output goes through a pager."""
    late: bool = False
    """True if it shows its progress: the pager then begins when the screen is full."""
    status_if_left: int = 0
    """The exit status where a reader leaves the pager before the end."""


class Listed(NamedTuple):
    """A command by name and in one line; its module (`DECLARED`) is imported late."""

    name: str
    summary: Sayable
    module: str

    def import_declaration(self) -> Command:
        """The declaration, its module imported now."""
        declaration: Command = import_module(self.module).DECLARED
        return declaration


class CommandGroup(NamedTuple):
    """Commands under a common name."""

    name: str
    summary: Sayable
    listed: tuple[Listed, ...]
