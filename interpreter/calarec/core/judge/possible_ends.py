"""The possible ends of a hand that is not settled.

Points from–to, the side that can have won, payments, bonuses.

Terms. An *end* is an account that some way of the hand comes to; it is *reached* if a way is known. An *open*
value is not known: it is None, never a bound that no way reaches. *Counted* ends are another thing: no way ends beyond
them, and perhaps none reaches them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from calarec.core.base.frozen import NamedTuple, dataclass, field
from calarec.core.engine.state import NOBODY
from calarec.core.mechanisms.conditions import is_for_contract

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.engine.account import Account, Side
    from calarec.core.engine.game import Game

MAX_PAYMENTS: Final = 24
"""The longest list of different payments; of more the list is open."""
MAX_VALUES: Final = 6
"""The widest range of points of which it is looked which are possible."""


class PointRange(NamedTuple):
    """The least and the most points, in the ruleset's unit; ways reach both."""

    least: int
    most: int

    def with_points(self, points: int) -> PointRange:
        """The range that has these points too."""
        return PointRange(min(self.least, points), max(self.most, points))

    def has_points(self, points: int) -> bool:
        """Check whether points are within it."""
        return self.least <= points <= self.most


class PossibleSide(NamedTuple):
    """Seats that can have played together, and their ends; None is open."""

    seats: tuple[int, ...]
    points: PointRange | None
    counted: PointRange | None
    wins: bool | None
    """True if they win in every way in which they are a side; None if open."""
    can_win: bool | None
    """True if they win in some way; None if open."""
    values: tuple[int, ...] | None = None
    """All possible points, if they are few and have gaps."""


FactKind: TypeAlias = Literal["played", "dealt"]


class MemorableFact(NamedTuple):
    """A fact that a player may remember: the player or first holder of a card."""

    kind: FactKind
    seat: int
    card: int
    trick: int = 0


class DecidingFacts(NamedTuple):
    """One or two facts that settle the hand, if they are so."""

    facts: tuple[MemorableFact, ...]
    wins: bool | None
    """True if the declarer's side wins then; None without a declarer."""
    payments: tuple[int, ...]


class CountedSide(NamedTuple):
    """Seats that may be a side, with bounds that no way need reach."""

    seats: tuple[int, ...]
    points: PointRange | None
    wins: bool | None
    """True or False if they have won or lost in any case; None: not shown by counting."""


class CountedEnds(NamedTuple):
    """Sure bounds from the written tricks, of a hand with too many ways to examine."""

    sides: tuple[CountedSide, ...]
    payments: tuple[tuple[int, ...], ...] | None
    """All payments that may be possible.

    Not each of these need be. None: there are too many, or they are open.
    """
    contract: str
    declarer: int


@dataclass(frozen=True, slots=True)
class PossibleEnds:
    """The certain, possible and impossible ends of a hand."""

    sides: tuple[PossibleSide, ...]
    partners: tuple[tuple[int, ...], ...] | None
    """The seats that can have been the declarer's partners; None is open."""
    payments: tuple[tuple[int, ...], ...] | None
    """All payments that are possible, by seat; None is open."""
    bonuses: tuple[tuple[str, bool | None], ...]
    """Pairs of bonus and whether it is certain, impossible, or open (None)."""
    whole: bool
    """True if every way was examined."""
    contract: str = ""
    """The contract that was played; empty where there is none, or that is open."""
    declarer: int = NOBODY
    deciding: tuple[DecidingFacts, ...] = ()
    """Facts that would settle the hand, the likeliest first."""
    by_counting: CountedEnds | None = None
    """Bounds that are sure and perhaps not reached, where not every way was looked at."""


@dataclass(slots=True)
class _SideSoFar:
    points: PointRange | None = None
    counted: PointRange | None = None
    wins: set[bool | None] = field(default_factory=set)
    is_open: bool = False
    """True if some end has unknown points."""
    values: set[int] = field(default_factory=set)
    """The points that are reached."""

    @property
    def is_narrow(self) -> bool:
        """Check whether there are few points between the least and the most."""
        return self.points is not None and 1 < self.points.most - self.points.least <= MAX_VALUES


@dataclass(slots=True)
class GatheredEnds:
    """The ends of a hand that are known so far."""

    sides: dict[tuple[int, ...], _SideSoFar] = field(default_factory=dict)
    partners: dict[tuple[int, ...], None] = field(default_factory=dict)
    payments: dict[tuple[int, ...], None] = field(default_factory=dict)
    bonuses: dict[tuple[str, ...], None] = field(default_factory=dict)
    contracts: dict[tuple[str, int], None] = field(default_factory=dict)
    """The contracts that were played, with their declarers."""
    sought: frozenset[tuple[int, ...]] = frozenset()
    """The sides of which every number of points is looked for."""

    def can_seek_values(self) -> bool:
        """Start to collect every number of points where few; False if there are none."""
        self.sought = frozenset(seats for seats, side in self.sides.items() if side.is_narrow and not side.is_open)
        return bool(self.sought)

    def is_extended_by(self, account: Account) -> bool:
        """Check whether an account adds anything to the ends so far."""
        lists_more = len(self.payments) <= MAX_PAYMENTS
        if (lists_more and account.payments not in self.payments) or account.partners not in self.partners:
            return True
        return account.bonuses not in self.bonuses or any(self._is_side_extended(side) for side in account.sides)

    def _is_side_extended(self, side: Side) -> bool:
        known = self.sides.get(side.seats)
        if known is None or side.wins not in known.wins:
            return True
        if side.seats in self.sought and side.points is not None and side.points not in known.values:
            return True
        pairs = ((known.points, side.points), (known.counted, side.counted))
        return any(points is not None and (span is None or not span.has_points(points)) for span, points in pairs)

    def add_end(self, account: Account) -> None:
        """One more end."""
        if len(self.payments) <= MAX_PAYMENTS:
            self.payments[account.payments] = None
        self.partners[account.partners] = None
        self.bonuses[account.bonuses] = None
        self.contracts[account.contract, account.declarer] = None
        for side in account.sides:
            known = self.sides.setdefault(side.seats, _SideSoFar())
            known.wins.add(side.wins)
            known.points = _with_points(known.points, side.points)
            known.values |= set() if side.points is None else {side.points}
            known.counted = _with_points(known.counted, side.counted)

    def add_possible_ends(self, ends: PossibleEnds) -> None:
        """The ends of a part of the ways; all ways of that part were looked at."""
        for payments in ((),) if ends.payments is None else ends.payments:
            if len(self.payments) <= MAX_PAYMENTS:
                self.payments[payments] = None
        self.partners |= dict.fromkeys(ends.partners or ())
        for excluded in ((False,), (False, None)):
            self.bonuses[tuple(name for name, applies in ends.bonuses if applies not in excluded)] = None
        self.contracts[ends.contract, ends.declarer] = None
        for side in ends.sides:
            known = self.sides.setdefault(side.seats, _SideSoFar())
            known.wins |= {side.wins} if side.wins is not None or not side.can_win else {True, False}
            known.is_open |= side.points is None or side.counted is None
            known.points = _with_range(known.points, side.points)
            known.counted = _with_range(known.counted, side.counted)

    def add_settled_end(self, account: Account) -> None:
        """The only end of a part of the ways, in which points may be open."""
        self.add_end(account)
        for side in account.sides:
            self.sides[side.seats].is_open |= side.points is None or side.counted is None

    def find_ends(self, bonuses: Iterable[str], *, whole: bool) -> PossibleEnds:
        """The possible ends; bounds and lists are open unless the search is `whole`."""
        contract, declarer = next(iter(self.contracts)) if len(self.contracts) == 1 else ("", NOBODY)
        listed = len(self.payments) <= MAX_PAYMENTS and () not in self.payments
        return PossibleEnds(
            tuple(
                _possible_side(seats, known, whole=whole, has_values=seats in self.sought)
                for seats, known in self.sides.items()
            ),
            tuple(self.partners) if whole and self.partners else None,
            tuple(sorted(self.payments)) if whole and listed else None,
            tuple((name, self._is_bonus_certain(name) if whole else None) for name in bonuses),
            whole,
            contract,
            declarer,
        )

    def _is_bonus_certain(self, name: str) -> bool | None:
        """True if a bonus applies in every end, False if in none, None if in some."""
        applied = {name in names for names in self.bonuses}
        return applied.pop() if len(applied) == 1 else None


def names_of_bonuses(game: Game, contracts: Iterable[str]) -> tuple[str, ...]:
    """The bonuses of contracts; of "" those of a hand without a declarer."""
    found: dict[str, None] = {}
    for contract in contracts:
        table = game.rules.settle.bonus if contract else getattr(game.rules.all_pass.params, "bonus", {})
        found |= dict.fromkeys(
            name
            for name, bonus in table.items()
            if not contract or all(is_for_contract(condition, contract) for condition in bonus.conditions)
        )
    return tuple(found)


def _with_points(span: PointRange | None, points: int | None) -> PointRange | None:
    if points is None:
        return span
    return PointRange(points, points) if span is None else span.with_points(points)


def _with_range(span: PointRange | None, more: PointRange | None) -> PointRange | None:
    return span if more is None else _with_points(_with_points(span, more.least), more.most)


def _possible_side(seats: tuple[int, ...], known: _SideSoFar, *, whole: bool, has_values: bool) -> PossibleSide:
    """A possible side; a single way shows that it can have won or lost."""
    points = known.points
    has_gap = points is not None and len(known.values) <= points.most - points.least
    won, lost = True in known.wins, False in known.wins
    return PossibleSide(
        seats,
        known.points if whole and not known.is_open else None,
        known.counted if whole and not known.is_open else None,
        wins=None if not whole or (won and lost) or not (won or lost) else won,
        can_win=True if won else False if whole else None,
        values=tuple(sorted(known.values)) if has_values and has_gap else None,
    )
