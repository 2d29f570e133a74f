"""Points and payments in the words that people use."""

from __future__ import annotations

import pytest

from calarec.core.engine.account import payment_said, points_said
from calarec.core.wording.language import text_in


@pytest.mark.parametrize(("points", "units", "said"), [
    (24, 3, "8"), (23, 3, "7 2/3"), (2, 3, "2/3"), (-23, 3, "-7 2/3"), (0, 3, "0"), (35, 1, "35"),
])  # fmt: skip
def test_points_are_whole_points_and_a_fraction(points: int, units: int, said: str) -> None:
    """Points are whole numbers and fractions, not 23 thirds."""
    assert points_said(points, units) == said


@pytest.mark.parametrize(("amount", "units", "english", "italian"), [
    (3, 1, "3", "3"),
    (3, 3, "1 (3 thirds)", "1 (3 terzi)"),
    (1, 3, "1/3 (1 third)", "1/3 (1 terzo)"),
    (5, 2, "2 1/2 (5 halves)", "2 1/2 (5 mezzi)"),
    (7, 5, "1 2/5 (7/5)", "1 2/5 (7/5)"),
])  # fmt: skip
def test_a_payment_in_parts_of_a_stake_says_both(amount: int, units: int, english: str, italian: str) -> None:
    """A payment is followed by the number that a record writes, in brackets."""
    said = payment_said(amount, units)
    assert (text_in(said, "en"), text_in(said, "it")) == (english, italian)
