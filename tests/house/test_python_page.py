"""The examples of docs/reference/python.md run and give what the page says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "reference"


def test_the_python_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every example of the page, in order."""
    monkeypatch.chdir(ROOT)
    found = doctest.testfile(str(FOLDER / "python.md"), module_relative=False)
    assert found.attempted > 15
    assert found.failed == 0


def test_the_italian_page_has_the_same_examples() -> None:
    """What runs in one language runs in the other."""
    english, italian = (
        re.findall(r"^```python\n(.*?)^```$", (FOLDER / name).read_text("utf-8"), re.MULTILINE | re.DOTALL)
        for name in ("python.md", "python.it.md")
    )
    assert italian == english

    def headings(name: str) -> int:
        return len(re.findall(r"^## ", (FOLDER / name).read_text("utf-8"), re.MULTILINE))

    assert headings("python.it.md") == headings("python.md")
