"""Writers of an archive's answers: as a table for the terminal, as CSV, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.core.base.escapes import to_json_line
from calarec.core.wording.cells import cells, visible
from calarec_tools.archive.asking import plain_json_value
from calarec_tools.output.formats.csv_rows import csv_row

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec_tools.archive.database import QueryAnswer, StreamedAnswer
    from calarec_tools.output.report.page import Page


def table(page: Page, heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Print rows below their headings, or each row as a list if that is too wide."""
    shown = list(zip(*(_column_cells(each) for each in zip(*rows, strict=True)), strict=True))
    heads = [visible(head) for head in heads]
    wide = [max((cells(row[at]) for row in (heads, *shown)), default=0) for at in range(len(heads))]
    if 2 * (len(wide) - 1) + sum(wide) <= page.room:
        right = [bool(rows) and all(isinstance(row[at], int | float | None) for row in rows) for at in range(len(wide))]
        for number, row in enumerate((heads, *shown)):
            page.print_row([(_row_line(row, wide, right), "" if number else "strong")])
        return
    for row in shown:
        first, *rest = zip(heads, row, strict=True)
        page.print_spans([(f"{first[0]}: {first[1]}", "strong")], indent=0)
        page.print_spans([("; ".join(f"{head}: {value}" for head, value in rest), "")])


def _row_line(row: Sequence[str], wide: Sequence[int], right: Sequence[bool]) -> str:
    parts = []
    for value, room, to_the_right in zip(row, wide, right, strict=True):
        blank = " " * (room - cells(value))
        parts.append(blank + value if to_the_right else value + blank)
    return "  ".join(parts).rstrip()


def _column_cells(values: Sequence[Any]) -> list[str]:
    """The cells of a column; of broken numbers all with as many decimals."""
    shown = [_cell_text(value) for value in values]
    broken = [each for each, value in zip(shown, values, strict=True) if isinstance(value, float)]
    if not all(each.lstrip("-").replace(".", "", 1).isdigit() for each in broken):
        return shown
    most = max((len(each.partition(".")[2]) for each in broken), default=0)
    return [
        f"{value:.{most}f}" if isinstance(value, float) else each for each, value in zip(shown, values, strict=True)
    ]


def _cell_text(value: Any) -> str:
    return "" if value is None else visible(str(plain_json_value(value)))


def csv_lines(answer: QueryAnswer | StreamedAnswer) -> Iterator[str]:
    """A row of names, then the rows."""
    yield csv_row(answer.columns)
    for row in answer.rows:
        yield csv_row(["" if value is None else plain_json_value(value) for value in row])


def json_lines(answer: QueryAnswer | StreamedAnswer, **about: Any) -> Iterator[str]:
    """An object for each row."""
    for row in answer.rows:
        values = {name: plain_json_value(value) for name, value in zip(answer.columns, row, strict=True)}
        yield to_json_line({**about, "row": values}) + "\n"
