"""Three hashes of a hand, which find the same hand in another record.

Terms. The *deal hash* covers the cards dealt to each seat and to the monte; the *play hash* all moves
after that; the *hand hash* both and the dealer. All three write cards as numbers in a pack (`index`),
so that records under other symbols of the same pack agree, and seats by their turn in the order of
play. Comments, marks, names, notes, times, assertions, and the order in which a hand's cards are
written do not count.

Each is sha256 over text: items separated by spaces, statements by line breaks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.records import model as m

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Hashes(NamedTuple):
    """Hex digits, all 64; None for the deal if no card of it was recorded."""

    deal: str | None
    play: str
    hand: str


def hashes_of(hand: m.Hand, index: Mapping[str, int] | None = None) -> Hashes:
    """The hashes of a hand; without a pack's index cards count by their names."""
    say = _HashedText(hand, index)
    dealt, done, frame = [], [], []
    for statement in hand.statements:
        if isinstance(statement, m.Deal):
            dealt.append(f"{say.turn_of_seat(statement.seat)} {say.cards_text(statement.cards)}")
        elif isinstance(statement, m.Monte):
            dealt.append(f"monte {say.cards_text(statement.cards)}")
        elif isinstance(statement, m.Dealer | m.Out | m.Carry):
            frame.append(say.hashed_statement(statement))
        elif type(statement) in _DONE:
            done.append(say.hashed_statement(statement))
    dealt.sort()
    whole = ["frame", *sorted(frame), "deal", *dealt, "play", *done]
    return Hashes(_digest(dealt) if dealt else None, _digest(done), _digest(whole))


_DONE: Final = frozenset(
    [
        m.Bid, m.Raise, m.Double, m.Call, m.Trump, m.TableCard, m.Give, m.Take, m.Discard, m.Show,
        m.Declare, m.Trick, m.Signal, m.Claim, m.Concede, m.Fault, m.End,
    ]
)  # fmt: skip
"""The statements of a play hash: moves, and how the hand ended."""


def _digest(items: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(items).encode()).hexdigest()


class _HashedText:
    """Puts statements into words with numbers for cards and turns for seats."""

    def __init__(self, hand: m.Hand, index: Mapping[str, int] | None) -> None:
        self.index = index or {}
        self.turns = {seat: str(turn) for turn, seat in enumerate(hand.session.order)}

    def turn_of_seat(self, label: str) -> str:
        return self.turns.get(label, label)

    def card_text(self, card: str) -> str:
        number = self.index.get(card)
        return card if number is None else f"#{number:02}"

    def cards_text(self, cards: Sequence[str]) -> str:
        """Cards whose order means nothing."""
        return " ".join(sorted(self.card_text(card) for card in cards)) or "none"

    def hashed_statement(self, statement: m.Statement) -> str:
        kind = type(statement)
        values = [_FIELDS.get((kind, name), _plain_text)(self, value) for name, value in _hashed_fields(statement)]
        return " ".join([kind.__name__.lower(), *values])


def _hashed_fields(statement: m.Statement) -> list[tuple[str, object]]:
    """The fields that are part of the course of a hand."""
    left_out = _UNHASHED_FIELDS.get(type(statement), ())
    fields = statement._asdict().items()
    told = [(name, value) for name, value in fields if name not in ("line", "nth") and name not in left_out]
    # What came later is not part of a hash where it is not said: older hashes stay what they were.
    return [each for each in told if each != ("amount", None)]


_UNHASHED_FIELDS: Final[dict[type, tuple[str, ...]]] = {
    m.Call: ("found",),
    m.Trick: ("winner", "marks"),
    m.End: ("why",),
}
"""Assertions and remarks."""


def _plain_text(_saying: _HashedText, value: object) -> str:
    if value is None or value == "":
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _seat_text(saying: _HashedText, value: object) -> str:
    return saying.turn_of_seat(str(value)) if value else "-"


def _seats_text(saying: _HashedText, value: object) -> str:
    assert isinstance(value, tuple)
    return ",".join(saying.turn_of_seat(str(seat)) for seat in value) or "-"


def _cards_text(saying: _HashedText, value: object) -> str:
    assert isinstance(value, tuple | None)
    return "-" if value is None else saying.cards_text(value)


def _text_of_ordered_cards(saying: _HashedText, value: object) -> str:
    assert isinstance(value, tuple)
    return " ".join(saying.card_text(card) for card in value)


_Say = Callable[[_HashedText, object], str]
_SEAT_FIELDS: Final = ("seat", "leader")
_FIELDS: Final[dict[tuple[type, str], _Say]] = {
    **{(kind, name): _seat_text for kind in (*_DONE, m.Dealer) for name in _SEAT_FIELDS},
    **{(kind, "cards"): _cards_text for kind in (*_DONE, m.Carry)},
    (m.Give, "to"): _seat_text,
    (m.Show, "to"): _seats_text,
    (m.Out, "seats"): _seats_text,
    (m.Claim, "by"): _seats_text,
    (m.Concede, "by"): _seats_text,
    (m.Fault, "by"): _seat_text,
    (m.Call, "card"): lambda saying, card: saying.card_text(str(card)),
    (m.Trick, "cards"): _text_of_ordered_cards,
}
