"""Examples in the pages on entering are real, in both languages."""

from __future__ import annotations

import re

import pytest

import calarec
from calarec.core.base.spans import Span
from calarec.core.wording.findings import Finding
from calarec.core.wording.language import Words, text_in
from calarec_tools.desk.entering import prompts
from calarec_tools.desk.entering.session import Entry
from tests.house.tree import ROOT


@pytest.mark.parametrize(("name", "lang"), [("entering.md", "en"), ("entering.it.md", "it")])
def test_the_session_on_the_page(name: str, lang: str) -> None:
    """Every prompt and every answer, line by line."""
    page = (ROOT / "docs" / "guides" / name).read_text("utf-8")
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


@pytest.mark.parametrize("code", [True, False])
def test_what_is_said_without_its_code_is_a_sentence(code: bool) -> None:
    """In the page a finding is a sentence among others; with its code it is `check`'s."""
    span = Span.from_column("a.cal", 1, 1, 1)
    found = Finding(code="CAL612", span=span, args={"label": "A", "due": 1, "found": 2, "before": 0, "gain": "+1"})
    said = text_in(prompts.describe_finding(found, code=code), "en")
    assert said.startswith("CAL612 A has 1" if code else "A has 1")
    assert said.endswith(".") is not code
    assert text_in(prompts.as_own_sentence(Words("paid without a bonus")), "en") == "Paid without a bonus."
    assert text_in(prompts.as_own_sentence(Words("`pasta` is not a bid")), "it") == "`pasta` is not a bid."
