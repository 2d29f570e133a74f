"""Over eight commits every case of the mass tests is tried."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING, Final

import pytest

from tests.house.tree import ROOT
from tests.shards import SHARD, SHARDS, WALKS, examples, is_walk_as_exported, is_walk_in_shard, of_shard

if TYPE_CHECKING:
    from pathlib import Path

PROPERTY: Final = """
from hypothesis import given, strategies as st

@given(st.integers())
def test_drawn(number):
    print("drawn", number)
"""


@pytest.mark.parametrize("number", [0, 1, 3, 8, 9, 100])
def test_eight_runs_try_every_case(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time an eighth, and at least one."""
    cases = range(number)
    tried = []
    for shard in range(SHARDS):
        monkeypatch.setenv(SHARD, str(shard))
        tried.append(list(of_shard(cases, "pagat")))
        assert len(tried[-1]) <= number // SHARDS + 1
        assert bool(tried[-1]) == bool(number)
    assert {case for some in tried for case in some} == set(cases)


def test_all_cases_are_tried_where_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """`make test-all`, and a test that is named by itself."""
    monkeypatch.setenv(SHARD, "all")
    assert list(of_shard(range(100))) == list(range(100))
    assert examples(400) == 400
    monkeypatch.setenv(SHARD, "3")
    assert (examples(400), examples(2)) == (50, 1)


def test_each_walk_goes_twice_once_as_the_page_is_exported(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every module with the mark is in the list; no run of eight has more than three walks."""
    marked = [
        file.stem for file in (ROOT / "tests").rglob("test_*.py") if "pytest.mark.walk\n" in file.read_text("utf-8")
    ]
    assert sorted(marked) == sorted(WALKS)
    runs = {shard: [walk for walk in WALKS if is_walk_in_shard(walk, str(shard))] for shard in range(SHARDS)}
    assert all(1 <= len(walks) <= 3 for walks in runs.values())
    assert Counter(walk for walks in runs.values() for walk in walks) == dict.fromkeys(WALKS, 2)
    exported: list[str] = []
    for shard, walks in runs.items():
        monkeypatch.setenv(SHARD, str(shard))
        exported += filter(is_walk_as_exported, walks)
    assert sorted(exported) == sorted(WALKS)


def drawn_examples(file: Path, shard: str) -> list[str]:
    """Return the examples that hypothesis draws for a property in a shard."""
    plugins = ("-p", "no:cacheprovider", "-p", "tests.conftest", "-c", str(ROOT / "pyproject.toml"))
    ended = subprocess.run(
        (sys.executable, "-m", "pytest", "-q", "-s", *plugins, str(file)),
        env={**os.environ, SHARD: shard}, capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    return [line for line in ended.stdout.splitlines() if line.startswith("drawn ")]


def test_each_shard_draws_its_own_examples(tmp_path: Path) -> None:
    """The same ones each time, so that a run can be repeated; those of the next shard are others."""
    file = tmp_path / "test_property.py"
    file.write_text(PROPERTY, "utf-8")
    first, again, other = (drawn_examples(file, shard) for shard in "334")
    assert first == again
    assert len({*first} - {*other}) >= 5
