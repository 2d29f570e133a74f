"""Generated pages are those that the data call for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec_tools.docs.codes import pages, write
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def test_the_pages_of_the_codes_are_current() -> None:
    """`python -m calarec_tools.docs.codes` would change nothing."""
    docs = ROOT / "docs"
    there = {f"codes/{file.name}" for file in (docs / "codes").glob("*.md")}
    expected = pages()
    assert there == {name for name in expected if name.startswith("codes/")}, "python -m calarec_tools.docs.codes"
    stale = [name for name, text in expected.items() if (docs / name).read_text(encoding="utf-8") != text]
    assert stale == [], "python -m calarec_tools.docs.codes"


def test_pages_of_lost_ranges_are_removed(tmp_path: Path) -> None:
    """A page whose codes are gone does not stay behind."""
    (tmp_path / "codes").mkdir()
    (tmp_path / "codes" / "old9.en.md").write_text("old", encoding="utf-8")
    write(tmp_path)
    assert not (tmp_path / "codes" / "old9.en.md").exists()
    assert (tmp_path / "codes.md").read_text(encoding="utf-8") == pages()["codes.md"]
