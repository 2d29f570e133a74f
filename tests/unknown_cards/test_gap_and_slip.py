"""An unwritten exchange is not an error, and hides none beside it in the tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.reader import parse_records
from calarec.record_judge.gaps import begin_totals
from tests.rulebooks import game

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement

PAGAT = """cal 1
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
 1 B: 3c 7c 5c
 2 B: 6s Rs As
 3 A: 3s Fs 5s
"""
TRETRE = """cal 1
seat A
seat B
seat C
hand 5
dealer C
deal A: Fb Fd Rb 2s 4b Rc 3d 5d 3s 7c 5s 6c
deal B: 2c 5c Fs Ab 2d 6b Cs 6s 2b 4c As Ad
deal C: Rd Cd 4d Fc Cb Cc 7b Ac 3b 3c 7d 5b
monte 7s 6d 4s Rs
bid A: passo B: passo C: chiedo A: sto-bene B: sto-bene
 1 A: 3d 2d Rd
"""
CAVENDISH = """cal 1
seat A
seat B
seat C
hand 1
dealer A
deal B: 3h 2h Ah Kh Qh Jh 7h 6h 5h 4h 3s 2s
deal C: As Ks Qs Js 3c 2c Ac Kc Qc Jc 7c 6c
deal A: 7s 6s 5s 4s 3d 2d Ad Kd Qd Jd 7d 6d
monte 5c 4c 5d 4d
bid B: play
 1 B: 3h 6c 6d
"""


def _judged(ruleset: str, text: str) -> Judgement:
    (hand,) = parse_records(text)
    return begin_totals(game(ruleset)).replay(hand)


def _told(judged: Judgement) -> list[tuple[str, int]]:
    return [(each.code, each.span.line) for each in judged.findings if each.severity == "error"]


@pytest.mark.parametrize(
    ("ruleset", "hand", "slip", "told"),
    [
        ("pagat", PAGAT, " 4 B: 3b 6c Fb\n", [("CAL501", 15)]),
        ("tretre", TRETRE, " 2 B: As 4s 3s\n 3 A: Fd Ad Cd\n", [("CAL501", 13)]),
        ("cavendish", CAVENDISH, " 2 B: 2h 7c 7d\n", [("CAL501", 12)]),
    ],
)
def test_a_gap_in_the_exchange_hides_no_slip(ruleset: str, hand: str, slip: str, told: list[tuple[str, int]]) -> None:
    """The wrong leader is reported, and not a first card out of turn."""
    judged = _judged(ruleset, f"{hand}{slip}end abandoned\n")
    assert judged.verdict == "illegal"
    assert _told(judged)[:1] == told
    assert "CAL430" not in [code for code, _ in _told(judged)]
    assert judged.account is None or not judged.account.payments


def test_an_exchange_written_in_the_wrong_place_is_told_there() -> None:
    text = f"{PAGAT}take B: Fs 4s Ad 5d\ndiscard B: 7b 4s 4c 5d\nend abandoned\n"
    assert "CAL430" in [code for code, _ in _told(_judged("pagat", text))]
