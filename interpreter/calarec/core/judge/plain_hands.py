"""Consecutive hands that passed without a full replay, added to a running score."""

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
    """Add hands without findings, unless the match was over before one of them.

    `hand_of` reads one of them by its number, for the few that something depends on.
    """
    limits, number = MatchLimits.from_game(evening.game), 0
    for row in gains:
        if isinstance(row, GainsInARow) and _is_far_from_end(evening, row, limits):
            evening.score = evening.score.with_gains(row.sums)
            is_deal_counted = evening.match.is_deal_counted
            evening.match = evening.match.with_deals(row.many, row.deals, is_last_counted=is_deal_counted)
            number += row.many
            continue
        for each in row.each if isinstance(row, GainsInARow) else (row,):
            evening.match = evening.match.begin_hand(evening.game, None)
            if evening.match.needs_end_report:
                yield from evening.report_end(hand_of(number))
            evening.add_gains(each.amounts, is_deal_counted=each.counts)
            if evening.match.ended is None and limits.may_be_reached(evening.score.totals, evening.match.most_deals):
                evening.settle_match(hand_of(number).name)
            number += 1


def _is_far_from_end(evening: RunningTotals, row: GainsInARow, limits: MatchLimits) -> bool:
    """Check whether the match cannot end in consecutive hands, or its end is reported."""
    if evening.match.ended is not None:
        return evening.match.is_end_reported and evening.match.is_outside
    if limits.deals is not None and evening.match.most_deals + row.deals >= limits.deals:
        return False
    return limits.goal is None or max(map(add, evening.score.totals, row.most)) < limits.goal
