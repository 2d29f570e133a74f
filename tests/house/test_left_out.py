"""Without a browser the suite skips and reports its tests, or fails if asked to."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

RUN = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--collect-only", "tests/house/test_left_out.py")
NONE = (sys.executable, "-c", "import tests.conftest; print(tests.conftest.collect_ignore)")


def run(empty: Path, words: tuple[str, ...], **world: str) -> subprocess.CompletedProcess[str]:
    """Run a command that finds no program; return its result."""
    kept = {name: value for name, value in os.environ.items() if name != "CALAREC_ALL_TESTS"}
    return subprocess.run(
        words, env={**kept, "PATH": str(empty), **world}, capture_output=True, text=True, check=False, cwd=ROOT
    )


def test_it_is_said_what_was_left_out(tmp_path: Path) -> None:
    """The others are run, those of the browser are not even read."""
    found = run(tmp_path, RUN)
    assert found.returncode == pytest.ExitCode.OK
    assert "tests/browser were left out: there is no node" in found.stdout
    assert "tests/tools/test_shells.py were left out for bash, fish, zsh" in found.stdout
    assert "'browser'" in run(tmp_path, NONE).stdout


def test_nothing_is_left_out_where_all_is_asked_for(tmp_path: Path) -> None:
    """As `.ci/run` asks."""
    found = run(tmp_path, RUN, CALAREC_ALL_TESTS="1")
    assert found.returncode == pytest.ExitCode.USAGE_ERROR
    assert "tests/browser: there is no node" in found.stdout + found.stderr
    assert "CALAREC_ALL_TESTS=1" in (ROOT / ".ci" / "run").read_text("utf-8")
