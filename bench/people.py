"""Text as people write it beside canonical text: ratios of `calarec check`.

    python -m bench.people [--hands 10000] [--files 2000] [--pairs 7] [--kernels compiled plain] [--write]

Each row compares a text with the same hands in canonical form, in alternating pairs. A run is one command in a process
that is forked after everything has been loaded and a few hands of the ruleset have been checked. So its start does not
count, and no run knows the results of another. The times are those that the process was busy. It reports the median of
the ratios of all pairs, and its 95% interval. `--write` puts the table into docs/explanation/performance.md.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from bench.against import paired
from bench.materials import record, without_cards
from bench.report import PEOPLE, replaced
from calarec.bulk import running
from calarec.core.engine.game import Game
from calarec.rule_files.load import load_ruleset
from calarec_tools.main import main as calarec

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bench.against import Pairs

ROOT: Final = Path(__file__).resolve().parents[1]
_RULES: Final = "pagat"
_KERNELS: Final = {"compiled": "", "plain": "plain"}
_EVENING: Final = 20
_SCORES: Final = 12
_FEW: Final = 10
"""The factor by which fewer hands are enough where each is explained."""


class Row(NamedTuple):
    """A comparison: text as people write it, and its hands in one canonical file."""

    name: str
    typed: Path
    canonical: Path


LAYOUTS: Final = {
    "line ends of Windows": ("\n", "\r\n"),
    "a double space in each hand": (r"(?m)^( 3 [A-Z]:) ", r"\1  "),
    "trick numbers not padded": (r"(?m)^ (?=\d [A-Z]:)", ""),
    "a comment in each hand": (r"(?m)^( 5 [A-Z]: .*)$", r"\1 ; so it was"),
    "a time in each hand": (r"(?m)^(hand \d+)$", r"\1\nat 2024-05-01T20:15"),
}
"""Layouts that are read silently, or reported once for a file.

Each with a pattern and its replacement.
"""
NOTED: Final = {
    "a colon without its space in each hand (a note)": (r"(?m)^(score [A-Z]:) ", r"\1"),
    "an Italian keyword in each hand (an error)": (r"(?m)^dealer ", "mazziere "),
}
"""Layouts that are reported for each hand."""


def write_rows(folder: Path, hands: int, files: int) -> list[Row]:
    """Every comparison, its files written."""
    game = Game.from_ruleset(load_ruleset(_RULES))

    def written(name: str, text: str) -> Path:
        file = folder / name
        file.write_text(text, encoding="utf-8", newline="")
        return file

    def parted(name: str, text: str) -> Path:
        place = folder / name
        place.mkdir()
        for number, evening in enumerate(re.split(r"(?m)^(?=cal 1$)", text)[1:]):
            (place / f"{number:05}.cal").write_text(evening, encoding="utf-8")
        return place

    rows = []
    for changes, count in ((LAYOUTS, hands), (NOTED, hands // _FEW)):
        text = record(game, count, evening=count).text
        canonical = written(f"{count}.cal", text)
        for number, (name, (old, new)) in enumerate(changes.items()):
            rows.append(Row(name, written(f"{count}-{number}.cal", re.sub(old, new, text)), canonical))
    evenings = written("evenings.cal", record(game, hands, evening=_EVENING).text)
    rows.append(Row(f"evenings of {_EVENING} hands", evenings, rows[0].canonical))
    text = record(game, files, evening=1).text
    single = parted("single", re.sub(*LAYOUTS["a comment in each hand"], text))
    rows.append(Row(f"{files:,} files of one hand with a comment", single, written("single.cal", text)))
    text = without_cards(record(game, files * _SCORES, evening=_SCORES)).text
    rows.append(
        Row(f"{files:,} files of {_SCORES} hands without cards", parted("scores", text), written("scores.cal", text))
    )
    return rows


def run_check(place: Path) -> Callable[[], float]:
    """A command in a process of its own, in milliseconds."""

    def run() -> float:
        begun = resource.getrusage(resource.RUSAGE_CHILDREN)
        child = os.fork()
        if not child:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.dup2(1, 2)
            calarec(["check", "--jobs", "1", str(place)])
            os._exit(0)
        os.waitpid(child, 0)
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (ended.ru_utime + ended.ru_stime - begun.ru_utime - begun.ru_stime) * 1000

    return run


def make_ready(folder: Path) -> None:
    """Check a few hands with the present kernel; one is reported, one explained."""
    running._JUDGES.clear()
    few = folder / "few.cal"
    text = record(Game.from_ruleset(load_ruleset(_RULES)), 300, seed=2, evening=300).text
    text = text.replace("\nscore A: ", "\nscore A:", 1)
    few.write_text(text.replace("\n", "\r\n"), encoding="utf-8", newline="")
    calarec(["check", "--jobs", "1", str(few)])


def measure_forms(hands: int, files: int, pairs: int, kernels: Sequence[str]) -> dict[str, list[Pairs]]:
    """Every row by each kernel."""
    found: dict[str, list[Pairs]] = {kernel: [] for kernel in kernels}
    with tempfile.TemporaryDirectory() as folder:
        rows = write_rows(Path(folder), hands, files)
        for kernel in kernels:
            os.environ["CALAREC_KERNEL"] = _KERNELS[kernel]
            make_ready(Path(folder))
            for row in rows:
                found[kernel].append(paired(row.name, run_check(row.canonical), run_check(row.typed), pairs))
                print(kernel, found[kernel][-1], flush=True)
    return found


def table(found: dict[str, list[Pairs]]) -> str:
    """The rows as a table."""
    lines = [
        f"| | {' | '.join(f'{kernel}, ratio | interval' for kernel in found)} |",
        "| --- | " + " | ".join(["---: | ---:"] * len(found)) + " |",
    ]
    for rows in zip(*found.values(), strict=True):
        figures = " | ".join(f"{row.ratio:.2f} | {row.low:.2f} – {row.high:.2f}" for row in rows)
        lines.append(f"| {rows[0].name} | {figures} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measures, prints, and writes the table if asked to."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--hands", type=int, default=10_000)
    options.add_argument("--files", type=int, default=2_000)
    options.add_argument("--pairs", type=int, default=7)
    options.add_argument("--kernels", nargs="+", choices=_KERNELS, default=list(_KERNELS))
    options.add_argument("--write", action="store_true")
    given = options.parse_args()
    before = os.getloadavg()[1]
    found = measure_forms(given.hands, given.files, given.pairs, given.kernels)
    text = (
        f"The time of `calarec check` for other forms of `{_RULES}` hands, as a multiple of one canonical file of the "
        f"same hands: {given.hands:,}\nhands in one evening, {given.hands // _FEW:,} if each hand is reported, and "
        "folders.\nMeasured by `python -m bench.people`: "
        f"{given.pairs} pairs that alternate, processor time without the start of the\ncommand, median and interval "
        f"of 95%; load {before:.0f} to {os.getloadavg()[1]:.0f} on {os.cpu_count()} processors.\n\n"
    ) + table(found)
    print(text)
    if given.write:
        page = ROOT / "docs" / "explanation" / "performance.md"
        page.write_text(replaced(page.read_text(encoding="utf-8"), PEOPLE, text), encoding="utf-8")


if __name__ == "__main__":
    main()
