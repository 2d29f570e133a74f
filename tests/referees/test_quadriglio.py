"""The referee of the quadriglio by composed hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.referees.compose import composed
from tests.referees.elsewhere import referee
from tests.referees.tables_003 import FOUR, FOUR_LAST

if TYPE_CHECKING:
    from tests.referees.shape import Hand


def quadriglio(bid: str, tricks: str, moves: str = "") -> Hand:
    bids = "B solo" if bid == "solo" else f"B {bid}, C passo, D passo, A passo"
    return composed(tricks, "", bids, moves, seats="ABCD")


def test_mae_divided_double_triple() -> None:
    swap = "table-card B 4c closed\ncall B 3b\ngive C 3b to B closed\ntake C 4c closed"
    pair = referee(quadriglio("chiamo", FOUR_LAST, "call B 3c"), "quadriglio")
    assert (pair["why_not"], pair["partner"], pair["payments"]) == (None, "C", {"A": -1, "B": 1, "C": 1, "D": -1})
    swapped = referee(quadriglio("scambio", FOUR_LAST, swap), "quadriglio")
    assert (swapped["why_not"], swapped["payments"]["B"]) == (None, 6)
    assert referee(quadriglio("solo", FOUR_LAST), "quadriglio")["payments"]["B"] == 9
    assert referee(quadriglio("solo", FOUR), "quadriglio")["bonus"] is None


def test_mae_only_a_three_or_a_two_is_called() -> None:
    assert not referee(quadriglio("chiamo", FOUR_LAST, "call B Ac"), "quadriglio")["legal"]
    assert not referee(quadriglio("chiamo", FOUR_LAST, "call B 2b"), "quadriglio")["legal"]


def test_mae_a_card_is_laid_face_down_before_the_other_is_asked() -> None:
    swap = "table-card B 4c closed\ncall B 3b\ngive C 3b to B closed\ntake C 4c closed"
    good = quadriglio("scambio", FOUR_LAST, swap)
    lay, call, give, take = good["moves"]
    assert not referee(good | {"moves": [call, lay, give, take]}, "quadriglio")["legal"]
    assert not referee(good | {"moves": [lay, call, give]}, "quadriglio")["legal"]
