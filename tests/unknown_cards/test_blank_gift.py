"""A line that names no card of what was handed over is never what is wrong: the called card went."""

from __future__ import annotations

import pytest

from calarec.core.notation.reader import parse_records
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset

HAND = """cal 1
rules pagat
seat A
seat B
seat C

hand 1
dealer A
deal B: 7b 6b Rs Fs 7s 3c Rc Fc 6c 5c 2d 7d
deal C: 3b 2b Cb As Cs 6s 5s 4s 2c 3d Rd 5d
deal A: Rb Fb 4b 3s 2s Cc 4c Ad Cd Fd 6d 4d
monte Ab 5b Ac 7c
bid B: passo C: passo A: chiamo
call A: 3d with C
give C: open __ to A
take A: open Ab 5b Ac 7c
give A: open 4c to C
discard A: closed {}
 1 B: 3c 4c Cc
 2 B: 5c 2c Ac
 3 C: 3b Fb 6b
 4 C: 2b Rb 7b
 5 C: 4s 3s 7s
 6 A: 3d 7d __
 7 A: 2s Fs 5s
 8 A: Ab 6c Cb
 9 A: 6d 2d Rd
10 B: Rc 6s Fd
11 B: Fc Cs Cd
12 B: Rs As Ad
end
"""
"""A really discards 5b 4b 7c 4d; C has 5d, the unknown card of trick 6."""
LAID = ("5b", "4b", "7c", "4d")
HELD_BY_C = ("2b", "As", "Rd", "5d")
"""Dealt to C, and never given to A: it could only have come with the card that was handed over."""


@pytest.mark.parametrize("card", HELD_BY_C)
@pytest.mark.parametrize("place", range(4))
def test_a_wrong_discard_is_not_told_of_the_gift(place: int, card: str) -> None:
    """The line of the discard is named, whichever of its cards is wrong."""
    laid = [*LAID[:place], card, *LAID[place + 1 :]]
    text = HAND.format(" ".join(laid))
    (hand,) = parse_records(text)
    judgement = RecordJudge(load_ruleset("pagat")).replay(hand)
    lines = {finding.span.line for finding in judgement.findings if finding.severity == "error"}
    assert lines == {18}
    assert judgement.verdict == "illegal"


def test_without_a_mistake_the_card_is_deduced() -> None:
    """The called card goes, and the last blank is the card that is left."""
    (hand,) = parse_records(HAND.format(" ".join(LAID)))
    judgement = RecordJudge(load_ruleset("pagat")).replay(hand)
    assert not [finding for finding in judgement.findings if finding.severity == "error"]
    assert judgement.knowledge == "forced"
