"""The search for a possible way, and for the common part of all of them.

The search narrows, tries quickly, and turns back. It is exact: if it finds nothing there is nothing. A budget keeps
it from running for ever; at its end it raises `OutOfBudget`, which is not an answer.

Terms. A card's *membership* is that it was dealt to a place, made a move, or went into a bin. It is *certain* if it
is so in every possible world; that is proved by looking for a world without it. Facts come in the order of their
weight, within one weight in the order of time. A fact is *refused* if it contradicts all that came before it; it is
left out, and the rest is judged without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple, dataclass
from calarec.core.engine.cards import bits
from calarec.core.judge.problems import OutOfBudget
from calarec.unknown_cards.solver import propagation
from calarec.unknown_cards.solver.problem import with_facts
from calarec.unknown_cards.solver.propagation import can_propagate, is_lawful, move_groups, play_bins, start_groups

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.judge.problems import Budget
    from calarec.unknown_cards.solver.problem import CardProblem, Fact, World


def solve_problem(problem: CardProblem, world: World, budget: Budget, *, unlike: World | None = None) -> World | None:
    """Find a decided world within this one, as unlike another as possible, or None.

    The world is narrowed.
    """
    if not can_propagate(problem, world, budget):
        return None
    waiting = [world.copy_world()]
    root = True
    while waiting:
        here = waiting.pop()
        if not root and not can_propagate(problem, here, budget):
            continue
        root = False
        if here.is_decided:
            if is_lawful(problem, here):
                return here
            continue
        found = _guess_world(problem, here, budget, unlike)
        if found is not None:
            return found
        waiting += _branches(problem, here)
    return None


def _guess_world(problem: CardProblem, world: World, budget: Budget, unlike: World | None) -> World | None:
    """Try the first way to fill each kind of bin, which often is a solution."""
    world = world.copy_world()
    plays = play_bins(problem, world, unlike)
    if plays is None:
        return None
    for card, place in enumerate(plays.bins):
        world.bins[card] = 1 << place
    if not can_propagate(problem, world, budget):
        return None
    filled = start_groups(problem, world, unlike)
    if filled is None:
        return None
    first = [place for place, groups in enumerate(problem.starts) for _ in groups]
    for card, group in enumerate(filled.bins):
        world.routes[card] &= problem.starting[first[group]]
    if not can_propagate(problem, world, budget):
        return None
    for move in range(len(problem.moves)):
        if world.is_decided:
            break
        if not _can_guess_move(problem, world, move, budget, unlike):
            return None
    return world if world.is_decided and is_lawful(problem, world) else None


def _can_guess_move(problem: CardProblem, world: World, move: int, budget: Budget, unlike: World | None) -> bool:
    filled = move_groups(problem, world, move, unlike)
    if filled is None:
        return False
    stays = len(world.groups[move]) or 1
    through = problem.through[move]
    for card, group in enumerate(filled.bins):
        world.routes[card] &= ~through if group == stays else through
    return can_propagate(problem, world, budget)


def _branches(problem: CardProblem, world: World) -> tuple[World, World]:
    """Two worlds that together are this one: something is not so, something is so."""
    without, with_ = world.copy_world(), world.copy_world()
    slots = [(cards.bit_count(), slot, cards) for slot, cards in enumerate(propagation.slot_candidates(problem, world))]
    undecided = [slot for slot in slots if slot[0] > 1]
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


class Placement(NamedTuple):
    """The places of cards as masks: by place dealt, by move, by bin."""

    starts: tuple[int, ...]
    moves: tuple[int, ...]
    bins: tuple[int, ...]


class _Membership(NamedTuple):
    kind: int
    which: int
    card: int


@dataclass(slots=True)
class _Proof:
    """The memberships that may still be certain; proved ones narrow the world."""

    problem: CardProblem
    world: World
    open: list[_Membership]
    certain: list[_Membership]
    last: World
    """The solution found last; the next one should be another."""


def placement_of(problem: CardProblem, world: World) -> Placement:
    """The places of cards in a decided world."""
    return _gather_placement(problem, list(_memberships(problem, world)))


def prove_certain(
    problem: CardProblem, world: World, solution: World, budget: Budget, *, among: Placement | None = None
) -> Placement:
    """Prove the certain memberships of a world with a known solution.

    If the budget is spent, the proved ones so far. The world is narrowed by them. Only memberships `among` others are
    asked.
    """
    asked = list(_memberships(problem, solution))
    if among is not None:
        asked = [membership for membership in asked if among[membership.kind][membership.which] >> membership.card & 1]
    proof = _Proof(problem, world, asked, [], solution)
    # What has the fewest other ways is tried first: it is the likeliest to be certain.
    proof.open.sort(key=lambda each: -(world.routes[each.card].bit_count() + world.bins[each.card].bit_count()))
    while proof.open:
        membership = proof.open.pop()
        try:
            found = _solution_without(proof, membership, budget)
        except OutOfBudget:
            break
        if found is None:
            proof.certain.append(membership)
        else:
            proof.last = found
            others = set(_memberships(problem, found))
            proof.open = [membership for membership in proof.open if membership in others]
    return _gather_placement(problem, proof.certain)


def _solution_without(proof: _Proof, membership: _Membership, budget: Budget) -> World | None:
    """A solution in which something is not so; None if there is none."""
    routes, bins = _masks(proof.problem, membership)
    card, world = membership.card, proof.world
    if not world.routes[card] & ~routes and not world.bins[card] & ~bins:
        return None
    trial = world.copy_world()
    if membership.kind == 2:
        trial.bins[card] &= ~bins
    else:
        trial.routes[card] &= ~routes
    found = solve_problem(proof.problem, trial, budget, unlike=proof.last)
    if found is None:
        world.routes[card] &= routes
        world.bins[card] &= bins
    return found


def _memberships(problem: CardProblem, world: World) -> Iterator[_Membership]:
    for card, (route, place) in enumerate(zip(world.routes, world.bins, strict=True)):
        way = problem.routes[route.bit_length() - 1]
        yield _Membership(0, way.start, card)
        for move in range(len(problem.moves)):
            if way.moves >> move & 1:
                yield _Membership(1, move, card)
        yield _Membership(2, place.bit_length() - 1, card)


def _masks(problem: CardProblem, membership: _Membership) -> tuple[int, int]:
    """The routes and the bins with which a membership holds."""
    kind, which = membership.kind, membership.which
    if kind == 0:
        return problem.starting[which], -1
    if kind == 1:
        return problem.through[which], -1
    return -1, 1 << which


def _gather_placement(problem: CardProblem, memberships: list[_Membership]) -> Placement:
    masks = ([0] * len(problem.starts), [0] * len(problem.moves), [0] * len(problem.sizes))
    for membership in memberships:
        masks[membership.kind][membership.which] |= 1 << membership.card
    return Placement(*(tuple(mask) for mask in masks))


MAX_REFUSED_FACTS = 12


class Reconciled(NamedTuple):
    """The possible facts, with those that agree."""

    world: World
    solution: World
    refused: tuple[Fact, ...]


def reconcile(
    problem: CardProblem, facts: list[Fact], budget: Budget, *, most: int = MAX_REFUSED_FACTS
) -> Reconciled | None:
    """Find a solution for as many facts as agree.

    None if too many contradict, or only the sizes do.
    """
    kept = list(facts)
    refused: list[Fact] = []
    while True:
        world = with_facts(problem, kept)
        solution = solve_problem(problem, world, budget)
        if solution is not None:
            return Reconciled(world, solution, tuple(refused))
        if len(refused) == most or not kept:
            return None
        worst = _first_that_contradicts(problem, kept, budget)
        if worst < 0:
            return None
        refused.append(kept.pop(worst))


def _first_that_contradicts(problem: CardProblem, facts: list[Fact], budget: Budget) -> int:
    """The place of the first fact that contradicts those before it.

    -1 if there is a contradiction without any.
    """
    low, high = 0, len(facts)
    if solve_problem(problem, with_facts(problem, ()), budget) is None:
        return -1
    while high - low > 1:
        middle = (low + high) // 2
        if solve_problem(problem, with_facts(problem, facts[:middle]), budget) is None:
            high = middle
        else:
            low = middle
    return high - 1
