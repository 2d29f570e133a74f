"""The examples of docs/python.md run and give what the page says."""

from __future__ import annotations

import doctest
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parents[2]


def test_the_python_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every example of the page, in order."""
    monkeypatch.chdir(ROOT)
    found = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert found.attempted > 15
    assert found.failed == 0
