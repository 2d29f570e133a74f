"""A terminal obeys no text of a record or of a file's name, in any command."""

from __future__ import annotations

import os
import pty
import re
import sys
from pathlib import Path
from typing import Final

import pytest

from calarec.core.base.escapes import STEERING
from calarec.core.notation.formatter import fmt
from calarec_tools.main import main
from calarec_tools.output.files import progress
from tests.rulebooks import SHIPPED
from tests.tools.evenings import evening

pytestmark = pytest.mark.slow

ROOT: Final = Path(__file__).parents[3]
HARM: Final = "\x1b]0;title\x07 \x9b31m \u202e \u2066 \x1b[2J \u200f"
ESCAPES: Final = "\\u001b]0;t\\u0007 \\u009b31m \\u202e \\u2066 \\r\\n \\u2028"
_OURS: Final = re.compile(r"\x1b\[[0-9;]*m|\r\x1b\[K|\r\n")
"""Colours, the erased line of progress, and a terminal's line ends."""


def harmful() -> str:
    """An evening with errors, with harmful text wherever possible."""
    text = evening("pagat", 3).replace('"Anna"', f'"Anna {ESCAPES}"').replace('"Bruno"', f'"Bruno {HARM[13:]}"')
    lines = text.replace("hand 2", f'hand "2 {ESCAPES}"').split("\n")
    return "\n".join(
        [
            *lines[:2], f"; {HARM}", f'tag event "{ESCAPES}"', *lines[2:],
            f'hand 9 ; {HARM}', f"dealer {HARM}", f'note "{ESCAPES}"', f"x-a {HARM[13:]}", f"bid A: {HARM}", "end", "",
        ]
    )  # fmt: skip


def at_a_terminal(*words: str) -> str:
    """Return the output of `calarec` at a terminal, without allowed sequences."""
    child, terminal = pty.fork()
    if not child:
        settings = {
            "PYTHONPATH": str(ROOT),
            "TERM": "xterm",
            "LC_ALL": "C.UTF-8",
            "PATH": os.environ["PATH"],
            "PAGER": "cat",
        }
        os.execve(sys.executable, [sys.executable, "-m", "calarec_tools.main", *words], settings)
    read = b""
    while True:
        try:
            piece = os.read(terminal, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        read += piece
    os.waitpid(child, 0)
    os.close(terminal)
    return _OURS.sub("\n", read.decode("utf-8", "surrogateescape"))


@pytest.mark.mass
@pytest.mark.parametrize(
    "command",
    [
        "fmt --diff {file}", "fmt {file} --check", "check {file}", "check --diff {file}",
        "check --format concise {file}", "check --format github {file}", "check --format json {file}",
        "check --format sarif {file}", "replay {file}", "replay --json {file}", "convert {file} - --to json",
        "convert {file} - --to jsonl", "convert {file} - --to csv", "convert {file} /dev/tty --to cal",
        "convert {file} - --to cal", "convert {file} - --to packed", "convert good.cal - --to packed", "pin {file}",
        "replay good.cal --view A", "replay good.cal --until 3", "fmt --fill --diff good.cal",
        "new --rules pagat --players {file},Bruno,Carla", "convert {file} {file}",
    ],
)  # fmt: skip
def test_nothing_is_obeyed(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In comments, texts, statements that cannot be read, and names of files."""
    monkeypatch.chdir(tmp_path)
    name = f"a{HARM[:9]}b\u202e.cal"
    Path(name).write_text(harmful(), encoding="utf-8", newline="")
    Path("good.cal").write_text(harmful().partition("hand 9")[0], encoding="utf-8", newline="")
    words = [name if word == "{file}" else word.replace("{file}", "Anna\x1b[2J\u202e") for word in command.split()]
    said = at_a_terminal(*words)
    assert said.strip()
    assert not STEERING.search(said.replace("\n", ""))


def test_a_difference_in_a_pipe_can_be_applied(capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    """There no character is escaped."""
    file = tmp_path / "a.cal"
    file.write_text(f"cal 1\n; {HARM}\nseat  A\n", encoding="utf-8", newline="")
    assert main(["fmt", "--diff", str(file)]) == 1
    assert f" ; {HARM}\n".encode() in capfdbinary.readouterr().out


@pytest.mark.parametrize("form", ["cal", "json", "jsonl", "calpack", "csv"])
def test_no_escape_becomes_the_character(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All other escapes are resolved; these never, and raw ones in texts are escaped."""
    monkeypatch.chdir(tmp_path)
    every = "".join(f"\\u{ord(each):04x}" for each in map(chr, range(0x3000)) if STEERING.match(each))
    Path("a.cal").write_text(
        f'cal 1\nseat A "\\u00e9 {every}"\n\nhand "{every}\u202e"\nend abandoned "\\u009b"\n', encoding="utf-8"
    )
    assert main(["convert", "a.cal", f"b.{form}", "--to", {"calpack": "packed"}.get(form, form)]) == 0
    written = Path(f"b.{form}").read_text(encoding="utf-8")
    assert "é" in written
    assert not STEERING.search(written.replace("\n", ""))


def test_the_canonical_form_escapes_what_steers() -> None:
    """Written raw or as an escape, it is the same text."""
    assert fmt('cal 1\nnote "\u202e\\u202E \\u0041"\n') == 'cal 1\nnote "\\u202e\\u202e A"\n'


def test_rules_that_ship_steer_nothing() -> None:
    """Shipped rules contain no terminal commands, so their output needs no escapes."""
    for file in SHIPPED.values():
        assert not STEERING.search(file.read_text(encoding="utf-8").replace("\n", ""))


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("fmt --check a.cal", r"\d+ KB done a.cal"),
        ("fmt --fill a.cal", r"\d+ KB done a.cal"),
        ("convert a.cal a.jsonl", r"\d+ KB done a.cal"),
        ("convert season all.csv --to csv --jobs 1", r"\d+ KB done season/a.cal"),
        ("sheet a.cal --standings", r"3 hands done a.cal"),
        ("dedup season --jobs 1", r"3 hands done season/a.cal"),
        ("coverage a.cal --jobs 1", r"3 hands done a.cal"),
        ("identify a.cal -r pagat --jobs 1", r"3 hands done a.cal"),
        ("rescore a.cal -r pagat --jobs 1", r"\d+ shards done a.cal"),
        ("view a.cal -o a.html", r"3 hands done a.cal"),
    ],
)
def test_long_work_shows_how_far_it_has_come(
    command: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal one line, taken away before anything else is written there; otherwise nothing."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setattr(progress, "_DELAY_SECONDS", 0.0)
    monkeypatch.setattr(progress, "_INTERVAL_SECONDS", 0.0)
    Path("season").mkdir()
    text = evening("pagat", 3)

    def told_by_command() -> tuple[str, str]:
        for file in ("a.cal", "season/a.cal"):
            Path(file).write_text(text, encoding="utf-8")
        main(command.split())
        said = capsys.readouterr()
        return said.out, said.err

    plain = told_by_command()
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    shown = told_by_command()
    assert "KB done" not in plain[1]
    assert shown[0] == plain[0]
    assert re.search(told, shown[1])
    assert re.sub(r"\r\x1b\[K[^\r\n]*(?=\r\x1b\[K)|\r\x1b\[K", "", shown[1]) == plain[1]
