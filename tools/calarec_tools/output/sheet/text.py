"""The sheet on a terminal, in any width.

A hand has one line if all payments and totals fit beside it; otherwise the amounts are below it, in several lines if
there are too many people for one.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from calarec.core.wording.cells import cells
from calarec_tools.output.pictures.terminal_curve import draw_curve_lines
from calarec_tools.output.report.page import Page, cut, pad
from calarec_tools.output.sheet import lines as words
from calarec_tools.output.sheet.curve import curve_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from calarec_tools.output.report.page import Spans
    from calarec_tools.output.sheet.evenings import EveningSheet
    from calarec_tools.output.sheet.lines import SheetCell, SheetLine, SheetWords

_MAX_DECLARER_COLUMNS: Final = 14
"""A declarer's name above the amounts."""
_SHORTER: Final = (8, 10)
"""The width of declarer and contract beside amounts, if not all of them fit."""
_GAP_COLUMNS: Final = 2
_GAPS: Final = ((5, 2), (4, 2), (3, 2), (2, 1))
"""Gaps between people, and between payment and total, the widest first.

The first that fits is used.
"""
_SIGNS: Final = {1: "good", -1: "wrong", 0: ""}


def sheet_text(
    said: SheetWords, spellings: Mapping[str, Sequence[str]], *, width: int, colour: bool, curve: bool, alone: bool
) -> str:
    """The whole sheet; `alone`: only what the evenings add up to."""
    return "".join(sheet_text_pieces(said, spellings, width=width, colour=colour, curve=curve, alone=alone))


def sheet_text_pieces(
    said: SheetWords, spellings: Mapping[str, Sequence[str]], *, width: int, colour: bool, curve: bool, alone: bool
) -> Iterator[str]:
    """The same in pieces, each of an evening."""
    page = Page(said.lang, width=width, colour=colour)
    if not alone:
        for sheet in said.sheets:
            _print_evening(page, said, sheet)
            if curve:
                _print_curve(page, said, sheet)
            yield _take_finished_lines(page)
    if len(said.sheets) > 1:
        _print_standings(page, said, spellings)
    if alone:
        # A person may be here under the letter of a seat, because the line with the name cannot be read.
        _print_notes(page, [note for sheet in said.sheets for note in said.order_notes(sheet)])
    _print_debts(page, said)
    yield "\n".join(page.lines).strip("\n") + "\n"


def _take_finished_lines(page: Page) -> str:
    """Take the lines up to the last that is not empty.

    The number of empty lines after it may still change.
    """
    last = max((place for place, line in enumerate(page.lines) if line), default=0)
    text = "".join([f"{line}\n" for line in page.lines[:last]])
    del page.lines[:last]
    return text


def _print_evening(page: Page, said: SheetWords, sheet: EveningSheet) -> None:
    page.blank()
    page.print_spans([(said.evening_title(sheet), "strong"), (f" · {said.evening_place(sheet)}", "faint")], indent=0)
    page.print_spans([(said.evening_rules_text(sheet), "faint")], indent=0)
    page.blank()
    lines = list(said.evening_lines(sheet))
    layout = _Layout(page, lines, said.people_headings(sheet))
    layout.print_heads()
    for line in lines:
        layout.print_sheet_line(line)
    _print_notes(page, [*said.evening_match_notes(sheet), *said.evening_notes(sheet)])


def _print_notes(page: Page, notes: Sequence[str]) -> None:
    page.blank()
    for note in notes:
        page.print_spans([(note, "wrong" if note.startswith("!") else "")], indent=0, hang=2)


class _Layout:
    """Columns that fit the page."""

    def __init__(self, page: Page, lines: list[SheetLine], people: list[str]) -> None:
        self.page = page
        self.people = people
        hands = [line for line in lines if line.kind == "hand"]
        self.name = max((cells(line.name + line.note_marks) for line in hands), default=1)
        self.paid = max((cells(cell.paid) for line in lines for cell in line.cells), default=0)
        self.total = max((cells(cell.total) for line in lines for cell in line.cells), default=0)
        self.head_words = [page.localized_text(each) for each in (words.DECLARER, words.CONTRACT, words.RESULT)]
        told = list(zip(*((line.who, line.what, line.result) for line in hands), strict=True))
        widths = [max(cells(head), *map(cells, texts)) for head, texts in zip(self.head_words, told, strict=True)]
        self.info = list(widths)
        widest = max(map(cells, people), default=0) + _GAP_COLUMNS
        for shorter, (gap, self.inner) in product((False, True), _GAPS):
            if shorter:
                self.info[:2] = min(self.info[0], _SHORTER[0]), min(self.info[1], _SHORTER[1])
            self.cell = gap + self.paid + self.inner + self.total
            self.beside = len(people) * self.cell <= page.room - self._taken_width()
            if self.beside:
                break
        room = page.room - (self._taken_width() if self.beside else self.name)
        self.cell = max(self.cell, min(widest, room // max(len(people), 1)))
        if not self.beside:
            self.info = [
                max(cells(head), *map(cells, texts)) for head, texts in zip(self.head_words, told, strict=True)
            ]
            self.info[0] = min(self.info[0], _MAX_DECLARER_COLUMNS)
            for place, least in ((1, _SHORTER[1]), (0, _SHORTER[0]), (2, _SHORTER[1])):
                over = max(self._taken_width() - page.room, 0)
                self.info[place] = min(self.info[place], max(self.info[place] - over, least))

    def _taken_width(self) -> int:
        return self.name + sum(self.info) + 3 * _GAP_COLUMNS

    def print_heads(self) -> None:
        """The names of the columns."""
        first = self._info("", *self.head_words, style="faint")
        names = [pad([(cut(name, self.cell - _GAP_COLUMNS), "strong")], self.cell, right=True) for name in self.people]
        self._print_cells(first, names)

    def print_sheet_line(self, line: SheetLine) -> None:
        """One line of the sheet."""
        if line.kind == "hand":
            result = {1: "good", -1: "wrong"}.get(line.won, "")
            first = self._info(line.name + line.note_marks, line.who, line.what, line.result, style="", result=result)
        else:
            style = "strong" if line.kind == "total" else "faint"
            room = self._taken_width() if self.beside else self.page.room
            first = [(" " * (self.name + _GAP_COLUMNS), ""), (cut(line.what, room - self.name - _GAP_COLUMNS), style)]
            first = pad(first, self._taken_width()) if self.beside else first
        self._print_cells(first, [self._cell_spans(cell, strong=line.kind == "total") for cell in line.cells])

    def _print_cells(self, first: Spans, each: list[Spans]) -> None:
        if self.beside:
            self.page.print_row([*first, *(span for spans in each for span in spans)])
            return
        self.page.print_row(first)
        fit = max((self.page.room - self.name) // self.cell, 1)
        fit = -(-len(each) // max(-(-len(each) // fit), 1)) or 1
        for at in range(0, len(each), fit):
            group = each[at : at + fit]
            if any(text.strip() for spans in group for text, _ in spans):
                self.page.print_row([(" " * self.name, ""), *(span for spans in group for span in spans)])

    def _info(self, name: str, *texts: str, style: str, result: str = "") -> Spans:
        spans = pad([(name, "wrong" if name.rstrip("*").endswith("!") else style)], self.name, right=True)
        styles = (style or "strong", style, style or result)
        for text, room, kind in zip(texts, self.info, styles, strict=True):
            spans += [(" " * _GAP_COLUMNS, ""), *pad([(cut(text, room), kind)], room)]
        return spans

    def _cell_spans(self, cell: SheetCell, *, strong: bool) -> Spans:
        total = pad([(cell.total, "strong" if strong else "")], self.total, right=True)
        return pad(
            [(cell.paid, _SIGNS[cell.sign]), *pad(total, self.total + self.inner, right=True)], self.cell, right=True
        )


def _print_curve(page: Page, said: SheetWords, sheet: EveningSheet) -> None:
    picture = curve_of(sheet, said)
    if len(picture.steps) < 2:
        return
    page.print_title(words.CURVE)
    for line in draw_curve_lines(picture, page.room):
        page.print_row([("  ", ""), *line])


def _print_standings(page: Page, said: SheetWords, spellings: Mapping[str, Sequence[str]]) -> None:
    lines, notes = said.standing_lines(spellings)
    page.print_title(words.STANDINGS)
    heads = [page.localized_text(head) for head in (words.PERSON, words.EVENINGS, words.HANDS, words.TOTAL)]
    rows = [("", *heads[:3], *(str(n) for n in range(1, len(said.sheets) + 1)), heads[3])]
    rows += [(x.place, x.person, str(x.evenings), str(x.hands), *x.each, x.total) for x in lines]
    if _table_width(rows) > page.room - 2:
        rows = [(*row[:4], row[-1]) for row in rows]
    room = [max(cells(row[place]) for row in rows) for place in range(len(rows[0]))]
    over = _table_width(rows) - (page.room - 2)
    room[1] = max(room[1] - over, _SHORTER[0]) if over > 0 else room[1]
    for number, row in enumerate(rows):
        page.print_row([("  ", ""), *_fitting_columns(row, room, head=not number)])
    for note in notes:
        page.print_spans([(note, "")])


def _table_width(rows: list[tuple[str, ...]]) -> int:
    return sum(max(cells(row[place]) for row in rows) + _GAP_COLUMNS for place in range(len(rows[0]))) - _GAP_COLUMNS


def _fitting_columns(row: Sequence[str], room: Sequence[int], *, head: bool) -> Iterator[tuple[str, str]]:
    for place, (text, width) in enumerate(zip(row, room, strict=True)):
        style = "faint" if head else "strong" if place in (1, len(row) - 1) else ""
        yield from pad([(cut(text, width), style)], width, right=place != 1)
        if place < len(row) - 1:
            yield " " * _GAP_COLUMNS, ""


def _print_debts(page: Page, said: SheetWords) -> None:
    found = said.debts()
    page.print_title(words.WHO_PAYS)
    payers = max((cells(debt.debtor) for debt in found.debts), default=0)
    paid = max((cells(debt.creditor) for debt in found.debts), default=0)
    amounts = max((cells(debt.amount) for debt in found.debts), default=0)
    if payers + paid + amounts + 8 > page.room:
        payers = paid = (page.room - amounts - 8) // 2
    for debt in found.debts:
        row = [("  ", ""), *pad([(cut(debt.debtor, payers), "strong")], payers), (" → ", "faint")]
        row += [*pad([(cut(debt.creditor, paid), "strong")], paid), ("  ", "")]
        page.print_row([*row, *pad([(debt.amount, "")], amounts, right=True)])
    for note in found.notes:
        page.print_spans([(note, "faint" if found.debts else "")])
