"""The sides that pay in a hand without a declarer, by every division of its cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.mechanisms.joint_outcomes import find_possible_sums, list_set_bits

if TYPE_CHECKING:
    from calarec.core.mechanisms.joint_outcomes import Frame, SideOutcome
    from calarec.core.mechanisms.rules import Rules
    from calarec.rule_files.lint.report import Report


def most_paying_sides(rules: Rules, sides: int) -> int:
    """The most sides that pay in a hand without a declarer."""
    out = rules.all_pass.params
    return sides - 1 if out.ties == "each_pays" and out.pays != "last_trick" else 1


class PayingSides:
    """The sides of a hand without a declarer, some of which pay the others."""

    def __init__(self, frame: Frame, rules: Rules, report: Report) -> None:
        out = rules.all_pass.params
        self._frame, self._pays, self._bounds = frame, out.pays, report.facts.card_bounds
        self._sides = rules.table.sides or frame.hands
        self._most_tied = most_paying_sides(rules, self._sides)
        self._known: dict[tuple[int, int, int, int, bool], tuple[int, ...]] = {}

    def can_pay(self, payer: SideOutcome, others: SideOutcome) -> bool:
        """Check whether sides with these points can pay, and the others be paid."""
        if self._pays == "last_trick":
            return payer.last
        total, units = sum(self._frame.points) + self._frame.last_trick, self._bounds.units
        for tied in range(1, self._most_tied + 1):
            # Each of them counts the same: a fraction is dropped, and that of others may be won.
            least = max(0, payer.points // tied - units * tied) // units * units
            for counted in range(least, payer.points // tied + self._bounds.max_leftover + 1, units):
                beyond = (counted + units, total) if self._pays == "fewest_points" else (0, counted - units)
                if self._can_share(payer, tied, (counted, counted)) and self._can_share(
                    others, self._sides - tied, beyond
                ):
                    return True
        return False

    def _can_share(self, side: SideOutcome, count: int, counted: tuple[int, int]) -> bool:
        """Check whether sides can share these tricks and points, counting within limits."""
        piles = side.points - side.in_tricks
        sums = self._sums_of(count, counted, piles if side.last else 0, last=side.last)
        return bool(sums[side.tricks] >> side.in_tricks & 1)

    def _sums_of(self, count: int, counted: tuple[int, int], more: int, *, last: bool) -> tuple[int, ...]:
        """The possible sums of several sides, as bits, by tricks; one may have the last."""
        key = count, *counted, more, last
        if key not in self._known:
            own = self._sums_of_one(counted, more, last=last)
            if count > 1:
                rest = self._sums_of(count - 1, counted, 0, last=False)
                joint = [0] * len(own)
                for tricks, bits in enumerate(own):
                    for others, other_bits in enumerate(rest[: len(own) - tricks] if bits else ()):
                        for points in list_set_bits(bits) if other_bits else ():
                            joint[tricks + others] |= other_bits << points
                own = tuple(joint)
            self._known[key] = own
        return self._known[key]

    def _sums_of_one(self, counted: tuple[int, int], more: int, *, last: bool) -> tuple[int, ...]:
        """The sums of one side's tricks with which it counts within limits."""
        units, leftover = self._bounds.units, self._bounds.max_leftover * last
        allowed = sum(
            1 << points
            for points in range(sum(self._frame.points) + 1)
            if (points + more) // units * units <= counted[1]
            and (points + more) // units * units + leftover >= counted[0]
        )
        return tuple(
            0 if last and not tricks else allowed & find_possible_sums(self._frame, tricks)
            for tricks in range(self._frame.tricks + 1)
        )
