"""A record with one more fact."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from calarec.core.judge.seats import number_of
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.possible_ends import DecidingCard


def with_fact(hand: rec.Hand, judged: Judgement, fact: DecidingCard) -> rec.Hand:
    """The hand with a card written into the trick in which it fell."""
    assert judged.setting is not None
    statements = []
    for statement in hand.statements:
        if isinstance(statement, rec.Trick) and statement.number == fact.trick:
            seats = [number_of(judged.setting, statement.leader)]
            while len(seats) < len(statement.cards):
                seats.append(judged.setting.seat_after(seats[-1]))
            cards = list(statement.cards)
            cards[seats.index(fact.seat)] = judged.game.cards.names[fact.card]
            statement = statement._replace(cards=tuple(cards))
        statements.append(statement)
    return replace(hand, statements=tuple(statements))
