"""Statements of the page on converting score sheets are true, in both languages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from calarec_tools.output.files.inputs import FORMS
from calarec_tools.output.formats.score_sheet import COLUMNS
from tests.house.pages import CONVERTING, Page, run

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

each_page = pytest.mark.parametrize("page", CONVERTING, ids=lambda page: page.file.name)


def rows(page: Page) -> list[list[list[str]]]:
    """The names in backquotes in each cell of each row of the tables."""
    lines = [line for line in page.text.splitlines() if line.startswith("| `")]
    return [[re.findall("`([^`]+)`", cell) for cell in line.strip("|").split("|")] for line in lines]


@each_page
def test_the_sheet_becomes_the_record(page: Page, tmp_path: Path) -> None:
    """As the page shows it, and nothing is found in it."""
    [sheet], [record] = page.blocks("csv"), page.blocks("cal")
    (tmp_path / "a.csv").write_text(sheet, encoding="utf-8")
    ran = run("calarec convert a.csv a.cal --rules pagat", folder=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "a.cal").read_text(encoding="utf-8") == record
    ran = run("calarec check --strict a.cal", folder=tmp_path)
    assert ran.returncode == 0, ran.stdout


@each_page
def test_every_column_and_every_form_is_in_the_tables(page: Page) -> None:
    """By all of its names, and no other."""
    told = rows(page)
    forms = [row[0][0] for row in told if row[0][0] in FORMS]
    assert {*forms, "cal"} == set(FORMS)
    columns = {frozenset((*row[0], *row[2])) for row in told if row[0][0] not in FORMS and "total" not in row[0][0][:5]}
    assert columns == {frozenset(names) for names in COLUMNS.values()}


@each_page
def test_the_totals_may_be_called_so(page: Page, tmp_path: Path) -> None:
    """The last row of the table, name by name."""
    [*_, last] = rows(page)
    for name in (*last[0], *last[2]):
        (tmp_path / "a.csv").write_text(f"Anna;Bruno;{name}\n1;-1;5\n", encoding="utf-8")
        assert run("calarec convert a.csv a.cal", folder=tmp_path).returncode == 0
        assert "total A: 5\n" in (tmp_path / "a.cal").read_text(encoding="utf-8")


@each_page
def test_the_packed_hand_is_one(page: Page, tmp_path: Path) -> None:
    """There and back it is the same text."""
    [shown, _fields] = page.blocks("text")
    (tmp_path / "a.calpack").write_text(shown, encoding="utf-8")
    ran = run("calarec convert a.calpack a.cal", folder=tmp_path)
    assert ran.returncode == 0, ran.stderr
    ran = run("calarec convert a.cal b.calpack", folder=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "b.calpack").read_text(encoding="utf-8") == shown
