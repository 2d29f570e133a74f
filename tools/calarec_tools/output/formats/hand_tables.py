"""Hands and plays as tables in CSV, for spreadsheets; there is no way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.records import model as m
from calarec_tools.output.formats.csv_rows import csv_row

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
"""One row for every card; `seat` is empty if the record does not show it."""


def hands_csv(hands: Iterable[m.Hand]) -> Iterator[str]:
    """The table of hands, row by row."""
    yield csv_row(HAND_COLUMNS)
    for hand in hands:
        yield from (csv_row(row) for row in _hand_rows(hand))


def plays_csv(hands: Iterable[m.Hand]) -> Iterator[str]:
    """The table of plays, row by row."""
    yield csv_row(PLAY_COLUMNS)
    for hand in hands:
        for trick in hand.every(m.Trick):
            yield from (csv_row(row) for row in _play_rows(hand, trick))


def _hand_rows(hand: m.Hand) -> Iterator[list[object]]:
    said = _Said(hand)
    rules = hand.session.rules or m.RulesPin("")
    call = said.first_said(m.Call)
    shared = [
        hand.file, hand.line, hand.name, "yes" if hand.broken else "no", said.statement_text(m.At, "when"), rules.id,
        rules.version, hand.session.match, said.statement_text(m.Dealer, "seat"), " ".join(said.seats_sitting_out()),
        said.statement_words(m.Bid), said.statement_words(m.Raise), call.card if isinstance(call, m.Call) else "",
        call.found if isinstance(call, m.Call) else "", said.count_statements(m.Trick), _hand_end(hand),
    ]  # fmt: skip
    for seat in hand.session.order or ("",):
        yield [*shared, seat, hand.session.people.get(seat, ""), *said.cells_of_seat(seat)]


def _hand_end(hand: m.Hand) -> str:
    return "" if hand.end is None else hand.end.kind or "end"


class _Said:
    """The columns of a hand, from its statements."""

    def __init__(self, hand: m.Hand) -> None:
        self.statements = hand.statements

    def first_said(self, kind: type[m.Statement]) -> m.Statement | None:
        return next((statement for statement in self.statements if isinstance(statement, kind)), None)

    def statement_text(self, kind: type[m.Statement], field: str) -> str:
        return str(getattr(self.first_said(kind), field, ""))

    def statement_words(self, kind: type[m.Bid | m.Raise]) -> str:
        return " ".join(
            f"{statement.seat}:{statement.word}" for statement in self.statements if isinstance(statement, kind)
        )

    def count_statements(self, kind: type[m.Statement]) -> int:
        return sum(isinstance(statement, kind) for statement in self.statements)

    def seats_sitting_out(self) -> tuple[str, ...]:
        found = self.first_said(m.Out)
        return found.seats if isinstance(found, m.Out) else ()

    def cells_of_seat(self, seat: str) -> list[object]:
        """Cards dealt, result, score and total of one seat."""
        dealt = [
            " ".join(statement.cards)
            for statement in self.statements
            if isinstance(statement, m.Deal) and statement.seat == seat
        ]
        result = self.first_said(m.Result)
        sides = [side for side in result.sides if seat in side.seats] if isinstance(result, m.Result) else []
        stated = [side.outcome or f"{side.amount}{'p' if side.whole else ''}" for side in sides]
        amounts = []
        for kind in (m.Score, m.Total):
            found = self.first_said(kind)
            amounts.append(dict(found.amounts).get(seat, "") if isinstance(found, m.Score | m.Total) else "")
        return ["".join(dealt[:1]), "".join(stated[:1]), *amounts]


def _play_rows(hand: m.Hand, trick: m.Trick) -> Iterator[list[object]]:
    seats = _seats_of_trick(hand, trick)
    for turn, card in enumerate(trick.cards):
        seat = seats[turn] if seats else ""
        mark = trick.marks[turn] if trick.marks else ""
        person = hand.session.people.get(seat, "")
        yield [
            hand.file, trick.line, hand.name, trick.number, turn + 1, seat, person, card, mark, trick.leader,
            trick.winner,
        ]  # fmt: skip


def _seats_of_trick(hand: m.Hand, trick: m.Trick) -> Sequence[str]:
    """Return the seats of the cards of a trick; none if their number does not fit.

    A dealer too many sits out.
    """
    out = _Said(hand).seats_sitting_out()
    playing = [seat for seat in hand.session.order if seat not in out]
    dealer = _Said(hand).statement_text(m.Dealer, "seat")
    if len(playing) == len(trick.cards) + 1 and dealer in playing and dealer != trick.leader:
        playing.remove(dealer)
    if trick.leader not in playing or len(trick.cards) > len(playing):
        return ()
    start = playing.index(trick.leader)
    return [*playing[start:], *playing[:start]]
