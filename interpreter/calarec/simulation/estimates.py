"""A figure of a sample: a share or a mean, of how many it is, and the interval of 95% where the sample gives one.

An interval of a mean comes from the spread that was seen, by Student's distribution, so that it is as wide as few
figures need. Where all figures are alike, one alone or a hundred, no spread was seen: then there is none, for one of no
width would be certain of what nobody knows. A share needs no spread, Wilson's interval holds for one try as for many.
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
"""How far 95% of Student's distribution reach on either side, for one degree of freedom to four."""


class Estimate(NamedTuple):
    """A share or a mean of a sample."""

    value: float
    low: float | None
    high: float | None
    """The interval in which it lies with a certainty of 95%; None where the sample gives none."""
    cases: int
    """Of how many it is the share or the mean."""


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
    """A mean of figures that cannot be less than `least`; without an interval where all of them are alike."""
    count, found = len(figures), worlds.normal_mean(figures)
    if min(figures) == max(figures):
        return Estimate(found.value, None, None, count)
    wider = student(count - 1) / worlds.SURE
    half = wider * (found.high - found.value)
    return Estimate(found.value, max(found.value - half, least), found.value + half, count)


def student(freedom: int) -> float:
    """How far 95% of Student's distribution reach on either side; beyond four degrees by its series."""
    if freedom <= len(_FEW):
        return _FEW[freedom - 1]
    z = _NORMAL
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
