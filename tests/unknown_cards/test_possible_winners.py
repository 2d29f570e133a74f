"""Possible winners of a trick with unknown cards, against every division."""

from __future__ import annotations

from itertools import product
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from calarec.core.engine.cards import bits
from calarec.core.engine.tricks import find_winning_place
from calarec.unknown_cards.solver.propagation import possible_winners

SUITS: Final = (0b111, 0b111000)
SUIT_OF: Final = tuple(suit for suit in SUITS for _ in range(3))
PROBLEM: Final[Any] = SimpleNamespace(suits=SUITS, obliged=None)


def winners(found: list[int]) -> set[int]:
    """The places that win in some way of giving each place one of its cards, no card twice."""
    ways = (cards for cards in product(*map(bits, found)) if len(set(cards)) == len(cards))
    return {find_winning_place(cards, SUIT_OF, 0) for cards in ways}


def test_all_that_can_win_are_among_them() -> None:
    """In most tricks there are no others."""
    random, exact = Random(1), 0
    for _ in range(2000):
        found = [random.randrange(1, 1 << 6) for _ in range(3)]
        can, said = winners(found), possible_winners(PROBLEM, (0, 1, 2), found)
        assert can <= set(said)
        exact += can == set(said)
    assert exact > 1500


def test_the_card_that_was_led_is_of_the_suit_led() -> None:
    """Whichever of two cards was led, the only other one of its suit is lower."""
    assert possible_winners(PROBLEM, (0, 1, 2), [0b100100, 0b000010, 0b010000]) == [0]
