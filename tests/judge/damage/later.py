"""Damages of words that rules without doubling, declarations or a pot do not know (CAL218, CAL220, CAL562)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.judge.damage.early import _added
from tests.judge.damage.sheet import Damage, Sheet, Unfit

if TYPE_CHECKING:
    from collections.abc import Callable


def doubled_all_the_same(sheet: Sheet) -> Damage:
    """A word by which more would be paid, under rules that have none."""
    other = sheet.others(sheet.declarer)[0]
    lines, number = _added(sheet, f"double {other}: contro", at=_first(sheet))
    return sheet.only(lines, "CAL218", number, len(f"double {other}: "))


def a_pot_where_none_is(sheet: Sheet) -> Damage:
    """A pot is stated under rules without a pot."""
    _first(sheet)
    lines, number = _added(sheet, "carry pot +3", before="deal ")
    return sheet.only(lines, "CAL220", number, len("carry "))


def declared_all_the_same(sheet: Sheet) -> Damage:
    """Cards are declared under rules by which nothing is."""
    number = _first(sheet)
    seat = sheet.leader(number)
    lines, number = _added(sheet, f"declare {seat}: buongioco", at=number)
    return sheet.only(lines, "CAL562", number, len(f"declare {seat}: "))


def _first(sheet: Sheet) -> int:
    if not sheet.tricks:
        raise Unfit("no tricks")
    return sheet.tricks[0]


DAMAGES: tuple[Callable[[Sheet], Damage], ...] = (doubled_all_the_same, a_pot_where_none_is, declared_all_the_same)
