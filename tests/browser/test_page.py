"""The page for typing in a real browser: served, used, left, and found offline."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from typing import Any, Final

import pytest

import calarec
from calarec.core.notation.reader import parse_records
from tests.browser.chromium import Visited, gone_through
from tests.browser.pages import (
    AXE,
    BUSY,
    FILLED_CACHES,
    HOSTILE,
    KEPT,
    NEW,
    OPEN_FILE,
    OVERFLOW,
    PAGAT,
    READY,
    RECORDS,
    SAID,
    answered_by_this_machine,
    begun,
    note,
    noted,
    page_files,
    quiet,
    result_only,
    serve_page,
)
from tests.browser.taps import card, taps
from tests.house.tree import ROOT

QUINTIGLIO: Final = (ROOT / "records/quintiglio/chiedo-won.cal").read_text("utf-8")
OLD: Final = (ROOT / "tests/browser/kept-1.json").read_text("utf-8").strip()
HOUSE: Final = """\
ruleset: casa
version: 1.0.0
title: {en: House of <b>cards</b>}
extends: pagat
set:
  match.until.points: 11
"""
ASKED: Final = ("eval", "document.querySelectorAll('.said .asked').length")
VERSIONS: Final = ("eval", f"{FILLED_CACHES}.then(each => each.map(name => name.startsWith('calarec-new')))")


WIDTHS: Final = [step for wide in (360, 768, 1600) for step in (("size", wide, 800), note("wider", OVERFLOW[1]))]


def recorded() -> list[tuple[Any, ...]]:
    """A hand of pagat by taps: an illegal card, undone and left; then a reload."""
    steps = begun("pagat", "Anna", "Bruno", "Carla")
    tricks = 0
    for kind, step in taps(PAGAT):
        tricks += kind == "Trick"
        if kind == "Trick" and tricks == 2:
            steps += [
                ("tap", card("Cs")),
                ASKED,
                SAID,
                ("tap", ".said .asked summary"),
                SAID,
                KEPT,
                ("eval", "!!document.querySelector('.happened')"),
            ]
        if kind == "Trick" and tricks == 4:
            steps += [("tap", ".undo"), ("tap", card("4d")), ("reload",), READY, BUSY]
            steps += [("wait", "document.querySelector('.act .face')"), KEPT]
        steps.append(step)
    return steps


def shared() -> list[tuple[Any, ...]]:
    """A second tab on the same evening judges every tap; the link in another profile."""
    link = ("eval", "document.querySelector('.said input').value")
    look = (
        "eval",
        "[document.querySelector('.notice').innerText, document.querySelectorAll('.act button').length]",
    )
    return [
        ("tab",),
        READY,
        BUSY,
        ("wait", "document.querySelector('.notice')"),
        look,
        ("close",),
        ("tap", ".share"),
        link,
        ("fresh", "document.querySelector('.said input').value"),
        READY,
        BUSY,
        ("wait", "document.querySelector('.player-said')?.textContent"),
        ("eval", "[document.querySelector('.answer').innerText, document.querySelectorAll('.debts li').length]"),
        ("close",),
    ]


def offline(ending: str) -> list[tuple[Any, ...]]:
    """The server is gone, and the page is loaded again: an evening goes on."""
    return [
        ("hash", "record"),
        *begun("pagat", "Anna", "Bruno", "Carla"),
        *result_only("B", "solo"),
        ("wait", "document.querySelector('.debts')"),
        ("wait", "navigator.serviceWorker.ready.then(() => caches.keys()).then(each => each.length === 1)"),
        ("get", ending),
        ("reload",),
        READY,
        BUSY,
        ("wait", "document.querySelector('.act .begin')"),
        ("tap", ".act .begin"),
        ("tap", '.act [data-word="C passo"]'),
        note("without_server", RECORDS),
        ("tap", ".undo"),
        ("tap", ".undo"),
        ("load", ".save"),
    ]


def desk() -> list[tuple[Any, ...]]:
    """Quintiglio by taps, scores, a file in and out, a fix, own rules, bad links."""
    steps = [
        *begun("quintiglio", "Olga", "Michele", "Sara", "Cosimo", "Livia"),
        *(step for _, step in taps(QUINTIGLIO)),
    ]
    steps += [note("came_to", "document.querySelector('.said').innerText"), note("taps", RECORDS), AXE, *WIDTHS]
    steps += [("hash", "record"), *begun("pagat", "Anna", "Bruno", HOSTILE)]
    steps += [*result_only("B", "solo"), *result_only("A", "chiamo", "lost")]
    steps += [("click", ".act > details summary"), ("select", "[name=leaves]", "Anna"), ("tap", ".leave")]
    steps += [
        ("fill", ".forms form:nth-of-type(2) input", "Dora"),
        ("tap", ".forms form:nth-of-type(2) button"),
        *result_only("B", "chiamo"),
    ]
    steps += [("wait", "document.querySelector('.debts')"), note("scores", RECORDS), AXE, *WIDTHS]
    steps += [note("totals", "document.querySelector('.totals').innerText"), note("pictures", "document.images.length")]
    steps += [("hash", "record"), ("files", ".opening input", [{"name": "first.cal", "text": PAGAT}])]
    steps += [("wait", "document.querySelector('.save')"), BUSY, ("load", ".save")]
    steps += [("hash", "check"), ("fill", "textarea", PAGAT.replace("dealer A", "dealr A"))]
    steps += [("wait", "document.querySelector('.mend')"), AXE, *WIDTHS, ("click", ".mend")]
    steps += [("wait", "document.querySelector('.summary')?.textContent.includes('1 legal')")]
    steps += [note("mended", "document.querySelector('textarea').value"), ("click", ".bar .main")]
    steps += [("wait", "document.querySelector('.player-said')?.textContent"), ("click", "[data-go=next]")]
    steps += [note("stepped", "document.querySelector('.player-said').textContent"), *WIDTHS]
    packed = [{"name": "one.cal.gz", "text": b64encode(gzip.compress(PAGAT.encode())).decode(), "kind": "base64"}]
    sheet = [{"name": "two.csv", "text": "Anna,Bruno,Carla\n2,-1,-1\n"}, {"name": "bad.json", "text": "{"}]
    steps += [("files", ".opening input", [*packed, *sheet]), ("wait", "document.querySelectorAll('.chips button')[2]")]
    steps += [
        ("wait", "document.querySelector('.opening .bad')"),
        note("sheet", "document.querySelector('textarea').value"),
    ]
    steps += [("click", ".chips button:nth-child(2)"), note("unpacked", "document.querySelector('textarea').value")]
    steps += [("hash", "rules"), ("wait", "document.querySelectorAll('.rulesets li').length > 20"), AXE, *WIDTHS]
    steps += [("hash", "rules/edit/casa/pagat"), ("wait", "document.querySelector('.book h3')"), OPEN_FILE]
    steps += [("fill", "textarea", HOUSE.replace("extends", "extend"))]
    steps += [("wait", "document.querySelector('.finding.error')"), ("fill", "textarea", HOUSE)]
    steps += [("wait", "document.querySelector('.book').textContent.includes('House of')")]
    steps += [("wait", "!document.querySelector('.finding.error')"), AXE, *WIDTHS, ("tap", ".use-rules"), BUSY]
    steps += [("load", ".yaml .bar button"), ("hash", "record"), *begun("casa", "Ada", "Bea", "Cleo")]
    steps += [note("played", RECORDS)]
    for link in ("r=%ff", "record/%3Cimg%3E", "rules/book/%3Cimg%20src=x%3E", "nonsense/<b>", "r=AAAA"):
        steps += [("hash", link), BUSY]
    steps += [("wait", "document.querySelector('[role=alert]')")]
    return [*steps, note("refused", "document.querySelector('[role=alert]').innerText")]


def kept(old: str, ending: str) -> list[tuple[Any, ...]]:
    """Open evenings of an older and a later version; enter a hand by keyboard only."""
    steps: list[tuple[Any, ...]] = [
        ("eval", f"localStorage.setItem('calarec:evening:old', {json.dumps(old)})"),
        ("eval", "localStorage.setItem('calarec:evening:new', '{\"version\":99,\"deck\":[]}')"),
        ("reload",),
        READY,
        ("eval", "document.querySelector('.evenings').innerText"),
        ("hash", "record/old"),
        ("wait", "document.querySelector('.act .begin')"),
        BUSY,
        ("eval", "document.querySelector('.act .begin').focus()"),
        ("press", "Enter"),
        ("wait", "document.querySelector('.act [data-word]')"),
        BUSY,
    ]
    tab = (
        "document.activeElement.dataset.word ?? document.activeElement.dataset.card ?? document.activeElement.className"
    )
    for _ in range(60):
        steps += [("press", "Tab"), ("eval", tab)]
    steps += [("eval", "document.querySelector('.act [data-word]').focus()"), ("press", "Enter"), BUSY]
    asks = "document.querySelector('.asks').textContent"
    steps += [KEPT, ("eval", "localStorage['calarec:evening:new']"), ("click", ".langs [lang=it]"), BUSY]
    steps += [("wait", "document.querySelector('.asks')?.textContent"), ("eval", asks)]
    steps += [("wait", "navigator.serviceWorker.ready.then(() => caches.keys()).then(each => each.length === 1)")]
    steps += [("get", ending + NEW), ("reload",), ("wait", "document.querySelector('#notices button')"), VERSIONS]
    steps += [("click", "#notices button"), ("wait", f"{VERSIONS[1]}.then(each => each.length === 1)"), READY]
    return [*steps, VERSIONS, KEPT]


@pytest.fixture(scope="module")
def walks() -> dict[str, Visited]:
    """All visits. The browser's own Python begins two times, as it takes long."""
    with answered_by_this_machine() as (address, ending):
        phone = [*recorded(), SAID, KEPT, OVERFLOW, *shared()]
        found = gone_through(
            {
                "kept": {"steps": kept(OLD, ending), "page": address},
                "phone": {"steps": phone, "page": address, "width": 360},
            }
        )
    with serve_page(page_files()) as (address, ending):
        steps = [*desk(), *offline(ending)]
        return found | gone_through({"desk": {"steps": steps, "page": address, "scheme": "dark"}})


def test_a_hand_of_pagat_by_taps(walks: dict[str, Visited]) -> None:
    """A tapped hand has the result of its record.

    An illegal card is refused with its rule, and not written.
    """
    asked, said, opened, before, offered, again, came_to, after, overflow = walks["phone"].seen[:9]
    # What only who asks wants to know is there, folded.
    assert asked == 1
    assert "plays swords on a lead of coins" in said
    assert "CAL" not in said
    assert "play.follow" not in said
    assert "CAL512" in opened
    assert "play.follow" in opened
    assert before[0].endswith("\n 1 B: 3d\n")
    assert offered
    assert again[0].endswith(" 1 B: 3d 6d 4d\n")
    (written,) = (parse_records(each)[0] for each in after)
    (sample,) = parse_records(PAGAT)
    assert calarec.replay(written).account == calarec.replay(sample).account
    assert "Bruno" in came_to
    assert overflow == 0


def test_another_tab_and_another_profile(walks: dict[str, Visited]) -> None:
    """A second tab only looks on; the link holds the evening."""
    looked, link, opened = walks["phone"].seen[9:]
    assert "Another tab records this evening" in looked[0]
    assert looked[1] == 0
    assert len(link) < 8000
    assert "#r=" in link
    assert "Bruno" in opened[0]
    assert opened[1] >= 1


def test_without_the_server(walks: dict[str, Visited]) -> None:
    """The page comes from the browser's store, judges, and saves the evening."""
    texts = noted(walks["desk"])["without_server"]
    played = "score B: +4 A: -2 C: -2\ntotal A: -2 B: 4 C: -2\nend\n"
    assert "\nhand 2\ndealer B\nbid C: passo\n" in [each.partition(played)[2] for each in texts]
    _, saved = walks["desk"].seen[-1]
    assert saved.endswith(played)


def test_nothing_is_complained_of_and_nothing_asked_of_others(walks: dict[str, Visited]) -> None:
    """No word on the console, no dialog, and every request goes to the page's server."""
    for name, visit in walks.items():
        quiet(name, visit)


def test_what_is_done_at_a_desk(walks: dict[str, Visited]) -> None:
    """Each step has its result."""
    seen = noted(walks["desk"])
    assert "Cosimo" in seen["came_to"]
    (quintiglio,) = parse_records(seen["taps"][0])
    assert calarec.replay(quintiglio).account == calarec.replay(parse_records(QUINTIGLIO)[0]).account
    assert seen["totals"].replace(HOSTILE, "X").split() == ["Bruno", "+7", "Dora", "−1", "X", "−2", "Anna", "−4"]
    scores = next(each for each in seen["scores"] if "leave A" in each)
    assert scores.count("\nend\n") == 3
    assert seen["pictures"] == 0
    assert seen["mended"] == PAGAT
    assert seen["stepped"]
    assert "score A: +2 B: -1 C: -1" in seen["sheet"]
    assert seen["unpacked"] == PAGAT
    assert any(each.startswith("cal 1\nrules casa@1.0.0 ") for each in seen["played"])
    assert seen["refused"] == "This link holds no evening."
    saved = [each for each in walks["desk"].seen if isinstance(each, list) and each and isinstance(each[0], str)]
    assert saved[:2] == [["evening.cal", PAGAT], ["casa.yaml", HOUSE]]


def test_nothing_is_wider_than_the_window_and_axe_finds_nothing_serious(walks: dict[str, Visited]) -> None:
    """Every part, at three widths, in the dark."""
    wider = [each["wider"] for each in walks["desk"].seen if isinstance(each, dict) and "wider" in each]
    assert len(wider) == 18
    assert max(wider) <= 0
    looked = [each for each in walks["desk"].seen if isinstance(each, list)]
    found = [each for one in looked for each in one if isinstance(each, list)]
    assert [each for each in found if each[0] in ("serious", "critical")] == []


def test_what_was_kept_before_is_read_and_what_comes_later_left(walks: dict[str, Visited]) -> None:
    """An entry of the first version goes on by keyboard, a later one stays as it is.

    A new version of the page waits until it is let in, and finds all of it.
    """
    _, _, listed, *focused, after, later, italian, waiting, taken, at_last = walks["kept"].seen
    assert "Anna, Bruno, Carla" in listed
    assert "later version" in listed
    assert {"3b", "4d", "C passo", "C chiamo"} <= set(focused)
    assert any(each.endswith("hand 2\ndealer B\nbid C: passo\n") for each in after)
    assert later == '{"version":99,"deck":[]}'
    assert italian == "Anna dice"
    assert waiting == [False, True]
    assert taken == [True]
    assert at_last == after
