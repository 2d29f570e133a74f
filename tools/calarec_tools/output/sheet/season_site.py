"""A season as a site: standings, evenings, debts, rulebooks.

In come evenings, out come files by name. They hold no script and request nothing, and any server can serve them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.account import points_said
from calarec.core.wording.cells import visible
from calarec.core.wording.language import Listing, Phrase, Words
from calarec.rulebook.pages import book_pieces
from calarec_tools.output.browser.document import document
from calarec_tools.output.pictures.curve import Curve, CurveLine
from calarec_tools.output.pictures.svg_curve import CURVE_STYLE, svg_curve
from calarec_tools.output.pictures.xml import element, escape, text_element
from calarec_tools.output.sheet import lines as words
from calarec_tools.output.sheet.evenings import standings
from calarec_tools.output.sheet.pages import SHEET_STYLE, debts_html, evening_html, standings_html

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language
    from calarec.rulebook.book import Book
    from calarec.rulebook.pages import PagePiece
    from calarec_tools.output.sheet.evenings import EveningSheet
    from calarec_tools.output.sheet.lines import SheetWords
    from calarec_tools.output.sheet.pages import Spellings

HOME: Final = "index.html"
LISTED: Final = "calarec-site.txt"
"""The list of files of a site, by which the next one removes its own."""
OWN_NAMES: Final = re.compile(r"index\.html|evening-\d+\.html|rules-[a-z0-9-]+\.html")
MAX_CURVES: Final = 12
"""The maximum number of lines that can be distinguished."""
MAX_EVENINGS_BESIDE: Final = 8
"""The maximum number of evenings whose standings leave room for the lists beside them."""
_SEASON_CURVE: Final = Words("The totals, evening by evening")
_SEASON_SAYS: Final = Words("After {evenings}: {people}.")
_FIRST_PLACES: Final = Words("The curve shows the first {number} of the standings.")
_SEASON: Final = Words("The season")
_RULES: Final = Words("The rules")
_BEFORE: Final = Words("The previous evening")
_AFTER: Final = Words("The next evening")
SITE_STYLE: Final = (
    "nav{display:flex;flex-wrap:wrap;gap:var(--near);margin-bottom:var(--wide)}"
    ".evenings a,.rules a{display:inline-flex;align-items:center;min-height:var(--tap);color:var(--focus)}"
    "a:focus-visible{outline:3px solid var(--focus);outline-offset:2px}"
    ".evenings,.rules{list-style:none;padding:0;margin:0;max-width:var(--read)}"
    ":is(.evenings,.rules) li{display:flex;flex-wrap:wrap;gap:0 var(--apart);align-items:baseline}"
    ":is(.evenings,.rules) li{border-bottom:1px solid var(--line)}"
    ".evenings li>:last-child{margin-left:auto}"
    # What each evening added stands on its page; a phone has no room for it beside the total.
    "@media screen and (max-width:44rem){.standings td:nth-child(n+5):not(.total){display:none}}"
    # The standings of many evenings need the whole width.
    "@media screen and (min-width:64rem){.season{display:grid;gap:0 var(--far);"
    "grid-template-columns:minmax(0,3fr) minmax(0,2fr)}.season>h1{grid-column:1/-1}}"
    ".season>section{margin-top:0}"
    "@media print{nav{display:none}.season>section{break-before:auto}}"
)


class SiteRules(NamedTuple):
    """A ruleset of the season with its rulebook."""

    ruleset: Ruleset
    book: Book


def season_files(said: SheetWords, spellings: Spellings, rules: Sequence[SiteRules]) -> Iterator[tuple[str, bytes]]:
    """The files of the site, each with its name, and last the list of these names."""
    site = _Site(said, spellings, rules)
    yield HOME, site.home_page().encode()
    for number in range(len(said.sheets)):
        yield evening_name(number), site.evening_page(number).encode()
    for book in rules:
        yield site.rules_names[book.ruleset.digest], site.rules_page(book).encode()
    names = (HOME, *map(evening_name, range(len(said.sheets))), *site.rules_names.values())
    yield LISTED, "".join(f"{name}\n" for name in names).encode()


def evening_name(number: int) -> str:
    """The file of an evening, counted from 0."""
    return f"evening-{number + 1}.html"


def _rules_names(rules: Iterable[SiteRules]) -> dict[str, str]:
    """Digest → file; the later of two rulesets with one id has its digest in it."""
    found: dict[str, str] = {}
    for ruleset in (one.ruleset for one in rules):
        name = f"rules-{ruleset.id}.html"
        if name in found.values():
            name = f"rules-{ruleset.id}-{ruleset.digest[:12]}.html"
        found[ruleset.digest] = name
    return found


class _Site:
    """The pages of one season."""

    def __init__(self, said: SheetWords, spellings: Spellings, rules: Sequence[SiteRules]) -> None:
        self.said = said
        self.spellings = spellings
        self.rules = rules
        self.rules_names = _rules_names(rules)
        titles = {said.evening_title(sheet) for sheet in said.sheets}
        self.title = titles.pop() if len(titles) == 1 else said.sheet_word(_SEASON)

    def home_page(self) -> str:
        """The standings, the evenings, the debts, the rules."""
        said = self.said
        ranked = [*standings_html(said, self.spellings, heading="h2")]
        if len(said.sheets) > 1:
            ranked += self._season_curve()
        listed = [text_element("h2", said.sheet_word(words.EVENINGS))]
        listed.append(element("ol", map(self._evening_item, range(len(said.sheets))), **{"class": "evenings"}))
        listed += [*debts_html(said), text_element("h2", said.sheet_word(_RULES))]
        listed.append(element("ul", map(self._rules_item, self.rules), **{"class": "rules"}))
        parts = [text_element("h1", self.title), element("section", ranked), element("section", listed)]
        beside = {"class": "season"} if len(said.sheets) <= MAX_EVENINGS_BESIDE else {}
        return self._page(self.title, [element("main", parts, **beside)])

    def evening_page(self, number: int) -> str:
        """One evening, with the way to the ones beside it and to its rules."""
        said, sheet = self.said, self.said.sheets[number]
        ways = [self._home_link()]
        if number:
            ways.append(_link(evening_name(number - 1), said.sheet_word(_BEFORE), rel="prev"))
        if number + 1 < len(said.sheets):
            ways.append(_link(evening_name(number + 1), said.sheet_word(_AFTER), rel="next"))
        ways += [
            _link(self.rules_names[ruleset.digest], visible(said.sheet_word(ruleset.title)))
            for ruleset in sheet.evening_rulesets
        ]
        main = element("main", [evening_html(said, sheet, "curve", "h1")])
        return self._page(f"{number + 1} · {said.evening_title(sheet)}", [element("nav", ways), main])

    def rules_page(self, rules: SiteRules) -> str:
        """A rulebook."""
        title = visible(self.said.sheet_word(rules.ruleset.title))
        main = element("main", rulebook_html(rules.book, self.said.lang), **{"class": "book"})
        return self._page(title, [element("nav", [self._home_link()]), main])

    def _page(self, title: str, body: Iterable[str]) -> str:
        return document(title, self.said.lang, body, styles=[SHEET_STYLE, SITE_STYLE], inner=[CURVE_STYLE])

    def _home_link(self) -> str:
        return _link(HOME, self.title)

    def _evening_item(self, number: int) -> str:
        """An evening with its day, and the winner of most."""
        said, sheet = self.said, self.said.sheets[number]
        name = f"{number + 1} · {said.evening_title(sheet)}"
        parts = [_link(evening_name(number), name), text_element("span", visible(sheet.date))]
        gained = standings([sheet])
        added = gained.each[0]
        most = max(added.values(), default=0)
        if most > 0:
            best = Listing(tuple(visible(who) for who, amount in added.items() if amount == most))
            told = f"{said.sheet_word(best)}: +{points_said(most, gained.units)}"
            parts.append(text_element("span", told, **{"class": "good"}))
        return element("li", parts)

    def _rules_item(self, rules: SiteRules) -> str:
        title = visible(self.said.sheet_word(rules.ruleset.title))
        return element("li", [_link(self.rules_names[rules.ruleset.digest], f"{title} · {rules.ruleset.id}")])

    def _season_curve(self) -> Iterator[str]:
        yield svg_curve(season_curve(self.said))
        if len(standings(self.said.sheets).amounts) > MAX_CURVES:
            told = _FIRST_PLACES.with_values(number=MAX_CURVES)
            yield text_element("p", self.said.sheet_word(told), **{"class": "faint"})


def season_curve(said: SheetWords) -> Curve:
    """Return the totals of the first people in the standings after each evening.

    Each line begins before the first evening of its player.
    """
    found = standings(said.sheets)
    ranked = sorted(found.amounts, key=lambda who: -found.amounts[who])[:MAX_CURVES]
    lines = []
    for who in ranked:
        values: list[int | None] = [found.brought.get(who, 0)]
        for gained in found.each:
            values.append((values[-1] or 0) + gained.get(who, 0))
        first = next((number for number, gained in enumerate(found.each) if who in gained), 0)
        known = (*(None for _ in range(first)), *values[first:])
        lines.append(CurveLine(visible(who), known, points_said(found.amounts[who], found.units)))
    evenings = Phrase("figures", len(said.sheets), Words("evening|evenings"))
    told = Listing(tuple(f"{line.name} {line.last}" for line in lines))
    return Curve(
        title=said.sheet_word(_SEASON_CURVE),
        text=said.sheet_word(_SEASON_SAYS.with_values(evenings=evenings, people=told)),
        steps=tuple(str(number) for number in range(len(said.sheets) + 1)),
        step_word=said.sheet_word(words.EVENING),
        lines=tuple(lines),
        units=found.units,
    )


def site_rulesets(sheets: Iterable[EveningSheet]) -> list[Ruleset]:
    """The rulesets of all evenings, each once, in the order in which they were played."""
    return list({ruleset.digest: ruleset for sheet in sheets for ruleset in sheet.evening_rulesets}.values())


def _link(target: str, text: str, **attributes: object) -> str:
    return text_element("a", text, href=target, **attributes)


# ------------------------------------------------------------------ a rulebook

_SET_OFF: Final = re.compile(r"(?<!\w)\*(?P<title>[^*\s\]](?:[^*]*[^*\s])?)\*|`(?P<code>[^`]+)`")
_LISTS: Final = {"item": "ul", "step": "ol"}


def rulebook_html(book: Book, lang: Language) -> Iterator[str]:
    """Yield a rulebook as elements; items of one list are grouped."""
    gathered: list[PagePiece] = []
    for piece in book_pieces(book, lang):
        if gathered and piece.kind != gathered[-1].kind:
            yield _list_html(gathered)
            gathered = []
        if piece.kind in _LISTS:
            gathered.append(piece)
        elif piece.kind == "grid":
            yield _grid_html(piece)
        elif piece.kind == "lines":
            yield element("pre", ["\n".join(map(escape, piece.text.splitlines()))])
        else:
            yield element(f"h{piece.level}" if piece.kind == "head" else "p", _set_off_parts(piece.text))
    if gathered:
        yield _list_html(gathered)


def _list_html(pieces: Sequence[PagePiece]) -> str:
    kind = _LISTS[pieces[0].kind]
    start = {"start": pieces[0].number} if kind == "ol" else {}
    return element(kind, [element("li", _set_off_parts(piece.text)) for piece in pieces], **start)


def _grid_html(piece: PagePiece) -> str:
    head, *rows = piece.rows
    parts = [element("thead", [element("tr", [element("th", _set_off_parts(cell), scope="col") for cell in head])])]
    parts.append(
        element("tbody", [element("tr", [element("td", _set_off_parts(cell)) for cell in row]) for row in rows])
    )
    return element("div", [element("table", parts)], tabindex="0", **{"class": "wide"})


def _set_off_parts(text: str) -> Iterator[str]:
    """The text with titles and words of rule files set off."""
    end = 0
    for match in _SET_OFF.finditer(text):
        yield escape(text[end : match.start()])
        yield text_element("em", match["title"]) if match["title"] else text_element("code", match["code"])
        end = match.end()
    yield escape(text[end:])
