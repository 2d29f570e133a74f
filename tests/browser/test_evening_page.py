"""The page of an evening in a real browser: buttons, keys, swipes, links, sound."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree

import pytest

from calarec_tools.main import main
from tests.browser.chromium import Visited, gone_through
from tests.browser.pages import SIGHT
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.walk

EVENING: Final = "records/twenty-one/evening.cal"
HOSTILE: Final = "</script><img src=x onerror=alert(1)>"
SVG: Final = "{http://www.w3.org/2000/svg}"
NOW: Final = (
    "eval",
    "[document.querySelector('.player-where').textContent, document.querySelector('.player-said').textContent,"
    " location.hash, document.querySelector('.moves li[aria-current] a')?.getAttribute('href')]",
)
PLACES: Final = (
    "eval",
    "[...document.querySelectorAll('.player-table use')].map(each =>"
    " [each.getAttribute('href'), ...['x','y','width','height'].map(side => Number(each.getAttribute(side)))])",
)
OVERFLOW: Final = ("eval", "document.documentElement.scrollWidth - innerWidth")
INNER: Final = ("eval", "[...document.querySelectorAll('.wide')].map(each => each.scrollWidth - each.clientWidth)")
"""How much of each table is out of sight, in pixels."""
EDGE: Final = (
    "eval",
    "(() => { const table = document.querySelector('.player-table svg'), felt = table.querySelector('.felt');"
    " const [edge, line] = [table.getBoundingClientRect(), felt.getBoundingClientRect()];"
    " return [getComputedStyle(table).overflow, Number.isInteger(edge.right), line.right <= edge.right]; })()",
)
NAV: Final = (
    "eval",
    "(() => { const list = document.querySelector('nav ul'), sheet = list.querySelector('li:last-child');"
    " const [edge, last] = [list, sheet].map(each => each.getBoundingClientRect().right);"
    " return [list.scrollWidth > list.clientWidth, edge - last,"
    " getComputedStyle(sheet).backgroundImage.includes('gradient')]; })()",
)
LABELS: Final = ("eval", "[...document.querySelectorAll('.calarec-table .part')].map(each => each.textContent.trim())")
BACKS: Final = ("eval", "document.querySelectorAll('.player-table use[href=\"#card-back\"]').length")
LANGUAGES: Final = (
    "eval",
    "[...document.querySelectorAll('h1 span, nav a span')].filter(each => each.offsetParent).map(each => each.lang)",
)
FOCUS: Final = ("eval", "[document.activeElement.tagName, document.activeElement.getAttribute('data-go')]")
CONTROLS: Final = ("select", "input", "[data-go=next]", "[data-go=last]", "section.hand a")
STILLS: Final = [
    (at, eyes, narrow)
    for narrow in (False, True)
    for at in ("deal", "exchange", "7.2", "12.3", "end")
    for eyes in ("", "B")
]


def _stills() -> list[tuple[object, ...]]:
    steps: list[tuple[object, ...]] = []
    for at, eyes, narrow in STILLS:
        link = f"h2{'t' if at[0].isdigit() else ''}{at}{'@' + eyes if eyes else ''}"
        steps += [("size", 360 if narrow else 1200, 900), ("hash", link), PLACES]
    return steps


SMALL: Final = {"three": EVENING, "four": "records/tressette/evening.cal", "five": "records/quintiglio/chiamo-won.cal",
                "eight": "records/settiglio/arcisolo-lost.cal"}  # fmt: skip
"""Evenings of so many people, seen on a small phone."""
VISITS: Final[dict[str, dict[str, Any]]] = {
    "stepping": {
        "steps": [
            NOW,
            ("click", "[data-go=next]"), NOW,
            ("press", "ArrowRight"), NOW,
            ("press", "PageDown"), NOW,
            ("press", "End"), NOW,
            ("press", "ArrowRight"), NOW,
            ("press", "ArrowLeft"), NOW,
            ("press", "Home"), NOW,
            ("swipe", -120), NOW,
            ("swipe", 120), NOW,
            ("hash", "h2t7.2"), NOW,
            ("hash", "h2t7"), NOW,
            ("hash", "nonsense"), NOW,
            ("click", "section.hand:not([hidden]) .moves li:nth-child(3) a"), NOW,
            ("click", "nav a[data-hand='8']"), NOW,
        ],
    },
    "stills": {"steps": _stills()},
    "languages": {
        "steps": [
            ("click", ".langs label:has(#lang-it)"), NOW, LANGUAGES,
            ("select", ".player-eyes", "C"), BACKS, ("hash", "h1end@C"), BACKS,
            ("size", 360, 740), OVERFLOW, ("size", 768, 900), OVERFLOW, ("size", 1600, 900), OVERFLOW,
        ],
    },
    "light": {"steps": [("axe",), *[step for each in CONTROLS for step in (("reach", each), FOCUS)]], "at": "#h1t2"},
    "dark": {"steps": [("axe",)], "at": "#h1t2", "scheme": "dark"},
    "bare": {
        "steps": [
            ("eval", "[...document.querySelectorAll('section.hand')].filter(each => each.offsetParent).length"),
            ("eval", "document.querySelector('#h2t7 a').textContent.trim() !== ''"),
            ("eval", "document.querySelector('#player').offsetParent === null"),
            OVERFLOW,
        ],
        "scripts": False,
        "width": 360,
    },
    "hostile": {
        "steps": [
            ("eval", "[...document.querySelectorAll('.player-table tspan')].map(each => each.textContent)"),
            ("eval", "document.images.length"),
            ("hash", "h1t7@%3Cimg%20src=x%20onerror=alert(1)%3E"), ("hash", "h1%"), ("hash", "h99999999t7"),
            ("hash", "h1deal@Z"), NOW, ("size", 360, 640), OVERFLOW,
        ],
        "at": "#h1%ff",
    },
    "paper": {"steps": []},
    **{each: {"steps": [("eval", SIGHT), OVERFLOW, ("axe",)], "width": 360, "height": 640} for each in SMALL},
    "nav": {"steps": [NAV, ("size", 360, 740), NAV], "width": 390, "height": 844},
    "labels": {"steps": [LABELS, ("size", 390, 844), LABELS], "at": "#h8t10.1"},
    "rulebook": {"steps": [OVERFLOW, INNER, ("size", 390, 844), INNER], "width": 360, "height": 740},
    "edges": {"steps": [step for width in (390, 360, 1280) for step in (("size", width, 844), EDGE)]},
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write pages of an eight-hand evening, and of one with markup as names."""
    folder = tmp_path_factory.mktemp("pages")
    text = (ROOT / "records/pagat/first.cal").read_text("utf-8")
    record = folder / "hostile.cal"
    text = re.sub(r'tag event ".*"', f'tag event "{"W" * 3000}"', text)
    text = re.sub(r'seat C ".*"', f'seat C "{"W" * 3000}"', text)
    record.write_text(re.sub(r'seat A ".*"', f'seat A "{HOSTILE}"', text), "utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(ROOT)
        assert main(["view", EVENING, "-o", str(folder / "evening.html")]) == 0
        assert main(["view", str(record), "-o", str(folder / "hostile.html")]) == 0
        for name, small in SMALL.items():
            assert main(["view", small, "-o", str(folder / f"{name}.html")]) == 0
        assert main(["sheet", "records/pagat/first.cal", "--site", str(folder / "season"), "--lang", "it"]) == 0
        (folder / "season" / "rules-pagat.html").rename(folder / "rulebook.html")
    return folder


def _page(folder: Path, visit: str) -> str:
    own = visit in ("hostile", "rulebook") or visit in SMALL
    return (folder / (f"{visit}.html" if own else "evening.html")).as_uri()


@pytest.fixture(scope="module")
def walks(folder: Path) -> dict[str, Visited]:
    """All visits, in one browser."""
    VISITS["paper"]["steps"] = [("pdf", str(folder / "sheet.pdf"))]
    wanted = {name: {**visit, "page": _page(folder, name) + visit.get("at", "")} for name, visit in VISITS.items()}
    return gone_through(wanted)


def test_nothing_is_complained_of_and_nothing_asked_for(folder: Path, walks: dict[str, Visited]) -> None:
    """No error and no word on the console, and no request but for the page itself."""
    for name, visit in walks.items():
        assert visit.quiet(_page(folder, name)), (name, visit.console, visit.requests)


def test_stepping(walks: dict[str, Visited]) -> None:
    """By buttons, keys, a swipe, links in list and address; the last hand and back."""
    where, said, links, marked = zip(*walks["stepping"].seen, strict=True)
    assert where[0] == "The deal"
    assert said[0] == "The cards are dealt."
    assert links[1] == "#h1auction-1"
    assert links[2] == "#h1auction-2"
    assert links[3] == "#h1auction"
    assert where[4] == where[5] == "The end"
    assert links[6] == "#h1t12.3"
    assert links[7] == links[9] == "#h1deal"
    assert links[8] == "#h1auction-1"
    assert (where[10], where[11]) == ("Trick 7 · 2", "Trick 7")
    assert said[10] != said[11]
    assert where[12] == where[11]
    assert where[13] == "The auction"
    assert (links[14], where[14]) == ("#h8", "The deal")
    for place in (1, 2, 3, 4, 6, 7, 8, 10, 11):
        assert marked[place] == links[place]


def test_what_is_drawn_is_what_the_picture_shows(
    walks: dict[str, Visited], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every card has the same place in page and picture, for all eyes, in any width."""
    monkeypatch.chdir(ROOT)
    for (at, eyes, narrow), places in zip(STILLS, walks["stills"].seen, strict=True):
        file = tmp_path / "still.svg"
        words = [*(["--view", eyes] if eyes else []), *(["--narrow"] if narrow else [])]
        assert main(["view", EVENING, "--hand", "2", "--svg", "--at", at, *words, "-o", str(file)]) == 0
        still = [
            (each.get("href"), *(float(str(each.get(side))) for side in ("x", "y", "width", "height")))
            for each in ElementTree.parse(file).getroot().findall(f"{SVG}use")
        ]
        assert [place[0] for place in places] == [place[0] for place in still]
        for one, other in zip(places, still, strict=True):
            assert one[1:] == pytest.approx(other[1:], abs=0.06), (at, eyes)


def test_languages_eyes_and_widths(walks: dict[str, Visited]) -> None:
    """Another language is chosen; one seat's view; no width of a phone overflows."""
    now, languages, dealt, at_the_end, *overflow = walks["languages"].seen
    assert now[:2] == ["Le carte", "Si danno le carte."]
    assert set(languages) == {"it"}
    assert (dealt, at_the_end) == (12 + 12 + 4, 4)
    assert overflow == [0, 0, 0]


def test_the_border_of_the_table_is_not_cut(walks: dict[str, Visited]) -> None:
    """A table that ends within a pixel has its line drawn to the end of that pixel."""
    seen = walks["edges"].seen
    assert len(seen) == 3
    assert all(overflow == "visible" or whole for overflow, whole, _ in seen)
    assert all(inside for _, _, inside in seen)


def test_hands_that_go_on_beside_the_way_to_the_sheet_fade_out(walks: dict[str, Visited]) -> None:
    """The list of the hands scrolls; the way to the sheet stays at its very end."""
    assert walks["nav"].seen == [[True, 0, True]] * 2


@pytest.mark.parametrize("small", SMALL)
def test_table_and_buttons_are_in_sight_on_a_small_phone(walks: dict[str, Visited], small: str) -> None:
    """At 360 by 640, with any number at the table, nothing overflows."""
    seen, overflow, axe = walks[small].seen
    assert (seen, overflow) == (True, 0)
    assert [each for each in axe if each[0] in ("serious", "critical")] == []


def test_labels_of_the_table_are_whole_words(walks: dict[str, Visited]) -> None:
    """The declarer deals too: the contract and the tricks have room at either width, on a phone also the deal."""
    wide, tall = walks["labels"].seen
    assert "solissimo · tricks: 6" in wide
    assert "solissimo · tricks: 6 · deals" in tall
    assert not [each for each in (*wide, *tall) if "…" in each]


def test_tables_of_a_rulebook_fit_a_phone(walks: dict[str, Visited]) -> None:
    """Nothing of them is out of sight; there is at least one."""
    excess, *tables = walks["rulebook"].seen
    assert excess <= 0
    assert all(tables)
    assert {each for table in tables for each in table} == {0}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(walks: dict[str, Visited], scheme: str) -> None:
    """Contrast, names, roles, in light and in dark."""
    assert [each for each in walks[scheme].seen[0] if each[0] in ("serious", "critical")] == []


def test_the_keyboard_suffices(walks: dict[str, Visited]) -> None:
    """Every control is reached by Tab."""
    focused = walks["light"].seen[1:]
    assert focused == [["SELECT", None], ["INPUT", None], ["BUTTON", "next"], ["BUTTON", "last"], ["A", None]]


def test_without_scripts(walks: dict[str, Visited]) -> None:
    """All hands and their moves are there to be read, on a phone too."""
    assert walks["bare"].seen == [8, True, True, 0]


def test_strangers_in_a_browser(walks: dict[str, Visited]) -> None:
    """A name that is markup, one without an end, and no link: they are only read."""
    names, images, now, overflow = walks["hostile"].seen
    assert HOSTILE in names
    assert images == 0
    assert now[0] == "The deal"
    assert overflow == 0


def test_an_evening_on_one_sheet_of_paper(folder: Path, walks: dict[str, Visited]) -> None:
    """Printed, it is the sheet: one page, without the table and the moves."""
    assert walks["paper"].seen
    printed = (folder / "sheet.pdf").read_bytes()
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
