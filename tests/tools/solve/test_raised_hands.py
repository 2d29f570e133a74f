"""Hands whose raise brings an exchange: the play that is analysed begins after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import calarec
from calarec.solving.search import Allowance
from calarec_tools.output.report.solvable import play_states
from calarec_tools.output.report.weighed import hand_weighing
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

DIVIDED = """\
cal 1
rules pagat

hand 1
dealer C
deal A: 2b 6b 4b 3s As 5s 3c 2c 7c 5c 3d 6d
deal B: Ab Cb 5b 2s Fs 7s 6s 4s 6c Ad 7d 5d
deal C: 3b Rb Fb Cs Ac Rc Fc 4c 2d Rd Cd 4d
monte 7b Rs Cc Fd
bid A: chiamo B: passo C: solissimo
raise C: dividete
take A: closed Rs Cc
discard A: closed 4b 5s
take B: closed 7b Fd
discard B: closed 4s 6c
 1 C: 4c 3c Ab
 2 A: 3d 5d Rd
 3 A: 3s 6s Cs
 4 A: 2c 5b Rc
 5 A: 5c 7b Ac
 6 C: 3b 6b Cb
 7 C: Fc Cc Ad
 8 A: 6d 7d Cd
 9 C: 4d As Fd
10 B: 2s Rb Rs
11 B: Fs 2d 2b
12 B: 7s Fb 7c
end
"""
"""Simulated; a solissimo alone has no exchange, so that its play begins at once."""
RAISED = sorted(file for file in (ROOT / "records").rglob("*.cal") if "\nraise " in file.read_text("utf-8"))


@pytest.mark.parametrize("file", RAISED, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_the_play_begins_with_the_cards_that_are_played(file: Path) -> None:
    """Each seat holds the cards that it plays."""
    for judgement in calarec.replay(calarec.read(file)):
        state = judgement.state
        if state is None or judgement.verdict != "legal" or not state.tricks or state.outcome != "played":
            continue
        first = play_states(judgement)[0]
        active = judgement.setting.active if judgement.setting else ()
        held = dict.fromkeys(active, 0)
        for trick in state.tricks:
            for nth, card in enumerate(trick.cards):
                held[active[(active.index(trick.leader) + nth) % len(active)]] |= 1 << card
        assert {seat: first.hands[seat] for seat in active} == held


def test_a_hand_is_weighed_after_its_raise() -> None:
    """It ended in "a card was played that may not be played"."""
    (hand,) = calarec.read(calarec.Text(DIVIDED))
    judgement = calarec.replay(hand)
    assert judgement.verdict == "legal"
    moments = hand_weighing(judgement, Allowance(nodes=0)).moments
    assert len(moments) == 37
    assert (moments[-1].points, judgement.points) == (6, {"A": 29, "B": 29, "C": 6})
