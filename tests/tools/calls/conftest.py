"""Fixtures of the calls of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec_tools.desk.calls import rule_files

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for rules of one's own, as the browser's Python has one."""
    monkeypatch.setattr(rule_files, "OWN", str(tmp_path / "own"))
    monkeypatch.setenv("CALAREC_RULES", str(tmp_path / "own"))
    return tmp_path / "own"
