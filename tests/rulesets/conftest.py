"""Shared parts of the tests of rule files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.rulesets.toy import PARENT, Shelf

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """A folder with `PARENT` in it."""
    found = Shelf(tmp_path)
    found.put("parent", PARENT)
    return found
