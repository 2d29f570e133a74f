"""Which bonuses may apply to a hand of which not every figure is known, and which do in any case."""

from __future__ import annotations

from itertools import combinations
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.base.mappings import FrozenMap
from calarec.core.mechanisms.conditions import ROLES, CardFigure, all_can_hold, can_hold, condition_figures
from calarec.core.mechanisms.settle import adding

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from calarec.core.engine.state import Seating
    from calarec.core.mechanisms.conditions import AnyFigure, PartyRanges, When
    from calarec.core.mechanisms.joint_outcomes import HandOutcome, PartyOutcome, SideOutcome
    from calarec.core.mechanisms.settle import Bonus
    from calarec.rulesets.lint.facts import Facts


Bonuses = tuple[str, ...]
"""The bonuses of one outcome: that of the order, if one applies, then those that are added."""
Points = tuple[int, int]
"""The points of the declarer's side and of the others, before anything is moved."""
MANY: Final = 1_000
"""More points than anybody can have: it only says who has the most."""


class BonusRows(NamedTuple):
    """The bonuses that are looked at in hands of a contract; without a contract in those that nobody bid."""

    facts: Facts
    contract: str
    table: Mapping[str, Bonus]
    order: Sequence[str]
    roles: Mapping[str, tuple[bool, bool]] = FrozenMap({})
    """Of everybody who has a role: whether they are on the declarer's side, and whether on the other."""
    declared: Points = (0, 0)
    """What declarations add to the points of the declarer's side, and of the others."""

    @property
    def every(self) -> tuple[Bonuses, ...]:
        """All that may apply together: one of the order, or none, with any of those that add; none at all first."""
        added = adding(self.table)
        chosen = [each for size in range(len(added) + 1) for each in combinations(added, size)]
        return tuple((*first, *each) for each in chosen for first in ((), *((name,) for name in self.order)))


_Holding = dict[str, "bool | None"]
"""Of every bonus whether its conditions hold; None where they may and may not."""


class Applying(NamedTuple):
    """The bonuses of a hand as far as what is written tells them."""

    together: list[Bonuses]
    """What may apply together: none at all first."""
    sure: frozenset[str]
    """Those whose conditions hold in any case; of the order only the first counts."""


def bonuses(found: Collection[HandOutcome], rows: BonusRows, parties: Mapping[str, bool]) -> Applying:
    """What may apply together in at least one of the ways, and what holds in all; without a way nothing.

    `parties`: of every party whether it is the declarer's side.
    """
    return _applying_in(_holdings(found, rows, parties), rows) if found else Applying([], frozenset())


def find_holding(found: Collection[HandOutcome], rows: BonusRows, parties: Mapping[str, bool]) -> _Holding:
    """Of every bonus whether its conditions hold in all of the ways, or in none; None where they hold in some."""
    every = _holdings(found, rows, parties)
    held = {name: {holding[name] for holding in every} for name in (*rows.order, *adding(rows.table))}
    return {name: values.pop() if len(values) == 1 else None for name, values in held.items()}


def _holdings(found: Collection[HandOutcome], rows: BonusRows, parties: Mapping[str, bool]) -> list[_Holding]:
    """Of every bonus whether its conditions hold, in each of the ways that differ in that."""
    any_way = next(iter(found))
    sides = {}
    for own in {*parties.values()}:
        party = rows.facts.party(any_way.declarer, rows.contract, own=own)
        roles = {role: (each[not own],) * 2 for role, each in rows.roles.items()}
        sides[own] = party._replace(roles=roles, declared=rows.declared[not own])
    return [_holding(rows, _in_way(way, parties, sides)) for way in _told_apart(found, rows, parties, sides)]


def bonuses_of(
    sides: Mapping[bool, PartyRanges],
    rows: BonusRows,
    parties: Mapping[str, bool],
    verdicts: Mapping[str, bool | None],
) -> Applying:
    """What may apply together, and what holds in any case, where the ways of a hand cannot be looked at.

    `verdicts`: of the bonuses that claimed points decide; what they leave open is not paid.
    """
    holding = _holding(rows, {name: sides[own] for name, own in parties.items()})
    holding |= {name: verdict is True for name, verdict in verdicts.items()}
    return _applying_in([holding], rows)


class _Unplayed(NamedTuple):
    """A party of which only its roles and the points of all that it has are known, or not even these."""

    points: tuple[int, int]
    roles: Mapping[str, bool]

    def figure_range(self, which: AnyFigure, /) -> tuple[int, int]:
        """The least and the most that a figure can be."""
        if which in ROLES:
            return (int(self.roles[which]),) * 2
        return self.points if which == "points" else (0, MANY)


def unplayed(roles: Mapping[str, tuple[bool, bool]], points: Points | None) -> dict[bool, PartyRanges]:
    """Both sides of a hand of which no more is known than who has a role and, perhaps, the points."""
    ranges = [(0, MANY)] * 2 if points is None else [(each, each) for each in points]
    return {
        own: _Unplayed(ranges[not own], {role: each[not own] for role, each in roles.items()}) for own in (True, False)
    }


def _told_apart(
    found: Iterable[HandOutcome], rows: BonusRows, parties: Mapping[str, bool], sides: Mapping[bool, PartyOutcome]
) -> Iterable[HandOutcome]:
    """Of the ways in which the same conditions of the bonuses hold only one."""
    every = dict.fromkeys(each for bonus in rows.table.values() for each in bonus.conditions if each.of in parties)
    asked = [_Asked(each, own, sides[own], _read_by(each), {}) for each in every for own in [parties[each.of]]]
    return {tuple([each.answer(way) for each in asked]): way for way in found}.values()


class _Asked(NamedTuple):
    """A condition of which it is asked again and again whether it can hold."""

    when: When
    own: bool
    party: PartyOutcome
    read: Callable[[SideOutcome], object]
    known: dict[object, bool | None]

    def answer(self, way: HandOutcome) -> bool | None:
        """Whether it can hold in a way."""
        side = way.declarer if self.own else way.opponents
        values = self.read(side)
        if values not in self.known:
            self.known[values] = can_hold(self.when, self.party._replace(side=side))
        return self.known[values]


def _read_by(when: When) -> Callable[[SideOutcome], object]:
    """What a condition looks at of a side: of some cards that it has won all that is known of it."""
    asked = condition_figures(when)
    if any(isinstance(each, CardFigure) for each in asked):
        return lambda side: side
    names = [each for each in asked if isinstance(each, str) and each not in ROLES]
    return attrgetter(*names) if names else lambda _: None


def _in_way(
    way: HandOutcome, parties: Mapping[str, bool], sides: Mapping[bool, PartyOutcome]
) -> Mapping[str, PartyRanges]:
    """The parties as they are in a way."""
    these = {own: party._replace(side=way.declarer if own else way.opponents) for own, party in sides.items()}
    return {name: these[own] for name, own in parties.items()}


def _holding(rows: BonusRows, parties: Mapping[str, PartyRanges]) -> _Holding:
    """Of every bonus whether its conditions hold; None where they may and may not."""
    return {
        name: all_can_hold(rows.table[name].conditions, parties, rows.contract)
        for name in (*rows.order, *adding(rows.table))
    }


def _applying_in(every: Sequence[_Holding], rows: BonusRows) -> Applying:
    """What may apply together in one of these ways, and what holds in all."""
    applied = {each for holding in every for each in _applied(holding, rows)}
    sure = frozenset(name for name in rows.table if all(holding.get(name) for holding in every))
    return Applying([each for each in rows.every if each in applied], sure)


def _applied(holding: _Holding, rows: BonusRows) -> Iterator[Bonuses]:
    """What may apply together: what looks at cards may hold or not."""
    added: list[tuple[str, ...]] = [()]
    for name in adding(rows.table):
        if holding[name] is not False:
            added = [each for one in added for each in ((*one, name), *(() if holding[name] else (one,)))]
    for name in rows.order:
        if holding[name] is not False:
            yield from ((name, *each) for each in added)
        if holding[name]:
            return
    yield from added


def roles_of(setting: Seating, own: Collection[int]) -> Mapping[str, tuple[bool, bool]]:
    """Who has a role: whether they are among some seats, and whether among the others."""
    seats = {"dealer": setting.dealer, "eldest": setting.eldest}
    return {name: (seat in own, seat in setting.active and seat not in own) for name, seat in seats.items()}
