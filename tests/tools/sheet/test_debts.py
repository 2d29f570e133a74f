"""Payments of debts: all are even afterwards, and fewer would not do."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec_tools.output.sheet.debts import MAX_EXACT_PEOPLE, settled_up
from calarec_tools.output.sheet.money import in_coins, in_money, read_stake


def _even(amounts: list[int]) -> list[int]:
    return [*amounts, -sum(amounts)]


def _fewest(amounts: tuple[int, ...]) -> int:
    """Try payments: with so many, then with one more, until all are even.

    A person who is not even pays or is paid until they are: to leave a rest on both sides is never better, for a
    payment between two people can be made larger until one of them is even.
    """
    left = tuple(sorted(amount for amount in amounts if amount))
    if not left:
        return 0
    best = len(left)
    for one, other in combinations(range(len(left)), 2):
        if left[one] * left[other] < 0:
            rest = [amount for place, amount in enumerate(left) if place not in (one, other)]
            best = min(best, 1 + _fewest((*rest, left[one] + left[other])))
    return best


@given(st.lists(st.integers(-6, 6), max_size=5).map(_even))
def test_fewest_by_trying_every_payment(amounts: list[int]) -> None:
    """Held against a search that knows nothing of groups."""
    balances = {f"p{place}": amount for place, amount in enumerate(amounts)}
    found = settled_up(balances)
    assert found.fewest
    assert found.left == 0
    assert len(found.debts) == _fewest(tuple(amounts))


@settings(deadline=None)
@given(st.lists(st.integers(-9, 9), max_size=30))
def test_everybody_is_even_afterwards(amounts: list[int]) -> None:
    """The payments settle any balances, and winners do not pay."""
    balances = {f"p{place}": amount for place, amount in enumerate(amounts)}
    found = settled_up(balances)
    left = dict(balances, **{"": 0})
    for debt in found.debts:
        assert debt.amount > 0
        left[debt.debtor] += debt.amount
        left[debt.creditor] -= debt.amount
    assert left.pop("") == found.left == sum(amounts)
    assert not any(left.values())
    assert {debt.debtor for debt in found.debts}.isdisjoint(debt.creditor for debt in found.debts)


def test_many_people_who_do_not_cancel_out_are_told_apart_from_few() -> None:
    """Up to so many it is proved; beyond that the lack of a proof is reported."""
    few = {f"p{n}": 3**n for n in range(MAX_EXACT_PEOPLE - 1)}
    many = {f"p{n}": 3**n for n in range(MAX_EXACT_PEOPLE)}
    for balances, fewest in ((few, True), (many, False)):
        last = sum(balances.values())
        found = settled_up({**balances, "last": -last})
        assert (found.fewest, len(found.debts)) == (fewest, len(balances))


def test_the_pot_is_somebody() -> None:
    """Amounts put into the pot or taken out are owed to it or by it."""
    found = settled_up({"Anna": -2, "Bruno": -1, "Carla": 0})
    assert [tuple(debt) for debt in found.debts] == [("Anna", "", 2), ("Bruno", "", 1)]
    assert found.left == -3


@pytest.mark.parametrize(
    ("text", "said"),
    [("0.10", "0.10"), ("0,10", "0.10"), ("5", "5.00"), (".5", "0.50"), ("0.005", "0.005"), (" 1 ", "1.00")],
)
def test_stakes_are_read(text: str, said: str) -> None:
    """With a point or a comma, and as fine as they are written."""
    stake = read_stake(text)
    assert stake is not None
    assert stake.stake_text == said


@pytest.mark.parametrize(
    "text", ["", "0", "0.00", "-1", "1.", "1e3", "ten", "1.0000001", "1 000", "1,000.5", "٣", "1234567890"]
)
def test_what_is_no_stake(text: str) -> None:
    """Zero, negative and invalid stakes are refused."""
    assert read_stake(text) is None


@given(
    st.lists(st.integers(-50, 50), max_size=9).map(_even),
    st.sampled_from([1, 2, 3, 4, 6]),
    st.integers(1, 99),
)
def test_rounding_makes_and_loses_nothing(amounts: list[int], units: int, cents: int) -> None:
    """Each is the next coin below or above what is exact, or is exact; the sum is still nothing."""
    balances = {f"p{place}": amount for place, amount in enumerate(amounts)}
    stake = read_stake(f"0.{cents:02}")
    assert stake is not None
    found = in_coins(balances, units, stake)
    exact = {who: Fraction(amount, units) * Fraction(cents, 100) * 100 for who, amount in balances.items()}
    assert sum(found.coins.values()) == 0
    assert all(abs(found.coins[who] - amount) < 1 for who, amount in exact.items())
    assert all(found.coins[who] == amount for who, amount in exact.items() if amount.denominator == 1)
    assert found.rounded == any(amount.denominator != 1 for amount in exact.values())


def test_thirds_of_ten_cents() -> None:
    """Two each lost a third of a stake, one won both: the first loser gives less."""
    stake = read_stake("0.10")
    assert stake is not None
    found = in_coins({"Anna": 2, "Bruno": -1, "Carla": -1}, 3, stake)
    assert found.rounded
    assert found.coins == {"Anna": 7, "Bruno": -3, "Carla": -4}
    assert [in_money(amount, 2) for amount in found.coins.values()] == ["0.07", "-0.03", "-0.04"]
