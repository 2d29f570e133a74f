"""Lines without colour, which are made at once, are the coloured lines without their colours."""

from __future__ import annotations

import re
from random import Random

import pytest

from calarec_tools.output.report.page import FIXED, Page

WORDS = ("a", "Anna", "3c", "über", "città", "—", "牌牌", "e\u0301", f"1{FIXED}2", "  ", " ", "")
STYLES = ("", "strong", "faint", "suit1")


def drawn_pages(rng: Random, width: int) -> list[list[str]]:
    """The same sentences on a page without colours and on one with them."""
    pages = [Page("en", width=width, colour=colour) for colour in (False, True)]
    for _ in range(60):
        spans = [
            (" ".join(rng.choices(WORDS, k=rng.randrange(5))), rng.choice(STYLES)) for _ in range(rng.randrange(7))
        ]
        ref = rng.choice(("", "", "play.wins", "a rule with a long name and some words"))
        indent, must, short = rng.randrange(5), rng.random() < 0.5, rng.choice(("", "x"))
        for page in pages:
            page.print_spans(list(spans), ref, indent=indent, must=must, short=short)
    return [page.lines for page in pages]


@pytest.mark.parametrize("width", [0, 12, 30, 100])
def test_lines_without_colour_are_the_coloured_ones(width: int) -> None:
    """Wrapped or not, with and without a rule at the end, with spaces, wide and joined characters."""
    plain, coloured = drawn_pages(Random(f"lines {width}"), width)
    assert plain == [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in coloured]
    assert any("\x1b" in line for line in coloured)
