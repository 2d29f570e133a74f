"""The sides that pay in a hand without a declarer, by every division of its cards."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from calarec.core.mechanisms.conditions import CardFigure
from calarec.core.mechanisms.joint_outcomes import find_possible_sums, list_set_bits, list_trick_splits
from calarec.rule_files.lint.divisions import CardDivisions
from calarec.rule_files.lint.journeys import AskedLimit, PlayerGroup, can_be_divided, list_journeys

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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


class PaidHands:
    """The hands in which some sides pay the others, with the cards of each."""

    def __init__(self, frame: Frame, rules: Rules, report: Report) -> None:
        out = rules.all_pass.params
        self._frame, self._pays, self._bounds, self._report = frame, out.pays, report.facts.card_bounds, report
        self._sides = rules.table.sides or frame.hands
        self._most_tied = most_paying_sides(rules, self._sides)
        self._total = sum(frame.points) + frame.last_trick
        self._known: dict[tuple[AskedLimit, ...], bool] = {}
        self._divisions = CardDivisions(report.facts.pack_cards)

    def can_have(self, way: Sequence[AskedLimit]) -> bool:
        """Check whether all who pay and are paid can have what is asked.

        The seats are left out.
        """
        # Outcomes show all other figures. Where the winner of the last trick counts what others drop, no sum of cards
        # is what a side counts.
        is_of_cards = any(
            asked.figure == "counted" or (isinstance(asked.figure, CardFigure) and asked.figure.where != "trump")
            for asked in way
        )
        if self._bounds.max_leftover or not is_of_cards:
            return True
        key = tuple(way)
        if key not in self._known:
            self._known[key] = any(self._can_share_cards(way, tied) for tied in range(1, self._most_tied + 1))
        return self._known[key]

    def _can_share_cards(self, way: Sequence[AskedLimit], tied: int) -> bool:
        """Check this where a number of sides pay."""
        others = frozenset(range(tied, self._sides))
        parties = {"losers": frozenset(range(tied)), "winners": others, "others": others}
        parties |= {str(side): frozenset({side}) for side in range(self._sides)}
        size = self._frame.hands // self._sides
        for shares in list_trick_splits(self._frame.tricks, self._sides):
            for last in (side for side, tricks in enumerate(shares) if tricks):
                if self._pays == "last_trick" and last:
                    continue  # the first side pays
                groups = [PlayerGroup(size, tricks, side == last) for side, tricks in enumerate(shares)]
                ways = self._list_counted_ways(way, parties, tied, last)
                journeys = list_journeys(groups, "", self._frame.split, self._report)
                if can_be_divided(ways, parties, journeys, self._divisions):
                    return True
        return False

    def _list_counted_ways(
        self, way: Sequence[AskedLimit], parties: Mapping[str, frozenset[int]], tied: int, last: int
    ) -> Iterator[list[AskedLimit]]:
        """List a way together with all that sides may count, in points of their cards."""
        units = self._bounds.units
        counted = [asked for asked in way if asked.figure == "counted"]
        rest = [
            self._without_last_trick(asked, has_last=last in parties[asked.of])
            for asked in way if asked.figure != "counted" or units == 1
        ]  # fmt: skip
        for ranges in self._list_ranges(tied, is_exact=bool(counted) and units > 1):
            # Where whole points are counted the least of each range is what its side counts.
            if units > 1 and not all(
                asked.is_met_by(sum(ranges[side][0] for side in parties[asked.of])) for asked in counted
            ):
                continue
            yield rest + [
                self._without_last_trick(AskedLimit(str(side), "points", least, most), has_last=side == last)
                for side, (least, most) in enumerate(ranges)
            ]

    def _list_ranges(self, tied: int, *, is_exact: bool) -> Iterator[list[tuple[int, int | None]]]:
        """List ranges of each side's points by which some sides pay.

        If exact, a range has the points with which a side counts the same.
        """
        units, others = self._bounds.units, self._sides - tied
        values = range(0, self._total + 1, units)
        if self._pays == "last_trick" and not is_exact:
            yield [(0, None)] * self._sides
            return
        for paying in values:
            own: list[tuple[int, int | None]] = [(paying, paying + units - 1)] * tied
            fewer, more = [value for value in values if value < paying], [value for value in values if value > paying]
            allowed = {"most_points": fewer, "fewest_points": more}.get(self._pays, [*values])
            if is_exact:
                for counts in product(allowed, repeat=others):
                    if paying * tied + sum(counts) <= self._total:
                        yield [*own, *((value, value + units - 1) for value in counts)]
            elif allowed:
                yield [*own, *[(0, paying - 1) if self._pays == "most_points" else (paying + units, None)] * others]

    def _without_last_trick(self, asked: AskedLimit, *, has_last: bool) -> AskedLimit:
        """Limits of points as those of the points in cards."""
        if asked.figure not in ("points", "counted"):
            return asked
        bonus = self._frame.last_trick * has_last
        most = None if asked.most is None else asked.most - bonus
        return AskedLimit(asked.of, "cards", asked.least - bonus, most)
