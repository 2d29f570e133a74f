"""Visits pages of the built site in Chromium: widths, light and dark, accessibility, the console, requests.

    python -m docs.site
    python -m tests.browser.site_walk          # a page of each kind, as `.ci/run` does
    python -m tests.browser.site_walk --all    # every page that is written by hand
    python -m tests.browser.site_walk guides/page/ it/    # these pages; --shots FOLDER keeps pictures of them

Each page is visited at 360, 768 and 1280 pixels. It fails where a page is wider than the window, where axe finds
something serious (light at 360 pixels, dark at 1280), where the console reports something, or where a page asks another
server.
"""

from __future__ import annotations

import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from docs.site.tree import ROOT
from tests.browser.chromium import gone_through

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tests.browser.chromium import Visited

SITE: Final = ROOT / "site"
KINDS: Final = (
    "", "start/evening/", "guides/table-changes/", "quarrels/", "explanation/judging/", "reference/notation/",
    "reference/rule-files/", "reference/rule-files/settle/", "reference/cheat-sheet/", "reference/commands/check/",
    "reference/codes/cal423/", "reference/rulesets/", "reference/rulesets/pagat/", "it/", "it/start/quarrel/",
    "it/reference/codes/cal423/",
)  # fmt: skip
"""A page of each kind that players read, by its address within the site."""
DEVELOPERS: Final = ("reference/api/", "reference/schemas/", "project/architecture/", "cookbook/")
_GENERATED: Final = ("reference/codes", "reference/commands", "reference/rulesets", "reference/schemas", "project/adr")
_WIDTHS: Final = ((360, 740), (768, 1024), (1280, 800))
_SERIOUS: Final = ("serious", "critical")
_AXE_AT: Final = {"light": _WIDTHS[0], "dark": _WIDTHS[-1]}
# The page hears of another width when it is next drawn.
_TOO_WIDE: Final = (
    "new Promise(done => requestAnimationFrame(() => requestAnimationFrame("
    "() => done(document.documentElement.scrollWidth - innerWidth))))"
)
# Colours change step by step, and what is measured in between has no contrast of its own.
_SETTLED: Final = (
    "void document.head.append(Object.assign(document.createElement('style'),"
    " {textContent: '*, ::before, ::after { transition: none !important; animation: none !important }'}))"
)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Print nothing: the report is about the pages."""


class Look(NamedTuple):
    """A page of the site in a colour scheme."""

    page: str
    scheme: str


def find_written_pages(site: Path) -> Iterator[str]:
    """Yield the address of each page written by hand, and those of the generated ones in `KINDS`."""
    for file in sorted(site.rglob("index.html")):
        page = file.parent.relative_to(site).as_posix() + "/"
        page = "" if page == "./" else page
        if page.startswith("play/"):
            continue
        if page in KINDS or not page.removeprefix("it/").startswith(_GENERATED):
            yield page


def visit_pages(address: str, pages: Iterable[str], shots: Path | None = None) -> dict[Look, Visited]:
    """Visit each page in both schemes; the excess in pixels is answered for each width, then what axe finds."""
    visits: dict[Look, Mapping[str, Any]] = {}
    for page in pages:
        for scheme, size in _AXE_AT.items():
            steps: list[tuple[Any, ...]] = [("eval", _SETTLED)]
            for width, height in _WIDTHS:
                steps += [("size", width, height), ("eval", _TOO_WIDE)]
                if shots is not None:
                    name = f"{page.strip('/').replace('/', '-') or 'index'}-{width}-{scheme}.png"
                    steps.append(("shot", str(shots / name)))
            steps += [("size", *size), ("eval", _TOO_WIDE), ("axe",)]
            visits[Look(page, scheme)] = {"page": address + page, "steps": steps, "scheme": scheme}
    seen = gone_through({f"{look.page} {look.scheme}": steps for look, steps in visits.items()})
    return dict(zip(visits, seen.values(), strict=True))


def list_faults(address: str, look: Look, visited: Visited) -> Iterator[str]:
    """Yield a line for each fault of a page."""
    _, *too_wide, _, found = visited.seen
    for (width, _), excess in zip(_WIDTHS, too_wide, strict=True):
        if excess > 0:
            yield f"{width} px: {excess} px too wide"
    for impact, rule, nodes in found:
        if impact in _SERIOUS:
            yield f"{look.scheme}: axe finds {rule}: {'; '.join(nodes[:3])}"
    yield from (f"console: {line}" for line in visited.console)
    elsewhere = [request for request in visited.requests if not request.startswith((address, "data:"))]
    yield from (f"asks elsewhere: {request}" for request in elsewhere)


def main(words: list[str]) -> int:
    """Visit the pages, print the faults, and return 1 if there are any."""
    if not (SITE / "index.html").exists():
        sys.stderr.write("there is no site; build it with python -m docs.site\n")
        return 2
    asked = iter(words)
    pages: list[str] = []
    shots: Path | None = None
    for word in asked:
        if word == "--all":
            pages += find_written_pages(SITE)
        elif word == "--shots":
            shots = Path(next(asked))
            shots.mkdir(parents=True, exist_ok=True)
        else:
            pages.append(word)
    pages = pages or [*KINDS, *DEVELOPERS]
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(SITE))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        visited = visit_pages(address, pages, shots)
        server.shutdown()
    faults = [
        f"{look.page or 'index'}: {fault}"
        for look, seen in visited.items()
        for fault in list_faults(address, look, seen)
    ]
    sys.stdout.write("\n".join([*dict.fromkeys(faults), f"{len(pages)} pages, {len(set(faults))} faults", ""]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
