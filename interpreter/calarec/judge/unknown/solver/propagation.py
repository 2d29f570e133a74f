"""Concludes what follows from a world, until nothing more does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.knowledge import tricks
from calarec.knowledge.matching import fill
from calarec.knowledge.problem import Group

if TYPE_CHECKING:
    from calarec.knowledge.budget import Budget
    from calarec.knowledge.matching import Filled
    from calarec.knowledge.problem import Problem
    from calarec.knowledge.world import World


def settle(problem: Problem, world: World, budget: Budget) -> bool:
    """Narrows a world as far as each kind of fact alone can; False if it contradicts. Each round is a step."""
    while True:
        budget.spend()
        before = (list(world.routes), list(world.bins))
        if not (_agree(problem, world) and tricks.narrow(problem, world) and _agree(problem, world)):
            return False
        if not (_plays(problem, world) and _agree(problem, world) and _starts(problem, world)):
            return False
        if not all(_moved(problem, world, move) for move in range(len(problem.moves))):
            return False
        if before == (world.routes, world.bins):
            return True


def _agree(problem: Problem, world: World) -> bool:
    """A route must end where a bin is, and a bin be where a route ends."""
    places = list(zip(problem.ending, problem.bins_at, strict=True))
    agreed: dict[tuple[int, int], tuple[int, int]] = {}
    for card, (routes, bins) in enumerate(zip(world.routes, world.bins, strict=True)):
        both = agreed.get((routes, bins))
        if both is None:
            to, of = 0, 0
            for ending, here in places:
                if routes & ending and bins & here:
                    to |= here
                    of |= ending
            both = agreed[routes, bins] = routes & of, bins & to
        world.routes[card], world.bins[card] = both
        if not (both[0] and both[1]):
            return False
    return True


def _plays(problem: Problem, world: World) -> bool:
    filled = fill(world.bins, problem.sizes)
    if filled is None:
        return False
    world.bins[:] = filled.choices
    return True


def play_bins(problem: Problem, world: World, unlike: World | None = None) -> Filled | None:
    """One way in which the cards can have gone into the slots and rests, as unlike another as may be."""
    return fill(world.bins, problem.sizes, unlike.bins if unlike is not None else ())


def _starts(problem: Problem, world: World) -> bool:
    filled = start_groups(problem, world)
    if filled is None:
        return False
    first = 0
    for place, groups in enumerate(problem.starts):
        mask = (1 << first + len(groups)) - (1 << first)
        first += len(groups)
        for card, choice in enumerate(filled.choices):
            if not choice & mask:
                world.routes[card] &= ~problem.starting[place]
    return all(world.routes)


def start_groups(problem: Problem, world: World, unlike: World | None = None) -> Filled | None:
    """Cards into what each place was dealt, group by group, as unlike another world as may be."""
    choices = [0] * problem.count
    avoid = [0] * problem.count
    sizes: list[int] = []
    for place, groups in enumerate(problem.starts):
        routes = problem.starting[place]
        for group in groups:
            bit = 1 << len(sizes)
            sizes.append(group.size)
            for card in range(problem.count):
                if group.cards >> card & 1 and world.routes[card] & routes:
                    choices[card] |= bit
                    if unlike is not None and unlike.routes[card] & routes:
                        avoid[card] |= bit
    return fill(choices, sizes, avoid if unlike is not None else ())


def _moved(problem: Problem, world: World, move: int) -> bool:
    through = problem.through[move]
    filled = move_groups(problem, world, move)
    if filled is None:
        return False
    last = 1 << len(_groups(problem, world, move))
    for card, choice in enumerate(filled.choices):
        if not choice & last:
            world.routes[card] &= through
        elif choice == last:
            world.routes[card] &= ~through
    return all(world.routes)


def move_groups(problem: Problem, world: World, move: int, unlike: World | None = None) -> Filled | None:
    """Cards into the groups of a move; the last bin is for those that do not make it."""
    through = problem.through[move]
    groups = _groups(problem, world, move)
    sizes = [group.size for group in groups]
    choices = []
    for card, routes in enumerate(world.routes):
        choice = 0
        if routes & through:
            choice = sum(1 << number for number, group in enumerate(groups) if group.cards >> card & 1)
        if routes & ~through:
            choice |= 1 << len(groups)
        choices.append(choice)
    stays = 1 << len(groups)
    avoid = () if unlike is None else [stays - 1 if routes & through else stays for routes in unlike.routes]
    return fill(choices, [*sizes, problem.count - sum(sizes)], avoid)


def _groups(problem: Problem, world: World, move: int) -> tuple[Group, ...]:
    return world.groups[move] or (Group(-1, problem.moves[move].size),)
