"""The page of this machine in a real browser: first look, questions, house rules."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

import pytest

from calarec_tools.desk.serving.local_page import local_page
from tests.browser.chromium import Visited, gone_through
from tests.browser.pages import AXE, BUSY, OVERFLOW, PAGAT, READY, Steps, begun, note, noted, quiet, result_only

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.walk

WRONG: Final = PAGAT.replace(" 3 B: 3s 4s 6s", " 3 B: 3s 4s 4s")
TITLES: Final = "[...document.querySelectorAll('.rulesets li a')].map(each => each.innerText)"
MANY: Final = "document.querySelector('[data-rules=traversone]').innerText"
COLOURS: Final = "['.controls input', 'main'].map(each => getComputedStyle(document.querySelector(each)).color)"
"""The colour of a value that is set, and of text."""
HEADING: Final = "document.querySelector('.which h2').innerText"
ORDER: Final = (
    "['.changed', '.choosing', '.example'].map(each => document.querySelector(each).getBoundingClientRect().top)"
)
"""Where the parts of house rules begin."""
ITALIAN: Final = ("click", ".langs [lang=it]")


def widths(name: str) -> Steps:
    """Check that nothing is wider than the window at four widths."""
    found: Steps = []
    for width in (360, 390, 768, 1280):
        found += [("size", width, 844), note(f"{name}_{width}", OVERFLOW[1])]
    return [*found, ("size", 390, 844)]


def first_look() -> Steps:
    """A hand to step through; from there to the names of an evening, in Italian too."""
    steps: Steps = [READY, ("wait", "document.querySelector('.sample .answer li')"), BUSY, AXE, *widths("first")]
    steps += [ITALIAN, ("wait", "document.querySelector('.sample .answer li')"), BUSY]
    steps += [note("answer", "document.querySelector('.sample .answer').innerText"), ("click", ".begin-evening")]
    steps += [note("focused", "document.activeElement.matches('.names input')")]
    return [*steps, note("asks", "document.querySelectorAll('form.new [href$=which]').length")]


def six_questions() -> Steps:
    """By keyboard only, to the rules of the table; an answer is taken back; a reload."""
    steps: Steps = [READY, ("hash", "rules/which"), ("wait", "document.querySelector('[data-answer]')"), BUSY]
    steps += [("reach", '[data-answer="=3"]'), ("press", "Enter"), BUSY]
    steps += [("wait", "document.querySelectorAll('.given li').length === 1"), note("second", HEADING)]
    steps += [("reload",), READY, ("wait", "document.querySelectorAll('.given li').length === 1"), BUSY]
    chiedo = "[...document.querySelectorAll('[data-answer]')].find(each => each.innerText.startsWith('Chiedo'))"
    steps += [("eval", f"void {chiedo}.click()"), ("wait", "document.querySelector('.play-by')"), AXE]
    steps += [note("found", "document.querySelector('.rulesets').innerText"), *widths("which")]
    steps += [("tap", ".given li:last-child button"), ("wait", "document.querySelector('[data-answer]')")]
    return [*steps, note("again", HEADING), ("hash", "rules"), ("wait", "document.querySelector('[data-line=pagat]')"),
            BUSY, note("titles", TITLES), note("many", MANY), *widths("list"), AXE]  # fmt: skip


def house() -> Steps:
    """A rule by its menu, one by its value, one that needs two; a change of language."""
    steps: Steps = [READY, ("hash", "rules"), ("wait", "document.querySelector('[name=rules-name]')"), BUSY]
    steps += [("fill", "[name=rules-name]", "Circolo Città"), ("tap", ".house-door button")]
    steps += [("wait", "document.querySelector('.chapter')"), BUSY, ("fill", ".word", "stramazzo: if")]
    steps += [("tap", ".sentences .change"), note("colours", COLOURS)]
    steps += [("fill", "[data-path$='stramazzo.times']", ""), ("press", "Tab"), BUSY]
    steps += [("wait", "document.querySelector('.controls [role=alert]').innerText"), ("tap", ".otherwise > summary")]
    steps += [("fill", "[data-path$='stramazzo.instead']", "9"), ("press", "Tab")]
    steps += [("wait", "document.querySelector('.changed ins')"), BUSY]
    struck = "getComputedStyle(document.querySelector('.changed del')).textDecorationLine"
    steps += [note("changed", "document.querySelector('.changed').innerText"), note("struck", struck)]
    steps += [*widths("house"), note("order", ORDER), AXE]
    steps += [ITALIAN, ("wait", "document.querySelector('.changed ins')"), BUSY]
    steps += [note("italian", "document.querySelector('.changed').innerText"), ("tap", ".use-rules")]
    steps += [("wait", "document.querySelector('.play-by')"), ("tap", ".play-by")]
    steps += [*begun("circolo-citta", "Anna", "Bruno", "Carla"), *result_only("B", "chiamo", bonus="stramazzo")]
    steps += [("wait", "document.querySelector('.debts')")]
    return [*steps, note("paid", "document.querySelector('.totals').innerText")]


def meaning() -> Steps:
    """A likely meaning is chosen, and the record holds."""
    steps: Steps = [READY, ("hash", "check"), ("fill", "textarea", WRONG), BUSY]
    steps += [("tap", ".look-for-meaning"), ("wait", "document.querySelector('.repair')"), AXE, *widths("check")]
    steps += [("tap", ".repair"), ("wait", "document.querySelector('.summary')?.textContent.includes('1 legal')")]
    return [*steps, note("text", "document.querySelector('textarea').value")]


@pytest.fixture(scope="module")
def walks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Visited]:
    """All visits of one server, in one browser."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        folder: Path = tmp_path_factory.mktemp("evenings")
        with local_page(folder, "127.0.0.1", 0) as page:
            page.warm_up()
            threading.Thread(target=page.server.serve, daemon=True).start()
            steps = {"first": first_look(), "questions": six_questions(), "house": house(), "meaning": meaning()}
            here = page.local_address
            return gone_through({name: {"page": here, "steps": each, "width": 390} for name, each in steps.items()})


def test_the_first_look_is_a_hand(walks: dict[str, Visited]) -> None:
    seen = noted(walks["first"])
    assert "Anna e Carla pagano 6 a testa a Bruno." in seen["answer"]
    assert seen["focused"]
    # A player who does not know by which rules the table plays can ask from the form.
    assert seen["asks"] == 1


def test_questions_lead_to_rules(walks: dict[str, Visited]) -> None:
    seen = noted(walks["questions"])
    assert seen["second"] == seen["again"] == "What can be bid, from the lowest to the highest?"
    assert "Calabresella with chiedo and arcisolo" in seen["found"]


def test_rules_are_listed_by_their_titles(walks: dict[str, Visited]) -> None:
    """A reader finds them by name; their ids are not in sight."""
    seen = noted(walks["questions"])
    titles = seen["titles"]
    assert titles.index("Beccaccino (marafone)") < titles.index("Calabresella (Pagat)") < titles.index("Ciapanò")
    assert titles.index("Quintiglio") < titles.index("Tressette")
    assert "3–8 players" in seen["many"]


def test_a_house_rule_by_menus(walks: dict[str, Visited]) -> None:
    """The rule is shown before and after, in both languages, and pays the next hand."""
    seen = noted(walks["house"])
    assert "the payment is tripled" in seen["changed"]
    # On a phone the changes come first, and what can be changed before the example.
    assert seen["order"] == sorted(seen["order"])
    # A value that is set is not read as an example of one.
    assert len(set(seen["colours"])) == 1
    # What the house no longer plays is not read as its rule.
    assert seen["struck"] == "line-through"
    assert "9" in seen["changed"]
    assert "triplica" in seen["italian"]
    assert seen["paid"].split() == ["Anna", "−9", "Bruno", "+18", "Carla", "−9"]


def test_what_was_meant_is_chosen(walks: dict[str, Visited]) -> None:
    assert noted(walks["meaning"])["text"] == PAGAT


def test_nothing_is_clipped_or_complained_of(walks: dict[str, Visited]) -> None:
    """At four widths; no word on the console, no foreign request, nothing by axe."""
    for name, visit in walks.items():
        quiet(name, visit)
        wider = {key: value for key, value in noted(visit).items() if key[-3:] in ("360", "390", "768", "280")}
        assert all(value <= 0 for value in wider.values()), wider
        found = [each for looked in visit.seen if isinstance(looked, list) for each in looked]
        assert [each for each in found if each[0] in ("serious", "critical")] == []
