"""A wrong place of a called card is an error, though the moves may be legal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.reader import parse_records
from calarec.record_judge.gaps import begin_totals
from tests.bulk.both import game
from tests.tools.replay.told import run

if TYPE_CHECKING:
    from pathlib import Path

BEGUN = "cal 1\nrules quartiglio\nseat A\nseat B\nseat C\nseat D\n\nhand 1\ndealer A\n"
SAID = "bid B: {bid} C: sto-bene D: sto-bene A: sto-bene\n"
TRICKS = (
    " 1 B: 7s 6s Fs Cs\n 2 A: 6c 2c 3c Rc\n 3 C: 6b 3b Rb 2b\n 4 D: 6d Fd Rd 4d\n 5 B: 4s As 5b Rs\n"
    " 6 C: 7b Cb 4b Ab\n 7 B: 2s Cc 3d 5s\n 8 B: 5c Ac 7d 7c\n 9 C: __ __ __ __\n10 C: __ __ __ __\n"
)
HANDS = {
    "its cards": SAID.format(bid="chiamo")
    + "call B: Cd in monte\n"
    + TRICKS
    + " 9 C: __ __ __ __\n10 C: __ __ __ __\n",
    "its score": SAID.format(bid="chiamo") + "call B: 3c in monte\nresult B: won\n",
    "a card asked, its score": SAID.format(bid="chiedo") + "call B: 3c in monte\nresult B: won\n",
}


@pytest.mark.parametrize("hand", HANDS)
def test_a_wrong_place_makes_no_move_illegal(hand: str) -> None:
    """Without a monte no card is in it, in hands with cards and without."""
    (read,) = parse_records(f"{BEGUN}{HANDS[hand]}end\n")
    judged = begin_totals(game("quartiglio")).replay(read)
    assert [finding.code for finding in judged.findings if finding.severity == "error"] == ["CAL423"]
    assert judged.verdict == "legal"


def test_nothing_is_said_to_fit_beside_an_error(tmp_path: Path) -> None:
    """The report states that moves were legal, and not that nothing contradicts."""
    (tmp_path / "a.cal").write_text(f"{BEGUN}{HANDS['its cards']}end\n")
    told = run("replay", str(tmp_path / "a.cal"))
    assert "Every move was legal." in told.out
    assert "✗ CAL423 Cd was not in the monte." in told.out
    assert "nothing that was contradicts" not in told.out
    assert told.status == 1
    given = json.loads(run("replay", "--json", str(tmp_path / "a.cal")).out)
    assert (given["ruling"]["verdict"], given["ruling"]["knowledge"]) == ("legal", "possible")
