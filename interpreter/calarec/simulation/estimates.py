"""A figure of a sample: a share or a mean, with number of cases and 95% interval.

An interval of a mean comes from the observed spread, by Student's distribution, so that it is as wide as few figures
need. Equal figures, one or a hundred, have no spread, and get no interval: one without width would be certain of the
unknown. A share needs no spread; Wilson's interval holds for one try as for many.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.solving import worlds

if TYPE_CHECKING:
    from collections.abc import Sequence

_NORMAL: Final = 1.959964
_FEW: Final = (12.706, 4.303, 3.182, 2.776)
"""The quantiles of Student's distribution for 95%, for one to four degrees."""


class Estimate(NamedTuple):
    """A share or a mean of a sample."""

    value: float
    low: float | None
    high: float | None
    """The upper end of the 95% interval; None where the sample gives none."""
    cases: int
    """The number of cases."""


class FoundOut(NamedTuple):
    """In how many cases something holds, where of some that was not found out."""

    cases: int
    """All of them."""
    held: int
    unknown: int

    @property
    def failure_count(self) -> int:
        """In how many it does not hold."""
        return self.cases - self.held - self.unknown

    @property
    def least(self) -> float:
        """The share, if it holds in none of the unknown cases."""
        return self.held / self.cases

    @property
    def most(self) -> float:
        """The share, if it holds in all of them."""
        return (self.held + self.unknown) / self.cases

    @property
    def low(self) -> float:
        """The lower end of an interval that covers whatever the unknown cases are."""
        return worlds.wilson_share(self.held, self.cases).low

    @property
    def high(self) -> float:
        """Its upper end."""
        return worlds.wilson_share(self.held + self.unknown, self.cases).high


def estimate_share(hits: int, tries: int) -> Estimate:
    """A share of tries."""
    return Estimate(*worlds.wilson_share(hits, tries), tries)


def estimate_mean(figures: Sequence[float], least: float = -inf) -> Estimate:
    """Estimate a mean of figures not below `least`; without interval if all are equal."""
    count, found = len(figures), worlds.normal_mean(figures)
    if min(figures) == max(figures):
        return Estimate(found.value, None, None, count)
    wider = student(count - 1) / worlds.SURE
    half = wider * (found.high - found.value)
    return Estimate(found.value, max(found.value - half, least), found.value + half, count)


def student(freedom: int) -> float:
    """The 95% quantile of Student's distribution; above four degrees by its series."""
    if freedom <= len(_FEW):
        return _FEW[freedom - 1]
    z = _NORMAL
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
