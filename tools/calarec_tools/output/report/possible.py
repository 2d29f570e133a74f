"""The possible ends of a hand that is not settled, in words."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from calarec.core.engine.account import UNITS, points_said, points_told
from calarec.core.engine.state import NOBODY
from calarec.core.mechanisms.rules import winning
from calarec.core.wording.cells import visible
from calarec.core.wording.language import Listing, Words, text_in

if TYPE_CHECKING:
    from calarec.core.judge.possible_ends import (
        CountedEnds,
        CountedSide,
        DecidingFacts,
        MemorableFact,
        PossibleEnds,
        PossibleSide,
    )
    from calarec.core.wording.language import Sayable
    from calarec_tools.output.report.page import Page, Spans
    from calarec_tools.output.report.people import People

_MAX_SIDES: Final = 6
"""More sides than this are not printed: `--json` has them all."""
_MAX_PAYMENTS: Final = 6

_OPEN: Final = Words("The record leaves open what it can have come to.")
_COUNTED: Final = Words(
    "There are too many ways to look at. Counted from the written tricks and the cheapest cards that they can have, "
    "these bounds are sure, but perhaps not reached:"
)
_HAS_BETWEEN: Final = Words("{who} has at least {least} and at most {most} {unit}{needed}.")
_HAVE_BETWEEN: Final = Words("{who} have at least {least} and at most {most} {unit}{needed}.")
_NO_WINNER: Final = Words("Counting does not show who has won.")
_NARROWED: Final = Words(
    "Any card that you still remember can narrow this. When few are unknown, the cards that would decide are listed."
)
_NO_OTHER_PAYMENTS: Final = Words("No other payments are possible than {payments}.")
_POINT: Final = (Words("point"), Words("points"))
_HAS: Final = Words("{who} has {least} to {most} {unit}{needed}.")
_HAVE: Final = Words("{who} have {least} to {most} {unit}{needed}.")
_HAS_ONE_OF: Final = Words("{who} has {points} {unit}{needed}.")
_HAVE_ONE_OF: Final = Words("{who} have {points} {unit}{needed}.")
_HAS_JUST: Final = Words("{who} has {least} {unit}{needed}.")
_HAVE_JUST: Final = Words("{who} have {least} {unit}{needed}.")
_WITH_PARTS: Final = Words("points ({points} {parts})")
_BETWEEN: Final = Words("{least} to {most}")
_NEEDED: Final = {
    (True, False): Words("; {needed} needed"),
    (False, True): Words("; at most {most} needed"),
    (True, True): Words("; {needed} to {most} needed"),
}
_WON: Final = Words("{who} has won in any case.")
_HAVE_WON: Final = Words("{who} have won in any case.")
_LOST: Final = Words("{who} has lost in any case.")
_HAVE_LOST: Final = Words("{who} have lost in any case.")
_EITHER: Final = Words("Either side can have won.")
_PARTNERS: Final = Words("Possible partners of {who}: {partners}.")
MAX_FACTS: Final = 5
"""More facts than this are not printed."""
_FACTS: Final = {
    "played": Words("{who} played {card} in trick {trick}"),
    "dealt": Words("{who} was dealt {card}"),
}
_IF_WON: Final = Words("If {facts}, {declarer} has won.")
_IF_LOST: Final = Words("If {facts}, {declarer} has lost.")
_IF_PAID: Final = Words("If {facts}: {paid}.")
_ALONE: Final = Words("no partner")
_PAYMENTS: Final = Words("Possible payments: {payments}.")
_CERTAIN: Final = Words("Certain: {bonuses}.")
_POSSIBLE: Final = Words("Open: {bonuses}.")
_EXCLUDED: Final = Words("Impossible: {bonuses}.")


def print_possible_ends(page: Page, people: People, ends: PossibleEnds) -> None:
    """Print the possible ends of a hand, and the facts that would settle it."""
    print_bounds(page, people, ends)
    for deciding in ends.deciding[:MAX_FACTS]:
        page.print_spans(deciding_spans(page, people, ends, deciding))


def print_bounds(page: Page, people: People, ends: PossibleEnds, *, names_rule: bool = True) -> None:
    """Print the possible outcomes; `names_rule` adds the rule of payments."""
    if not ends.whole:
        if ends.by_counting is None:
            page.print_sentence(_OPEN)
        else:
            _print_counted(page, people, ends.by_counting)
        return
    for side in ends.sides[:_MAX_SIDES]:
        _print_points(page, people, ends, side)
    _print_winners(page, people, ends)
    if ends.partners is not None and len(ends.partners) > 1:
        listed = tuple(_joined_partners(people, partners) for partners in ends.partners)
        page.print_sentence(
            _PARTNERS,
            who=people.names_by_seat[ends.declarer],
            partners=text_in(Listing(listed, either=True), people.lang),
        )
    if ends.payments is not None and len(ends.payments) <= _MAX_PAYMENTS:
        shown = "; ".join(payments_in_words(people, amounts) for amounts in ends.payments)
        page.print_sentence(_PAYMENTS, people.name_rule("settle.pay") if names_rule else "", payments=shown)
    for text, wanted in ((_CERTAIN, True), (_POSSIBLE, None), (_EXCLUDED, False)):
        names = tuple(people.ruleset.name("bonus", name) for name, applies in ends.bonuses if applies is wanted)
        if names:
            page.print_sentence(text, bonuses=text_in(Listing(names), people.lang))


def _print_counted(page: Page, people: People, counted: CountedEnds) -> None:
    """Print sure bounds that perhaps no way reaches, and their consequences."""
    page.print_sentence(_COUNTED)
    for side in counted.sides[:_MAX_SIDES]:
        if side.points is None:
            continue
        page.print_sentence(
            _HAS_BETWEEN if len(side.seats) == 1 else _HAVE_BETWEEN, who=people.joined_names(side.seats),
            **_range_values(people, side.points.least, side.points.most),
            needed=_needed_spans(page, people, counted, side),
        )  # fmt: skip
    is_winner_known = _is_winner_printed(page, people, counted)
    if not is_winner_known:
        page.print_sentence(_NO_WINNER)
    if counted.payments is not None and len(counted.payments) <= _MAX_PAYMENTS:
        shown = "; ".join(payments_in_words(people, amounts) for amounts in counted.payments)
        page.print_sentence(_NO_OTHER_PAYMENTS, payments=shown)
    if not is_winner_known:
        page.print_sentence(_NARROWED)


def deciding_spans(page: Page, people: People, ends: PossibleEnds, deciding: DecidingFacts) -> Spans:
    """Return a sentence on the result or payments that facts would settle."""
    by_result = deciding.wins is not None and ends.payments is not None and len(ends.payments) == len({True, False})
    text = _IF_PAID if not by_result else _IF_WON if deciding.wins else _IF_LOST
    return page.filled_spans(
        text,
        facts=Listing(tuple(fact_in_words(people, fact) for fact in deciding.facts)),
        declarer=people.names_by_seat[ends.declarer],
        paid=payments_in_words(people, deciding.payments),
    )


def fact_in_words(people: People, fact: MemorableFact) -> Words:
    """Something that a player may remember: "Marta was dealt the ace of cups"."""
    who, card = people.names_by_seat[fact.seat], people.card_in_words(fact.card)
    return _FACTS[fact.kind].with_values(who=who, card=card, trick=fact.trick)


def _print_points(page: Page, people: People, ends: PossibleEnds, side: PossibleSide) -> None:
    if side.points is None:
        return
    one, exact = len(side.seats) == 1, side.points.least == side.points.most
    text = (_HAS_JUST if one else _HAVE_JUST) if exact else (_HAS if one else _HAVE)
    if side.values is not None:
        page.print_sentence(
            _HAS_ONE_OF if one else _HAVE_ONE_OF, who=people.joined_names(side.seats),
            **_listed_values(people, side.values), needed=_needed_spans(page, people, ends, side),
        )  # fmt: skip
        return
    page.print_sentence(
        text, who=people.joined_names(side.seats), **_range_values(people, side.points.least, side.points.most),
        needed=_needed_spans(page, people, ends, side),
    )  # fmt: skip


def _range_values(people: People, least: int, most: int) -> dict[str, Any]:
    """Points as people count them, with the ruleset's unit if that is a part of one."""
    counted = str(least) if least == most else _BETWEEN.with_values(least=least, most=most)
    unit = _unit_after(people, counted, is_one=least == most and abs(least) == 1)
    return {"least": _point_text(people, least), "most": _point_text(people, most), "unit": unit}


def _listed_values(people: People, values: tuple[int, ...]) -> dict[str, Any]:
    """The same for the values that are possible one by one."""
    counted, said = (
        Listing(tuple(text(value) for value in values), either=True) for text in (str, partial(_point_text, people))
    )
    return {"points": said, "unit": _unit_after(people, counted, is_one=False)}


def band_values(people: People, least: int, most: int) -> dict[str, Any]:
    """The same as one text, of a band of points or of one value."""
    counted, said = (
        "–".join(dict.fromkeys(text(value) for value in (least, most))) for text in (str, partial(_point_text, people))
    )
    return {"points": said, "unit": _unit_after(people, counted, is_one=least == most and abs(least) == 1)}


def _point_text(people: People, value: int) -> str:
    """Format units as points: 17 thirds are 5 2/3."""
    return str(points_said(value, people.units_of_point))


def _unit_after(people: People, counted: Sayable | str, *, is_one: bool) -> Words | str:
    """Name the unit; in brackets the same number in parts of a point."""
    unit = unit_of_points(people, one=is_one)
    return unit if people.units_of_point == 1 else _WITH_PARTS.with_values(points=counted, parts=unit)


def unit_of_points(people: People, *, one: bool) -> Words | str:
    """The name of the unit in which points are counted."""
    units = people.units_of_point
    names = _POINT if units == 1 else UNITS.get(units)
    return f"1/{units}" if names is None else names[not one]


def _needed_spans(
    page: Page, people: People, ends: PossibleEnds | CountedEnds, side: PossibleSide | CountedSide
) -> Spans:
    """Return the points that the declarer's side needs; empty under an open contract."""
    if not ends.contract or ends.declarer not in side.seats:
        return []
    limits = winning(people.game.rules, ends.contract)[1]
    least, most = limits.points_at_least, limits.points_at_most
    if least is None and most is None:
        return []
    units = people.units_of_point
    needed, beyond = (limit or 0 if units == 1 else points_told(limit or 0, units) for limit in (least, most))
    return page.filled_spans(_NEEDED[least is not None, most is not None], needed=needed, most=beyond)


def _print_winners(page: Page, people: People, ends: PossibleEnds) -> None:
    has_declarer = ends.declarer != NOBODY and any(ends.declarer in side.seats for side in ends.sides)
    if has_declarer and not _is_winner_printed(page, people, ends):
        page.print_sentence(_EITHER)


def _is_winner_printed(page: Page, people: People, ends: PossibleEnds | CountedEnds) -> bool:
    """Print whether the declarer has won or lost in any case; whether that is known."""
    own = [side for side in ends.sides if ends.declarer in side.seats]
    wins = {side.wins for side in own}
    if ends.declarer == NOBODY or len(wins) != 1 or None in wins:
        return False
    alone = len(own) == 1 and len(own[0].seats) > 1
    text = (_HAVE_WON if alone else _WON) if own[0].wins else (_HAVE_LOST if alone else _LOST)
    page.print_sentence(text, who=people.joined_names(own[0].seats if alone else (ends.declarer,)))
    return True


def _joined_partners(people: People, partners: tuple[int, ...]) -> str:
    names = tuple(people.names_by_seat[seat] for seat in partners)
    return text_in(Listing(names) if names else _ALONE, people.lang)


def payments_in_words(people: People, amounts: tuple[int, ...]) -> str:
    """The payment of each player: "Anna +2, Bruno -1"."""
    ordered = sorted(range(len(amounts)), key=lambda seat: (-amounts[seat], seat))
    return visible(
        ", ".join(
            f"{people.names_by_seat[seat]} {people.payment_in_words(amounts[seat], sign=True)}" for seat in ordered
        )
    )
