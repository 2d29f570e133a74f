"""The page on viewing is true, and its pictures are current."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from calarec_tools.desk.viewing.page import link_of
from calarec_tools.main import main
from tests.house.pages import README, VIEWING, Page
from tests.house.tree import ROOT
from tests.tools.viewing.pictures import FOLDER, drawn

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def in_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    """Records are called as people call them there."""
    monkeypatch.chdir(ROOT)


def test_the_pictures_are_current(tmp_path: Path) -> None:
    """`python -m tests.tools.viewing.pictures` would change nothing; each is shown somewhere."""
    files = list(drawn(tmp_path))
    assert [(FOLDER / each.name).read_text("utf-8") for each in files] == [each.read_text("utf-8") for each in files]
    shown = {link.rpartition("/")[2] for page in (*README, *VIEWING) for link in page.links()}
    assert {each.name for each in files} <= shown


@pytest.mark.parametrize("page", VIEWING, ids=lambda page: page.file.name)
def test_the_commands_and_links_of_the_page_work(page: Page, tmp_path: Path) -> None:
    """The commands of its blocks work, and its links are those of the pages."""
    for command in page.blocks("sh"):
        words = command.split()[1:]
        words[-1] = str(tmp_path / words[-1])
        assert main(words) == 0
    named = re.findall(r"#(h3[a-z]*[\d.]*)`", page.text)
    assert named == [link_of(3, name) for name in ("7", "7.2", "deal", "auction", "exchange", "end")]
