"""The page to type into, gone through in a real browser: served, used, left, and found again without the server."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import pytest

import calarec
from calarec.notation.reader import parse
from calarec_tools.site.files import pyodide_folder, site_files
from calarec_tools.site.serving import HOST, server
from tests.browser.chromium import Visited, gone_through
from tests.browser.taps import card, taps
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGAT: Final = (ROOT / "records/pagat/first.cal").read_text("utf-8")
QUINTIGLIO: Final = (ROOT / "records/quintiglio/chiedo-won.cal").read_text("utf-8")
READY: Final = ("wait", "document.documentElement.dataset.state === 'ready'")
BUSY: Final = ("wait", "!document.body.classList.contains('busy')")
KEPT: Final = (
    "eval",
    "Object.keys(localStorage).filter(each => each.startsWith('calarec:evening:'))"
    ".map(each => JSON.parse(localStorage[each]).text)",
)
SAID: Final = ("eval", "document.querySelector('.said').innerText")
OVERFLOW: Final = ("eval", "document.documentElement.scrollWidth - innerWidth")


@contextmanager
def served(files: dict[str, bytes]) -> Iterator[tuple[str, str]]:
    """The page's address, and one that ends the serving when it is asked for."""
    serving = server(files, 0)
    threading.Thread(target=serving.serve_forever, daemon=True).start()

    class Ending(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            serving.shutdown()
            serving.server_close()
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Nobody reads it."""

    ending = HTTPServer(("127.0.0.1", 0), Ending)
    threading.Thread(target=ending.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{serving.server_address[1]}/", f"http://127.0.0.1:{ending.server_address[1]}/"
    finally:
        ending.shutdown()
        serving.shutdown()


def begun(rules: str, *people: str) -> list[tuple[Any, ...]]:
    """A new evening of these people."""
    steps: list[tuple[Any, ...]] = [READY, ("select", "#new-rules", rules)]
    for number, name in enumerate(people, 1):
        steps.append(("fill", f".names label:nth-child({number}) input", name))
    return [*steps, ("tap", "form.new button.main"), ("wait", "document.querySelector('.asks')?.textContent"), BUSY]


def recorded() -> list[tuple[Any, ...]]:
    """A hand of pagat by taps: an illegal card before the second of the first trick, undone and left; then a reload."""
    steps = begun("pagat", "Anna", "Bruno", "Carla")
    tricks = 0
    for kind, step in taps(PAGAT):
        tricks += kind == "Trick"
        if kind == "Trick" and tricks == 2:
            steps += [("tap", card("Cs")), SAID, KEPT, ("eval", "!!document.querySelector('.happened')")]
        if kind == "Trick" and tricks == 4:
            steps += [("tap", ".undo"), ("tap", card("4d")), ("reload",), READY, BUSY]
            steps += [("wait", "document.querySelector('.act .face')"), KEPT]
        steps.append(step)
    return steps


def shared() -> list[tuple[Any, ...]]:
    """A second tab on the same evening, the link in another profile, and everything once more without the server."""
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
        ("first",),
        ("tap", ".share"),
        link,
        ("fresh", "document.querySelector('.said input').value"),
        READY,
        BUSY,
        ("wait", "document.querySelector('.player-said')?.textContent"),
        ("eval", "[document.querySelector('.answer').innerText, document.querySelectorAll('.debts li').length]"),
    ]


def offline(ending: str) -> list[tuple[Any, ...]]:
    """The server is gone, and the page is loaded again: the evening goes on with a second hand."""
    return [
        ("wait", "navigator.serviceWorker.ready.then(() => caches.keys()).then(each => each.length === 1)"),
        ("get", ending),
        ("reload",),
        READY,
        BUSY,
        ("wait", "document.querySelector('.act .begin')"),
        ("tap", ".act .begin"),
        ("tap", '.act [data-word="C passo"]'),
        KEPT,
        ("tap", ".undo"),
        ("tap", ".undo"),
        ("load", ".save"),
    ]


@pytest.fixture(scope="module")
def visited() -> dict[str, Visited]:
    """All visits, in one browser."""
    files = site_files(pyodide_folder(str(ROOT / "node_modules" / "pyodide")))
    with served(files) as (address, ending):
        visits = {
            "phone": {
                "steps": [*recorded(), SAID, KEPT, OVERFLOW, *shared(), ("first",), *offline(ending)],
                "page": address,
                "width": 360,
            },
        }
        return gone_through(visits)


def test_a_hand_of_pagat_by_taps(visited: dict[str, Visited]) -> None:
    """What was tapped comes to what the record comes to; an illegal card is refused with its rule, and not written."""
    said, before, offered, again, came_to, after, overflow = visited["phone"].seen[:7]
    assert "CAL" in said
    assert "play.follow" in said
    assert before[0].endswith("\n 1 B: 3d\n")
    assert offered
    assert again[0].endswith(" 1 B: 3d 6d 4d\n")
    (written,) = (parse(each)[0] for each in after)
    (sample,) = parse(PAGAT)
    assert calarec.replay(written).account == calarec.replay(sample).account
    assert "Bruno" in came_to
    assert overflow == 0


def test_another_tab_another_profile_and_no_server(visited: dict[str, Visited]) -> None:
    """A second tab only looks on; the link holds the evening; without the server it goes on as it was saved."""
    looked, link, opened, going_on, saved = visited["phone"].seen[7:]
    assert "Another tab records this evening" in looked[0]
    assert looked[1] == 0
    assert len(link) < 8000
    assert "#r=" in link
    assert "Bruno" in opened[0]
    assert opened[1] >= 1
    assert going_on[0].endswith("hand 2\ndealer B\nbid C: passo\n")
    (written,) = parse(saved[1])
    assert calarec.replay(written).account == calarec.replay(parse(PAGAT)[0]).account


def test_nothing_is_complained_of_and_nothing_asked_of_others(visited: dict[str, Visited]) -> None:
    """No word on the console, no dialog, and every request goes to where the page came from."""
    for name, visit in visited.items():
        assert visit.console == [], name
        assert {urlsplit(each).hostname for each in visit.requests if not each.startswith(("data:", "blob:"))} == {HOST}
