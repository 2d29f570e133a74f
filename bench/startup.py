"""What it costs to start: each command's time as a multiple of `python -c pass`, taken in turn.

    python bench/startup.py [--rounds 21] [COMMAND...]

Commands given as words (`"rules show pagat"`) are timed beside the usual ones. All modules are compiled first, as
an installation does; the environment variable that forbids it is ignored.
"""

from __future__ import annotations

import argparse
import compileall
import os
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import calarec
import calarec_tools

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

HELLO = """\
import typer
app = typer.Typer(add_completion=False)
@app.command()
def hello(name: str = "world") -> None:
    print(name)
app()
"""
USUAL = ("--version", "explain", "explain RUL001", "rules list", "rules show pagat", "--help")


def time_in_turn(commands: Mapping[str, Sequence[str]], rounds: int) -> dict[str, float]:
    """The median seconds of each command; a slow moment of the machine falls on all alike."""
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(rounds + 1):
        for name, command in commands.items():
            start = time.perf_counter()
            subprocess.run(command, env=settings, capture_output=True, check=False)
            if number:  # the first round warms the caches
                taken[name].append(time.perf_counter() - start)
    return {name: statistics.median(times) for name, times in taken.items()}


def main() -> None:
    """Prints a table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--rounds", type=int, default=21)
    options.add_argument("commands", nargs="*")
    given = options.parse_args()
    for folder in (sysconfig.get_path("purelib"), calarec.__path__[0], calarec_tools.__path__[0]):
        compileall.compile_dir(folder, quiet=2)
    program = Path(sysconfig.get_path("scripts")) / "calarec"
    with tempfile.TemporaryDirectory() as folder:
        hello = Path(folder) / "hello.py"
        hello.write_text(HELLO, encoding="utf-8")
        commands = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "typer, hello": [sys.executable, str(hello)],
            **{
                f"calarec {words}": [str(program), *words.split()] for words in dict.fromkeys((*USUAL, *given.commands))
            },
        }
        medians = time_in_turn(commands, given.rounds)
    base = medians["python -c pass"]
    print("| command | ms | times `python -c pass` |\n| --- | ---: | ---: |")
    for name, seconds in medians.items():
        print(f"| `{name}` | {seconds * 1000:.1f} | {seconds / base:.1f} |")


if __name__ == "__main__":
    main()
