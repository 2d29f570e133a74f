"""Stakes in money: exact, and rounded to coins so that the sum stays the same.

In come balances in units of payment (a unit may be a third of a stake) and the value of a stake; out come balances
in coins. A coin is the smallest amount paid: a hundredth, or the unit of the stake itself if that is finer.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

_STAKE: Final = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{1,6}))?|[.,]([0-9]{1,6})", re.ASCII)
_CENTS: Final = 2


class StakeMoney(NamedTuple):
    """The value of a stake, in coins of which `10 ** decimals` make one."""

    coins: int
    decimals: int

    @property
    def stake_text(self) -> str:
        """As it is written."""
        return in_money(self.coins, self.decimals)


class MoneyBalances(NamedTuple):
    """Balances in coins."""

    coins: dict[str, int]
    rounded: bool
    """True if some balance is not a whole number of coins.

    Then each is the next coin below or above it.
    """


def read_stake(text: str) -> StakeMoney | None:
    """`0.10`, `0,10`, `5`; None if it is not an amount, or nothing."""
    found = _STAKE.fullmatch(text.strip())
    if found is None:
        return None
    whole, part = found[1] or "0", found[2] or found[3] or ""
    decimals = max(_CENTS, len(part))
    coins = int(whole + part.ljust(decimals, "0"))
    return StakeMoney(coins, decimals) if coins else None


def in_money(coins: int, decimals: int, point: str = ".") -> str:
    """Coins as an amount: 30 of two decimals are `0.30`."""
    whole, part = divmod(abs(coins), 10**decimals)
    return f"{'-' if coins < 0 else ''}{whole}{point}{part:0{decimals}}"


# The largest remainder: rounding each balance to the nearest coin need not sum to zero.
def in_coins(balances: Mapping[str, int], units: int, stake: StakeMoney) -> MoneyBalances:
    """Balances, `units` to a stake, in coins.

    Where they do not come out, all are rounded down, and the coins that are then missing go to those who lost most by
    it (of equals, to the first): the sum stays what it is, rounded down itself if it is not a whole number of coins.
    """
    exact = {who: Fraction(amount * stake.coins, units) for who, amount in balances.items()}
    coins = {who: amount.numerator // amount.denominator for who, amount in exact.items()}
    total = sum(exact.values(), Fraction())
    missing = total.numerator // total.denominator - sum(coins.values())
    most_lost = sorted(exact, key=lambda who: coins[who] - exact[who])
    for who in most_lost[:missing]:
        coins[who] += 1
    return MoneyBalances(coins, any(amount.denominator != 1 for amount in exact.values()))
