"""Cards that are shown were in the hand then, which narrows the unknown cards."""

from __future__ import annotations

import pytest

from calarec.core.notation.reader import parse_records
from calarec.record_judge.gaps import begin_totals
from tests.rulebooks import game
from tests.unknown_cards.cricca import CRICCA
from tests.unknown_cards.small import trumped

PLAYED = CRICCA.format(first="Ad", last="Fd").replace("declare B: cricca 3d 2d Ad\n", "")
FORGOTTEN = PLAYED.replace("Ac 6c 5d", "Ac __ 5d").replace("Ab Cb Fb", "Ab __ Fb").replace("6c Cb Rs", "__ __ Rs")
"""The last cards of C and D are the six of cups and the knight of batons, one of each: C has two more batons."""


@pytest.mark.parametrize(
    ("line", "knowledge"),
    [
        ("show C: _b _b", "possible"),
        ("show C: _b _b _b", "forced"),
        ("show C: 6b _b _b", "forced"),
        ("show C: C_", "forced"),
        ("show D: _c _c _c", "possible"),
        ("show D: _c _c _c _c", "forced"),
        ("show D: _c _c _c _c _c", "impossible"),
        ("show A: __ __ 3_", "impossible"),
    ],
)
def test_cards_shown_before_the_play(line: str, knowledge: str) -> None:
    (hand,) = parse_records(FORGOTTEN.replace("trump B: d\n", f"trump B: d\n{line}\n"))
    judged = begin_totals(game("beccaccino")).replay(hand)
    assert judged.knowledge == knowledge
    assert ("CAL310" in [found.code for found in judged.findings]) == (knowledge == "impossible")
    if knowledge == "forced":
        assert any(deduced.startswith("10 B: 4d Cb 6c") for deduced in judged.deduced)


@pytest.mark.parametrize(
    ("line", "trick", "knowledge"),
    [
        ("show D: _c", "10 B", "forced"),
        ("show D: C_", "10 B", "forced"),
        ("show A: _c", "10 B", "impossible"),
        ("show D: _d", "10 B", "impossible"),
        ("show D: _d", "1 B", "possible"),
        ("show D: _c", "end", "impossible"),
        ("show C: __", "end", "impossible"),
    ],
)
def test_cards_shown_in_the_play_were_not_played_before(line: str, trick: str, knowledge: str) -> None:
    (hand,) = parse_records(FORGOTTEN.replace(f"\n{trick}", f"\n{line}\n{trick}"))
    assert begin_totals(game("beccaccino")).replay(hand).knowledge == knowledge


DRAWN = """\
cal 1
seat A
seat B

hand
dealer A
deal B: __ 2s 7s
deal A: 7b 6b Rs
monte 3b 2b __ 3_ As 6s
trump A: 6s
1 B: 7s Rs
take A: open __
take B: open 3b
2 A: 6b _b
{shown}
take B: open As
take A: open 2b
3 B: 3b 2b
take B: open R_
take A: open 6s
4 B: _b 7b
5 B: As _s
6 A: 6s 2s
end
"""


@pytest.mark.parametrize(("line", "is_possible"), [("7_ _s", True), ("_b _b", False), ("_b 7_ _s", False)])
def test_cards_shown_before_a_draw_were_not_drawn_then(line: str, is_possible: bool) -> None:
    """A has two cards left, and draws the two of batons only after showing them."""
    (hand,) = parse_records(DRAWN.format(shown=f"show A: {line}"))
    judged = begin_totals(trumped()).replay(hand)
    assert (judged.knowledge != "impossible") == is_possible
