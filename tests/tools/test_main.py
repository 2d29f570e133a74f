"""The start and the end of `calarec`, with any events between."""

from __future__ import annotations

import ast
import io
import os
import re
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from calarec import __version__
from calarec.core.base.kernel import kernel_in_use
from calarec.core.wording.cells import cells
from calarec.core.wording.language import LANGUAGES, Translated, text_in
from calarec_tools import main as program
from calarec_tools.cli import commands
from calarec_tools.cli.declare import Command, value_word
from calarec_tools.main import main
from calarec_tools.output.files.streams import Output, RefusalError, may_colour, terminal_columns
from tests.fuzz.commanding import every_command
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.core.wording.language import Language

pytestmark = pytest.mark.slow

COMMANDS = [(" ".join(path), command) for path, command in every_command().items()]


def calarec(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Runs the program in a process of its own."""
    settings = {"LC_ALL": "C", **options.pop("settings", {})}
    return subprocess.run(
        [sys.executable, "-m", "calarec_tools.main", *words],
        capture_output="stdout" not in options,
        encoding="utf-8",
        env={**os.environ, **settings},
        check=False,
        **options,
    )


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[..., int]], None]:
    """Let `calarec try` run a function."""

    def known(run: Callable[..., int]) -> None:
        tried = Command(run)
        monkeypatch.setattr(commands, "declared_command", {"try": tried}.get)

    monkeypatch.setenv("LC_ALL", "C")
    return known


def _raising(error: BaseException) -> Callable[..., int]:
    def run(out: Output) -> int:
        raise error

    return run


@pytest.mark.parametrize("status", [0, 1, 2])
def test_the_status_is_the_commands(status: int, command: Any) -> None:
    """0 clean, 1 findings, 2 refused: as the command answers."""
    command(lambda out: status)
    assert main(["try"]) == status


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (
            RefusalError(Translated.from_texts({"en": "no {what}", "it": "niente {what}"}), what="file"),
            2,
            "calarec: no file\n",
        ),
        (
            RefusalError(Translated.from_texts({"en": "no {what}", "it": "niente {what}"}), what="a\x1b[1m\nb"),
            2,
            "calarec: no a\\x1b[1m\\nb\n",
        ),
        (
            FileNotFoundError(2, "No such file or directory", "x.cal"),
            2,
            "calarec: x.cal: there is no such file or folder\n",
        ),
        (OSError(28, "No space left on device"), 2, "calarec: the disk is full\n"),
        (IsADirectoryError(21, "Is a directory", 7), 2, "calarec: it is a folder\n"),
        (KeyboardInterrupt(), 130, "calarec: interrupted.\n"),
    ],
)
def test_every_end_is_one_line(
    error: BaseException, status: int, said: str, command: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """Refusals, the system's refusals and Ctrl-C: one line, its status, nothing on standard output."""
    command(_raising(error))
    assert main(["try"]) == status
    assert capsys.readouterr() == ("", said)


def test_refusals_speak_the_language_asked_for(command: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Wherever `--lang` is, even if the rest cannot be parsed."""
    command(_raising(RefusalError(Translated.from_texts({"en": "no", "it": "niente"}))))
    assert main(["try", "--lang", "it"]) == 2
    assert main(["--lang=it", "--nonsense"]) == 2
    assert capsys.readouterr().err == "calarec: niente\ncalarec: qui l'opzione `--nonsense` non esiste.\n"


def test_the_system_speaks_the_language_asked_for(command: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Common errors of the system are translated; others keep their text."""
    command(_raising(FileNotFoundError(2, "No such file or directory", "x.cal")))
    assert main(["try", "--lang", "it"]) == 2
    command(_raising(OSError(9999, "Something rare")))
    assert main(["try", "--lang", "it"]) == 2
    assert capsys.readouterr().err == "calarec: x.cal: il file o la cartella non c'è\ncalarec: Something rare\n"


def test_a_mistake_of_ours_says_so(
    command: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No traceback for a user: the error, its place, and the way to report it."""
    command(_raising(KeyError("x")))
    assert main(["try"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("calarec: a mistake in calarec itself (KeyError: 'x', at test_main.py:")
    assert said.count("\n") == 1
    monkeypatch.setenv("CALAREC_DEBUG", "1")
    with pytest.raises(KeyError):
        main(["try"])


def test_the_version() -> None:
    """One line on standard output, with the kernel that runs."""
    ended = calarec("--version")
    said = f"calarec {__version__} (kernel: {kernel_in_use()})\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, said, "")


def test_no_command_is_wrong_use_with_help() -> None:
    """`calarec` alone lists the commands, on standard error, with status 2."""
    ended = calarec()
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert all(listed.name in ended.stderr for listed in commands.LISTED)
    asked = calarec("-h")
    assert asked.returncode == 0
    assert asked.stdout == ended.stderr
    assert "\x1b" not in asked.stdout


@pytest.mark.parametrize("words", ["explain", "--help", "-h --lang it", "rules --help", "fmt --help", "--version"])
def test_a_closed_pipe_ends_quietly(words: str) -> None:
    """`calarec … | head` neither complains nor passes for a verdict."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as pipe:
        ended = calarec(*words.split(), stdout=pipe, stderr=subprocess.PIPE)
    assert (ended.returncode, ended.stderr) == (141, "")


class _FullDisk(io.StringIO):
    def flush(self) -> None:
        raise OSError(28, "No space left on device")


def test_a_full_disk_is_said(command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Output that could not be written is not a success, with any findings."""
    command(lambda out: 0)
    errors = io.StringIO()
    monkeypatch.setattr(sys, "stdout", _FullDisk())
    monkeypatch.setattr(sys, "stderr", errors)
    assert main(["try"]) == 2
    assert errors.getvalue() == "calarec: the disk is full\n"


def test_closed_streams_are_no_trouble() -> None:
    """`calarec … >&- 2>&-` runs too."""
    program = f"exec {sys.executable} -m calarec_tools.main --version >&- 2>&-"
    assert subprocess.run(["sh", "-c", program], check=False).returncode == 0


def test_output_is_utf8_whatever_the_locale_says() -> None:
    """A pipe carries UTF-8 even where the system prefers another encoding."""
    ended = calarec("--lang", "it", "-h", settings={"PYTHONIOENCODING": "latin-1"})
    assert "più serate" in ended.stdout
    assert "predefinito: quella del sistema" in " ".join(ended.stdout.split())
    refused = calarec("però\udcff", "--lang=it", settings={"PYTHONIOENCODING": "ascii"})
    assert refused.stderr == "calarec: il comando `però\\udcff` non esiste.\n"


@pytest.mark.parametrize(
    "words",
    [
        ["--version"], ["nonsense"], ["explain"], ["explain", "--nonsense"],
        ["--help"], ["rules"], ["rules", "--help", "--lang", "it"], ["rules", "list", "-h"],
    ],
)  # fmt: skip
def test_starting_is_light(words: list[str]) -> None:
    """Neither the version nor a refusal nor a list of codes nor help imports anything heavy."""
    heavy = {"typer", "rich", "lark", "yaml", "jsonschema", "pygments", "importlib.metadata", "shutil", "argparse"}
    ended = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import sys; from calarec_tools.main import main; main({words!r}); print(*sys.modules, file=sys.stderr)",
        ],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert heavy & set(ended.stderr.splitlines()[-1].split()) == set()


@pytest.mark.parametrize(
    ("words", "asked"), [("--help", set()), ("rules --help", set()), ("rules list --help", {"rules_list"})]
)
def test_help_imports_what_it_shows(words: str, asked: set[str]) -> None:
    """Help of other commands is a line of the list; they are not imported for it."""
    told = (
        f"import sys; from calarec_tools.main import main; main({words.split()}); print(*sys.modules, file=sys.stderr)"
    )
    ended = subprocess.run([sys.executable, "-c", told], capture_output=True, encoding="utf-8", check=True)
    imported = set(ended.stderr.splitlines()[-1].split())
    assert {f"calarec_tools.cli.{name}" for name in asked} == imported & {
        f"calarec_tools.cli.{'_'.join(path)}" for path in every_command()
    }
    assert (
        asked
        or not {"calarec.core.judge", "calarec.core.engine", "calarec.core.notation.reader", "calarec.rule_files"}
        & imported
    )


def test_a_hand_is_replayed_without_the_compiled_filter() -> None:
    """The compiled filter, for thousands of hands, is not imported for one."""
    told = "import sys; from calarec_tools.main import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    words = ["replay", str(ROOT / "records" / "pagat" / "first.cal")]
    ended = subprocess.run([sys.executable, "-c", told, *words], capture_output=True, encoding="utf-8", check=True)
    assert not {"calarec.bulk.running", "calarec.bulk.compile"} & set(ended.stderr.split())


@pytest.mark.parametrize("told", ["COMP_WORDS", "_TYPER_COMPLETE_ARGS"])
@pytest.mark.parametrize(("words", "completed"), [("calarec fm", "fmt"), ("calarec fmt --di", "--diff")])
def test_a_shell_completes_commands_and_their_options(words: str, completed: str, told: str) -> None:
    """Bash has the typed text in one variable, other shells in another."""
    shell = "bash" if told == "COMP_WORDS" else "zsh"
    settings = {"_CALAREC_COMPLETE": f"complete_{shell}", told: words, "COMP_CWORD": str(len(words.split()) - 1)}
    assert completed in calarec(settings=settings).stdout


@pytest.mark.parametrize(("path", "command"), COMMANDS, ids=[path for path, _ in COMMANDS])
def test_a_declaration_fits_its_function(path: str, command: Command) -> None:
    """Each parameter is a keyword of the function, and nothing else is; options have flags of their own."""
    from inspect import Parameter, signature

    first, *others = signature(command.run).parameters.values()
    assert first.name == "out"
    assert all(other.kind is Parameter.KEYWORD_ONLY for other in others)
    declared_names = [argument.name for argument in command.arguments]
    declared_names += [option.name for option in command.options]
    assert sorted(other.name for other in others) == sorted(declared_names)
    flags = [flag for option in command.options for flag in option.flags]
    assert len(set(flags)) == len(flags)
    assert not {"--help", "-h", "--lang"} & set(flags)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("path", "command"), COMMANDS, ids=[path for path, _ in COMMANDS])
def test_every_command_has_help_and_an_example(
    path: str, command: Command, lang: Language, capsys: pytest.CaptureFixture[str]
) -> None:
    """The help names every option and ends with a command line that parses."""
    assert main([*path.split(), "--help", "--lang", lang]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert all(flag in shown for option in command.options for flag in option.flags)
    assert command.example.startswith(f"calarec {path}")
    from shlex import split

    asked = program.parse(split(command.example)[1:])
    assert asked is not None
    assert asked.command == command


@pytest.mark.parametrize(("path", "command"), COMMANDS, ids=[path for path, _ in COMMANDS])
def test_help_tells_defaults(path: str, command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    """Every option with a value has it in brackets, or its rule in words."""
    assert main([*path.split(), "--help", "--lang", "en"]) == 0
    told: dict[str, list[str]] = {}
    flag = ""
    for line in capsys.readouterr().out.splitlines():
        words = line.split()
        if words and line.startswith("  -"):
            flag = next(word for word in words if word.startswith("--"))
        if not line.startswith("Example"):
            told.setdefault(flag, []).extend(words)
    for option in command.options:
        shown = re.findall(r" \[default: (.*)]$", " ".join(told[option.flags[0]]))
        if option.usual is not None:
            assert shown == [" ".join(text_in(option.usual, "en").split())]
        else:
            assert shown == (
                [] if option.kind == "flag" or option.many or option.default is None else [f"{option.default}"]
            )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("path", "command"), COMMANDS, ids=[path for path, _ in COMMANDS])
def test_help_breaks_no_word(
    path: str, command: Command, lang: Language, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 60 columns there are the words that there are at 200, choices and names of values too; none is over 100."""
    words = []
    for width in ("60", "200"):
        monkeypatch.setenv("COLUMNS", width)
        assert main([*path.split(), "--help", "--lang", lang]) == 0
        shown = capsys.readouterr().out
        assert max(map(len, shown.splitlines())) <= 100
        words.append(set(shown.split()))
    assert words[0] == words[1]
    del command


@pytest.mark.parametrize("told", ["1", "0", "x", "9" * 11, "9" * 5000])
def test_help_at_any_width(told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every width of a window is accepted."""
    monkeypatch.setenv("COLUMNS", told)
    assert main(["--help"]) == 0
    assert main(["fmt", "--help"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert max(map(len, said.out.splitlines())) <= 1000
    assert os.environ["COLUMNS"] == told


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("settings", "terminal", "expected"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, True, False),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
    ],
)
def test_colour_is_for_terminals(
    settings: dict[str, str], terminal: bool, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NO_COLOR forbids, FORCE_COLOR allows, otherwise a terminal decides."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert may_colour(_Terminal() if terminal else io.StringIO()) is expected


@pytest.mark.parametrize(
    ("told", "expected"),
    [("100", 100), ("1", 40), ("", 0), ("x", 0), ("0", 0), ("-5", 0), ("9" * 11, 1000), ("9" * 5000, 1000)],
)
def test_the_width_is_told_or_found(told: str, expected: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """COLUMNS counts, within reason; nonsense in it does not; a file has no width."""
    monkeypatch.setenv("COLUMNS", told)
    assert terminal_columns(io.StringIO()) == expected


WIDE = (
    "replay records/pagat/first.cal --rules pagat --full", "check docs/examples/evening.cal --rules pagat",
    "sheet docs/examples/club.cal --curve --stake 0.10", "rules list", "rules show pagat",
    "rules show settiglio --origin", "rules diff pagat treccani", "rules explain quintiglio", "explain CAL512",
    "explain", "new --rules pagat --players Anna,Bruno,Carla", "new --rules settiglio --players A,B,C,D,E,F,G",
    "solve records/pagat/first.cal --rules pagat --at 11",
)  # fmt: skip
"""Commands whose output fits any width of terminal."""


@pytest.mark.mass
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("words", WIDE)
def test_no_line_is_over_a_hundred_however_wide_the_terminal(
    words: str, lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Longer ones are hard to read; shipped rules have their id, not their folder."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "160")
    main([*words.split(), "--lang", lang])
    lines = capsys.readouterr().out.splitlines()
    assert max(map(cells, lines)) <= 100
    assert not any("rules/pagat.yaml" in line for line in lines)


@pytest.mark.mass
@pytest.mark.parametrize(
    ("words", "last", "completed", "not_completed"),
    [
        ("calarec replay {file} --hand", "", ["1", "2"], ["Anna"]),
        ("calarec view {file} --view", "", ["A", "Anna"], ["1"]),
        ("calarec simulate --rules pagat --aim", "settle.b", ["settle.bonus.cappotto"], ["contracts.solo"]),
        ("calarec explain", "CAL51", ["CAL512"], ["CAL501"]),
        ("calarec rules show", "tress", ["tressette"], ["pagat"]),
        ("calarec check --format", "g", ["gcc", "github", "gitlab"], ["json"]),
        ("calarec replay no-such-file.cal --hand", "", [], []),
        ("calarec check", "docs/ex", [], []),
    ],
)
def test_a_shell_completes_what_stands_in_the_files(
    words: str, last: str, completed: list[str], not_completed: list[str]
) -> None:
    """Names of hands, seats, rules, codes; nothing where files are meant, so that the shell names those."""
    typed = [*words.format(file=ROOT / "docs" / "examples" / "evening.cal").split(), last]
    settings = {
        "_CALAREC_COMPLETE": "complete_bash", "COMP_WORDS": " ".join(typed), "COMP_CWORD": str(len(typed) - 1),
    }  # fmt: skip
    found = calarec(settings=settings).stdout.split()
    assert set(completed) <= set(found)
    assert not set(not_completed) & set(found)
    assert bool(found) == bool(completed)


_NO_WORDS = {"BOT", "FILE", "FILES", "N", "SQL", "URL"}
"""Names of values that are the same in every language."""


@pytest.mark.parametrize(("path", "command"), COMMANDS, ids=[path for path, _ in COMMANDS])
def test_every_value_has_a_name_in_italian(path: str, command: Command) -> None:
    """Names beside options and in usage lines are translated."""
    called = [each.metavar for each in command.arguments]
    called += [each.value_name for each in command.options if each.kind != "flag"]
    left = {each for each in called if text_in(value_word(each), "it") == each}
    assert {each.removesuffix("...") for each in left} <= _NO_WORDS, path


def test_of_typer_only_what_is_public_is_used() -> None:
    """So any release will do, and none is too new: nothing behind an underscore, nothing set in its modules."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert [each for each in project["dependencies"] if each.startswith("typer")] == ["typer>=0.20"]
    importing = [
        node
        for file in sorted((ROOT / "tools" / "calarec_tools").rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom) and "typer" in ast.unparse(node)
    ]
    assert [ast.unparse(node) for node in importing] == ["import typer"]


@pytest.mark.parametrize("words", ["", "archive", "rules", "check"])
@pytest.mark.parametrize("width", ["80", "60"])
def test_every_word_of_a_help_is_italian(
    words: str, width: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Helps of program, groups and commands are translated, and fit any width."""
    monkeypatch.setenv("COLUMNS", width)
    assert main([*words.split(), "--help", "--lang", "it"]) == 0
    told = capsys.readouterr().out
    assert "[OPZIONI]" in told
    assert not {"Usage:", "[OPTIONS]", "COMMAND", "[required]", "Options", "Commands"} & set(told.split())
    assert max(map(len, told.splitlines())) <= int(width)


def test_help_in_italian_says_nothing_in_english(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither titles nor names of values; the next help in English is English again."""
    main(["check", "--help", "--lang", "it"])
    told = capsys.readouterr().out
    assert "Uso: calarec check [OPZIONI] PERCORSI..." in told
    assert "[obbligatorio]" in told
    assert "REGOLE" in told
    assert not {"Usage:", "[required]", "PATHS", "RULES", "[OPTIONS]"} & set(told.split())
    main(["check", "--help", "--lang", "en"])
    told = capsys.readouterr().out
    assert "Usage: calarec check [OPTIONS] PATHS..." in told
    assert "[required]" in told
