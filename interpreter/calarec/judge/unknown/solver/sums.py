"""What the cards of a hand can add up to: every sum that some way in which they can have lain gives.

Terms. *Parties* are numbered; each seat belongs to one. *Sums* are what the parties have in the end. The *bounds*
of a world are all sums that it could come to if no card stood in the way of another: more than there are, never fewer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from calarec.base.frozen import NamedTuple, dataclass
from calarec.engine.cards import bits
from calarec.judge.unknown.solver import propagation
from calarec.judge.unknown.solver.budget import OutOfBudget
from calarec.judge.unknown.solver.propagation import settle
from calarec.judge.unknown.solver.search import solve

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from calarec.judge.unknown.solver.budget import Budget
    from calarec.judge.unknown.solver.problem import CardProblem, World

LAST: Final = -1
"""Whoever wins the last trick."""
NONE: Final = -2
MOST_BOUNDS: Final = 1_000
"""More bounds than this are not looked at one by one: that costs more than some ten steps of the search."""
_BITS: Final = 16
_FIELD: Final = (1 << _BITS) - 1


class PartySums(NamedTuple):
    """What each party has: tricks, points of the cards in them, points of piles; and who has the last trick."""

    tricks: tuple[int, ...]
    in_tricks: tuple[int, ...]
    piles: tuple[int, ...]
    last: int

    @staticmethod
    def unpacked(packed: int, count: int) -> PartySums:
        """The sums of so many parties that a number holds: one field for the last trick, then three for each party."""
        fields = [packed >> _BITS * number & _FIELD for number in range(1 + 3 * count)]
        return PartySums(tuple(fields[1::3]), tuple(fields[2::3]), tuple(fields[3::3]), (packed & _FIELD) - 1)


class Goes(NamedTuple):
    """Where the points of a bin go: with the tricks or with the piles, and to whom."""

    piles: bool
    party: int
    """A party, LAST or NONE."""


class News(Protocol):
    """Who wants to hear of sums."""

    @property
    def done(self) -> bool:
        """Whether nothing that could come would say anything new."""

    def new(self, sums: int, /) -> bool:
        """Whether sums, packed, would say something that is not known yet."""

    def take(self, sums: int, /) -> None:
        """Sums that there are, or that cannot be excluded."""


@dataclass(frozen=True, slots=True)
class Counting:
    """How the cards of a problem are counted."""

    problem: CardProblem
    points: Sequence[int]
    """What each card is worth."""
    parties: Sequence[int]
    """For each place the party that sits there."""
    count: int
    """How many parties there are."""
    tricks: int
    """So many tricks were played to their end."""
    rests: Mapping[int, Goes]
    """Where the points go of every bin that is no play of such a trick."""

    # ------------------------------------------------------------------ one way

    def exact(self, solution: World) -> int:
        """The sums of a decided world."""
        at = {mask.bit_length() - 1: card for card, mask in enumerate(solution.bins)}
        packed, last = 0, NONE
        winners: dict[int, int] = {}
        for trick in self.problem.tricks[: self.tricks]:
            last = self.parties[self.problem.slots[_winner(self.problem, trick, at)]]
            packed += _trick(last)
            winners |= dict.fromkeys(trick, last)
        for card, points in enumerate(self.points):
            if points:
                place = solution.bins[card].bit_length() - 1
                goes = Goes(piles=False, party=winners[place]) if place in winners else self.rests[place]
                packed += points * _unit(goes, last)
        return packed + (last + 1 if last >= 0 else 0)

    # ------------------------------------------------------------------ what is still open

    def bounds(self, world: World) -> set[int] | None:
        """All sums that a world could come to; None if they are too many to be looked at."""
        winning = self._winning(world)
        of_bin = self._of_bins(winning)
        base = [0] * len(winning)
        free: list[tuple[int, frozenset[Goes]]] = []
        trick_of = {slot: number for number, trick in enumerate(self.problem.tricks[: self.tricks]) for slot in trick}
        for card, points in enumerate(self.points):
            if not points:
                continue
            numbers = {trick_of.get(place, -1) for place in bits(world.bins[card])}
            if len(numbers) == 1 and -1 not in numbers:
                base[numbers.pop()] += points
            else:
                free.append((points, frozenset().union(*(of_bin[place] for place in bits(world.bins[card])))))
        found = {0}
        for parties, points in zip(winning, base, strict=True):
            units = [_trick(party) + points * _unit(Goes(piles=False, party=party), NONE) for party in parties]
            found = {sums + unit for sums in found for unit in units}
            if len(found) > MOST_BOUNDS:
                return None
        lasts = winning[-1] if winning else (NONE,)
        together: set[int] = set()
        for last in lasts:
            these = found
            for points, ways in free:
                units = list({points * _unit(goes, last) for goes in ways})
                these = {sums + unit for sums in these for unit in units}
                if len(these) > MOST_BOUNDS:
                    return None
            together |= {sums + (last + 1 if last >= 0 else 0) for sums in these}
        return together

    def branches(self, world: World) -> Iterator[World]:
        """Worlds that together are this one, and in which something is decided that was open; none if nothing was."""
        found = propagation.candidates(self.problem, world)
        winning = self._winning(world)
        unsure = [
            (len(slots), number, slots)
            for number, parties in enumerate(winning)
            if len(parties) > 1
            for slots in [self._winners(world, number, found)]
        ]
        if unsure:
            _, number, slots = min(unsure)
            for slot in slots:
                branch = world.copy()
                branch.winners[number] = slot
                yield branch
            return
        of_bin = self._of_bins(winning)
        best: tuple[int, int, dict[frozenset[Goes], int]] | None = None
        for card, points in enumerate(self.points):
            masks: dict[frozenset[Goes], int] = {}
            for place in bits(world.bins[card]) if points else ():
                masks[of_bin[place]] = masks.get(of_bin[place], 0) | 1 << place
            if len(masks) > 1 and (best is None or points > best[0]):
                best = points, card, masks
        for mask in best[2].values() if best is not None else ():
            assert best is not None
            branch = world.copy()
            branch.bins[best[1]] &= mask
            yield branch

    def _winning(self, world: World) -> list[frozenset[int]]:
        """The parties that can have won each trick."""
        found = propagation.candidates(self.problem, world)
        slots = self.problem.slots
        return [
            frozenset(self.parties[slots[slot]] for slot in self._winners(world, number, found))
            for number in range(self.tricks)
        ]

    def _winners(self, world: World, number: int, found: list[int]) -> list[int]:
        """The slots that can have won a trick."""
        if world.winners[number] >= 0:
            return [world.winners[number]]
        return propagation.winners(self.problem, self.problem.tricks[number], found)

    def _of_bins(self, winning: list[frozenset[int]]) -> dict[int, frozenset[Goes]]:
        """Where the points of each bin can go."""
        ways = {place: frozenset((goes,)) for place, goes in self.rests.items()}
        for trick, parties in zip(self.problem.tricks, winning, strict=False):
            ways |= dict.fromkeys(trick, frozenset(Goes(piles=False, party=party) for party in parties))
        return ways


def _trick(party: int) -> int:
    """A trick of a party, packed."""
    return 1 << _BITS * (1 + 3 * party)


def _unit(goes: Goes, last: int) -> int:
    """A point that goes somewhere, packed."""
    party = last if goes.party == LAST else goes.party
    return 0 if party == NONE else 1 << _BITS * (2 + 3 * party + goes.piles)


def _winner(problem: CardProblem, trick: Sequence[int], at: Mapping[int, int]) -> int:
    """The slot that wins a trick of which every card is known."""
    suit = next(suit for suit in problem.suits if suit >> at[trick[0]] & 1)
    return max((slot for slot in trick if suit >> at[slot] & 1), key=at.__getitem__)


def explore(counting: Counting, world: World, solution: World, budget: Budget, news: News) -> bool:
    """Tells of all sums of a world that say something new; a solution of it is known.

    False if the search was given up, and not all that was left could be told as what cannot be excluded.
    """
    news.take(counting.exact(solution))
    waiting: list[tuple[World, World | None]] = [(world.copy(), solution)]
    while waiting:
        here, known = waiting.pop()
        if not _says_something(counting, here, news):
            continue
        try:
            if not settle(counting.problem, here, budget) or not _says_something(counting, here, news):
                continue
            if known is None:
                known = solve(counting.problem, here, budget)
                if known is None:
                    continue
                news.take(counting.exact(known))
        except OutOfBudget:
            return all(_told_of_bounds(counting, each, news) for each in (here, *(each for each, _ in waiting)))
        for branch in counting.branches(here):
            waiting.append((branch, known if _within(counting, branch, known) else None))
    return True


def _says_something(counting: Counting, world: World, news: News) -> bool:
    if news.done:
        return False
    bounds = counting.bounds(world)
    return bounds is None or any(news.new(sums) for sums in bounds)


def _told_of_bounds(counting: Counting, world: World, news: News) -> bool:
    bounds = counting.bounds(world)
    for sums in bounds or ():
        news.take(sums)
    return bounds is not None


def _within(counting: Counting, world: World, solution: World) -> bool:
    """Whether a solution lies in a world."""
    if any(one & ~other for one, other in zip(solution.bins, world.bins, strict=True)):
        return False
    at = {mask.bit_length() - 1: card for card, mask in enumerate(solution.bins)}
    for trick, winner in zip(counting.problem.tricks, world.winners, strict=True):
        if winner >= 0 and winner != _winner(counting.problem, trick, at):
            return False
    return True
