"""The referee of source 003 by composed hands: four to seven players. In each play B wins every trick."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.referees.compose import composed
from tests.referees.source_003 import referee
from tests.referees.tables_003 import FIVE, FOUR, FOUR_LAST, SEVEN, SEVEN_TABLE, SIX, SIX_MOVES, SIX_TABLE

if TYPE_CHECKING:
    from tests.referees.shape import Hand


def leave(bid: str, seats: str) -> str:
    """B bids, the others leave it to him."""
    return ", ".join([f"B {bid}", *(f"{seat} sto-bene" for seat in seats)])


def four(bid: str, tricks: str, moves: str = "") -> Hand:
    return composed(tricks, "", f"B {bid}" if bid == "solo" else leave(bid, "CDA"), moves, seats="ABCD")


def test_003_11_four_players_the_called_card_makes_a_partner() -> None:
    ruling = referee(four("chiamo", FOUR_LAST, "call B 3c"), "quartiglio")
    assert (ruling["why_not"], ruling["partner"], ruling["bonus"]) == (None, "C", None)
    assert [(side["seats"], side["points"]) for side in ruling["sides"]] == [(["B", "C"], 31), (["D", "A"], 4)]
    assert ruling["payments"] == {"A": -1, "B": 1, "C": 1, "D": -1}  # stakes and shares: project default


def test_003_11_four_players_the_pair_loses() -> None:
    bids = "B passo, C passo, D chiamo, A sto-bene, B sto-bene, C sto-bene"
    ruling = referee(composed(FOUR_LAST, "", bids, "call D 3s", seats="ABCD"), "quartiglio")
    assert (ruling["why_not"], ruling["partner"]) == (None, "A")
    assert ruling["payments"] == {"A": -1, "B": 1, "C": 1, "D": -1}


def test_003_11_one_does_not_call_oneself_project_default() -> None:
    assert not referee(four("chiamo", FOUR_LAST, "call B 2b"), "quartiglio")["legal"]


def test_003_12_four_players_a_card_is_swapped_without_a_monte() -> None:
    moves = "table-card B 4c closed\ncall B 3b\ngive C 3b to B closed\ntake C 4c closed"
    ruling = referee(four("chiedo", FOUR_LAST, moves), "quartiglio")
    assert (ruling["why_not"], ruling["payments"]) == (None, {"A": -2, "B": 6, "C": -2, "D": -2})


def test_003_18_four_players_one_game_alone_and_cappotto_project_default() -> None:
    assert referee(four("solo", FOUR_LAST), "quartiglio")["payments"] == {"A": -3, "B": 9, "C": -3, "D": -3}
    swept = referee(four("solo", FOUR), "quartiglio")
    assert (swept["bonus"], swept["payments"]["B"]) == ("cappotto", 18)
    assert not referee(four("arcisolo", FOUR), "quartiglio")["legal"]


def test_003_6_five_players_two_parts_and_one_project_default() -> None:
    ruling = referee(composed(FIVE, "", leave("chiamo", "CDEA"), "call B 3c", seats="ABCDE"), "quintiglio")
    assert (ruling["why_not"], ruling["bonus"]) == (None, "cappotto")
    assert ruling["payments"] == {"A": -2, "B": 4, "C": 2, "D": -2, "E": -2}


def six(bid: str, moves: str = "", seats: str = "ABCDEF") -> Hand:
    bids = "B scegliete" if bid == "scegliete" else leave(bid, "CDEF" + ("G" if "G" in seats else "A"))
    return composed(SIX, SIX_TABLE, bids, moves, seats=seats, out="A" if "G" in seats else "")


SIX_STAKES = [("solo", 3), ("solissimo", 4), ("arcisolo", 5), ("dividete", 10), ("scegliete", 20)]


@pytest.mark.parametrize(("contract", "stake"), SIX_STAKES)
def test_003_7_six_players_have_six_cards_and_a_monte_of_four(contract: str, stake: int) -> None:
    """All tricks, so double the stake (project default) from each of five."""
    ruling = referee(six(contract, SIX_MOVES[contract]), "sestiglio")
    assert (ruling["why_not"], ruling["bonus"]) == (None, "cappotto")
    assert ruling["payments"] == {"B": 10 * stake} | dict.fromkeys("ACDEF", -2 * stake)


def test_003_12_six_players_chiedo() -> None:
    """The 6 of cups goes to F for the 3 of batons."""
    moves = "table-card B 6c closed\ncall B 3b\ntake B 2b Ab Rb Cb closed\ngive F 3b to B closed\ntake F 6c closed\n"
    ruling = referee(six("chiedo", moves + "discard B 4b 4c 4d 4s closed"), "sestiglio")
    assert (ruling["why_not"], ruling["payments"]["B"]) == (None, 20)


def test_003_16_17_of_five_opponents_the_first_two_take_the_monte() -> None:
    other = "take E 3s 2s closed\ndiscard E 4b 4c closed\ntake D 3d 2d closed\ndiscard D 4d 4s closed"
    assert not referee(six("dividete", other), "sestiglio")["legal"]


def test_003_11_six_players_partner_and_three_parts_to_one_project_default() -> None:
    ruling = referee(six("chiamo", "call B 3c"), "sestiglio")
    assert ruling["payments"] == {"A": -2, "B": 6, "C": 2, "D": -2, "E": -2, "F": -2}


def test_003_11_alone_wins_as_arcisolo_and_loses_as_solo() -> None:
    won = referee(six("chiamo", "call B 4b"), "sestiglio")
    assert (won["partner"], won["payments"]["B"], won["payments"]["C"]) == (None, 50, -10)
    bids = "B passo, C chiamo, D sto-bene, E sto-bene, F sto-bene, A sto-bene, B sto-bene"
    lost = referee(composed(SIX, SIX_TABLE, bids, "call C 4b", seats="ABCDEF"), "sestiglio")
    assert (lost["why_not"], lost["payments"]["C"], lost["payments"]["B"]) == (None, -30, 6)


def test_003_11_nobody_sees_the_monte_when_a_partner_is_called() -> None:
    assert not referee(six("chiamo", "call B 3c\ntake B 3b 2b Ab Rb closed"), "sestiglio")["legal"]


def test_wit_seven_players_play_as_six_and_the_dealer_rests() -> None:
    ruling = referee(six("arcisolo", seats="ABCDEFG"), "settiglio")
    assert (ruling["why_not"], ruling["next_dealer"]) == (None, "B")
    assert ruling["payments"] == {"A": 0, "B": 50} | dict.fromkeys("CDEFG", -10)


def test_seven_players_with_a_monte_of_five_by_analogy() -> None:
    bids = leave("chiamo", "CDEFGA")
    ruling = referee(composed(SEVEN.format("5d"), SEVEN_TABLE, bids, "call B 3c", seats="ABCDEFG"), "settiglio-monte-5")
    assert (ruling["why_not"], ruling["payments"]["B"], ruling["payments"]["C"]) == (None, 8, 2)
    moves = "take B 3b 2b Ab Rb Cb closed\ndiscard B 5s 4b 4c 4d 4s closed"
    solo = composed(SEVEN.format("5d"), SEVEN_TABLE, leave("solo", "CDEFGA"), moves, seats="ABCDEFG")
    assert referee(solo, "settiglio-monte-5")["payments"]["B"] == 36
    divided = composed(SEVEN.format("5d"), SEVEN_TABLE, leave("dividete", "CDEFGA"), seats="ABCDEFG")
    assert "no such bid" in referee(divided, "settiglio-monte-5")["why_not"]


def test_seven_players_with_a_stripped_pack_by_analogy() -> None:
    bids = leave("chiamo", "CDEFGA")
    hand = composed(SEVEN.format("5s"), "", bids, "call B 3c", seats="ABCDEFG")
    ruling = referee(hand, "settiglio-stripped")
    assert (ruling["why_not"], ruling["payments"]["B"], ruling["payments"]["C"]) == (None, 8, 2)
    assert not referee(hand | {"moves": [{"do": "call", "seat": "B", "card": "4b"}]}, "settiglio-stripped")["legal"]
