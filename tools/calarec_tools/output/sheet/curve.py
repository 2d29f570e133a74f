"""The totals of an evening as a curve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.engine.account import points_said
from calarec.core.wording.cells import visible
from calarec.core.wording.language import Listing, Phrase, Words
from calarec_tools.output.pictures.curve import Curve, CurveLine
from calarec_tools.output.sheet.lines import CURVE, HAND

if TYPE_CHECKING:
    from calarec_tools.output.sheet.evenings import EveningSheet
    from calarec_tools.output.sheet.lines import SheetWords

_SAYS: Final = Words("After {hands}: {people}.")
_BEGINNING: Final = "0"


def curve_of(sheet: EveningSheet, said: SheetWords) -> Curve:
    """Return all totals after each hand, from those carried in; None if unknown.

    Adjustments after the last hand are a step of their own, without a name.
    """
    opening = sheet.hands[0]
    carried = sheet.in_its_unit(
        dict(next((each.amounts for each in opening.before if each.kind == "carried"), ())), opening
    )
    totals = [sheet.totals_after_hand(hand) for hand in sheet.hands]
    lines = []
    for who in sheet.evening_people:
        seen = [any(who == seat.person for seat in hand.seats) for hand in sheet.hands]
        first, last = (seen.index(True), len(seen) - seen[::-1].index(True)) if any(seen) else (0, len(seen))
        values: list[int | None] = [carried.get(who, 0) if first == 0 else None]
        for number, hand in enumerate(sheet.hands):
            values.append(totals[number].get(who) if hand.sure and first <= number < last else None)
        if first:
            values[first] = totals[first - 1].get(who, 0)
        if sheet.closing:
            values.append(sheet.final_totals[who] if last == len(seen) and sheet.has_sure_totals else None)
        lines.append(CurveLine(visible(who), tuple(values), points_said(sheet.final_totals[who], sheet.evening_units)))
    told = tuple(f"{line.name} {line.last}" for line in lines)
    hands = Phrase("figures", len(sheet.hands), Words("hand|hands"))
    return Curve(
        title=said.sheet_word(CURVE),
        text=said.sheet_word(_SAYS.with_values(hands=hands, people=Listing(told))),
        steps=(_BEGINNING, *(visible(hand.hand) for hand in sheet.hands), *([""] if sheet.closing else [])),
        step_word=said.sheet_word(HAND),
        lines=tuple(lines),
        units=sheet.evening_units,
    )
