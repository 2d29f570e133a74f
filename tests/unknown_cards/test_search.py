"""The search itself: facts on masks, without any record."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from calarec.core.judge.problems import Budget, OutOfBudget
from calarec.unknown_cards.solver import sums
from calarec.unknown_cards.solver.problem import (
    CardProblem,
    Fact,
    Group,
    Move,
    Unposed,
    World,
    pose_problem,
    with_facts,
)
from calarec.unknown_cards.solver.search import prove_certain, reconcile, solve_problem

if TYPE_CHECKING:
    from collections.abc import Iterator

LOW, HIGH = 0b000111, 0b111000
ANY = 0b111111


def two_hands(
    moves: tuple[Move, ...] = (), slots: tuple[int, ...] = (), sizes: tuple[int, ...] = (2, 2, 2)
) -> CardProblem:
    """Six cards of two suits: two hands and a pile."""
    tricks = [slots[at : at + 2] for at in range(0, len(slots), 2)]
    numbers = [[2 * at, 2 * at + 1][: len(trick)] for at, trick in enumerate(tricks)]
    return pose_problem(6, (LOW, HIGH), [[Group(ANY, size)] for size in sizes], moves, slots, numbers)


def test_the_last_card_is_found() -> None:
    """Five cards accounted for leave the sixth one place."""
    problem = two_hands()
    facts = [Fact(cards=1 << card, routes=problem.starting[card // 2]) for card in range(5)]
    world = with_facts(problem, facts)
    solution = solve_problem(problem, world, Budget(50))
    assert solution is not None
    assert prove_certain(problem, world, solution, Budget(50)).starts == (0b000011, 0b001100, 0b110000)


def test_who_does_not_follow_has_none() -> None:
    """A hand that plays another suit to a lead holds none of the suit led."""
    problem = two_hands(slots=(0, 1))
    facts = [Fact(cards=0b000001, bins=0b01), Fact(cards=0b001000, bins=0b10), Fact(follows=0b10)]
    world = with_facts(problem, facts)
    solution = solve_problem(problem, world, Budget(50))
    assert solution is not None
    lies = prove_certain(problem, world, solution, Budget(500))
    assert lies.starts[0] == 0b000001
    later = [card for card in range(3) if world.bins[card] & 1 << problem.first_rest + 1]
    assert later == []


def test_numbers_alone_may_contradict() -> None:
    """Counts may contradict: more plays than cards, or more takes than a pile has."""
    with pytest.raises(Unposed):
        two_hands(slots=(0, 1, 0, 1, 0, 1))
    with pytest.raises(Unposed):
        two_hands(moves=(Move(2, 0, 3),))
    with pytest.raises(Unposed):
        two_hands(sizes=(2, 2, 1))


def test_what_moved_came_from_there() -> None:
    """A hand that takes the pile and plays its cards shows what the pile was."""
    problem = two_hands(moves=(Move(2, 0, 2), Move(0, 2, 2)), slots=(0, 1, 0, 1))
    plays = [Fact(cards=1 << card, bins=1 << slot) for card, slot in ((0, 0), (3, 1), (1, 2), (4, 3))]
    dealt = [Fact(cards=0b100001, routes=problem.starting[0])]
    world = with_facts(problem, [*plays, *dealt])
    solution = solve_problem(problem, world, Budget(50))
    assert solution is not None
    lies = prove_certain(problem, world, solution, Budget(500))
    assert lies.starts == (0b100001, 0b011000, 0b000110)
    assert lies.moves == (0b000110, 0b100100)


def test_another_way_moves_other_cards() -> None:
    """As unlike the way before as may be: of two cards of the pile that come back the other one was taken."""
    problem = two_hands(moves=(Move(2, 0, 1), Move(0, 2, 1)))
    places = [(1 << card, card // 2) for card in range(6)]
    dealt = [Fact(cards=card, routes=problem.starting[place]) for card, place in places]
    world = with_facts(
        problem, [*dealt, *(Fact(cards=card, bins=1 << problem.first_rest + place) for card, place in places)]
    )
    first = solve_problem(problem, world.copy_world(), Budget(50))
    assert first is not None
    other = solve_problem(problem, world.copy_world(), Budget(50), unlike=first)
    assert other is not None
    assert _movers(problem, first, 0) & _movers(problem, other, 0) == 0


def _movers(problem: CardProblem, world: World, move: int) -> int:
    """The cards that make a move, in a decided world."""
    return sum(1 << card for card, routes in enumerate(world.routes) if routes & problem.through[move])


def test_the_first_fact_that_contradicts_is_refused() -> None:
    """The later of two contradictory facts is dropped, and the rest is judged."""
    problem = two_hands()
    facts = [
        Fact("first", cards=1, routes=problem.starting[0]),
        Fact("second", cards=1, routes=problem.starting[1]),
        Fact("third", cards=2, routes=problem.starting[1]),
    ]
    found = reconcile(problem, facts, Budget(500))
    assert found is not None
    assert [fact.about for fact in found.refused] == ["second"]


def test_a_spent_budget_is_no_answer() -> None:
    """The search is given up with an exception, never with "there is none"."""
    with pytest.raises(OutOfBudget):
        solve_problem(two_hands(), with_facts(two_hands(), ()), Budget(0))


def _world(*bins: int) -> World:
    return World([], [*bins], [], 0, [])


class _Barren:
    """A hand of which one world proves something, and none of its parts does."""

    def __init__(self) -> None:
        self.problem = SimpleNamespace(tricks=())
        self.looks = 0

    def exact_sums(self, solution: object) -> int:
        return 0

    def bounds(self, world: World) -> set[int]:
        self.looks += 1
        return {1} if world.bins else {0}

    def branches(self, world: World) -> Iterator[World]:
        return (_world() for _ in range(10_000))


class _Zero:
    """Everything but nothing would be new."""

    is_done = False

    def is_new(self, found: int, /) -> bool:
        return found != 0

    def take_sums(self, found: int, _way: World | None = None, /) -> None:
        assert found == 0


def test_worlds_that_say_nothing_new_are_paid_for_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """They cost a part of a step each; after the last step, they are not listed."""
    monkeypatch.setattr(sums, "can_propagate", lambda *_: True)
    barren: Any = _Barren()
    assert not sums.can_explore_all(barren, _world(1), _world(), Budget(10), _Zero())
    assert barren.looks <= 2 + sums.LOOKS_PER_STEP * 11
