"""Evenings that begin with equal lines: read again, with their own line numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.notation import single_lines
from calarec.core.notation.reader import parse_records

if TYPE_CHECKING:
    from calarec.core.records.model import Hand

_HANDS = "hand 1\ndealer A\nend\n\nhand 2\ndealer B\nend\n\n"
_BEGINNINGS = (
    "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\n",
    'cal 1\nrules pagat@1.0.0\ntag event "x"\ntable "2"\nseat A "Anna"\nseat B "Bice"\nseat C\n\n',
    'cal 1\nseat A "Anna"\nseat B "Anna"\nseat C after A\ndummy D\n\n',
    "cal 1\nseat A\nseat A\nseat B\n\n",
    "cal 1\nrules pagat\nseat A\nseat B\nseat C\ncarried A: 4 B: -2 C: -2\n\n",
    "cal 1\nrules pagat\nseat A\nseat B\nmatch 2\n\n",
    "cal 2\nrules pagat\nseat A\n\n",
    "cal 1 ; prima\nrules  pagat\nseat A:\nseat B\n\n",
    "rules pagat\nseat A\nseat B\nseat C\n\n",
)


def _read(text: str, file: str) -> list[Hand]:
    return list(parse_records(text, file))


@pytest.mark.parametrize("beginning", _BEGINNINGS)
@pytest.mark.parametrize("before", ["", *_BEGINNINGS[:3], "\n\n"])
def test_lines_say_the_same_when_they_come_again(beginning: str, before: str) -> None:
    """Hands, findings and places are those of a new reader of the lines."""
    text = "".join((before, _HANDS if before.strip() else "", beginning, _HANDS, beginning, _HANDS))
    single_lines._EVENINGS.clear()
    first = _read(text, "a.cal")
    for _ in range(2):
        assert _read(text, "a.cal") == first
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("hand"):
            assert number in {hand.line for hand in first} or "cal 2" in text
    parts = [hand for hand in first if hand.session.seats]
    for hand in parts:
        for seat in hand.session.seats:
            assert text.splitlines()[seat.line - 1].startswith(f"seat {seat.label}")
