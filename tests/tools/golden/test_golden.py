"""The commands about records print the texts that were reviewed."""

from __future__ import annotations

import pytest

from tests.tools.golden.runs import HERE, RUNS, Run, output

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("run", RUNS, ids=[run.name for run in RUNS])
def test_the_output_is_as_it_was_read(run: Run) -> None:
    """Both streams, the status, and the record if it was changed."""
    assert output(run) == (HERE / f"{run.name}.txt").read_text(encoding="utf-8")


def test_every_golden_output_is_somebodys() -> None:
    """No file is left behind when a run goes."""
    assert {file.stem for file in HERE.glob("*.txt")} == {run.name for run in RUNS}
