"""Long output goes through a pager at a terminal, and only there."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

REPLAY = ("replay", "tests/tools/replay/plain.cal")


def _on_terminal(*words: str, **settings: str) -> tuple[str, int]:
    """Return the output of a command at a terminal, and its status."""
    ours, theirs = pty.openpty()
    kept = {"PATH": os.environ["PATH"], "TERM": "xterm", "COLUMNS": "80", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "calarec_tools.main", *words],
        stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT, env={**kept, **settings},
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 1 << 16)
        except OSError:  # so a terminal ends whose last writer has left
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    return shown.decode().replace("\r\n", "\n"), process.wait()


@pytest.fixture
def pager(tmp_path: Path) -> str:
    """A pager that prints that it ran, and its settings."""
    file = tmp_path / "pager.py"
    file.write_text(
        "import os, sys\ntext = sys.stdin.read()\nprint('PAGED', os.environ['LESS'])\nsys.stdout.write(text)\n", "utf-8"
    )
    return f"{sys.executable} {file}"


def test_the_pager_is_given_all_of_it(pager: str) -> None:
    """With the width of the terminal, and the status of the command."""
    shown, status = _on_terminal(*REPLAY, PAGER=pager)
    plain, _ = _on_terminal(*REPLAY, PAGER=pager, CALAREC_PAGER="cat")
    assert shown == f"PAGED FRX\n{plain}"
    assert status == 0
    assert "Bruno wins chiamo" in plain
    shown, status = _on_terminal("replay", "tests/tools/replay/quarrel.cal", PAGER=pager, LESS="R")
    assert shown.startswith("PAGED R\nHand 1 ")
    assert status == 1


@pytest.mark.parametrize("settings", [{"PAGER": "cat"}, {"PAGER": ""}, {"TERM": "dumb"}, {"PAGER": "no-such-pager"}])
def test_without_a_pager_it_is_printed(settings: dict[str, str], pager: str) -> None:
    """Output is printed if no pager is wanted or found."""
    shown, status = _on_terminal(*REPLAY, **{"PAGER": pager, **settings})
    assert shown.startswith("Hand 7 ")
    assert status == 0


def test_no_pager_on_request_and_for_short_answers(pager: str) -> None:
    """`--no-pager`, in any place; refusals and short answers go to the terminal."""
    for words in (("--no-pager", *REPLAY), (*REPLAY, "--no-pager"), ("check", REPLAY[1]), ("replay", "none.cal")):
        shown, _ = _on_terminal(*words, PAGER=pager)
        assert "PAGED" not in shown.split("\n")[0] or words[1] == "none.cal"


def test_a_reader_who_leaves_has_read_enough() -> None:
    """No complaint, no status of a broken pipe."""
    shown, status = _on_terminal("rules", "show", "pagat", "--origin", PAGER=f"{sys.executable} -c pass")
    assert (shown, status) == ("", 0)


def test_a_pipe_is_no_terminal(pager: str) -> None:
    """There everything stays as it is."""
    done = subprocess.run(
        [sys.executable, "-m", "calarec_tools.main", *REPLAY],
        capture_output=True, cwd=ROOT, env={**os.environ, "PAGER": pager, "LC_ALL": "C"}, encoding="utf-8", check=True,
    )  # fmt: skip
    assert done.stdout.startswith("Hand 7 ")


def test_the_pager_of_a_check_begins_when_the_screen_is_full(pager: str, tmp_path: Path) -> None:
    """Then it is given everything; what fits the screen is written without it, and `--no-pager` keeps it away."""
    file = tmp_path / "a.cal"
    file.write_text("cal 1\nrules pagat\n" + "nonsense\n" * 9, "utf-8")
    words = ("check", str(file))
    progress = re.compile(r"(?:\r\x1b\[K[^\r\n]*)*\r\x1b\[K")  # on a slow machine

    def told(*words: str, **settings: str) -> tuple[str, int]:
        shown, status = _on_terminal(*words, **settings)
        return progress.sub("", shown), status

    few, status = told(*words, PAGER=pager, LINES="300")
    assert few.count("CAL101 `nonsense`") == 9
    assert status == 1
    many, status = told(*words, PAGER=pager, LINES="20")
    assert (many, status) == (f"PAGED FRX\n{few}", 1)
    assert told("--no-pager", *words, PAGER=pager, LINES="20") == (few, 1)
    assert told(*words, PAGER="no-such-pager", LINES="20") == (few, 1)
    left, status = told(*words, PAGER=f"{sys.executable} -c pass", LINES="20")
    assert status == 1
    assert "Traceback" not in left
