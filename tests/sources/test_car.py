"""The page on the Briscola chiamata: a hand played only from the rulebook of its ruleset."""

from __future__ import annotations

import pytest

from calarec.core.judge.json import as_json
from calarec.core.notation.reader import parse_records
from calarec.record_judge.gaps import begin_totals
from tests.referees.agreeing import rules
from tests.referees.comparison import comparable_parts, for_the_referee
from tests.referees.on_called_trump import referee

# Written before it was replayed: Carla bids two for 65 points and calls the two of coins, which Elio has. It is seen in
# trick 4, and together they have 78 points. Two for Carla, one for Elio; Carla has eleven in all and wins the match.
WINNERS = "ECCCCCAA"
POINTS = {"C+E": 78, "A+B+D": 42}
PAID = {"A": -1, "B": -1, "C": 2, "D": -1, "E": 1}
TOTALS = {"A": 0, "B": -3, "C": 11, "D": -5, "E": -3}
HAND = """cal 1
seat A "Anna"
seat B "Bruno"
seat C "Carla"
seat D "Dino"
seat E "Elio"
carried A: 1 B: -2 C: 9 D: -4 E: -4

hand 1
dealer E
deal A: Cd As Rs 7s 3b Cb Ac 4c
deal B: Fd 4d Cs 2s 7b 5b 3c Fc
deal C: Ad 3d Rd 7d Ab 4b 5s 6c
deal D: 6d Fs Fb 2b Rc Cc 7c 5c
deal E: 2d 5d 3s 6s 4s Rb 6b 2c
bid A: ace B: passo C: three D: king E: passo
bid A: passo C: two D: points-62 C: points-65 D: passo
call C: 2d
 1 A: Rs 2s 5s Fs 3s
 2 E: Rb 3b 5b Ab 2b
 3 C: Ad 6d 5d Cd 4d
 4 C: 3d 5c 2d 4c Fd
 5 C: Rd 7c 2c 7s 7b
 6 C: 7d Fb 4s Cb Fc
 7 C: 6c Rc 6b Ac 3c
 8 A: As Cs 4b Cc 6s
end
"""


def test_car_a_hand_played_from_the_rulebook_alone() -> None:
    """Every trick, the points of both sides, what is paid and the end of the match; the referee says the same."""
    (hand,) = parse_records(HAND)
    told = as_json(begin_totals(rules("briscola-chiamata")).replay(hand))
    ruling = told["ruling"]
    assert "".join(trick["winner"] for trick in told["tricks"]) == WINNERS
    assert {"+".join(side["seats"]): side["points"] for side in ruling["sides"]} == POINTS
    assert (ruling["contract"], ruling["declarer"], ruling["partner"]) == ("points-65", "C", "E")
    assert ruling["payments"] == PAID
    assert ruling["totals"] == TOTALS
    assert (ruling["verdict"], ruling["diagnostics"], ruling["match"]["over"]) == ("legal", [], True)
    ours, theirs = comparable_parts(told, referee(for_the_referee(told)))
    assert ours == theirs


@pytest.mark.parametrize(
    ("line", "other", "code"),
    [
        (" 1 A: Rs 2s 5s Fs 3s", " 1 C: 5s Fs 3s Rs 2s", "CAL501"),
        (" 4 C: 3d 5c 2d 4c Fd", " 4 C: 3d 5c 2c 4c Fd", "CAL512"),
        (" 7 C: 6c Rc 6b Ac 3c\n", " 7 C: 6c Rc 6b Ac 3c > C\n", "CAL514"),
    ],
)
def test_car_what_the_rulebook_forbids_is_found(line: str, other: str, code: str) -> None:
    """The leader, a suit that is not followed, and the winner."""
    assert HAND.count(line) == 1
    (hand,) = parse_records(HAND.replace(line, other))
    found = begin_totals(rules("briscola-chiamata")).replay(hand).findings
    assert code in [finding.code for finding in found if finding.severity == "error"]
