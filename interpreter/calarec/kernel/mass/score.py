"""The running score on the mass path: kept as a list, and handed back to the evening before anything is explained.

Terms. *Who* is whose total it is: the person on a seat, or the seat itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.replay.evening import Evening


class Score:
    """The totals of an evening, by label, while plain hands go by."""

    __slots__ = ("_slips", "deals", "evening", "form", "known", "labels", "slipped", "totals", "who")

    def __init__(self, evening: Evening, labels: Sequence[int], who: Sequence[str]) -> None:
        self.evening, self.labels, self.who = evening, labels, who
        self.form = b"".join(b" " + bytes([label]) + b": %d" for label in labels)
        self.load()

    def load(self) -> None:
        """Takes the totals over from the evening."""
        evening = self.evening
        self.known = bool(evening.totals)
        self.totals = [evening.totals.get(who, 0) for who in self.who]
        self.deals = evening.deals
        slips = [evening.ledger.slip_of(who) for who in self.who]
        self._slips = slips
        self.slipped = any(slip != 0 for slip in slips)

    def store(self) -> None:
        """Hands them back."""
        if self.known:
            for who, total in zip(self.who, self.totals, strict=True):
                self.evening.totals[who] = total
        self.evening.deals = self.deals

    def holds(self, text: bytes | None, gains: Sequence[int]) -> bool | None:
        """Adds the gains of a hand if the totals that it states hold, or are wrong as before; None: explain it.

        The answer says whether they hold. Totals that nobody has stated before, and slips, are for the evening.
        """
        after = [total + gain for total, gain in zip(self.totals, gains, strict=True)]
        if text is None:
            self._take(after)
            return True
        if not self.slipped and text == self.form % tuple(after):
            if not self.known and any(total != gain for total, gain in zip(after, gains, strict=True)):
                return None
            self._take(after)
            return True
        return self._as_before(text, after)

    def _as_before(self, text: bytes, after: list[int]) -> bool | None:
        """Totals in another order, of some seats alone, or with slips that were told already."""
        if not self.known:
            return None
        stated = amounts(text, self.labels)
        if stated is None:
            return None
        slipped = False
        for found, due, slip in zip(stated, after, self._slips, strict=True):
            if found is not None and found - due != slip:
                return None
            slipped = slipped or (found is not None and slip != 0)
        self._take(after)
        return not slipped

    def _take(self, after: list[int]) -> None:
        self.totals = after
        self.known = True
        self.deals += 1


def amounts(text: bytes, labels: Sequence[int]) -> list[int | None] | None:
    """The amounts of a line by label; None if a seat stands there twice, or is not at the table."""
    words = text.split()
    found: list[int | None] = [None] * len(labels)
    for seat, amount in zip(words[::2], words[1::2], strict=True):
        if seat[0] not in labels or found[labels.index(seat[0])] is not None:
            return None
        found[labels.index(seat[0])] = int(amount)
    return found
