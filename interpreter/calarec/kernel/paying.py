"""Settles a board on which the last card was played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.light import NamedTuple

if TYPE_CHECKING:
    from calarec.kernel.board import Board


class Paid(NamedTuple):
    """How a hand was settled, by place."""

    payments: tuple[int, ...]
    idle: int
    """What each who sits out pays (negative) or is paid."""
    bonus: int
    """Its place in the order of bonuses, from 1; 0: none."""
    amount: int
    points: tuple[int, ...]
    """Those of the declarer's side and of the others; without a declarer, of each."""


def paid(board: Board) -> Paid:
    """How the hand is settled; it must be over."""
    kernel = board.kernel
    if board.outcome == "all_pass":
        return Paid((0,) * kernel.players, 0, 0, 0, ())
    if not board.contract:
        pays, idle, bonus, amount, points, _ = kernel.functions["settle_out"](board.won, board.last, board.piles)
        return Paid(tuple(pays), idle, bonus, amount, tuple(points))
    settle = kernel.functions[f"settle_{kernel.contracts.index(board.contract)}"]
    pays, idle, bonus, amount, points, others = settle(
        board.won, board.last, board.piles, board.decl, board.mate, board.found, board.idle
    )
    answer_for_dummies(pays, board.dummies, board.decl, board.mate)
    return Paid(tuple(pays), idle if board.idle else 0, bonus, amount, (points, others))


def answer_for_dummies(pays: list[int], dummies: tuple[int, ...], decl: int, mate: int) -> None:
    """What a dummy would pay or receive goes to who plays it: the first opponent who sits there in person."""
    players = len(pays)
    for dummy in dummies:
        for step in range(1, players):
            place = (decl + step) % players
            if place not in (*dummies, mate):
                pays[place] += pays[dummy]
                pays[dummy] = 0
                break
