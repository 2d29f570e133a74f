"""The working folder and the language of commands in tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """English, and a folder of its own."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def wide_at_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    """English, a hundred columns, and the folder of the project."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(ROOT)
