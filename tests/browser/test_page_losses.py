"""Entries survive another language, lost or missing storage, and bad settings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import pytest

from calarec.core.wording.language import text_in
from calarec_tools.desk.site.page_words import PAGE_WORDS
from tests.browser.pages import BUSY, OPEN_FILE, PAGAT, READY, RECORDS, Steps, begun, note, noted, result_only, visits

if TYPE_CHECKING:
    from tests.browser.chromium import Visited

pytestmark = pytest.mark.walk

ITALIAN: Final = ("click", ".langs [lang=it]")
NAMES: Final = "[...document.querySelectorAll('.names input')].map(each => each.value)"
RULE_FILE: Final = "ruleset: casa\nextends: pagat\ntitle: Casa\nversion: 1.0.0\n"
FIELDS: Final = (
    "['who', 'what', 'points']"
    ".map(each => document.querySelector(`.act .score [name=${each}]:is(:checked, :not([type=radio]))`)?.value)"
)
SCORE: Final[Steps] = result_only("C", "solo", points="7 1/3")[:-1]


def unknown_settings() -> Steps:
    """A language that there is not, settings that are nonsense."""
    nonsense = {"calarec:lang": "tlh", "calarec:last-rules": "\u0000", "calarec:paths": "{}"}
    steps: Steps = [READY, ("eval", f"void Object.assign(localStorage, {json.dumps(nonsense)})")]
    steps += [("eval", "void (sessionStorage['calarec:typed'] = '{\"not\": [1')"), ("reload",), READY]
    return [*steps, note("title", "document.querySelector('h1').innerText"), *begun("pagat", "A", "B", "C")]


def another_language() -> Steps:
    """Everything that can be typed, half done, and then Italian; then a reload."""
    steps: Steps = [READY, ("fill", ".names label:nth-child(1) input", "Bruno"), ITALIAN, note("names", NAMES)]
    steps += [("hash", "rules/edit/casa/pagat"), ("wait", "document.querySelector('.book h3')"), OPEN_FILE, BUSY]
    steps += [("fill", "textarea", RULE_FILE), BUSY, ("click", ".langs [lang=en]"), BUSY]
    steps += [("wait", "document.querySelector('.book h3')"), note("rules", "document.querySelector('textarea').value")]
    steps += [("hash", "check"), BUSY, ("fill", "textarea", PAGAT), ("reload",), READY, BUSY]
    steps += [note("checked", "document.querySelector('textarea').value"), ("hash", "record"), BUSY]
    steps += [*begun("pagat", "Anna", "Bruno", "Carla"), *SCORE, ITALIAN, BUSY]
    steps += [("wait", "document.querySelector('[name=who]')"), note("form", FIELDS)]
    steps += [("reload",), READY, BUSY, ("wait", "document.querySelector('[name=who]')"), note("again", FIELDS)]
    steps += [("eval", "void document.querySelector('form.score').requestSubmit()")]
    steps += [("wait", "document.querySelector('.debts')"), BUSY, note("sent", FIELDS)]
    return [*steps, ("hash", "record"), BUSY, note("fresh", NAMES)]


def empty_the_storage() -> Steps:
    """Clear the storage beside an open evening; later leave no room in it."""
    steps = [*begun("pagat", "Anna", "Bruno", "Carla"), ("tap", '.act [data-dealer="A"]')]
    steps += [("tap", '.act [data-word="B solo"]'), ("eval", "void localStorage.clear()")]
    steps += [("tap", '.act [data-word="C passo"]'), note("written", RECORDS)]
    steps += [
        ("eval", "void localStorage.clear()"),
        ITALIAN,
        BUSY,
        note("back", RECORDS),
        ("click", ".langs [lang=en]"),
    ]
    steps += [BUSY, ("wait", "document.querySelector('.act [data-word]')")]
    full = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
    steps += [("eval", f"void ({full})"), ("tap", '.act [data-word="A passo"]')]
    steps += [note("told", "document.querySelector('.said').innerText"), ("hash", "record"), BUSY]
    steps += [note("warned", "document.querySelector('#notices').innerText"), ("tap", ".evenings a"), BUSY]
    return [*steps, ("wait", "document.querySelector('.save')"), ("load", ".save")]


def no_storage() -> Steps:
    """A browser that lets nothing be kept, not even asked for."""
    steps = begun("pagat", "Anna", "Bruno", "Carla")
    steps += [("tap", '.act [data-dealer="A"]'), ("tap", '.act [data-word="B solo"]'), BUSY]
    return [*steps, note("warned", "document.querySelector('#notices').innerText"), ("load", ".save")]


@pytest.fixture(scope="module")
def walks() -> dict[str, Visited]:
    """All visits; two of them begin with a page of their own."""
    steps = {"unknown": unknown_settings(), "language": another_language(), "emptied": empty_the_storage()}
    found: dict[str, dict[str, object]] = {name: {"steps": each, "at": ""} for name, each in steps.items()}
    return visits({**found, "none": {"steps": no_storage(), "at": "", "storage": False}}, module=__name__)


def test_settings_that_mean_nothing(walks: dict[str, Visited]) -> None:
    """The page opens, and goes on in a language that it speaks."""
    assert noted(walks["unknown"])["title"] == "calarec"


def test_another_language_and_a_reload(walks: dict[str, Visited]) -> None:
    """Names, a form, a rule file and a pasted record return, and go once sent."""
    seen = noted(walks["language"])
    assert seen["names"] == ["Bruno", "", ""]
    assert seen["rules"] == RULE_FILE
    assert seen["checked"] == PAGAT
    assert seen["form"] == seen["again"] == ["C", "solo", "7 1/3"]
    assert seen["sent"] != seen["form"]
    assert seen["fresh"] == ["", "", ""]


def test_a_storage_that_is_emptied_or_full(walks: dict[str, Visited]) -> None:
    """An open evening is written back; without room it goes on, and can be saved."""
    seen = noted(walks["emptied"])
    assert seen["written"][0].endswith("bid B: solo C: passo\n")
    assert seen["back"] == seen["written"]
    assert text_in(PAGE_WORDS["no_room"], "en") in seen["told"]
    assert text_in(PAGE_WORDS["unkept"], "en") in seen["warned"]
    assert walks["emptied"].seen[-1][1].endswith("bid B: solo C: passo A: passo\n")


def test_no_storage_at_all(walks: dict[str, Visited]) -> None:
    """The page works, warns, and gives the file."""
    assert text_in(PAGE_WORDS["unkept"], "en") in noted(walks["none"])["warned"]
    assert walks["none"].seen[-1][1].endswith("bid B: solo\n")
