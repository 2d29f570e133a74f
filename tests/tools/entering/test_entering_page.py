"""What the pages on entering show is what comes of it, in both languages."""

from __future__ import annotations

import re

import pytest

import calarec
from calarec_tools.entering.session import Entry
from tests.house.tree import ROOT


@pytest.mark.parametrize(("name", "lang"), [("entering.md", "en"), ("entering.it.md", "it")])
def test_the_session_on_the_page(name: str, lang: str) -> None:
    """Every prompt and every answer, line by line."""
    page = (ROOT / "docs" / name).read_text("utf-8")
    [shown] = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    entry = Entry("", asked=calarec.load_rules("pagat"), lang="it" if lang == "it" else "en")
    came: list[str] = []
    lines = shown.splitlines()
    for number, line in enumerate(lines):
        _, asked, typed = line.partition("> ")
        if asked:
            came.append(f"{entry.asks()}{typed}")
        if asked and number < len(lines) - 1:
            came += entry.take(typed).said
    assert came == lines
