"""The odds of each end of an unsettled hand over the deals that fit.

Terms. Every *deal* that fits the record counts the same. If it can have been played in several ways, they have equal
parts of it. Deals are *counted*, all of them, or *sampled*; the result of a sample is an estimate and has an
interval. Nothing here is certain; certain facts are in `possible_ends`.
"""

from __future__ import annotations

from fractions import Fraction
from math import fsum, sqrt
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from calarec.core.base.frozen import NamedTuple, dataclass, field
from calarec.core.engine.state import NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.engine.account import Account

CONFIDENCE: Final = 95
"""The true share is within the interval in this number of a hundred samples."""
_DEVIATIONS: Final = 1.959964
"""Standard deviations on either side of the mean that hold 95% of a normal curve."""

NoOdds: TypeAlias = Literal["scores", "open", "steps"]
"""The reason without odds: no written cards, unknown worlds, or too long a search."""


class Share(NamedTuple):
    """The share of cases, from 0 to 1, and its interval.

    The interval of a count is the share.
    """

    share: float
    least: float
    most: float


class SideOdds(NamedTuple):
    """The odds that some seats are a side, win as one, and have certain points."""

    seats: tuple[int, ...]
    is_side: Share
    wins: Share
    points: tuple[tuple[int, Share], ...]


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of each end over the deals that fit a record.

    Without deals there are none, and `refusal` is the reason.
    """

    deals: int = 0
    """The number of deals that were counted or sampled."""
    is_count: bool = False
    """True if these are all deals that fit; otherwise they are a sample."""
    ways: int = 0
    """The ways to play these deals, if they were counted."""
    seed: int = 0
    """With which a sample can be drawn again."""
    declarer: int = NOBODY
    """The declarer; `NOBODY` where there is none, or not the same in all."""
    declarer_wins: Share | None = None
    """The share of wins of the declarer's side."""
    sides: tuple[SideOdds, ...] = ()
    partners: tuple[tuple[tuple[int, ...], Share], ...] = ()
    payments: tuple[tuple[tuple[int, ...], Share], ...] = ()
    bonuses: tuple[tuple[str, Share], ...] = ()
    refusal: NoOdds | None = None

    def join_shares(self, shares: Iterable[Share]) -> Share:
        """Add the shares of things that exclude each other."""
        share = fsum(part.share for part in shares)
        if self.is_count:
            return Share(share, share, share)
        hits = round(share * self.deals)
        return Share(hits / self.deals, *wilson_interval(hits, self.deals))


def wilson_interval(hits: int, size: int) -> tuple[float, float]:
    """The interval of a share of a sample, which stays between 0 and 1.

    E. B. Wilson, Journal of the American Statistical Association 22 (1927).
    """
    z = _DEVIATIONS
    share, spread = hits / size, 1 + z * z / size
    middle = (share + z * z / (2 * size)) / spread
    half = z * sqrt(share * (1 - share) / size + z * z / (4 * size * size)) / spread
    return max(0.0, middle - half) if hits else 0.0, min(1.0, middle + half) if hits < size else 1.0


@dataclass(slots=True)
class GatheredOdds:
    """Adds up how often ends occur.

    In a sample each counts one, in a count its part of a deal.
    """

    is_count: bool
    weight: Fraction = Fraction(0)
    weights: dict[tuple[str, Any], Fraction] = field(default_factory=dict)
    """The weight of each feature of an end: its kind and value."""

    def add_end(self, account: Account, weight: Fraction) -> None:
        """An end that occurs so often."""
        self.weight += weight
        for feature in _features_of(account):
            self.weights[feature] = self.weights.get(feature, Fraction(0)) + weight

    def find_odds(self, bonuses: Iterable[str], *, deals: int, ways: int, seed: int) -> Odds:
        """The shares of all that was added."""
        declarers = self._list_values("declarer")
        declarer = declarers[0] if len(declarers) == 1 else NOBODY
        points = self._shares_of("points")
        return Odds(
            deals=deals,
            is_count=self.is_count,
            ways=ways,
            seed=seed,
            declarer=declarer,
            declarer_wins=None if declarer == NOBODY else self._share_of("declarer wins", declarer),
            sides=tuple(
                SideOdds(
                    seats,
                    is_side,
                    self._share_of("wins", seats),
                    tuple((number, share) for (others, number), share in points if others == seats),
                )
                for seats, is_side in self._shares_of("side")
            ),
            partners=self._shares_of("partners"),
            payments=self._shares_of("payments"),
            bonuses=tuple((name, self._share_of("bonus", name)) for name in bonuses),
        )

    def _list_values(self, kind: str) -> list[Any]:
        return sorted(value for of_kind, value in self.weights if of_kind == kind)

    def _shares_of(self, kind: str) -> tuple[tuple[Any, Share], ...]:
        return tuple((value, self._share_of(kind, value)) for value in self._list_values(kind))

    def _share_of(self, kind: str, value: object) -> Share:
        weight = self.weights.get((kind, value), Fraction(0))
        share = float(weight / self.weight)
        if self.is_count:
            return Share(share, share, share)
        return Share(share, *wilson_interval(int(weight), int(self.weight)))


def _features_of(account: Account) -> Iterator[tuple[str, Any]]:
    """Yield the features of an end that are counted."""
    yield "declarer", account.declarer
    yield "partners", account.partners
    if account.payments:
        yield "payments", account.payments
    for name in account.bonuses:
        yield "bonus", name
    for side in account.sides:
        yield "side", side.seats
        if side.points is not None:
            yield "points", (side.seats, side.points)
        if side.wins:
            yield "wins", side.seats
            if account.declarer in side.seats:
                yield "declarer wins", account.declarer
