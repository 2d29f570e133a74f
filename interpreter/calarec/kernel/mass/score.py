"""The running score on the mass path: kept as a tuple, and handed back to the evening before anything is explained.

Terms. *Who* is whose total it is: the person on a seat, or the seat itself.
"""

from __future__ import annotations

import re
from operator import add
from typing import TYPE_CHECKING

from calarec.notation.patterns import AMOUNT, SEAT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.replaying.evening import Evening

_TOTAL = re.compile(f"(?: {SEAT}: {AMOUNT})+".encode("ascii"))


class Score:
    """The totals of an evening, by label, while plain hands go by."""

    __slots__ = ("_nothing", "_slips", "deals", "evening", "form", "known", "labels", "slipped", "totals", "who")

    def __init__(self, evening: Evening, labels: Sequence[int], who: Sequence[str]) -> None:
        self.evening, self.labels, self.who = evening, labels, who
        self._nothing = (0,) * len(labels)
        self.form = b"".join(b" " + bytes([label]) + b": %d" for label in labels)
        self.load()

    def load(self) -> None:
        """Takes the totals over from the evening."""
        evening = self.evening
        self.known = bool(evening.totals)
        self.totals = tuple(evening.totals.get(who, 0) for who in self.who)
        self.deals = evening.deals
        self._slips: list[int | None] = [evening.ledger.slip_of(who) for who in self.who]
        self.slipped = any(slip != 0 for slip in self._slips)

    def begin(self) -> None:
        """A match begins, at nothing."""
        self.known, self.slipped, self.deals = True, False, 0
        self.totals, self._slips = self._nothing, list(self._nothing)

    def store(self) -> None:
        """Hands them back."""
        if self.known:
            self.evening.totals |= zip(self.who, self.totals, strict=True)
        self.evening.deals = self.deals

    def holds(self, text: bytes | None, gains: tuple[int, ...]) -> bool | None:
        """Adds the gains of a hand if the totals that it states hold, or are wrong as before; None: explain it.

        The answer says whether they hold. Totals that nobody has stated before, and slips, are for the evening.
        """
        after = tuple(map(add, self.totals, gains))
        holds: bool | None = True
        if text is not None:
            if self.slipped or text != self.form % after:
                holds = self._as_before(text, after)
            if not self.known and after != gains:
                holds = None
        if holds is not None:
            self.totals = after
            self.known = True
            self.deals += 1
        return holds

    def _as_before(self, text: bytes, after: tuple[int, ...]) -> bool | None:
        """Totals in another order, of some seats alone, or with slips that were told already."""
        stated = amounts(text, self.labels) if _TOTAL.fullmatch(text) else None
        if stated is None or (not self.known and None in stated):
            return None
        slipped = False
        for found, due, slip in zip(stated, after, self._slips, strict=True):
            if found is not None and (slip is None or found - due != slip):
                return None
            slipped = slipped or (found is not None and slip != 0)
        return not slipped


def amounts(text: bytes, labels: Sequence[int]) -> list[int | None] | None:
    """The amounts of a line by label; None if a seat stands there twice, or is not at the table."""
    words = text.split()
    found: list[int | None] = [None] * len(labels)
    for seat, amount in zip(words[::2], words[1::2], strict=True):
        if seat[0] not in labels or found[labels.index(seat[0])] is not None:
            return None
        found[labels.index(seat[0])] = int(amount)
    return found
