"""The letter of the leader is wrong, and the cards show the right one: offered."""

from __future__ import annotations

import pytest

from calarec.core.notation.reader import parse_records
from calarec.record_judge.gaps import begin_totals
from tests.rulebooks import game

_HAND = """cal 1
seat A
seat B
seat C
hand 1
dealer A
deal B: 7b 2s Cs 6s 3c Ac Rc Cc 6c 4c 7d 6d
deal C: 2b Fb 6b Rs 7s 5s 7c 3d 2d Rd Cd 4d
deal A: 3b Ab Rb Cb 5b 4b 3s As 2c Fc 5c Fd
monte Fs 4s Ad 5d
bid B: solo C: passo A: passo
take B: open Fs 4s Ad 5d
discard B: closed 7b 6c 4c 6d
 1 B: 3c 7c 5c
 2 B: 6s Rs As
end
"""


def _wrong(text: str) -> list[tuple[str, str, list[str]]]:
    """Codes and wordings of the errors, with the right text."""
    (hand,) = parse_records(text)
    judged = begin_totals(game("pagat")).replay(hand)
    found = [each for each in judged.findings if each.severity == "error"]
    return [(each.code, each.wording, [edit.text for edit in each.fix.edits] if each.fix else []) for each in found]


@pytest.mark.parametrize(
    ("written", "slip", "wording"),
    [(" 1 B: 3c", " 1 C: 3c", "first_letter"), (" 2 B: 6s", " 2 A: 6s", "letter")],
)
def test_the_letter_that_the_cards_show_is_offered(written: str, slip: str, wording: str) -> None:
    """The cards are those of the due seats: one finding, fixed by that seat's letter."""
    assert _wrong(_HAND.replace(written, slip)) == [("CAL501", wording, ["B"])]


def test_cards_that_fit_who_is_written_leave_it_open() -> None:
    """The written seat has the cards: the letter or an earlier card is wrong."""
    assert _wrong(_HAND.replace(" 2 B: 6s Rs As", " 2 A: 3s 6s Rs")) == [("CAL501", "", [])]
