"""The quick way over millions of plain hands: one pattern for a whole canonical hand, groups of text out of it.

Terms. A *plain* hand is canonical, complete and without comments: frame, deal, bids, exchange, tricks,
and what is asserted. Its *compact form* is the groups of the pattern, nothing built, nothing believed.

The compiled filter composes the pattern for a ruleset from the pieces here, matches `Block.text` against it and
sends what does not match to `calarec.notation.reader`::

    pattern = hand_pattern(Shape("ABC", dealt=12, monte=4, tricks=12))
    for block in blocks(chunks("archive.cal", "utf-8", findings)):
        found = pattern.fullmatch(block.text)
        if found:
            groups = found.groups()     # name, dealer, the deals, …, as `fields` names them

Every piece ends with its line's end. Cards are two characters and a blank each, so a run of cards is
cut by `run[0::3]`, or taken apart with `run.split()`.
"""

from __future__ import annotations

import re
from functools import cache

from calarec.base.frozen import NamedTuple
from calarec.notation.patterns import AMOUNT, CARD, NUMBER, SEAT, STATEMENTS, STRING, TIME, WORD


class HandForm(NamedTuple):
    """The form of plain hands under one ruleset: who plays, how many cards each has, and so on."""

    seats: str = "ABC"
    dealt: int = 12
    monte: int = 4
    tricks: int = 12
    single_cards: bool = True
    """A group for every card of a trick, instead of one for the run of them."""


def run(count: int) -> str:
    """So many cards, as one group."""
    return f"({CARD}(?: {CARD}){{{count - 1}}})" if count else "(none)"


def each(count: int) -> str:
    """So many cards, a group for each."""
    return " ".join([f"({CARD})"] * count)


def line(text: str) -> str:
    """A line of the pattern."""
    return text + r"\n"


def optional(text: str) -> str:
    """A part that may be missing; its groups are then None."""
    return f"(?:{text})?"


NAME = line(rf"hand(?: ({NUMBER}|{STRING}))?")
AT = optional(line(f"at ({TIME})"))
DEALER = line(f"dealer ({SEAT})")
BIDS = line(f"bid((?: {SEAT}: {WORD})+)")
"""One group: the seats and words of the line, with a blank before each."""
RESULT = optional(line(STATEMENTS["result"].replace("result", "result(", 1) + ")"))
SCORE = optional(line(f"score((?: {SEAT}: {AMOUNT})+)"))
TOTAL = optional(line(f"total((?: {SEAT}: {AMOUNT})+)"))
END = line("end")
EXCHANGE = (
    "((?:(?:"
    + "|".join(STATEMENTS[verb] for verb in ("raise", "call", "table-card", "give", "take", "discard"))
    + r")\n)*)"
)
"""One group: all lines between the bids and the first trick; a ruleset's own pattern says more."""


def deal(seat: str, count: int) -> str:
    """A `deal` line; one group."""
    return line(f"deal {seat}: {run(count)}")


def monte(count: int) -> str:
    """The `monte` line; one group."""
    return line(f"monte {run(count)}") if count else ""


def trick(number: int, players: int, *, single_cards: bool = True) -> str:
    """A trick: its leader, its cards (one group each, or one for all), its winner or None."""
    cards = each(players) if single_cards else run(players)
    return line(rf"{number:>2} ({SEAT}): {cards}(?: > ({SEAT}))?")


@cache
def hand_pattern(shape: HandForm) -> re.Pattern[str]:
    """The pattern of plain hands of one shape."""
    players = len(shape.seats)
    deals = "".join(deal(seat, shape.dealt) for seat in shape.seats)
    tricks = "".join(trick(n, players, single_cards=shape.single_cards) for n in range(1, shape.tricks + 1))
    frame = (NAME, AT, DEALER, deals, monte(shape.monte), BIDS, EXCHANGE, tricks, RESULT, SCORE, TOTAL, END)
    return re.compile("".join(frame))
