"""calarec beside its peers: equal work, rows in turn, ratios from one run.

    python -m bench.run --peers PYTHON [--rounds 7] [--write] [--quick] [--long]

PYTHON is an interpreter that has `bench/requirements.txt` installed (the one that runs this may be it). Rows whose
program is not there are left out. `--write` writes its page; `--long` measures memory at 1,000,000 hands.
It compares the time that processes were busy, not the time on the clock, except where several run at once.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple, Self

from bench.materials import record, without_cards
from bench.report import Figures, Row, write
from bench.startup import starts
from bench.whole import cores, memory
from calarec.core.engine.game import Game
from calarec.rule_files.load import load_ruleset
from calarec.rule_files.locate import known_ids, rule_folders

ROOT = Path(__file__).parents[1]
FAULTY = 100
"""The number of hands for each planted mistake."""


SCORED = ("pagat", "tretre", "treccani", "sestiglio", "quintiglio")
"""Rulesets under which hands without cards are timed: as unlike as they can be."""


class Job(NamedTuple):
    """A row to be timed: library, function, and arguments."""

    name: str
    module: str
    function: str
    given: tuple[str, ...]


def of_tree(tree: Path) -> dict[str, str]:
    """The environment in which the code of a checkout is the one that runs."""
    rooms = [str(tree / room) for room in ("interpreter", "tools", ".")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(rooms), "NO_COLOR": "1"}


class Worker:
    """A process that does one job again and again."""

    def __init__(self, job: Job, python: str, tree: Path = ROOT) -> None:
        self.job = job
        command = [python, "-m", "bench.worker", job.module, job.function, *job.given]
        self.process = subprocess.Popen(
            command, cwd=tree, env=of_tree(tree), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.units = self._answer().get("units", 0)
        self.rates: list[float] = []

    @property
    def ready(self) -> bool:
        """True if it could start."""
        return bool(self.units)

    def run(self) -> None:
        """One more run."""
        assert self.process.stdin is not None
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        answer = self._answer()
        if not answer:
            assert self.process.stderr is not None
            raise SystemExit(f"{self.job.name}: {self.process.stderr.read()}")
        self.rates.append(self.units / answer["busy"])

    def _answer(self) -> dict[str, float]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        answer: dict[str, float] = json.loads(line) if line else {}
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()


def rates(jobs: list[Job], python: str, peers: str, rounds: int) -> list[Row]:
    """Return the median rate of each possible job in units a second; jobs take turns."""
    with ExitStack() as stack:
        workers = []
        for job in jobs:
            worker = stack.enter_context(Worker(job, peers if job.module == "bench.peers" else python))
            if worker.ready:
                workers.append(worker)
            else:
                print(f"left out: {job.name}", file=sys.stderr)
        for _ in range(rounds):
            for worker in workers:
                worker.run()
        return [
            Row(worker.job.name, statistics.median(worker.rates), min(worker.rates), max(worker.rates))
            for worker in workers
        ]


def written(folder: Path, rules: str, hands: int, *, fault_every: int = FAULTY) -> str:
    """Write hands with some planted mistakes to a file, and their numbers beside it."""
    file = folder / f"{rules}-{hands}.cal"
    made = record(Game.from_ruleset(load_ruleset(rules)), hands, fault_every=fault_every)
    file.write_text(made.text, encoding="utf-8")
    file.with_suffix(".planted").write_text(" ".join(made.planted), encoding="utf-8")
    return str(file)


def scored(folder: Path, rules: str, hands: int) -> str:
    """A file of hands without cards under a ruleset, none of them wrong."""
    file = folder / f"{rules}-{hands}-scored.cal"
    file.write_text(without_cards(record(Game.from_ruleset(load_ruleset(rules)), hands)).text, encoding="utf-8")
    file.with_suffix(".planted").write_text("", encoding="utf-8")
    return str(file)


def shipped() -> list[str]:
    """Every shipped ruleset, those with three hands first."""
    names = known_ids(rule_folders())
    return sorted(names, key=lambda name: (hands_of(name) != 3, name))


def hands_of(name: str) -> int:
    """Return the number of hands that a ruleset deals."""
    game = Game.from_ruleset(load_ruleset(name))
    people = game.people[0]
    return len(game.seat(tuple("ABCDEFG"[:people]), 0).active)


def measure(folder: Path, options: argparse.Namespace) -> Figures:
    """Every table."""
    python, peers, rounds = sys.executable, options.peers, options.rounds
    hands = 500 if options.quick else 10_000
    games = 20 if options.quick else 100
    pgn = str(folder / "games.pgn")
    chess = Job("python-chess, `read_game`, 80 plies", "bench.peers", "chess_read", (pgn, str(games)))
    subprocess.run(
        [peers, "-c", f"from bench.peers import chess_games; chess_games({pgn!r}, '{games}')"], cwd=ROOT, check=True
    )
    names = shipped()[:3] if options.quick else shipped()
    files = {name: written(folder, name, hands) for name in names}
    verdicts = [chess, Job("python-chess, moves checked, no tree", "bench.peers", "chess_check", chess.given)]
    program = shutil.which("pgn-extract", path=f"{os.environ.get('PATH', os.defpath)}{os.pathsep}/usr/games")
    if program:
        verdicts.append(Job("pgn-extract (C)", "bench.peers", "pgn_extract", (pgn, str(games), "20", program)))
    verdicts.append(Job("pokerkit, hand history replayed", "bench.peers", "poker_replay", ("50",)))
    first = files[names[0]]
    some = written(folder, names[0], 300)
    verdicts.append(Job(f"calarec, explaining replay, `{names[0]}`", "bench.ours", "explained", (some, "300")))
    verdicts += [Job(f"calarec, `{name}`", "bench.ours", "verdict", (files[name], str(hands))) for name in names]
    for name in SCORED:
        bare = (scored(folder, name, hands), str(hands))
        verdicts.append(Job(f"calarec, hands without cards, `{name}`", "bench.ours", "verdict", bare))
        bare = (scored(folder, name, 300), "300")
        verdicts.append(
            Job(f"calarec, hands without cards, explaining replay, `{name}`", "bench.ours", "explained", bare)
        )
    reading = [
        chess,
        Job("pokerkit, hand history read", "bench.peers", "poker_read", ("200",)),
        Job("endplay, deal read", "bench.peers", "bridge_read", ("2000",)),
        Job("calarec, frame and deal to masks", "bench.ours", "read_frames", (first, str(hands))),
        Job("calarec, lines by pattern to statements", "bench.ours", "read_lines", (some, "300")),
        Job("calarec, file to hands with places", "bench.ours", "read_hands", (some, "300")),
        Job("calarec, through Lark", "bench.ours", "read_loosely", (some, "300")),
    ]
    playing = [
        Job("python-chess, random games of 80 plies", "bench.peers", "chess_play_out", (str(max(games // 4, 5)),)),
        Job("open_spiel, bridge", "bench.peers", "spiel_play_out", ("bridge(use_double_dummy_result=false)", "40")),
        Job("open_spiel, euchre", "bench.peers", "spiel_play_out", ("euchre", "100")),
        Job("calarec, explaining engine", "bench.ours", "play_explained", (names[0], "100")),
        *(Job(f"calarec, compiled rules, `{name}`", "bench.ours", "play_out", (name, str(hands))) for name in names),
    ]
    return Figures(
        machine=f"{platform.machine()}, CPython {platform.python_version()}",
        hands=hands,
        verdicts=rates(verdicts, python, peers, rounds),
        reading=rates(reading, python, peers, rounds),
        playing=rates(playing, python, peers, rounds),
        starts=starts(folder, peers, 3 * rounds),
        memory=memory(folder, names[0], (1_000, 10_000, 100_000, *([1_000_000] if options.long else []))),
        cores=cores(folder, names[0], 20_000 if options.quick else 100_000, max(rounds // 2, 1)),
    )


def main() -> None:
    """Measures, prints, and writes the page if asked to."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--peers", default=sys.executable)
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--write", action="store_true")
    options.add_argument("--quick", action="store_true")
    options.add_argument("--long", action="store_true")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder), given)
    page = ROOT / "docs" / "explanation" / "performance.md"
    text = write(figures, page.read_text(encoding="utf-8"))
    print(text)
    if given.write:
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
