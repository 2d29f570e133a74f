"""The referee of Cavendish's game by composed hands: source 004, lines 92 to 103."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.referees.cavendish import match, referee
from tests.referees.compose import (
    EIGHTEEN,
    LAST_TABLE,
    LAST_THREE,
    SEVENTEEN,
    SWEEP,
    SWEEP_TABLE,
    THIRD_SWEEPS,
    THIRD_TABLE,
    composed,
    points,
    renamed,
)

if TYPE_CHECKING:
    from tests.referees.shape import Hand

ACES = "Ab As Ac Ad"
# A asks for the 7 of coins, which B has, gives a baton back, lays two aside and takes two.
EXCHANGE = """
call A 7d
give B 7d to A open
give A 7b to B closed
discard A {} {} closed
take A 5d 6d open
"""


def hand(tricks: str, table: str, bids: str = "B pass, C pass, A play", moves: str = EXCHANGE) -> Hand:
    """A plays, so that B, at his left, leads."""
    return renamed(composed(tricks, table, bids, moves.format(*table.split())), "32AKQJ7654", "hscd")


def test_004_102_the_difference_is_paid_and_eighteen_win() -> None:
    """A has 18 against 17, then 17 against 18: one point each way."""
    won, lost = referee(hand(SEVENTEEN, ACES)), referee(hand(EIGHTEEN, ACES))
    assert (won["why_not"], points(won), won["payments"]) == (None, [18, 17], {"A": 2, "B": -1, "C": -1})
    assert (lost["why_not"], points(lost), lost["payments"]) == (None, [17, 18], {"A": -2, "B": 1, "C": 1})


def test_004_102_the_difference_of_a_clear_loss() -> None:
    assert referee(hand(LAST_THREE, LAST_TABLE))["payments"] == {"A": -22, "B": 11, "C": 11}


def test_004_102_seventy_for_all_tricks() -> None:
    moves = "call A 3b\ngive C 3b to A open\ngive A 4c to C closed\ndiscard A 3d Rs closed\ntake A 2b Ab open"
    ruling = referee(hand(THIRD_SWEEPS, THIRD_TABLE, moves=moves))
    assert (ruling["why_not"], ruling["bonus"]) == (None, "all-tricks")
    assert ruling["payments"] == {"A": 140, "B": -70, "C": -70}


def test_004_102_seventy_to_each_if_the_bidder_loses_all_tricks() -> None:
    ruling = referee(hand(SWEEP, SWEEP_TABLE))
    assert (ruling["bonus"], ruling["payments"]) == ("all-tricks", {"A": -140, "B": 70, "C": 70})


def test_004_97_the_bidding_ends_when_someone_plays() -> None:
    good = hand(SEVENTEEN, ACES)
    for bids in ("C pass, B pass, A play", "B pass, C play, A pass", "B play, C pass, A pass", "B chiamo"):
        assert not referee(good | {"auction": composed(SEVENTEEN, ACES, bids)["auction"]})["legal"], bids


def test_004_98_a_card_goes_back_at_once_face_down() -> None:
    good = hand(SEVENTEEN, ACES)
    call, give, back, aside, take = good["moves"]
    for moves in ([call, give, aside, take, back], [call, give, back | {"open": True}, aside, take],
                  [call, give, aside, take]):  # fmt: skip
        assert not referee(good | {"moves": moves})["legal"]


@pytest.mark.parametrize("number", [0, 1, 4])
def test_004_99_up_to_four_cards_are_laid_aside_before_as_many_are_taken(number: int) -> None:
    aside = " ".join(["none", *ACES.split()[:number]])
    taken = " ".join(["none", *["5d", "6d", "7d", "Cd"][:number]])
    moves = f"call A Ab\ndiscard A {aside} closed\ntake A {taken} open"
    good = hand(EIGHTEEN, ACES, moves=moves)
    assert referee(good)["legal"]  # the ace is in the widow or in A's own hand, which satisfies the call
    assert number or referee(good | {"moves": good["moves"][:1]})["legal"], "no line for no card"


def test_004_99_not_five_nor_more_than_were_laid_aside_nor_after_seeing_the_widow() -> None:
    good = hand(EIGHTEEN, ACES, moves="call A Ab\ndiscard A Ab As closed\ntake A 5d 6d open")
    call, aside, take = good["moves"]
    five = aside | {"cards": [*good["deal"]["A"][:5]]}
    for moves in ([call, take, aside], [call, aside, take | {"cards": ["5d"]}], [call, five, take], [call, aside],
                  [call, aside, take | {"open": False}]):  # fmt: skip
        assert not referee(good | {"moves": moves})["legal"]


def test_004_100_the_left_hand_opponent_leads_in_some_versions_the_right_hand_one() -> None:
    assert not referee(hand(SEVENTEEN, ACES), "cavendish-right-leads")["legal"]
    at_right = hand(EIGHTEEN, ACES, "B pass, C play", "call C Ab\ndiscard C As closed\ntake C 5c open")
    ruling = referee(at_right, "cavendish-right-leads")
    assert (ruling["why_not"], points(ruling), ruling["declarer"]) == (None, [0, 35], "C")
    assert not referee(at_right)["legal"]


def test_004_103_the_american_pack() -> None:
    """The same hand, rank by rank in its place: queens and the last trick count three."""
    moves = EXCHANGE.format("Ab", "As")
    american = renamed(composed(SEVENTEEN, ACES, "B pass, C pass, A play", moves), "AKQJT98765", "hscd")
    ruling = referee(american, "american-1900")
    assert (ruling["why_not"], points(ruling), ruling["payments"]["A"]) == (None, [18, 17], 2)
    assert not referee(american, "cavendish")["legal"]


def test_004_16_46_four_at_the_table_and_all_pass() -> None:
    passed = composed(SEVENTEEN, ACES, "B pass, C pass, D pass", seats="ABCD", out="A") | {"tricks": []}
    ruling = referee(renamed(passed, "32AKQJ7654", "hscd"))
    assert (ruling["outcome"], ruling["next_dealer"], ruling["payments"]["A"]) == ("all_pass", "B", 0)


def test_project_default_suit_is_followed_and_payments_are_added_up() -> None:
    tricks = LAST_THREE.replace("3s 4s 5s", "3s 4c 5s").replace("4d 4c Ad", "4d 4s Ad")
    assert "follow" in referee(hand(tricks, LAST_TABLE))["why_not"]
    assert match([hand(SEVENTEEN, ACES)] * 2)["totals"] == {"A": 4, "B": -2, "C": -2}
