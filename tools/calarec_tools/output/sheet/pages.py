"""The sheet as a page: Markdown, and HTML that prints well and holds no script.

Whatever comes from a record is escaped: in Markdown every sign that could mean anything, in HTML by `pictures.xml`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec_tools.output.browser.document import document
from calarec_tools.output.pictures.svg_curve import CURVE_STYLE, svg_curve
from calarec_tools.output.pictures.xml import element, text_element
from calarec_tools.output.sheet import lines as words
from calarec_tools.output.sheet.curve import curve_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from calarec_tools.output.sheet.evenings import EveningSheet
    from calarec_tools.output.sheet.lines import SheetLine, SheetWords

    Spellings = Mapping[str, Sequence[str]]

_MEANING: Final = re.compile(r"([\\`*_\[\]<>|~&])")
_FIRST: Final = re.compile(r"^(?:#|[+-](?= )|(?<=[0-9])[.)])")


def sheet_markdown(said: SheetWords, spellings: Spellings) -> str:
    """The sheet in Markdown."""
    parts: list[str] = []
    for sheet in said.sheets:
        parts += [
            f"# {_safe(said.evening_title(sheet))}",
            f"{_safe(said.evening_place(sheet))}  \n{_safe(said.evening_rules_text(sheet))}",
        ]
        heads = [said.sheet_word(each) for each in (words.HAND, words.DECLARER, words.CONTRACT, words.RESULT)]
        rows = [_markdown_row(line) for line in said.evening_lines(sheet)]
        parts.append(
            _html_table([*heads, *said.people_headings(sheet)], rows, "rlll" + "r" * len(sheet.evening_people))
        )
        parts += [_safe(note) for note in (*said.evening_match_notes(sheet), *said.evening_notes(sheet))]
    if len(said.sheets) > 1:
        parts += _markdown_standings(said, spellings)
    found = said.debts()
    parts.append(f"## {said.sheet_word(words.WHO_PAYS)}")
    if found.debts:
        parts.append(
            "\n".join(f"- {_safe(debt.debtor)} → {_safe(debt.creditor)}: {debt.amount}" for debt in found.debts)
        )
    parts += [_safe(note) for note in found.notes]
    return "\n\n".join(parts) + "\n"


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
    """A text that means nothing in Markdown but itself, also where a line begins with it."""
    return _FIRST.sub(r"\\\g<0>", _MEANING.sub(r"\\\1", text))


# ------------------------------------------------------------------ HTML

_MAX_STYLED_PEOPLE: Final = 24
"""With more people than this the columns of a phone are as narrow as with so many."""
SHEET_STYLE: Final = """
:root{color-scheme:light dark;--ink:#1b1b1b;--paper:#fff;--faint:#5c5c5c;--line:#d5d5d5;--good:#0b6b3a;--bad:#b3261e;--band:#f5f3ee}
@media (prefers-color-scheme:dark){:root{--ink:#eee;--paper:#161616;--faint:#aaa;--line:#3d3d3d;--good:#6fd39b;--bad:#ff9a91;--band:#212121}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem 1rem 3rem;max-width:70rem;background:var(--paper);color:var(--ink);font:16px/1.45 system-ui,'Segoe UI','Helvetica Neue',Arial,sans-serif}
h1{font-size:1.6rem;margin:0 0 .2rem}h2{font-size:1.15rem;margin:1.8rem 0 .5rem}h1,h2,h3,.faint{overflow-wrap:anywhere}
section+section{margin-top:3rem}
.faint{color:var(--faint);margin:0}
.wide{overflow-x:auto;margin-top:1rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;min-width:100%}
th,td{padding:.3rem .5rem;text-align:left;white-space:nowrap;vertical-align:baseline}
thead tr{border-bottom:2px solid var(--ink)}thead th{font-size:.9rem}
tbody tr{border-bottom:1px solid var(--line)}
tbody tr:nth-child(even){background:var(--band)}
td.n,th.n{text-align:right}
td.total{font-weight:600}
td.amount{padding-left:.9rem}
td.amount span{color:var(--faint);font-size:.88em}
td.amount b{display:inline-block;min-width:2.3em;font-weight:600}
.good{color:var(--good)!important}.bad{color:var(--bad)!important}
tr.event td{font-style:italic;color:var(--faint)}
tr.sum{border-top:2px solid var(--ink);border-bottom:0;background:none!important;font-weight:700}
tr.sum td{font-size:1.05em}
.note{border-left:4px solid var(--bad);padding:.1rem .7rem;margin:.8rem 0}
.debts{list-style:none;padding:0;margin:0;display:grid;gap:.35rem;max-width:26rem}
.debts li{display:flex;gap:.6rem;border-bottom:1px solid var(--line);padding:.25rem 0}
.debts b{overflow-wrap:anywhere;min-width:0}
.debts b:last-child{margin-left:auto;flex:none;max-width:50%;font-variant-numeric:tabular-nums}
svg{display:block;width:100%;max-width:44rem;height:auto;margin-top:.5rem}
@media screen and (max-width:44rem){
body{font-size:15px;padding:1rem .6rem}
.phone,.phone tbody{display:block}.phone thead{display:none}
.phone tr{display:flex;flex-wrap:wrap;align-items:baseline;padding:.3rem 0}
.phone td{padding:.05rem .2rem;flex:0 0 calc(100%/var(--people));min-width:4.2rem;white-space:normal;overflow-wrap:anywhere}
.phone td[data-of]::before{content:attr(data-of);display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;color:var(--faint);font-size:.78rem;font-style:normal;font-weight:400}
.phone td:nth-child(-n+4){min-width:0}
.hands td:nth-child(1){flex-basis:7%;text-align:left;white-space:nowrap}
.hands td:nth-child(2){flex-basis:28%;font-weight:600}
.hands td:nth-child(3){flex-basis:26%}
.hands td:nth-child(4){flex-basis:39%;text-align:right}
.hands :is(.event,.sum) td:nth-child(-n+4){flex-basis:calc(100%/var(--people));min-width:4.2rem;font-weight:inherit;text-align:right}
.hands :is(.event,.sum) td:first-child{flex-basis:100%;text-align:left}
.standings td:nth-child(n){min-width:0}
.standings td:nth-child(1){flex-basis:8%;order:-1}
.standings td:nth-child(2){flex-basis:67%;order:-1;font-weight:600}
.standings td.total{flex-basis:25%;order:-1}
td.amount{white-space:nowrap!important;padding-left:.2rem}td.amount span{font-size:.8em}td.amount b{min-width:1.6em}
}
@media print{
@page{margin:12mm}
:root{--ink:#000;--paper:#fff;--faint:#444;--line:#bbb;--good:#000;--bad:#000;--band:#f2f2f2;color-scheme:light}
body{font-size:10.5pt;padding:0;max-width:none}.wide{overflow:visible}
section+section{break-before:page;margin-top:0}tr,svg,.debts li{break-inside:avoid}h2{break-after:avoid}
svg{max-width:15cm}
}
""" + "".join(f".of{people}{{--people:{people}}}" for people in range(1, _MAX_STYLED_PEOPLE + 1))  # noqa: E501 - a rule is one line
_TONES: Final = {1: "good", -1: "bad", 0: ""}


def sheet_html(said: SheetWords, spellings: Spellings) -> str:
    """One page that needs nothing else."""
    title = said.evening_title(said.sheets[0]) if len(said.sheets) == 1 else said.sheet_word(words.STANDINGS)
    parts = [
        evening_html(said, sheet, f"curve-{number}", "h1" if len(said.sheets) == 1 else "h2")
        for number, sheet in enumerate(said.sheets)
    ]
    parts.append(
        element("section", _evenings_together(said, spellings))
        if len(said.sheets) > 1
        else "".join(_evenings_together(said, spellings))
    )
    return document(title, said.lang, [element("main", parts)], styles=[SHEET_STYLE], inner=[CURVE_STYLE])


def evening_html(said: SheetWords, sheet: EveningSheet, key: str, heading: str) -> str:
    """One evening: its table, and its curve under a key."""
    parts = [
        text_element(heading, said.evening_title(sheet)),
        text_element("p", said.evening_place(sheet), **{"class": "faint"}),
        text_element("p", said.evening_rules_text(sheet), **{"class": "faint"}),
        element("div", [_hands_table(said, sheet)], **{"class": "wide"}),
        *(text_element("p", note, **{"class": "faint"}) for note in said.evening_match_notes(sheet)),
        *(text_element("p", note, **{"class": "note"}) for note in said.evening_notes(sheet)),
    ]
    if len(sheet.hands) > 1:
        parts.append(svg_curve(curve_of(sheet, said), key))
    return element("section", parts)


def _hands_table(said: SheetWords, sheet: EveningSheet) -> str:
    """Roles are said in so many words: on a phone the rows are laid out otherwise than as a table."""
    people = said.people_headings(sheet)
    heads = [text_element("th", said.sheet_word(words.HAND), role="columnheader", **{"class": "n"})]
    heads += [
        text_element("th", said.sheet_word(each), role="columnheader")
        for each in (words.DECLARER, words.CONTRACT, words.RESULT)
    ]
    heads += [text_element("th", who, role="columnheader", **{"class": "n"}) for who in people]
    rows = [
        element("tr", _row_cells(line, people), role="row", **{"class": line.kind.replace("total", "sum")})
        for line in said.evening_lines(sheet)
    ]
    parts = [element("thead", [element("tr", heads, role="row")]), element("tbody", rows)]
    return element(
        "table", parts, role="table", **{"class": f"phone hands of{min(len(sheet.evening_people), _MAX_STYLED_PEOPLE)}"}
    )


def _row_cells(line: SheetLine, people: Sequence[str]) -> Iterator[str]:
    """Each amount says whose it is: a phone shows that above it, in place of the heads of the columns."""
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
        yield text_element("h1", said.sheet_word(words.STANDINGS))
        standing, notes = said.standing_lines(spellings)
        yield element("div", [_standings_table(said, standing)], **{"class": "wide"})
        yield from (text_element("p", note, **{"class": "faint"}) for note in notes)
    yield from debts_html(said)


def debts_html(said: SheetWords) -> Iterator[str]:
    """Who pays whom."""
    found = said.debts()
    yield text_element("h2", said.sheet_word(words.WHO_PAYS))
    if found.debts:
        items = []
        for debt in found.debts:
            debtor, creditor, amount = (text_element("b", word) for word in (debt.debtor, debt.creditor, debt.amount))
            items.append(element("li", [debtor, "<span>→</span>", creditor, amount]))
        yield element("ul", items, **{"class": "debts"})
    yield from (text_element("p", note, **{"class": "faint"}) for note in found.notes)


def _standings_table(said: SheetWords, standing: Sequence[words.StandingLine]) -> str:
    more = [said.sheet_word(words.EVENINGS), said.sheet_word(words.HANDS), *map(str, range(1, len(said.sheets) + 1))]
    heads = [text_element("th", each, role="columnheader") for each in ("", said.sheet_word(words.PERSON))]
    heads += [
        text_element("th", each, role="columnheader", **{"class": "n"})
        for each in (*more, said.sheet_word(words.TOTAL))
    ]
    rows = []
    for x in standing:
        cells = [text_element("td", x.place, role="cell", **{"class": "n"}), text_element("td", x.person, role="cell")]
        cells += [
            text_element("td", text, role="cell", **{"class": "n", "data-of": of})
            for of, text in zip(more, (str(x.evenings), str(x.hands), *map(_with_wide_minus, x.each)), strict=True)
        ]
        cells.append(text_element("td", _with_wide_minus(x.total), role="cell", **{"class": "n total"}))
        rows.append(element("tr", cells, role="row"))
    parts = [element("thead", [element("tr", heads, role="row")]), element("tbody", rows)]
    # Below place, person and total a phone has as many columns as find room.
    return element("table", parts, role="table", **{"class": f"phone standings of{min(len(more), 5)}"})
