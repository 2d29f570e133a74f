"""What is still possible, and the facts that narrow it.

Terms. A *world* holds, for each card, the routes and the bins that are still possible for it. A *fact*
narrows worlds; facts are kept apart so that one that contradicts can be named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.light import NamedTuple, dataclass
from calarec.moves.cards import bits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.knowledge.problem import Group, Problem


class Fact(NamedTuple):
    """Something that was recorded or that the rules demand; `about` is whatever the asker wants to know it by."""

    about: object = None
    cards: int = 0
    """These cards …"""
    routes: int = -1
    """… go only these routes …"""
    bins: int = -1
    """… into only these bins."""
    move: int = -1
    groups: tuple[Group, ...] = ()
    """What is known of the cards of a move."""
    follows: int = 0
    """Slots whose card had to follow suit if the hand could."""
    won: tuple[int, int] = (-1, -1)
    """Trick and slot: this card won that trick."""


def holds_only(slot: int, cards: int, about: object) -> Fact:
    """The card of a slot is one of these."""
    return Fact(about, cards=~cards, bins=~(1 << slot))


@dataclass(slots=True)
class World:
    """What is still possible."""

    routes: list[int]
    bins: list[int]
    groups: list[tuple[Group, ...]]
    """For each move what is known of its cards; empty: nothing."""
    follows: int
    winners: list[int]
    """For each trick the slot that won it; -1: not known."""

    def copy(self) -> World:
        """Another world that is the same."""
        return World(list(self.routes), list(self.bins), list(self.groups), self.follows, list(self.winners))

    @property
    def decided(self) -> bool:
        """Whether every card has one route and one bin."""
        return not any(mask & mask - 1 for mask in self.routes) and not any(mask & mask - 1 for mask in self.bins)


def empty_world(problem: Problem) -> World:
    """The world in which nothing is known but the sizes."""
    every_route = (1 << len(problem.routes)) - 1
    every_bin = (1 << len(problem.sizes)) - 1
    return World(
        [every_route] * problem.count,
        [every_bin] * problem.count,
        [()] * len(problem.moves),
        0,
        [-1] * len(problem.tricks),
    )


def with_facts(problem: Problem, facts: Iterable[Fact]) -> World:
    """The world narrowed by facts, before anything is concluded from them."""
    world = empty_world(problem)
    full = (1 << problem.count) - 1
    for fact in facts:
        for card in bits(fact.cards & full):
            world.routes[card] &= fact.routes
            world.bins[card] &= fact.bins
        if fact.move >= 0:
            world.groups[fact.move] = fact.groups
        world.follows |= fact.follows
        if fact.won[0] >= 0:
            world.winners[fact.won[0]] = fact.won[1]
    return world
