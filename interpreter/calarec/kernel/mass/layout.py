"""How a canonical plain hand of one ruleset stands in the text: one pattern, and where its cards are.

The pattern looks at the frame and leaves the cards where they are: deals and tricks have lines of one length, so
that a `Struct` takes two characters a card out of them as one number. Tables give the mask for each such
number; whatever is no card of the pack has none.
"""

from __future__ import annotations

import re
from functools import cached_property
from struct import Struct
from typing import TYPE_CHECKING

from calarec.notation.compact import line, optional
from calarec.notation.patterns import AMOUNT, NUMBER, SEAT, STATEMENTS, TIME, WORD

if TYPE_CHECKING:
    from calarec.kernel.kernel import Kernel
    from calarec.moves.cards import Cards

_NAME = r'"[ !#->@-\[\]-~]*"'
"""A hand's name in quotes, of letters that stand for themselves and for nothing else in any encoding."""
_MOVES = "|".join(("bid", "raise", "call", "table-card", "give", "take", "discard"))
_WON = r" > [A-Z]"


class Layout:
    """The form of a plain hand. Groups: see `GROUPS`."""

    GROUPS = (
        "name",
        "at",
        "dealer",
        "out",
        "carry",
        "kept",
        "deals",
        "monte",
        "moves",
        "tricks",
        "result",
        "score",
        "total",
    )

    def __init__(self, kernel: Kernel) -> None:
        rules = kernel.rules
        self.players, self.size = kernel.players, rules.deal.hand
        self.card = _card(kernel)
        self.pile = next((number for number, pile in enumerate(rules.piles.values()) if pile.dealt), -1)
        """The pile that a `monte` line fills."""
        self.monte = next((pile.dealt for pile in rules.piles.values() if pile.dealt), 0)
        self.bit, self.suit = tables(kernel.cards)
        self.deals = Struct("<" + ("5xB2x" + "Hx" * self.size) * self.players)
        self.laid = Struct("<6x" + "Hx" * self.monte)
        row = "3xB1x" + "xH" * self.players
        self.row, self.row_won = Struct(f"<{row}x"), Struct(f"<{row}3xBx")

    @cached_property
    def pattern(self) -> re.Pattern[bytes]:
        """Matches a whole hand and the empty lines before it."""
        cards = f"{self.card}(?: {self.card}){{{self.size - 1}}}"
        deals = line(f"deal {SEAT}: {cards}") * self.players
        monte = f"(?:({self._monte()}))?" if self.monte else "()"
        tricks = "".join(
            rf"{number:>2} {SEAT}:(?: {self.card}){{{self.players}}}(?:{_WON})?\n" for number in range(1, self.size + 1)
        )
        frame = (
            r"\n*", line(rf"hand(?: ({NUMBER}|{_NAME}))?"), optional(line(f"at ({TIME})")), line(f"dealer ({SEAT})"),
            optional(line(f"out ({SEAT})")), optional(line(rf"carry ({WORD})(?: ({self.card}(?: {self.card})*))?")),
            f"({deals})", monte, rf"(bid(?: {SEAT}: {WORD})+\n(?:(?:{_MOVES}) [^\n]*\n)*)", f"(?:({tricks}))?",
            optional(line(STATEMENTS["result"].replace("result", "result(", 1) + ")")),
            optional(line(f"score((?: {SEAT}: {AMOUNT})+)")), optional(line(f"total((?: {SEAT}: {AMOUNT})+)")),
            line("end"),
        )  # fmt: skip
        return re.compile("".join(frame).encode("ascii"))

    def _monte(self) -> str:
        return line(f"monte {self.card}(?: {self.card}){{{self.monte - 1}}}")

    @cached_property
    def move(self) -> re.Pattern[bytes]:
        """One line of the exchange: verb, seat, openness, cards, and the rest with its blank."""
        cards = f"{self.card}(?: {self.card})*|none"
        tail = r"((?: (?:with|in|to|from) [A-Za-z][a-z0-9-]*)?)"
        text = rf"(call|table-card|give|take|discard) ({SEAT}): (open |closed )?({cards}){tail}\n"
        return re.compile(text.encode("ascii"))

    def rows(self, tricks: bytes) -> tuple[bytes, bool]:
        """The lines of tricks, all of one length, and whether they say who won."""
        length = self.row.size
        if len(tricks) == length * self.size:
            return tricks, False
        if len(tricks) == (length + 4) * self.size:
            return tricks, True
        return b"", False


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
