"""`calarec check` in one process, and random hands, with and without the kernel.

    python -m bench.kernels [--rules RULES...] [--made 2000] [--hands 100000] [--rounds 3] [--peers PYTHON] [--write]

Each file has the default output of `calarec simulate`, the same evening again and again; the compiled kernel gets ten
times as many hands, so that its start does not decide. The two are run in turn, and python-chess with them if
PYTHON has it (`read_game`, 80 plies, without its start). The times are those that a process was busy, its start
included. Random hands are made in this process; the quickest of many short runs counts.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.report import KERNELS, replaced
from bench.run import Job, Worker, shipped
from calarec.bulk.compile import compiled_rules
from calarec.core.engine.game import Game
from calarec.playouts.playout import playouts
from calarec.rule_files.load import load_ruleset

if TYPE_CHECKING:
    from calarec.bulk.compile import CompiledRules

ROOT: Final = Path(__file__).resolve().parents[1]
_PROGRAM: Final = [sys.executable, "-m", "calarec_tools.main"]
_PLAYED_OUT: Final = ("pagat", "sestiglio", "settiglio", "spazzatura", "gelli-terziglio", "treccani")
"""Rulesets of which random hands are made."""
_GAMES: Final = 100
_LONGER: Final = 10


def _chess(folder: Path, peers: str) -> Worker:
    """Reads games again and again; it is not ready where PYTHON has no python-chess."""
    pgn = str(folder / "games.pgn")
    write_games = f"from bench.peers import chess_games; chess_games({pgn!r}, '{_GAMES}')"
    subprocess.run([peers, "-c", write_games], cwd=ROOT, check=False, stderr=subprocess.DEVNULL)
    return Worker(Job("python-chess", "bench.peers", "chess_read", (pgn, str(_GAMES))), peers)


def busy(file: Path, kernel: str) -> float:
    """Seconds of processor time of one check."""
    begun = os.times()
    command = [*_PROGRAM, "check", "--jobs", "1", str(file)]
    subprocess.run(command, env={**os.environ, "CALAREC_KERNEL": kernel}, check=True, stdout=subprocess.DEVNULL)
    ended = os.times()
    return ended.children_user + ended.children_system - begun.children_user - begun.children_system


def row(rules: str, folder: Path, made: int, hands: int, rounds: int, chess: Worker) -> str:
    """A line of the table."""
    begun, one, many = folder / "made.cal", folder / "one.cal", folder / "many.cal"
    command = [*_PROGRAM, "simulate", "--rules", rules, "--hands", str(made), "--seed", "1", "-o", str(begun)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    evening = begun.read_text("utf-8")
    one.write_text(evening * (hands // made), "utf-8")
    with many.open("w", encoding="utf-8") as stream:
        for _ in range(_LONGER * (hands // made)):
            stream.write(evening)
    taken: dict[str, list[float]] = {"": [], "plain": []}
    for _ in range(rounds):
        for kernel, times in taken.items():
            times.append(busy(one if kernel else many, kernel))
        if chess.ready:
            chess.run()
    compiled = _LONGER * hands / statistics.median(taken[""])
    plain = hands / statistics.median(taken["plain"])
    games = f"{plain / statistics.median(chess.rates[-rounds:]):.1f}" if chess.ready else ""
    return f"| `{rules}` | {compiled:,.0f} | {plain:,.0f} | {compiled / plain:.1f} | {games} |"


def hands_a_second(rules: CompiledRules, kernel: str, hands: int, rounds: int) -> float:
    """Random hands, from the deal to the payments, each handed over as one object."""
    os.environ["CALAREC_KERNEL"] = kernel
    quickest = float("inf")
    for seed in range(rounds):
        made = playouts(rules, hands, seed=seed)
        begun = time.process_time()
        for _ in made:
            pass
        quickest = min(quickest, time.process_time() - begun)
    del os.environ["CALAREC_KERNEL"]
    return hands / quickest


def played_out(rules: str) -> str:
    """A line of the table of random hands."""
    game = compiled_rules(Game.from_ruleset(load_ruleset(rules)))
    plain = hands_a_second(game, "plain", 2000, 8)
    compiled = hands_a_second(game, "", 40_000, 40)
    return f"| `{rules}` | {compiled:,.0f} | {plain:,.0f} | {compiled / plain:.1f} |"


def main() -> None:
    """Ruleset after ruleset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="+", default=shipped())
    parser.add_argument("--made", type=int, default=2000)
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peers", default=sys.executable, help="an interpreter that has python-chess")
    parser.add_argument("--write", action="store_true", help="into docs/explanation/performance.md")
    asked = parser.parse_args()
    lines = []
    with tempfile.TemporaryDirectory() as folder, _chess(Path(folder), asked.peers) as chess:
        for rules in asked.rules:
            lines.append(row(rules, Path(folder), asked.made, asked.hands, asked.rounds, chess))
            print(lines[-1], flush=True)
    text = (
        "`calarec check`, one process, its start included, on what `calarec simulate` writes by default: "
        f"{asked.made:,} hands again and\nagain, {_LONGER * asked.hands:,} of them with the compiled kernel and "
        f"{asked.hands:,} without (`python -m bench.kernels`, median of {asked.rounds}).\n"
        "The last column: how many times the games of 80 plies that python-chess's `read_game` reads meanwhile; "
        f"load at the end: {os.getloadavg()[1]:.0f} on\n{os.cpu_count()} processors.\n\n"
        "| | compiled, hands/s | plain, hands/s | ratio | plain, times python-chess |\n"
        "| --- | ---: | ---: | ---: | ---: |\n" + "\n".join(lines) + "\n"
    )
    made = [played_out(rules) for rules in asked.rules if rules in _PLAYED_OUT]
    print("\n".join(made))
    text += (
        "\nRandom hands (`calarec.playouts`), from the deal to the payments, the same with both; load while they were "
        f"made: {os.getloadavg()[0]:.0f} on\n{os.cpu_count()} processors.\n\n"
        "| | compiled, hands/s | plain, hands/s | ratio |\n| --- | ---: | ---: | ---: |\n" + "\n".join(made) + "\n"
    )
    if asked.write:
        page = ROOT / "docs" / "explanation" / "performance.md"
        page.write_text(replaced(page.read_text(encoding="utf-8"), KERNELS, text), encoding="utf-8")


if __name__ == "__main__":
    main()
