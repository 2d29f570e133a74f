"""The page from another machine over plain http, from any server; what a browser asks before it installs a page."""

from __future__ import annotations

import http.server
import json
import threading
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pytest

from calarec.core.wording.language import text_in
from calarec_tools.desk.site.page_words import PAGE_WORDS
from calarec_tools.main import main
from tests.browser.chromium import Visited, gone_through
from tests.browser.icons import SIZES
from tests.browser.pages import (
    BUSY,
    READY,
    RECORDS,
    Steps,
    answered_by_this_machine,
    begun,
    light_files,
    note,
    noted,
    quiet,
    result_only,
)
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.walk

ELSEWHERE: Final = "elsewhere.test"
"""This machine by a name that no browser takes for it (`in_chromium.mjs`)."""
LIKE: Final = """
(async () => {
  const drawn = async (name, size) => {
    const image = new Image();
    image.src = name;
    await image.decode();
    const canvas = new OffscreenCanvas(size, size).getContext("2d");
    canvas.drawImage(image, 0, 0, size, size);
    return [image.naturalWidth, canvas.getImageData(0, 0, size, size).data];
  };
  const found = {};
  for (const size of SIZES) {
    const [[wide, one], [, other]] = [await drawn(`icon-${size}.png`, size), await drawn("icon.svg", size)];
    found[size] = [wide, one.reduce((sum, each, at) => sum + Math.abs(each - other[at]), 0) / one.length];
  }
  return found;
})()
"""


@contextmanager
def anywhere(folder: Path) -> Iterator[str]:
    """A folder offered by a server that knows nothing of it."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Log nothing."""

    serving = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    try:
        yield f"http://{ELSEWHERE}:{serving.server_address[1]}/"
    finally:
        serving.shutdown()
        serving.server_close()


def at_work() -> Steps:
    """An evening begun, a hand without cards, the link, a second tab."""
    steps: Steps = [
        READY,
        note("secure", "isSecureContext"),
        note("told", "document.querySelector('#notices').innerText"),
    ]
    steps += [*begun("pagat", "Anna", "Bruno", "Carla"), ("tap", '.act [data-dealer="A"]'), ("tap", ".undo")]
    steps += result_only("B", "chiamo")
    steps += [("wait", "document.querySelector('.debts')"), note("kept", RECORDS), ("tap", ".share")]
    steps += [note("link", "document.querySelector('.said input').value"), ("tab",), READY, BUSY]
    steps += [
        ("wait", "document.querySelector('.notice .small')"),
        note("acts", "document.querySelectorAll('.act button').length"),
    ]
    return steps


@pytest.fixture(scope="module")
def far(tmp_path_factory: pytest.TempPathFactory) -> Visited:
    """The page written to a folder, offered over plain http, opened from another machine."""
    folder = tmp_path_factory.mktemp("offered") / "site"
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(ROOT)
        assert main(["page", "--export", str(folder)]) == 0
    with anywhere(folder) as address:
        return gone_through({"far": {"page": address, "steps": at_work(), "width": 360}})["far"]


def test_over_plain_http_from_another_machine(far: Visited) -> None:
    """Everything works but what a browser keeps for https, which the page reports."""
    seen = noted(far)
    assert seen["secure"] is False
    assert seen["told"] == text_in(PAGE_WORDS["needs_https"], "en")
    assert "result B: won" in seen["kept"][0]
    assert seen["link"].startswith(f"http://{ELSEWHERE}:")
    assert seen["acts"] == 0
    quiet("far", far, ELSEWHERE)


def test_a_browser_would_install_it() -> None:
    """It has all that is asked of it; a page without signs would not have, so that is looked at indeed."""
    offline = ("wait", "navigator.serviceWorker.ready.then(() => caches.keys()).then(each => each.length === 1)")
    like = LIKE.replace("SIZES", json.dumps(SIZES))
    files = light_files()
    bare = {**files, "manifest.webmanifest": b'{"name": "calarec", "start_url": "./"}'}
    with answered_by_this_machine(files) as (address, _), answered_by_this_machine(bare) as (other, _):
        steps: Steps = [READY, offline, ("installable",), ("eval", like)]
        found = gone_through({"whole": {"page": address, "steps": steps}, "bare": {"page": other, "steps": steps[:3]}})
    errors, signs = found["whole"].seen
    # The tests' browser keeps nothing, and that is the one thing that it minds.
    assert errors == ["in-incognito"]
    assert {"manifest-missing-suitable-icon", "manifest-display-not-supported"} <= set(found["bare"].seen[0])
    # `python -m tests.browser.icons` draws them; another Chromium may draw an edge a little otherwise.
    assert {size: wide for size, (wide, _) in signs.items()} == {str(size): size for size in SIZES}
    assert max(apart for _, apart in signs.values()) < 2
