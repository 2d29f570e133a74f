"""Every command over a growing season: processor time and peak memory.

    python -m bench.season [--hands 10000 100000] [--only check "archive build"] [--keep FOLDER] [--write]

A season is written in two forms: as one file, and as a folder with a file for each evening of 20 hands; one hand in 200
has a mistake. `standings of a club` is over as many evenings of one hand each, with 60 people. Each command runs in its
own process, without further processes. `MB` is the peak of its memory, `s` the time that it was busy, its start
included. The exit status is 1 if a command exceeds its limit of memory or time. The limit of time guards against
growth: it is ten times the measured time, so that a busy machine does not exceed it. `--tree ../before` measures
another checkout. `--keep` keeps the seasons and the figures in a folder: a season is written once, and the table has
the newest figures of each command and size that were measured there. Slow commands get a fifth or a tenth of the hands;
a column says what the growth between the two largest sizes makes of 1,000,000.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from bench.materials import record
from bench.report import SEASON, replaced
from bench.run import ROOT, of_tree
from bench.whole import RUN_AND_REPORT_PEAK
from calarec.core.engine.game import Game
from calarec.rule_files.load import load_ruleset

if TYPE_CHECKING:
    from collections.abc import Iterable

_RULES: Final = "pagat"
_BLOCK: Final = 10_000
"""Hands that are written at once, from a seed of their own."""
_DISTINCT_BLOCKS: Final = 20
"""Beyond this many blocks, evenings repeat."""
_MILLION: Final = 1_000_000
_LEAST_FOR_SLOPE: Final = 100_000
"""The least hands of the larger size: before, caches fill and the collector of garbage waits."""
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
    SeasonCommand("replay", ("replay", "{season}"), 30_000, places=("file",), shares=5),
    SeasonCommand("replay --json", ("replay", "--json", "{season}"), 30_000, places=("file",), shares=5),
    SeasonCommand("fmt --check", ("fmt", "--check", "{season}"), 8_000),
    SeasonCommand("convert to jsonl", ("convert", "--jobs", "1", "{season}", "{out}.jsonl"), 10_000),
    SeasonCommand("convert to json", ("convert", "--jobs", "1", "{season}", "{out}.json"), 10_000, places=("file",)),
    SeasonCommand("convert to csv", ("convert", "--jobs", "1", "{season}", "{out}.csv"), 10_000, places=("file",)),
    SeasonCommand(
        "convert to packed",
        ("convert", "--jobs", "1", "--to", "packed", "{season}", "{out}.packed"),
        10_000,
        places=("file",),
    ),
    SeasonCommand("convert --settled", ("convert", "--jobs", "1", "--settled", "{season}", "{out}.csv"), 5_000),
    SeasonCommand("sheet --standings", ("sheet", "--jobs", "1", "--standings", "{season}"), 8_000),
    SeasonCommand("sheet", ("sheet", "--jobs", "1", "{season}"), 8_000),
    SeasonCommand("sheet --json", ("sheet", "--jobs", "1", "--json", "{season}"), 8_000),
    SeasonCommand(
        "sheet --format html", ("sheet", "--jobs", "1", "--format", "html", "-o", "{out}.html", "{season}"), 8_000
    ),
    SeasonCommand("sheet --site", ("sheet", "--jobs", "1", "--site", "{out}", "{season}"), 8_000, shares=5),
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
    SeasonCommand("repair", ("repair", "{season}"), 60_000, places=("file",), shares=10),
    SeasonCommand("fmt --fill --check", ("fmt", "--fill", "--check", "{season}"), 60_000, shares=10),
    SeasonCommand("rescore", ("rescore", "--jobs", "1", "--rules", "tretre", "{season}"), 60_000, shares=10),
    SeasonCommand("coverage", ("coverage", "--jobs", "1", "{season}"), 60_000, shares=10),
    SeasonCommand("identify", ("identify", "--jobs", "1", "{season}"), 60_000, _MAX_ARCHIVE_MEGABYTES, shares=10),
    SeasonCommand(
        "archive build",
        _BUILD,
        3_000,
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
    load: float
    """The load of the machine after it."""


def write_season(folder: Path, hands: int) -> dict[str, Path]:
    """Write a season as a file and as a folder, unless the folder has it from before."""
    places = {
        "file": folder / f"{hands}.cal",
        "folder": folder / f"season-{hands}",
        "few": folder / f"few-{hands}.cal",
        "club": folder / f"club-{hands}.cal",
    }
    done = folder / f"{hands}.done"
    if done.exists():
        return places
    game = Game.from_ruleset(load_ruleset(_RULES))
    places["folder"].mkdir(exist_ok=True)
    with places["file"].open("w", encoding="utf-8") as season:
        for block in range(-(-hands // _BLOCK)):
            count = min(_BLOCK, hands - block * _BLOCK)
            evenings = _block_evenings(folder, game, block % _DISTINCT_BLOCKS)[: count // _EVENING]
            season.writelines(evenings)
            for number, evening in enumerate(evenings, block * _BLOCK // _EVENING):
                (places["folder"] / f"{number:06}.cal").write_text(evening, encoding="utf-8")
    few = record(game, min(hands, _VIEWED_HANDS), evening=_EVENING).text
    places["few"].write_text(few, encoding="utf-8")
    club = name_people(record(game, min(hands, _CLUB_EVENINGS), evening=1).text)
    places["club"].write_text(club, encoding="utf-8")
    done.touch()
    return places


def _block_evenings(folder: Path, game: Game, block: int) -> list[str]:
    """The evenings of a block; all sizes of a folder share its blocks."""
    file = folder / f"block-{block:03}.cal"
    if not file.exists():
        made = record(game, _BLOCK, seed=block + 1, evening=_EVENING, fault_every=_FAULT_EVERY).text
        file.write_text(made, encoding="utf-8")
    return ["cal 1\n" + evening for evening in file.read_text(encoding="utf-8").split("cal 1\n")[1:]]


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


def measure_commands(tree: Path, sizes: list[int], only: list[str], kept: Path, in_places: list[str]) -> list[Measured]:
    """Measure every command over seasons of these sizes, which are kept in a folder, as a file or as a folder."""
    found: list[Measured] = []
    for hands in sizes:
        seasons = {share: write_season(kept, hands // share) for share in _used_shares(only)}
        with tempfile.TemporaryDirectory() as folder:
            for command in COMMANDS:
                if only and command.name not in only:
                    continue
                places = seasons[command.shares]
                count = min(hands // command.shares, command.most)
                for place in (each for each in command.places if each in in_places):
                    out = str(Path(folder) / f"out-{len(found)}")
                    values = {"season": places[place], "few": places["few"], "club": places["club"], "out": out}
                    if command.before:
                        run_command(tree, [word.format(**values) for word in command.before])
                    seconds, megabytes = run_command(tree, [word.format(**values) for word in command.words])
                    most = _START_SECONDS + command.microseconds * count / 1e6
                    exceeds = megabytes > command.megabytes or seconds > most
                    found.append(Measured(command.name, place, count, seconds, megabytes, exceeds, os.getloadavg()[0]))
                    print(found[-1], flush=True)
    return found


def _used_shares(only: list[str]) -> set[int]:
    return {command.shares for command in COMMANDS if not only or command.name in only}


def _keep(kept: Path, found: Iterable[Measured]) -> list[Measured]:
    """Add figures to those of a folder; return all, the newest of each command, season and size."""
    file = kept / "measured.json"
    rows = [Measured(*row) for row in json.loads(file.read_text(encoding="utf-8"))] if file.exists() else []
    newest = {(row.name, row.place, row.hands): row for row in (*rows, *found)}
    order = {command.name: number for number, command in enumerate(COMMANDS)}
    rows = sorted(newest.values(), key=lambda row: (order[row.name], row.place, row.hands))
    file.write_text(json.dumps(rows), encoding="utf-8")
    return rows


def table(found: list[Measured]) -> str:
    """The figures as a table."""
    lines = [
        "| command | season | hands | s | MB | MB at 1,000,000 by the slope | |",
        "| --- | --- | ---: | ---: | ---: | ---: | --- |",
    ]
    lines += [
        f"| `{row.name}` | {row.place} | {row.hands:,} | {row.seconds:.1f} | {row.megabytes:.0f} | "
        f"{_megabytes_by_slope(row, found)} | {'over its limit' if row.exceeds else ''} |"
        for row in found
    ]
    return "\n".join(lines) + "\n"


def _megabytes_by_slope(row: Measured, found: list[Measured]) -> str:
    """The memory for a million hands by the two largest sizes, beside the largest."""
    sizes = sorted(each.hands for each in found if (each.name, each.place) == (row.name, row.place))
    if len(sizes) < 2 or row.hands != sizes[-1] or not _LEAST_FOR_SLOPE <= row.hands < _MILLION:
        return ""
    before = next(each for each in found if (each.name, each.place, each.hands) == (row.name, row.place, sizes[-2]))
    slope = (row.megabytes - before.megabytes) / (row.hands - before.hands)
    return f"{row.megabytes + slope * (_MILLION - row.hands):.0f}"


def main() -> int:
    """Measure, print, and write the table if asked to; 1 if a limit is exceeded."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--hands", type=int, nargs="+", default=[10_000, 100_000])
    options.add_argument("--tree", type=Path, default=ROOT)
    options.add_argument("--only", nargs="+", default=[])
    options.add_argument("--places", nargs="+", choices=["file", "folder"], default=["file", "folder"])
    options.add_argument("--keep", type=Path)
    options.add_argument("--write", action="store_true")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        kept = given.keep or Path(folder)
        found = _keep(kept, measure_commands(given.tree, given.hands, given.only, kept, given.places))
    loads = [row.load for row in found]
    load = f"load {min(loads):.0f} to {max(loads):.0f} on {os.cpu_count()} processors"
    text = (
        f"Commands over a season of `{_RULES}` in evenings of {_EVENING}, one process, its start included. The season "
        "is one file,\nor a folder with a file for each evening. The newest figure of each command and size is here, "
        f"from runs of\n`python -m bench.season --keep FOLDER` ({load}). At most\n{_MAX_MEGABYTES} MB, archives and "
        f"`identify` {_MAX_ARCHIVE_MEGABYTES} MB. DuckDB holds at most 192 MB while it loads, which the slope does not "
        "know.\n\n"
    ) + table(found)
    print(text)
    if given.write:
        page = ROOT / "docs" / "explanation" / "performance.md"
        page.write_text(replaced(page.read_text(encoding="utf-8"), SEASON, text), encoding="utf-8")
    return int(any(row.exceeds for row in found))


if __name__ == "__main__":
    sys.exit(main())
