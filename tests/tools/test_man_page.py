"""The manual page is current, is roff, and has every command and option."""

from __future__ import annotations

import pytest

from calarec.core.wording.language import LANGUAGES, Language
from calarec_tools.cli import man_page
from tests.fuzz.commanding import every_command
from tests.house.tree import ROOT


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_is_current(lang: Language) -> None:
    """`python -m calarec_tools.cli.man_page` would change nothing."""
    there = (ROOT / "docs" / man_page.file_name(lang)).read_text("utf-8")
    assert there == man_page.man_page_text(lang), "python -m calarec_tools.cli.man_page"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_tells_every_command_and_option(lang: Language) -> None:
    """Each by its name, its hyphens as they are typed."""
    told = man_page.man_page_text(lang).replace("\\-", "-")
    for path, command in every_command().items():
        assert f'.SS "calarec {" ".join(path)}' in told, path
        assert all(flag in told for option in command.options for flag in option.flags)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_line_is_taken_for_a_request(lang: Language) -> None:
    """Lines that begin with a point or an apostrophe are the page's own, and no bare quote is within a heading."""
    requests = {line.split(" ")[0] for line in man_page.man_page_text(lang).split("\n") if line[:1] in (".", "'")}
    assert requests == {'.\\"', ".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".I"}
