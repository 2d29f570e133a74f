"""The referee of source 002 by hands composed for each of its sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.referees.compose import (
    ACES,
    BLANK_TABLE,
    EIGHTEEN,
    LAST_NONE,
    LAST_TABLE,
    LAST_THREE,
    LAST_TWO,
    SEVENTEEN,
    SWEEP,
    SWEEP_TABLE,
    composed,
    points,
)
from tests.referees.source_002 import match, referee

if TYPE_CHECKING:
    from tests.referees.shape import Hand

CHIAMO = "call B 3s\ngive C 3s to B closed\ngive B 4c to C closed\ntake B 3b 2b Rb Cb closed\ndiscard B {} closed"
SOLO = "take B 3b 2b Rb Cb closed\ndiscard B {} closed"
DIVIDETE = "take C 5c 6c closed\ntake A 5d 6d closed\ndiscard A {} {} closed\ndiscard C {} {} closed"
SCEGLIETE = "take A 5d 6d 7d open\ntake C 5c open\ndiscard C {} closed\ndiscard A {} {} {} closed"


def hand(contract: str, tricks: str, table: str, last: str = "") -> Hand:
    """B declares and, being eldest hand, leads."""
    bids = "B scegliete" if contract == "scegliete" else last or f"B {contract}, C pass, A pass"
    moves = {
        "chiamo": CHIAMO.format(table),
        "solo": SOLO.format(table),
        "dividete": DIVIDETE.format(*table.split()),
        "scegliete": SCEGLIETE.format(*table.split()),
    }
    return composed(tricks, table, bids, moves.get(contract, ""))


AMOUNTS = [("chiamo", 1), ("solo", 2), ("solissimo", 4), ("dividete", 8), ("scegliete", 16)]


@pytest.mark.parametrize(("contract", "amount"), AMOUNTS)
def test_002_91_a_successful_contract(contract: str, amount: int) -> None:
    ruling = referee(hand(contract, LAST_THREE, LAST_TABLE))
    assert (ruling["why_not"], ruling["contract"], points(ruling)) == (None, contract, [23, 12])
    assert ruling["payments"] == {"B": 2 * amount, "C": -amount, "A": -amount}


@pytest.mark.parametrize(("contract", "amount"), AMOUNTS)
def test_002_92_a_failed_soloist_loses_the_value_to_each_defender(contract: str, amount: int) -> None:
    assert referee(hand(contract, SEVENTEEN, ACES))["payments"] == {"B": -2 * amount, "C": amount, "A": amount}


def test_002_88_90_six_points_after_dropping_fractions_last_trick_and_stock_included() -> None:
    won, lost = referee(hand("solissimo", EIGHTEEN, ACES)), referee(hand("solissimo", SEVENTEEN, ACES))
    assert [(side["points"], side["counted"], side["wins"]) for side in won["sides"]] == [(18, 6, True), (17, 5, False)]
    assert [(side["points"], side["counted"]) for side in lost["sides"]] == [(17, 5), (18, 6)]


def test_002_93_cappotto_doubles() -> None:
    ruling = referee(hand("solo", SWEEP, SWEEP_TABLE))
    assert (ruling["bonus"], ruling["payments"]) == ("cappotto", {"A": -4, "B": 8, "C": -4})


def test_002_93_cappotto_against_the_soloist() -> None:
    ruling = referee(composed(SWEEP, SWEEP_TABLE, "B pass, C solissimo, A pass"))
    assert (ruling["bonus"], ruling["payments"]) == ("cappotto", {"A": 8, "B": 8, "C": -16})


def test_002_94_stramazzo_is_all_card_points_without_all_tricks() -> None:
    """The defenders have the last trick, its point, and not a third in cards."""
    ruling = referee(hand("solo", LAST_NONE, BLANK_TABLE))
    assert (points(ruling), ruling["bonus"]) == ([32, 3], "stramazzo")
    assert ruling["payments"] == {"A": -6, "B": 12, "C": -6}


def test_002_94_two_thirds_are_card_points_and_so_is_one_in_the_stock() -> None:
    assert referee(hand("solo", LAST_TWO, LAST_TABLE))["bonus"] is None
    one = LAST_NONE.replace("Fb Fc Fd", "Fb 7c Fd")
    ruling = referee(composed(one, "4s 5c 6c Fc", "B solissimo, C pass, A pass"))
    assert (points(ruling), ruling["bonus"]) == ([31, 4], None)


def test_002_94_stramazzo_against_the_soloist() -> None:
    ruling = referee(composed(LAST_NONE, BLANK_TABLE, "B pass, C pass, A solissimo"))
    assert (ruling["bonus"], ruling["payments"]) == ("stramazzo", {"A": -24, "B": 12, "C": 12})


def test_002_106_no_stramazzo() -> None:
    ruling = referee(hand("solo", LAST_NONE, BLANK_TABLE), "no-stramazzo")
    assert (ruling["bonus"], ruling["payments"]) == (None, {"A": -2, "B": 4, "C": -2})
    assert referee(hand("solo", SWEEP, SWEEP_TABLE), "no-stramazzo")["bonus"] == "cappotto"


def test_002_105_aperta_adjusts_down_to_twice_project_default() -> None:
    ruling = referee(hand("solo", LAST_NONE, BLANK_TABLE), "aperta")
    assert (ruling["bonus"], ruling["payments"]) == ("stramazzo", {"A": -4, "B": 8, "C": -4})


def test_002_107_chiamata_only() -> None:
    assert referee(hand("chiamo", LAST_THREE, LAST_TABLE, "B chiamo"), "chiamata-only")["legal"]
    assert not referee(hand("solo", LAST_THREE, LAST_TABLE), "chiamata-only")["legal"]


def test_002_69_five_contracts_in_one_ladder() -> None:
    """Dividete outbids solissimo; a lower bid, a second chance and a bid out of turn are refused."""
    outbid = composed(LAST_THREE, LAST_TABLE, "B solissimo, C dividete, A pass", "take A 5d 6d closed\n"
                      "discard A As 2s closed\ntake B 3b 2b closed\ndiscard B Rs Cs closed")  # fmt: skip
    assert referee(outbid)["contract"] == "dividete"
    good = hand("solo", LAST_THREE, LAST_TABLE)
    for bids in (
        "B solo, C chiamo, A pass",
        "C solo, B pass, A pass",
        "B solo, C pass, A pass, B pass",
        "B solo, C pass",
    ):
        assert not referee(good | {"auction": composed(LAST_THREE, LAST_TABLE, bids)["auction"]})["legal"], bids


def test_002_69_nobody_speaks_after_the_highest_bid() -> None:
    good = hand("scegliete", LAST_THREE, LAST_TABLE)
    good["auction"].append({"seat": "C", "bid": "pass", "kind": "pass"})
    assert not referee(good)["legal"]


def test_002_70_the_card_goes_back_face_down_before_the_stock_is_picked_up() -> None:
    good = hand("chiamo", LAST_THREE, LAST_TABLE)
    call, give, back, take, bury = good["moves"]
    assert referee(good)["legal"]
    for moves in ([call, give, take, back, bury], [call, give | {"open": True}, back, take, bury],
                  [call, give, back | {"open": True}, take, bury], [call, give, back, take]):  # fmt: skip
        assert not referee(good | {"moves": moves})["legal"]


def test_002_70_project_default_a_card_in_the_stock_or_in_the_own_hand_satisfies() -> None:
    for called in ("3b", "3s"):
        moves = f"call B {called}\ntake B 3b 2b Rb Cb closed\ndiscard B As 2s Rs Cs closed"
        assert referee(composed(LAST_THREE, LAST_TABLE, "B chiamo, C pass, A pass", moves))["legal"]


def test_002_73_exactly_two_each() -> None:
    moves = "take C 5c 6c 7c closed\ntake A 5d closed\ndiscard A As closed\ndiscard C 2s Rs Cs closed"
    assert not referee(composed(LAST_THREE, LAST_TABLE, "B dividete, C pass, A pass", moves))["legal"]


def test_002_74_the_stock_may_go_to_one_defender() -> None:
    moves = "take A 5d 6d 7d Fd open\ndiscard A As 2s Rs Cs closed"
    assert referee(composed(LAST_THREE, LAST_TABLE, "B scegliete", moves))["legal"]


def test_002_75_all_pass_and_the_same_dealer() -> None:
    ruling = referee(composed(LAST_THREE, LAST_TABLE, "B pass, C pass, A pass") | {"tricks": []})
    assert (ruling["outcome"], ruling["next_dealer"]) == ("all_pass", "A")


def test_002_79_the_right_of_the_dealer_leads_in_solissimo_too() -> None:
    assert referee(composed(LAST_TWO, LAST_TABLE, "B pass, C pass, A solissimo"))["legal"]
    assert not referee(composed(LAST_TWO, LAST_TABLE, "B pass, C pass, A solissimo", first="A"))["legal"]


def test_002_80_suit_must_be_followed() -> None:
    tricks = LAST_THREE.replace("3s 4s 5s", "3s 4c 5s").replace("4d 4c Ad", "4d 4s Ad")
    assert "002:80" in referee(composed(tricks, LAST_TABLE, "B solissimo, C pass, A pass"))["why_not"]


def test_002_50_the_idle_dealer_of_four() -> None:
    moves = SOLO.format(LAST_TABLE)
    ruling = referee(composed(LAST_THREE, LAST_TABLE, "B solo, C pass, D pass", moves, seats="ABCD", out="A"))
    assert (ruling["payments"], ruling["next_dealer"]) == ({"A": 0, "B": 4, "C": -2, "D": -2}, "B")


def two_handed(bids: str, tricks: str, table: str, moves: str = "", dealer: str = "A") -> Hand:
    """A and B sit there, C is the dummy."""
    return composed(tricks, table, bids, moves, dealer=dealer) | {"seats": ["A", "B"], "controls": {"C": "A"}}


def test_002_104_a_due_the_defence_has_a_dummy_hand() -> None:
    """The opponent pays for himself and for the dummy."""
    ruling = referee(two_handed("B solissimo, A pass", LAST_THREE, LAST_TABLE), "a-due")
    assert (ruling["why_not"], ruling["payments"]) == (None, {"A": -8, "B": 8})
    assert [side["seats"] for side in ruling["sides"]] == [["B"], ["C", "A"]]
    assert ruling["next_dealer"] == "B"


def test_002_104_a_due_the_declarer_does_not_play_the_dummy() -> None:
    bad = two_handed("B solissimo, A pass", LAST_THREE, LAST_TABLE) | {"controls": {"C": "B"}}
    assert not referee(bad, "a-due")["legal"]


def test_002_104_a_due_the_dummy_does_not_bid_but_leads_at_the_right_of_the_dealer() -> None:
    """Dealt by B, the dummy C is next: A speaks first, C leads."""
    tricks = LAST_THREE
    dealt_by_b = two_handed("A solissimo, B pass", tricks, LAST_TABLE, dealer="B") | {"controls": {"C": "B"}}
    ruling = referee(dealt_by_b, "a-due")
    assert (ruling["why_not"], ruling["winners"][0], ruling["declarer"]) == (None, "C", "A")


def lines(*results: tuple[str, str]) -> list[Hand]:
    """Hands that B wins ("won", by 16 from each) or A and C win ("lost", 16 to each)."""
    tables = {"won": (LAST_THREE, LAST_TABLE), "lost": (SEVENTEEN, ACES)}
    return [hand(contract, *tables[result]) for contract, result in results]


def test_002_95_the_first_to_twenty_one_wins_the_match() -> None:
    assert match(lines(("dividete", "won")))["over"] is False
    after = match(lines(("dividete", "won"), ("solissimo", "won")))
    assert after == {"totals": {"A": -12, "B": 24, "C": -12}, "over": True, "winners": ["B"]}


def test_002_103_and_156_other_targets() -> None:
    one = lines(("dividete", "won"))
    assert match(one, "short-11")["over"] is True
    assert match([*one, *lines(("solissimo", "won"))], "terziglio-31")["over"] is False
    assert match(one * 2, "terziglio-31")["winners"] == ["B"]


def test_002_99_a_tie_at_the_top_is_broken_by_one_more_deal() -> None:
    """A and C have 24 each; the next deal, a solissimo that A wins, decides."""
    even = lines(("scegliete", "lost"), ("dividete", "lost"))
    assert match(even)["over"] is False
    by_a = composed(SEVENTEEN, ACES, "B pass, C pass, A solissimo")
    assert match([*even, by_a])["winners"] == ["A"]
