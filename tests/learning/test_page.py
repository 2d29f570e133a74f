"""The examples of docs/guides/learning.md run, and its tables are current."""

from __future__ import annotations

import doctest
import re
from typing import TYPE_CHECKING

from calarec_tools.output.docs.learning_layout import PAGE, with_tables
from tests.house.tree import ROOT

if TYPE_CHECKING:
    import pytest


def test_the_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every example of the page, in order."""
    monkeypatch.chdir(ROOT)
    found = doctest.testfile(str(ROOT / "docs" / PAGE), module_relative=False)
    assert found.attempted > 20
    assert found.failed == 0


def test_the_italian_page_has_the_same_examples() -> None:
    """The Italian page has the same examples as the English one."""
    english, italian = (
        re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs" / name).read_text("utf-8"), re.MULTILINE | re.DOTALL)
        for name in (PAGE, "guides/learning.it.md")
    )
    assert italian == english


def test_the_tables_are_current() -> None:
    """`python -m calarec_tools.output.docs.learning_layout` would change nothing."""
    page = (ROOT / "docs" / PAGE).read_text("utf-8")
    assert with_tables(page) == page
