"""A record with remembered facts: the trick of a card, or its first holder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import replace
from calarec.core.judge.lines import find_trick_winner, find_written_trump
from calarec.core.judge.seats import number_of
from calarec.core.records import model as rec
from calarec.unknown_cards.exchanges import BLANK, cards_of_shape

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.judge.possible_ends import MemorableFact
    from calarec.core.records.model import Hand


def with_facts(hand: Hand, game: Game, setting: Seating, facts: Iterable[MemorableFact]) -> Hand:
    """The hand with facts written where a record has them."""
    for fact in facts:
        write = _with_dealt_card if fact.kind == "dealt" else _with_played_card
        hand = write(hand, game, setting, fact)
    return hand


def _with_played_card(hand: Hand, game: Game, setting: Seating, fact: MemorableFact) -> Hand:
    statements: list[rec.Statement] = []
    for statement in _with_next_trick(hand, game, setting, fact.trick).statements:
        if isinstance(statement, rec.Trick) and statement.number == fact.trick:
            seats = [number_of(setting, statement.leader)]
            while seats[-1] != fact.seat:
                seats.append(setting.seat_after(seats[-1]))
            # Of a trick that is on the table, only the first cards are written.
            cards = [*statement.cards, *(BLANK,) * (len(seats) - len(statement.cards))]
            cards[len(seats) - 1] = game.cards.names[fact.card]
            statement = statement._replace(cards=tuple(cards))
        statements.append(statement)
    return replace(hand, statements=tuple(statements))


def _with_next_trick(hand: Hand, game: Game, setting: Seating, number: int) -> Hand:
    """Add a trick of unknown cards, if its number is next and its leader is known."""
    written = hand.every(rec.Trick)
    if not written or written[-1].number != number - 1:
        return hand
    leader = find_trick_winner(written[-1], game, setting, find_written_trump(hand, game))
    if leader < 0:
        return hand
    added = rec.Trick(number, setting.labels[leader], (BLANK,) * len(setting.active))
    place = hand.statements.index(written[-1]) + 1
    return replace(hand, statements=(*hand.statements[:place], added, *hand.statements[place:]))


def _with_dealt_card(hand: Hand, game: Game, setting: Seating, fact: MemorableFact) -> Hand:
    """Put a card in place of the most specific unknown one, or on a line of its own.

    The new line is after the dealer's.
    """
    label = setting.labels[fact.seat]
    statements = list(hand.statements)
    place = next((at for at, each in enumerate(statements) if isinstance(each, rec.Deal) and each.seat == label), -1)
    if place < 0:
        place = next((at for at, each in enumerate(statements) if not isinstance(each, rec.Dealer | rec.Deal)), 0)
        statements.insert(place, rec.Deal(label, (BLANK,) * game.rules.deal.hand))
    line = statements[place]
    assert isinstance(line, rec.Deal)
    blanks = [
        (cards_of_shape(game, name).bit_count(), at)
        for at, name in enumerate(line.cards)
        if "_" in name and cards_of_shape(game, name) >> fact.card & 1
    ]
    if blanks:
        cards = list(line.cards)
        cards[min(blanks)[1]] = game.cards.names[fact.card]
        statements[place] = line._replace(cards=tuple(cards))
    return replace(hand, statements=tuple(statements))
