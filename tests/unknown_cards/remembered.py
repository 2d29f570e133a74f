"""A record with more facts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from calarec.core.judge.seats import number_of
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.possible_ends import MemorableFact


def with_facts(hand: rec.Hand, judged: Judgement, facts: tuple[MemorableFact, ...]) -> rec.Hand:
    """The hand with facts written where a record has them."""
    for fact in facts:
        hand = _with_dealt_card(hand, judged, fact) if fact.kind == "dealt" else _with_trick(hand, judged, fact)
    return hand


def _with_trick(hand: rec.Hand, judged: Judgement, fact: MemorableFact) -> rec.Hand:
    """The hand with a card in the trick in which it fell."""
    assert judged.setting is not None
    statements = []
    for statement in hand.statements:
        if isinstance(statement, rec.Trick) and statement.number == fact.trick:
            seats = [number_of(judged.setting, statement.leader)]
            while len(seats) < len(statement.cards):
                seats.append(judged.setting.after(seats[-1]))
            cards = list(statement.cards)
            cards[seats.index(fact.seat)] = judged.game.cards.names[fact.card]
            statement = statement._replace(cards=tuple(cards))
        statements.append(statement)
    return replace(hand, statements=tuple(statements))


def _with_dealt_card(hand: rec.Hand, judged: Judgement, fact: MemorableFact) -> rec.Hand:
    """The hand with a card in the place of a blank of what a seat was dealt, or in a line of its own."""
    assert judged.setting is not None
    name, label = judged.game.cards.names[fact.card], judged.setting.labels[fact.seat]
    lines = [each for each in hand.statements if isinstance(each, rec.Deal) and each.seat == label]
    if not lines:
        size = judged.game.tricks(judged.setting)
        line = rec.Deal(seat=label, cards=(name, *["__"] * (size - 1)))
        return replace(hand, statements=(line, *hand.statements))
    (line,) = lines
    blank = next(at for shape in (f"_{name[1]}", f"{name[0]}_", "__") for at in _places(line.cards, shape))
    cards = (*line.cards[:blank], name, *line.cards[blank + 1 :])
    with_card = line._replace(cards=cards)
    return replace(hand, statements=tuple(with_card if each is line else each for each in hand.statements))


def _places(cards: tuple[str, ...], shape: str) -> list[int]:
    return [at for at, name in enumerate(cards) if name == shape]
