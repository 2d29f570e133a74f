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

from calarec.language import Both
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
_OURS: Final = Both(
    "this is a table that calarec wrote, for spreadsheets: it does not hold enough to be read back. Convert the record "
    "itself; json, jsonl and packed go there and back. (A score sheet has a column for every player: "
    "docs/converting.md.)",
    "questa è una tabella scritta da calarec per i fogli di calcolo: non contiene abbastanza per tornare indietro. "
    "Convertire la registrazione stessa; json, jsonl e packed si riconvertono. (Un foglio dei punti ha una colonna per "
    "ogni giocatore: docs/converting.it.md.)",
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
            reason = Both("this row cannot be said in a record", "questa riga non si può dire in una registrazione")
            raise Refusal(reason, where=where) from None
        yield GivenHand(*([Given(line, where) for line in part] for part in (before, lines)))


def _hands(text: str, rules: m.RulesPin | None, file: str) -> Iterator[tuple[str, m.Hand]]:
    """The hands of a score sheet, one a row, each with its place."""
    rows = _rows(text)
    first = next(rows, None)
    if first is None:
        raise Refusal(Both("the sheet is empty", "il foglio è vuoto"), where=file)
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
        raise Refusal(Both(f"no CSV: {error}", f"non è CSV: {error}"), where=str(reader.line_num)) from error


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
        reason = Both(
            f"the first row names {len(scores)} players ({_listed(scores)}); there are 2 to 7, each with a column of "
            f"payments; the other columns are {_listed(COLUMNS)}",
            f"la prima riga nomina {len(scores)} giocatori ({_listed(scores)}); devono essere da 2 a 7, ognuno con una "
            f"colonna di pagamenti; le altre colonne sono {_listed(_ITALIAN)}",
        )
        raise Refusal(reason, where=where)
    labels = dict(zip(scores, _LABELS, strict=False))
    people = {name.casefold(): label for name, label in labels.items()}
    unknown = [name for name in totals if name not in people]
    if unknown:
        reason = Both(f"nobody is called `{unknown[0]}`", f"nessuno si chiama `{unknown[0]}`")
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
                self.refuse(
                    Both(
                        "a bid without a declarer: whose it was goes into a column `declarer`",
                        "una dichiarazione senza dichiarante: di chi era va in una colonna `chiamante`",
                    )
                )
            if word:
                statements.append(kind(declarer, self.word(word)))
        if self.cell("note"):
            statements.append(m.Note(self.cell("note")))
        statements += self.asserted(declarer)
        return m.Hand(name=self.cell("hand") or number, statements=(*statements, m.End()), session=session)

    def asserted(self, declarer: str) -> Iterator[m.Statement]:
        points, outcome = self.cell("points"), self.cell("outcome").casefold()
        if (points or outcome) and not declarer:
            self.refuse(Both("a result without a declarer", "un risultato senza dichiarante"))
        if points:
            whole = points.endswith("p")
            yield m.Result((m.Stated((declarer,), self.number(points.removesuffix("p")), whole),))
        elif outcome:
            if outcome not in _WON + _LOST:
                self.refuse(Both(f"`{outcome}` is neither won nor lost", f"`{outcome}` non è né vinta né persa"))
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
            self.refuse(Both(f"nobody is called `{name}`", f"nessuno si chiama `{name}`"))
        return seat

    def amount(self, text: str, seat: str) -> int:
        """What somebody was paid; a column of words was perhaps not meant for a person."""
        if not any(char.isdigit() for char in text):
            name = next((each.person or each.label for each in self.sheet.seats if each.label == seat), seat)
            self.refuse(
                Both(
                    f"`{text}` is no whole number; `{name}` is taken for a player, for a column of words is called "
                    f"{_listed(COLUMNS)}",
                    f"`{text}` non è un numero intero; `{name}` è preso per un giocatore, perché una colonna di parole "
                    f"si chiama {_listed(_ITALIAN)}",
                )
            )
        return self.number(text)

    def number(self, text: str) -> int:
        plain = text.replace("−", "-").replace("–", "-")
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", plain):
            self.refuse(Both(f"`{text}` is no whole number", f"`{text}` non è un numero intero"))
        return int(plain)

    def word(self, text: str) -> str:
        bare = unicodedata.normalize("NFD", text.casefold()).encode("ascii", "ignore").decode()
        word = re.sub(r"[^a-z0-9]+", "-", bare).strip("-")
        if not is_word("WORD", word):
            self.refuse(Both(f"`{text}` is no bid", f"`{text}` non è una dichiarazione"))
        return word

    def moment(self, text: str) -> m.At:
        found = re.fullmatch(r"([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4})", text)
        when = f"{found[3]}-{int(found[2]):02}-{int(found[1]):02}" if found else text.replace(" ", "T")
        if not is_word("TIME", when):
            self.refuse(Both(f"`{text}` is no date", f"`{text}` non è una data"))
        return m.At(when)

    def refuse(self, reason: Both) -> None:
        raise Refusal(reason, where=self.where)
