"""This checkout beside another one: processor time in alternating pairs.

    python -m bench.against TREE [--commit 37aa5d8] [--pairs 25] [--rows TEXT ...] [--write]

TREE is the other checkout (`git worktree add ../before COMMIT`); both run by the interpreter that runs this, and both
are compiled first. It compares the time that processes were busy. A pair is one run of each, now this one first
and now the other; the table has the median of the ratios of all pairs and its 95% interval (bootstrap). `--rows`
measures only rows whose name contains one of the texts; `--write` puts the table into docs/explanation/performance.md.
"""

from __future__ import annotations

import argparse
import compileall
import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from bench.report import AGAINST, replaced
from bench.run import ROOT, Job, Worker, of_tree, written
from bench.startup import USUAL, busy
from tests.judge.damage.corpus import cases

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    _Prepared: TypeAlias = Callable[[Path, list[str]], Callable[[], float]]

_COMMAND = "from calarec_tools.main import main; raise SystemExit(main())"
_PEAK = "import sys; print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
_DRAWN = 2_000


class Pairs(NamedTuple):
    """Times of both in milliseconds (or megabytes), and the ratios of this one to it."""

    name: str
    before: float
    now: float
    ratio: float
    low: float
    high: float


def paired(name: str, before: Callable[[], float], now: Callable[[], float], pairs: int) -> Pairs:
    """Runs both in turn; the first run of each is not counted."""
    before(), now()
    taken = []
    for number in range(pairs):
        first = before() if number % 2 else 0.0
        mine = now()
        taken.append((first or before(), mine))
    ratios = [mine / other for other, mine in taken]
    chance = Random(1)
    medians = sorted(median(chance.choices(ratios, k=pairs)) for _ in range(_DRAWN))
    low, high = medians[_DRAWN // 40], medians[-_DRAWN // 40]
    return Pairs(name, median(x for x, _ in taken), median(x for _, x in taken), median(ratios), low, high)


def command(tree: Path, words: list[str]) -> Callable[[], float]:
    """A command as a whole, in milliseconds."""
    settings = {name: value for name, value in of_tree(tree).items() if name != "PYTHONDONTWRITEBYTECODE"}

    def run() -> float:
        began = busy()
        subprocess.run([sys.executable, "-c", _COMMAND, *words], env=settings, capture_output=True, check=False)
        return (busy() - began) * 1000

    return run


def peak(tree: Path, words: list[str]) -> Callable[[], float]:
    """The greatest memory of a command, in megabytes."""
    program = f"from calarec_tools.main import main; main({words!r}); {_PEAK}"

    def run() -> float:
        done = subprocess.run(
            [sys.executable, "-c", program], env=of_tree(tree), capture_output=True, text=True, check=True
        )
        return int(done.stdout.split()[-1]) / 1024

    return run


def work(job: Job, other: Path, pairs: int) -> Pairs:
    """A piece of work by a process of each checkout, in microseconds a hand."""
    with Worker(job, sys.executable, other) as before, Worker(job, sys.executable) as now:

        def of(worker: Worker) -> Callable[[], float]:
            def run() -> float:
                worker.run()
                return 1e6 / worker.rates[-1]

            return run

        return paired(job.name, of(before), of(now), pairs)


def damaged(folder: Path) -> str:
    """A file of every fourth record of the corpus of damages under one ruleset."""
    file = folder / "damaged.cal"
    texts = [each.text for each in cases() if each.rules == "pagat"]
    file.write_text("".join(texts[::4]), encoding="utf-8")
    return str(file)


def measure(other: Path, folder: Path, pairs: int, wanted: Sequence[str] = ()) -> list[Pairs]:
    """The rows whose name contains one of the wanted texts, or every row."""
    os.chdir(ROOT)
    plain, few = written(folder, "pagat", 2_000), written(folder, "pagat", 100)
    clean = written(folder, "pagat", 500, fault_every=0)
    broken = ["check", "--rules", "pagat", damaged(folder)]
    jobs = [
        Job("text to verdict, µs a hand", "bench.ours", "verdict", (plain, "2000")),
        Job("explaining replay of clean hands, µs a hand", "bench.ours", "explained", (few, "100")),
        Job("random hands by compiled rules, µs a hand", "bench.ours", "play_out", ("pagat", "2000")),
        Job("random hands by the engine, µs a hand", "bench.ours", "play_explained", ("pagat", "30")),
    ]
    rows = {job.name: partial(work, job, other, pairs) for job in jobs}

    def add(name: str, measured: _Prepared, words: list[str], count: int) -> None:
        rows[name] = partial(paired, name, measured(other, words), measured(ROOT, words), count)

    add("check of damaged hands, ms", command, broken, max(pairs // 3, 5))
    add("`replay --json` of 500 legal hands, ms", command, ["replay", "--json", clean], max(pairs // 3, 5))
    add("`replay` of 500 legal hands, ms", command, ["replay", clean], max(pairs // 3, 5))
    simulated = ["simulate", "--rules", "pagat", "--hands", "300", "--seed", "1"]
    add("`simulate` of 300 hands, ms", command, simulated, max(pairs // 3, 5))
    for words in USUAL:
        add(f"`calarec {words}`, ms", command, words.split(), pairs)
    add("check of 2,000 hands, MB", peak, ["check", plain], 5)
    add("replay of 100 hands, MB", peak, ["replay", few], 5)
    found = []
    for name, row in rows.items():
        if not wanted or any(text in name for text in wanted):
            found.append(row())
            print(*found[-1], sep="; ", file=sys.stderr, flush=True)  # a run takes minutes
    return found


def table(found: list[Pairs], commit: str) -> str:
    """The rows as a table."""
    head = f"Beside commit {commit}, in pairs that alternate; the 95% interval is that of the median of the ratios."
    lines = [head, "", f"| | {commit} | this | ratio | interval |", "| --- | ---: | ---: | ---: | ---: |"]
    lines += [f"| {row.name} | {row.before:,.1f} | {row.now:,.1f} | {row.ratio:.3f} | {row.low:.3f} – {row.high:.3f} |"
              for row in found]  # fmt: skip
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measures, prints, and writes the table if asked to."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("tree", type=Path)
    options.add_argument("--commit", default="37aa5d8")
    options.add_argument("--pairs", type=int, default=25)
    options.add_argument("--rows", nargs="+", default=())
    options.add_argument("--write", action="store_true")
    given = options.parse_args()
    other = given.tree.resolve()
    for tree in (other, ROOT):
        for room in ("interpreter", "tools", "bench"):
            compileall.compile_dir(tree / room, quiet=2)
    with tempfile.TemporaryDirectory() as folder:
        text = table(measure(other, Path(folder), given.pairs, given.rows), given.commit)
    print(text)
    if given.write:
        page = ROOT / "docs" / "explanation" / "performance.md"
        page.write_text(replaced(page.read_text(encoding="utf-8"), AGAINST, text), encoding="utf-8")


if __name__ == "__main__":
    main()
