"""The page by keyboard only: Tab leads everywhere, and the focus is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

import calarec
from calarec.core.notation.reader import parse_records
from tests.browser.pages import BUSY, PAGAT, READY, RECORDS, TABLE, Steps, note, noted, visits
from tests.browser.taps import card, taps

if TYPE_CHECKING:
    from tests.browser.chromium import Visited

pytestmark = pytest.mark.walk

OUTLINE: Final = "getComputedStyle(document.activeElement).outlineStyle"


def pressed(selector: str, key: str = "Enter") -> Steps:
    """Reach an element by Tab, and press a key."""
    return [("reach", selector), ("press", key), BUSY]


def a_hand() -> Steps:
    """People, a whole hand of cards with a refused one, link, replay, hand of scores."""
    steps: Steps = [READY]
    for number, name in enumerate(("Anna", "Bruno", "Carla"), 1):
        steps += [("reach", f".names label:nth-child({number}) input"), ("type", name)]
    steps += [("press", "Enter"), ("wait", "document.querySelector('.asks')?.textContent"), BUSY]
    tricks = 0
    for kind, (_, selector) in taps(PAGAT):
        tricks += kind == "Trick"
        if kind == "Trick" and tricks == 2:
            steps += [*pressed(card("Cs")), note("refused", "document.querySelector('.said').textContent")]
            steps += [("reach", ".happened"), note("outline", OUTLINE)]
        steps += pressed(selector, "Space" if kind == "Bid" else "Enter")
    steps += [note("hand", RECORDS), *pressed(".share"), note("link", "document.activeElement.value")]
    steps += [*pressed("nav a[href^='#replay/']"), TABLE]
    steps += [("press", "ArrowRight"), ("press", "End"), note("end", "location.hash")]
    steps += [*pressed(".hand summary"), *pressed(".moves li:nth-child(15) button", "Space")]
    steps += [note("move", "location.hash"), *pressed("[data-go=next]"), note("next", "location.hash")]
    return [*steps, *pressed("nav a[href='#record']"), *pressed(".evenings a"), *a_score()]


def a_score() -> Steps:
    """A hand without cards, typed in a line, taken back."""
    steps: Steps = [
        ("wait", "document.querySelector('.act .begin')"),
        BUSY,
        ("reach", "[name=who]"),
        ("press", "ArrowUp"),
    ]
    steps += [
        ("reach", "[name=what]"),
        ("press", "Space"),
        *pressed("[name=ended][value=lost]"),
        note("lost", RECORDS),
        *pressed(".undo"),
        note("undone", RECORDS),
    ]
    return steps


def mended() -> Steps:
    """A record is pasted, an error found in its text, and fixed."""
    steps: Steps = [READY, *pressed("nav a[href='#check']"), ("reach", "textarea")]
    steps += [("type", PAGAT.replace("dealer A", "dealr A")), ("wait", "document.querySelector('.mend')")]
    steps += [("reach", ".finding button"), ("press", "Enter")]
    steps += [
        note("marked", "(area => area.value.slice(area.selectionStart, area.selectionEnd))(document.activeElement)")
    ]
    steps += [*pressed(".mend"), ("wait", "document.querySelector('.summary')?.textContent.includes('1 legal')")]
    return [*steps, note("text", "document.querySelector('textarea').value")]


@pytest.fixture(scope="module")
def walks() -> dict[str, Visited]:
    """Both visits, in one browser."""
    return visits({"hand": {"steps": a_hand()}, "mended": {"steps": mended()}}, module=__name__)


def test_a_whole_hand(walks: dict[str, Visited]) -> None:
    """A hand by keyboard has the result of its record.

    A refusal is shown, and the focus is visible.
    """
    seen = noted(walks["hand"])
    assert "play.follow" in seen["refused"]
    assert seen["outline"] == "solid"
    ((written,),) = (parse_records(each) for each in seen["hand"])
    assert calarec.replay(written).account == calarec.replay(parse_records(PAGAT)[0]).account
    assert "#r=" in seen["link"]


def test_stepping(walks: dict[str, Visited]) -> None:
    """The arrows step with any focus, the list and the buttons when reached."""
    seen = noted(walks["hand"])
    assert seen["end"].endswith("/h1end")
    assert seen["move"].endswith("/h1t3")
    assert seen["next"].endswith("/h1t3.1")


def test_a_hand_without_cards(walks: dict[str, Visited]) -> None:
    """Chosen by the arrows and the space bar, and taken back."""
    seen = noted(walks["hand"])
    (lost,) = seen["lost"]
    assert "bid C: chiamo" in lost
    assert "result C: lost" in lost
    assert seen["undone"] == seen["hand"]


def test_a_mistake_is_found_and_mended(walks: dict[str, Visited]) -> None:
    """The way from a finding to its place, and its fix."""
    seen = noted(walks["mended"])
    assert seen["marked"] == "dealr"
    assert seen["text"] == PAGAT
