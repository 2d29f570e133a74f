"""Amounts of an evening that goes on by rules whose unit is another one: worth the same, as far as it can say them."""

from __future__ import annotations

from calarec.core.base.frozen import NamedTuple


class OtherUnit(NamedTuple):
    """How many units made one of what is added up, and how many do."""

    before: int
    after: int

    def can_say(self, amount: int) -> bool:
        """Whether an amount is a whole number in the other unit."""
        return amount * self.after % self.before == 0

    def convert(self, amount: int) -> int:
        """An amount in the other unit; what it cannot say is rounded down."""
        return amount * self.after // self.before

    def of_slip(self, slip: int | None) -> int | None:
        """The same of a slip, which may not be known."""
        return None if slip is None else self.convert(slip)
