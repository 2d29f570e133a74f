"""The cards of a hand's statements: names, final places and possible holders.

Statements go in as written or changed; none is played.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.judge.deal import BLANK
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calarec.core.engine.game import Game

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
    """The named cards of a statement, without unknown ones."""
    return [card for card in cards_of(statement) if BLANK not in card]


def count_resting(statements: Iterable[rec.Statement]) -> Counter[str]:
    """Count how often each card comes to rest; a card taken up again does not."""
    found = Counter[str]()
    for statement in statements:
        if isinstance(statement, rec.Trick | rec.Discard):
            found.update(known_cards(statement))
        elif isinstance(statement, rec.Take):
            found.subtract(card for card in statement.cards if found[card])
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


class CardFaults(NamedTuple):
    """The wrong cards of a hand, as far as visible without playing it."""

    wrong: int
    """The number at impossible places: duplicate, in no pack, or not the seat's."""
    nowhere: int
    """The number that are dealt to no seat, or come to rest nowhere."""

    @property
    def total(self) -> int:
        """The number of cards that are wrong in either way."""
        return self.wrong + self.nowhere

    @property
    def has_no_wrong_card(self) -> bool:
        """Check whether the hand is possible: cards at no place may be unknown."""
        return not self.wrong


def card_faults(statements: Iterable[rec.Statement], order: Sequence[str], game: Game) -> CardFaults:
    """Count cards that are not dealt once, or do not rest once; `order`: the seats."""
    dealt: dict[str, str] = {}
    """By card: who holds it, as far as lines say."""
    rested: set[str] = set()
    carried: set[str] = set()
    names = game.cards.numbers
    wrong = 0
    for statement in statements:
        cards = known_cards(statement)
        if isinstance(statement, (*DEALT, rec.Carry)):
            # What is carried on lies in the monte: written there too, it is the same card.
            own = carried if isinstance(statement, rec.Monte) else set[str]()
            carried |= set(cards) if isinstance(statement, rec.Carry) else set()
            wrong += sum((card in dealt and card not in own) or card not in names for card in cards)
            dealt.update(dict.fromkeys(cards, getattr(statement, "seat", "")))
        elif isinstance(statement, rec.Trick | rec.Discard):
            wrong += sum(card in rested for card in cards) + len(cards) - len(set(cards))
            rested.update(cards)
            if isinstance(statement, rec.Trick):
                wrong += _count_strange_cards(statement, order, dealt)
        elif isinstance(statement, (*MOVED, rec.Call)):
            dealt.update(dict.fromkeys((card for card in cards if card in dealt), _holder_after(statement)))
            if isinstance(statement, rec.Take):  # from where somebody has put them away
                rested.difference_update(cards)
    return CardFaults(wrong, sum((name not in dealt) + (name not in rested) for name in names))


def _holder_after(statement: rec.Statement) -> str:
    """The holder after a statement; empty if not stated, as called cards need no line."""
    if isinstance(statement, rec.Give):
        return statement.to
    return statement.seat if isinstance(statement, rec.Take) else ""


def _count_strange_cards(trick: rec.Trick, order: Sequence[str], held: dict[str, str]) -> int:
    """Count cards of a trick that a seat plays while another is known to hold them."""
    if trick.leader not in order:
        return len(trick.cards)
    first = order.index(trick.leader)
    homes = (held.get(card, "") for card in trick.cards)
    return sum(bool(home) and home != order[(first + nth) % len(order)] for nth, home in enumerate(homes))
