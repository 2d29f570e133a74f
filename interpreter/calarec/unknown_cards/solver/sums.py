"""The possible sums of a hand's cards: those of all possible placements.

Terms. *Parties* are numbered; each seat belongs to one. *Sums* are the final figures of the parties. The *bounds* of
a world are all sums that it could come to if cards did not exclude each other: more than there are, never fewer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from calarec.core.base.frozen import NamedTuple, dataclass
from calarec.core.engine.cards import bits
from calarec.core.engine.tricks import find_winning_place
from calarec.core.judge.problems import OutOfBudget
from calarec.unknown_cards.solver import propagation
from calarec.unknown_cards.solver.propagation import can_propagate
from calarec.unknown_cards.solver.search import solve_problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from calarec.core.judge.problems import Budget
    from calarec.unknown_cards.solver.problem import CardProblem, World

LAST: Final = -1
"""The party that wins the last trick."""
NONE: Final = -2
MAX_BOUNDS: Final = 1_000
"""The most bounds to examine one by one, which costs some ten steps of the search."""
LOOKS_PER_STEP: Final = 8
"""The worlds whose bounds are examined in vain for one step of the search."""
MAX_WORLDS_LEFT: Final = 200
"""The most worlds whose bounds are reported after the search is given up."""
_BITS: Final = 16
_FIELD: Final = (1 << _BITS) - 1


class PartySums(NamedTuple):
    """The sums of each party: tricks, points in them, points of piles; last trick."""

    tricks: tuple[int, ...]
    in_tricks: tuple[int, ...]
    piles: tuple[int, ...]
    last: int
    of_cards: tuple[tuple[int, ...], ...] = ()
    """The number of certain cards of each party, choice by choice."""


class CountedCards(NamedTuple):
    """Certain cards that are counted, as a mask: dealt, held at first lead, or won."""

    cards: int
    where: str


class Goes(NamedTuple):
    """The destination of a bin's points: tricks or piles, and the party."""

    piles: bool
    party: int
    """A party, LAST or NONE."""


class News(Protocol):
    """A receiver of sums."""

    @property
    def is_done(self) -> bool:
        """Check whether no further sums could be new."""

    def is_new(self, sums: int, /) -> bool:
        """Check whether packed sums are new."""

    def take_sums(self, sums: int, way: World | None = None, /) -> None:
        """Sums that there are in a way, or that cannot be excluded."""


@dataclass(frozen=True, slots=True)
class Counting:
    """The counting of a problem's cards."""

    problem: CardProblem
    points: Sequence[int]
    """The points of each card."""
    parties: Sequence[int]
    """For each place the party that sits there."""
    count: int
    """The number of parties."""
    tricks: int
    """The number of complete tricks."""
    rests: Mapping[int, Goes]
    """The destination of points of every bin that is not a play of such a trick."""
    of_cards: tuple[CountedCards, ...] = ()
    """The counts besides points; only places with a party count dealt and held cards."""

    # ------------------------------------------------------------------ fields of a number

    @property
    def fields(self) -> int:
        """The number of fields of a party; one for the last trick is before them all."""
        return 3 + len(self.of_cards)

    def unpack_sums(self, packed: int) -> PartySums:
        """The sums that a number holds."""
        width, numbers = self.fields, range(1 + self.fields * self.count)
        found = [packed >> _BITS * number & _FIELD for number in numbers]
        tricks, in_tricks, piles, *rest = (tuple(found[1 + place :: width]) for place in range(width))
        return PartySums(tricks, in_tricks, piles, (packed & _FIELD) - 1, tuple(rest))

    def _party_fields(self, party: int, own: int) -> int:
        """The fields of a party, in their place; none without a party."""
        return own << _BITS * (1 + self.fields * party) if party >= 0 else 0

    def _won_fields(self, card: int, *, piles: bool) -> int:
        """The fields that a card adds for its winner, in a trick or with a pile."""
        own = self.points[card] << _BITS * (2 if piles else 1)
        for number, counted in enumerate(self.of_cards):
            if counted.where == "won" and counted.cards >> card & 1:
                own += 1 << _BITS * (3 + number)
        return own

    def _bin_fields(self, card: int, goes: Goes, last: int) -> int:
        """The fields that a card adds in a bin."""
        return self._party_fields(last if goes.party == LAST else goes.party, self._won_fields(card, piles=goes.piles))

    def _held_fields(self, card: int, route: int) -> int:
        """The fields that a card adds by the places where it was dealt and held."""
        way, found = self.problem.routes[route], 0
        for number, counted in enumerate(self.of_cards):
            drawn = counted.where == "held" and self.problem.since[route]
            if counted.cards >> card & 1 and counted.where != "won" and not drawn:
                place = way.start if counted.where == "dealt" else way.end
                found += self._party_fields(self.parties[place], 1 << _BITS * (3 + number))
        return found

    # ------------------------------------------------------------------ one way

    def exact_sums(self, solution: World) -> int:
        """The sums of a decided world."""
        at = {mask.bit_length() - 1: card for card, mask in enumerate(solution.bins)}
        packed, last = 0, NONE
        winners: dict[int, int] = {}
        for trick in self.problem.tricks[: self.tricks]:
            last = self.parties[self.problem.slots[_winning_slot(self.problem, trick, at)]]
            packed += self._party_fields(last, 1)
            winners |= dict.fromkeys(trick, last)
        for card in range(len(self.points)):
            place = solution.bins[card].bit_length() - 1
            goes = Goes(piles=False, party=winners[place]) if place in winners else self.rests[place]
            packed += self._bin_fields(card, goes, last)
            packed += self._held_fields(card, solution.routes[card].bit_length() - 1)
        return packed + (last + 1 if last >= 0 else 0)

    # ------------------------------------------------------------------ what is still open

    def bounds(self, world: World) -> set[int] | None:
        """All sums that a world could come to; None if they are too many to be looked at."""
        winning = self._winning(world)
        of_bin = self._of_bins(winning)
        base = [0] * len(winning)
        free: list[tuple[int, frozenset[Goes]]] = []
        elsewhere = {0}
        trick_of = {slot: number for number, trick in enumerate(self.problem.tricks[: self.tricks]) for slot in trick}
        for card in range(len(self.points)):
            ways = {self._held_fields(card, route) for route in bits(world.routes[card])} if self.of_cards else {0}
            elsewhere = {sums + way for sums in elsewhere for way in ways}
            if len(elsewhere) > MAX_BOUNDS:
                return None
            if not self._won_fields(card, piles=False):
                continue
            numbers = {trick_of.get(place, -1) for place in bits(world.bins[card])}
            if len(numbers) == 1 and -1 not in numbers:
                base[numbers.pop()] += self._won_fields(card, piles=False)
            else:
                free.append((card, frozenset().union(*(of_bin[place] for place in bits(world.bins[card])))))
        found = elsewhere
        for parties, own in zip(winning, base, strict=True):
            units = [self._party_fields(party, 1 + own) for party in parties]
            found = {sums + unit for sums in found for unit in units}
            if len(found) > MAX_BOUNDS:
                return None
        lasts = winning[-1] if winning else (NONE,)
        together: set[int] = set()
        for last in lasts:
            these = found
            for card, ends in free:
                units = list({self._bin_fields(card, goes, last) for goes in ends})
                these = {sums + unit for sums in these for unit in units}
                if len(these) > MAX_BOUNDS:
                    return None
            together |= {sums + (last + 1 if last >= 0 else 0) for sums in these}
        return together

    def branches(self, world: World) -> Iterator[World]:
        """Yield worlds that together are this one, with an open fact decided; or none."""
        found = propagation.slot_candidates(self.problem, world)
        winning = self._winning(world)
        unsure = [
            (len(slots), number, slots)
            for number, parties in enumerate(winning)
            if len(parties) > 1
            for slots in [self._possible_slots(world, number, found)]
        ]
        if unsure:
            _, number, slots = min(unsure)
            for slot in slots:
                branch = world.copy_world()
                branch.winners[number] = slot
                yield branch
            return
        of_bin = self._of_bins(winning)
        best: tuple[int, int, dict[frozenset[Goes], int]] | None = None
        for card, points in enumerate(self.points):
            masks: dict[frozenset[Goes], int] = {}
            for place in bits(world.bins[card]) if self._won_fields(card, piles=False) else ():
                masks[of_bin[place]] = masks.get(of_bin[place], 0) | 1 << place
            if len(masks) > 1 and (best is None or points > best[0]):
                best = points, card, masks
        for mask in best[2].values() if best is not None else ():
            assert best is not None
            branch = world.copy_world()
            branch.bins[best[1]] &= mask
            yield branch
        if best is None:
            yield from self._by_routes(world)

    def _by_routes(self, world: World) -> Iterator[World]:
        """Yield worlds by the place where a counted card was dealt or held."""
        for card in range(len(self.points)) if self.of_cards else ():
            masks: dict[int, int] = {}
            for route in bits(world.routes[card]):
                adds = self._held_fields(card, route)
                masks[adds] = masks.get(adds, 0) | 1 << route
            if len(masks) > 1:
                for mask in masks.values():
                    branch = world.copy_world()
                    branch.routes[card] &= mask
                    yield branch
                return

    def _winning(self, world: World) -> list[frozenset[int]]:
        """The parties that can have won each trick."""
        found = propagation.slot_candidates(self.problem, world)
        slots = self.problem.slots
        return [
            frozenset(self.parties[slots[slot]] for slot in self._possible_slots(world, number, found))
            for number in range(self.tricks)
        ]

    def _possible_slots(self, world: World, number: int, found: list[int]) -> list[int]:
        """The slots that can have won a trick."""
        if world.winners[number] >= 0:
            return [world.winners[number]]
        return propagation.possible_winners(self.problem, self.problem.tricks[number], found)

    def _of_bins(self, winning: list[frozenset[int]]) -> dict[int, frozenset[Goes]]:
        """The possible destinations of each bin's points."""
        ways = {place: frozenset((goes,)) for place, goes in self.rests.items()}
        for trick, parties in zip(self.problem.tricks, winning, strict=False):
            ways |= dict.fromkeys(trick, frozenset(Goes(piles=False, party=party) for party in parties))
        return ways


def _winning_slot(problem: CardProblem, trick: Sequence[int], at: Mapping[int, int]) -> int:
    """The slot that wins a trick of which every card is known."""
    cards = [at[slot] for slot in trick]
    trump = 0 if problem.obliged is None else problem.obliged.trump
    return trick[find_winning_place(cards, problem.suit_of, trump)]


def can_explore_all(counting: Counting, world: World, solution: World, budget: Budget, news: News) -> bool:
    """Pass all new sums of a world to `news`; a solution of it is known.

    False if the search was given up, with too many possible sums left to pass as not excluded.
    """
    return Exploration(counting, world, solution).can_tell_all(budget, news)


@dataclass(slots=True)
class _WorldPart:
    """A part of the ways of a world."""

    world: World
    known: World | None
    """A way that is in it."""
    is_found_here: bool = False
    """True if the way was looked for in this very part."""
    is_narrowed: bool = False
    is_empty: bool = False
    parts: list[_WorldPart] | None = None
    """Parts that together are this one, once it was divided."""


class Exploration:
    """The ways of a world, divided as far as needed, for one search or several."""

    def __init__(self, counting: Counting, world: World, solution: World) -> None:
        self.counting = counting
        self.root: _WorldPart = _WorldPart(world.copy_world(), solution, is_found_here=True)

    def can_tell_all(self, budget: Budget, news: News) -> bool:
        """Pass on all sums that are new.

        False if the search was given up, unless the bounds of what was left are passed on.
        """
        waiting = [self.root]
        in_vain = 0
        while waiting:
            part = waiting.pop()
            try:
                if not self._has_news(part, news):
                    in_vain += 1
                    if in_vain % LOOKS_PER_STEP == 0 and not news.is_done:
                        budget.spend()
                    continue
                if not self._can_narrow(part, budget, news) or not self._has_way(part, budget):
                    continue
            except OutOfBudget:
                left = (part, *waiting)
                return len(left) <= MAX_WORLDS_LEFT and all(self._can_tell_bounds(other, news) for other in left)
            if part.is_found_here and part.known is not None:
                news.take_sums(self.counting.exact_sums(part.known), part.known)
            waiting += self._divide(part)
        return True

    def _has_news(self, part: _WorldPart, news: News) -> bool:
        """Look at the bounds of a part for something new."""
        if news.is_done or part.is_empty:
            return False
        bounds = self.counting.bounds(part.world)
        return bounds is None or any(news.is_new(sums) for sums in bounds)

    def _can_narrow(self, part: _WorldPart, budget: Budget, news: News) -> bool:
        """Narrow a part; False if nothing new is left in it."""
        if part.is_narrowed:
            return True
        if not can_propagate(self.counting.problem, part.world, budget):
            part.is_empty = True
            return False
        part.is_narrowed = True
        return self._has_news(part, news)

    def _has_way(self, part: _WorldPart, budget: Budget) -> bool:
        """Look for a way in a part if none is known."""
        if part.known is None:
            part.known = solve_problem(self.counting.problem, part.world, budget)
            part.is_found_here = True
            part.is_empty = part.known is None
        return part.known is not None

    def _divide(self, part: _WorldPart) -> list[_WorldPart]:
        """The parts of a part."""
        if part.parts is None:
            part.parts = [
                _WorldPart(branch, part.known if _has_solution(self.counting, branch, part.known) else None)
                for branch in self.counting.branches(part.world)
            ]
        return part.parts

    def _can_tell_bounds(self, part: _WorldPart, news: News) -> bool:
        bounds = set() if part.is_empty else self.counting.bounds(part.world)
        for sums in bounds or ():
            news.take_sums(sums)
        return bounds is not None


def _has_solution(counting: Counting, world: World, solution: World | None) -> bool:
    """Check whether a solution is in a world."""
    if solution is None:
        return False
    both = zip((*solution.bins, *solution.routes), (*world.bins, *world.routes), strict=True)
    if any(known & ~other for known, other in both):
        return False
    at = {mask.bit_length() - 1: card for card, mask in enumerate(solution.bins)}
    for trick, winner in zip(counting.problem.tricks, world.winners, strict=True):
        if winner >= 0 and winner != _winning_slot(counting.problem, trick, at):
            return False
    return True
