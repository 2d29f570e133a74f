"""Every command over a growing season: processor time and peak memory.

    python -m bench.season [--hands 10000 100000] [--tree ../before] [--only check "archive build"] [--write]

A season is written in two forms: as one file, and as a folder with a file for each evening of 20 hands; one hand in 200
has a mistake. `standings of a club` is over as many evenings of one hand each, with 60 people. Each command runs in its
own process, without further processes. `MB` is the peak of its memory, `s` the time that it was busy, its start
included. The exit status is 1 if a command exceeds its limit of memory or time. The limit of time guards against
growth: it is ten times the measured time, so that a busy machine does not exceed it. `--tree` measures another
checkout.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bench.materials import record
from bench.report import SEASON, replaced
from bench.run import ROOT, of_tree
from bench.whole import RUN_AND_REPORT_PEAK
from calarec.core.engine.game import Game
from calarec.rule_files.load import load_ruleset

_RULES: Final = "pagat"
_EVENING: Final = 20
_FAULT_EVERY: Final = 200
_MAX_MEGABYTES: Final = 150
_MAX_ARCHIVE_MEGABYTES: Final = 300
_START_SECONDS: Final = 2
"""The start of a command on a busy machine."""
_VIEWED_HANDS: Final = 1000
"""The maximum number of hands for `view`: a page is of an evening, or of a few."""
_CLUB_EVENINGS: Final = 8000
_CLUB_PEOPLE: Final = 60


class SeasonCommand(NamedTuple):
    """A command over a season, and its limits of memory and time."""

    name: str
    words: tuple[str, ...]
    """The words of the command.

    `{season}` is the file or the folder, `{few}` a file of a few hands, `{club}` one of short evenings with many
    people, `{out}` a place for output.
    """
    microseconds: int
    """The limit of processor time for each hand, ten times the measured one."""
    megabytes: int = _MAX_MEGABYTES
    places: tuple[str, ...] = ("file", "folder")
    shares: int = 1
    """The divisor of the number of hands, for slow commands."""
    before: tuple[str, ...] = ()
    """A command that is run first and not measured."""

    @property
    def most(self) -> int:
        """The most hands that it gets."""
        few, club = "{few}" in self.words, "{club}" in self.words
        return _VIEWED_HANDS if few else _CLUB_EVENINGS if club else sys.maxsize


_BUILD: Final = ("archive", "build", "--jobs", "1", "{season}", "-o", "{out}.duckdb")
COMMANDS: Final = (
    SeasonCommand("check", ("check", "--jobs", "1", "{season}"), 800),
    SeasonCommand("fmt --check", ("fmt", "--check", "{season}"), 8_000),
    SeasonCommand("convert to jsonl", ("convert", "--jobs", "1", "{season}", "{out}.jsonl"), 10_000),
    SeasonCommand("convert --settled", ("convert", "--jobs", "1", "--settled", "{season}", "{out}.csv"), 5_000),
    SeasonCommand("sheet --standings", ("sheet", "--jobs", "1", "--standings", "{season}"), 8_000),
    SeasonCommand("sheet --format csv", ("sheet", "--jobs", "1", "--format", "csv", "{season}"), 8_000),
    SeasonCommand(
        "standings of a club",
        ("sheet", "--jobs", "1", "--standings", "{club}"),
        6_000,
        places=("file",),
    ),
    SeasonCommand("view", ("view", "{few}", "-o", "{out}.html"), 300_000, places=("file",)),
    SeasonCommand("dedup", ("dedup", "{season}"), 15_000),
    SeasonCommand("dedup --write", ("dedup", "--write", "{out}.once", "{season}"), 15_000),
    SeasonCommand("rescore", ("rescore", "--jobs", "1", "--rules", "tretre", "{season}"), 60_000, shares=10),
    SeasonCommand("coverage", ("coverage", "--jobs", "1", "{season}"), 60_000, shares=10),
    SeasonCommand("identify", ("identify", "--jobs", "1", "{season}"), 400_000, _MAX_ARCHIVE_MEGABYTES, shares=10),
    SeasonCommand(
        "archive build",
        _BUILD,
        5_000,
        _MAX_ARCHIVE_MEGABYTES,
    ),
    SeasonCommand(
        "archive query",
        ("archive", "query", "--csv", "{out}.duckdb", "SELECT * FROM seats"),
        1_000,
        places=("file",),
        before=_BUILD,
    ),
    SeasonCommand(
        "archive export",
        ("archive", "export", "{out}.duckdb", "{out}"),
        1_000,
        _MAX_ARCHIVE_MEGABYTES,
        places=("file",),
        before=_BUILD,
    ),
    SeasonCommand("stats", ("stats", "--jobs", "1", "{season}"), 5_000, _MAX_ARCHIVE_MEGABYTES),
)


class Measured(NamedTuple):
    """The measurements of a command."""

    name: str
    place: str
    hands: int
    seconds: float
    megabytes: float
    exceeds: bool


def write_season(folder: Path, hands: int) -> dict[str, Path]:
    """Write a season as a file and as a folder."""
    game = Game.from_ruleset(load_ruleset(_RULES))
    made = record(game, hands, evening=_EVENING, fault_every=_FAULT_EVERY).text
    places = {"file": folder / f"{hands}.cal", "folder": folder / f"season-{hands}"}
    places["file"].write_text(made, encoding="utf-8")
    places["folder"].mkdir()
    for number, evening in enumerate(made.split("cal 1\n")[1:]):
        (places["folder"] / f"{number:06}.cal").write_text("cal 1\n" + evening, encoding="utf-8")
    places["few"] = folder / f"few-{hands}.cal"
    few = record(game, min(hands, _VIEWED_HANDS), evening=_EVENING).text
    places["few"].write_text(few, encoding="utf-8")
    places["club"] = folder / f"club-{hands}.cal"
    club = name_people(record(game, min(hands, _CLUB_EVENINGS), evening=1).text)
    places["club"].write_text(club, encoding="utf-8")
    return places


def name_people(text: str) -> str:
    """The evenings of a text with people of a club at their seats, others in each."""
    chance = Random(1)
    people = [f"Person {number}" for number in range(_CLUB_PEOPLE)]
    evenings = []
    for evening in text.split("cal 1\n")[1:]:
        who = iter(chance.sample(people, evening.count("\nseat ")))
        evenings.append("cal 1\n" + re.sub(r"(?m)^seat [A-Z]$", lambda seat: f'{seat[0]} "{next(who)}"', evening))  # noqa: B023
    return "".join(evenings)


def run_command(tree: Path, words: list[str]) -> tuple[float, float]:
    """Run a command; return its processor time in seconds and its peak memory in MB."""
    command = [sys.executable, "-c", RUN_AND_REPORT_PEAK, *words]
    child = subprocess.Popen(command, env=of_tree(tree), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert child.stderr is not None
    said = child.stderr.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):  # 1: something was found
        raise SystemExit(f"calarec {' '.join(words)}: {said}")
    return used.ru_utime + used.ru_stime, int(said.split()[-1]) / 1024


def measure_commands(tree: Path, sizes: list[int], only: list[str]) -> list[Measured]:
    """Measure every command over seasons of these sizes."""
    found: list[Measured] = []
    for hands in sizes:
        with tempfile.TemporaryDirectory() as folder:
            seasons = {share: write_season(_made_folder(folder, share), hands // share) for share in _used_shares(only)}
            for command in COMMANDS:
                if only and command.name not in only:
                    continue
                places = seasons[command.shares]
                count = min(hands // command.shares, command.most)
                for place in command.places:
                    out = str(Path(folder) / f"out-{len(found)}")
                    values = {"season": places[place], "few": places["few"], "club": places["club"], "out": out}
                    if command.before:
                        run_command(tree, [word.format(**values) for word in command.before])
                    seconds, megabytes = run_command(tree, [word.format(**values) for word in command.words])
                    most = _START_SECONDS + command.microseconds * count / 1e6
                    exceeds = megabytes > command.megabytes or seconds > most
                    found.append(Measured(command.name, place, count, seconds, megabytes, exceeds))
                    print(found[-1], flush=True)
    return found


def _used_shares(only: list[str]) -> set[int]:
    return {command.shares for command in COMMANDS if not only or command.name in only}


def _made_folder(folder: str, share: int) -> Path:
    made = Path(folder) / str(share)
    made.mkdir()
    return made


def table(found: list[Measured]) -> str:
    """The figures as a table."""
    lines = ["| command | season | hands | s | MB | |", "| --- | --- | ---: | ---: | ---: | --- |"]
    lines += [
        f"| `{row.name}` | {row.place} | {row.hands:,} | {row.seconds:.1f} | {row.megabytes:.0f} | "
        f"{'over its limit' if row.exceeds else ''} |"
        for row in found
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Measure, print, and write the table if asked to; 1 if a limit is exceeded."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--hands", type=int, nargs="+", default=[10_000, 100_000])
    options.add_argument("--tree", type=Path, default=ROOT)
    options.add_argument("--only", nargs="+", default=[])
    options.add_argument("--write", action="store_true")
    given = options.parse_args()
    before = os.getloadavg()[1]
    found = measure_commands(given.tree, given.hands, given.only)
    asked = f"--hands {' '.join(map(str, given.hands))}"
    if given.only:
        asked += " --only" + "".join(f' "{name}"' for name in given.only)
    text = (
        f"{'Some commands' if given.only else 'Every command'} over a season of `{_RULES}` in evenings of {_EVENING}, "
        "one process, its start included. The season is one file, or a\nfolder with a file for each evening "
        f"(`python -m bench.season {asked}`; load {before:.0f} to {os.getloadavg()[1]:.0f} on\n{os.cpu_count()} "
        f"processors). At most {_MAX_MEGABYTES} MB, archives and `identify` {_MAX_ARCHIVE_MEGABYTES} MB.\n\n"
    ) + table(found)
    print(text)
    if given.write:
        page = ROOT / "docs" / "explanation" / "performance.md"
        page.write_text(replaced(page.read_text(encoding="utf-8"), SEASON, text), encoding="utf-8")
    return int(any(row.exceeds for row in found))


if __name__ == "__main__":
    sys.exit(main())
