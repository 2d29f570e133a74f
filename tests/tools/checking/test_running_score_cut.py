"""The running score of a file cut anywhere: totals, matches, dealers, carried-in."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec_tools.archive.runs.driver import process_pool
from calarec_tools.archive.runs.running import check_files
from tests.tools.evenings import evening, with_slips

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

pytestmark = pytest.mark.slow

NAMES = {"A": "Anna", "B": "Bruno", "C": "Carla", "D": "Dora", "E": "Egidio"}


class Scores:
    """A random evening without cards, with people who come and go, and errors."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.order = ["A", "B", "C"]
        self.totals = dict.fromkeys(NAMES, 0)
        self.lines: list[str] = []
        self.number = 0
        self.dealer = "C"

    def text(self, rules: str, hands: int) -> str:
        """The record."""
        self.lines = ["cal 1", f"rules {rules}", *(f'seat {label} "{NAMES[label]}"' for label in self.order)]
        for _ in range(hands):
            if self.random.random() < 0.3:
                self.between()
            self.hand()
        return "\n".join(self.lines) + "\n"

    def between(self) -> None:
        """Something happens at the table."""
        away = [label for label in NAMES if label not in self.order]
        match self.random.randrange(6):
            case 0:
                self.lines.append("match")
                self.totals = dict.fromkeys(NAMES, 0)
            case 1:
                told = " ".join(f"{label}: {self.totals[label]}" for label in self.order)
                self.lines.append(f"carried {told}")
            case 2:
                one, other = self.random.sample(self.order, 2)
                self.totals[one] += 2
                self.totals[other] -= 2
                self.lines.append(f'adjust {one}: +2 {other}: -2 "a bet"')
            case 3 if len(self.order) > 3:
                gone = self.random.choice(self.order)
                self.order.remove(gone)
                self.lines.append(f"leave {gone}")
            case 4 if len(self.order) < 4 and away:
                new, after = self.random.choice(away), self.random.choice(self.order)
                self.order.insert(self.order.index(after) + 1, new)
                self.lines.append(f'seat {new} "{NAMES[new]}" after {after}')
            case _:
                self.lines.append('note "a break"')

    def hand(self) -> None:
        """One hand: usually sound."""
        random, order = self.random, self.order
        self.number += 1
        at = order.index(self.dealer) + 1 if self.dealer in order else 0
        self.dealer = order[at % len(order)] if random.random() < 0.9 else random.choice(order)
        first = order.index(self.dealer)
        playing = [order[(first + step) % len(order)] for step in range(1, len(order) + 1)]
        playing = playing if len(order) == 3 else playing[:-1]
        one, *others = playing
        won = random.random() < 0.6
        # An unsettled hand states totals alone.
        if random.random() < 0.1:
            lines = ["end abandoned"]
        else:
            amount = 4 if won else -4
            gains = {one: amount, **dict.fromkeys(others, -amount // 2)}
            for label, gain in gains.items():
                self.totals[label] += gain
            paid = " ".join(f"{label}: {gain:+}" for label, gain in gains.items())
            said = f"bid {one}: solo {others[0]}: passo {others[1]}: passo"
            lines = [said, f"result {one}: {'won' if won else 'lost'}", f"score {paid}", "end"]
        if random.random() < 0.1:
            self.totals[random.choice(order)] += random.choice((1, -1))
        if random.random() < 0.6:
            lines.insert(-1, "total " + " ".join(f"{label}: {self.totals[label]}" for label in order))
        if random.random() < 0.04:
            lines[0] = lines[0].replace("i", "", 1)
        name = [f"hand {self.number}"] if random.random() < 0.9 else ["hand"]
        self.lines += ["", *name, f"dealer {self.dealer}", *lines, ""]


def told(file: Path, size: int, rules: str | None = None, executor: Executor | None = None) -> list[object]:
    """All output of `check` on a file, and the number of hands by result."""
    parts = list(check_files([str(file)], rules=rules, size=size, executor=executor, workers=2))
    verdicts: dict[str, int] = {}
    for part in parts:
        for verdict, count in part.report.verdicts.items():
            verdicts[verdict] = verdicts.get(verdict, 0) + count
    found = [
        (each.code, each.wording, each.span, each.message(), each.help("it"), each.fix, each.excerpt)
        for part in parts
        for each in part.findings
    ]
    return [*found, {verdict: count for verdict, count in verdicts.items() if count}]


@pytest.mark.mass
@pytest.mark.parametrize("seed", range(12))
def test_an_evening_of_scores_is_told_alike_wherever_it_is_cut(tmp_path: Path, seed: int) -> None:
    """Whole, in a few pieces, and hand by hand."""
    file = tmp_path / "evening.cal"
    rules = ("pagat", "twenty-one", "terziglio-31")[seed % 3]
    file.write_text(Scores(Random(seed)).text(rules, 16), encoding="utf-8")
    whole = told(file, 1 << 20)
    for size in (1, 300, 900):
        assert told(file, size) == whole, file.read_text()


@pytest.mark.parametrize("rules", ["treccani", "twenty-one", "spazzatura", "short-11"])
def test_hands_with_cards_are_told_alike_wherever_they_are_cut(tmp_path: Path, rules: str) -> None:
    """A match that goes on after its end, hands left out, slips, what an all-pass leaves: cut behind every hand."""
    file = tmp_path / "evening.cal"
    text = with_slips(rules, 24, 5)
    text = "\n".join(line for line in text.split("\n") if not line.startswith(("carry ", "match")))
    hands = text.split("\nhand ")
    del hands[7]
    file.write_text("\nhand ".join(hands), encoding="utf-8")
    whole = told(file, 1 << 20)
    assert len(whole) > 2
    for size in (1, 2500):
        assert told(file, size) == whole


def test_worker_processes_tell_the_same(tmp_path: Path) -> None:
    """Pieces of one file judged by two processes."""
    file = tmp_path / "evening.cal"
    file.write_text(Scores(Random(99)).text("twenty-one", 40), encoding="utf-8")
    whole = told(file, 1 << 20)
    with process_pool(2) as processes:
        assert processes is not None
        assert told(file, 500, executor=processes) == whole


def test_the_command_says_the_same_bytes_for_any_number_of_jobs(tmp_path: Path) -> None:
    """A file of several megabytes, a match in it that goes on after its end, slips of totals."""
    one = evening("twenty-one", 40, 2)
    again = with_slips("twenty-one", 40, 3).partition("\nhand ")[2]
    text = one + "".join(f"\nhand {again}" for _ in range(60))
    text = "\n".join(line for number, line in enumerate(text.split("\n")) if line != "match" or number % 3)
    file = tmp_path / "evening.cal"
    file.write_text(text, encoding="utf-8")
    assert len(text) > 1 << 20
    run = "import sys; from calarec_tools.main import main; sys.exit(main(sys.argv[1:]))"
    outputs = [
        subprocess.run(
            [sys.executable, "-c", run, "check", "--format", "json", "--jobs", jobs, str(file)],
            capture_output=True,
            check=False,
        )
        for jobs in ("1", "3")
    ]
    assert outputs[0].stdout == outputs[1].stdout
    assert b"CAL615" in outputs[0].stdout
    assert outputs[0].stderr == outputs[1].stderr
    assert outputs[0].returncode == outputs[1].returncode == 1
