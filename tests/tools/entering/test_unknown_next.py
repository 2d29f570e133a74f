"""Prompts where unknown cards leave the next player open."""

from __future__ import annotations

import pytest

from calarec.core.wording.language import text_in
from calarec_tools.desk.entering.entry_positions import find_position
from calarec_tools.desk.entering.evening_session import EveningSession
from calarec_tools.desk.entering.prompts import asked_for
from calarec_tools.desk.entering.text import split_record

HEAD = """cal 1
rules {rules}
seat A "Anna"
seat B "Bruno"
seat C "Carla"

hand 1
dealer A
"""
PAGAT = "bid B: passo C: passo A: chiamo\n"
EXCHANGED = "give B: open __ to A\ntake A: open __ __ __ __\ngive A: open __ to B\ndiscard A: closed __ __ __ __\n"


@pytest.mark.parametrize(
    ("lines", "english", "italian"),
    [
        (PAGAT + "call A: __\n", "who gives Anna the called card?", "chi dà ad Anna la carta chiamata?"),
        (PAGAT + "call A: __\n" + EXCHANGED, "trick 1, Bruno", "presa 1, Bruno"),
        (PAGAT + "call A: __\n" + EXCHANGED + " 1 B: __ __ __\n", "trick 2: who leads?", "presa 2: chi esce?"),
    ],
)
def test_the_next_thing_is_named(lines: str, english: str, italian: str) -> None:
    """Not only the hand: what is next is known though the seat is not."""
    at = find_position(EveningSession(), split_record(HEAD.format(rules="pagat") + lines))
    assert not at.wrong
    assert text_in(asked_for(at), "en") == english
    assert text_in(asked_for(at), "it") == italian
