"""The examples of the pages on Python run and print what the pages show."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = {"reference": 60, "start": 14}
"""The folder of each page, and how many examples it has at least."""

each_folder = pytest.mark.parametrize("folder", EXAMPLES)


@each_folder
def test_the_python_page_runs(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every example of the page, in order."""
    monkeypatch.chdir(ROOT)
    found = doctest.testfile(str(ROOT / "docs" / folder / "python.md"), module_relative=False)
    assert found.attempted >= EXAMPLES[folder]
    assert found.failed == 0


@each_folder
def test_the_italian_page_has_the_same_examples(folder: str) -> None:
    """The Italian page has the same examples as the English one."""
    english, italian = ((ROOT / "docs" / folder / name).read_text("utf-8") for name in ("python.md", "python.it.md"))
    examples = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    assert examples.findall(italian) == examples.findall(english)
    assert len(re.findall(r"(?m)^## ", italian)) == len(re.findall(r"(?m)^## ", english))
