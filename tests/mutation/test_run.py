"""A whole run over a small tree: what becomes of each mutant, and that a run goes on where it was ended."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation import __main__ as run

_COUNTING = '''"""Counts."""

from functools import cache


@cache
def rows() -> list[int]:
    return [number for number in (5, 6)]


def doubled(number: int) -> int:
    total = number * 2
    while total > 100:
        total -= 100
    return total


def never(number: int) -> bool:
    return number == 4


def table() -> int:
    return 30


TABLE = table()
'''
_TESTS = """from calarec.engine import counting

ROWS = counting.rows()


def test_rows():
    assert counting.rows() == [5, 6]


def test_doubled():
    assert counting.doubled(3) == 6
    assert counting.doubled(60) == 20


def test_table():
    assert counting.TABLE == 30


def test_broken():
    assert counting.doubled(1) == 3
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A repository with one module and its tests."""
    here = Path(run.__file__).parent
    top = tmp_path / "top"
    engine = top / "interpreter" / "calarec" / "engine"
    engine.mkdir(parents=True)
    for package in (engine, engine.parent):
        (package / "__init__.py").write_text("")
    (engine / "counting.py").write_text(_COUNTING)
    shutil.copytree(here, top / "tests" / "mutation", ignore=shutil.ignore_patterns("test_*", "__pycache__"))
    (top / "tests" / "test_counting.py").write_text(_TESTS)
    (top / "pyproject.toml").write_text('[tool.pytest.ini_options]\naddopts = "--import-mode=importlib"\n')
    subprocess.run(["git", "init", "-q"], cwd=top, check=True)
    subprocess.run(["git", "add", "-A"], cwd=top, check=True)
    return top


def test_every_mutant_gets_its_verdict(tree: Path, tmp_path: Path) -> None:
    """Killed, hung, survived and unreached; what was worked out before the tests ran is worked out anew."""
    folder = tmp_path / "folder"
    _runs(tree, folder)
    about = {each["number"]: each for each in json.loads((folder / "mutants.json").read_text())}
    verdicts = [json.loads(line) for line in (folder / "verdicts.jsonl").read_text().splitlines()]
    assert {each["mutant"] for each in verdicts} == set(about)
    by_change = {_changed(about[each["mutant"]]): each["verdict"] for each in verdicts}
    assert {line for line, _, _ in by_change} == {line for line, _, _ in _EXPECTED}
    assert set(by_change.values()) == {"killed", "hung", "survived", "unreached"}
    for (line, before, after), verdict in by_change.items():
        assert verdict == _EXPECTED[line, before, after]
    assert "6 of 6: " in run.told(folder)
    # What is judged stays so.
    kept = [each for each in verdicts if each["verdict"] != "killed"]
    (folder / "verdicts.jsonl").write_text("".join(json.dumps(each) + "\n" for each in kept))
    _runs(tree, folder)
    again = [json.loads(line) for line in (folder / "verdicts.jsonl").read_text().splitlines()]
    assert again[: len(kept)] == kept
    assert sorted(map(str, again)) == sorted(map(str, verdicts))


_EXPECTED = {
    (8, "5", "6"): "killed",
    (8, "6", "7"): "killed",
    (12, "2", "3"): "killed",
    (12, "number * 2", "number // 2"): "killed",
    (13, "100", "101"): "survived",
    (13, "total > 100", "total >= 100"): "survived",
    (14, "100", "101"): "killed",
    (14, "total -= 100", "total += 100"): "hung",
    (19, "4", "5"): "unreached",
    (19, "number == 4", "number != 4"): "unreached",
    (23, "30", "31"): "killed",
}


def _changed(about: dict[str, object]) -> tuple[int, str, str]:
    line = about["line"]
    assert isinstance(line, int)
    return line, str(about["before"]), str(about["after"])


def _runs(tree: Path, folder: Path) -> None:
    if not folder.exists():
        folder.mkdir()
        run.prepare(tree, folder, mutants=400, seed=10)
    tree = folder / "tree"
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join((str(tree / "interpreter"), str(tree))),
        "CALAREC_MUTATION": str(folder),
        "CALAREC_MUTATION_JOBS": "1",
        "CALAREC_MUTATION_SECONDS": "3",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutation.plugin", "-p", "no:cacheprovider", "tests"]
    subprocess.run(command, cwd=tree, env=environment, check=True, capture_output=True)
