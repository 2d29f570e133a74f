"""Units of numbers in a rule file: points (`6p`, `1/3p`) and payments (`2x`).

Terms. A number *counts* one of four things: points, payments (whole stakes: `x`), a *total* or a *rate*. A total is
the goal of a match, in whole points only. A rate is the stake of a contract. It is a payment too, but where the
difference of the points is paid it is the payment for each whole point of the difference. A *measure* is the number
of the file's own units in a whole one: a fraction, since a rate may be less than a unit for each point. A bare number
counts the file's units.
"""

from __future__ import annotations

import re
from math import gcd
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.mechanisms.fields import LETTERS
from calarec.core.wording.language import Words
from calarec.rule_files.parameters import places
from calarec.rule_files.tree import BareNumbers, Misfit, find_node, from_plain, list_leaves, rewrite_tree

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.rule_files.tree import Node, Path


_WRITTEN: Final = re.compile(r"(?:([0-9]{1,6}) )?([0-9]{1,6})(?:/([1-9][0-9]{0,3}))?([px])", re.ASCII)
_MAX_PARTS: Final = 9
_UNIT: Final = re.compile(r"1(?:/([2-9]))?", re.ASCII)


class Measure(NamedTuple):
    """The file's own units in a whole: `units` / `wholes`."""

    units: int
    wholes: int = 1


class Units(NamedTuple):
    """The units of one ruleset."""

    points: int
    """Into how many parts a point is divided."""
    payments: int
    """Into how many parts a stake is divided."""
    by_difference: bool

    def find_measure(self, counts: str) -> Measure:
        """The number of the file's units in a whole of the counted thing."""
        if counts in ("points", "total"):
            return Measure(self.points if counts == "points" else 1)
        return Measure(self.payments, self.points if counts == "rate" and self.by_difference else 1)

    def format_number(self, value: int, counts: str) -> str:
        """A bare number with its unit, as it may be written instead."""
        measure = self.find_measure(counts)
        return f"{fraction_text(value * measure.wholes, measure.units)}{LETTERS[counts]}"

    def counted_name(self, counts: str) -> Words:
        """The name of the counted things."""
        from calarec.core.wording.phrases import part_names

        points = counts in ("points", "total")
        parts = self.points if counts == "points" else 1 if points else self.payments
        if parts == 1:
            return Words("whole points" if points else "whole stakes")
        return Words("{parts} of a point" if points else "{parts} of a stake", parts=part_names(parts))

    def has_whole_unit(self, counts: str) -> bool:
        """Is a bare number a number of wholes?"""
        return self.find_measure(counts) == Measure(1)


def units_of(tree: Mapping[str, Any]) -> Units:
    """The units of a flat tree as plain data."""
    settle, pack = tree.get("settle", {}), tree.get("pack", {})
    return Units(
        _parts_of_unit(pack.get("unit")),
        _parts_of_unit(settle.get("pay_unit")),
        by_difference=settle.get("pay") == "difference",
    )


def numbers_with_units(tree: Mapping[str, Any]) -> dict[Path, tuple[str, bool]]:
    """The numbers of a flat tree with units, and whether a bare one is the same."""
    units = units_of(tree)
    return {
        place.path: (
            units.format_number(place.node.value, place.about.counts),
            units.has_whole_unit(place.about.counts),
        )
        for place in places(from_plain(dict(tree)))
        if place.about.counts and isinstance(place.node.value, int)
    }


def to_bare_numbers(root: Node) -> BareNumbers:
    """Replace `6p`, `2x` … by numbers of the file's units; uneven ones stay."""
    found = BareNumbers(root, {}, [])
    if not any(isinstance(value, str) and _WRITTEN.fullmatch(value) for _, value, _ in list_leaves(root)):
        return found
    units = units_in(root)
    numbers: dict[Path, int] = {}
    for place in places(root):
        value, counts = place.node.value, place.about.counts
        written = _WRITTEN.fullmatch(value) if isinstance(value, str) else None
        if written is None or counts is None or not isinstance(value, str):
            continue
        measure = units.find_measure(counts)
        parts = int(written[3] or 1)
        count = int(written[2]) + int(written[1] or 0) * parts
        number, rest = divmod(count * measure.units, parts * measure.wholes)
        if written[4] != LETTERS[counts]:
            near, others = f"{value[:-1]}{LETTERS[counts]}", fitting_keys(root, place.path, written[4])
            wording = "other" if others else "letter"
            misfit = Misfit(place.node.span, place.path, wording, value, near, units.counted_name(counts))
            found.misfits.append(misfit._replace(others=others))
        elif rest:
            near = "`, `".join(units.format_number(each, counts) for each in (number, number + 1) if each)
            fine = finer_unit(root, counts, parts_in(value))
            wording = "finer" if fine else ""
            misfit = Misfit(place.node.span, place.path, wording, value, near, units.counted_name(counts))
            found.misfits.append(misfit._replace(finer=f"{UNIT_KEYS[counts]}: {fine}" if fine else ""))
        else:
            found.spelt[place.path] = value
            numbers[place.path] = number
    return found._replace(root=_with_values(root, numbers)) if numbers else found


def fitting_keys(root: Node, path: Path, letter: str) -> tuple[str, ...]:
    """The keys beside one whose numbers have this unit."""
    from calarec.rule_files.places import place_at

    around = place_at(path[:-1], root)
    beside = around.schema.get("properties", {}) if around is not None else {}
    fits = (key for key, each in beside.items() if key != path[-1] and LETTERS.get(each.get("counts", "")) == letter)
    return tuple(".".join((*path[:-1], key)) for key in fits)


UNIT_KEYS: Final = {"points": "pack.unit", "payment": "settle.pay_unit", "rate": "settle.pay_unit"}
"""The key that says in what a number is counted, by what it counts."""


def finer_unit(root: Node, counts: str, parts: int) -> str:
    """The largest unit in which parts of a whole are whole numbers; empty if none.

    Numbers in the file's own unit are whole numbers of the new one too.
    """
    units = units_in(root)
    own, wholes = (units.points, 1) if counts == "points" else (units.payments, units.find_measure(counts).wholes)
    found = (each for each in range(own, _MAX_PARTS + 1, own) if each % (parts * wholes) == 0)
    fine = next(found, 0) if counts in UNIT_KEYS else 0
    return f"1/{fine}" if fine > own else ""


def is_counted(root: Node, text: str, counts: str) -> bool:
    """Check whether a number with its unit is a whole number of the file's units."""
    written, measure = _WRITTEN.fullmatch(text), units_in(root).find_measure(counts)
    if written is None:
        return False
    parts = int(written[3] or 1)
    return (int(written[2]) + int(written[1] or 0) * parts) * measure.units % (parts * measure.wholes) == 0


def parts_in(text: str) -> int:
    """The denominator of a number with its unit, in lowest terms."""
    written = _WRITTEN.fullmatch(text)
    parts = int(written[3] or 1) if written is not None else 1
    return parts // gcd(int(written[2]), parts) if written is not None else 1


def restore_numbers(root: Node, written: Mapping[Path, str]) -> Node:
    """The tree with its numbers as they were written."""
    return _with_values(root, written)


def _with_values(root: Node, values: Mapping[Path, int] | Mapping[Path, str]) -> Node:
    """The tree with other values at these paths."""
    return rewrite_tree(root, lambda path, node: node._replace(value=values[path]) if path in values else node)


def fraction_text(count: int, parts: int) -> str:
    """A fraction as it is written: 6, 1/3, 2 1/3."""
    whole, rest = divmod(count, parts)
    if not rest:
        return str(whole)
    common = gcd(rest, parts)
    part = f"{rest // common}/{parts // common}"
    return f"{whole} {part}" if whole else part


def units_in(root: Node) -> Units:
    """The units of a tree."""

    def value(*path: str) -> object:
        node = find_node(root, path)
        return node.value if node is not None else None

    points, payments = _parts_of_unit(value("pack", "unit")), _parts_of_unit(value("settle", "pay_unit"))
    return Units(points, payments, by_difference=value("settle", "pay") == "difference")


def _parts_of_unit(unit: object) -> int:
    """The number of parts of the whole in a unit; invalid ones are reported elsewhere."""
    match = _UNIT.fullmatch(str(unit))
    return int(match[1] or 1) if match else 1
