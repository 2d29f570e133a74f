"""The core without Python: compiled under sanitizers, fed with malformed input."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from calarec.bulk.checker import checker_tables, pack_words, seat_words, translate_rules
from calarec.bulk.compile import compiled_rules
from calarec.bulk.text import PlainSeating
from calarec.core.notation.writer import write_hands
from calarec.learning.step_tables import make_step_tables
from calarec.learning.tables import LearningTable
from calarec.playouts.compiled import kernel_tables as playing_tables
from calarec.playouts.playout import Player
from calarec.simulation import simulate
from kernel.tests.sanitizing import SANITIZED
from tests.rulebooks import game

HERE = Path(__file__).parent
MACHINE = ("machine", "chance")


def test_malformed_tables_and_moments(tmp_path: Path) -> None:
    """Refused or answered, without a byte out of place; all four answers occur."""
    program = tmp_path / "malformed"
    sources = [HERE / "malformed.c", HERE.parent / "core" / "solver.c"]
    subprocess.run([os.environ.get("CC", "cc"), *SANITIZED, *sources, "-o", program], check=True)
    for seed in ("1", "2"):
        ended = subprocess.run([program, seed, "3000"], capture_output=True, text=True, check=True)
        answers = [int(each) for each in re.findall(r"\d+", ended.stdout)]
        assert len(answers) == 4
        assert min(answers) > 50, ended.stdout


@pytest.mark.parametrize(
    ("id_", "made", "aim", "line"),
    [
        ("pagat", 3, None, "discard"),
        ("treccani", 69, None, "carry monte"),
        ("gelli-terziglio", 4, "standing.signals", "signal"),
        ("../tests/rulesets/attested/declared-bid", 331, None, "declare"),
        ("tressette-in-due", 3, "standing.show", "take"),
    ],
)
def test_malformed_hands(id_: str, made: int, aim: str | None, line: str, tmp_path: Path) -> None:
    """The checker refuses malformed tables and hands without a byte out of place."""
    of = game(id_)
    rules = compiled_rules(of)
    found = translate_rules(rules)
    assert found is not None
    people = tuple("ABC"[: of.people[0]])
    labels = tuple(map(ord, people))
    (tmp_path / "tables").write_bytes(pack_words(checker_tables(rules, labels, len(labels), found)))
    seats = []
    for dealer, letter in enumerate(people):
        seating = PlainSeating(rules, of.seat(people, dealer))
        seats.append(tmp_path / letter)
        seats[-1].write_bytes(pack_words(seat_words(seating, ord(letter))))
    hands = "".join(write_hands(each.hand for each in simulate(of, hands=4, seed=made, aim=aim)))
    hands = re.sub(r"(?m)^hand [0-9]+$", r"\g<0>\nat 2024-05-31T20:15", hands)
    (tmp_path / "text").write_text(hands[hands.index("hand 1") :], "ascii")
    assert f"\n{line} " in hands
    program = tmp_path / "malformed"
    sources = [HERE / "malformed_hands.c", *(HERE.parent / "core" / f"{name}.c" for name in ("checker", *MACHINE))]
    subprocess.run([os.environ.get("CC", "cc"), *SANITIZED, *sources, "-o", program], check=True)
    for seed in ("1", "2"):
        command = [program, seed, "1500", tmp_path / "tables", *seats, tmp_path / "text"]
        ended = subprocess.run(command, capture_output=True, text=True, check=True)
        answers = [int(each) for each in re.findall(r"\d+", ended.stdout)]
        assert len(answers) == 7
        assert min(answers) > 20, ended.stdout


def test_malformed_playouts(tmp_path: Path) -> None:
    """Malformed playouts are refused or played, without a byte out of place."""
    player = Player(compiled_rules(game("pagat")), 1)
    (tmp_path / "tables").write_bytes(pack_words(playing_tables(player)))
    program = tmp_path / "malformed"
    sources = [HERE / "malformed_playouts.c", *(HERE.parent / "core" / f"{name}.c" for name in ("playouts", *MACHINE))]
    subprocess.run([os.environ.get("CC", "cc"), *SANITIZED, *sources, "-o", program], check=True)
    for seed in ("1", "2"):
        command = [program, seed, "1500", tmp_path / "tables"]
        ended = subprocess.run(command, capture_output=True, text=True, check=True)
        answers = [int(each) for each in re.findall(r"\d+", ended.stdout)]
        assert len(answers) == 4
        assert min(answers) > 50, ended.stdout


def test_malformed_steps(tmp_path: Path) -> None:
    """Malformed steps are refused or played, without a byte out of place."""
    table = LearningTable("pagat", None, "")
    tables = make_step_tables(table.slots, table.first.state.setting)
    (tmp_path / "tables").write_bytes(tables.table_bytes)
    (tmp_path / "templates").write_bytes(tables.template_bytes())
    program = tmp_path / "malformed"
    sources = [HERE / "malformed_steps.c", *(HERE.parent / "core" / f"{name}.c" for name in ("steps", *MACHINE))]
    subprocess.run([os.environ.get("CC", "cc"), *SANITIZED, *sources, "-o", program], check=True)
    for seed in ("1", "2"):
        command = [program, seed, "400", tmp_path / "tables", tmp_path / "templates"]
        ended = subprocess.run(command, capture_output=True, text=True, check=True)
        answers = [int(count) for count in re.findall(r"\d+", ended.stdout)]
        assert len(answers) == 6
        assert min(answers) > 10, ended.stdout
