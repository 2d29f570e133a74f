"""The referee of source 001 by hands composed for each of its sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.referees.compose import (
    ACES,
    EIGHTEEN,
    LAST_TABLE,
    LAST_THREE,
    LAST_TWO,
    SEVENTEEN,
    SWEEP,
    SWEEP_TABLE,
    composed,
    points,
    renamed,
)
from tests.referees.hands_001 import NEARLY, TIED
from tests.referees.source_001 import referee

if TYPE_CHECKING:
    from tests.referees.shape import Hand

CHIAMO = "call B 3s\ngive C 3s to B open\ntake B 3b 2b Rb Cb open\ngive B 4c to C open\ndiscard B {} closed"
SOLO = "take B 3b 2b Rb Cb open\ndiscard B {} closed"
DIVIDETE = "raise B dividete\ntake A 5d 6d closed\ntake C 5c 6c closed\ndiscard C {} {} closed\ndiscard A {} {} closed"
SCEGLIETE = "raise B scegliete\ntake C 5c open\ntake A 5d 6d 7d open\ndiscard C {} closed\ndiscard A {} {} {} closed"


def in_kqj(hand: Hand) -> Hand:
    return renamed(hand, "32AKQJ7654")


def hand(contract: str, tricks: str, table: str) -> Hand:
    """B declares."""
    moves = {
        "chiamo": CHIAMO.format(table),
        "solo": SOLO.format(table),
        "dividete": DIVIDETE.format(*table.split()),
        "scegliete": SCEGLIETE.format(*table.split()),
    }
    bids = f"B {contract}, C pass, A pass" if contract in ("chiamo", "solo") else "B solissimo"
    return in_kqj(composed(tricks, table, bids, moves.get(contract, "")))


def passed(tricks: str, table: str) -> Hand:
    return in_kqj(composed(tricks, table, "B pass, C pass, A pass"))


AMOUNTS = [("chiamo", 1), ("solo", 2), ("solissimo", 4), ("dividete", 8), ("scegliete", 16)]


@pytest.mark.parametrize(("contract", "amount"), AMOUNTS)
def test_001_65_to_71_the_taker_wins_the_amount_from_each(contract: str, amount: int) -> None:
    ruling = referee(hand(contract, LAST_THREE, LAST_TABLE))
    assert (ruling["why_not"], ruling["contract"], points(ruling)) == (None, contract, [23, 12])
    assert ruling["payments"] == {"B": 2 * amount, "C": -amount, "A": -amount}


@pytest.mark.parametrize(("contract", "amount"), AMOUNTS)
def test_001_65_to_71_and_vice_versa(contract: str, amount: int) -> None:
    assert referee(hand(contract, SEVENTEEN, ACES))["payments"] == {"B": -2 * amount, "C": amount, "A": amount}


def test_001_23_65_six_points_win() -> None:
    won, lost = referee(hand("solissimo", EIGHTEEN, ACES)), referee(hand("solissimo", SEVENTEEN, ACES))
    assert [(side["points"], side["counted"], side["wins"]) for side in won["sides"]] == [(18, 6, True), (17, 5, False)]
    assert [(side["points"], side["wins"]) for side in lost["sides"]] == [(17, False), (18, True)]


def test_001_74_cappotto_is_doubled_both_ways() -> None:
    assert referee(hand("solo", SWEEP, SWEEP_TABLE))["payments"] == {"A": -4, "B": 8, "C": -4}
    moves = f"take A 5d 6d 7d Fd open\ndiscard A {SWEEP_TABLE} closed"
    lost = referee(in_kqj(composed(SWEEP, SWEEP_TABLE, "B pass, C pass, A solo", moves)))
    assert (lost["bonus"], lost["payments"]) == ("cappotto", {"A": -8, "B": 4, "C": 4})


def test_001_75_stramazzo_is_tripled() -> None:
    two, three = referee(hand("solo", LAST_TWO, LAST_TABLE)), referee(hand("solo", LAST_THREE, LAST_TABLE))
    assert (two["bonus"], two["payments"]) == ("stramazzo", {"A": -6, "B": 12, "C": -6})
    assert (three["bonus"], three["payments"]) == (None, {"A": -2, "B": 4, "C": -2})


def test_001_29_33_bids_in_turn_from_the_left_of_the_dealer() -> None:
    good = hand("solo", LAST_THREE, LAST_TABLE)
    for bids in ("C solo, B pass, A pass", "B solo, C chiamo, A pass", "B solissimo, C pass, A pass"):
        assert not referee(good | {"auction": composed(LAST_THREE, LAST_TABLE, bids)["auction"]})["legal"]


def test_001_42_the_called_card_may_lie_in_the_monte() -> None:
    moves = "call B 3b\ntake B 3b 2b Rb Cb open\ndiscard B As 2s Rs Cs closed"
    assert referee(in_kqj(composed(LAST_THREE, LAST_TABLE, "B chiamo, C pass, A pass", moves)))["legal"]


def test_001_44_to_47_monte_then_the_card_back_then_four_discards() -> None:
    good = hand("chiamo", LAST_THREE, LAST_TABLE)
    call, give, take, back, bury = good["moves"]
    assert referee(good)["legal"]
    for moves in ([call, give, back, take, bury], [call, give, take, back], [call, give, take, bury, back]):
        assert not referee(good | {"moves": moves})["legal"]


def test_001_51_only_a_solissimo_is_raised() -> None:
    solo = hand("solo", LAST_THREE, LAST_TABLE)
    raised = [*solo["moves"], {"do": "raise", "seat": "B", "word": "dividete"}]
    assert not referee(solo | {"moves": raised})["legal"]


def test_001_53_54_two_each_or_as_they_like() -> None:
    assert referee(hand("scegliete", LAST_THREE, LAST_TABLE))["legal"]
    moves = SCEGLIETE.replace("scegliete", "dividete").replace("open", "closed").format(*LAST_TABLE.split())
    assert not referee(in_kqj(composed(LAST_THREE, LAST_TABLE, "B solissimo", moves)))["legal"]


def test_001_58_59_the_left_of_the_dealer_leads_but_in_solissimo_the_taker() -> None:
    moves = f"take A 5d 6d 7d Fd open\ndiscard A {LAST_TABLE} closed"
    assert referee(in_kqj(composed(LAST_TWO, LAST_TABLE, "B pass, C pass, A solo", moves)))["legal"]
    assert not referee(in_kqj(composed(LAST_TWO, LAST_TABLE, "B pass, C pass, A solissimo")))["legal"]


def test_001_79_83_spazzatura_most_points_pays_the_others() -> None:
    """B has 23 points of 35 (in thirds) against A's 12, and pays one to each."""
    ruling = referee(passed(LAST_THREE, LAST_TABLE))
    assert [(side["seats"], side["points"]) for side in ruling["sides"]] == [(["B"], 23), (["C"], 0), (["A"], 12)]
    assert (ruling["contract"], ruling["bonus"]) == (None, None)
    assert ruling["payments"] == {"A": 1, "B": -2, "C": 1}


def test_001_81_in_spazzatura_the_last_trick_takes_the_monte() -> None:
    """In the last trick A gets 3, for it 3, with it the aces 12: 18 against 17."""
    ruling = referee(passed(SEVENTEEN, ACES))
    assert ruling["payments"] == {"A": -2, "B": 1, "C": 1}


def test_001_84_cappotto_in_spazzatura_all_tricks_to_one() -> None:
    ruling = referee(passed(SWEEP, SWEEP_TABLE))
    assert (ruling["bonus"], ruling["payments"]) == ("cappotto", {"A": 2, "B": -4, "C": 2})


def test_001_84_stramazzo_in_spazzatura_less_than_a_point_in_the_others_tricks() -> None:
    ruling = referee(passed(LAST_TWO, LAST_TABLE))
    assert (ruling["bonus"], ruling["payments"]) == ("stramazzo", {"A": 3, "B": -6, "C": 3})


def test_001_83_who_tie_for_most_points_each_pay_project_default() -> None:
    """Both pay A, whose one trick holds a single third: stramazzo (001:84)."""
    ruling = referee(passed(TIED, "Fs 4s 5s 6s"))
    assert {side["seats"][0]: side["points"] for side in ruling["sides"]} == {"A": 1, "B": 17, "C": 17}
    assert (ruling["bonus"], ruling["payments"]) == ("stramazzo", {"A": 6, "B": -3, "C": -3})


def test_001_21_83_a_third_more_is_more() -> None:
    """C has most, though B and C have five whole points each: see COMPARED_IN."""
    ruling = referee(passed(NEARLY, "Fs 4s 5s 6s"))
    assert {side["seats"][0]: side["points"] for side in ruling["sides"]} == {"A": 2, "B": 16, "C": 17}
    assert (ruling["bonus"], ruling["payments"]) == (None, {"A": 1, "B": 1, "C": -2})


def test_001_79_nobody_leads_but_the_left_of_the_dealer_project_default() -> None:
    wrong = in_kqj(composed(SWEEP, SWEEP_TABLE, "B pass, C pass, A pass", first="C"))
    assert not referee(wrong)["legal"]


def test_project_default_a_claim_in_spazzatura_takes_the_rest() -> None:
    whole = passed(SWEEP, SWEEP_TABLE)
    claim = {"do": "claim", "seat": "B", "points": None, "answer": "accepted", "by": ["A", "C"], "after_trick": 4}
    ruling = referee(whole | {"tricks": whole["tricks"][:4], "moves": [claim]})
    assert ruling["payments"] == {"A": 2, "B": -4, "C": 2}
    nobody = referee(whole | {"tricks": whole["tricks"][:4], "moves": [claim | {"do": "concede"}]})
    assert not nobody["legal"]
