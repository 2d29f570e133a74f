"""Completion in the shells: they load the script, and offer its words."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest

from tests.conftest import SHELLS
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

_RECORD: Final = ROOT / "records" / "pagat" / "first.cal"
_ASKED: Final = {
    # The shell's own completion, asked as its user would by Tab.
    "bash": 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
    '_calarec_completion calarec; printf "%s\\n" "${COMPREPLY[@]}"',
    "fish": 'source $argv[1]; complete -C(string join -- " " $argv[2..])',
    # Without a terminal there is nobody to list for: what would be listed is printed.
    "zsh": 'compdef() { }; _arguments() { print -rl -- "$@" }; source "$1"; shift; words=("$@"); CURRENT=$#; '
    "_calarec_completion",
}


def offered(shell: str, folder: Path, *words: str) -> set[str]:
    """Return the completions of the shell for the last word."""
    program = folder / "calarec"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m calarec_tools.main "$@"\n', "utf-8")
    program.chmod(0o700)
    world = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
    source = subprocess.run(
        ["calarec"], env={**world, "_CALAREC_COMPLETE": f"source_{shell}"}, capture_output=True, text=True, check=False
    ).stdout
    script = folder / "completion"
    script.write_text(source, "utf-8")
    quiet = {"bash": "--norc", "fish": "--no-config", "zsh": "-f"}[shell]
    dash = ["zsh"] if shell == "zsh" else []  # it calls the first word after its program `$0`
    found = subprocess.run(
        [shell, quiet, "-c", _ASKED[shell], *dash, str(script), "calarec", *words],
        env=world, capture_output=True, text=True, check=True, cwd=folder,
    )  # fmt: skip
    return set(re.findall(r"[\w.\-]+", found.stdout))


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("explain", "CAL51"), {"CAL510", "CAL518"}),
        (("replay", "--fu"), {"--full"}),
        (("simulate", "--rules", "pagat", "--aim", "settle.bonus.c"), {"settle.bonus.cappotto"}),
        (("replay", str(_RECORD), "--view", "B"), {"B"}),
    ],
)
def test_what_is_offered(shell: str, words: tuple[str, ...], expected: set[str], tmp_path: Path) -> None:
    assert expected <= offered(shell, tmp_path, *words)


@pytest.mark.parametrize("shell", SHELLS)
def test_nothing_is_offered_that_does_not_fit(shell: str, tmp_path: Path) -> None:
    assert "CAL512" not in offered(shell, tmp_path, "explain", "CAL6")
