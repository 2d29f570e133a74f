"""Score sheets in CSV: as clubs keep them, into records of score-only hands; hands and plays as tables, out only.

Terms. A sheet has a row of names, then one row a hand. A column named after a player holds what he was
paid; `total Anna` holds his running total. The other columns have names of their own (`COLUMNS`), in
English or Italian. Only the players' columns are needed; what a sheet does not have is not made up.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from typing import TYPE_CHECKING, Final

from calarec.base.escapes import escaped
from calarec.base.frozen import NamedTuple
from calarec.notation.expectations import is_word
from calarec.notation.preamble_writer import SoFar
from calarec.notation.writer import hand_lines, line_of
from calarec.records import model as m
from calarec.wording.language import Translated, Words
from calarec_tools.formats.division import GivenHand, GivenRecord, proved
from calarec_tools.formats.refusal import Unconvertible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


HAND_COLUMNS: Final = (
    "file", "line", "hand", "broken", "at", "rules", "version", "match", "dealer", "out", "bids", "raises",
    "call", "found", "tricks", "end", "seat", "person", "dealt", "result", "score", "total",
)  # fmt: skip
"""One row for every seat of every hand."""

PLAY_COLUMNS: Final = (
    "file", "line", "hand", "trick", "turn", "seat", "person", "card", "mark", "leader", "winner",
)  # fmt: skip
"""One row for every card played; `seat` is empty where the record alone does not say whose it was."""

_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")


def hands_csv(hands: Iterable[m.Hand]) -> Iterator[str]:
    """The table of hands, row by row."""
    yield _row(HAND_COLUMNS)
    for hand in hands:
        yield from (_row(row) for row in _hand_rows(hand))


def plays_csv(hands: Iterable[m.Hand]) -> Iterator[str]:
    """The table of plays, row by row."""
    yield _row(PLAY_COLUMNS)
    for hand in hands:
        for trick in (one for one in hand.statements if isinstance(one, m.Trick)):
            yield from (_row(row) for row in _play_rows(hand, trick))


def _hand_rows(hand: m.Hand) -> Iterator[list[object]]:
    said = _Said(hand)
    rules = hand.session.rules or m.RulesPin("")
    call = said.first(m.Call)
    shared = [
        hand.file, hand.line, hand.name, "yes" if hand.broken else "no", said.text(m.At, "when"), rules.id,
        rules.version, hand.session.match, said.text(m.Dealer, "seat"), " ".join(said.out()),
        said.words(m.Bid), said.words(m.Raise), call.card if isinstance(call, m.Call) else "",
        call.found if isinstance(call, m.Call) else "", said.count(m.Trick), _end(hand),
    ]  # fmt: skip
    for seat in hand.session.order or ("",):
        yield [*shared, seat, hand.session.people.get(seat, ""), *said.of_seat(seat)]


def _end(hand: m.Hand) -> str:
    return "" if hand.end is None else hand.end.kind or "end"


class _Said:
    """What a hand's statements say, one column at a time."""

    def __init__(self, hand: m.Hand) -> None:
        self.statements = hand.statements

    def first(self, kind: type[m.Statement]) -> m.Statement | None:
        return next((one for one in self.statements if isinstance(one, kind)), None)

    def text(self, kind: type[m.Statement], field: str) -> str:
        return str(getattr(self.first(kind), field, ""))

    def words(self, kind: type[m.Bid | m.Raise]) -> str:
        return " ".join(f"{one.seat}:{one.word}" for one in self.statements if isinstance(one, kind))

    def count(self, kind: type[m.Statement]) -> int:
        return sum(isinstance(one, kind) for one in self.statements)

    def out(self) -> tuple[str, ...]:
        found = self.first(m.Out)
        return found.seats if isinstance(found, m.Out) else ()

    def of_seat(self, seat: str) -> list[object]:
        """Cards dealt, result, score and total of one seat."""
        dealt = [" ".join(one.cards) for one in self.statements if isinstance(one, m.Deal) and one.seat == seat]
        result = self.first(m.Result)
        sides = [one for one in result.sides if seat in one.seats] if isinstance(result, m.Result) else []
        stated = [one.outcome or f"{one.amount}{'p' if one.whole else ''}" for one in sides]
        amounts = []
        for kind in (m.Score, m.Total):
            found = self.first(kind)
            amounts.append(dict(found.amounts).get(seat, "") if isinstance(found, m.Score | m.Total) else "")
        return ["".join(dealt[:1]), "".join(stated[:1]), *amounts]


def _play_rows(hand: m.Hand, trick: m.Trick) -> Iterator[list[object]]:
    seats = _seats(hand, trick)
    for turn, card in enumerate(trick.cards):
        seat = seats[turn] if seats else ""
        mark = trick.marks[turn] if trick.marks else ""
        person = hand.session.people.get(seat, "")
        yield [
            hand.file, trick.line, hand.name, trick.number, turn + 1, seat, person, card, mark, trick.leader,
            trick.winner,
        ]  # fmt: skip


def _seats(hand: m.Hand, trick: m.Trick) -> Sequence[str]:
    """Whose the cards are, if as many play as cards were played; a dealer too many sits out."""
    out = _Said(hand).out()
    playing = [seat for seat in hand.session.order if seat not in out]
    dealer = _Said(hand).text(m.Dealer, "seat")
    if len(playing) == len(trick.cards) + 1 and dealer in playing and dealer != trick.leader:
        playing.remove(dealer)
    if trick.leader not in playing or len(trick.cards) > len(playing):
        return ()
    start = playing.index(trick.leader)
    return [*playing[start:], *playing[:start]]


def _row(values: Iterable[object]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow([_harmless(value) for value in values])
    return out.getvalue()


def _harmless(value: object) -> object:
    """A spreadsheet must not take a name for a formula, nor a terminal for a command."""
    if not isinstance(value, str):
        return value
    return escaped("'" + value if value[:1] in _FORMULAS else value)


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
    """The record of a score sheet; what cannot be read is a `Unconvertible` that names the row."""
    return "".join(record_of(text, rules=rules, file=file))


def record_of(text: str, *, rules: m.RulesPin | None = None, file: str = "-") -> Iterator[str]:
    """The record, hand by hand; what no record can say is a `Unconvertible` that names the row."""
    return proved(_given(text, rules, file))


def _given(text: str, rules: m.RulesPin | None, file: str) -> Iterator[GivenHand]:
    so_far = SoFar()
    for where, hand in _hands(text, rules, file):
        try:
            before = [line_of(one) if one else "" for one in so_far.before(hand)]
            lines = hand_lines(hand)
        except ValueError:
            reason = Words("this row cannot be said in a record")
            raise Unconvertible(reason, where=where) from None
        yield GivenHand(*([GivenRecord(line, where) for line in part] for part in (before, lines)))


def _hands(text: str, rules: m.RulesPin | None, file: str) -> Iterator[tuple[str, m.Hand]]:
    """The hands of a score sheet, one a row, each with its place."""
    rows = _rows(text)
    first = next(rows, None)
    if first is None:
        raise Unconvertible(Words("the sheet is empty"), where=file)
    sheet = _sheet(first[1], f"{file}:1")
    session = m.Preamble(rules=rules, seats=sheet.seats)
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
        raise Unconvertible(Words("no CSV: {error}", error=error), where=str(reader.line_num)) from error


def _sheet(names: Iterable[str], where: str) -> Sheet:
    names = tuple(names)
    if names in (HAND_COLUMNS, PLAY_COLUMNS):
        raise Unconvertible(_OURS, where=where)
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
        raise Unconvertible(reason, where=where)
    labels = dict(zip(scores, _LABELS, strict=False))
    people = {name.casefold(): label for name, label in labels.items()}
    unknown = [name for name in totals if name not in people]
    if unknown:
        reason = Words("nobody is called `{unknown}`", unknown=unknown[0])
        raise Unconvertible(reason, where=where)
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

    def hand(self, session: m.Preamble, number: str) -> m.Hand:
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
        raise Unconvertible(reason, where=self.where)
