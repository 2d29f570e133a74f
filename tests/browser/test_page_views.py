"""Every view of the page: no wider than a phone, and no serious finding of axe.

And what is only looked at: the replay with its addresses, other rules, two rulesets compared, the sheet on paper.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

import pytest

from calarec_tools.desk.calls.boundary import answer_call
from tests.browser.pages import (
    AXE,
    BUSY,
    EVENING,
    OPEN_FILE,
    OVERFLOW,
    PAGAT,
    READY,
    SIGHT,
    STOP_ANALYSIS,
    TABLE,
    TRIED,
    UNFIT,
    Steps,
    begun,
    note,
    noted,
    opened,
    visits,
)
from tests.witnesses.half_remembered import HALF_REMEMBERED

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.chromium import Visited

pytestmark = pytest.mark.walk

ODDS_WIDTHS: Final = (390, 1280)
WHOLE_ANSWER: Final = "document.querySelector('.answer').innerText"
ODDS: Final = "document.querySelector('.odds').innerText"
OPEN: Final = PAGAT.partition("\n 1 B:")[0] + "\n"
"""A hand that goes on with its first trick."""
LOOKED: Final = [
    "list", "new", "deal", "play", "folded", "corrected", "shared", "check", "found", "replay", "analysis", "puzzle",
    "rules", "book", "compare", "edit", "nothing",
]  # fmt: skip
ON_TABLET: Final = " on a tablet"
UNFITTING: Final = ": unfit"
WHERE: Final = (
    "[document.querySelector('.player-where').textContent, location.hash.replace(/^#replay.[^/]*/, ''),"
    " document.querySelector('.player-eyes').value]"
)


def look(name: str) -> Steps:
    """Note the overflow of a view on a phone and a tablet, and the findings of axe."""
    return [
        ("size", 768, 1024),
        note(f"'{name}{ON_TABLET}'", OVERFLOW[1]),
        ("size", 360, 740),
        note(name, OVERFLOW[1]),
        note(f"'{name}{UNFITTING}'", UNFIT),
        AXE,
        ("size", 1000, 800),
    ]


def recording() -> Steps:
    """From no evening at all to one that is passed on."""
    steps: Steps = [*look("new"), *begun("pagat", "Anna", "Bruno", "Carla"), ("tap", '.act [data-dealer="A"]')]
    steps += [*look("deal"), *opened(OPEN), *look("play"), *opened(EVENING)]
    steps += [
        ("wait", "document.querySelector('.debts')"),
        ("eval", "void document.querySelectorAll('details').forEach(each => each.open = true)"),
    ]
    steps += [
        *look("folded"),
        ("tap", ".more details:last-of-type .choices button"),
        *look("corrected"),
        ("tap", ".cancel"),
    ]
    steps += [("hash", "record"), ("wait", "document.querySelector('.evenings a')"), *look("list")]
    steps += [("click", ".evenings a"), ("wait", "document.querySelector('.share')"), BUSY, ("tap", ".share")]
    steps += [
        ("eval", "void (location.href = document.querySelector('.said input').value)"),
        TABLE,
        BUSY,
        *look("shared"),
    ]
    return [*steps, ("hash", "r=AAAA"), ("wait", "document.querySelector('[role=alert]')"), *look("nothing")]


def reading() -> Steps:
    """Records checked and stepped through, rules read, compared and written."""
    steps: Steps = [("hash", "check"), ("fill", "textarea", PAGAT.replace("dealer A", "dealr A"))]
    steps += [("wait", "document.querySelector('.mend')"), BUSY, *look("check"), ("click", ".mend"), BUSY]
    steps += [
        ("click", ".bar .main"),
        TABLE,
        BUSY,
        *look("found"),
        *opened(EVENING),
        ("click", "nav a[href^='#replay/']"),
    ]
    steps += [TABLE, BUSY, ("click", ".hand summary"), ("click", "[data-go=last]"), *look("replay")]
    steps += [("click", ".analyse"), ("wait", "document.querySelector('.losses')"), STOP_ANALYSIS]
    steps += [("click", ".losses li:last-child button"), ("click", "[data-go=back]"), TRIED, *look("analysis")]
    steps += [("hash", "puzzle/2026-12-01"), ("wait", "document.querySelector('.guess')"), ("click", ".guess")]
    steps += [("wait", "document.querySelector('.solution')?.innerText"), *look("puzzle")]
    steps += [("hash", "rules"), ("wait", "document.querySelectorAll('.rulesets li').length > 20"), *look("rules")]
    steps += [("hash", "rules/book/cavendish"), ("wait", "document.querySelector('.book h3')"), BUSY, *look("book")]
    steps += [("hash", "rules/compare/pagat/cavendish"), ("wait", "document.querySelector('.compare td')"), BUSY]
    steps += [
        *look("compare"),
        ("hash", "rules/edit/casa/pagat"),
        ("wait", "document.querySelector('.book h3')"),
        OPEN_FILE,
        BUSY,
    ]
    steps += [
        ("fill", "textarea", "ruleset: casa\nextend: pagat\n"),
        ("wait", "document.querySelector('.finding.error')"),
    ]
    return [*steps, BUSY, *look("edit")]


def stepping(folder: Path) -> Steps:
    """By button, key, swipe and link, after a reload, by other rules; then on paper."""
    steps = [
        *opened(EVENING),
        ("media", "print"),
        note("printed", "document.body.innerText"),
        ("pdf", str(folder / "a.pdf")),
    ]
    steps += [("media", "screen"), ("click", "nav a[href^='#replay/']"), TABLE, BUSY]
    for name, step in {
        "button": ("click", "[data-go=next]"),
        "key": ("press", "ArrowRight"),
        "swipe": ("swipe", -120),
        "swiped_back": ("swipe", 120),
        "hand": ("select", ".shown > .field select", "1"),
        "link": ("eval", "void (location.hash = location.hash.replace(/h2$|h2deal$/, 'h2t7.2@B'))"),
        "reload": ("reload",),
        "list": ("click", ".hand summary"),
        "move": ("click", ".moves li:nth-child(3) button"),
    }.items():
        steps += [step, READY, TABLE, BUSY, note(name, WHERE)]
    steps += [
        ("select", ".under", "pagat"),
        BUSY,
        TABLE,
        note("other", ANSWER),
        note("address", "location.hash"),
        ("reload",),
    ]
    steps += [READY, ("wait", "document.querySelector('.answer li')"), BUSY, note("again", ANSWER), ("media", "print")]
    steps += [note("paper", "document.body.innerText"), ("pdf", str(folder / "b.pdf")), ("media", "screen")]
    steps += [("hash", "rules/compare/pagat/tretre"), ("wait", "document.querySelector('.compare td')"), BUSY]
    return [*steps, note("compared", "[...document.querySelectorAll('.compare tbody tr')].map(each => each.innerText)")]


def small(lang: str) -> Steps:
    """Note the height of the page's head on a phone, and the links to other views."""
    high = "document.querySelector('header').getBoundingClientRect().height"
    return [
        ("size", 360, 740),
        note(f"upright_{lang}", high),
        ("size", 740, 340),
        note(f"side_{lang}", high),
        note(f"ways_{lang}", "[...document.querySelectorAll('a[href^=\\'#check\\'],a[href^=\\'#replay\\']')].length"),
        ("size", 360, 640),
        ("click", "nav a[href^='#replay/']"),
        TABLE,
        BUSY,
        note(f"sight_{lang}", SIGHT),
        ("size", 1000, 800),
    ]


def house() -> Steps:
    """House rules under an impossible name, then written, kept, and played by."""
    steps: Steps = [READY, ("hash", "rules"), ("wait", "document.querySelectorAll('.rulesets li').length > 20")]
    steps += [
        ("fill", "[name=rules-name]", "Pagat"),
        ("tap", ".house-door button"),
        ("wait", "document.querySelector('.house-door [role=alert]').innerText"),
        note("taken", "document.querySelector('.house-door [role=alert]').innerText"),
        ("fill", "[name=rules-name]", "Bar Mario"),
        ("tap", ".house-door button"),
        ("wait", "document.querySelector('.chapter')"),
        BUSY,
        # A rule is found by the sentence that tells it, and chosen in it.
        ("fill", ".word", "last trick"),
        note("searched", f"{SENTENCES}.map(each => each.innerText)"),
        ("tap", ".sentences li:first-child .change"),
        note("values", "[...document.querySelectorAll('.controls [data-path]')].map(each => each.value)"),
        ("fill", '[data-path="pack.last_trick"]', "2"),
        ("press", "Tab"),
        ("wait", "document.querySelector('.changed ins')"),
        BUSY,
        note("set", "document.querySelector('textarea').value"),
        note("changed", "document.querySelector('.changed').innerText"),
        ("fill", ".word", "Stramazzo"),
        ("tap", ".sentences li:last-child .change"),
        ("select", '[data-path="settle.bonus.stramazzo"]', "off"),
        ("wait", "document.querySelectorAll('.changed ins, .changed del').length > 2"),
        BUSY,
        note("example", "document.querySelector('.example').innerText"),
        ("fill", ".word", "zzz"),
        note("none", "document.querySelector('.chapters').innerText"),
        ("tap", ".take-back"),
        BUSY,
        note("back", "document.querySelector('textarea').value"),
        AXE,
        OPEN_FILE,
        (
            "fill",
            "textarea",
            "ruleset: bar-mario\nversion: 1.0.0\nextends: pagat\nset:\n  settle.won_if.points_at_least: 3\n",
        ),
        ("wait", "document.querySelector('.finding.warning')?.textContent.startsWith('line 5')"),
        BUSY,
        note("found", "document.querySelector('.findings').textContent"),
        note("mends", "[...document.querySelectorAll('.mend')].map(each => each.innerText)"),
        ("tap", ".use-rules"),
        ("wait", "document.querySelector('.play-by')"),
        ("tap", ".play-by"),
        ("wait", "document.querySelector('#new-rules')?.value"),
        note("chosen", "document.querySelector('#new-rules').selectedOptions[0].textContent"),
        *begun("bar-mario", "Anna", "Bruno", "Carla"),
        ("tap", ".share"),
        note("link", "document.querySelector('.here-alone').innerText"),
        ("size", 360, 500),
        ("tap", '.act [data-dealer="A"]'),
        *(("tap", f'.act [data-card="{rank}{suit}"]') for suit in "bs" for rank in "32ARCF"),
        ("tap", ".act .done"),
        BUSY,
        note("place", "document.querySelector('.chips [aria-pressed=true]').dataset.place"),
        note(
            "heading",
            "Math.round(document.querySelector('.asks').getBoundingClientRect().top)",
        ),
    ]
    return steps


SENTENCES: Final = "[...document.querySelectorAll('.sentences li')]"
ANSWER: Final = "[...document.querySelectorAll('.answer li')].map(each => each.firstChild.textContent)"


def questions() -> Steps:
    """From the first question to the rules of the table."""
    chiedo = "[...document.querySelectorAll('[data-answer]')].find(each => each.innerText.startsWith('Chiedo'))"
    steps: Steps = [READY, ("hash", "rules/which"), ("wait", "document.querySelector('[data-answer]')"), BUSY]
    steps += [("tap", '[data-answer="=3"]'), ("wait", chiedo), ("eval", f"void {chiedo}.click()")]
    steps += [("wait", "document.querySelector('.play-by')"), BUSY]
    return [*steps, note("found", "document.querySelector('.rulesets').innerText")]


def odds_steps() -> Steps:
    """The evening is replayed, and its odds are asked for."""
    steps = [*opened(HALF_REMEMBERED), ("hash", "replay"), ("wait", "document.querySelector('.opening option')")]
    steps += [("select", ".opening select", {"index": 1}), ("wait", "document.querySelector('.odds button')"), BUSY]
    steps += [note("before", ODDS), note("certain", WHOLE_ANSWER), ("click", ".odds button")]
    steps += [("wait", "document.querySelector('.odds li')"), note("odds", ODDS), note("after", WHOLE_ANSWER)]
    return [*steps, note("overflow", OVERFLOW[1])]


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of printed pages."""
    return tmp_path_factory.mktemp("paper")


@pytest.fixture(scope="module")
def walks(paper: Path) -> dict[str, Visited]:
    """All visits, in one browser."""
    every = [*recording(), *reading()]
    italian: Steps = [READY, ("click", ".langs [lang=it]"), BUSY]
    wanted: dict[str, dict[str, Any]] = {
        "light": {"steps": [READY, *every]},
        "dark": {"steps": [*italian, *every], "scheme": "dark"},
        "stepping": {"steps": stepping(paper), "scheme": "dark"},
        "small": {"steps": [*opened(EVENING), *small("en"), ("click", ".langs [lang=it]"), BUSY, *small("it")]},
        "house": {"steps": house()},
        "questions": {"steps": questions()},
    }
    for width in ODDS_WIDTHS:
        wanted[f"odds {width}"] = {"steps": odds_steps(), "width": width, "height": 800}
    return visits(wanted, module=__name__)


@pytest.mark.parametrize("width", ODDS_WIDTHS)
def test_odds_are_asked_for_and_apart_from_what_is_certain(walks: dict[str, Visited], width: int) -> None:
    """Before the button is pressed there are none; the lines above stay."""
    seen: dict[str, Any] = noted(walks[f"odds {width}"])
    assert seen["before"] == "How often it ended how"
    assert seen["odds"].startswith("Odds, estimated")
    assert "Rosa has won" in seen["odds"]
    assert "%" not in seen["certain"]
    assert "Rosa has 5 1/3 to 8 points (16 to 24 thirds); 6 points (18 thirds) needed." in seen["certain"]
    assert seen["after"] == seen["certain"]
    assert seen["overflow"] <= 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_view(walks: dict[str, Visited], scheme: str) -> None:
    """Nothing overflows, is cut off or too small for a finger; axe finds nothing serious."""
    seen = noted(walks[scheme])
    assert sorted(seen) == sorted(f"{name}{kind}" for name in LOOKED for kind in ("", ON_TABLET, UNFITTING))
    assert {name: what for name, what in seen.items() if name.endswith(UNFITTING) and what} == {}
    assert {name: wider for name, wider in seen.items() if not name.endswith(UNFITTING) and wider > 0} == {}
    found = [each for each in walks[scheme].seen if isinstance(each, list)]
    assert len(found) == len(LOOKED)
    noted_names = [name for each in walks[scheme].seen if isinstance(each, dict) for name in each]
    views = [name for name in noted_names if name in LOOKED]
    serious = {
        name: [each for each in one if each[0] in ("serious", "critical")]
        for name, one in zip(views, found, strict=True)
    }
    assert {name: each for name, each in serious.items() if each} == {}


def test_stepping(walks: dict[str, Visited]) -> None:
    """Each way leads on or back, and the address has the position."""
    seen = noted(walks["stepping"])
    where = {name: tuple(seen[name]) for name in ("button", "key", "swipe", "swiped_back", "hand", "link", "move")}
    assert where["button"] == ("The auction", "//h1auction-1", "")
    assert where["key"][1:] == ("//h1auction-2", "")
    assert where["swipe"][1:] == ("//h1auction-3", "")
    assert where["swiped_back"] == where["key"]
    assert where["hand"][1:] == ("//h2deal", "")
    assert where["link"] == ("Trick 7 · 2", "//h2t7.2@B", "B")
    assert tuple(seen["reload"]) == where["link"]
    assert where["move"][1:] == ("//h2auction-2@B", "B")


def test_under_other_rules(walks: dict[str, Visited]) -> None:
    """Answers under other rules are shown, named in the address, and restored from it."""
    seen = noted(walks["stepping"])
    asked: dict[str, Any] = {"text": EVENING, "rules": "pagat", "lang": "en"}
    answer = json.loads(answer_call("replay", json.dumps(asked)))["answer"]["hands"]
    other, own = ([one["text"]["en"] for one in each["answer"]] for each in (
        answer[0], json.loads(answer_call("replay", json.dumps({**asked, "rules": ""})))["answer"]["hands"][0]
    ))  # fmt: skip
    assert other != own
    assert seen["other"] == seen["again"] == other
    assert "/pagat/" in seen["address"]


def test_two_rulesets_compared(walks: dict[str, Visited]) -> None:
    """Every difference has its row, with the words of each."""
    asked = json.dumps({"left": "pagat", "right": "tretre", "lang": "en"})
    answer = json.loads(answer_call("compare", asked))["answer"]
    rows = noted(walks["stepping"])["compared"]
    assert len(rows) == len(answer) > 10
    for row, each in zip(rows, answer, strict=True):
        words = " ".join(row.split())
        assert " ".join(each["left"].split()) in words
        assert " ".join(each["right"].split()) in words


def test_the_head_of_the_page_is_one_row(walks: dict[str, Visited]) -> None:
    """On a phone, in both directions; each other view has exactly one link."""
    seen = noted(walks["small"])
    for lang in ("en", "it"):
        assert max(seen[f"upright_{lang}"], seen[f"side_{lang}"]) <= 56, seen
        assert seen[f"ways_{lang}"] == 2
        assert seen[f"sight_{lang}"], "table and buttons, at 360 by 640"


def test_rules_of_a_house_are_played_by(walks: dict[str, Visited]) -> None:
    """A house rule is named, checked without paths of a disk, and used for an evening.

    The link of that evening is only for this browser.
    """
    seen = noted(walks["house"])
    assert seen["taken"].startswith("There are rules of this name already: Calabresella (Pagat)")
    assert "bar-mario.yaml:5" in seen["found"]
    assert "/tmp" not in seen["found"]
    assert "title: {en: Bar Mario}" in seen["set"]
    assert "\nset:\n  pack.last_trick: 2p\n" in seen["set"]
    assert seen["values"] == ["1"]
    assert "Winning the last trick is worth 2 points more." in seen["changed"]
    assert all("last trick" in each for each in seen["searched"])
    assert "stramazzo" not in seen["example"].lower()
    assert "pack.last_trick" not in seen["back"]
    assert "settle.bonus.stramazzo: off" in seen["back"]
    assert seen["none"] == "No rule has this word."
    assert all(each != "Fix" for each in seen["mends"])
    assert seen["chosen"].endswith(" (bar-mario)")
    assert seen["link"].startswith("127.0.0.1 is only this machine")
    assert seen["link"].endswith("Save as a file")
    assert (seen["place"], seen["heading"]) == ("C", 0)


def test_questions_lead_to_rules_in_an_export(walks: dict[str, Visited]) -> None:
    """In a page without a server too."""
    assert "Calabresella with chiedo and arcisolo" in noted(walks["questions"])["found"]


def test_on_paper(walks: dict[str, Visited], paper: Path) -> None:
    """A recorded and a replayed evening print as a sheet on one page, without buttons."""
    seen = noted(walks["stepping"])
    for text in (seen["printed"], seen["paper"]):
        assert text.startswith("A Saturday at the table by the window")
        assert "Who pays whom" in text
        assert "Share" not in text
        assert "auction" not in text
    for name in ("a.pdf", "b.pdf"):
        assert len(re.findall(rb"/Type\s*/Page\b", (paper / name).read_bytes())) == 1, name
