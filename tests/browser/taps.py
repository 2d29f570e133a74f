"""A hand of a record as the taps that write it down in the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.core.notation.reader import parse_records
from calarec.core.records import model as m

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.records.model import Statement

Step = tuple[Any, ...]


def taps(text: str) -> Iterator[tuple[str, Step]]:
    """Yield the taps for the first hand of a record, with the kinds of its statements."""
    hand = parse_records(text)[0]
    for statement in hand.statements:
        for step in _of(statement):
            yield type(statement).__name__, step
    yield "End", ("tap", ".act .finish")


def _of(statement: Statement) -> Iterator[Step]:
    match statement:
        case m.Dealer():
            # The first of the people at the table deals, unless another one is tapped.
            if statement.seat != "A":
                yield "click", f'.act [name=dealer][value="{statement.seat}"]'
            yield "tap", f'.act [data-dealer="{statement.seat}"]'
        case m.Deal() | m.Monte():
            place = "monte" if isinstance(statement, m.Monte) else statement.seat
            yield "tap", f'.act [data-place="{place}"]'
            yield from _several(statement.cards or ())
        case m.Bid():
            yield "tap", f'.act [data-word="{statement.seat} {statement.word}"]'
        case m.Call():
            yield "tap", card(statement.card)
        case m.TableCard() | m.Give() | m.Take() | m.Discard():
            cards = tuple(statement.cards or ())
            yield from _several(cards) if len(cards) > 1 else [("tap", card(cards[0]))]
        case m.Trick():
            for each in statement.cards:
                yield "tap", card(each)


def card(name: str) -> str:
    """Return the place to tap for a card."""
    return f'.act [data-card="{name}"]'


def _several(cards: tuple[str, ...]) -> Iterator[Step]:
    for each in cards:
        yield "tap", card(each)
    yield "tap", ".act .done"
