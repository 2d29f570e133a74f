"""How much may still be tried for one hand: steps are counted, not seconds, so that every machine answers the same.

A search for unknown cards has a share of the hand's budget, so that all of them together end. A share that is spent
leaves the rest to the others.
"""

from __future__ import annotations

from typing import Final

from calarec.core.base.frozen import dataclass

HAND_STEPS: Final = 60_000
"""Steps for one hand, some three seconds in all: more than its shares come to in a hand that was really played."""


class OutOfBudget(Exception):  # noqa: N818 - it is no error, it is a limit
    """The search was given up."""


@dataclass(slots=True)
class Budget:
    """How many steps may still be taken."""

    left: int
    whole: Budget | None = None
    """What it is a share of."""
    price: int = 1
    """What one of its steps takes of the whole."""

    def spend(self, steps: int = 1) -> None:
        """Take steps; OutOfBudget where there are no more, here or in the whole."""
        self.left -= steps
        if self.whole is not None:
            self.whole.left -= steps * self.price
        if self.is_spent:
            raise OutOfBudget

    def share(self, steps: int, price: int = 1) -> Budget:
        """A budget of its own for one search, all of which is also taken from this one."""
        return Budget(steps, self, price)

    @property
    def is_spent(self) -> bool:
        """Whether more was asked for than there was."""
        return self.left < 0 or (self.whole is not None and self.whole.is_spent)
