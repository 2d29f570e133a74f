"""The cost of starting: each command's time as a multiple of `python -c pass`.

    python -m bench.startup [--peers PYTHON] [--rounds 31] [COMMAND...]

Commands given as words (`"rules show pagat"`) are timed beside the usual ones, in turn. All modules are compiled first,
as an installation does; the environment variable that forbids it is ignored. A multiple is the median of the rounds:
each time by that of `python -c pass` in the same round, once of the processor (user and system), once by the clock.
"""

from __future__ import annotations

import argparse
import compileall
import os
import resource
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import calarec
import calarec_tools

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

ROOT = Path(__file__).parents[1]
NOTHING = "`python -c pass`"
HELLO = """\
import typer
app = typer.Typer(add_completion=False)
@app.command()
def hello(name: str = "world") -> None:
    print(name)
app()
"""
CHESS = "import chess.pgn, sys; game = chess.pgn.read_game(open(sys.argv[1])); print(game.end().board().fen())"
RECORD = "records/pagat/first.cal"
USUAL = (f"replay {RECORD}", f"check {RECORD}", "rules show pagat", "explain CAL512", "--version", "--help")


class Start(NamedTuple):
    """A command: its median processor time, and its multiples of the first one's."""

    name: str
    seconds: float
    times: float
    times_by_clock: float


def starts(folder: Path, peers: str, rounds: int, more: Iterable[str] = ()) -> list[Start]:
    """`python -c pass` first, then peers and commands."""
    for room in (sysconfig.get_path("purelib"), calarec.__path__[0], calarec_tools.__path__[0]):
        compileall.compile_dir(room, quiet=2)
    program = str(Path(sysconfig.get_path("scripts")) / "calarec")
    hello = folder / "hello.py"
    hello.write_text(HELLO, encoding="utf-8")
    commands = {NOTHING: [sys.executable, "-c", "pass"], "typer, hello": [sys.executable, str(hello)]}
    game = folder / "one.pgn"
    writing = f"from bench.peers import chess_games; chess_games({str(game)!r}, '1')"
    if subprocess.run([peers, "-c", writing], cwd=ROOT, capture_output=True, check=False).returncode == 0:
        commands["python-chess, one game of 80 plies read"] = [peers, "-c", CHESS, str(game)]
    commands |= {f"`calarec {words}`": [program, *words.split()] for words in dict.fromkeys((*USUAL, *more))}
    return time_in_turn(commands, rounds)


def time_in_turn(commands: Mapping[str, Sequence[str]], rounds: int) -> list[Start]:
    """The times of each command; a slow moment of the machine falls on all alike."""
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for number in range(rounds + 1):
        for name, command in commands.items():
            before, clock = busy(), time.perf_counter()
            subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, check=True)
            if number:  # the first round warms the caches
                taken[name].append((busy() - before, time.perf_counter() - clock))
    first = next(iter(taken.values()))
    found = []
    for name, times in taken.items():
        by_round = [(own[0] / least[0], own[1] / least[1]) for own, least in zip(times, first, strict=True)]
        multiples = [statistics.median(values) for values in zip(*by_round, strict=True)]
        found.append(Start(name, statistics.median(own for own, _ in times), *multiples))
    return found


def busy() -> float:
    """Seconds of work of all processes that were run."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def table(found: Sequence[Start]) -> str:
    """Milliseconds, and how many times the first row's they are."""
    lines = ["| command | ms | times the first row | by the clock |", "| --- | ---: | ---: | ---: |"]
    lines += [
        f"| {start.name} | {start.seconds * 1000:.1f} | {start.times:.1f} | {start.times_by_clock:.1f} |"
        for start in found
    ]
    return "\n".join(lines)


def main() -> None:
    """Prints a table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--peers", default=sys.executable)
    options.add_argument("--rounds", type=int, default=31)
    options.add_argument("commands", nargs="*")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(table(starts(Path(folder), given.peers, given.rounds, given.commands)))


if __name__ == "__main__":
    main()
