"""The compiled rules and the engine agree: the same cards, the same legal moves, the same score, at every step."""

from __future__ import annotations

from random import Random

import pytest

from tests.bulk.both import SHIPPED, Both, choose, compiled, deal, game, setting_of
from tests.playouts.boards_agree import hold_equal, hold_paid

_HANDS = 30


@pytest.mark.mass
@pytest.mark.parametrize("name", SHIPPED)
def test_engine_and_compiled_rules_agree_at_every_step(name: str) -> None:
    """The same moves lead to the same hands, piles, legal moves and payments."""
    for seed in range(_HANDS):
        rng = Random(seed)
        setting = setting_of(game(name), rng, narrowed=seed % 5 == 4)
        both = Both(name, setting, *deal(game(name), setting, rng))
        hold_equal(both)
        while not both.state.is_over:
            both.make(*choose(both.offers(), rng))
            hold_equal(both)
        hold_paid(both)


@pytest.mark.parametrize("name", SHIPPED)
def test_moves_are_taken_back(name: str) -> None:
    """Undoing a move gives the position before it, with its legal moves."""
    for seed in range(4):
        rng = Random(seed)
        setting = setting_of(game(name), rng)
        both = Both(name, setting, *deal(game(name), setting, rng))
        board = both.board
        seen = []
        while not both.state.is_over:
            seen.append(
                (list(board.hands), list(board.piles), list(board.won), board.list_legal_moves(), board.position_key())
            )
            both.make(*choose(both.offers(), rng))
        while seen:
            board.undo_move()
            assert (
                list(board.hands),
                list(board.piles),
                list(board.won),
                board.list_legal_moves(),
                board.position_key(),
            ) == seen.pop()


def test_every_shipped_ruleset_is_plain() -> None:
    """No shipped ruleset needs the engine."""
    assert {name: dict(compiled(name).lacking) for name in SHIPPED if compiled(name).lacking} == {}
