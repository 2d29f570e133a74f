"""Winning: the target can be reached, falls on a whole point, and parts the winners from the losers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.rulesets.lint.arithmetic import parts_of
from calarec.rulesets.lint.counting import misread

if TYPE_CHECKING:
    from calarec.rulesets.lint.outcomes import Outcome
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules

_PATH: Final = "settle.won_if.points_at_least"


def check_target(rules: Rules, report: Report) -> None:
    """The target is one of the points there are, and a strict majority of them."""
    target, total = rules.settle.won_if.points_at_least, report.facts.total
    parts = parts_of(rules.pack.unit) if rules.settle.rounding == "down" else 1
    points = (f"pack.points.{rank}" for rank in rules.pack.points)
    path = report.blame(_PATH, *points, "pack.points", "pack.last_trick", "pack.without")
    if target > total:
        report.add("RUL501", path, target=report.points(target), total=report.points(total))
        return
    if target % parts:
        whole = report.points(-(-target // parts) * parts)
        near = f"{-(-target // parts)}p"
        report.add(
            "RUL503", report.blame(_PATH, "settle.rounding"), target=report.points(target), whole=whole, near=near
        )
    if misread(_PATH, rules, report):
        return  # it is small because another unit was meant, and that is told
    found = _unfair(report, target, parts)
    if found is not None:
        mine, theirs = found.declarer.points, found.opponents.points
        wording = "" if mine // parts * parts >= target else "lost"
        ours, others = report.points(mine), report.points(theirs)
        report.add("RUL502", path, wording=wording, declarer=ours, opponents=others)


def _unfair(report: Report, target: int, parts: int) -> Outcome | None:
    """An outcome in which the declarer wins without having more, or loses with more."""
    splits = {split for key in report.facts.played for split in report.facts.splits(key)}
    worst: Outcome | None = None
    for split in sorted(splits):
        for outcome in report.facts.outcomes(split)[0]:
            mine, theirs = outcome.declarer.points // parts, outcome.opponents.points // parts
            wins = mine * parts >= target
            if (wins and mine <= theirs) or (not wins and mine > theirs):
                gap = abs(outcome.declarer.points - target)
                if worst is None or gap < abs(worst.declarer.points - target):
                    worst = outcome
    return worst


CHECKS: Final = (check_target,)
