"""Looks for a way in which everything can have been: narrowing, a quick try, and turning back.

It is exact: where it finds nothing there is nothing. A budget keeps it from running for ever; then it
raises `OutOfBudget`, which is no answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.knowledge import tricks
from calarec.knowledge.propagate import move_groups, play_bins, settle, start_groups
from calarec.moves.cards import bits

if TYPE_CHECKING:
    from calarec.knowledge.budget import Budget
    from calarec.knowledge.problem import Problem
    from calarec.knowledge.world import World


def solve(problem: Problem, world: World, budget: Budget, *, unlike: World | None = None) -> World | None:
    """A decided world within this one, as unlike another as may be; None if there is none. The world is narrowed."""
    if not settle(problem, world, budget):
        return None
    waiting = [world.copy()]
    root = True
    while waiting:
        here = waiting.pop()
        if not root and not settle(problem, here, budget):
            continue
        root = False
        if here.decided:
            return here
        found = _guess(problem, here, budget, unlike)
        if found is not None:
            return found
        waiting += _branches(problem, here)
    return None


def _guess(problem: Problem, world: World, budget: Budget, unlike: World | None) -> World | None:
    """Takes the first way to fill each kind of bin; that often is one already."""
    world = world.copy()
    plays = play_bins(problem, world, unlike)
    if plays is None:
        return None
    for card, place in enumerate(plays.bins):
        world.bins[card] = 1 << place
    if not settle(problem, world, budget):
        return None
    filled = start_groups(problem, world, unlike)
    if filled is None:
        return None
    first = [place for place, groups in enumerate(problem.starts) for _ in groups]
    for card, group in enumerate(filled.bins):
        world.routes[card] &= problem.starting[first[group]]
    if not settle(problem, world, budget):
        return None
    for move in range(len(problem.moves)):
        if world.decided:
            break
        if not _guess_move(problem, world, move, budget, unlike):
            return None
    return world if world.decided else None


def _guess_move(problem: Problem, world: World, move: int, budget: Budget, unlike: World | None) -> bool:
    filled = move_groups(problem, world, move, unlike)
    if filled is None:
        return False
    stays = len(world.groups[move]) or 1
    through = problem.through[move]
    for card, group in enumerate(filled.bins):
        world.routes[card] &= ~through if group == stays else through
    return settle(problem, world, budget)


def _branches(problem: Problem, world: World) -> tuple[World, World]:
    """Two worlds that together are this one: something is not so, something is so."""
    without, with_ = world.copy(), world.copy()
    slots = [(cards.bit_count(), slot, cards) for slot, cards in enumerate(tricks.candidates(problem, world))]
    undecided = [each for each in slots if each[0] > 1]
    if undecided:
        _, slot, cards = min(undecided)
        card = cards.bit_length() - 1
        with_.bins[card] = 1 << slot
        without.bins[card] &= ~(1 << slot)
        return without, with_
    for card, mask in enumerate(world.routes):
        if mask & mask - 1:
            low = mask & -mask
            with_.routes[card] = low
            without.routes[card] &= ~low
            return without, with_
    card = next(card for card, mask in enumerate(world.bins) if mask & mask - 1)
    low = next(bits(world.bins[card]))
    with_.bins[card] = 1 << low
    without.bins[card] &= ~(1 << low)
    return without, with_
