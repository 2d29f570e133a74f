"""The referee of source 000 by hands composed for each of its sentences."""

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
from tests.referees.source_000 import match, referee

if TYPE_CHECKING:
    from tests.referees.shape import Answer, Hand

CHIAMO = "call B 3s\ngive C 3s to B open\ntake B 3b 2b Rb Cb open\ngive B 4c to C open\ndiscard B {} closed"
SOLO = "take B 3b 2b Rb Cb open\ndiscard B {} closed"
DIVIDETE = "raise B dividete\ntake C 5c 6c closed\ntake A 5d 6d closed\ndiscard C {} {} closed\ndiscard A {} {} closed"
SCEGLIETE = "raise B scegliete\ntake C 5c 6c 7c Fc open\ndiscard C {} closed"


def hand(contract: str, tricks: str, table: str, first: str = "") -> Hand:
    """B declares; the ranks are those of the page: K for the king, R and J below."""
    moves = {
        "chiamo": CHIAMO.format(table),
        "solo": SOLO.format(table),
        "dividete": DIVIDETE.format(*table.split()),
        "scegliete": SCEGLIETE.format(table),
    }
    bids = f"B {contract}, C pass, A pass" if contract in ("chiamo", "solo") else "B solissimo"
    return renamed(composed(tricks, table, bids, moves.get(contract, ""), first=first), "32AKRJ7654")


def solo_of_a(tricks: str, table: str) -> Hand:
    moves = f"take A 5d 6d 7d Fd open\ndiscard A {table} closed"
    return renamed(composed(tricks, table, "B pass, C pass, A solo", moves), "32AKRJ7654")


def judged(hand: Hand) -> Answer:
    return referee(hand, "thirty-five")


AMOUNTS = [("chiamo", 1), ("solo", 2), ("solissimo", 4), ("dividete", 8), ("scegliete", 16)]


@pytest.mark.parametrize(("contract", "amount"), AMOUNTS)
def test_000_38_to_42_and_51_each_opponent_pays(contract: str, amount: int) -> None:
    ruling = judged(hand(contract, LAST_THREE, LAST_TABLE))
    assert (ruling["why_not"], ruling["contract"], points(ruling)) == (None, contract, [23, 12])
    assert ruling["payments"] == {"B": 2 * amount, "C": -amount, "A": -amount}


@pytest.mark.parametrize(("contract", "amount"), AMOUNTS)
def test_000_38_to_42_and_52_the_declarer_who_loses_pays_each(contract: str, amount: int) -> None:
    ruling = judged(hand(contract, SEVENTEEN, ACES))
    assert ruling["payments"] == {"B": -2 * amount, "C": amount, "A": amount}


def test_000_29_eighteen_points_of_thirty_five_and_the_monte_goes_with_the_last_trick() -> None:
    won, lost = judged(hand("solissimo", EIGHTEEN, ACES)), judged(hand("solissimo", SEVENTEEN, ACES))
    assert [(side["points"], side["counted"], side["wins"]) for side in won["sides"]] == [
        (18, 18, True),
        (17, 17, False),
    ]
    assert [(side["points"], side["wins"]) for side in lost["sides"]] == [(17, False), (18, True)]


def test_000_46_cappotto_doubles() -> None:
    assert judged(hand("chiamo", SWEEP, SWEEP_TABLE))["payments"] == {"A": -2, "B": 4, "C": -2}


def test_000_46_cappotto_is_for_either_side() -> None:
    """With the eldest hand leading, B wins every trick against the solo of A."""
    ruling = referee(solo_of_a(SWEEP, SWEEP_TABLE), "thirty-five-eldest-leads")
    assert (ruling["bonus"], ruling["payments"]) == ("cappotto", {"A": -8, "B": 4, "C": 4})


def test_000_48_49_stramazzo_triples_below_three_points_in_tricks() -> None:
    two, three = judged(hand("solo", LAST_TWO, LAST_TABLE)), judged(hand("solo", LAST_THREE, LAST_TABLE))
    assert (two["bonus"], two["payments"]) == ("stramazzo", {"A": -6, "B": 12, "C": -6})
    assert (three["bonus"], three["payments"]) == (None, {"A": -2, "B": 4, "C": -2})


def test_000_48_49_neither_the_last_trick_nor_the_monte_counts_for_stramazzo() -> None:
    ruling = judged(hand("solissimo", EIGHTEEN, ACES))
    assert (points(ruling), ruling["bonus"]) == ([18, 17], "stramazzo")


def test_000_35_the_declarer_leads_and_in_a_variation_the_left_of_the_dealer() -> None:
    of_a = solo_of_a(LAST_TWO, LAST_TABLE)
    assert "A leads" in judged(of_a)["why_not"]
    assert referee(of_a, "thirty-five-eldest-leads")["legal"]


def test_000_35_the_variation_leaves_the_lead_in_solissimo() -> None:
    alone = renamed(composed(LAST_TWO, LAST_TABLE, "B pass, C pass, A solissimo"), "32AKRJ7654")
    assert not referee(alone, "thirty-five-eldest-leads")["legal"]


def test_000_33_one_chance_each_and_each_bid_higher() -> None:
    good = hand("solo", LAST_THREE, LAST_TABLE)
    for bids in ("C solo, B pass, A pass", "B solo, C chiamo, A pass", "B solo, C solo, A pass"):
        assert not judged(good | {"auction": composed(LAST_THREE, LAST_TABLE, bids)["auction"]})["legal"]


def test_000_37_dividete_is_no_bid() -> None:
    good = hand("solissimo", LAST_THREE, LAST_TABLE)
    for bids in ("B dividete", "B solissimo, C dividete, A pass"):
        assert not judged(good | {"auction": composed(LAST_THREE, LAST_TABLE, bids)["auction"]})["legal"]


def test_000_38_a_called_card_in_the_monte_or_in_the_own_hand_satisfies() -> None:
    for called in ("3b", "3s"):
        moves = f"call B {called}\ntake B 3b 2b Rb Cb open\ndiscard B As 2s Rs Cs closed"
        ruling = judged(renamed(composed(LAST_THREE, LAST_TABLE, "B chiamo, C pass, A pass", moves), "32AKRJ7654"))
        assert ruling["legal"], called


def test_000_38_the_card_goes_back_after_the_monte() -> None:
    good = hand("chiamo", LAST_THREE, LAST_TABLE)
    call, give, take, back, bury = good["moves"]
    assert not judged(good | {"moves": [call, give, back, take, bury]})["legal"]


def test_000_40_solissimo_leaves_the_monte_alone() -> None:
    solo = hand("solo", LAST_THREE, LAST_TABLE)
    assert not judged(solo | {"auction": [{"seat": "B", "bid": "solissimo", "kind": "bid"}]})["legal"]


def test_000_41_dividete_is_two_each() -> None:
    moves = "raise B dividete\ntake C 5c 6c 7c Fc closed\ndiscard C As 2s Rs Cs closed"
    assert not judged(renamed(composed(LAST_THREE, LAST_TABLE, "B solissimo", moves), "32AKRJ7654"))["legal"]


def test_000_22_suit_must_be_followed() -> None:
    tricks = LAST_THREE.replace("3s 4s 5s", "3s 4c 5s").replace("4d 4c Ad", "4d 4s Ad")
    bad = renamed(composed(tricks, LAST_TABLE, "B solissimo"), "32AKRJ7654")
    assert "000:22" in judged(bad)["why_not"]
    fault = {"do": "fault", "seat": "C", "word": "revoke", "trick": 11, "by": "B", "after_trick": 12}
    assert judged(bad | {"moves": [fault]})["verdict"] == "irregular"


def test_000_9_three_players() -> None:
    good = hand("solissimo", LAST_THREE, LAST_TABLE)
    assert not judged(good | {"seats": ["A", "B", "C", "D"]})["legal"]


def test_000_13_14_the_pack_has_its_own_letters() -> None:
    foreign = composed(LAST_THREE, LAST_TABLE, "B solissimo")
    assert "000:13" in judged(foreign)["why_not"]


def test_project_default_all_pass_and_the_next_deals() -> None:
    passed = hand("solissimo", LAST_THREE, LAST_TABLE)
    said = composed(LAST_THREE, LAST_TABLE, "B pass, C pass, A pass")["auction"]
    ruling = judged(passed | {"auction": said, "tricks": []})
    assert (ruling["outcome"], ruling["next_dealer"]) == ("all_pass", "B")


def test_project_default_payments_are_added_up() -> None:
    assert match([hand("solo", LAST_THREE, LAST_TABLE)] * 2)["totals"] == {"A": -4, "B": 8, "C": -4}
