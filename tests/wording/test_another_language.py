"""A new language is a folder of words and a grammar: one is made, without code.

Its letters are circled, so that plain letters are untranslated. Words that are plain in it and in English, but not in
Italian, are English left in the code: names and paths are the same in all three.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest

from calarec.core.wording.tables import read_tables
from tests.house.tree import ROOT
from tests.wording.circled import circle_letters

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow
_OURS_NOT: Final = {"Usage", "required"}
"""Words of the library that lays out the help."""

COMMANDS: Final = (
    "replay records/pagat/first.cal",
    "replay records/pagat/first.cal --view A --until 3",
    "replay records/pagat/first.cal --rules cavendish",
    "check records/pagat/first.cal records/pagat/abandoned.cal --rules cavendish",
    "check nothing.cal",
    "fmt --check README.md",
    "convert a b",
    "new --rules pagat --players A,B,C",
    "simulate --rules zzz --hands 1",
    "explain CAL512",
    "explain RUL110",
    "explain",
    "rules show pagat --origin",
    "rules explain pagat",
    "rules explain sestiglio",
    "rules diff pagat tretre",
    "rules check missing.yaml",
    "--help",
    "replay --help",
    "rules --help",
    "zzz",
)


def _tables(text: str, *, keys: bool) -> str:
    """A word file with circled words; `keys`: the words are the keys themselves."""
    lines = []
    for name, table in read_tables(text).items():
        lines += [f"[{name}]"] if name else []
        for key, value in table.items():
            said = json.dumps(circle_letters(key if keys else value), ensure_ascii=False)
            lines.append(f"{json.dumps(key, ensure_ascii=False) if keys else key} = {said}")
    return "\n".join(lines) + "\n"


def _page(text: str) -> str:
    """A page of codes with circled words: headings of codes and examples stay, severities are in English only."""
    head, *blocks = re.split(r"^```toml\n(.*?)^```\n", text, flags=re.DOTALL | re.MULTILINE)
    parts = [_prose(head)]
    for block, prose in zip(blocks[::2], blocks[1::2], strict=True):
        without_severity = re.sub('^severity = ".*"\n', "", block)
        parts += ["```toml\n", _tables(without_severity, keys=False), "```\n", _prose(prose)]
    return "".join(parts)


def _prose(text: str) -> str:
    lines, example = [], False
    for line in text.split("\n"):
        example ^= line.startswith("```")
        plain = example or line.startswith(("```", "## "))
        head, colon, rest = line.partition(": ") if line.startswith("# ") else ("", "", line)
        lines.append(line if plain else f"{head}{colon}{circle_letters(rest)}")
    return "\n".join(lines)


_GRAMMAR = '''"""The forms of English in circled letters."""
import inspect

from calarec.core.wording.en import grammar
from tests.wording.circled import MARKS, circle_letters

for name, form in inspect.getmembers(grammar, inspect.isfunction):
    if not name.startswith("_"):
        globals()[name] = lambda *of, form=form: circle_letters(form(*of), MARKS)
'''


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the house in which one folder is new."""
    copy = tmp_path_factory.mktemp("house")
    for part in ("interpreter", "tools", "grammar", "rules", "records/pagat"):
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    words = copy / "interpreter" / "calarec" / "core" / "wording"
    new = words / "xx"
    for folder in ("codes", "sentences"):
        (new / folder).mkdir(parents=True)
    for file in (words / "it" / "sentences").iterdir():
        (new / "sentences" / file.name).write_text(_tables(file.read_text("utf-8"), keys=True), "utf-8")
    for file in (words / "en" / "codes").iterdir():
        (new / "codes" / file.name).write_text(_page(file.read_text("utf-8")), "utf-8")
    (new / "grammar.py").write_text(_GRAMMAR, "utf-8")
    return copy


def _words(house: Path, command: str, lang: str) -> set[str]:
    start = (
        f"import sys; sys.path[:0] = {[str(house / 'interpreter'), str(house / 'tools'), str(ROOT)]!r}\n"
        f"sys.argv = {['calarec', *command.split(), '--lang', lang]!r}\n"
        "from calarec_tools.main import main\nsys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", start], cwd=house, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert done.stdout or done.stderr
    return _plain(done.stdout + done.stderr)


def _plain(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z]{3,}", text))


@pytest.mark.mass
@pytest.mark.parametrize("command", COMMANDS)
def test_no_english_is_left_in_another_language(house: Path, command: str) -> None:
    """English words of rule files and of examples of codes are the only ones left."""
    english, italian, circled = (_words(house, command, lang) for lang in ("en", "it", "xx"))
    theirs = {word for file in (house / "rules").glob("*.yaml") for word in _plain(file.read_text("utf-8"))}
    codes = house / "interpreter" / "calarec" / "core" / "wording" / "en" / "codes"
    for page in codes.iterdir() if command.startswith("explain") else ():
        theirs |= {word for part in page.read_text("utf-8").split("```")[1::2] for word in _plain(part)}
    assert english - circled, "nothing was translated"
    assert (circled & english) - italian - theirs - _OURS_NOT == set()
