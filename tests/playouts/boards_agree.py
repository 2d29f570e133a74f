"""The engine and a board agree on a position and on the payments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine.settling import settle_hand
from calarec.core.engine.state import NOBODY
from calarec.core.engine.tally import add_up
from calarec.playouts.board import settle_board

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from tests.bulk.both import Both


def hold_equal(both: Both) -> None:
    """Everything that a hand consists of."""
    state, board, active = both.state, both.board, both.setting.active
    assert [state.hands[seat] for seat in active] == board.hands
    assert list(state.piles) == board.piles
    assert state.is_over == board.is_over
    assert state.contract == board.contract
    declarer = -1 if state.declarer == NOBODY else both.place[state.declarer]
    if board.point is None:
        assert declarer == board.decl
        assert (both.place[state.partners.bit_length() - 1] if state.partners else -1) == board.mate
    assert [both.said(offer) for offer in both.offers()] == [
        (c.do, c.seat, c.words, c.cards, c.least, c.most, -1 if c.do in ("play", "call") else c.to)
        for c in board.list_legal_moves()
        if c.words or c.cards or not c.least
    ]


def hold_paid(both: Both) -> None:
    """The settlement of a hand that is over."""
    played: Game = both.game
    tally = add_up(played.cards, both.setting, both.events)
    account = settle_hand(played, tally)
    settled = settle_board(both.board)
    assert tuple(account.payments[seat] for seat in both.setting.active) == settled.payments
    assert all(account.payments[seat] == settled.idle for seat in both.setting.out)
    names = both.compiled.bonus_names(account.contract)
    assert account.bonuses == tuple(name for place, name in enumerate(names) if settled.bonus >> place & 1)
    if account.sides:
        points = tuple(side.points for side in account.counted_sides)
        assert points == settled.points or not account.contract
        assert sorted(points) == sorted(settled.points)
        assert account.stake == settled.amount
