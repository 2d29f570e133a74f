"""The possible and certain bonuses of a hand with unknown figures."""

from __future__ import annotations

from itertools import groupby, product
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import FrozenMap, NamedTuple
from calarec.core.engine.side_points import list_said_figures
from calarec.core.mechanisms.conditions import (
    all_can_hold,
    can_hold,
    condition_figures,
    condition_parts,
    is_known_by_seats,
    make_said_figure,
)
from calarec.core.mechanisms.joint_outcomes import outcome_fields
from calarec.core.mechanisms.settle import adding

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.engine.tally import Tally
    from calarec.core.mechanisms.conditions import Alternative, AnyFigure, PartyRanges
    from calarec.core.mechanisms.joint_outcomes import HandOutcome, PartyOutcome, SideOutcome
    from calarec.core.mechanisms.settle import Bonus
    from calarec.rule_files.lint.facts import Facts


Bonuses = tuple[str, ...]
"""The bonuses of one outcome: that of the order, if any, then the added ones."""
Points = tuple[int, int]
"""The points of the declarer's side and of the others, before anything is moved."""
MANY_POINTS: Final = 1_000
"""More points than anybody can have: it only says who has the most."""


class BonusRows(NamedTuple):
    """The bonuses of hands of a contract; without one, of hands that all passed."""

    facts: Facts
    contract: str
    table: Mapping[str, Bonus]
    order: Sequence[str]
    roles: Mapping[str, tuple[bool, bool]] = FrozenMap({})
    """Each role with two flags: on the declarer's side, on the other side."""
    declared: Points = (0, 0)
    """The points of declarations of the declarer's side, and of the others."""
    counted: Points | None = None
    """The final points of the declarer's side and the others, if known."""
    placed: frozenset[str] = frozenset()
    """The bonuses by a card that some player has in any case."""

    @property
    def possible_combinations(self) -> tuple[Bonuses, ...]:
        """All possible sets: at most one of the order, with any added ones; none first."""
        choices: dict[str, list[Bonuses]] = {}
        for name in adding(self.table):
            choices.setdefault(bonus_name(name), [()]).append((name,))
        chosen = sorted((sum(names, ()) for names in product(*choices.values())), key=len)
        return tuple((*first, *names) for names in chosen for first in ((), *((name,) for name in self.order)))


def bonus_name(name: str) -> str:
    """The bonus of an entry: `aces` of `aces×3` (three of them) or `aces@1` (seat 1)."""
    return name.partition(_COUNT_SIGN)[0].partition(_SEAT_SIGN)[0]


def seat_of_entry(name: str) -> int | None:
    """The seat that pays or is paid by a card in an entry; None: none does."""
    seat = name.partition(_SEAT_SIGN)[2].partition(_COUNT_SIGN)[0]
    return int(seat) if seat else None


def count_of_entry(name: str) -> int:
    """The number of things that the bonus of an entry is paid for."""
    return int(name.partition(_COUNT_SIGN)[2] or 1)


def with_counts(table: Mapping[str, Bonus], facts: Facts, seats: Sequence[int] = ()) -> dict[str, Bonus]:
    """The bonuses; of one that is paid for each, or by a card, an entry for each way."""
    found: dict[str, Bonus] = {}
    by_seat = {
        f"{name}{_SEAT_SIGN}{seat}" if bonus.card_place else name: bonus
        for name, bonus in table.items() for seat in (seats if bonus.card_place else seats[:1] or (0,))
    }  # fmt: skip
    for name, bonus in by_seat.items():
        if bonus.for_each is None:
            found[name] = bonus
        else:
            most = facts.most_for_each(bonus.for_each)
            found |= {f"{name}{_COUNT_SIGN}{count}": bonus.with_count(count) for count in range(1, most + 1)}
    return found


_COUNT_SIGN: Final = "×"
_SEAT_SIGN: Final = "@"
_Verdicts = dict[str, "bool | None"]
"""Each bonus with whether its conditions hold; None where they may and may not."""


class Applying(NamedTuple):
    """The bonuses of a hand as far as what is written tells them."""

    together: list[Bonuses]
    """The possible sets of bonuses: the empty one first."""
    sure: frozenset[str]
    """The bonuses that hold in any case; of the order only the first counts."""


def bonuses_in_ways(found: Collection[HandOutcome], rows: BonusRows, parties: Mapping[str, bool]) -> Applying:
    """The sets of bonuses in at least one way, and the certain ones; perhaps empty.

    `parties`: for each party whether it is the declarer's side.
    """
    return _applying_in(_verdicts_in_ways(found, rows, parties), rows) if found else Applying([], frozenset())


def find_holding(found: Collection[HandOutcome], rows: BonusRows, parties: Mapping[str, bool]) -> _Verdicts:
    """Decide each bonus over all ways: True in all, False in none, else None."""
    every = _verdicts_in_ways(found, rows, parties)
    held = {name: {holding[name] for holding in every} for name in (*rows.order, *adding(rows.table))}
    return {name: values.pop() if len(values) == 1 else None for name, values in held.items()}


def _verdicts_in_ways(found: Collection[HandOutcome], rows: BonusRows, parties: Mapping[str, bool]) -> list[_Verdicts]:
    """Decide each bonus in each of the ways that differ in that."""
    any_way = next(iter(found))
    sides = {}
    for own in {*parties.values()}:
        party = rows.facts.party(any_way.declarer, rows.contract, own=own)
        roles = {role: (sides_of_role[not own],) * 2 for role, sides_of_role in rows.roles.items()}
        counted = None if rows.counted is None else rows.counted[not own]
        wins = parties["winners"] is own
        sides[own] = party._replace(roles=roles, declared=rows.declared[not own], counted=counted, wins=wins)
    return [
        _bonus_verdicts(rows, _parties_in_way(way, parties, sides))
        for way in _distinct_ways(found, rows, parties, sides)
    ]


def bonuses_without_ways(
    sides: Mapping[bool, PartyRanges],
    rows: BonusRows,
    parties: Mapping[str, bool],
    verdicts: Mapping[str, bool | None],
) -> Applying:
    """The possible sets and certain bonuses, if the ways cannot be examined.

    `verdicts`: those of bonuses that claimed points decide; a bonus that they leave open is not paid.
    """
    holding = _bonus_verdicts(
        rows, {name: _WithResult(sides[own], own is parties["winners"]) for name, own in parties.items()}
    )
    holding |= {name: verdicts[bonus_name(name)] is True for name in holding if bonus_name(name) in verdicts}
    return _applying_in([holding], rows)


class _UnplayedSide(NamedTuple):
    """A party of which at most roles and total points are known."""

    points: tuple[int, int]
    counted: tuple[int, int]
    roles: Mapping[str, bool]

    def figure_range(self, which: AnyFigure, /) -> tuple[int, int]:
        """The least and the most that a figure can be."""
        if is_known_by_seats(which):
            return (int(self.roles[str(which)]),) * 2
        return self.points if which == "points" else self.counted if which == "counted" else (0, MANY_POINTS)


class _WithResult(NamedTuple):
    """A party of which the result is known, too."""

    party: PartyRanges
    wins: bool

    def figure_range(self, which: AnyFigure, /) -> tuple[int, int]:
        """The least and the most that a figure can be."""
        return (int(self.wins),) * 2 if which == "result" else self.party.figure_range(which)


def unplayed_sides(
    roles: Mapping[str, tuple[bool, bool]], points: Points | None, counted: Points | None
) -> dict[bool, PartyRanges]:
    """Both sides of a hand with only known roles and perhaps points."""
    ranges, ends = (
        [(0, MANY_POINTS)] * 2 if known is None else [(point, point) for point in known] for known in (points, counted)
    )
    return {
        own: _UnplayedSide(ranges[not own], ends[not own], {role: sides[not own] for role, sides in roles.items()})
        for own in (True, False)
    }


def counted_points(account: Account, own: Collection[int]) -> Points | None:
    """The final points of some seats' sides, and of the others; None if not known."""
    if any(side.counted is None for side in account.sides):
        return None
    mine = [side.seats[0] in own for side in account.sides]
    sums = [sum(side.counted or 0 for side, is_mine in zip(account.sides, mine, strict=True) if is_mine is which)
            for which in (True, False)]  # fmt: skip
    return sums[0], sums[1]


def _distinct_ways(
    found: Iterable[HandOutcome], rows: BonusRows, parties: Mapping[str, bool], sides: Mapping[bool, PartyOutcome]
) -> Iterable[HandOutcome]:
    """Drop ways in which the same conditions of the bonuses hold as in others."""
    every = dict.fromkeys(
        condition
        for bonus in rows.table.values()
        for condition in condition_parts(bonus.conditions)
        if condition.of in parties
    )
    asked = [
        _Asked(condition, own, sides[own], _figure_reader(condition), {})
        for condition in every
        for own in [parties[condition.of]]
    ]
    return {tuple([question.verdict_in(way) for question in asked]): way for way in found}.values()


class _Asked(NamedTuple):
    """A condition of which it is asked again and again whether it can hold."""

    when: Alternative
    own: bool
    party: PartyOutcome
    read: Callable[[SideOutcome], object]
    known: dict[object, bool | None]

    def verdict_in(self, way: HandOutcome) -> bool | None:
        """Check whether it can hold in a way."""
        side = way.declarer if self.own else way.opponents
        values = self.read(side)
        if values not in self.known:
            self.known[values] = can_hold(self.when, self.party._replace(side=side))
        return self.known[values]


def _figure_reader(when: Alternative) -> Callable[[SideOutcome], object]:
    """The figures of a side that a condition needs.

    For certain won cards it is everything known of them.
    """
    names = sorted(outcome_fields(condition_figures(when)))
    return attrgetter(*names) if names else lambda _: None


def _parties_in_way(
    way: HandOutcome, parties: Mapping[str, bool], sides: Mapping[bool, PartyOutcome]
) -> Mapping[str, PartyRanges]:
    """The parties as they are in a way."""
    these = {own: party._replace(side=way.declarer if own else way.opponents) for own, party in sides.items()}
    return {name: these[own] for name, own in parties.items()}


def _bonus_verdicts(rows: BonusRows, parties: Mapping[str, PartyRanges]) -> _Verdicts:
    """Decide each bonus; None where its conditions may and may not hold."""
    verdicts = {
        name: all_can_hold(rows.table[name].conditions, parties, rows.contract)
        for name in (*rows.order, *adding(rows.table))
    }
    # Perhaps no seat has the card.
    open_cards = {name for name in verdicts if rows.table[name].card_place and bonus_name(name) not in rows.placed}
    return {name: verdict and None if name in open_cards else verdict for name, verdict in verdicts.items()}


def list_placed_bonuses(game: Game, table: Mapping[str, Bonus], *, has_declarer: bool) -> frozenset[str]:
    """The bonuses by a card that some player has in every hand that is played out."""
    piles = game.rules.piles.values()
    lost = ("nobody",) if has_declarer else ("nobody", "declarer")
    found_by = {
        "dealt": not any(pile.dealt for pile in piles),
        "won": not any(pile.won_by in lost for pile in piles),
    }
    return frozenset(name for name, bonus in table.items() if found_by.get(bonus.card_place))


def _applying_in(every: Sequence[_Verdicts], rows: BonusRows) -> Applying:
    """The sets of bonuses that may apply in one of these ways, and the certain ones."""
    applied = {names for holding in every for names in _combinations_allowed(holding, rows)}
    sure = frozenset(bonus_name(name) for name in rows.table if all(holding.get(name) for holding in every))
    return Applying([names for names in rows.possible_combinations if names in applied], sure)


def _combinations_allowed(holding: _Verdicts, rows: BonusRows) -> Iterator[Bonuses]:
    """Yield the possible sets: conditions on cards may hold or not.

    At most one entry of a bonus counts, and exactly one if it is certain, whichever seat has the card.
    """
    added: list[tuple[str, ...]] = [()]
    for _, entries in groupby(adding(rows.table), bonus_name):
        possible = [name for name in entries if holding[name] is not False]
        without = [] if any(holding[name] for name in possible) else added
        added = [*without, *((*names, name) for names in added for name in possible)]
    for name in rows.order:
        if holding[name] is not False:
            yield from ((name, *names) for names in added)
        if holding[name]:
            return
    yield from added


def roles_and_announcements(game: Game, tally: Tally, own: Collection[int]) -> Mapping[str, tuple[bool, bool]]:
    """Roles and announcements: whether some seats have them, and whether the others."""
    found = dict(roles_of(tally.setting, own))
    others = [seat for seat in tally.setting.active if seat not in own]
    for name in (name for name, entry in game.rules.standing.items() if entry.do == "declare"):
        figure = make_said_figure(name)
        found[figure] = (figure in list_said_figures(tally, own), figure in list_said_figures(tally, others))
    return found


def roles_of(setting: Seating, own: Collection[int]) -> Mapping[str, tuple[bool, bool]]:
    """Each role with two flags: among some seats, among the others."""
    seats = {"dealer": setting.dealer, "eldest": setting.eldest}
    return {name: (seat in own, seat in setting.active and seat not in own) for name, seat in seats.items()}
