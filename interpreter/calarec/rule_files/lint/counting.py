"""Checks of units: numbers meant in another one, and changed units of a parent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import Listing, Words
from calarec.core.wording.phrases import parts_of_unit
from calarec.rule_files.parameters import places
from calarec.rule_files.tree import StatedLimit, find_node, to_plain
from calarec.rule_files.units import fraction_text, units_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.rules import Rules
    from calarec.core.mechanisms.ruleset import Plain
    from calarec.rule_files.compose import Composed
    from calarec.rule_files.lint.report import Report

_LAST: Final = "pack.last_trick"
_LAST_TRICKS: Final = 12
"""The usual last trick is all points divided by this."""
_MAX_LISTED_CHANGES: Final = 3
_UNITS: Final = ("pack.unit", "settle.pay_unit")


def check_small(rules: Rules, report: Report) -> None:
    """Report bare numbers that may mean points, where the file counts parts of them."""
    parts = parts_of_unit(rules.pack.unit)
    if parts == 1:
        return
    for place in places(report.root):
        path, value = ".".join(place.path), place.node.value
        if place.about.counts != "points" or not isinstance(value, int) or not may_be_misread(path, rules, report):
            continue
        if place.node.origin.layer != report.layer and _has_own_unit(report):
            continue  # what a new unit makes of the parent's numbers is told of the unit
        stated = report.limits.get(place.path, StatedLimit(place.path, value))
        said = stated.value
        report.add(
            "RUL504", report.blame(path, "pack.unit"), within=".".join(stated.path), value=said,
            now=report.points_words(said), other=report.points_words(said * parts),
            near=f"{said}p", same=f"{fraction_text(said, parts)}p",
        )  # fmt: skip


def _has_own_unit(report: Report) -> bool:
    """Check whether the file that was asked for changes the unit of its parent."""
    unit = find_node(report.root, ("pack", "unit"))
    return unit is not None and unit.origin.layer == report.layer


def may_be_misread(path: str, rules: Rules, report: Report) -> bool:
    """Check for a bare number of parts that may have been meant as points.

    A last trick: if it is less than half of the usual, or no whole point. Any other number: if the pack has that many
    points. Points of cards are never misread: the unit is made for them.
    """
    parts, keys = parts_of_unit(rules.pack.unit), tuple(path.split("."))
    node = find_node(report.root, keys)
    stated = report.limits.get(keys)
    value = stated.value if stated is not None else node.value if node is not None else None
    if parts == 1 or keys in report.spelt or not isinstance(value, int) or value < 1:
        return False
    if keys[:2] == ("pack", "points") or keys == ("pack", "total"):
        return False
    total = report.facts.pack_total
    if path == _LAST:
        return 2 * _LAST_TRICKS * value < total or value % parts > 0
    return value * parts <= total


def check_inherited_units(composed: Composed, report: Report) -> None:
    """Check that a changed unit comes with new inherited values, or a reason."""
    if len(composed.layers) < 2:
        return
    now = units_of({key: to_plain(node) for key, node in report.root.entries.items()})
    for path in _UNITS:
        node = find_node(report.root, tuple(path.split(".")))
        if node is None or node.origin.layer != report.layer:
            continue
        before = {each: _parent_value(each, composed, report) for each in (*_UNITS, "settle.pay")}
        old = units_of({"pack": {"unit": before["pack.unit"]},
                        "settle": {"pay_unit": before["settle.pay_unit"], "pay": before["settle.pay"]}})  # fmt: skip
        kinds = ("points",) if path == "pack.unit" else ("payment", "rate")
        changed = [
            (
                ".".join(place.path),
                old.format_number(place.node.value, counts),
                now.format_number(place.node.value, counts),
            )
            for place in places(report.root)
            if (counts := place.about.counts) in kinds and counts is not None
            if isinstance(place.node.value, int) and place.path not in report.spelt
            if place.node.origin.layer != report.layer and place.node.value
        ]
        changed = [each for each in changed if each[1] != each[2]]
        if changed:
            first, said, _ = changed[0]
            listed = Listing(tuple(_changed_words(changed)))
            report.add("RUL521", path, unit=path, parent=composed.layers[1].id, changed=listed, at=first, before=said)


def _changed_words(changed: list[tuple[str, str, str]]) -> Iterator[Words]:
    for path, old, new in changed[:_MAX_LISTED_CHANGES]:
        yield Words("`{path}` was {old} and is {new}", path=path, old=old, new=new)
    rest = len(changed) - _MAX_LISTED_CHANGES
    if rest > 0:
        yield Words("{count:one|#} more", count=rest)


def _parent_value(path: str, composed: Composed, report: Report) -> Plain:
    """The parent's value at a path."""
    keys = tuple(path.split("."))
    for change in composed.changes:
        if change.origin.layer == report.layer and keys[: len(change.path)] == change.path:
            value = change.before
            for key in keys[len(change.path) :]:
                value = value.get(key) if isinstance(value, dict) else None
            return value
    node = find_node(report.root, keys)
    return to_plain(node) if node is not None else None


def check_leftover(rules: Rules, report: Report) -> None:
    """Fractions are dropped, and those of all sides can come to a whole point."""
    if rules.settle.leftover == "nobody":
        return
    whole = parts_of_unit(rules.pack.unit)
    if rules.settle.rounding != "down" or whole == 1:
        report.add("RUL704", report.blame("settle.leftover", "settle.rounding"), wording="no_fractions")
        return
    total = report.facts.pack_total
    most = max(_count_sides(rules, hands) for hands in report.facts.hands_by_seats.values()) * (whole - 1)
    # As many units as all sides can drop at most, if what they count is whole.
    if max((units for units in range(most + 1) if units % whole == total % whole), default=0) < whole:
        report.add("RUL704", "settle.leftover", wording="never_whole")


def check_counted_limits(rules: Rules, report: Report) -> None:
    """Report limits between two whole points, where only whole points are counted."""
    parts = rules.pack.units_per_point
    if rules.settle.rounding != "down" or parts == 1:
        return
    for place in places(report.root):
        path, value = ".".join(place.path), place.node.value
        if place.path[-2:-1] != ("counted",) or not isinstance(value, int) or value % parts == 0:
            continue
        # `below: 2p` is `at_most` one unit less in the tree, and as whole as that.
        stated = report.limits.get(place.path, StatedLimit(place.path, value))
        if stated.value % parts and not may_be_misread(path, rules, report):
            points = stated.value // parts + (stated.path[-1] in ("at_least", "below"))
            report.add(
                "RUL503", report.blame(path, "settle.rounding"), target=report.points_words(stated.value),
                whole=report.points_words(points * parts), near=f"{points}p",
            )  # fmt: skip


def _count_sides(rules: Rules, hands: int) -> int:
    """The number of sides that count; without declarers each fixed one, or each seat."""
    return (rules.table.sides or hands) if rules.all_pass.do == "play_out" else 2


CHECKS: Final = (
    check_leftover,
    check_small,
    check_counted_limits,
)
