"""The referee of source 004 by hands composed for each of its sentences."""

from __future__ import annotations

import copy
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
    spoken,
)
from tests.referees.source_004 import match, referee

if TYPE_CHECKING:
    from tests.referees.shape import Hand

# B asks C for the 3 of swords and gives the 4 of cups back.
CHIAMO = """
call B 3s
give C 3s to B open
take B 3b 2b Rb Cb open
give B 4c to C open
discard B {table} closed
"""
SOLO = """
take B 3b 2b Rb Cb open
discard B {table} closed
"""
DIVIDETE = """
raise B dividete
take C 5c 6c closed
discard C {first} closed
take A 5d 6d closed
discard A {second} closed
"""
SCEGLIETE = """
raise B scegliete
take C 5c 6c 7c open
take A 5d open
discard A {one} closed
discard C {three} closed
"""


def spoken_for(contract: str, table: str) -> tuple[str, str]:
    """Bids and moves that lead to the contract, `table` being the monte in the end."""
    a, b, c, d = table.split()
    if contract == "chiamo":
        return "B chiamo, C passo, A passo", CHIAMO.format(table=table)
    if contract == "solo":
        return "B solo, C passo, A passo", SOLO.format(table=table)
    if contract == "dividete":
        return "B solissimo", DIVIDETE.format(first=f"{a} {b}", second=f"{c} {d}")
    if contract == "scegliete":
        return "B solissimo", SCEGLIETE.format(one=a, three=f"{b} {c} {d}")
    return "B solissimo", ""


def hand(contract: str, tricks: str, table: str) -> Hand:
    bids, moves = spoken_for(contract, table)
    return composed(tricks, table, bids, moves)


AMOUNTS = [("chiamo", 1), ("solo", 2), ("solissimo", 4), ("dividete", 8), ("scegliete", 16)]


@pytest.mark.parametrize(("contract", "amount"), AMOUNTS)
def test_004_75_to_82_each_opponent_pays_the_bidder_who_wins(contract: str, amount: int) -> None:
    ruling = referee(hand(contract, LAST_THREE, LAST_TABLE))
    assert (ruling["why_not"], ruling["contract"], ruling["declarer"]) == (None, contract, "B")
    assert (points(ruling), ruling["bonus"]) == ([23, 12], None)
    assert ruling["payments"] == {"B": 2 * amount, "C": -amount, "A": -amount}


@pytest.mark.parametrize(("contract", "amount"), AMOUNTS)
def test_004_75_to_82_the_bidder_who_fails_pays_each_opponent(contract: str, amount: int) -> None:
    ruling = referee(hand(contract, SEVENTEEN, ACES))
    assert (ruling["why_not"], points(ruling), ruling["bonus"]) == (None, [17, 18], None)
    assert ruling["payments"] == {"B": -2 * amount, "C": amount, "A": amount}
    assert [side["wins"] for side in ruling["sides"]] == [False, True]


def test_004_75_six_whole_points_are_needed_and_the_winner_of_the_last_trick_claims_the_monte() -> None:
    """Eighteen thirds win, seventeen lose; the aces on the table go with the last trick, which A wins."""
    won, lost = referee(hand("solissimo", EIGHTEEN, ACES)), referee(hand("solissimo", SEVENTEEN, ACES))
    assert (points(won), [side["counted"] for side in won["sides"]]) == ([18, 17], [6, 5])
    assert (points(lost), [side["counted"] for side in lost["sides"]]) == ([17, 18], [5, 6])
    assert won["winners"] == ["B"] * 11 + ["A"]
    assert won["tricks"] == {"B": 11, "C": 0, "A": 1}


def test_004_86_cappotto_doubles_if_the_bidder_wins_all_tricks() -> None:
    ruling = referee(hand("solo", SWEEP, SWEEP_TABLE))
    assert (points(ruling), ruling["bonus"]) == ([35, 0], "cappotto")
    assert ruling["payments"] == {"A": -4, "B": 8, "C": -4}


def solo_of(seat: str, tricks: str, table: str) -> Hand:
    """B leads and wins, but the solo is that of a player who takes two own cards."""
    mine = {"C": "5c 6c 7c Fc", "A": "5d 6d 7d Fd"}[seat]
    bids = "B passo, C solo, A passo" if seat == "C" else "B passo, C passo, A solo"
    return composed(tricks, table, bids, f"take {seat} {mine} open\ndiscard {seat} {table} closed")


def test_004_86_cappotto_doubles_if_the_bidder_loses_all_tricks() -> None:
    ruling = referee(solo_of("C", SWEEP, SWEEP_TABLE))
    assert (ruling["why_not"], points(ruling), ruling["bonus"]) == (None, [0, 35], "cappotto")
    assert ruling["payments"] == {"A": 4, "B": 4, "C": -8}


def test_004_87_stramazzo_triples_if_the_losers_tricks_hold_less_than_a_point() -> None:
    """Two thirds in the trick; the last trick's point and the monte do not help the losers."""
    ruling = referee(hand("solo", LAST_TWO, LAST_TABLE))
    assert (points(ruling), ruling["bonus"]) == ([24, 11], "stramazzo")
    assert ruling["payments"] == {"A": -6, "B": 12, "C": -6}


def test_004_87_stramazzo_is_against_the_bidder_too() -> None:
    ruling = referee(solo_of("A", LAST_TWO, LAST_TABLE))
    assert (points(ruling), ruling["bonus"]) == ([11, 24], "stramazzo")
    assert ruling["payments"] == {"A": -12, "B": 6, "C": 6}


def test_004_87_three_thirds_are_a_point_and_no_stramazzo() -> None:
    assert referee(hand("solo", LAST_THREE, LAST_TABLE))["bonus"] is None


def test_004_87_the_monte_does_not_save_from_stramazzo() -> None:
    """Seventeen thirds in all, but two in tricks."""
    assert referee(hand("solissimo", EIGHTEEN, ACES))["payments"] == {"A": -12, "B": 24, "C": -12}


def test_004_34_44_bids_in_turn_higher_and_none_after_solissimo() -> None:
    good = hand("solo", LAST_THREE, LAST_TABLE)
    for bids in ("C solo, B passo, A passo", "B solo, C chiamo, A passo", "B solo, C solo, A passo",
                 "B solo, C passo, A passo, B passo", "B solo, C play, A passo"):  # fmt: skip
        bad = good | {"auction": composed(LAST_THREE, LAST_TABLE, bids)["auction"]}
        assert not referee(bad)["legal"], bids
    late = hand("solissimo", LAST_THREE, LAST_TABLE)
    late["auction"].append({"seat": "C", "bid": "passo", "kind": "pass"})
    assert "004:44" in referee(late)["why_not"]


def test_004_34_a_higher_bid_later_wins() -> None:
    moves = "take C 5c 6c 7c Fc open\ndiscard C As 2s Rs Cs closed"
    ruling = referee(composed(LAST_THREE, LAST_TABLE, "B chiamo, C solo, A passo", moves))
    assert (ruling["contract"], ruling["declarer"]) == ("solo", "C")


def test_004_46_all_pass_and_the_deal_rotates() -> None:
    passed = composed(LAST_THREE, LAST_TABLE, "B passo, C passo, A passo") | {"tricks": []}
    ruling = referee(passed)
    assert (ruling["outcome"], ruling["next_dealer"], set(ruling["payments"].values())) == ("all_pass", "B", {0})


def test_004_52_a_called_card_in_the_monte_satisfies() -> None:
    """No card is given or returned: sixteen cards, four discarded (004:56)."""
    moves = "call B 3b\ntake B 3b 2b Rb Cb open\ndiscard B As 2s Rs Cs closed"
    assert referee(composed(LAST_THREE, LAST_TABLE, "B chiamo, C passo, A passo", moves))["legal"]


def test_004_52_a_called_card_in_the_own_hand_satisfies() -> None:
    moves = "call B 3s\ntake B 3b 2b Rb Cb open\ndiscard B As 2s Rs Cs closed"
    assert referee(composed(LAST_THREE, LAST_TABLE, "B chiamo, C passo, A passo", moves))["legal"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("give C 3s to B open\n", ""),  # 004:52 the holder must pass it
        ("give C 3s to B open", "give C 3s to B closed"),  # 004:52 face up
        ("give B 4c to C open", "give B 4c to A open"),  # 004:58 to who held the called card
        ("give B 4c to C open", "give B 4c to C closed"),  # 004:58 face up
        ("take B 3b 2b Rb Cb open", "take B 3b 2b Rb Cb closed"),  # 004:56 for all to see
        ("discard B As 2s Rs Cs closed", "discard B As 2s Rs Cs open"),  # 004:60 face down
        ("discard B As 2s Rs Cs closed", "discard B As 2s Rs closed"),  # 004:60 four cards
    ],
)
def test_004_52_to_60_the_exchange_in_its_order(old: str, new: str) -> None:
    _, moves = spoken_for("chiamo", LAST_TABLE)
    good = hand("chiamo", LAST_THREE, LAST_TABLE)
    assert referee(good)["legal"]
    assert old in moves
    assert not referee(good | {"moves": spoken(moves.replace(old, new))})["legal"]


def test_004_58_the_card_goes_back_after_the_monte_was_taken() -> None:
    good = hand("chiamo", LAST_THREE, LAST_TABLE)
    call, give, take, back, bury = good["moves"]
    assert not referee(good | {"moves": [call, give, back, take, bury]})["legal"]


def test_004_63_who_bids_solissimo_does_not_use_the_monte() -> None:
    solo = hand("solo", LAST_THREE, LAST_TABLE)
    assert not referee(solo | {"auction": [{"seat": "B", "bid": "solissimo", "kind": "bid"}]})["legal"]


def test_004_65_only_the_bidder_of_a_solissimo_raises() -> None:
    good = hand("dividete", LAST_THREE, LAST_TABLE)
    bad = copy.deepcopy(good)
    bad["moves"][0]["seat"] = "C"
    assert referee(good)["legal"]
    assert not referee(bad)["legal"]
    solo = hand("solo", LAST_THREE, LAST_TABLE)
    assert not referee(solo | {"moves": [{"do": "raise", "seat": "B", "word": "dividete"}, *solo["moves"]]})["legal"]


def test_004_67_dividete_is_two_cards_each() -> None:
    moves = "raise B dividete\ntake C 5c 6c 7c closed\ndiscard C As 2s Rs closed\ntake A 5d closed\ndiscard A Cs closed"
    assert "number" in referee(composed(LAST_THREE, LAST_TABLE, "B solissimo", moves))["why_not"]


def test_004_68_scegliete_may_give_all_to_one() -> None:
    moves = "raise B scegliete\ntake A 5d 6d 7d Fd open\ndiscard A As 2s Rs Cs closed"
    assert referee(composed(LAST_THREE, LAST_TABLE, "B solissimo", moves))["legal"]
    less = "raise B scegliete\ntake A 5d 6d 7d open\ndiscard A As 2s Rs closed"
    assert not referee(composed(LAST_THREE, LAST_TABLE, "B solissimo", less))["legal"]


def test_004_72_the_right_of_the_dealer_leads_but_in_solissimo_the_bidder() -> None:
    """B leads; the solissimo of A must be led by A."""
    assert referee(solo_of("A", LAST_TWO, LAST_TABLE))["legal"]
    alone = composed(LAST_TWO, LAST_TABLE, "B passo, C passo, A solissimo")
    assert "A leads" in referee(alone)["why_not"]
    # Dealt by C, A is eldest hand: the same tricks, with A in the place of B.
    turned = composed(LAST_TWO, LAST_TABLE, "A solissimo", dealer="C")
    assert referee(turned)["declarer"] == "A"


def test_004_90_some_play_that_the_bidder_always_leads() -> None:
    assert not referee(solo_of("A", LAST_TWO, LAST_TABLE), "pagat-declarer-leads")["legal"]
    assert referee(hand("solo", LAST_TWO, LAST_TABLE), "pagat-declarer-leads")["legal"]


def test_004_16_four_may_play_with_the_dealer_idle() -> None:
    bids, moves = spoken_for("solo", LAST_TABLE)
    at_four = composed(LAST_THREE, LAST_TABLE, bids.replace("A", "D"), moves, seats="ABCD", dealer="A", out="A")
    ruling = referee(at_four)
    assert ruling["payments"] == {"A": 0, "B": 4, "C": -2, "D": -2}
    assert ruling["next_dealer"] == "B"
    assert not referee(at_four | {"out": []})["legal"]


def test_004_31_the_deal_is_complete() -> None:
    good = hand("solissimo", LAST_THREE, LAST_TABLE)
    twice, short = copy.deepcopy(good), copy.deepcopy(good)
    twice["deal"]["C"][0] = twice["deal"]["A"][0]
    short["monte"].append(short["deal"]["C"].pop())
    assert not referee(twice)["legal"]
    assert not referee(short)["legal"]


def test_004_7_16_suit_must_be_followed_as_in_the_tressette() -> None:
    """A holds coins and throws a sword on the last trick but one; allowed if declared."""
    tricks = LAST_THREE.replace("3s 4s 5s", "3s 4c 5s").replace("4d 4c Ad", "4d 4s Ad")
    bad = composed(tricks, LAST_TABLE, "B solissimo")
    assert "follow suit" in referee(bad)["why_not"]
    fault = {"do": "fault", "seat": "C", "word": "revoke", "trick": 11, "by": "B", "after_trick": 12}
    declared = referee(bad | {"moves": [fault]})
    assert (declared["legal"], declared["verdict"], points(declared)) == (True, "irregular", [23, 12])
    assert not referee(bad | {"moves": [fault | {"by": "A"}]})["legal"], "claimed by his own side"
    assert not referee(bad | {"moves": [fault | {"trick": 3}]})["legal"], "another trick"


def test_project_default_an_accepted_claim_takes_the_rest_with_the_last_trick_and_the_monte() -> None:
    whole = hand("solissimo", LAST_TWO, LAST_TABLE)
    cut = whole | {"tricks": whole["tricks"][:9]}
    assert referee(cut)["waits"]["do"] == "play"
    claim = {"do": "claim", "seat": "B", "points": None, "answer": "accepted", "by": ["A"], "after_trick": 9}
    ruling = referee(cut | {"moves": [claim]})
    assert (ruling["outcome"], points(ruling), ruling["bonus"]) == ("claimed", [35, 0], "cappotto")
    given_up = referee(cut | {"moves": [claim | {"do": "concede"}]})
    assert (points(given_up), given_up["bonus"]) == ([19, 16], None)
    agreed = referee(cut | {"moves": [claim | {"points": 24}]})
    assert (points(agreed), agreed["bonus"]) == ([24, 11], None)
    refused = referee(cut | {"moves": [claim | {"answer": "refused"}]})
    assert refused["verdict"] == "incomplete"


def test_project_default_shown_cards_are_in_the_hand() -> None:
    good = hand("solissimo", LAST_TWO, LAST_TABLE)
    show = {"do": "show", "seat": "C", "cards": ["4c"], "after_trick": 0}
    assert referee(good | {"moves": [show]})["legal"]
    assert not referee(good | {"moves": [show | {"after_trick": 3}]})["legal"]


def test_project_default_payments_are_added_up() -> None:
    hands = [hand("solo", LAST_THREE, LAST_TABLE), hand("chiamo", SEVENTEEN, ACES)]
    assert match(hands) == {"totals": {"A": -1, "B": 2, "C": -1}, "over": False, "winners": []}
