"""The sheet as a page: Markdown, and HTML that prints well and holds no script.

Whatever comes from a record is escaped: in Markdown every sign that could mean anything, in HTML by `pictures.xml`.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Final

from calarec_tools.output.browser.document import asset, document_in_pieces
from calarec_tools.output.pictures.svg_curve import CURVE_STYLE, svg_curve
from calarec_tools.output.pictures.xml import element, element_in_pieces, text_element
from calarec_tools.output.sheet import lines as words
from calarec_tools.output.sheet.curve import curve_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from calarec_tools.output.sheet.evenings import EveningSheet
    from calarec_tools.output.sheet.lines import SheetLine, SheetWords

    Spellings = Mapping[str, Sequence[str]]

_MEANING: Final = re.compile(r"([\\`*_\[\]<>|~&])")
_FIRST: Final = re.compile(r"^(?:#|[+-](?= )|(?<=[0-9])[.)])")


def sheet_markdown_pieces(said: SheetWords, spellings: Spellings) -> Iterator[str]:
    """The sheet in Markdown, in pieces."""
    for number, part in enumerate(_markdown_parts(said, spellings)):
        yield "\n\n" * (number > 0) + part
    yield "\n"


def _markdown_parts(said: SheetWords, spellings: Spellings) -> Iterator[str]:
    for sheet in said.sheets:
        yield f"# {_safe(said.evening_title(sheet))}"
        yield f"{_safe(said.evening_place(sheet))}  \n{_safe(said.evening_rules_text(sheet))}"
        heads = [said.sheet_word(each) for each in (words.HAND, words.DECLARER, words.CONTRACT, words.RESULT)]
        rows = [_markdown_row(line) for line in said.evening_lines(sheet)]
        yield _html_table([*heads, *said.people_headings(sheet)], rows, "rlll" + "r" * len(sheet.evening_people))
        yield from (_safe(note) for note in (*said.evening_match_notes(sheet), *said.evening_notes(sheet)))
    if len(said.sheets) > 1:
        yield from _markdown_standings(said, spellings)
    found = said.debts()
    yield f"## {said.sheet_word(words.WHO_PAYS)}"
    if found.debts:
        yield "\n".join(f"- {_safe(debt.debtor)} → {_safe(debt.creditor)}: {debt.amount}" for debt in found.debts)
    yield from (_safe(note) for note in found.notes)


def _markdown_row(line: SheetLine) -> list[str]:
    """Payment and total in one cell: `+2 → 11`."""
    each = [
        f"{cell.paid} → {cell.total}" if cell.paid and cell.total else cell.paid or cell.total for cell in line.cells
    ]
    return [f"{line.name} {line.note_marks}".rstrip(), line.who, line.what, line.result, *each]


def _markdown_standings(said: SheetWords, spellings: Spellings) -> list[str]:
    standing, notes = said.standing_lines(spellings)
    heads = ["", *(said.sheet_word(each) for each in (words.PERSON, words.EVENINGS, words.HANDS))]
    heads += [*(str(number) for number in range(1, len(said.sheets) + 1)), said.sheet_word(words.TOTAL)]
    rows = [[x.place, x.person, str(x.evenings), str(x.hands), *x.each, x.total] for x in standing]
    table = _html_table(heads, rows, "rl" + "r" * (len(heads) - 2))
    return [f"## {said.sheet_word(words.STANDINGS)}", table, *map(_safe, notes)]


def _html_table(heads: Iterable[str], rows: Iterable[Iterable[str]], sides: str) -> str:
    marks = {"r": "--:", "l": ":--"}
    lines = [[_safe(head) for head in heads], [marks[side] for side in sides]]
    lines += [[_safe(cell) for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _safe(text: str) -> str:
    """Escape a text for Markdown, also for the start of a line."""
    return _FIRST.sub(r"\\\g<0>", _MEANING.sub(r"\\\1", text))


# ------------------------------------------------------------------ HTML

_MAX_STYLED_PEOPLE: Final = 24
"""The number of people from which columns on a phone become no narrower."""
SHEET_STYLE: Final = "".join(
    (
        asset("looks.css"),
        asset("sheet.css"),
        *(f".of{people}{{--people:{people}}}" for people in range(1, _MAX_STYLED_PEOPLE + 1)),
    )
)
_TONES: Final = {1: "good", -1: "bad", 0: ""}


def sheet_html_pieces(said: SheetWords, spellings: Spellings) -> Iterator[str]:
    """One page that needs nothing else, in pieces."""
    title = said.evening_title(said.sheets[0]) if len(said.sheets) == 1 else said.sheet_word(words.STANDINGS)
    body = _main_pieces(said, spellings)
    return document_in_pieces(title, said.lang, body, styles=[SHEET_STYLE], inner=[CURVE_STYLE])


def _main_pieces(said: SheetWords, spellings: Spellings) -> Iterator[str]:
    several = len(said.sheets) > 1
    yield "<main>"
    for number, sheet in enumerate(said.sheets):
        yield evening_html(said, sheet, f"curve-{number}", "h2" if several else "h1")
    together = _evenings_together(said, spellings)
    yield from element_in_pieces("section", together) if several else together
    yield "</main>"


def evening_html(
    said: SheetWords,
    sheet: EveningSheet,
    key: str,
    heading: str,
    *,
    numbers: Mapping[int, int] | None = None,
    match_notes: Iterable[str] | None = None,
) -> str:
    """One evening: its table, and its curve under a key.

    `numbers`: those of the hands in the record, by their lines; rows of these have them as `data-hand`. `match_notes`:
    HTML instead of the notes on matches with the paths of their rules.
    """
    noted = (text_element("p", note, **{"class": "faint"}) for note in said.evening_match_notes(sheet))
    parts = [
        text_element(heading, said.evening_title(sheet)),
        text_element("p", said.evening_place(sheet), **{"class": "faint"}),
        text_element("p", said.evening_rules_text(sheet), **{"class": "faint"}),
        element("div", [_hands_table(said, sheet, numbers or {})], tabindex="0", **{"class": "wide"}),
        *(noted if match_notes is None else match_notes),
        *(text_element("p", note, **{"class": "note"}) for note in said.evening_notes(sheet)),
    ]
    if len(sheet.hands) > 1:
        parts.append(svg_curve(curve_of(sheet, said), key))
    return element("section", parts)


def _hands_table(said: SheetWords, sheet: EveningSheet, numbers: Mapping[int, int]) -> str:
    """Build the table of hands, with explicit roles: on a phone it has another layout."""
    people = said.people_headings(sheet)
    heads = [text_element("th", said.sheet_word(words.HAND), role="columnheader", **{"class": "n"})]
    heads += [
        text_element("th", said.sheet_word(each), role="columnheader")
        for each in (words.DECLARER, words.CONTRACT, words.RESULT)
    ]
    heads += [text_element("th", who, role="columnheader", **{"class": "n"}) for who in people]
    rows = [
        element(
            "tr",
            _row_cells(line, people),
            role="row",
            **{"class": line.kind.replace("total", "sum")},
            **({"data-hand": numbers[line.line]} if line.line in numbers else {}),
        )
        for line in said.evening_lines(sheet)
    ]
    parts = [element("thead", [element("tr", heads, role="row")]), element("tbody", rows)]
    return element(
        "table", parts, role="table", **{"class": f"phone hands of{min(len(sheet.evening_people), _MAX_STYLED_PEOPLE)}"}
    )


def _row_cells(line: SheetLine, people: Sequence[str]) -> Iterator[str]:
    """Yield the cells of a row; amounts have names, which a phone shows above them."""
    if line.kind == "hand":
        yield text_element(
            "td", f"{line.name} {line.note_marks}".rstrip(), role="cell", **{"class": "n bad" if line.wrong else "n"}
        )
        yield text_element("td", line.who, role="cell")
        yield text_element("td", line.what, role="cell")
        yield text_element("td", line.result, role="cell", **{"class": _TONES[line.won]})
    elif not any(cell.paid or cell.total for cell in line.cells):
        yield text_element("td", line.what, role="cell", colspan=4 + len(line.cells))
        return
    else:
        yield text_element("td", line.what, role="cell", colspan=4)
    for who, cell in zip(people, line.cells, strict=True):
        paid = text_element("span", _with_wide_minus(cell.paid), **{"class": _TONES[cell.sign]})
        total = text_element("b", _with_wide_minus(cell.total))
        of = {"data-of": who} if cell.paid or cell.total else {}
        yield element("td", [paid, " ", total], role="cell", **{"class": "n amount"}, **of)


def _with_wide_minus(text: str) -> str:
    """With a sign as wide as a figure."""
    return text.replace("-", "−")


def _evenings_together(said: SheetWords, spellings: Spellings) -> Iterator[str]:
    if len(said.sheets) > 1:
        yield from standings_html(said, spellings, heading="h1")
    yield from debts_html(said)


def standings_html(said: SheetWords, spellings: Spellings, *, heading: str) -> Iterator[str]:
    """Yield the standings."""
    yield text_element(heading, said.sheet_word(words.STANDINGS))
    standing, notes = said.standing_lines(spellings)
    yield from element_in_pieces("div", _standings_table(said, standing), tabindex="0", **{"class": "wide"})
    yield from (text_element("p", note, **{"class": "faint"}) for note in notes)


def debts_html(said: SheetWords) -> Iterator[str]:
    """Yield the payments that settle all debts."""
    found = said.debts()
    yield text_element("h2", said.sheet_word(words.WHO_PAYS))
    if found.debts:
        items = []
        for debt in found.debts:
            debtor, creditor, amount = (text_element("b", word) for word in (debt.debtor, debt.creditor, debt.amount))
            items.append(element("li", [debtor, "<span>→</span>", creditor, amount]))
        yield element("ul", items, **{"class": "debts"})
    yield from (text_element("p", note, **{"class": "faint"}) for note in found.notes)


def _standings_table(said: SheetWords, standing: Sequence[words.StandingLine]) -> Iterator[str]:
    """Yield the table in pieces: each of thousands of evenings has a column."""
    more = [said.sheet_word(words.EVENINGS), said.sheet_word(words.HANDS), *map(str, range(1, len(said.sheets) + 1))]
    parts = chain(
        element_in_pieces("thead", element_in_pieces("tr", _standings_heads(said, more), role="row")),
        element_in_pieces(
            "tbody",
            chain.from_iterable(element_in_pieces("tr", _standings_cells(x, more), role="row") for x in standing),
        ),
    )
    # Below place, person and total a phone has as many columns as find room.
    return element_in_pieces("table", parts, role="table", **{"class": f"phone standings of{min(len(more), 5)}"})


def _standings_heads(said: SheetWords, more: Sequence[str]) -> Iterator[str]:
    for head in ("", said.sheet_word(words.PERSON)):
        yield text_element("th", head, role="columnheader")
    for head in (*more, said.sheet_word(words.TOTAL)):
        yield text_element("th", head, role="columnheader", **{"class": "n"})


def _standings_cells(x: words.StandingLine, more: Sequence[str]) -> Iterator[str]:
    yield text_element("td", x.place, role="cell", **{"class": "n"})
    yield text_element("td", x.person, role="cell")
    for of, text in zip(more, chain((str(x.evenings), str(x.hands)), x.each), strict=True):
        yield text_element("td", _with_wide_minus(text), role="cell", **{"class": "n", "data-of": of})
    yield text_element("td", _with_wide_minus(x.total), role="cell", **{"class": "n total"})
