"""An evening as one page: the table to step through, all hands, sheet, curve.

All texts are there in every language, each with its own `lang`; the page has a choice of language. Without scripts,
the hands with their rulings and moves can be read. On paper it is the sheet.
"""

from __future__ import annotations

from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.cells import visible
from calarec.core.wording.language import LANGUAGES, Words, text_in
from calarec_tools.desk.viewing.hand_data import hand_data, hand_faces
from calarec_tools.desk.viewing.player_words import player_words
from calarec_tools.output.browser.document import asset, data_block_in_pieces, data_text, document_in_pieces
from calarec_tools.output.pictures.cards import card_symbols
from calarec_tools.output.pictures.svg_curve import CURVE_STYLE
from calarec_tools.output.pictures.table import TABLE_STYLE
from calarec_tools.output.pictures.xml import element, escape, text_element
from calarec_tools.output.sheet.lines import SheetWords
from calarec_tools.output.sheet.pages import SHEET_STYLE, debts_html, evening_html

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from calarec.core.judge.judgement import Judgement
    from calarec.core.wording.language import Language, Sayable
    from calarec_tools.output.pictures.cards import CardFace
    from calarec_tools.output.sheet.evenings import EveningSheet

    Texts = Mapping[Language, str]

_OWN_NAME: Final = Words("English", sense="own")
_LANGUAGE: Final = Words("Language")
_HANDS: Final = Words("The hands")
_MOVES: Final = Words("The moves")
_FINDINGS: Final = Words("Findings")
_SHEET: Final = Words("The sheet")
_EVENING: Final = Words("An evening")
_TO_THE_SHEET: Final = Words("To the sheet")
_ANALYSIS: Final = Words("Analysis")
_CONTRACTS: Final = Words("What each contract would have made")
_CONTRACT: Final = Words("Contract")
_CONTRACTS_HOW: Final = Words(
    "With all cards known and best play by everyone: whether it is made, and the points of its side."
)
VIEW_STYLE: Final = """
header{display:flex;flex-wrap:wrap;gap:.2rem 1rem;align-items:baseline;justify-content:space-between}
header h1{flex:1 1 16rem;overflow-wrap:anywhere}
.langs{border:0;margin:0;padding:0;display:flex;gap:.3rem}
.langs label{display:inline-flex;align-items:center;min-height:var(--tap);padding:.3rem .8rem;border:1px solid var(--edge);border-radius:var(--round);background:var(--band);cursor:pointer}
.langs label:has(:checked){background:var(--ink);color:var(--paper);border-color:var(--ink)}
.langs input{appearance:none;margin:0}.langs label:has(:focus-visible){outline:3px solid var(--focus);outline-offset:2px}.langs input:focus-visible{outline:none}
.langs legend{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.4rem;padding:0;margin:.6rem 0}
a:focus-visible,summary:focus-visible,input:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
section+section.hand{margin-top:1.6rem}
.answer small,.moves small{color:var(--faint)}
.moves{padding-left:0;list-style:none;columns:26rem auto;column-gap:2rem}
.moves li{break-inside:avoid;padding:.18rem .4rem;border-radius:.3rem;overflow-wrap:anywhere}
.moves a{color:inherit;text-decoration:none}.moves a:hover{text-decoration:underline}
.moves li[aria-current]{background:var(--ink);color:var(--paper)}
.moves li[aria-current] small{color:inherit}
.pack{position:absolute;width:0;height:0;overflow:hidden}
@media (max-width:44rem){body{padding-top:.3rem}
header{flex-wrap:nowrap;align-items:center}header h1{flex:1;font-size:var(--lead);margin:0}
.langs label:has(:checked){display:none}
nav ul{flex-wrap:nowrap;overflow-x:auto;margin:.3rem 0;padding:2px}nav a{white-space:nowrap}
nav li:has([href="#sheet"]){position:sticky;right:-2px;margin:-2px;padding:2px 2px 2px 1.4rem;background:linear-gradient(to right,transparent,var(--paper) 1.2rem)}}
@media print{header,nav,.player,section.hand{display:none}section+section#sheet,#sheet section{break-before:auto}#sheet>h2{display:none}#sheet h3{font-size:var(--title)}}
"""  # noqa: E501 - a rule of a style sheet is one line


class PageHand(NamedTuple):
    """A hand as the page has it; as data it would take eight times the memory."""

    title: Texts
    html: str
    data: str


class PageHands:
    """The hands of a page, put into it judgement by judgement."""

    def __init__(self) -> None:
        self.hands: list[PageHand] = []
        self.faces: dict[str, list[CardFace]] = {}
        """The cards of every pack, by the digest of its ruleset."""

    def add_hand(self, judged: Judgement, analysis: dict[str, Any] | None = None) -> None:
        """Adds the next hand, with its analysis (`HandAnalysis.search_whole_hand`)."""
        hand = hand_data(judged)
        if analysis is not None:
            hand |= {key: analysis[key] for key in ("losses", "worths", "views")}
        self.hands.append(PageHand(hand["title"], _hand_html(hand, len(self.hands) + 1, analysis), data_text(hand)))
        digest = judged.game.ruleset.digest
        if digest not in self.faces:
            self.faces[digest] = hand_faces(judged)


def evening_page(shown: PageHands, sheets: Sequence[EveningSheet], lang: Language) -> Iterator[str]:
    """The page of a record in pieces, at first in judgement language."""
    said = {each: SheetWords(sheets, each) for each in LANGUAGES}
    titles = {
        each: words.evening_title(sheets[0]) if sheets else text_in(_EVENING, each) for each, words in said.items()
    }
    player = element("section", [], id="player", hidden="hidden", **{"class": "player"})
    faces = [face for each in shown.faces.values() for face in each]
    main = [
        f'<svg class="pack" aria-hidden="true">{card_symbols(faces)}</svg>',
        player,
        *(hand.html for hand in shown.hands),
        *_sheets_html(said, sheets),
    ]
    commas = chain([""], repeat(","))
    data = chain.from_iterable((comma, hand.data) for comma, hand in zip(commas, shown.hands, strict=False))
    body = [
        element("header", [element("h1", [html_of_texts(titles)]), _languages(lang)]),
        _contents(shown.hands, with_sheet=bool(sheets)),
        "<main>",
        *main,
        "</main>",
        *data_block_in_pieces("evening", ['{"hands":[', *data, '],"words":', data_text(player_words()), "}"]),
    ]
    return document_in_pieces(
        titles[lang], lang, body,
        styles=[SHEET_STYLE + asset("player.css") + VIEW_STYLE + _one_language() + TABLE_STYLE],
        inner=[CURVE_STYLE],
        script=asset("player.js") + asset("evening.js"),
    )  # fmt: skip


def html_of_texts(texts: Texts) -> str:
    """A text in every language; once, if it is the same in all."""
    if len(set(texts.values())) == 1:
        return escape(next(iter(texts.values())))
    return "".join(text_element("span", text, lang=lang) for lang, text in texts.items())


def link_of(number: int, name: str) -> str:
    """Return the link to a stop of a hand in the page: `h3t7`, `h3deal`."""
    return f"h{number}{'t' if name[0].isdigit() else ''}{name}"


def _html_in_languages(text: Sayable | str) -> str:
    return html_of_texts({lang: visible(text_in(text, lang)) for lang in LANGUAGES})


def _one_language() -> str:
    """Only the language that was chosen is shown."""
    return "".join(
        f"body:has(#lang-{chosen}:checked) :not(input)[lang={other}]{{display:none}}"
        for chosen in LANGUAGES
        for other in LANGUAGES
        if other != chosen
    )


def _languages(lang: Language) -> str:
    choices = []
    for each in LANGUAGES:
        checked = {"checked": "checked"} if each == lang else {}
        choice = element("input", [], type="radio", name="lang", id=f"lang-{each}", value=each, **checked)
        choices.append(element("label", [choice.removesuffix("</input>"), escape(text_in(_OWN_NAME, each))]))
    return element("fieldset", [element("legend", [_html_in_languages(_LANGUAGE)]), *choices], **{"class": "langs"})


def _contents(hands: Sequence[PageHand], *, with_sheet: bool) -> str:
    items = [
        element("li", [element("a", [html_of_texts(hand.title)], href=f"#h{number}", **{"data-hand": number})])
        for number, hand in enumerate(hands, 1)
    ]
    if with_sheet:
        items.append(element("li", [element("a", [_html_in_languages(_TO_THE_SHEET)], href="#sheet")]))
    words = " / ".join(text_in(_HANDS, lang) for lang in LANGUAGES)
    return element("nav", [element("ul", items)], **{"aria-label": words})


# ------------------------------------------------------------------ a hand, to be read


def _hand_html(hand: dict[str, Any], number: int, analysis: dict[str, Any] | None) -> str:
    rules = {
        lang: f"{title} · {hand['rules']['id']} {hand['rules']['version']}"
        for lang, title in hand["rules"]["title"].items()
    }
    answer = [element("li", [html_of_texts(each["text"]), *_reference(hand, each["rule"])]) for each in hand["answer"]]
    parts = [
        element("h2", [html_of_texts(hand["title"])]),
        element("p", [html_of_texts(rules)], **{"class": "faint"}),
        element("ul", answer, **{"class": "answer"}) if answer else "",
        *_odds_html(hand),
        *_findings_html(hand),
        *(_analysis_html(analysis, number) if analysis is not None and hand["stops"] else ()),
    ]
    if hand["stops"]:
        moves = element("ol", _moves_html(hand, number), **{"class": "moves"})
        parts.append(element("details", [element("summary", [_html_in_languages(_MOVES)]), moves], open="open"))
    return element("section", parts, id=f"h{number}", **{"class": "hand", "data-hand": number})


def _odds_html(hand: dict[str, Any]) -> Iterator[str]:
    """Yield the odds under a heading of their own, since they are not a ruling."""
    if hand["odds"] is not None:
        lines = [element("li", [html_of_texts(line)]) for line in hand["odds"]["lines"]]
        parts = [element("h3", [html_of_texts(hand["odds"]["title"])]), element("ul", lines)]
        yield element("section", parts, **{"class": "odds"})


def _analysis_html(analysis: dict[str, Any], number: int) -> Iterator[str]:
    """The curve, the cards that lost value, and the contracts that could be made."""
    yield element("h3", [_html_in_languages(_ANALYSIS)])
    if analysis["refused"]:
        yield element("p", [html_of_texts(analysis["refused"])], **{"class": "faint"})
    said = [element("li", [html_of_texts(texts)]) for texts in analysis["said"]]
    losses = [element("li", [_loss_link(loss, number)]) for loss in analysis["losses"]]
    curves = [element("div", [svg], lang=lang) for lang, svg in (analysis["curve"] or {}).items()]
    parts = [
        element("ul", said, **{"class": "answer"}) if said else "",
        element("ol", losses, **{"class": "losses"}) if losses else "",
    ]
    yield element("div", [element("div", curves, **{"class": "curve"}), element("div", parts)], **{"class": "worth"})
    if analysis["contracts"] and analysis["contracts"]["rows"]:
        yield from _contracts_html(analysis["contracts"])


def _loss_link(loss: dict[str, Any], number: int) -> str:
    mark = f"{loss['mark']} " if loss["mark"] else ""
    return element("a", [escape(mark), html_of_texts(loss["said"])], href=f"#{link_of(number, loss['after'])}")


def _contracts_html(contracts: dict[str, Any]) -> Iterator[str]:
    """A row for each contract, a column for each seat."""
    heads = [_html_in_languages(_CONTRACT), *map(escape, contracts["seats"])]
    rows = [element("tr", [element("th", [head], scope="col") for head in heads])]
    for row in contracts["rows"]:
        cells = [
            element(
                "td",
                [
                    html_of_texts(cell["answer"]), " ",
                    element("small", [html_of_texts(cell["points"])]) if cell["points"] else "",
                ],
                **({"class": "good"} if cell["made"] else {}),
            )
            for cell in row["cells"]
        ]  # fmt: skip
        rows.append(element("tr", [element("th", [html_of_texts(row["name"])], scope="row"), *cells]))
    yield element("h3", [_html_in_languages(_CONTRACTS)])
    yield element("p", [_html_in_languages(_CONTRACTS_HOW)], **{"class": "faint"})
    yield element("div", [element("table", rows, **{"class": "contracts"})], tabindex="0", **{"class": "wide"})
    for refused in contracts["refused"]:
        yield element("p", [html_of_texts(refused)], **{"class": "faint"})


def _moves_html(hand: dict[str, Any], number: int) -> Iterator[str]:
    told = {""}
    for stop in hand["stops"]:
        link = link_of(number, stop["names"][0])
        said = element("a", [html_of_texts(stop["said"][""])], href=f"#{link}")
        # A rule is named where it first decides: most moves follow the rule of the one before.
        rule = () if stop["rule"] in told else _reference(hand, stop["rule"])
        told.add(stop["rule"])
        yield element("li", [said, *rule], id=link)


def _reference(hand: dict[str, Any], rule: str) -> Iterator[str]:
    """A rule with its place and its source."""
    if rule:
        yield element("small", [f" {escape(rule)} ", html_of_texts(hand["references"][rule])])


def _findings_html(hand: dict[str, Any]) -> Iterable[str]:
    if not hand["findings"]:
        return []
    found = [
        element(
            "div",
            [
                element("strong", [escape(each["code"])]), " ", html_of_texts(each["message"]),
                *([" ", html_of_texts(each["help"])] if each["help"] else []), *_reference(hand, each["rule"]),
            ],
            **{"class": f"finding {each['severity']}"},
        )
        for each in hand["findings"]
    ]  # fmt: skip
    return [element("h3", [_html_in_languages(_FINDINGS)]), *found]


def _sheets_html(said: Mapping[Language, SheetWords], sheets: Sequence[EveningSheet]) -> Iterator[str]:
    """The sheet of each evening, and the debts, as `sheet` has them."""
    if not sheets:
        return
    parts = []
    for lang, words in said.items():
        shown = [evening_html(words, sheet, f"curve-{lang}-{number}", "h3") for number, sheet in enumerate(sheets)]
        parts.append(element("div", [*shown, *debts_html(words)], lang=lang))
    yield element("section", [element("h2", [_html_in_languages(_SHEET)]), *parts], id="sheet")
