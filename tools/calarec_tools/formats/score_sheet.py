"""Score sheets in CSV, as clubs keep them, into records of score-only hands.

Terms. A sheet has a row of names, then one row a hand. A column named after a player holds what he was
paid; `total Anna` holds his running total. The other columns have names of their own (`COLUMNS`), in
English or Italian. Only the players' columns are needed; what a sheet does not have is not made up.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from typing import TYPE_CHECKING, Final

from calarec.language import Translated, Words
from calarec.light import NamedTuple
from calarec.notation.expect import is_word
from calarec.notation.so_far import SoFar
from calarec.notation.writer import hand_lines, line_of
from calarec.records import model as m
from calarec_tools.exchange.division import Given, GivenHand, proved
from calarec_tools.exchange.refusal import Refusal
from calarec_tools.exchange.tables import HAND_COLUMNS, PLAY_COLUMNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "hand": ("hand", "deal", "no", "n", "number", "mano", "smazzata", "numero"),
    "at": ("at", "date", "time", "data", "ora"),
    "dealer": ("dealer", "mazziere", "cartaio"),
    "declarer": ("declarer", "caller", "bidder", "chiamante", "dichiarante", "solista"),
    "bid": ("bid", "contract", "game", "dichiarazione", "contratto", "gioco"),
    "raise": ("raise", "aggravation", "rilancio", "aggravio"),
    "outcome": ("outcome", "won", "result", "esito", "vinto", "risultato"),
    "points": ("points", "declarer points", "punti", "punti chiamante"),
    "note": ("note", "remark", "remarks", "notes", "osservazioni"),
}
"""The names that a column may have, in small letters."""
_ITALIAN: Final = (
    "mano", "data", "mazziere", "chiamante", "dichiarazione", "rilancio", "esito", "punti", "osservazioni",
)  # fmt: skip
_SHOWN: Final = 9

_WON: Final = ("won", "win", "w", "yes", "1", "vinta", "vinto", "v", "sì", "si", "+")
_LOST: Final = ("lost", "loss", "l", "no", "0", "persa", "perso", "p", "-")
_LABELS: Final = "ABCDEFG"
_OURS: Final = Words(
    "this is a table that calarec wrote, for spreadsheets: it does not hold enough to be read back. Convert the record "
    "itself; json, jsonl and packed go there and back. (A score sheet has a column for every player: "
    "docs/converting.md.)"
)


class Sheet(NamedTuple):
    """What the first row says: which column is what."""

    columns: dict[str, int]
    scores: dict[str, int]
    """Column of a seat's scores."""
    totals: dict[str, int]
    people: dict[str, str]
    """Seat of every player's name, in small letters."""
    seats: tuple[m.Seat, ...]


def score_sheet(text: str, *, rules: m.RulesPin | None = None, file: str = "-") -> str:
    """The record of a score sheet; what cannot be read is a `Refusal` that names the row."""
    return "".join(record_of(text, rules=rules, file=file))


def record_of(text: str, *, rules: m.RulesPin | None = None, file: str = "-") -> Iterator[str]:
    """The record, hand by hand; what no record can say is a `Refusal` that names the row."""
    return proved(_given(text, rules, file))


def _given(text: str, rules: m.RulesPin | None, file: str) -> Iterator[GivenHand]:
    so_far = SoFar()
    for where, hand in _hands(text, rules, file):
        try:
            before = [line_of(one) if one else "" for one in so_far.before(hand)]
            lines = hand_lines(hand)
        except ValueError:
            reason = Words("this row cannot be said in a record")
            raise Refusal(reason, where=where) from None
        yield GivenHand(*([Given(line, where) for line in part] for part in (before, lines)))


def _hands(text: str, rules: m.RulesPin | None, file: str) -> Iterator[tuple[str, m.Hand]]:
    """The hands of a score sheet, one a row, each with its place."""
    rows = _rows(text)
    first = next(rows, None)
    if first is None:
        raise Refusal(Words("the sheet is empty"), where=file)
    sheet = _sheet(first[1], f"{file}:1")
    session = m.Session(rules=rules, seats=sheet.seats)
    for number, (line, row) in enumerate(rows, 1):
        yield f"{file}:{line}", _Row(sheet, row, f"{file}:{line}").hand(session, str(number))


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that say something, with their numbers; the separator is the one that the first row has most of."""
    text = text.removeprefix("\ufeff")
    head = text.partition("\n")[0]
    separator = max(",;\t", key=head.count)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=separator)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield reader.line_num, [cell.strip() for cell in row]
    except csv.Error as error:
        raise Refusal(Words("no CSV: {error}", error=error), where=str(reader.line_num)) from error


def _sheet(names: Iterable[str], where: str) -> Sheet:
    names = tuple(names)
    if names in (HAND_COLUMNS, PLAY_COLUMNS):
        raise Refusal(_OURS, where=where)
    known = {name: column for column, all_names in COLUMNS.items() for name in all_names}
    columns: dict[str, int] = {}
    scores: dict[str, int] = {}
    totals: dict[str, int] = {}
    for index, name in enumerate(names):
        low = name.casefold()
        total = re.fullmatch(r"(?:total|totale|tot\.?) (.+)", low)
        if total:
            totals[total[1]] = index
        elif low in known:
            columns.setdefault(known[low], index)
        elif name:
            scores[name] = index
    if not 2 <= len(scores) <= len(_LABELS):
        reason = Words(
            "the first row names {count} players ({names}); there are 2 to 7, each with a column of payments; "
            "the other columns are {columns}",
            count=len(scores),
            names=_listed(scores),
            columns=_HEADS,
        )
        raise Refusal(reason, where=where)
    labels = dict(zip(scores, _LABELS, strict=False))
    people = {name.casefold(): label for name, label in labels.items()}
    unknown = [name for name in totals if name not in people]
    if unknown:
        reason = Words("nobody is called `{unknown}`", unknown=unknown[0])
        raise Refusal(reason, where=where)
    return Sheet(
        columns,
        {labels[name]: index for name, index in scores.items()},
        {people[name]: index for name, index in totals.items()},
        people,
        tuple(m.Seat(label, "" if name == label else name) for name, label in labels.items()),
    )


def _listed(names: Iterable[str]) -> str:
    shown = list(names)
    return ", ".join(shown[:_SHOWN]) + (" …" if len(shown) > _SHOWN else "") or "–"


_HEADS: Final = Translated.of({"en": _listed(COLUMNS), "it": _listed(_ITALIAN)})
"""The columns of words, as they may be headed."""


class _Row:
    """One row of a sheet being read."""

    def __init__(self, sheet: Sheet, row: list[str], where: str) -> None:
        self.sheet = sheet
        self.row = row
        self.where = where

    def hand(self, session: m.Session, number: str) -> m.Hand:
        declarer = self.seat("declarer")
        statements: list[m.Statement] = []
        when, dealer = self.cell("at"), self.seat("dealer")
        if when:
            statements.append(self.moment(when))
        if dealer:
            statements.append(m.Dealer(dealer))
        for column, kind in (("bid", m.Bid), ("raise", m.Raise)):
            word = self.cell(column)
            if word and not declarer:
                self.refuse(Words("a bid without a declarer: whose it was goes into a column `declarer`"))
            if word:
                statements.append(kind(declarer, self.word(word)))
        if self.cell("note"):
            statements.append(m.Note(self.cell("note")))
        statements += self.asserted(declarer)
        return m.Hand(name=self.cell("hand") or number, statements=(*statements, m.End()), session=session)

    def asserted(self, declarer: str) -> Iterator[m.Statement]:
        points, outcome = self.cell("points"), self.cell("outcome").casefold()
        if (points or outcome) and not declarer:
            self.refuse(Words("a result without a declarer"))
        if points:
            whole = points.endswith("p")
            yield m.Result((m.Stated((declarer,), self.number(points.removesuffix("p")), whole),))
        elif outcome:
            if outcome not in _WON + _LOST:
                self.refuse(Words("`{outcome}` is neither won nor lost", outcome=outcome))
            yield m.Result((m.Stated((declarer,), None, outcome="won" if outcome in _WON else "lost"),))
        for columns, kind in ((self.sheet.scores, m.Score), (self.sheet.totals, m.Total)):
            amounts = tuple(
                (seat, self.amount(self.at(index), seat)) for seat, index in columns.items() if self.at(index)
            )
            if amounts:
                yield kind(amounts)

    def at(self, index: int) -> str:
        return self.row[index] if index < len(self.row) else ""

    def cell(self, column: str) -> str:
        index = self.sheet.columns.get(column)
        return "" if index is None else self.at(index)

    def seat(self, column: str) -> str:
        name = self.cell(column)
        seat = self.sheet.people.get(name.casefold(), "")
        if not seat and name in {label.label for label in self.sheet.seats}:
            return name
        if name and not seat:
            self.refuse(Words("nobody is called `{name}`", name=name))
        return seat

    def amount(self, text: str, seat: str) -> int:
        """What somebody was paid; a column of words was perhaps not meant for a person."""
        if not any(char.isdigit() for char in text):
            name = next((each.person or each.label for each in self.sheet.seats if each.label == seat), seat)
            self.refuse(
                Words(
                    "`{text}` is no whole number; `{name}` is taken for a player, for a column of words is called "
                    "{columns}",
                    text=text,
                    name=name,
                    columns=_HEADS,
                )
            )
        return self.number(text)

    def number(self, text: str) -> int:
        plain = text.replace("−", "-").replace("–", "-")
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", plain):
            self.refuse(Words("`{text}` is no whole number", text=text))
        return int(plain)

    def word(self, text: str) -> str:
        bare = unicodedata.normalize("NFD", text.casefold()).encode("ascii", "ignore").decode()
        word = re.sub(r"[^a-z0-9]+", "-", bare).strip("-")
        if not is_word("WORD", word):
            self.refuse(Words("`{text}` is no bid", text=text))
        return word

    def moment(self, text: str) -> m.At:
        found = re.fullmatch(r"([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4})", text)
        when = f"{found[3]}-{int(found[2]):02}-{int(found[1]):02}" if found else text.replace(" ", "T")
        if not is_word("TIME", when):
            self.refuse(Words("`{text}` is no date", text=text))
        return m.At(when)

    def refuse(self, reason: Words) -> None:
        raise Refusal(reason, where=self.where)
