"""The referee of source 003 by hands composed for each of its sentences: three players."""

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
)
from tests.referees.source_003 import match, referee

if TYPE_CHECKING:
    from tests.referees.shape import Hand

# B lays the 4 of cups down, asks for the 3 of swords, which C has, and takes the monte.
CHIEDO = """
table-card B 4c closed
call B 3s
take B 3b 2b Rb Cb closed
give C 3s to B closed
take C 4c closed
discard B {} closed
"""
SOLO = "take B 3b 2b Rb Cb closed\ndiscard B {} closed"
# C is the first opponent of B, A the second.
DIVIDETE = "take C 5c 6c closed\ndiscard C {} {} closed\ntake A 5d 6d closed\ndiscard A {} {} closed"
SCEGLIETE = """
take C 5c 6c 7c Fc closed
discard C 5d 6d 7d Cd closed
take A 5d 6d 7d Cd closed
discard A {} closed
"""


def hand(contract: str, tricks: str, table: str) -> Hand:
    """B declares and leads."""
    moves = {
        "chiedo": CHIEDO.format(table),
        "solo": SOLO.format(table),
        "dividete": DIVIDETE.format(*table.split()),
        "scegliete": SCEGLIETE.format(table),
    }
    bids = "B scegliete" if contract == "scegliete" else f"B {contract}, C sto-bene, A sto-bene"
    return composed(tricks, table, bids, moves.get(contract, ""))


STAKES = [("chiedo", 1), ("solo", 2), ("solissimo", 3), ("arcisolo", 4), ("dividete", 8), ("scegliete", 16)]


@pytest.mark.parametrize(("contract", "stake"), STAKES)
def test_003_12_to_17_every_contract_won_stakes_project_default(contract: str, stake: int) -> None:
    ruling = referee(hand(contract, LAST_THREE, LAST_TABLE))
    assert (ruling["why_not"], ruling["contract"], points(ruling)) == (None, contract, [23, 12])
    assert ruling["payments"] == {"B": 2 * stake, "C": -stake, "A": -stake}


@pytest.mark.parametrize(("contract", "stake"), STAKES)
def test_003_12_to_17_every_contract_lost_stakes_project_default(contract: str, stake: int) -> None:
    ruling = referee(hand(contract, SEVENTEEN, ACES))
    assert (ruling["why_not"], points(ruling)) == (None, [17, 18])
    assert ruling["payments"] == {"B": -2 * stake, "C": stake, "A": stake}


def test_003_24_27_card_points_project_default_threshold_last_trick_and_monte() -> None:
    won = referee(hand("arcisolo", EIGHTEEN, ACES))
    assert [(side["points"], side["counted"], side["wins"]) for side in won["sides"]] == [(18, 6, True), (17, 5, False)]


def test_project_default_cappotto_doubles_and_there_is_no_stramazzo() -> None:
    swept, two = referee(hand("solo", SWEEP, SWEEP_TABLE)), referee(hand("solo", LAST_TWO, LAST_TABLE))
    assert (swept["bonus"], swept["payments"]) == ("cappotto", {"A": -4, "B": 8, "C": -4})
    assert (two["bonus"], two["payments"]) == (None, {"A": -2, "B": 4, "C": -2})


def test_003_10_passo_before_a_bid_and_sto_bene_after_one() -> None:
    good = hand("arcisolo", LAST_THREE, LAST_TABLE)
    for bids in ("B arcisolo, C passo, A passo", "B sto-bene, C arcisolo, A sto-bene, B sto-bene"):
        assert not referee(good | {"auction": composed(LAST_THREE, LAST_TABLE, bids)["auction"]})["legal"]


def test_003_10_who_passed_before_any_bid_may_still_bid_project_default() -> None:
    """B passes, C opens, A leaves it, B comes in higher, C leaves it."""
    bids = "B passo, C chiedo, A sto-bene, B arcisolo, C sto-bene"
    ruling = referee(composed(LAST_THREE, LAST_TABLE, bids))
    assert (ruling["contract"], ruling["declarer"]) == ("arcisolo", "B")


def test_003_10_who_left_it_is_out_project_default() -> None:
    bids = "B chiedo, C sto-bene, A solo, C arcisolo, B sto-bene"
    assert "turn" in referee(composed(LAST_THREE, LAST_TABLE, bids))["why_not"]


def test_003_10_it_goes_on_until_the_others_have_left_it_project_default() -> None:
    unfinished = composed(LAST_THREE, LAST_TABLE, "B chiedo, C solo, A sto-bene") | {"tricks": []}
    assert referee(unfinished)["waits"]["seat"] == "B"
    over = hand("arcisolo", LAST_THREE, LAST_TABLE)
    over["auction"].append({"seat": "B", "bid": "dividete", "kind": "bid"})
    assert "over" in referee(over)["why_not"]


def test_003_11_to_17_18_every_bid_is_higher_than_the_last() -> None:
    for bids in ("B solo, C chiedo, A sto-bene", "B arcisolo, C solissimo, A sto-bene", "B chiamo, C sto-bene"):
        assert not referee(composed(LAST_THREE, LAST_TABLE, bids))["legal"], bids


def test_003_18_all_pass_and_the_deal_is_repeated_by_the_same_dealer_project_default() -> None:
    ruling = referee(composed(LAST_THREE, LAST_TABLE, "B passo, C passo, A passo") | {"tricks": []})
    assert (ruling["outcome"], ruling["next_dealer"]) == ("all_pass", "A")


def test_003_12_chiedo_lay_ask_take_swap_discard_in_that_order() -> None:
    good = hand("chiedo", LAST_THREE, LAST_TABLE)
    lay, call, take, give, take_laid, bury = good["moves"]
    assert referee(good)["legal"]
    for moves in (
        [call, lay, take, give, take_laid, bury],
        [lay, call, give, take_laid, take, bury],
        [lay, call, take, give, bury],
        [lay | {"open": True}, call, take, give, take_laid, bury],
    ):
        assert not referee(good | {"moves": moves})["legal"]


def test_003_12_if_the_card_is_in_the_monte_three_are_discarded() -> None:
    """The laid ace stays with the monte, and goes with the last trick."""
    moves = "table-card B As closed\ncall B 3b\ntake B 3b 2b Rb Cb closed\ndiscard B 2s Rs Cs closed"
    ruling = referee(composed(LAST_THREE, LAST_TABLE, "B chiedo, C sto-bene, A sto-bene", moves))
    assert (ruling["why_not"], points(ruling)) == (None, [23, 12])


def test_003_12_the_wanted_card_is_somebody_elses() -> None:
    for called in ("3s", "As"):
        moves = f"table-card B As closed\ncall B {called}\ntake B 3b 2b Rb Cb closed\ndiscard B 2s Rs Cs closed"
        assert not referee(composed(LAST_THREE, LAST_TABLE, "B chiedo, C sto-bene, A sto-bene", moves))["legal"]


def test_003_13_solo_takes_the_monte_and_discards_four() -> None:
    good = hand("solo", LAST_THREE, LAST_TABLE)
    assert not referee(good | {"moves": good["moves"][:1]})["legal"]


def test_003_14_15_solissimo_and_arcisolo_change_no_card() -> None:
    good = hand("solo", LAST_THREE, LAST_TABLE)
    for bid in ("solissimo", "arcisolo"):
        said = composed(LAST_THREE, LAST_TABLE, f"B {bid}, C sto-bene, A sto-bene")["auction"]
        assert not referee(good | {"auction": said})["legal"]


def test_003_16_two_for_each_opponent() -> None:
    moves = "take C 5c 6c 7c closed\ndiscard C As 2s Rs closed\ntake A 5d closed\ndiscard A Cs closed"
    assert not referee(composed(LAST_THREE, LAST_TABLE, "B dividete, C sto-bene, A sto-bene", moves))["legal"]


def test_003_17_the_first_opponent_restores_the_monte_before_the_second_takes_it() -> None:
    good = hand("scegliete", LAST_THREE, LAST_TABLE)
    one, two, three, four = good["moves"]
    assert referee(good)["legal"]
    assert not referee(good | {"moves": [three, four, one, two]})["legal"]
    assert not referee(good | {"moves": [one, two]})["legal"]


def test_project_default_who_leads() -> None:
    """In a solo the dealer's right, in solissimo and above the declarer."""
    moves = f"take A 5d 6d 7d Fd closed\ndiscard A {LAST_TABLE} closed"
    assert referee(composed(LAST_TWO, LAST_TABLE, "B passo, C passo, A solo, B sto-bene, C sto-bene", moves))["legal"]
    alone = "B passo, C passo, A solissimo, B sto-bene, C sto-bene"
    assert "A leads" in referee(composed(LAST_TWO, LAST_TABLE, alone))["why_not"]


def test_003_21_suit_must_be_followed() -> None:
    tricks = LAST_THREE.replace("3s 4s 5s", "3s 4c 5s").replace("4d 4c Ad", "4d 4s Ad")
    assert "003:21" in referee(composed(tricks, LAST_TABLE, "B arcisolo, C sto-bene, A sto-bene"))["why_not"]


def test_003_19_a_mistake_in_the_exchange_costs_one_to_each_and_the_cards_are_dealt_again() -> None:
    good = hand("solo", LAST_THREE, LAST_TABLE)
    fault = {"do": "fault", "seat": "B", "word": "exchange", "by": "C", "after_trick": 0}
    ruling = referee(good | {"moves": [good["moves"][0], fault], "tricks": []})
    assert (ruling["outcome"], ruling["verdict"], ruling["next_dealer"]) == ("void", "irregular", "A")
    assert ruling["payments"] == {"A": 1, "B": -2, "C": 1}
    own = fault | {"seat": "C", "by": "A"}
    assert not referee(good | {"moves": [good["moves"][0], own], "tricks": []})["legal"]


def test_003_29_the_first_to_twenty_one_wins() -> None:
    eight = hand("dividete", LAST_THREE, LAST_TABLE)
    assert match([eight])["over"] is False
    assert match([eight, eight]) == {"totals": {"A": -16, "B": 32, "C": -16}, "over": True, "winners": ["B"]}
