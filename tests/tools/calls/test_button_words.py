"""The words on buttons of the page, in Italian."""

from __future__ import annotations

import re
from typing import Final

from calarec.core.wording.language import text_in
from calarec_tools.desk.site.page_words import PAGE_WORDS
from tests.house.tree import ROOT

_BUTTON: Final = re.compile(r"""button\(w\("(\w+)"|el\("button", \{[^}]*\}, w\("(\w+)"\)""")
_INFINITIVE: Final = re.compile(r"\w+[aei]r(?:e|si|[lc][aieo])\b")
_ANSWERS: Final = {
    "all_passed", "certain", "could_know", "dont_know", "it_was", "nobody_knows", "not_known", "what_was_meant",
    "with_bonus",
}  # fmt: skip
"""Buttons that answer or ask a question."""
_NAMES: Final = {"make_season", "new_evening", "puzzle_after", "puzzle_before", "sheet_below"}
"""Buttons that name the place to which they lead."""


def test_a_button_that_does_something_is_an_infinitive() -> None:
    """The same form in every part of the page."""
    found = {
        key
        for file in (ROOT / "page").glob("*.js")
        for keys in _BUTTON.findall(file.read_text("utf-8"))
        for key in keys
        if key
    }
    assert len(found) > 40
    others = {key: text_in(PAGE_WORDS[key], "it") for key in found - _ANSWERS - _NAMES}
    assert {key: said for key, said in others.items() if not _INFINITIVE.match(said)} == {}
