"""The page for typing in browser tests: its server, and common steps of visits."""

from __future__ import annotations

import threading
from contextlib import ExitStack, contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from calarec_tools.desk.site.files import pyodide_folder, site_files
from tests.browser.answering import WORKER, NativeCalls
from tests.browser.chromium import Visited, gone_through
from tests.browser.static_site import HOST, server
from tests.house.tree import ROOT
from tests.shards import is_walk_as_exported

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Steps = list[tuple[Any, ...]]

_PYODIDE: Final = str(ROOT / "node_modules" / "pyodide")
PAGAT: Final = (ROOT / "records/pagat/first.cal").read_text("utf-8")
EVENING: Final = (ROOT / "records/twenty-one/evening.cal").read_text("utf-8")
HOSTILE: Final = "</script><img src=x onerror=alert(1)>"
READY: Final = ("wait", "document.documentElement.dataset.state === 'ready'")
BUSY: Final = ("wait", "!document.body.classList.contains('busy')")
TABLE: Final = ("wait", "document.querySelector('.player-said')?.textContent")
RECORDS: Final = (
    "Object.keys(localStorage).filter(each => each.startsWith('calarec:evening:'))"
    ".map(each => JSON.parse(localStorage[each]).text)"
)
"""All evenings that are kept, as texts."""
KEPT: Final = ("eval", RECORDS)
FILLED_CACHES: Final = (
    "caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.keys())))"
    ".then(kept => names.filter((_, at) => kept[at].length)))"
)
"""The names of caches that hold something.

Chromium stores the compiled code of a page beside its files: a cache that was deleted meanwhile it makes again, empty.
"""
STOP_ANALYSIS: Final = (
    "wait",
    "(document.querySelector('.stop-analysis')?.click(), !document.querySelector('.stop-analysis'))",
)
"""Ends the analysis of a hand at any point."""
TRIED: Final = ("wait", "document.querySelector('.try') && !document.body.classList.contains('busy')")
"""Cards that could be played, each with its value."""
SAID: Final = ("eval", "document.querySelector('.said').innerText")
AXE: Final = ("axe",)
NEW: Final = "new"
SIGHT: Final = (
    "(tops => tops.every((top, at) => top >= (tops[at - 1] ?? 0)) && tops.at(-1) <= innerHeight && scrollY === 0)"
    "(['.player-table', '.player-controls'].flatMap(each =>"
    " (box => [box.top, box.bottom])(document.querySelector(each).getBoundingClientRect())))"
)
"""True if table and buttons below it are in sight without scrolling."""
OPEN_FILE: Final = ("eval", "void (document.querySelector('.yaml').open = true)")
"""Opens the fold with the text of a rule file."""
OVERFLOW: Final = ("eval", "document.documentElement.scrollWidth - innerWidth")
UNFIT: Final = (ROOT / "tests" / "browser" / "unfit.js").read_text("utf-8").partition("\n")[2].strip()
"""Texts that are cut off, controls that are too small for a finger, and the width beyond the window."""


LOST_TAP: Final = "document.body.dataset.lostTap === 'yes'"
"""True if a tap that did nothing was reported since `LOSES_TAPS`."""
LOSES_TAPS: Final = (
    "eval",
    """void (document.body.dataset.lostTap = 'no', new MutationObserver((_, seen) => {
  if (!document.querySelector('.too-fast')?.textContent) return;
  document.body.dataset.lostTap = 'yes';
  seen.disconnect();
}).observe(document.body, { childList: true, subtree: true }))""",
)
"""Watches for such a report, which is gone after two seconds."""


def note(name: str, code: str) -> tuple[str, str]:
    """A step that sees something, under a name."""
    return "eval", f"({{ {name}: {code} }})"


def noted(visit: Visited) -> dict[str, Any]:
    """Return the named values that a visit saw."""
    return {name: value for each in visit.seen if isinstance(each, dict) for name, value in each.items()}


def page_files() -> dict[str, bytes]:
    """The page as it is offered."""
    return dict(_exported_files())


@cache
def _exported_files() -> dict[str, bytes]:
    return site_files(pyodide_folder(_PYODIDE))


def light_files() -> dict[str, bytes]:
    """The offered page without its Python: heavy files are empty, calls go here."""
    files = site_files(pyodide_folder(_PYODIDE), is_compiled=False)
    light = {
        name: b"" if name.startswith("pyodide/") or name == "calarec.zip" else data for name, data in files.items()
    }
    return {**light, "worker.js": WORKER}


@contextmanager
def serve_page(files: dict[str, bytes], calls: NativeCalls | None = None) -> Iterator[tuple[str, str]]:
    """The page's address, and one that ends the serving or brings a new version."""
    serving = server(files, 0, calls)
    threading.Thread(target=serving.serve_forever, daemon=True).start()

    class Ending(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == f"/{NEW}":
                files["sw.js"] = files["sw.js"].replace(b'"version": "', b'"version": "new')
            else:
                serving.shutdown()
                serving.server_close()
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Log nothing."""

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


def result_only(
    who: str = "", what: str = "", how: str = "won", *, points: str | None = None, bonus: str = ""
) -> Steps:
    """The taps for a hand with only its result; `points` instead of won or lost."""
    steps: Steps = [
        ("click", f".score [name={name}][value={value}]") for name, value in (("who", who), ("what", what)) if value
    ]
    if bonus:
        steps.append(("click", ".more-result > summary"))
        steps.append(("click", f".score [name=bonus][value={bonus}]"))
    if points is None:
        return [*steps, ("tap", f".score [name=ended][value={how}]")]
    return [*steps, ("fill", "[name=points]", points), ("tap", ".score .counted")]


def opened(text: str, name: str = "record.cal") -> Steps:
    """A record from a file, kept as an evening."""
    begins = ("wait", "document.querySelector('.asks')?.textContent")
    return [READY, ("hash", "record"), ("files", ".opening input", [{"name": name, "text": text}]), begins, BUSY]


@contextmanager
def answered_by_this_machine(files: dict[str, bytes] | None = None) -> Iterator[tuple[str, str]]:
    """The page, with calls answered by this machine, faster than in a browser."""
    with ExitStack() as stack:
        calls = stack.enter_context(NativeCalls(Path(stack.enter_context(TemporaryDirectory()))))
        yield stack.enter_context(serve_page(files or light_files(), calls))


@contextmanager
def answered_in_the_browser() -> Iterator[tuple[str, str]]:
    """The page as it is exported."""
    with serve_page(page_files()) as addresses:
        yield addresses


def visits(wanted: Mapping[str, Mapping[str, Any]], *, module: str) -> dict[str, Visited]:
    """Visits of the page, each at its address; no complaint is expected.

    Those that name none go on in one page, emptied for each: its beginning takes longer than most of what is done.
    Which Python answers them, this run decides (`tests/shards.py`).
    """
    walk = module.rpartition(".")[2]
    with answered_in_the_browser() if is_walk_as_exported(walk) else answered_by_this_machine() as (address, _):
        found = gone_through(
            {
                name: {"lasting": "at" not in each, **each, "page": address + each.get("at", "")}
                for name, each in wanted.items()
            }
        )
    for name, visit in found.items():
        quiet(name, visit)
    return found


def quiet(name: str, visit: Visited, host: str = HOST) -> None:
    """No word on the console, no dialog, and every request goes to the page's server."""
    assert visit.console == [], name
    asked = {urlsplit(each).hostname for each in visit.requests if not each.startswith(("data:", "blob:"))}
    assert asked == {host}, name
