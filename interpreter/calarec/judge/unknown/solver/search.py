"""What is the same in every way in which everything can have been.

Terms. A card's *membership* is that it was dealt to a place, made a move, or went into a bin. It is
*certain* if it is so in every possible world; that is proved by looking for a world without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.knowledge.budget import OutOfBudget
from calarec.knowledge.search import solve
from calarec.light import NamedTuple, dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.knowledge.budget import Budget
    from calarec.knowledge.problem import Problem
    from calarec.knowledge.world import World


class Lie(NamedTuple):
    """Where the cards are, as masks of cards: by place dealt, by move, by bin."""

    starts: tuple[int, ...]
    moves: tuple[int, ...]
    bins: tuple[int, ...]


class _Membership(NamedTuple):
    kind: int
    which: int
    card: int


@dataclass(slots=True)
class _Proof:
    """The memberships that may still be certain; those that are proved narrow the world."""

    problem: Problem
    world: World
    open: list[_Membership]
    certain: list[_Membership]
    last: World
    """The solution found last; the next one should be another."""


def lie_of(problem: Problem, world: World) -> Lie:
    """Where the cards are in a decided world."""
    return _gathered(problem, list(_memberships(problem, world)))


def certain(problem: Problem, world: World, solution: World, budget: Budget) -> Lie:
    """What is certain in a world of which one solution is known; when the budget is spent, what is proved so far.

    The world is narrowed by what is proved.
    """
    proof = _Proof(problem, world, list(_memberships(problem, solution)), [], solution)
    # What has the fewest other ways is tried first: it is the likeliest to be certain.
    proof.open.sort(key=lambda each: -(world.routes[each.card].bit_count() + world.bins[each.card].bit_count()))
    while proof.open:
        membership = proof.open.pop()
        try:
            found = _without(proof, membership, budget)
        except OutOfBudget:
            break
        if found is None:
            proof.certain.append(membership)
        else:
            proof.last = found
            others = set(_memberships(problem, found))
            proof.open = [each for each in proof.open if each in others]
    return _gathered(problem, proof.certain)


def _without(proof: _Proof, membership: _Membership, budget: Budget) -> World | None:
    """A solution in which something is not so; None if there is none."""
    routes, bins = _masks(proof.problem, membership)
    card, world = membership.card, proof.world
    if not world.routes[card] & ~routes and not world.bins[card] & ~bins:
        return None
    trial = world.copy()
    if membership.kind == 2:
        trial.bins[card] &= ~bins
    else:
        trial.routes[card] &= ~routes
    found = solve(proof.problem, trial, budget, unlike=proof.last)
    if found is None:
        world.routes[card] &= routes
        world.bins[card] &= bins
    return found


def _memberships(problem: Problem, world: World) -> Iterator[_Membership]:
    for card, (route, place) in enumerate(zip(world.routes, world.bins, strict=True)):
        way = problem.routes[route.bit_length() - 1]
        yield _Membership(0, way.start, card)
        for move in range(len(problem.moves)):
            if way.moves >> move & 1:
                yield _Membership(1, move, card)
        yield _Membership(2, place.bit_length() - 1, card)


def _masks(problem: Problem, membership: _Membership) -> tuple[int, int]:
    """The routes and the bins with which a membership holds."""
    kind, which, _ = membership
    if kind == 0:
        return problem.starting[which], -1
    if kind == 1:
        return problem.through[which], -1
    return -1, 1 << which


def _gathered(problem: Problem, memberships: list[_Membership]) -> Lie:
    masks = ([0] * len(problem.starts), [0] * len(problem.moves), [0] * len(problem.sizes))
    for kind, which, card in memberships:
        masks[kind][which] |= 1 << card
    return Lie(*(tuple(each) for each in masks))
