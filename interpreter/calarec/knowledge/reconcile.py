"""Facts that contradict: which of them, in the order in which they are told, cannot be so.

Facts come in the order of their weight, within one weight in the order of time. A fact is *refused* if it
contradicts all that came before it; it is left out, and the rest is judged without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.knowledge.search import solve
from calarec.knowledge.world import with_facts
from calarec.light import NamedTuple

if TYPE_CHECKING:
    from calarec.knowledge.budget import Budget
    from calarec.knowledge.problem import Problem
    from calarec.knowledge.world import Fact, World

MOST_REFUSED = 12


class Reconciled(NamedTuple):
    """What is possible with the facts that agree."""

    world: World
    solution: World
    refused: tuple[Fact, ...]


def reconcile(problem: Problem, facts: list[Fact], budget: Budget, *, most: int = MOST_REFUSED) -> Reconciled | None:
    """A solution for as many facts as agree; None if too many contradict, or the sizes alone do."""
    kept = list(facts)
    refused: list[Fact] = []
    while True:
        world = with_facts(problem, kept)
        solution = solve(problem, world, budget)
        if solution is not None:
            return Reconciled(world, solution, tuple(refused))
        if len(refused) == most or not kept:
            return None
        worst = _first_that_contradicts(problem, kept, budget)
        if worst < 0:
            return None
        refused.append(kept.pop(worst))


def _first_that_contradicts(problem: Problem, facts: list[Fact], budget: Budget) -> int:
    """The place of the first fact that contradicts those before it; -1 if there is a contradiction without any."""
    low, high = 0, len(facts)
    if solve(problem, with_facts(problem, ()), budget) is None:
        return -1
    while high - low > 1:
        middle = (low + high) // 2
        if solve(problem, with_facts(problem, facts[:middle]), budget) is None:
            high = middle
        else:
            low = middle
    return high - 1
