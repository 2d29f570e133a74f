"""Command lines: their meaning, and the messages for wrong ones."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.core.wording.language import LANGUAGES, Translated, text_in
from calarec_tools.cli import app, commands
from calarec_tools.cli.declare import Argument, Command, CommandGroup, Listed, Option
from calarec_tools.cli.help import print_help
from calarec_tools.main import parse
from calarec_tools.output.files.streams import RefusalError
from tests.shards import examples

if TYPE_CHECKING:
    from calarec.core.wording.language import Language

_SAID = Translated.from_texts({"en": "words", "it": "parole"})
ONE = Command(
    lambda out, **values: 0,
    arguments=(Argument("file", _SAID), Argument("others", _SAID, required=False, many=True)),
    options=(
        Option("rules", ("--rules", "-r"), _SAID),
        Option("hands", ("--hands",), _SAID, kind="whole", default=1),
        Option("form", ("--form",), _SAID, choices=("plain", "json"), default="plain"),
        Option("deep", ("--deep", "-d"), _SAID, kind="flag"),
        Option("seats", ("--seats",), _SAID, kind="whole", least=2, most=8),
        Option("tags", ("--tag",), _SAID, many=True),
    ),
)
MODULES = {"tried_two": Command(lambda out, **values: 0), "tried_one": ONE}
GROUP = CommandGroup("many", _SAID, (Listed("two", _SAID, "tried_two"), Listed("one", _SAID, "tried_one")))
INITIAL: dict[str, Any] = {
    "others": (),
    "rules": None,
    "hands": 1,
    "form": "plain",
    "deep": False,
    "seats": None,
    "tags": (),
}


@pytest.fixture(autouse=True, scope="module")
def _tree() -> Any:
    """A replacement for the real commands, with every kind of parameter."""
    with pytest.MonkeyPatch.context() as patch:
        for name, declared in MODULES.items():
            patch.setitem(sys.modules, name, SimpleNamespace(DECLARED=declared))
        patch.setattr(commands, "LISTED", (Listed("one", _SAID, "tried_one"), GROUP))
        yield


def _values(*words: str) -> dict[str, Any]:
    asked = parse(words)
    assert asked is not None
    assert asked.command is not None
    assert not asked.help
    return dict(asked.values)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["one", "a"], {"file": "a"}),
        (["one", "a", "b", "c"], {"file": "a", "others": ("b", "c")}),
        (["one", "--rules", "x", "a"], {"file": "a", "rules": "x"}),
        (["one", "a", "--rules=x=y"], {"file": "a", "rules": "x=y"}),
        (["one", "-r", "x", "a"], {"file": "a", "rules": "x"}),
        (["one", "-rx", "a"], {"file": "a", "rules": "x"}),
        (["one", "a", "--hands", "-5"], {"file": "a", "hands": -5}),
        (["one", "a", "--hands", "007"], {"file": "a", "hands": 7}),
        (["one", "a", "--seats", "2"], {"file": "a", "seats": 2}),
        (["one", "a", "--seats=8"], {"file": "a", "seats": 8}),
        (["one", "a", "--form", "json", "-d"], {"file": "a", "form": "json", "deep": True}),
        (["one", "--tag", "x", "a", "--tag=y"], {"file": "a", "tags": ("x", "y")}),
        (["one", "-"], {"file": "-"}),
        (["one", "--rules", "-", "a"], {"file": "a", "rules": "-"}),
        (["one", "--rules=--deep", "a"], {"file": "a", "rules": "--deep"}),
        (["one", "--", "--deep", "-r"], {"file": "--deep", "others": ("-r",)}),
        (["--lang", "it", "one", "a"], {"file": "a"}),
        (["one", ""], {"file": ""}),
    ],
)
def test_a_command_line_gives_values(words: list[str], expected: dict[str, Any]) -> None:
    """Options before, between and behind arguments; values apart or joined; `--` ends the options."""
    assert _values(*words) == INITIAL | expected


@pytest.mark.parametrize(
    ("words", "english", "italian"),
    [
        (["tow"], "there is no command `tow`.", "il comando `tow` non esiste."),
        (["many", "tow"], "there is no command `tow`. Did you mean `two`?", "Si intendeva `two`?"),
        (["one"], "FILE is missing: words", "manca FILE: parole"),
        (["one", "a", "--dep"], "there is no option `--dep` here. Did you mean `--deep`?", "l'opzione `--dep`"),
        (["one", "a", "-x"], "there is no option `-x` here.", "qui l'opzione `-x` non esiste."),
        (["one", "a", "--rules"], "`--rules` needs a value.", "`--rules` richiede un valore."),
        (["one", "a", "--rules", "--deep"], "`--rules` needs a value.", "`--rules` richiede un valore."),
        (["one", "a", "--deep=yes"], "`--deep` takes no value.", "`--deep` non prende valori."),
        (
            ["one", "a", "--form", "jso"],
            "one of `plain` or `json`, not `jso`. Did you mean `json`?",
            "`plain` o `json`",
        ),
        (["one", "a", "--hands", "many"], "`--hands` is a whole number, not `many`.", "è un numero intero"),
        (["one", "a", "--hands", "1e3"], "`--hands` is a whole number", "è un numero intero"),
        (["one", "a", "--hands", "9" * 5000], "`--hands` is a whole number", "è un numero intero"),
        (["one", "a", "--hands", "٣"], "`--hands` is a whole number", "è un numero intero"),
        (["one", "a", "--hands="], "`--hands` is a whole number", "è un numero intero"),
        (["one", "a", "--seats", "1"], "`--seats` is a number from 2 to 8.", "`--seats` è un numero da 2 a 8."),
        (["one", "a", "--seats=9"], "`--seats` is a number from 2 to 8.", "`--seats` è un numero da 2 a 8."),
        (["one", "a", "-r", "x", "--rules", "y"], "`--rules` is given twice.", "`--rules` è indicato due volte."),
        (["many", "two", "x"], "`x` is one word too many.", "`x` è di troppo."),
        (["--rules", "x", "one"], "there is no option `--rules` here.", "qui l'opzione `--rules` non esiste."),
        (["--lang", "fr", "one"], "`--lang` is one of `en` or `it`, not `fr`.", "`en` o `it`"),
        (["--lang"], "`--lang` needs a value.", "`--lang` richiede un valore."),
    ],
)
def test_wrong_use_is_one_sentence(words: list[str], english: str, italian: str) -> None:
    """Each wrong command line is refused, with what was probably meant."""
    with pytest.raises(RefusalError) as refused:
        parse(words)
    assert english in refused.value.refusal_text("en")
    assert italian in refused.value.refusal_text("it")


@pytest.mark.parametrize(
    ("words", "path"),
    [
        (["-h"], ()),
        (["--help"], ()),
        (["one", "-h"], ("one",)),
        (["one", "a", "--help", "--rules", "x"], ("one",)),
        (["many", "-h"], ("many",)),
        (["many", "two", "-h"], ("many", "two")),
        (["--lang", "it", "many", "--help"], ("many",)),
        (["-h", "one"], ()),
    ],
)
def test_help_is_asked_for_anywhere(words: list[str], path: tuple[str, ...]) -> None:
    """At the top, at a group, at a command, even with its arguments missing."""
    asked = parse(words)
    assert asked is not None
    assert asked.help
    assert asked.path == path


@pytest.mark.parametrize("words", [[], ["many"], ["--lang", "it"]])
def test_without_a_command_there_is_nothing_to_run(words: list[str]) -> None:
    """The answer is help as an answer to wrong use, not as a wish."""
    asked = parse(words)
    assert asked is not None
    assert asked.command is None
    assert not asked.help


@pytest.mark.parametrize(
    ("words", "lang"),
    [
        (["--lang", "it", "one", "a"], "it"),
        (["one", "a", "--lang=it"], "it"),
        (["many", "--lang", "it", "two"], "it"),
        (["--lang", "en", "many", "two", "--lang", "it"], "it"),
        (["one", "a"], "en"),
    ],
)
def test_the_language_may_stand_anywhere(words: list[str], lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the command, behind it, between a group and its command; the last one counts."""
    monkeypatch.setenv("LC_ALL", "C")
    asked = parse(words)
    assert asked is not None
    assert asked.lang == lang


def test_the_version() -> None:
    """`--version` needs no command."""
    assert parse(["--version"]) is None


_WORD = st.text("ab-=r", min_size=1, max_size=4).filter(lambda word: not word.startswith("-"))
_PIECE = st.one_of(
    st.tuples(_WORD),
    st.tuples(st.sampled_from(["--rules", "-r"]), _WORD),
    st.builds(lambda word: (f"--rules={word}",), _WORD),
    st.tuples(st.just("--hands"), st.integers(-99, 99).map(str)),
    st.tuples(st.just("--form"), st.sampled_from(["plain", "json"])),
    st.tuples(st.sampled_from(["--deep", "-d"])),
    st.tuples(st.just("--tag"), _WORD),
    st.tuples(st.sampled_from(["--lang=it", "--lang=en"])),
)


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(_PIECE, max_size=5).map(lambda pieces: [word for piece in pieces for word in piece]))
def test_typer_understands_the_same(words: list[str]) -> None:
    """One declaration, two readers: whatever our parser accepts, typer reads with the same values."""
    try:
        ours = _values("one", *words, "last")
    except RefusalError:
        return
    heard: list[dict[str, Any]] = []
    application = app.build_command_tree("en", ["one"], lambda command, values: heard.append(values))
    application(["one", *words, "last"], standalone_mode=False)
    (theirs,) = heard
    theirs = {name: tuple(value) if isinstance(value, list) else value for name, value in theirs.items()}
    del theirs["help"], theirs["lang"], theirs["no_pager"]
    assert {
        name: () if name in ("others", "tags") and value is None else value for name, value in theirs.items()
    } == ours


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_shows_every_parameter(lang: Language, capsys: pytest.CaptureFixture[str]) -> None:
    """All declarations are drawn: arguments, options, choices, descriptions."""
    print_help(["one"], lang, sys.stdout)
    shown = capsys.readouterr().out
    for word in (
        "FILE",
        "OTHERS",
        "--rules",
        "-r",
        "--hands",
        "--form",
        "plain",
        "json",
        "--deep",
        "--tag",
        "--lang",
        "--help",
    ):
        assert word in shown
    assert text_in(_SAID, lang) in shown
