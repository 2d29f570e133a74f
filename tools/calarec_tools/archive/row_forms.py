"""Rows of hands and seats, and the forms that write the rows of plain hands.

From a settled hand come its cells in the order of the tables. Most cells of a plain hand equal those of the hand
before. A *form* is made from the cells of an example hand, with a *gap* for each cell that differs; it is filled in for
each plain hand.
"""

from __future__ import annotations

import csv
import io
import os
from typing import TYPE_CHECKING, Any, Final

from calarec_tools.output.formats.columns import SEAT_COLUMNS, SHARED_COLUMNS, SettledHand, SettledSeat
from calarec_tools.output.formats.settled_records import part_in_hand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from calarec.bulk.running import Passed
    from calarec_tools.output.formats.settled_records import PlainColumns, SeatedAs, SettledRecord

    Form = Callable[..., str]

_SHARED: Final = tuple(each.value for each in SHARED_COLUMNS)
_OWN: Final = tuple(each.value for each in SEAT_COLUMNS if each.name != "adjusted")
_MAX_WAITING_HANDS: Final = 512
"""Hands whose rows are kept until they are written."""
_MAX_SEAT_FORMS: Final = 512
_MAX_TABLES: Final = 32
_GAP: Final = os.urandom(16).hex()
"""The text of a gap while a form is made; no record can contain it."""


def hand_cells(hand: SettledHand, date: str | None) -> tuple[object, ...]:
    """The row of a hand."""
    return (
        *[value(hand) for value in _SHARED], hand.ruleset.digest, date, hand.units, hand.pay_units, hand.total_units,
        hand.errors, hand.warnings,
    )  # fmt: skip


def seat_rows(hand: SettledHand) -> Iterator[tuple[object, ...]]:
    """Yield a row for each player at the table."""
    for at, seat in enumerate(hand.seats):
        yield _seat_cells(hand, at, None if seat.payment is None else seat.payment / hand.pay_units)


def _seat_cells(hand: SettledHand, at: int, stakes: object) -> tuple[object, ...]:
    labels = [seat.seat for seat in hand.seats]
    turn = (at - labels.index(hand.dealer)) % len(labels) if hand.dealer in labels else None
    of = (hand, hand.seats[at])
    return hand.file, hand.line, hand.evening, *[value(of) for value in _OWN], turn, stakes


def trick_rows(record: SettledRecord) -> Iterator[tuple[object, ...]]:
    """Every card that was played, by the seat whose turn it was."""
    order, hand = record.order, record.hand
    for number, (leader, cards) in enumerate(record.led_tricks(), 1):
        if leader not in order:
            continue
        at = order.index(leader)
        winner = hand.winners[number - 1] if len(hand.winners) >= number else None
        for turn, (seat, card) in enumerate(zip((*order[at:], *order[:at]), cards, strict=False), 1):
            won = None if winner is None else seat == winner
            yield hand.file, hand.line, hand.evening, number, turn, seat, card, won


def is_plain(passed: Passed, plain: PlainColumns) -> bool:
    """Check whether forms can write the rows of a hand that passed.

    The hand has cards, and no table event precedes it.
    """
    return plain.running.text is not None and passed.opened is None and passed.match is None


class PlainRows:
    """Rows of plain hands of the same people at the same table, not yet written."""

    def __init__(self, plain: PlainColumns, place: tuple[str, int], date: str | None, *, tricks: bool) -> None:
        """`place`: the file, and the number of the evening."""
        self.plain, self.with_tricks = plain, tricks
        file, evening = place
        self.place = _csv_cell(file), evening, _csv_cell(date)
        self._forms = _forms_of_table(plain)
        self.seat_of = {person: label for label, person in plain.seats}
        self.totals: dict[str, int] = {}
        """The totals after the last hand."""
        self.begin_rows()

    def begin_rows(self) -> None:
        """None are left to be written."""
        self.hands: list[str] = []
        self.seats: list[str] = []
        self.tricks: list[str] = []
        self.payments: list[tuple[int, ...]] = []
        self.seated: list[tuple[SeatedAs, int]] = []
        """The seats of the people in each hand, and the place of the declarer."""

    def needs_writing_after(self, passed: Passed, line: int) -> bool:
        """Add the rows of the last passed hand; return True when it is time to write.

        `line` is the line at which the hand begins.
        """
        plain, running = self.plain, self.plain.running
        text, judged = running.text, running.judged
        assert text is not None
        assert judged is not None
        assert running.seating is not None
        seated = plain.seating_columns(running.seating)
        order, auction = seated.order, judged.settled
        lines, winners = plain.passed_tricks(text, judged, order)
        declarer, mate, contract = auction.declarer, judged.mate, auction.contract
        won = plain.has_won(contract, judged.points) if contract else None
        self.hands.append(self._forms.hand_form(won)(
            *self.place, line, running.began[0] if running.began is not None else running.session.match,
            _quoted_name(text.name.strip(b'"').decode("ascii")) if text.name else "",
            text.at.decode("ascii") if text.at else "", seated.dealer,
            "claimed" if judged.claimed else "played" if winners else "all_pass",
            order[declarer] if declarer >= 0 else "", order[mate] if mate >= 0 else "", contract,
            judged.points if contract else "", plain.bonus(contract, judged.bonus), " ".join(winners), judged.stake,
        ))  # fmt: skip
        payments, totals, units = passed.payments, passed.totals, plain.pay_units
        cells: list[object] = [*self.place, line]
        for (label, _), at in zip(plain.seats, plain.at_label, strict=True):
            paid = payments[at]
            cells += (winners.count(label) if winners else "", paid, totals[at], paid / units)
        self.seats.append(self._forms.seat_form((seated, declarer, mate))(*cells))
        self.payments.append(payments)
        self.seated.append((seated, declarer))
        self.totals = plain.passed_totals(passed)
        if self.with_tricks and lines:
            self.tricks.append(self._trick_rows(lines, line, order, winners))
        return len(self.payments) >= _MAX_WAITING_HANDS

    def balance_rows(self) -> Iterator[tuple[str, int, int, int, str]]:
        """Yield for each person: hands, times declarer, payments, course."""
        for seat, ((_, person), at) in enumerate(zip(self.plain.seats, self.plain.at_label, strict=True)):
            paid = [payment[at] for payment in self.payments]
            course = "".join([
                "+" if amount > 0 else "-" if amount else "0"
                for amount, (seated, _) in zip(paid, self.seated, strict=True)
                if seated.places[seat] >= 0
            ])  # fmt: skip
            declared = sum([declarer == seated.places[seat] >= 0 for seated, declarer in self.seated])
            yield person, len(paid), declared, sum(paid), course

    def _trick_rows(self, lines: bytes, line: int, order: tuple[str, ...], winners: tuple[str, ...]) -> str:
        place = f"{self.place[0]},{line},{self.place[1]}"
        rows = []
        for number, (trick, winner) in enumerate(zip(lines.decode("ascii").splitlines(), winners, strict=True), 1):
            at = order.index(trick[3])
            seats = (*order[at:], *order[:at])
            for turn, seat in enumerate(seats):
                card = trick[6 + 3 * turn : 8 + 3 * turn]
                rows.append(f"{place},{number},{turn + 1},{seat},{card},{seat == winner}\n")
        return "".join(rows)


# ---------------------------------------------------------------------- the forms


class _TableForms:
    """The forms of hands of the same people under the same rules."""

    def __init__(self, plain: PlainColumns) -> None:
        self._seats = plain.seats
        self._example = SettledHand(
            file="", line=0, evening=0, match=0, hand="", at="", ruleset=plain.ruleset, dealer="",
            verdict="legal", outcome="", declarer="", partners=(), contract="", won=None, points=None,
            units=plain.units, bonus="", stake=None, pay_units=plain.pay_units, counts=plain.counts,
            total_units=plain.total_units, over=False, sure=True, errors=0, warnings=0, codes=(), before=(),
            totals={}, seats=(),
        )  # fmt: skip
        """A hand with the values that all plain hands have in common."""
        self._hand_forms: dict[bool | None, Form] = {}
        self._seat_forms: dict[tuple[SeatedAs, int, int], Form] = {}

    def hand_form(self, won: bool | None) -> Form:  # noqa: FBT001 - what the column says
        """The form of the row of a hand."""
        return self._hand_forms.get(won) or self._make_hand_form(won)

    def seat_form(self, known: tuple[SeatedAs, int, int]) -> Form:
        """The form of the rows of the people.

        It is known by their seats and the places of the declarer and the partner.
        """
        return self._seat_forms.get(known) or self._make_seat_form(known)

    def _make_hand_form(self, won: bool | None) -> Form:  # noqa: FBT001 - what the column says
        gaps: Any = _gaps(16)
        file, evening, date, line, match, name, at, dealer, outcome, declarer, partner, *more = gaps
        contract, points, bonus, winners, stake = more
        hand = self._example._replace(
            file=file, evening=evening, line=line, match=match, hand=name, at=at, dealer=dealer, outcome=outcome,
            declarer=declarer, partners=(partner,), contract=contract, won=won, points=points, bonus=bonus,
            winners=(winners,), stake=stake,
        )  # fmt: skip
        form = self._hand_forms[won] = _make_form([hand_cells(hand, date)], gaps)
        return form

    def _make_seat_form(self, known: tuple[SeatedAs, int, int]) -> Form:
        seated, declarer, mate = known
        gaps: Any = _gaps(4 + 4 * len(self._seats))
        cells = [gaps[at : at + 4] for at in range(4, len(gaps), 4)]
        seats = tuple(
            SettledSeat(label, person, part_in_hand(place, declarer, mate), tricks, (), paid, total)
            for (label, person), place, (tricks, paid, total, _) in zip(self._seats, seated.places, cells, strict=True)
        )
        file, evening, _, line = gaps[:4]
        hand = self._example._replace(file=file, evening=evening, line=line, dealer=seated.dealer, seats=seats)
        if len(self._seat_forms) >= _MAX_SEAT_FORMS:
            self._seat_forms.clear()
        rows = [_seat_cells(hand, n, stakes) for n, (*_, stakes) in enumerate(cells)]
        form = self._seat_forms[known] = _make_form(rows, gaps)
        return form


_tables: dict[object, _TableForms] = {}
"""The forms of the last tables.

The evenings of a club have people and rules in common.
"""


def _forms_of_table(plain: PlainColumns) -> _TableForms:
    """Return the forms for plain hands, made if there are none yet."""
    ruleset = plain.ruleset
    key = ruleset.id, ruleset.version, ruleset.digest, plain.seats
    found = _tables.get(key)
    if found is None:
        if len(_tables) >= _MAX_TABLES:
            _tables.clear()
        found = _tables[key] = _TableForms(plain)
    return found


def _gaps(count: int) -> list[str]:
    return [f"{_GAP} {number}" for number in range(count)]


def _make_form(rows: Sequence[Sequence[object]], gaps: Sequence[str]) -> Form:
    """Return a function that writes rows from the values of the gaps."""
    where = {gap: f"{{{number}}}" for number, gap in enumerate(gaps)}
    lines = [[where.get(str(cell)) or _with_doubled_braces(_csv_cell(cell)) for cell in row] for row in rows]
    return "".join([f"{','.join(line)}\n" for line in lines]).format


def _with_doubled_braces(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _csv_cell(value: object) -> str:
    """Write a cell as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow((value, None))
    return text.getvalue()[:-1]


def _quoted_name(name: str) -> str:
    """The name of a plain hand as a cell: there is no quote in it."""
    return f'"{name}"' if "," in name else name
