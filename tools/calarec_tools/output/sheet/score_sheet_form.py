"""An evening as clubs keep it: rows of hands, columns of payments and totals.

`calarec convert` converts it back to a record. A player who is not at the table has empty cells. Carried and adjusted
totals have rows of their own. Other content is refused: unsettled hands, players who change places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import Words, text_in
from calarec_tools.output.files.streams import RefusalError
from calarec_tools.output.formats.csv_rows import csv_row
from calarec_tools.output.formats.score_sheet import OUTCOMES, is_no_player

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from calarec.core.judge.score_rows import TableEvent
    from calarec.core.wording.language import Language
    from calarec_tools.output.formats.columns import SettledHand
    from calarec_tools.output.sheet.evenings import EveningSheet

# A form of `sheet`, not of `convert`: it contains what was judged (declarer, payments), not what was written.
_UNSETTLED: Final = Words("hand {name} could not be settled; a score sheet needs the payments of every hand.")
_PLACES: Final = Words(
    "before hand {name} people change places; in a score sheet they sit in the order of their columns."
)
_HEADING: Final = Words("{name} cannot head a column of a score sheet; an alias gives another name.")
_MATCH: Final = Words("before hand {name} a match begins; a score sheet is one of one match.")
_AGAIN: Final = Words("before hand {name} totals are stated again; a score sheet has them only at its beginning.")
_HEADS: Final[dict[str, tuple[str, ...]]] = {
    "en": ("hand", "at", "dealer", "declarer", "bid", "raise", "outcome", "points", "note", "total {name}"),
    "it": ("mano", "data", "mazziere", "dichiarante", "dichiarazione", "rilancio", "esito", "punti", "nota",
           "totale {name}"),
}  # fmt: skip
_ROWS: Final = {"carried": Words("carried", sense="row"), "adjust": Words("adjusted", sense="row")}
"""The first cell of a row that is not a hand."""


def score_sheet_csv(sheet: EveningSheet, lang: Language) -> Iterator[str]:
    """The rows of an evening of one match."""
    people = _person_columns(sheet)
    *heads, total = _HEADS["it" if lang == "it" else "en"]
    twice = {name.casefold() for name in people}
    for name in people:
        if is_no_player(name) or name.lstrip()[:1] in "=+-@'" or len(twice) < len(people):
            raise RefusalError(_HEADING, name=name)
    yield csv_row((*heads, *people, *(total.format(name=name) for name in people)))
    for number, hand in enumerate(sheet.hands):
        if hand.payments_by_person is None or not hand.sure:
            raise RefusalError(_UNSETTLED, name=hand.hand)
        yield from _event_texts(hand.before, people, lang, first=not number, name=hand.hand)
        yield csv_row((*_row_of_hand(hand, lang), *_cells(hand, people)))
        agreed = [event._replace(kind="adjust") for event in hand.agreed]
        yield from _event_texts(agreed, people, lang, first=False, name=hand.hand)
    yield from _event_texts(sheet.after, people, lang, first=False, name="")


def _person_columns(sheet: EveningSheet) -> list[str]:
    """Return the people in order of play: a new one after the person before them."""
    order: list[str] = []
    for hand in sheet.hands:
        seats = [seat.person for seat in hand.seats]
        for place, person in enumerate(seats):
            if person not in order:
                order.insert(order.index(seats[place - 1]) + 1 if place else len(order), person)
        here = [person for person in order if person in seats]
        start = here.index(seats[0])
        if here[start:] + here[:start] != seats:
            raise RefusalError(_PLACES, name=hand.hand)
    return [*order, *(person for person in sheet.evening_people if person not in order)]


def _row_of_hand(hand: SettledHand, lang: Language) -> list[object]:
    """Return the cells of a hand before the amounts; no points if two share them."""
    people = {seat.seat: seat.person for seat in hand.seats}
    outcome = "" if hand.won is None else text_in(OUTCOMES[not hand.won], lang)
    points = hand.points if hand.counted is None else f"{hand.counted}p"
    points = points if hand.won is not None and not hand.partners else None
    bid, *raised = hand.words or ("",)
    named = people.get(hand.declarer, "") if hand.won is not None else ""
    return [hand.hand, hand.at, people.get(hand.dealer, ""), named, bid if named else "",
            raised[-1] if raised and named else "", outcome, "" if points is None else points, ""]  # fmt: skip


def _cells(hand: SettledHand, people: Sequence[str]) -> list[object]:
    """Payments of all people, then their totals before payments by hand."""
    there = {seat.person: seat for seat in hand.seats}
    paid = [there[who].payment if who in there else "" for who in people]
    return [*paid, *(hand.total_before_agreed(there[who]) if who in there else "" for who in people)]


def _event_texts(
    events: Iterable[TableEvent], people: Sequence[str], lang: Language, *, first: bool, name: str
) -> Iterator[str]:
    for event in events:
        if event.kind == "match" and not first:
            raise RefusalError(_MATCH, name=name)
        if event.kind == "carried" and not first:
            raise RefusalError(_AGAIN, name=name)
        if event.kind in _ROWS:
            amounts = dict(event.amounts)
            row = [amounts.get(who, "") for who in people]
            nothing = [""] * len(people)
            cells = [*nothing, *row] if event.kind == "carried" else [*row, *nothing]
            yield csv_row((text_in(_ROWS[event.kind], lang), *[""] * 7, event.text, *cells))
