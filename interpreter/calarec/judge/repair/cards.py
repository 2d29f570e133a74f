"""The cards of a hand's statements: which they are, where they come to rest, and whether everybody can have his.

In go statements as they are written or put otherwise; nothing is played.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from calarec.judge.deal import BLANK
from calarec.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calarec.engine.game import Game

DEALT: Final = (rec.Deal, rec.Monte)
MOVED: Final = (rec.Give, rec.Take, rec.Discard, rec.TableCard)


def cards_of(statement: rec.Statement) -> tuple[str, ...]:
    """The cards that a statement names."""
    if isinstance(statement, rec.Call):
        return (statement.card,)
    if isinstance(statement, rec.Trump):
        return (statement.what,) if len(statement.what) == 2 else ()
    if isinstance(statement, rec.Carry):
        return statement.cards or ()
    return getattr(statement, "cards", ())


def known_cards(statement: rec.Statement) -> list[str]:
    """The cards that a statement names, but for those that nobody knows."""
    return [each for each in cards_of(statement) if BLANK not in each]


def resting(statements: Iterable[rec.Statement]) -> Counter[str]:
    """How often each card comes to rest; what is taken up again does not rest."""
    found = Counter[str]()
    for each in statements:
        if isinstance(each, rec.Trick | rec.Discard):
            found.update(known_cards(each))
        elif isinstance(each, rec.Take):
            found.subtract(card for card in each.cards if found[card])
    return +found


def with_cards(statement: Any, cards: Sequence[str]) -> rec.Statement:
    """A statement that names other cards."""
    if isinstance(statement, rec.Call):
        return statement._replace(card=cards[0])
    if isinstance(statement, rec.Trump):
        return statement._replace(what=cards[0])
    if isinstance(statement, rec.Trick) and statement.marks:
        marks = (*statement.marks, *("" for _ in cards))[: len(cards)]
        return statement._replace(cards=tuple(cards), marks=marks)
    return statement._replace(cards=tuple(cards))  # type: ignore[no-any-return]


def is_possible(statements: Iterable[rec.Statement], order: Sequence[str], game: Game) -> bool:
    """Whether every card is dealt once, and comes to rest once, with somebody who can have it; `order`: the seats.

    Where that does not hold the hand cannot either: there is something left to be found fault with.
    """
    dealt: dict[str, str] = {}
    moved: set[str] = set()
    rested: set[str] = set()
    names = game.cards.numbers
    for statement in statements:
        if isinstance(statement, DEALT):
            cards = known_cards(statement)
            if any(card in dealt or card not in names for card in cards):
                return False
            dealt.update(dict.fromkeys(cards, getattr(statement, "seat", "")))
        elif isinstance(statement, rec.Trick | rec.Discard):
            cards = known_cards(statement)
            if not rested.isdisjoint(cards) or len(set(cards)) < len(cards):
                return False
            rested.update(cards)
            if isinstance(statement, rec.Trick) and not _are_theirs(statement, order, dealt, moved):
                return False
        elif isinstance(statement, MOVED):
            moved.update(statement.cards)
            if isinstance(statement, rec.Take):  # from where somebody has put them away
                rested.difference_update(statement.cards)
    return True


def _are_theirs(trick: rec.Trick, order: Sequence[str], dealt: dict[str, str], moved: set[str]) -> bool:
    if trick.leader not in order:
        return False
    first = order.index(trick.leader)
    for nth, card in enumerate(trick.cards):
        home = dealt.get(card, "")
        if home and card not in moved and home != order[(first + nth) % len(order)]:
            return False
    return True
