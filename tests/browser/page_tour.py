"""Goes through every screen of the page and keeps pictures of each, to be looked at.

    python -m tests.browser.page_tour FOLDER                       # all widths, light and dark, both languages
    python -m tests.browser.page_tour FOLDER --part check --lang it --width 360

The local server of this machine answers. Each picture is named after part, screen, language, colours and width. What
can be measured is printed: a screen wider than its window, text that is cut off, controls too small to tap.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from calarec_tools.desk.serving.local_page import LocalPage, local_page
from tests.browser.chromium import gone_through
from tests.browser.pages import (
    BUSY,
    EVENING,
    OPEN_FILE,
    PAGAT,
    READY,
    STOP_ANALYSIS,
    TABLE,
    TRIED,
    UNFIT,
    Steps,
    answered_by_this_machine,
    begun,
    result_only,
)
from tests.browser.taps import taps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WIDTHS: Final = (360, 390, 768, 1280)
HEIGHTS: Final = {360: 740, 390: 844, 768: 1024, 1280: 800}
SCHEMES: Final = ("light", "dark")


class Tour:
    """The steps through a part of the page, with the pictures that are kept of it."""

    def __init__(self, part: str, folder: Path, lang: str, widths: tuple[int, ...], *, watched: str = "") -> None:
        self.name = f"{part}-{lang}"
        self.folder = folder
        self.widths = widths
        self.watched = watched
        self.screens: list[str] = []
        self.steps: Steps = [READY, *([] if lang == "en" else [("click", f".langs [lang={lang}]")]), BUSY]

    def go(self, *steps: tuple[object, ...]) -> None:
        """Take these steps."""
        self.steps += steps

    def look(self, screen: str) -> None:
        """Keep pictures of what is there now, and measure it on the smallest and the largest window."""
        self.screens.append(screen)
        for width in self.widths:
            self.steps.append(("size", width, HEIGHTS[width]))
            if width in (self.widths[0], self.widths[-1]):
                self.steps.append(("eval", f"({{ screen: '{screen} {width}', found: {UNFIT} }})"))
            for scheme in SCHEMES:
                file = self.folder / f"{self.name.partition('-')[0]}-{screen}-{self.name[-2:]}-{scheme}-{width}.png"
                self.steps += [("scheme", scheme), ("shot", str(file))]
        self.steps += [("scheme", "light"), ("size", 390, 844)]


def start(tour: Tour) -> None:
    """The first screen and a new evening."""
    tour.go(("wait", "document.querySelector('.sample .answer li')"), BUSY)
    tour.look("first")
    tour.go(("hash", "quarrel"), ("wait", "document.querySelector('form.new option')"))
    tour.look("quarrel")
    tour.go(("hash", "check"), ("wait", "document.querySelector('textarea')"))
    tour.look("check-empty")
    tour.go(("hash", "replay"), BUSY)
    tour.look("replay-empty")
    tour.go(("hash", "r=AAAA"), ("wait", "document.querySelector('[role=alert]')"))
    tour.look("bad-link")


def result(tour: Tour) -> None:
    """Hands by their result."""
    tour.go(*begun("pagat", "Anna", "Bartolomeo", "Carla"))
    tour.look("between")
    tour.go(("click", ".score [name=who][value=B]"), ("click", ".score [name=what][value=chiamo]"))
    tour.go(("click", ".more-result > summary"))
    tour.look("form")
    tour.go(*result_only(points="99"), ("wait", "document.querySelector('.said .bad')"))
    tour.look("refused")
    tour.go(("fill", "[name=points]", "8"), ("tap", ".score .counted"), ("wait", "document.querySelector('.debts')"))
    tour.look("recorded")
    tour.go(("click", ".act > details summary"))
    tour.look("people")
    tour.go(("eval", "void document.querySelectorAll('.more details').forEach(each => each.open = true)"))
    tour.look("more")
    tour.go(("tap", '.more [data-hand="0"]'), ("wait", "document.querySelector('.facts')"))
    tour.go(("tap", ".fact .change"))
    tour.look("correct")
    tour.go(("tap", ".cancel"), ("fresh", f"{tour.watched!r} + location.hash"), READY)
    tour.go(("wait", "document.querySelector('.watching')"), BUSY)
    tour.look("watch")


def cards(tour: Tour) -> None:
    """A hand by its cards, in each phase."""
    tour.go(*begun("pagat", "Ada", "Bea", "Cleo"))
    looks = {"Deal": "deal", "Bid": "auction", "Take": "take", "Discard": "exchange"}
    tricks = places = 0
    for kind, step in taps(PAGAT):
        if kind == "Trick":
            tricks += 1
            if tricks in (1, 14):
                tour.look(f"trick-{tricks}")
            if tricks == 14:
                tour.go(("click", "[data-fold=fault] > summary"))
                tour.look("irregularity")
                tour.go(("click", "[data-fold=fault] > summary"))
        if kind == "Deal":
            places += 1
        if kind == "End":
            tour.look("end")
        if looks.get(kind) and (kind != "Deal" or places == 8):
            tour.look(looks.pop(kind))
        tour.go(step)
    tour.go(("wait", "document.querySelector('.act .begin')"), BUSY)
    tour.look("after")


def evening(tour: Tour) -> None:
    """A whole evening: totals, debts, the sheet; the list; everything."""
    tour.go(("hash", "record"), ("wait", "document.querySelectorAll('.evenings li').length"), BUSY)
    tour.go(("click", ".others > summary"))
    tour.look("list")
    tour.go(("click", ".make-season"), ("wait", "document.querySelector('.season-site')"), BUSY)
    tour.go(("click", ".evenings a[href$=archive]"), ("wait", "document.querySelector('.debts')"), BUSY)
    tour.look("sheet")


def quarrel(tour: Tour) -> None:
    """A hand of which only a part is remembered."""
    tour.go(("hash", "quarrel"), ("wait", "document.querySelector('form.new option')"), BUSY)
    tour.go(("tap", "form.new button.main"), ("wait", "document.querySelector('.asks')?.textContent"), BUSY)
    tour.go(("tap", '.act [data-dealer="A"]'))
    tour.look("begun")
    tour.go(("eval", "void document.querySelectorAll('.act details, .rest details').forEach(each => each.open = true)"))
    tour.look("open")


def check(tour: Tour) -> None:
    """A record with mistakes, and what was meant."""
    tour.go(("hash", "check"), ("fill", "textarea", PAGAT.replace("dealer A", "dealr A")))
    tour.go(("wait", "document.querySelector('.mend')"), BUSY)
    tour.look("typo")
    tour.go(("fill", "textarea", PAGAT.replace(" 3 B: 3s 4s 6s", " 3 B: 3s 4s 4s")))
    tour.go(("wait", "document.querySelector('.look-for-meaning')"), BUSY, ("tap", ".look-for-meaning"))
    tour.go(("wait", "document.querySelector('.repair')"), BUSY)
    tour.look("meaning")


def replay(tour: Tour) -> None:
    """A hand to step through, its analysis, another card, a puzzle."""
    tour.go(("hash", "replay/archive//h8"), TABLE, BUSY)
    tour.look("hand")
    lost = "document.querySelector('.loss[data-at=\"10.1\"]')?.innerText"
    tour.go(("click", ".analyse"), ("wait", lost))
    tour.look("analysing")
    tour.go(STOP_ANALYSIS, ("click", ".loss[data-at='10.1']"), BUSY)
    tour.look("loss")
    tour.go(("click", "[data-go=back]"), TRIED, ("click", ".could-know"))
    tour.go(("wait", "document.querySelector('.knowledge')"), BUSY)
    tour.look("could-know")
    tour.go(("click", ".try.best"), ("wait", "document.querySelector('.back-to-hand')"), BUSY)
    tour.look("other-card")
    tour.go(("hash", "puzzle/2026-12-01"), ("wait", "document.querySelector('.guess')"), BUSY)
    tour.look("puzzle")
    tour.go(("click", ".guess"), ("wait", "document.querySelector('.solution')?.innerText"), BUSY)
    tour.look("solved")


def rules(tour: Tour) -> None:
    """Rules listed, read, compared, found by questions, and one's own."""
    tour.go(("hash", "rules"), ("wait", "document.querySelectorAll('.rulesets li').length > 20"), BUSY)
    tour.look("list")
    tour.go(("hash", "rules/book/pagat"), ("wait", "document.querySelector('.book h3')"), BUSY)
    tour.look("book")
    tour.go(("hash", "rules/compare/pagat/cavendish"), ("wait", "document.querySelector('.compare td')"), BUSY)
    tour.look("compare")
    tour.go(("hash", "rules/which"), ("wait", "document.querySelector('[data-answer]')"), BUSY)
    tour.look("question")
    tour.go(
        ("click", '[data-answer="=3"]'), BUSY, ("wait", "document.querySelectorAll('.given li').length === 1"), BUSY
    )
    chiedo = "[...document.querySelectorAll('[data-answer]')].find(each => each.innerText.startsWith('Chiedo'))"
    tour.go(("eval", f"void {chiedo}.click()"), ("wait", "document.querySelector('.play-by')"), BUSY)
    tour.look("found")
    tour.go(("hash", "rules/edit/casa/pagat"), ("wait", "document.querySelector('.chapter')"), BUSY)
    tour.look("house")
    tour.go(("fill", ".word", "stramazzo"), ("tap", ".sentences .change"), BUSY)
    tour.go(("eval", "void document.querySelectorAll('.otherwise').forEach(each => each.open = true)"))
    tour.look("menu")
    tour.go(OPEN_FILE, BUSY, ("fill", "textarea", "ruleset: casa\nextend: pagat\n"))
    tour.go(("wait", "document.querySelector('.finding.error')"), BUSY)
    tour.look("file")


def visit_exported_page(tour: Tour) -> None:
    """The exported page: its first screen, and an evening as a link."""
    tour.go(("wait", "document.querySelector('.sample .answer li')"), BUSY)
    tour.look("first")
    tour.go(*begun("pagat", "Anna", "Bruno", "Carla"), *result_only("B", "solo", how="won"))
    tour.go(("wait", "document.querySelector('.debts')"), ("tap", ".share"))
    tour.look("share")
    tour.go(("eval", "void (location.href = document.querySelector('.said input').value)"), TABLE, BUSY)
    tour.look("shared")


PARTS: Final[dict[str, Callable[[Tour], None]]] = {
    "start": start, "result": result, "cards": cards, "evening": evening, "quarrel": quarrel, "check": check,
    "replay": replay, "rules": rules, "exported": visit_exported_page,
}  # fmt: skip


def _serve_folder(folder: Path) -> Iterator[tuple[str, str]]:
    """The addresses of a page, one to write and one to watch."""
    with local_page(folder, "127.0.0.1", 0) as page:
        shared = LocalPage(page.server, "192.0.2.2", folder, ())
        page.server.addresses = shared.addresses_with_codes
        page.warm_up()
        threading.Thread(target=page.server.serve, daemon=True).start()
        keys = page.server.access.keys
        yield page.local_address, page.local_address.replace(keys.write, keys.watch)


def _serve_exported_page() -> Iterator[tuple[str, str]]:
    """The address of an exported page, whose calls this machine answers."""
    with answered_by_this_machine() as (address, _):
        yield address, ""


def walk(part: str, lang: str, folder: Path, widths: tuple[int, ...]) -> list[str]:
    """Go through a part; return what was measured and does not fit."""
    with tempfile.TemporaryDirectory() as evenings, pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_DATA_HOME", str(Path(evenings) / "data"))
        if part in ("evening", "replay"):
            (Path(evenings) / "archive.cal").write_text(EVENING, "utf-8")
        for here, watched in _serve_exported_page() if part == "exported" else _serve_folder(Path(evenings)):
            tour = Tour(part, folder, lang, widths, watched=watched)
            PARTS[part](tour)
            visit = gone_through({part: {"page": here, "steps": tour.steps, "width": 390, "height": 844}})[part]
    looked = [each for each in visit.seen if isinstance(each, dict)]
    found = [f"{part} {each['screen']} {lang}: {line}" for each in looked for line in each["found"]]
    return [*found, *(f"{part} {lang}: {line}" for line in visit.console)]


def main() -> None:
    """Go through the parts that are asked for."""
    parser = argparse.ArgumentParser(description="Keep pictures of every screen of the page.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--part", choices=PARTS, action="append")
    parser.add_argument("--lang", choices=("en", "it"), action="append")
    parser.add_argument("--width", type=int, choices=WIDTHS, action="append")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for part in asked.part or PARTS:
        for lang in asked.lang or ("en", "it"):
            found = walk(part, lang, asked.folder.resolve(), tuple(sorted(asked.width or WIDTHS)))
            sys.stdout.write(json.dumps(found, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main()
