"""How much may still be tried: steps are counted, not seconds, so that every machine answers the same."""

from __future__ import annotations

from calarec.base.frozen import dataclass


class OutOfBudget(Exception):  # noqa: N818 - it is no error, it is a limit
    """The search was given up."""


@dataclass(slots=True)
class Budget:
    """How many steps may still be taken."""

    left: int

    def spend(self) -> None:
        """Takes one step."""
        self.left -= 1
        if self.left < 0:
            raise OutOfBudget
