"""The tricks as a table: a column for each player, a line for each trick.

Terms. A *mark* after a card is the judgement of the record (`!`, `?`), or `✗` where the card was not legal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.records.model import Trick
from calarec.core.wording.cells import cells
from calarec.core.wording.language import Words
from calarec_tools.output.report.page import cut, pad
from calarec_tools.output.report.people import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.engine import events as ev
    from calarec.core.judge.judgement import Judgement
    from calarec_tools.output.report.page import Page, Spans
    from calarec_tools.output.report.people import People

LED: Final = "›"
TOOK: Final = "‹"
WRONG: Final = "✗"
_LEGEND: Final = Words("› leads · ‹ takes it")
_JUDGED: Final = Words(" · {marks} as the record judges it")
_WINNER: Final = Words("takes it")
_POINTS: Final = Words("points")
_DRAWN: Final = Words("drawn")
_MIN_CELL_COLUMNS: Final = 5
"""A card, the signs before and after it, and a gap."""
_MAX_CELL_COLUMNS: Final = 12


def _marks_of_record(replay: Judgement) -> list[str]:
    """The judgements of the record."""
    tricks = replay.hand.every(Trick)
    return [mark for trick in tricks for mark in trick.marks] or [""]


class TrickTable:
    """The table of one hand's tricks, written line by line."""

    def __init__(self, page: Page, people: People) -> None:
        self.page = page
        self.people = people
        self.seats = sorted(people.setting.active)
        names = [people.names_by_seat[seat] for seat in self.seats]
        longest = max(cells(name) for name in names)
        narrow = _MIN_CELL_COLUMNS + max(1, *(len(mark) for mark in _marks_of_record(people.replay)))
        self.column = min(max(narrow, longest + 2), _MAX_CELL_COLUMNS)
        self.winner = max(min(longest, _MAX_CELL_COLUMNS), cells(page.localized_text(_WINNER)))
        self.heads = [cut(name, self.column - 2) for name in names]
        self.letters = self._total() > page.room
        if self.letters:
            self.column, self.winner = narrow, cells(page.localized_text(_WINNER))
            self.heads = [people.setting.labels[seat] for seat in self.seats]
        self.begun = False
        self.rule = ""
        """The rule for the first lead, if no sentence names it."""

    def _total(self) -> int:
        return 6 + self.column * len(self.seats) + self.winner + 2 + cells(self.page.localized_text(_POINTS))

    def print_trick_heads(self) -> None:
        """Print the legend of the signs, and the names over the columns."""
        legend: Spans = [(self.page.localized_text(_LEGEND), "faint")]
        marks = " ".join(mark for mark in dict.fromkeys(_marks_of_record(self.people.replay)) if mark)
        if marks:
            legend += [(text, "faint") for text, _ in self.page.filled_spans(_JUDGED, marks=marks)]
        self.page.print_spans(legend, self.rule)
        line: Spans = [("      ", "")]
        for head in self.heads:
            line += pad([(head, "strong")], self.column)
        line += pad([(self.page.localized_text(_WINNER), "faint")], self.winner + 2)
        draws = self.people.game.rules.play.draw is not None and not self.page.full
        line += [
            (self.page.localized_text(_POINTS), "faint"),
            *([(f"   {self.page.localized_text(_DRAWN)}", "faint")] if draws else []),
        ]
        self.page.print_row(line)
        self.begun = True

    def trick(
        self, number: int, played: Sequence[ev.Played], won: ev.TrickWon | None, record: Trick | None,
        wrong: Sequence[int], drawn: Spans,
    ) -> None:  # fmt: skip
        """Print a trick; `wrong` has the places of illegal cards, `drawn` the cards drawn."""
        if not self.begun:
            self.print_trick_heads()
        cells_by_seat = {
            event.seat: self._trick_cell(place, event, record, wrong, took=won is not None and event.seat == won.winner)
            for place, event in enumerate(played)
        }
        line: Spans = [(f"  {number:>2}", "faint"), (" ", "")]
        for seat in self.seats:
            line += pad(cells_by_seat.get(seat, []), self.column)
        line = pad(line, 6 + self.column * len(self.seats))
        if won is not None:
            line += pad(self._takes(won.winner), self.winner + 2)
            points = "" if -1 in won.cards else self.people.trick_worth_text(won.cards)
            line += pad([(points, "")], cells(self.page.localized_text(_POINTS)), right=True)
        line += [("   ", ""), *drawn] if drawn else []
        self.page.print_row(line)

    def _trick_cell(
        self, place: int, event: ev.Played, record: Trick | None, wrong: Sequence[int], *, took: bool
    ) -> Spans:
        mark = ""
        if record is not None and place < len(record.marks):
            mark = record.marks[place]
        if event.card < 0:
            return [(LED if place == 0 else " ", "faint"), (UNKNOWN, "faint")]
        card = self.people.card_spans(event.card, mark)
        if took:
            card = [(text, style.replace("suit", "took")) for text, style in card] + [(TOOK, "strong")]
        spans: Spans = [(LED if place == 0 else " ", "faint"), *card]
        return [*spans, (WRONG, "wrong")] if place in wrong else spans

    def _takes(self, seat: int) -> Spans:
        if seat < 0:
            return [(UNKNOWN, "faint")]
        name = self.people.setting.labels[seat] if self.letters else self.people.names_by_seat[seat]
        return [(cut(name, self.winner), "")]
