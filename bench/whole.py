"""The command as a whole: peak memory as a file grows, one process against two."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

from bench.materials import record
from calarec.core.engine.game import Game
from calarec.rule_files.load import load_ruleset

if TYPE_CHECKING:
    from pathlib import Path

_BLOCK = 10_000
RUN_AND_REPORT_PEAK = """\
import resource, sys
from calarec_tools.main import main
def peak():
    # What `getrusage` says of a process includes the one that started it, if that was larger.
    try:
        with open("/proc/self/status") as lines:
            return next(line.split()[1] for line in lines if line.startswith("VmHWM"))
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    main()
finally:
    print(peak(), file=sys.stderr)
"""


class Size(NamedTuple):
    """The cost of `check` for a file of a number of hands."""

    hands: int
    megabytes: float
    seconds: float


class Jobs(NamedTuple):
    """Seconds on the clock of one process and of two."""

    hands: int
    one: float
    two: float


def file_of(folder: Path, rules: str, hands: int) -> Path:
    """Write a file of correct hands; beyond the first ten thousand, evenings repeat."""
    file = folder / f"{rules}-{hands}-right.cal"
    if not file.exists():
        text = record(Game.from_ruleset(load_ruleset(rules)), min(hands, _BLOCK)).text
        with file.open("w", encoding="utf-8") as stream:
            for _ in range(max(hands // _BLOCK, 1)):
                stream.write(text)
    return file


def memory(folder: Path, rules: str, sizes: tuple[int, ...]) -> list[Size]:
    """Peak memory of `calarec check`, one process."""
    found = []
    for hands in sizes:
        file = file_of(folder, rules, hands)
        began = time.perf_counter()
        done = checked(file, 1)
        found.append(Size(hands, int(done.stderr.split()[-1]) / 1024, time.perf_counter() - began))
        if hands > _BLOCK * 10:
            file.unlink()
    return found


def cores(folder: Path, rules: str, hands: int, rounds: int) -> Jobs:
    """The time on the clock with one process and with two, taken in turn."""
    file = file_of(folder, rules, hands)
    taken: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(rounds):
        for jobs, times in taken.items():
            began = time.perf_counter()
            checked(file, jobs)
            times.append(time.perf_counter() - began)
    return Jobs(hands, statistics.median(taken[1]), statistics.median(taken[2]))


def checked(file: Path, jobs: int) -> subprocess.CompletedProcess[str]:
    """Run `calarec check`; its standard error ends with the peak memory in kilobytes."""
    command = [sys.executable, "-c", RUN_AND_REPORT_PEAK, "check", str(file), "--jobs", str(jobs)]
    settings = {**os.environ, "NO_COLOR": "1"}
    return subprocess.run(command, env=settings, capture_output=True, text=True, check=True)
