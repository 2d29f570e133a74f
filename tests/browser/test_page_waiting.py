"""Waiting in words: a page that gets ready, a computation that takes long and is stopped."""

from __future__ import annotations

import signal
import threading
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import pytest

from calarec.core.wording.language import text_in
from calarec_tools.desk.serving.local_page import local_page
from calarec_tools.desk.site.files import served_files
from calarec_tools.desk.site.page_words import PAGE_WORDS
from tests.browser.answering import NativeCalls
from tests.browser.chromium import Visited, gone_through
from tests.browser.pages import (
    AXE,
    BUSY,
    READY,
    SAID,
    Steps,
    begun,
    light_files,
    note,
    noted,
    page_files,
    quiet,
    serve_page,
)
from tests.browser.taps import card
from tests.shards import is_walk_as_exported

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from calarec_tools.desk.serving.local_page import LocalPage

pytestmark = pytest.mark.walk

LET: Final = "let/"
"""A request of this folder lets a file go that is kept back."""
BLANK: Final = "blank.html"
MAIN: Final = "main.js"
PYTHON, RULES = "calarec.zip", "rules-are-read"
"""Kept back while Python comes, and while the rules are read."""
STATE: Final = "document.querySelector('#state > span')?.textContent"
WRITTEN: Final = "document.querySelector('.lines').textContent"
"""The lines of the hand."""
WORKING: Final = "document.querySelector('.working:not([hidden])')"
STAGES: Final = b"""postMessage({ stage: "python" });
await fetch("./%s");
postMessage({ stage: "rules" });
await fetch("./%s");
postMessage({ ready: true""" % (PYTHON.encode(), RULES.encode())
ENDLESS: Final = b'if (data.name === "certain") for (;;);\n  '
"""Python works out something for ever: only its end stops it."""


class HeldFiles(dict[str, bytes]):
    """Files of which some are kept back until they are let go."""

    def __init__(self, files: Mapping[str, bytes], *held: str) -> None:
        super().__init__({**files, BLANK: b"<!DOCTYPE html><title>before</title><link rel=icon href=icon.svg>"})
        self.held = {name: threading.Event() for name in held}

    def get(self, name: str, default: Any = None) -> Any:
        """The file, once it may go."""
        if name.startswith(LET):
            self.held[name.removeprefix(LET)].set()
            return b""
        if name in self.held:
            assert self.held[name].wait(120)
        return super().get(name, default)


def held_export(*, is_in_browser: bool) -> HeldFiles:
    """The page as it is exported; its Python is slow, and has a computation without end."""
    if is_in_browser:
        files = page_files()
        named = b'addEventListener("message", async ({ data: { id, name, arguments: given } }) => {\n'
        worker = files["worker.js"]
        assert named in worker
        endless = ENDLESS.replace(b"data.name", b"name")
        worker = worker.replace(named, named + b"  " + endless)
        return HeldFiles({**files, "worker.js": worker}, MAIN, PYTHON)
    files = light_files()
    worker = files["worker.js"].replace(b"postMessage({ ready: true", STAGES)
    heard = b"({ data }) => void"
    assert heard in worker
    files[RULES] = b""
    worker = worker.replace(heard, b"({ data }) => {\n  " + ENDLESS + b"void")
    worker = worker.replace(b"answer(data))));", b"answer(data)))});")
    return HeldFiles({**files, "worker.js": worker}, MAIN, PYTHON, RULES)


def loads(address: str, *steps: tuple[Any, ...]) -> Steps:
    """The page is loaded, whose main file is kept back; then it goes on."""
    at = address.partition("?")[0]
    static = note("static", "document.body.innerText")
    return [
        ("eval", f"void setTimeout(() => location.assign({address!r}))"),
        ("wait", "document.querySelector('.getting-ready')?.getBoundingClientRect().height > 20"),
        static,
        ("get", f"{at}{LET}{MAIN}"),
        *steps,
    ]


def asks_and_stops() -> Steps:
    """What is certain is asked, and stopped; then the hand goes on."""
    steps = [*begun("pagat", "Anna", "Bruno", "Carla"), ("tap", '.act [data-dealer="A"]')]
    steps += [("tap", f'.act [data-word="{each}"]') for each in ("B solo", "C passo", "A passo")]
    steps += [("tap", ".act .unknown-others"), ("tap", ".act .unknown-others"), ("tap", card("3b"))]
    steps += [("tap", ".act .unknown"), ("tap", ".act .unknown"), note("before", WRITTEN)]
    steps += [("click", ".ask-certain"), ("wait", WORKING), note("doing", f"{WORKING}.querySelector('p').innerText")]
    steps += [note("offered", "document.querySelectorAll('.act .face').length"), AXE, ("click", ".stop-call")]
    steps += [BUSY, note("stopped", SAID[1]), note("after", WRITTEN), note("gone", f"!{WORKING}")]
    steps += [("tap", card("2b")), note("goes_on", SAID[1])]
    return [*steps, note("asks", "document.querySelector('.asks').innerText")]


def visit_export(*, is_in_browser: bool) -> Visited:
    """The exported page gets ready slowly, in English."""
    files = held_export(is_in_browser=is_in_browser)
    with ExitStack() as stack:
        calls = stack.enter_context(NativeCalls(Path(stack.enter_context(TemporaryDirectory()))))
        address, _ = stack.enter_context(serve_page(files, calls))
        waits = [("wait", f"{STATE}?.includes('Python is being')"), note("python", STATE), AXE]
        waits += [("get", f"{address}{LET}{PYTHON}")]
        if not is_in_browser:
            waits += [("wait", f"{STATE}?.includes('Python is there')"), note("rules", STATE)]
            waits += [("get", f"{address}{LET}{RULES}")]
        steps = [*loads(address, *waits), READY, note("hidden", "document.querySelector('#state').hidden")]
        steps += asks_and_stops()
        return gone_through({"": {"page": address + BLANK, "steps": steps, "width": 390, "height": 844}})[""]


class HeldCalls:
    """The first call of the page waits; later its worker stops in the middle of one."""

    def __init__(self, page: LocalPage) -> None:
        self.first = threading.Event()
        self._pool = page.server.pool
        self._ask = self._pool.call_worker
        self._pool.call_worker = self.call_worker  # type: ignore[method-assign]

    def call_worker(self, name: str, arguments: bytes, key: str, call: str = "") -> bytes:
        """Answer a call of the page."""
        assert self.first.wait(120)
        if name != "certain":
            return self._ask(name, arguments, key, call)
        stopped = [worker.process for worker in self._pool._free]
        for process in stopped:
            process.send_signal(signal.SIGSTOP)
        try:
            return self._ask(name, arguments, key, call)
        finally:
            for process in stopped:
                process.send_signal(signal.SIGCONT)


def visit_local(folder: Path) -> Visited:
    """The page of this machine gets ready slowly, in Italian."""
    with local_page(folder, "127.0.0.1", 0) as page:
        page.warm_up()
        calls = HeldCalls(page)
        files = HeldFiles(served_files(), MAIN, "call")
        files.held["call"] = calls.first
        page.server._files = lambda: files
        threading.Thread(target=page.server.serve, daemon=True).start()
        at = page.local_address.partition("?")[0]
        italian = ("eval", "void (localStorage['calarec:lang'] = 'it')")
        waits = [("wait", f"{STATE}?.includes('si prepara')"), note("python", STATE), ("get", f"{at}{LET}call"), READY]
        waits += [note("hidden", "document.querySelector('#state').hidden")]
        steps = [italian, *loads(page.local_address, *waits), *asks_and_stops()]
        return gone_through({"": {"page": at + BLANK, "steps": steps, "width": 390, "height": 844}})[""]


@pytest.fixture(scope="module")
def walks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Visited]]:
    """The exported page and that of this machine."""
    walk = __name__.rpartition(".")[2]
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield {
            "en": visit_export(is_in_browser=is_walk_as_exported(walk)),
            "it": visit_local(tmp_path_factory.mktemp("evenings")),
        }


LANGS: Final = pytest.mark.parametrize("lang", ["en", "it"])


@LANGS
def test_a_page_that_gets_ready_says_so_at_once(walks: dict[str, Visited], lang: Any) -> None:
    """Before any script, in both languages; then what is getting ready, until it is."""
    seen = noted(walks[lang])
    assert "The page is getting ready: its files are being loaded." in seen["static"]
    assert "La pagina si sta preparando: si stanno caricando i suoi file." in seen["static"]
    stage = {"en": "starting_python", "it": "starting_served"}[lang]
    assert seen["python"] == text_in(PAGE_WORDS[stage], lang)
    assert seen.get("rules", text_in(PAGE_WORDS["starting_rules"], lang)) == text_in(PAGE_WORDS["starting_rules"], lang)
    assert seen["hidden"] is True


@LANGS
def test_a_long_computation_is_named_and_stopped(walks: dict[str, Visited], lang: Any) -> None:
    """The cards stay on the screen meanwhile, the record as it was; the next tap is answered."""
    seen = noted(walks[lang])
    assert seen["doing"] == text_in(PAGE_WORDS["doing_certain"], lang)
    assert seen["offered"] > 30
    assert seen["stopped"] == text_in(PAGE_WORDS["stopped"], lang)
    assert (seen["after"], seen["gone"]) == (seen["before"], True)
    assert seen["goes_on"] == ""
    assert "2" in seen["asks"]


def test_nothing_is_complained_of(walks: dict[str, Visited]) -> None:
    """No word on the console, nothing serious by axe while it waits."""
    for name, visit in walks.items():
        quiet(name, visit)
        found = [each for looked in visit.seen if isinstance(looked, list) for each in looked if isinstance(each, list)]
        assert [each for each in found if each[0] in ("serious", "critical")] == []
