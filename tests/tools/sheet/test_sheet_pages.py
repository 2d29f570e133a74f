"""The pages on the sheet are true: pictures are current, and columns complete."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from calarec.core.wording.language import text_in
from calarec_tools.main import main
from calarec_tools.output.formats.columns import SEAT_COLUMNS, SHARED_COLUMNS
from calarec_tools.output.pictures.curve import Curve, CurveLine
from calarec_tools.output.pictures.svg_curve import WIDE, svg_curve
from tests.house.pages import SHEET
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.house.pages import Page

each_page = pytest.mark.parametrize("page", SHEET, ids=lambda page: page.language)


@each_page
def test_every_column_stands_there(page: Page) -> None:
    """With its meaning, in that order, and no other."""
    rows = [line for line in page.text.rpartition("\n## ")[2].splitlines() if line.startswith("| `")]
    columns = (*SHARED_COLUMNS, *SEAT_COLUMNS)
    assert rows == [f"| `{each.name}` | {text_in(each.says, page.language)} |" for each in columns]


@each_page
def test_the_picture_is_current(page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`calarec sheet docs/examples/club.cal -o docs/examples/club.svg` would change nothing."""
    monkeypatch.chdir(ROOT)
    file = tmp_path / "club.svg"
    assert main(["sheet", "docs/examples/club.cal", "-o", str(file), "--lang", page.language]) == 0
    [picture] = [link for link in page.links() if link.endswith(".svg")]
    shown = (page.file.parent / picture).read_text(encoding="utf-8")
    assert shown == file.read_text(encoding="utf-8")


def test_the_text_of_a_curve_can_be_read_on_a_phone() -> None:
    """At least 12 px where the picture is as wide as a window of 360 px lets it be."""
    lines = tuple(CurveLine(name, (0, 5, -16), last) for name, last in (("Anna", "-16"), ("Bartolomeo", "5")))
    drawn = svg_curve(Curve("The totals", "", ("1", "2", "3"), "hand", lines))
    sizes = [float(each) for each in re.findall(r'font-size="([\d.]+)"', drawn)]
    assert len(sizes) > 8
    assert min(sizes) * 340 / WIDE >= 12
