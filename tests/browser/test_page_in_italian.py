"""An evening in Italian: no English sentence is on the screen, and no term of the notation in a sentence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.pages import BUSY, PAGAT, READY, Steps, begun, note, noted, result_only, visits
from tests.browser.taps import card

if TYPE_CHECKING:
    from tests.browser.chromium import Visited

pytestmark = pytest.mark.walk

TEXTS: Final = """(() => {
  const copy = document.body.cloneNode(true);
  for (const each of copy.querySelectorAll('pre, code, textarea, script, .langs, .asked p')) each.remove();
  const named = ['aria-label', 'placeholder', 'title', 'alt'];
  const having = (name) => [...copy.querySelectorAll(`[${name}]`)];
  const attributes = named.flatMap((name) => having(name).map((each) => each.getAttribute(name)));
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode.data);
  return [...texts, ...attributes].map((each) => each.trim()).filter(Boolean);
})()"""
"""All texts of the page, also folded ones, but for lines of a record, codes of rules, names of languages."""
ENGLISH: Final = re.compile(
    r"\b(?:the|and|of|is|are|was|were|with|who|which|this|that|these|for|by|from|not|you|your|cards?|hands?|tricks?"
    r"|players?|points?|undo|save|check|write|deals?|pays?|won|lost|leads?|plays?|says|another|rules?|thirds?|sheet)\b",
    re.IGNORECASE,
)
"""Words that Italian does not have."""
RULES_ID: Final = re.compile(r"\([a-z0-9]+(?:-[a-z0-9]+)+\)")
"""The id of rules behind their name: it is the same in every language."""
CODE: Final = re.compile(r"\b[2-7ACFR][bscd]\b")
"""A card as the notation writes it."""
HEADINGS: Final = "[...document.querySelectorAll('h1, h2, h3, h4')].map(each => each.innerText)"
FORMS: Final = ("eval", "void document.querySelectorAll('main details').forEach(each => each.open = true)")


def look(name: str) -> Steps:
    """Note everything that can be read here."""
    return [BUSY, note(f"text_{name}", TEXTS), note(f"head_{name}", HEADINGS)]


def evening() -> Steps:
    """A hand by its result, one by its cards with an irregularity, people and debts; checking, replaying, rules."""
    steps: Steps = [READY, note("english", TEXTS), ("click", ".langs [lang=it]"), ("hash", "record"), BUSY]
    steps += [("wait", "document.querySelector('.sample .answer li')"), *look("first"), ("hash", "quarrel"), BUSY]
    steps += [("wait", "document.querySelector('form.new option')"), *look("quarrel"), ("hash", "record"), BUSY]
    steps += [*begun("pagat", "Anna", "Bruno", "Carla"), *look("between"), *result_only("B", "solo", points="99")]
    steps += [*look("refused"), ("fill", "[name=points]", "8,3"), ("tap", ".score .counted"), *look("comma")]
    steps += [("fill", "[name=points]", "17 o 18 terzi"), ("tap", ".score .counted")]
    steps += [("wait", "document.querySelector('.it-was')"), *look("beside"), ("tap", ".it-was >> nth=1")]
    steps += [("wait", "document.querySelector('.debts')"), FORMS, *look("recorded"), ("tap", ".act .begin")]
    steps += [*look("deal"), ("tap", '.act [data-word="C solo"]'), ("tap", '.act [data-word="A passo"]')]
    steps += [*look("auction"), ("tap", '.act [data-word="B passo"]'), ("tap", ".act .unknown-others")]
    steps += [("tap", ".act .unknown-others"), ("tap", card("3b")), *look("trick"), ("tap", card("2b"))]
    steps += [("tap", card("Ab")), ("tap", ".act .ask-certain"), ("wait", "document.querySelector('.certain .bound')")]
    steps += [*look("certain"), ("click", "[data-fold=fault] > summary"), *look("fault")]
    steps += [("select", "[name=fault-who]", "A"), ("tap", ".fault button"), *look("noted")]
    steps += [("click", "[data-fold=rest] > summary"), ("tap", '[data-claims="C"]'), *look("claimed")]
    steps += [("tap", ".act .finish"), ("wait", "document.querySelector('.act .begin')"), FORMS, *look("debts")]
    steps += [("tap", '.more [data-hand="0"]'), ("wait", "document.querySelector('.facts')"), *look("correct")]
    steps += [("tap", ".cancel"), ("hash", "check"), ("fill", "textarea", PAGAT.replace("dealer A", "dealr A"))]
    steps += [("wait", "document.querySelector('.mend')"), *look("check"), ("hash", "rules/which")]
    steps += [("wait", "document.querySelector('[data-answer]')"), *look("question"), ("hash", "rules"), BUSY]
    return [*steps, ("wait", "document.querySelector('[data-line=pagat]')?.textContent"), *look("rules")]


@pytest.fixture(scope="module")
def walks() -> dict[str, Visited]:
    """One visit."""
    return visits({"evening": {"steps": evening(), "width": 390, "height": 844}}, module=__name__)


def seen_by(visit: Visited, kind: str) -> dict[str, list[str]]:
    """What was noted of every screen."""
    return {name.removeprefix(kind): texts for name, texts in noted(visit).items() if name.startswith(kind)}


def test_no_english_sentence_is_on_the_screen(walks: dict[str, Visited]) -> None:
    """Of some twenty screens; the same search finds the English of the first one."""
    assert sum(bool(ENGLISH.search(each)) for each in noted(walks["evening"])["english"]) > 10
    found = seen_by(walks["evening"], "text_")
    assert len(found) == 19
    english = {
        name: [each for each in texts if ENGLISH.search(RULES_ID.sub("", each))] for name, texts in found.items()
    }
    assert english == {name: [] for name in found}


def test_no_sentence_has_backticks_and_no_heading_the_code_of_a_card(walks: dict[str, Visited]) -> None:
    """Words of the notation are set apart; cards are drawn or have their names."""
    found = seen_by(walks["evening"], "text_")
    assert [each for texts in found.values() for each in texts if "`" in each] == []
    heads = seen_by(walks["evening"], "head_")
    assert [each for texts in heads.values() for each in texts if CODE.search(each)] == []


def test_figures_in_thirds_are_answered(walks: dict[str, Visited]) -> None:
    """17 or 18 thirds: one loses, the other wins; a comma is refused at the field."""
    found = seen_by(walks["evening"], "text_")
    assert any("17 terzi" in each for each in found["beside"])
    assert any("18 terzi" in each for each in found["beside"])
    assert any("non è come si scrivono i punti" in each for each in found["comma"])
