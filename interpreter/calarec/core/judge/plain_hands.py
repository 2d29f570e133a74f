"""Hands in a row that were passed without being replayed, taken into a running score."""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING

from calarec.core.engine.match import MatchLimits
from calarec.core.judge.gains import GainsInARow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from calarec.core.judge.gains import PlainGains
    from calarec.core.judge.running_totals import RunningTotals
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding


def take_plain_hands(
    evening: RunningTotals, gains: Iterable[PlainGains | GainsInARow], hand_of: Callable[[int], Hand]
) -> Iterator[Finding]:
    """Takes hands of which nothing is to be said, unless the match was over before one of them.

    `hand_of` reads one of them by its number, for the few that something depends on.
    """
    limits, number = MatchLimits.of(evening.game), 0
    for row in gains:
        if isinstance(row, GainsInARow) and _goes_on(evening, row, limits):
            evening.totals = evening.with_gains(row.sums)
            evening.brought += sum(row.sums)
            evening.course = evening.course.with_deals(row.many, row.deals)
            evening.begun = True
            number += row.many
            continue
        for each in row.each if isinstance(row, GainsInARow) else (row,):
            evening.course = evening.course.begin_hand(evening.game, None)
            if evening.needs_end_told:
                yield from evening.report_late(hand_of(number))
            evening.add(each.amounts, counts=each.counts)
            evening.counts = each.counts
            if evening.course.ended is None and limits.reached(evening.totals, evening.course.most_deals):
                evening.stands(hand_of(number).name)
            number += 1


def _goes_on(evening: RunningTotals, row: GainsInARow, limits: MatchLimits) -> bool:
    """Whether the match is not over before, among or right after hands in a row, or its end has been told."""
    if evening.course.ended is not None:
        return evening.told_end and evening.course.is_outside
    if limits.deals is not None and evening.course.most_deals + row.deals >= limits.deals:
        return False
    return limits.goal is None or max(map(add, evening.totals, row.most)) < limits.goal
