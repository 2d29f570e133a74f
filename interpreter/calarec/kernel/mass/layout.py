"""How a canonical plain hand of one ruleset stands in the text: a pattern for its frame, places for its cards.

The pattern finds the parts of a hand and looks into none. Deals and tricks have lines of one length, so a `Struct`
takes two characters a card out of them as one number, and tables give its mask; whatever is no card has none.
What stands between the cards is looked at last: without letters of seats and cards, a part leaves the same
blanks, colons and words behind in every hand.
"""

from __future__ import annotations

import re
from functools import cached_property
from struct import Struct
from typing import TYPE_CHECKING

from calarec.notation.compact import line, optional
from calarec.notation.patterns import NUMBER, SEAT, TIME, WORD

if TYPE_CHECKING:
    from calarec.kernel.kernel import Kernel
    from calarec.moves.cards import Cards

_NAME = r'"[ !#->@-\[\]-~]{0,100}"'
"""A hand's name in quotes, of letters that stand for themselves and for nothing else in any encoding."""
MATCH = re.compile(rf"\n*match(?: ({NUMBER}|{_NAME}))?\n(?=\n*hand)".encode("ascii"))
"""A line that begins a new match right before a hand."""
_MOVES = "|".join(("bid", "raise", "call", "table-card", "give", "take", "discard"))
_WON = b" > X"


class Layout:
    """The form of a plain hand."""

    def __init__(self, kernel: Kernel) -> None:
        rules = kernel.rules
        self.players, self.size = kernel.players, rules.deal.hand
        self.card = _card(kernel)
        self.letters = bytes(_letters(kernel))
        self.pile = next((number for number, pile in enumerate(rules.piles.values()) if pile.dealt), -1)
        """The pile that a `monte` line fills."""
        monte = next((pile.dealt for pile in rules.piles.values() if pile.dealt), 0)
        self.bit, self.suit = tables(kernel.cards)
        hands = ("5xB2x" + "Hx" * self.size) * self.players
        self.hands = Struct("<" + hands)
        self.deal = Struct("<" + hands + ("6x" + "Hx" * monte if monte else ""))
        row = "3xB1x" + "xH" * self.players
        self.row, self.row_won = Struct(f"<{row}x"), Struct(f"<{row}3xBx")
        self.rows, self.rows_won = self.row.size * self.size, self.row_won.size * self.size
        cards = b"XX " * self.size
        lines = b"".join(b"deal X: " + cards[:-1] + b"\n" for _ in range(self.players))
        self.left_of_hands = self.left(lines)
        self.left_of_deal = self.left(lines + (b"monte " + b" ".join([b"XX"] * monte) + b"\n" if monte else b""))
        numbers = [b"%2d" % number for number in range(1, self.size + 1)]
        self.tens, self.ones = (b"".join(number[at : at + 1] for number in numbers) for at in (0, 1))
        tricks = [number + b" X:" + b" XX" * self.players for number in numbers]
        self.left_of_rows = self.left(b"".join(trick + b"\n" for trick in tricks))
        self.left_of_rows_won = self.left(b"".join(trick + _WON + b"\n" for trick in tricks))

    def left(self, text: bytes) -> bytes:
        """What a part leaves without seats, cards and numbers."""
        return text.translate(None, self.letters)

    @cached_property
    def pattern(self) -> re.Pattern[bytes]:
        """Finds a whole hand and the empty lines before it. Groups: name, time, dealer, who sits out, what is

        carried on and its cards, deal with monte, deal without, moves, tricks without winners, tricks with, tricks
        of both kinds, result, score, total.
        """
        bare_rows, won_rows = (f" 1 (?s:.{{{length - 3}}})" for length in (self.rows, self.rows_won))
        bare = f"|(deal (?s:.{{{self.hands.size - 5}}}))" if self.deal.size > self.hands.size else "|()(?!)"
        frame = (
            r"\n*", line(rf"hand(?: ({NUMBER}|{_NAME}))?"), optional(line(f"at ({TIME})")), line(f"dealer ({SEAT})"),
            optional(line(f"out ({SEAT})")), optional(line(rf"carry ({WORD})(?: ({self.card}(?: {self.card})*))?")),
            f"(?:(deal (?s:.{{{self.deal.size - 5}}})){bare})",
            rf"(bid [^\n]*\n(?:(?:{_MOVES}) [^\n]*\n)*)",
            rf"(?:({bare_rows})|({won_rows})|((?:(?: [1-9]|[1-9][0-9]) [^\n]*\n)+))?",
            optional(line(r"result ([^\n]+)")), optional(line(r"score( [^\n]+)")), optional(line(r"total( [^\n]+)")),
            line("end"),
        )  # fmt: skip
        return re.compile("".join(frame).encode("ascii"))

    @cached_property
    def move(self) -> re.Pattern[bytes]:
        """One line of the exchange: verb with seat and openness, cards, and the rest with its blank."""
        head = rf"((?:call|table-card|give|take|discard) {SEAT}: (?:open |closed )?)"
        tail = r"((?: (?:with|in|to|from) [A-Za-z][a-z0-9-]*)?)"
        return re.compile(rf"{head}({self.card}(?: {self.card})*|none){tail}\n".encode("ascii"))


def tables(cards: Cards) -> tuple[list[int | None], list[int | None]]:
    """The mask of a card and of its suit, by the two characters of its name as one number."""
    bit: list[int | None] = [None] * (1 << 15)
    suit: list[int | None] = [None] * (1 << 15)
    for name, number in cards.numbers.items():
        code = ord(name[0]) | ord(name[1]) << 8
        bit[code], suit[code] = 1 << number, cards.suit_of[number]
    return bit, suit


def _card(kernel: Kernel) -> str:
    names = kernel.cards.numbers
    ranks = "".join(sorted({name[0] for name in names}))
    suits = "".join(sorted({name[1] for name in names}))
    return f"[{ranks}][{suits}]"


def _letters(kernel: Kernel) -> set[int]:
    """Every character of a seat, a number or a card."""
    capitals = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    return set(capitals) | {ord(letter) for name in kernel.cards.numbers for letter in name}
