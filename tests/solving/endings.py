"""Endings of hands, and solutions compared with a minimax."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import calarec
from calarec.solving.solve import solve
from tests.solving.minimax import Minimax

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from calarec.core.engine.game import Game
    from calarec.playing.hand import HandInPlay
    from calarec.playing.move_types import Move
    from calarec.playing.moves import LegalMoves

CHOSEN = {
    "a-due": 2, "pagat": 3, "aperta": 3, "thirty-five": 3, "foster": 3, "short-11": 3, "treccani": 3, "twenty-one": 3,
    "quadriglio": 4, "quartiglio": 4, "quintiglio": 5, "gelli-bellora": 5, "sestiglio": 6, "settiglio": 7,
    "settiglio-stripped": 7,
}  # fmt: skip
"""Rulesets with the number of people at the table."""


def chosen(moves: LegalMoves, rng: Random) -> Move:
    """Any of some legal moves; in the auction rather a bid than a pass."""
    if moves.words:
        return moves.move(rng.choice(moves.words[1:] or moves.words))
    return moves.move(*rng.sample(moves.cards, rng.randint(moves.least, moves.most)))


def endings(of: Game, seats: int, tricks: int, count: int, seed: int = 0) -> Iterator[HandInPlay]:
    """Hands with so many tricks left, the last of them perhaps begun."""
    found = number = 0
    while found < count:
        number += 1
        rng = Random(f"{of.ruleset.id}/{seats}/{tricks}/{seed}/{number}")
        hand = calarec.play(of, seats, seed=f"{seed}/{number}")
        while not hand.is_over and not _ends(hand, tricks):
            hand = hand.apply(chosen(rng.choice(hand.legal()), rng))
        if hand.is_over:
            continue
        for _ in range(rng.choice((0, 0, 1, 2)) % len(hand.state.setting.active)):
            hand = hand.apply(chosen(hand.legal()[0], rng))
        found += 1
        yield hand


def _ends(hand: HandInPlay, tricks: int) -> bool:
    return (
        hand.state.step == "play" and not hand.state.trick and hand.state.hands[hand.state.turn].bit_count() == tricks
    )


def agree(hand: HandInPlay, objective: Any, worth: Callable[..., int]) -> None:
    """The same value, the same worth and rank of every card, and a line that comes to the value."""
    brute = Minimax(hand.game, worth, hand.state, hand.events)
    value = brute.value()
    found = solve(hand, objective=objective)
    assert found.is_exact
    assert found.value == value, calarec.write([hand.record()])
    names = hand.game.cards.names
    cards = {names[card]: value for card, value in brute.cards().items()}
    assert {each.card: each.value for each in found.moves} == cards, calarec.write([hand.record()])
    mine = found.turn in found.side
    order = sorted(cards.values(), reverse=mine)
    assert {each.card: each.rank for each in found.moves} == {card: order.index(it) + 1 for card, it in cards.items()}
    assert found.moves[0].value == value
    end = hand
    for card in found.best:
        end = end.apply({"do": "play", "seat": end.legal()[0].seat, "card": card})
    assert end.is_over
    assert worth(end.game, end.state, end.events) == value
