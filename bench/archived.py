"""The cost of an archive beside a check, and builds that are killed.

    python -m bench.archived --hands 1000000 --kills 20
    python -m bench.archived --hands 200000 --write

It prints processor time, which a busy machine lengthens less than the clock. Some hundred hands are made, and repeated
in the collection. At the end the archive is enlarged to a million hands by copying its rows, and each question of
`calarec stats` is asked. `--write` puts the figures into `docs/guides/scale.md` and its Italian page. With `--kills`
nothing is measured: a build is killed that number of times, and started again.
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from calarec_tools.archive.archive_rows import RowsWanted, shard_rows
from calarec_tools.archive.archive_tables import RULESETS, TABLES
from calarec_tools.archive.asking import questions
from calarec_tools.archive.connections import library, open_archive
from calarec_tools.archive.runs.shards import Shard

if TYPE_CHECKING:
    from collections.abc import Sequence

_FILES = 20
"""Files of the collection."""


class Spent(NamedTuple):
    """The cost of a command: seconds of all its processes, peak memory of one of them."""

    seconds: float
    kilobytes: int


def called(*words: str) -> Spent:
    """Runs a command."""
    process = subprocess.Popen([sys.executable, "-m", "calarec_tools.main", *words], stdout=subprocess.DEVNULL)
    _, status, spent = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, words
    return Spent(spent.ru_utime + spent.ru_stime, spent.ru_maxrss)


def content(archive: str) -> dict[str, list[Any]]:
    """The sum of all rows of each table."""
    with open_archive(archive) as connection:
        return {
            each.name: connection.execute(f"SELECT count(*), bit_xor(hash(t)) FROM {each.name} t").fetchone()
            for each in TABLES
        }


def killed(season: str, archive: str, times: int) -> None:
    """Kill a build at random moments; print whether it ends with the same content.

    The started process is killed; its children end with it. If a build ends before its moment, the next one begins from
    nothing.
    """
    begun = time.monotonic()
    called("archive", "build", season, "-o", archive)
    takes = time.monotonic() - begun
    whole = content(archive)
    Path(archive).unlink()
    chance = random.Random(14)
    struck = found = ended = 0
    while struck < times:
        words = [sys.executable, "-m", "calarec_tools.main", "archive", "build", season, "-o", archive]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(chance.uniform(0, 3 * takes / times))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            struck += 1
            parts = Path(f"{archive}.parts")
            found += parts.exists() and any(parts.iterdir())
            print(f"struck down {struck}: {sum(1 for _ in parts.glob('*')) if parts.exists() else 0} parts", flush=True)
        else:
            ended += 1
            Path(archive).unlink()
    called("archive", "build", season, "-o", archive)
    same = "the same" if content(archive) == whole else "NOT THE SAME"
    print(f"struck down {times} times, {found} of them with parts to go on from, begun anew {ended} times: {same}")


def grown(archive: str, hands: int) -> None:
    """Copy the rows of an archive, under other file names, until it has enough hands."""
    connection = library().connect(archive)
    (there,) = connection.execute("SELECT count(*) FROM hands").fetchone()
    for table in (*(each.name for each in TABLES if each is not RULESETS), "files"):
        connection.execute(
            f"INSERT INTO {table} SELECT t.* REPLACE (concat(t.file, '.', n) AS file) "
            f"FROM {table} t, range(1, {-(-hands // there)}) AS copies(n)"
        )
    connection.close()


def asked_of(archive: str) -> dict[str, float]:
    """Seconds of processor that each question takes, without the start of the command."""
    start = called("archive", "query", archive, "SELECT 1").seconds
    return {name: called("stats", archive, "-q", name).seconds - start for name in questions()}


def rows(found: dict[str, float]) -> dict[str, str]:
    """The lines of the pages, in each language."""
    per = {name: f"{each:,.0f}" for name, each in found.items()}
    thousands = {name: each.replace(",", ".") for name, each in per.items()}
    english = (
        f"| text; `.gz` | {per['text']} bytes; {per['packed']} bytes |\n"
        f"| `check` | {per['check']} µs, {per['check/s']} a second |\n"
        f"| `archive build` | {per['build']} µs, {per['build/s']} a second |\n"
        f"| `archive build --tricks` | {per['tricks']} µs, {per['tricks/s']} a second |\n"
        "| rows before they are loaded into the archive; with `--tricks` | "
        f"{per['rows']} bytes; {per['rows of tricks']} bytes |\n"
        f"| the archive; with `--tricks` | {per['archive']} bytes; {per['archive of tricks']} bytes |\n"
        f"| memory of a build, in all; with `--tricks` | {per['memory']} MB; {per['memory of tricks']} MB |\n"
        f"| questions to a million hands | {found['quickest']:.2f} to {found['slowest']:.2f} s each |\n"
    )
    italian = (
        f"| testo; `.gz` | {thousands['text']} byte; {thousands['packed']} byte |\n"
        f"| `check` | {thousands['check']} µs, {thousands['check/s']} al secondo |\n"
        f"| `archive build` | {thousands['build']} µs, {thousands['build/s']} al secondo |\n"
        f"| `archive build --tricks` | {thousands['tricks']} µs, {thousands['tricks/s']} al secondo |\n"
        f"| righe in viaggio verso l'archivio; con `--tricks` | {thousands['rows']} byte; "
        f"{thousands['rows of tricks']} byte |\n"
        f"| l'archivio; con `--tricks` | {thousands['archive']} byte; {thousands['archive of tricks']} byte |\n"
        f"| memoria di una costruzione, in tutto; con `--tricks` | {thousands['memory']} MB; "
        f"{thousands['memory of tricks']} MB |\n"
        f"| domande a un milione di mani | da {found['quickest']:.2f} a {found['slowest']:.2f} s l'una |\n"
    ).replace(f"{found['quickest']:.2f}", f"{found['quickest']:.2f}".replace(".", ",")).replace(
        f"{found['slowest']:.2f}", f"{found['slowest']:.2f}".replace(".", ",")
    )  # fmt: skip
    return {"scale.md": english, "scale.it.md": italian}


def write(found: dict[str, float]) -> None:
    """Puts the figures into the pages, between their marks."""
    for name, lines in rows(found).items():
        page = Path("docs") / "guides" / name
        head, mark, rest = page.read_text(encoding="utf-8").partition("<!-- bench.archived -->\n")
        table = rest.split("\n\n", 1)
        assert mark, page
        top = "\n".join(table[0].split("\n")[:2])
        page.write_text(f"{head}{mark}{top}\n{lines}\n{table[1]}", encoding="utf-8")


def made(folder: str, hands: int, rules: str) -> str:
    """Make a collection of `hands` hands: an evening of some hundred, repeated."""
    season = Path(folder) / "season"
    season.mkdir()
    evening = Path(folder) / "evening.cal"
    called("simulate", "--rules", rules, "--hands", "500", "--seed", "14", "-o", str(evening))
    text = evening.read_text(encoding="utf-8")
    each = max(hands // (500 * _FILES), 1)
    for number in range(_FILES):
        (season / f"{number}.cal").write_text(text * each, encoding="utf-8")
    return str(season)


def measured(season: str, folder: str, hands: int) -> dict[str, float]:
    """The figures, by their names."""
    empty = called("--version").seconds
    # One file is as large as any other; and what this process holds would count as its children's.
    text = next(Path(season).iterdir()).read_bytes()
    each = hands / _FILES
    found: dict[str, float] = {"text": len(text) / each, "packed": len(gzip.compress(text)) / each}
    del text
    for name, what, more in (
        ("check", "", ["check", season, "-j", "1"]),
        ("build", "", ["archive", "build", season, "-o", f"{folder}/a.duckdb", "-j", "1"]),
        ("tricks", " of tricks", ["archive", "build", season, "-o", f"{folder}/t.duckdb", "-j", "1", "--tricks"]),
    ):
        spent = called(*more)
        seconds = spent.seconds - empty
        found |= {name: 1e6 * seconds / hands, f"{name}/s": hands / seconds}
        if name != "check":
            found[f"memory{what}"] = spent.kilobytes / 1024
            found[f"archive{what}"] = Path(more[4]).stat().st_size / hands
            wanted = RowsWanted(tricks=bool(what))
            file = next(Path(season).iterdir())
            with tempfile.TemporaryDirectory() as kept:
                shards = list(shard_rows(Shard(str(file)), wanted=wanted, folder=kept))
                size = sum(Path(each).stat().st_size for shard in shards for each in map(shard.row_file, shard.tables))
            found[f"rows{what}"] = size * _FILES / hands
        print(f"{name}: {found[f'{name}/s']:,.0f} hands a second, {spent.kilobytes / 1024:.0f} MB", flush=True)
    again = called("archive", "build", season, "-o", f"{folder}/a.duckdb", "-j", "1").seconds - empty
    print(f"build again: {again:.2f} s", flush=True)
    grown(f"{folder}/a.duckdb", 1_000_000)
    answers = asked_of(f"{folder}/a.duckdb")
    for name, seconds in answers.items():
        print(f"{name}, of a million hands: {seconds:.2f} s", flush=True)
    return found | {"quickest": max(min(answers.values()), 0), "slowest": max(answers.values())}


def main(words: Sequence[str] | None = None) -> int:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args(words)
    library()
    with tempfile.TemporaryDirectory() as folder:
        season = made(folder, asked.hands, asked.rules)
        if asked.kills:
            killed(season, f"{folder}/k.duckdb", asked.kills)
            return 0
        found = measured(season, folder, asked.hands)
        if asked.write:
            write(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
