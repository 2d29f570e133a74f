"""Score sheets in CSV, as clubs keep them, into records of score-only hands.

Terms. A sheet has a row of names, then one row a hand. A column named after a player has their
payments; `total Anna` has her running total. The other columns have names of their own (`COLUMNS`), in
English or Italian. Only the players' columns are needed. A *sum* is a row
that adds up the rows above it: no hand, but the totals after the one before. `sheet_cells` reads the cells;
assumptions about them are passed to `told`.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from typing import TYPE_CHECKING, Final, NoReturn

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.notation.expectations import is_word
from calarec.core.notation.preamble_writer import WrittenEvening
from calarec.core.notation.writer import hand_to_lines, statement_line
from calarec.core.records import model as m
from calarec.core.wording.language import Translated, Words
from calarec_tools.output.formats import sheet_cells as cells
from calarec_tools.output.formats.division import GivenHand, GivenRecord, prove_record
from calarec_tools.output.formats.hand_tables import HAND_COLUMNS, PLAY_COLUMNS
from calarec_tools.output.formats.presence import SheetRow, present
from calarec_tools.output.formats.refusal import Unconvertible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "hand": ("hand", "deal", "no", "n", "number", "mano", "smazzata", "numero"),
    "at": ("at", "date", "data"),
    "time": ("time", "ora"),
    "dealer": ("dealer", "mazziere", "cartaio"),
    "declarer": ("declarer", "caller", "bidder", "chiamante", "dichiarante", "solista", "gioca", "chi gioca"),
    "bid": ("bid", "contract", "game", "dichiarazione", "contratto", "gioco"),
    "raise": ("raise", "aggravation", "rilancio", "aggravio"),
    "outcome": ("outcome", "won", "result", "esito", "vinto", "risultato"),
    "points": ("points", "declarer points", "punti", "punti chiamante"),
    "note": ("note", "remark", "remarks", "notes", "nota", "osservazioni"),
}
"""The names that a column may have, in small letters."""
_ITALIAN: Final = (
    "mano", "data", "ora", "mazziere", "chiamante", "dichiarazione", "rilancio", "esito", "punti", "osservazioni",
)  # fmt: skip
_MAX_SHOWN_NAMES: Final = 9

WON: Final = ("won", "win", "w", "yes", "1", "vinta", "vinto", "v", "sì", "si", "+")
LOST: Final = ("lost", "loss", "l", "no", "0", "persa", "perso", "p", "-")
OUTCOMES: Final = (Words("won", sense="outcome"), Words("lost", sense="outcome"))
"""Their forms in each language."""
_LABELS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_OURS: Final = Words(
    "this is a table that calarec wrote, for spreadsheets: it does not hold enough to be read back. Convert the record "
    "itself; json, jsonl and packed go there and back. (A score sheet has a column for every player: "
    "docs/guides/converting.md.)"
)


_SUMS: Final = re.compile(
    r"(?:(?:running |grand |final )?totals?|total[ei](?: (?:finale|generale|serata))?|tot\.?|sums?|somm[ae]|Σ):?",
    re.IGNORECASE,
)
_BESIDE: Final = re.compile(
    r"adjust(?:ed|ments?)?|corrections?|fees?|rettific(?:a|he)|correzion[ei]|quot[ae]", re.IGNORECASE
)
_BROUGHT: Final = re.compile(r"(?:carried|brought)(?: (?:forward|over))?|(?:a )?riporto|riporti", re.IGNORECASE)

_TWICE: Final = Words("two columns, {one} and {other}, are both `{name}`: which of them counts?")
_BOTH_WAYS: Final = Words("some dates can only have the day first and others only the month: write the year first")
_AMERICAN: Final = Words("{file}: days are read with the month first.")
_WHOLES: Final = Words("{file}: amounts are read as whole stakes; the ruleset pays in parts of {parts} to a stake.")
_IN_PARTS: Final = Words("{file}: amounts are read in the ruleset's unit of payment, of which {parts} make a stake.")
_NOT_PAID: Final = Words("`{text}` does not come out even: {parts} make a stake by the rules")
_NO_PARTS: Final = Words("`{text}`: by these rules whole stakes are paid")
_RULES_TELL: Final = Words("`{text}`: only the ruleset tells into which parts a stake is divided (`--rules`)")
_OTHER_SUM: Final = Words("this row of totals has {found} for {name}, the hand before it {due}")


class SheetRules(NamedTuple):
    """Facts of the ruleset that a sheet depends on; all empty if none is named."""

    pin: m.RulesPin | None = None
    stake: int = 0
    """The number of units to a stake; 0 if unknown."""
    point: int = 1
    """Into how many units a point is divided."""
    counted: int | None = None
    """The number of fixed sides, if there are no payments and each side counts points.

    0: each player is a side. None: there are payments.
    """
    raised: tuple[tuple[str, str], ...] = ()
    """Contracts that are not a bid, each with the bid from which it is raised to."""


class Sheet(NamedTuple):
    """The columns by the first row, and the form of the cells below it."""

    columns: dict[str, int]
    scores: dict[str, int]
    """Column of a seat's scores."""
    totals: dict[str, int]
    people: dict[str, str]
    """Seat of every player's name, in small letters."""
    seats: tuple[m.Seat, ...]
    rules: SheetRules = SheetRules()
    wholes: bool = False
    """True if amounts count stakes, not units."""
    month_first: bool = False


def record_of(
    text: str,
    *,
    rules: SheetRules = SheetRules(),  # noqa: B008 - a value
    file: str = "-",
    told: Callable[[Words], None] | None = None,
) -> Iterator[str]:
    """Convert a sheet, hand by hand; raise Unconvertible, with the row, if impossible.

    `told` is called with each assumption.
    """
    return prove_record(_given_sheet_hands(text, rules, file, told))


def _given_sheet_hands(
    text: str, rules: SheetRules, file: str, told: Callable[[Words], None] | None
) -> Iterator[GivenHand]:
    so_far = WrittenEvening()
    for where, hand in _read_sheet_hands(text, rules, file, told):
        try:
            if not hand.statements:
                behind = ["", *map(statement_line, hand.between)]
                yield GivenHand([GivenRecord(line, where) for line in behind], [])
                return
            before = [statement_line(statement) if statement else "" for statement in so_far.statements_before(hand)]
            lines = hand_to_lines(hand)
        except ValueError:
            reason = Words("this row cannot be said in a record")
            raise Unconvertible(reason, where=where) from None
        yield GivenHand(*([GivenRecord(line, where) for line in part] for part in (before, lines)))


def _read_sheet_hands(
    text: str, rules: SheetRules, file: str, told: Callable[[Words], None] | None
) -> Iterator[tuple[str, m.Hand]]:
    """Yield the hands of a sheet, each with its place; sums go to the hand before."""
    [*rows] = _read_sheet_rows(text)
    if not rows:
        raise Unconvertible(Words("the sheet is empty"), where=file)
    (_, names), *rows = rows
    sheet = _with_written_forms(_sheet_from_headings(names, f"{file}:1"), rows, rules, file, told)
    session = m.Preamble(rules=rules.pin)
    read = [_Row(sheet, cells_of, f"{file}:{line}") for line, cells_of in rows]
    hands = [row for row in read if not (row.is_sum(_BROUGHT) or row.is_sum(_SUMS) or row.is_sum(_BESIDE))]
    there = present([row.tells() for row in hands], [*sheet.scores], totals={*sheet.totals} == {*sheet.scores})
    order = _seats_of_row((), there[0], tuple(sheet.scores)) if there else tuple(sheet.scores)
    last: tuple[str, m.Hand] | None = None
    waiting: list[_Row] = []
    number = 0
    for row in read:
        if row.is_sum(_BESIDE) or (row.is_sum(_BROUGHT) and last is None):
            waiting.append(row)
        elif row.is_sum(_SUMS) or row.is_sum(_BROUGHT):
            last = last and (last[0], row.with_sum(last[1]))
        else:
            if last is not None:
                yield last
            number += 1
            order = _seats_of_row(order, there[number - 1], tuple(sheet.scores))
            seats = tuple(next(seat for seat in sheet.seats if seat.label == label) for label in order)
            between = tuple(each.row_total_statement(order) for each in waiting)
            carried = next((each for each in between[::-1] if isinstance(each, m.Carried)), None)
            hand = row.to_hand(replace(session, seats=seats), str(number))
            last, waiting = (row.where, replace(hand, carried=carried, between=between)), []
    if last is not None:
        yield last
    if waiting:
        yield waiting[0].where, m.Hand(between=tuple(each.row_total_statement(order) for each in waiting))


def _seats_of_row(before: tuple[str, ...], there: frozenset[str], columns: tuple[str, ...]) -> tuple[str, ...]:
    """Return the seats of a row, in order of play.

    Seats that stay keep their order; a new one comes after the nearest column.
    """
    order = [seat for seat in before if seat in there]
    for seat in (each for each in columns if each in there and each not in before):
        at = columns.index(seat)
        nearest = next((each for each in (*columns[:at][::-1], *columns[:at:-1]) if each in order), "")
        order.insert(order.index(nearest) + 1 if nearest else 0, seat)
    return tuple(order)


def _with_written_forms(
    sheet: Sheet, rows: list[tuple[int, list[str]]], rules: SheetRules, file: str, told: Callable[[Words], None] | None
) -> Sheet:
    """Find the form of amounts and days, which only all rows together show."""

    def cells_of_column(index: int) -> list[str]:
        return [row[index] for _, row in rows if index < len(row)]

    amounts = (*sheet.scores.values(), *sheet.totals.values())
    wholes = any(cells.is_whole_number(cell) for index in amounts for cell in cells_of_column(index))
    month_first = cells.months_come_first(cells_of_column(sheet.columns["at"])) if "at" in sheet.columns else False
    if month_first is None:
        raise Unconvertible(_BOTH_WAYS, where=file)
    if told and rules.stake > 1:
        told((_WHOLES if wholes else _IN_PARTS).with_values(file=file, parts=rules.stake))
    if told and month_first:
        told(_AMERICAN.with_values(file=file))
    return sheet._replace(rules=rules, wholes=wholes, month_first=month_first)


def _read_sheet_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not empty, with their numbers.

    The separator is the one that the first row has most of.
    """
    text = text.removeprefix("\ufeff")
    head = text.partition("\n")[0]
    separator = max(",;\t", key=head.count)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=separator)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield reader.line_num, [cell.strip() for cell in row]
    except csv.Error as error:
        raise Unconvertible(Words("no CSV: {error}", error=error), where=str(reader.line_num)) from error


def _sheet_from_headings(names: Iterable[str], where: str) -> Sheet:
    names = tuple(names)
    if names in (HAND_COLUMNS, PLAY_COLUMNS):
        raise Unconvertible(_OURS, where=where)
    columns: dict[str, int] = {}
    scores: dict[str, int] = {}
    totals: dict[str, int] = {}
    taken: dict[str, str] = {}
    for index, name in enumerate(names):
        column, whose = _column_from_heading(name)
        meaning = f"total {whose}" if whose else column or name.casefold()
        if name and meaning in taken:
            both = {"one": f"`{taken[meaning]}`", "other": f"`{name}`", "name": meaning}
            raise Unconvertible(_TWICE.with_values(**both), where=where)
        taken[meaning] = name
        if whose:
            totals[whose] = index
        elif column:
            columns[column] = index
        elif name:
            scores[name] = index
    if not 2 <= len(scores) <= len(_LABELS):
        reason = Words(
            "the first row names {count} players ({names}); there are 2 to 26, each with a column of payments; "
            "the other columns are {columns}",
            count=len(scores),
            names=_names_in_list(scores),
            columns=_HEADS,
        )
        raise Unconvertible(reason, where=where)
    labels = dict(zip(scores, _LABELS, strict=False))
    people = {name.casefold(): label for name, label in labels.items()}
    unknown = [name for name in totals if name not in people]
    if unknown:
        reason = Words("no player is called `{unknown}`", unknown=unknown[0])
        raise Unconvertible(reason, where=where)
    return Sheet(
        columns,
        {labels[name]: index for name, index in scores.items()},
        {people[name]: index for name, index in totals.items()},
        people,
        tuple(m.Seat(label, "" if name == label else name) for name, label in labels.items()),
    )


def is_no_player(name: str) -> bool:
    """Check whether a heading is not that of a player's column."""
    return not name.strip() or _column_from_heading(name)[0] != ""


def _column_from_heading(name: str) -> tuple[str, str]:
    """Return the meaning of a column (empty: payments), and the player of totals."""
    low = name.strip().casefold()
    total = _TOTAL.fullmatch(low)
    return ("total", total[1]) if total else (_MEANINGS.get(low, ""), "")


_TOTAL: Final = re.compile(r"(?:total|totale|tot\.?) (.+)")
_MEANINGS: Final = {name: column for column, names in COLUMNS.items() for name in names}


def _names_in_list(names: Iterable[str]) -> str:
    shown = list(names)
    return ", ".join(shown[:_MAX_SHOWN_NAMES]) + (" …" if len(shown) > _MAX_SHOWN_NAMES else "") or "–"


_HEADS: Final = Translated.from_texts({"en": _names_in_list(COLUMNS), "it": _names_in_list(_ITALIAN)})
"""The columns of words, as they may be headed."""


class _Row:
    """One row of a sheet being read."""

    def __init__(self, sheet: Sheet, row: list[str], where: str) -> None:
        self.sheet = sheet
        self.row = row
        self.where = where

    def to_hand(self, session: m.Preamble, number: str) -> m.Hand:
        declarer = self.seat_of_column("declarer")
        statements: list[m.Statement] = []
        when, dealer = self.row_moment(), self.seat_of_column("dealer")
        if when:
            statements.append(when)
        if dealer:
            statements.append(m.Dealer(dealer))
        for column, kind in (("bid", m.Bid), ("raise", m.Raise)):
            word = self.cell(column)
            if word and not declarer:
                self.refuse_row(Words("a bid without a declarer: whose it was goes into a column `declarer`"))
            if word:
                statements += self.declarer_statements(declarer, self.term_in_cell(word), kind)
        if self.cell("note"):
            statements.append(m.Note(self.cell("note")))
        statements += self.row_assertions(declarer, session.order)
        return m.Hand(name=self.cell("hand") or number, statements=(*statements, m.End()), session=session)

    def declarer_statements(self, declarer: str, word: str, kind: type[m.Bid | m.Raise]) -> tuple[m.Statement, ...]:
        """Return the declarer's bid, with a raise if the sheet names a raised contract."""
        below = dict(self.sheet.rules.raised).get(word) if kind is m.Bid and not self.cell("raise") else None
        return (m.Bid(declarer, below), m.Raise(declarer, word)) if below else (kind(declarer, word),)

    def row_assertions(self, declarer: str, there: Sequence[str]) -> Iterator[m.Statement]:
        points, outcome = self.cell("points"), self.cell("outcome").casefold()
        if (points or outcome) and not declarer:
            self.refuse_row(
                Words("a result without a declarer; of a hand that all passed only what was paid is written")
            )
        if points:
            whole = points.endswith("p")
            counted = cells.is_whole_number(points.removesuffix("p"))
            amount = self.number_in_cell(points.removesuffix("p"), self.sheet.rules.point if counted else 1)
            yield m.Result((m.Stated((declarer,), amount, whole and not counted),))
        elif outcome:
            if outcome not in WON + LOST:
                self.refuse_row(Words("`{outcome}` is neither won nor lost", outcome=outcome))
            yield m.Result((m.Stated((declarer,), None, outcome="won" if outcome in WON else "lost"),))
        for columns, kind in ((self.sheet.scores, m.Score), (self.sheet.totals, m.Total)):
            # A total may have been carried on for somebody who has gone.
            amounts = self.row_amounts({seat: index for seat, index in columns.items() if seat in there})
            if amounts and kind is m.Score and self.sheet.rules.counted is not None:
                yield m.Result(tuple(self.stated_side_points(amounts, self.sheet.rules.counted)))
            elif amounts:
                yield kind(amounts)

    def stated_side_points(self, amounts: Sequence[tuple[str, int]], sides: int) -> Iterator[m.Stated]:
        """Yield the points of each side.

        They are in the cell of one of its players, or the same in several; others are refused.
        """
        order = list(self.sheet.scores)
        found: dict[int, list[tuple[str, int]]] = {}
        for seat, amount in amounts:
            found.setdefault(order.index(seat) % sides if sides else order.index(seat), []).append((seat, amount))
        for side, cells_of in found.items():
            if len({amount for _, amount in cells_of}) > 1:
                self.refuse_row(Words("partners have different points in this row"))
            seats = tuple(seat for number, seat in enumerate(order) if (number % sides if sides else number) == side)
            yield m.Stated(seats, cells_of[0][1], whole=True)

    def row_amounts(self, columns: dict[str, int]) -> tuple[tuple[str, int], ...]:
        return tuple(
            (seat, self.amount_in_cell(self.cell_at(index), seat))
            for seat, index in columns.items()
            if self.cell_at(index)
        )

    def tells(self) -> SheetRow:
        """Return the players that the row shows."""
        amounts = [(seat, self.cell_at(index)) for seat, index in self.sheet.scores.items() if self.cell_at(index)]
        parts = self.sheet.rules.stake or 1
        try:
            paid = [cells.units_in_cell(text, parts, whole=self.sheet.wholes) for _, text in amounts]
        except ValueError:
            paid = [None]
        known = frozenset(seat for seat, index in self.sheet.totals.items() if self.cell_at(index))
        named = {self.seat_of_column(column) for column in ("dealer", "declarer")} - {""}
        whole = len(paid) > 1 and None not in paid and sum(each or 0 for each in paid) == 0
        return SheetRow(
            frozenset(seat for seat, _ in amounts), known, frozenset(named), self.seat_of_column("dealer"), whole
        )

    # ------------------------------------------------------------------ sums

    def row_total_statement(self, there: tuple[str, ...]) -> m.Carried | m.Adjust:
        """Return the totals of a row that is not a hand; players not at the table by name."""
        brought = self.is_sum(_BROUGHT)
        amounts = self.sums_of_row() if brought else self.row_amounts(self.sheet.scores)
        if not amounts:
            self.refuse_row(Words("the columns of the players are empty in this row"))
        names = {seat.label: seat.person or seat.label for seat in self.sheet.seats}
        here = tuple((seat, amount) for seat, amount in amounts if seat in there)
        others = tuple((names[seat], amount) for seat, amount in amounts if seat not in there)
        return m.Carried(here, people=others) if brought else m.Adjust(here, others, self.cell("note"))

    def is_sum(self, called: re.Pattern[str]) -> bool:
        """Check whether the first word outside the players' columns names a row of sums."""
        amounts = {*self.sheet.scores.values(), *self.sheet.totals.values()}
        words = [cell for index, cell in enumerate(self.row) if cell and index not in amounts]
        if not words:
            # A sheet of players alone has the word in the first of their columns.
            words = [cell for cell in self.row[:1] if not any(char.isdigit() for char in cell)]
        return bool(words) and called.fullmatch(words[0]) is not None

    def sums_of_row(self) -> tuple[tuple[str, int], ...]:
        """Return the totals of a sum: in the columns of totals, or else those of payments."""
        for columns in (self.sheet.totals, self.sheet.scores):
            numbers = {
                seat: at
                for seat, at in columns.items()
                if cells.units_in_cell(self.cell_at(at) or "", 1, whole=True) is not None
            }
            if numbers:
                return self.row_amounts(numbers)
        return ()

    def with_sum(self, hand: m.Hand) -> m.Hand:
        """Add the totals of a sum to the hand before; refuse contradictions."""
        found = {seat: amount for seat, amount in self.sums_of_row() if seat in hand.session.order}
        stated = next((dict(total.amounts) for total in hand.every(m.Total)), None)
        if not found or stated == found:
            return hand
        for seat, due in (stated or {}).items():
            if found.get(seat, due) != due:
                name = next(each.person or each.label for each in self.sheet.seats if each.label == seat)
                self.refuse_row(_OTHER_SUM.with_values(found=found[seat], name=name, due=due))
        kept = [statement for statement in hand.statements if not isinstance(statement, m.Total)]
        return replace(hand, statements=(*kept[:-1], m.Total(tuple({**(stated or {}), **found}.items())), kept[-1]))

    # ------------------------------------------------------------------ cells

    def cell_at(self, index: int) -> str:
        return self.row[index] if index < len(self.row) else ""

    def cell(self, column: str) -> str:
        index = self.sheet.columns.get(column)
        return "" if index is None else self.cell_at(index)

    def seat_of_column(self, column: str) -> str:
        name = self.cell(column)
        seat = self.sheet.people.get(name.casefold(), "")
        if not seat and name in {label.label for label in self.sheet.seats}:
            return name
        if name and not seat:
            self.refuse_row(Words("no player is called `{name}`", name=name))
        return seat

    def amount_in_cell(self, text: str, seat: str) -> int:
        """Read a payment; for a word, the refusal proposes headings of other columns."""
        if not any(char.isdigit() for char in text):
            name = next((each.person or each.label for each in self.sheet.seats if each.label == seat), seat)
            self.refuse_row(
                Words(
                    "`{text}` is not a whole number; `{name}` is taken for a player, for a column of words is called "
                    "{columns}",
                    text=text,
                    name=name,
                    columns=_HEADS,
                )
            )
        return self.number_in_cell(text, self.sheet.rules.stake, paid=True)

    def number_in_cell(self, text: str, parts: int, *, paid: bool = False) -> int:
        try:
            found = cells.units_in_cell(text, parts or 1, whole=paid and self.sheet.wholes)
        except ValueError:
            reason = _RULES_TELL if not parts else _NO_PARTS if parts == 1 else _NOT_PAID
            self.refuse_row(reason.with_values(text=text, parts=parts))
        if found is None:
            self.refuse_row(Words("`{text}` is not a whole number", text=text))
        return found

    def term_in_cell(self, text: str) -> str:
        bare = unicodedata.normalize("NFD", text.casefold()).encode("ascii", "ignore").decode()
        word = re.sub(r"[^a-z0-9]+", "-", bare).strip("-")
        if not is_word("WORD", word):
            self.refuse_row(Words("`{text}` is not a bid", text=text))
        return word

    def row_moment(self) -> m.At | None:
        """The day, with its time where there is a column of its own for that."""
        day, time = self.cell("at"), self.cell("time")
        if not day and not time:
            return None
        when = cells.moment_in_cell(day or time, month_first=self.sheet.month_first)
        hour = cells.clock(time) if day else ""
        if hour and "T" not in when:
            when = f"{when}T{hour}"
        if not is_word("TIME", when) or (day and time and not hour):
            self.refuse_row(Words("`{text}` is not a date", text=f"{day} {time}".strip()))
        return m.At(when)

    def refuse_row(self, reason: Words) -> NoReturn:
        raise Unconvertible(reason, where=self.where)
