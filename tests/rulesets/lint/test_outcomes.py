"""The feasible outcomes against every division of a small pack, one by one."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.core.mechanisms.conditions import When, can_hold
from calarec.core.mechanisms.joint_outcomes import (
    CardBounds,
    Frame,
    HandOutcome,
    PartyOutcome,
    SideOutcome,
    find_feasible_outcomes,
)
from calarec.rule_files.load import load_ruleset
from tests.shards import examples

ITALIAN = (1, 1, 3, 1, 1, 1, 0, 0, 0, 0) * 4
FULL_DEAL = Frame(ITALIAN, 12, 3, 3, (4, 0, 0))


def _every_division(frame: Frame) -> set[HandOutcome]:
    """The slow way: choose the cards of each pile and of the declarer's tricks."""
    found = set()
    cards = range(len(frame.points))

    def worth(chosen: frozenset[int]) -> int:
        return sum(frame.points[card] for card in chosen)

    def choose(rest: frozenset[int], sizes: tuple[int, ...]) -> list[tuple[frozenset[int], ...]]:
        if not sizes:
            return [()]
        return [
            (first, *others)
            for first in map(frozenset, combinations(sorted(rest), sizes[0]))
            for others in choose(rest - first, sizes[1:])
        ]

    for last, own, _, mine in (
        division
        for tricks in range(frame.tricks + 1)
        for division in choose(frozenset(cards), (*frame.split, tricks * frame.hands))
    ):
        tricks = len(mine) // frame.hands
        in_piles = sum(worth(pile) for pile in (last, own, _))
        theirs = sum(frame.points) - worth(mine) - in_piles
        for has_last in (True, False):
            if (tricks == 0 and has_last) or (tricks == frame.tricks and not has_last):
                continue
            got = worth(own) + (worth(last) if has_last else 0)
            given_away = 0 if has_last else worth(last)
            trick = frame.last_trick
            first = SideOutcome(tricks, worth(mine), worth(mine) + got, worth(mine) + got + trick * has_last, has_last)
            other = theirs + given_away
            second = SideOutcome(frame.tricks - tricks, theirs, other, other + trick * (not has_last), not has_last)
            found.add(HandOutcome(first, second))
    return found


@settings(max_examples=examples(40), deadline=None)
@given(
    st.integers(1, 3),
    st.integers(2, 3),
    st.tuples(st.integers(0, 1), st.integers(0, 1), st.integers(0, 1)),
    st.integers(0, 3),
    st.data(),
)
def test_the_quick_way_finds_what_the_slow_way_finds(
    tricks: int, hands: int, split: tuple[int, int, int], last_trick: int, data: st.DataObject
) -> None:
    """Sums kept as the ones of a number give the same outcomes as choosing cards."""
    size = tricks * hands + sum(split)
    points = tuple(data.draw(st.lists(st.sampled_from((0, 1, 3)), min_size=size, max_size=size)))
    found, complete = find_feasible_outcomes(Frame(points, tricks, hands, last_trick, split))
    assert complete
    assert set(found) == _every_division(Frame(points, tricks, hands, last_trick, split))
    assert len(found) == len(set(found))


def test_all_points_are_somewhere() -> None:
    """If each pile is won by a side, both sides together have everything."""
    found, complete = find_feasible_outcomes(FULL_DEAL)
    assert complete
    assert {mine.points + theirs.points for mine, theirs in found} == {35}
    assert {mine.tricks for mine, _ in found} == set(range(13))


def test_no_side_with_all_tricks_lacks_a_point() -> None:
    """The converse of the stramazzo, which one source names, cannot happen."""
    found, _ = find_feasible_outcomes(FULL_DEAL)
    assert [theirs for mine, theirs in found if mine.tricks == 12 and theirs.points] == []


def test_a_side_with_little_in_its_tricks_may_still_have_the_monte() -> None:
    """Two thirds in tricks, a monte of aces, the last trick: seventeen, and never eighteen."""
    found, _ = find_feasible_outcomes(FULL_DEAL)
    assert max(mine.points for mine, _ in found if mine.in_tricks < 3) == 17


def test_wild_points_are_given_up() -> None:
    """A pack made to take long gets no answer, and a report."""
    wild = tuple(7**n % 1000 for n in range(100))
    assert find_feasible_outcomes(Frame(wild, 10, 7, 3, (30, 0, 0))) == ((), False)


@pytest.mark.parametrize(
    ("when", "side", "expected"),
    [
        (When(tricks=0), SideOutcome(0, 0, 0, 0), True),
        (When(tricks=0), SideOutcome(1, 0, 0, 0), False),
        (When(tricks_at_least=1, card_points_in_tricks_below=3), SideOutcome(1, 2, 14, 17), True),
        (When(card_points_in_tricks_below=3), SideOutcome(1, 3, 3, 3), False),
        (When(card_points_below=1), SideOutcome(1, 0, 1, 4), False),
        (When(points_below=4), SideOutcome(1, 0, 0, 3), True),
        (When(), SideOutcome(12, 32, 32, 35), True),
    ],
)
def test_conditions(when: When, side: SideOutcome, expected: bool) -> None:
    """All that a condition names must hold, and nothing else counts."""
    assert can_hold(when, PartyOutcome(side, (1, 1), 3, CardBounds(load_ruleset("pagat").rules))) is expected
