"""Units: numbers that were perhaps meant in another one, and units that change what a parent's numbers are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.mechanisms.rules import winning
from calarec.rulesets.lint.facts import parts_of
from calarec.rulesets.parameters import places
from calarec.rulesets.tree import get, plain
from calarec.rulesets.units import fraction_text, units_of
from calarec.wording.language import Listing, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.rules import Rules
    from calarec.mechanisms.ruleset import Plain
    from calarec.rulesets.compose import Composed
    from calarec.rulesets.lint.report import Report

_TARGET: Final = "settle.won_if.points_at_least"
_LAST: Final = "pack.last_trick"
_LAST_TRICKS: Final = 12
"""The usual last trick is one of so many parts of all points."""
_LISTED: Final = 3
_UNITS: Final = ("pack.unit", "settle.pay_unit")


def check_small(rules: Rules, report: Report) -> None:
    """Points that are few enough to have been meant whole, where the file counts parts of a point."""
    own = (f"contracts.{key}.won_if.points_at_least" for key, each in rules.contracts.items() if each.won_if)
    for path in (_LAST, _TARGET, *own):
        if misread(path, rules, report):
            value, parts = _value(path, rules) or 0, parts_of(rules.pack.unit)
            report.add(
                "RUL504", report.blame(path, "pack.unit"), within=path, value=value,
                now=report.points(value), other=report.points(value * parts),
                near=f"{value}p", same=f"{fraction_text(value, parts)}p",
            )  # fmt: skip


def misread(path: str, rules: Rules, report: Report) -> bool:
    """Is it less than half of what is usual for the pack's total, and a bare number of parts of a point?"""
    if parts_of(rules.pack.unit) == 1 or tuple(path.split(".")) in report.spelt:
        return False
    total, value = report.facts.total, _value(path, rules)
    if value is None:
        return False
    if path == _LAST:
        return 0 < 2 * _LAST_TRICKS * value < total
    return 2 * value < total // 2 + 1


def _value(path: str, rules: Rules) -> int | None:
    if path == _LAST:
        return rules.pack.last_trick
    return winning(rules, "" if path == _TARGET else path.split(".")[1])[1].points_at_least


def check_recounted(composed: Composed, report: Report) -> None:
    """A file that changes a unit says anew, or knows, what the numbers are worth that it takes over."""
    if len(composed.layers) < 2:
        return
    now = units_of({key: plain(node) for key, node in report.root.entries.items()})
    for path in _UNITS:
        node = get(report.root, tuple(path.split(".")))
        if node is None or node.origin.layer != report.layer:
            continue
        before = {each: _before(each, composed, report) for each in (*_UNITS, "settle.pay")}
        old = units_of({"pack": {"unit": before["pack.unit"]},
                        "settle": {"pay_unit": before["settle.pay_unit"], "pay": before["settle.pay"]}})  # fmt: skip
        kinds = ("points",) if path == "pack.unit" else ("payment", "rate")
        changed = [
            (".".join(each.path), old.said(each.node.value, counts), now.said(each.node.value, counts))
            for each in places(report.root)
            if (counts := each.about.counts) in kinds and counts is not None
            if isinstance(each.node.value, int) and each.path not in report.spelt
            if each.node.origin.layer != report.layer and each.node.value
        ]
        changed = [each for each in changed if each[1] != each[2]]
        if changed:
            first, said, _ = changed[0]
            listed = Listing(tuple(_listed(changed)))
            report.add("RUL521", path, unit=path, parent=composed.layers[1].id, changed=listed, at=first, before=said)


def _listed(changed: list[tuple[str, str, str]]) -> Iterator[Words]:
    for path, old, new in changed[:_LISTED]:
        yield Words("`{path}` was {old} and is {new}", path=path, old=old, new=new)
    rest = len(changed) - _LISTED
    if rest > 0:
        yield Words("one more" if rest == 1 else "{count} more", count=rest)


def _before(path: str, composed: Composed, report: Report) -> Plain:
    """What the parent says at a path."""
    keys = tuple(path.split("."))
    for change in composed.changes:
        if change.origin.layer == report.layer and keys[: len(change.path)] == change.path:
            value = change.before
            for key in keys[len(change.path) :]:
                value = value.get(key) if isinstance(value, dict) else None
            return value
    node = get(report.root, keys)
    return plain(node) if node is not None else None


def check_leftover(rules: Rules, report: Report) -> None:
    """Fractions are dropped, and those of all sides can come to a whole point."""
    if rules.settle.leftover == "nobody":
        return
    whole = parts_of(rules.pack.unit)
    if rules.settle.rounding != "down" or whole == 1:
        report.add("RUL704", report.blame("settle.leftover", "settle.rounding"), wording="no_fractions")
        return
    total = report.facts.total
    most = max(_sides(rules, hands) for hands in report.facts.hands.values()) * (whole - 1)
    # As many units as all sides can drop at most, if what they count is whole.
    if max((units for units in range(most + 1) if units % whole == total % whole), default=0) < whole:
        report.add("RUL704", "settle.leftover", wording="never_whole")


def _sides(rules: Rules, hands: int) -> int:
    """How many sides count for themselves: where nobody declares each fixed one, or each seat."""
    return (rules.table.sides or hands) if rules.all_pass.do == "play_out" else 2


CHECKS: Final = (
    check_leftover,
    check_small,
)
