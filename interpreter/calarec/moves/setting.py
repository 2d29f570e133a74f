"""Who sits where in one hand, and what the hand inherits.

Terms. A *seat* is a number in order of play. A seat is *active* if a hand is dealt to it. A *dummy* is an
active seat where nobody sits; somebody else acts for it.
"""

from __future__ import annotations

from typing import Final

from calarec.light import NamedTuple


class Carry(NamedTuple):
    """What a hand inherits from one that all passed."""

    piles: tuple[tuple[int, int], ...] = ()
    """Pairs of pile and cards that stayed as they lay."""
    only: tuple[str, ...] = ()
    """The contracts that may be bid; empty: all."""
    binds: str = "everyone"
    rule: str = ""


NOTHING_CARRIED: Final = Carry()


class Setting(NamedTuple):
    """Who sits where in one hand."""

    labels: tuple[str, ...]
    """The seats' letters, in order of play, dummies last."""
    dealer: int
    active: tuple[int, ...]
    """The seats that hold cards, in order of play, beginning with the eldest."""
    dummies: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    carry: Carry = NOTHING_CARRIED

    @property
    def eldest(self) -> int:
        """The first active seat after the dealer."""
        return self.active[0]

    @property
    def all(self) -> int:
        """The mask of all seats, those that sit out included."""
        return (1 << len(self.labels)) - 1

    def after(self, seat: int) -> int:
        """The next active seat in order of play."""
        order = self.active
        return order[(order.index(seat) + 1) % len(order)]

    def others(self, seat: int) -> tuple[int, ...]:
        """The other active seats, in order of play from the seat on."""
        at = self.active.index(seat)
        return (*self.active[at + 1 :], *self.active[:at])
