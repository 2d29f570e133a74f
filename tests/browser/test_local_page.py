"""The page of this machine in a real browser: evening, files, devices, restart."""

from __future__ import annotations

import json
import re
import threading
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import pytest

import calarec
from calarec.core.notation.reader import parse_records
from calarec_tools.desk.serving.evening_folder import evening_summary
from calarec_tools.desk.serving.local_page import LocalPage, code_rows, local_page
from tests.browser.chromium import Visited, gone_through
from tests.browser.pages import (
    AXE,
    BUSY,
    EVENING,
    FILLED_CACHES,
    OPEN_FILE,
    OVERFLOW,
    PAGAT,
    READY,
    STOP_ANALYSIS,
    TRIED,
    Steps,
    answered_by_this_machine,
    begun,
    note,
    noted,
    quiet,
    result_only,
)
from tests.browser.taps import taps

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HOUSE: Final = "ruleset: casa\nversion: 1.0.0\ntitle: Casa\nextends: pagat\nset:\n  match.until.points: 11\n"
TOTALS: Final = "document.querySelector('.totals').innerText"
RECORDED: Final = ("wait", "document.querySelector('.debts')")
BEGIN: Final = ("wait", "document.querySelector('.act .begin')")
SUMMED: Final = 'cal 1\nrules pagat@1.0.0\ntag event "Da \\"Gino\\""\ntag date "2026-11-28"\nseat A "Zoë"\n' + PAGAT
OLD: Final = json.dumps({"version": 1, "text": PAGAT, "changed": 1})
DEBTS_IN_SIGHT: Final = (
    "(box => box.top >= 0 && box.bottom <= innerHeight)(document.querySelector('.debts').getBoundingClientRect())"
)
WITH_BONUS: Final = ("wait", "document.querySelector('.said').innerText.includes('solo: cappotto')")
WRITES: Final = "!document.querySelector('.watching')"
STRANGER: Final = """<!DOCTYPE html><meta charset="utf-8"><title>waiting</title><script>
(async () => {
  const page = new URLSearchParams(location.search).get("page");
  const tried = [];
  const attempt = (name, given) =>
    fetch(page + name, given).then((found) => tried.push(found.type), () => tried.push("nothing"));
  const sent = { method: "POST", credentials: "include", body: "{}" };
  await attempt("folder/about", { ...sent, headers: { "Content-Type": "application/json" } });
  await attempt("folder/create", { ...sent, mode: "no-cors", body: JSON.stringify({ text: "stolen" }) });
  await attempt("", { credentials: "include" });
  await attempt("events?page=0123456789abcdef", { credentials: "include" });
  const frame = document.createElement("iframe");
  frame.src = page;
  document.documentElement.append(frame);
  await new Promise((done) => (frame.onload = done));
  let inside = "closed";
  try { inside = String(frame.contentDocument?.querySelector("#page")); } catch { }
  document.title = JSON.stringify([tried, inside]);
})();
</script>"""


class Machine:
    """A folder and its page, which can be ended and started again at the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self._stack = ExitStack()
        self.page = self.start()

    def start(self) -> LocalPage:
        """Serves the page."""
        self.page = self._stack.enter_context(local_page(self.folder, "127.0.0.1", self.port))
        self.port = self.page.server.port
        # What it tells of other devices, as if it were open to them.
        shared = LocalPage(self.page.server, "192.0.2.2", self.folder, ())
        self.page.server.addresses = shared.addresses_with_codes
        self.page.warm_up()
        threading.Thread(target=self.page.server.serve, daemon=True).start()
        return self.page

    def end(self) -> None:
        """Ends it."""
        self._stack.close()

    def watch_address(self) -> str:
        """The address to watch."""
        return self.page.local_address.replace(self.page.server.access.keys.write, self.page.server.access.keys.watch)

    def evenings(self) -> list[str]:
        """The texts of all evenings."""
        return [each.read_text("utf-8") for each in sorted(self.folder.glob("*.cal"))]


@contextmanager
def stranger_and_switch(machine: Machine) -> Iterator[str]:
    """Another server: it ends and starts the page on request, with a stranger's page."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = b""
            if self.path == "/end":
                machine.end()
            elif self.path == "/start":
                machine.start()
            elif self.path.startswith("/stranger"):
                body = STRANGER.encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Log nothing."""

    serving = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{serving.server_address[1]}"
    finally:
        serving.shutdown()
        serving.server_close()


def evening(other: str) -> Steps:
    """Three taps, and a player leaves; page and server are started again in between."""
    steps: Steps = [READY, note("search", "location.search"), *begun("pagat", "Anna", "Bruno", "Carla")]
    steps.append(note("asked", "[...document.querySelectorAll('.act > section')].map(each => each.className)"))
    steps += [*result_only("B", "solo"), RECORDED, note("totals", TOTALS)]
    steps += [note("who_pays", "document.querySelector('.said').innerText"), AXE, note("wider", OVERFLOW[1])]
    steps += [
        ("click", ".to-debts"),
        note("debts", DEBTS_IN_SIGHT),
        note("prints", "!!document.querySelector('.print-sheet')"),
    ]
    steps += [("reload",), READY, BEGIN, BUSY, note("again", TOTALS), ("get", f"{other}/end")]
    steps += [("click", f".score [name={name}][value={value}]") for name, value in (("who", "C"), ("what", "solo"))]
    steps += [("click", ".score [value=lost]"), ("get", f"{other}/start")]
    steps += [("wait", "document.querySelector('.totals').innerText.includes('+6')"), BUSY, note("restarted", TOTALS)]
    return [
        *steps,
        ("click", ".act > details summary"),
        ("select", "[name=leaves]", "Anna"),
        ("tap", ".leave"),
        BUSY,
        note("left", TOTALS),
    ]


def by_cards() -> Steps:
    """A hand of cards, some tapped on the table, an irregularity, and early results."""
    steps = begun("pagat", "Ada", "Bea", "Cleo")
    tricks = 0
    for kind, step in taps(PAGAT):
        tricks += kind == "Trick"
        if kind == "End":
            steps += [("click", "[data-fold=fault] > summary"), ("select", "[name=fault-who]", "A"), AXE]
            steps += [("tap", ".fault button"), note("without", "document.querySelector('.finish').innerText")]
            steps.append(("tap", ".happened"))
            steps.append(note("came_to", "document.querySelector('.act').innerText"))
        if kind == "Trick" and 4 <= tricks < 10:
            # Cards lie half over each other there.
            at = step[1].replace(".act", ".calarec-table")
            steps += [
                ("wait", f"document.querySelector({at!r})"),
                (
                    "eval",
                    f"void document.querySelector({at!r}).dispatchEvent(new MouseEvent('click', {{bubbles: true}}))",
                ),
                BUSY,
            ]
        else:
            steps.append(step)
    return [*steps, BEGIN, note("priceless", "document.querySelector('.said').innerText")]


def by_keyboard() -> Steps:
    """The first evening and a hand with its result only, without a pointer."""
    steps: Steps = [READY]
    for number, name in enumerate(("Ida", "Lea", "Mia"), 1):
        steps += [("reach", f".names label:nth-child({number}) input"), ("type", name)]
    steps += [("press", "Enter"), ("wait", "document.querySelector('.asks')?.textContent"), BUSY]
    for name in ("who", "what"):
        steps += [("reach", f".score [name={name}]"), ("press", "Space")]
    return [*steps, ("reach", "[name=ended][value=won]"), ("press", "Enter"), RECORDED, BUSY, note("keys", TOTALS)]


def two_devices(here: str, watched: str) -> Steps:
    """A second browser watches an evening grow; a third one asks to write it."""
    grown = ("wait", "document.querySelector('.totals').innerText.includes('+4')")
    steps = [*begun("pagat", "Ugo", "Vera", "Zita"), ("fresh", f"{watched!r} + location.hash"), READY]
    steps += [("wait", "document.querySelector('.watching')"), BUSY]
    steps += [note("acts", "document.querySelectorAll('.act button, .undo, .ask-to-write').length"), ("page", 0)]
    steps += [*result_only("A", "solo"), RECORDED, ("page", 1), grown, note("live", TOTALS)]
    steps += [
        BUSY,
        note("told", "document.querySelector('.said').innerText"),
        note("taken", "document.querySelectorAll('.said button').length"),
    ]
    steps += [("hash", "record"), BUSY]
    steps += [note("forms", "document.querySelectorAll('form, .everything').length"), ("page", 0)]
    steps += [("fresh", f"{here!r} + location.hash"), READY, ("wait", "document.querySelector('.ask-to-write')"), BUSY]
    steps += [("click", ".ask-to-write"), ("page", 0), ("wait", "document.querySelector('.hand-over')"), AXE]
    steps += [("twice", ".hand-over", 0), ("wait", "document.querySelector('.watching')"), ("page", 2)]
    steps += [("wait", f"{WRITES} && document.querySelector('.score')"), BUSY, *result_only("B", "solo"), BUSY]
    steps += [("tap", "[data-bonus=cappotto]"), WITH_BONUS, note("bonus", "document.querySelector('.said').innerText")]
    steps += [("page", 0), ("wait", "document.querySelector('.totals').innerText.includes('+6')"), BUSY]
    return [*steps, note("handed", TOTALS), note("here_alone", "document.querySelectorAll('.share').length")]


def archive(folder: Path) -> Steps:
    """A lost hand of an evening is analysed; its evenings give a puzzle and a season."""
    (folder / "archive.cal").write_text(EVENING, "utf-8")
    # The last tricks are known first; the whole of a hand takes the plain kernel a minute.
    lost = "document.querySelector('.loss[data-at=\"10.1\"]')?.innerText.includes('Better: ')"
    steps: Steps = [READY, ("hash", "replay/archive//h8"), ("wait", "document.querySelector('.analyse')"), BUSY]
    steps += [("click", ".analyse"), ("wait", lost), STOP_ANALYSIS]
    steps += [("click", ".loss[data-at='10.1']"), BUSY]
    steps += [note("marked", "document.querySelectorAll('.calarec-table .wrong').length")]
    steps += [note("lost", "document.querySelector('.player-findings').innerText"), note("at", "location.hash")]
    steps += [("click", "[data-go=back]"), TRIED, note("better", "document.querySelectorAll('.better').length")]
    steps += [note("tried", "[...document.querySelectorAll('.try')].map(each => each.innerText)")]
    steps += [("click", ".could-know"), ("wait", "document.querySelector('.knowledge')"), BUSY, AXE]
    steps += [note("known", "document.querySelectorAll('.knowledge tbody tr').length"), note("wider", OVERFLOW[1])]
    steps += [("click", ".try.best"), ("wait", "document.querySelector('.back-to-hand')"), BUSY]
    steps += [note("otherwise", "document.querySelector('.here').innerText"), ("click", ".back-to-hand"), TRIED]
    steps += [note("back", "location.hash"), ("hash", "record"), ("click", ".archive a"), BUSY]
    steps += [
        ("wait", "document.querySelector('.guess')"),
        BUSY,
        AXE,
        ("click", ".guess"),
        ("click", ".guess >> nth=1"),
    ]
    steps += [note("answered", "document.querySelector('.answer-of-puzzle').textContent"), note("wide", OVERFLOW[1])]
    steps += [
        ("click", ".answer-of-puzzle summary"),
        ("click", ".answer-of-puzzle a"),
        ("wait", "document.querySelector('.analyse')"),
    ]
    steps += [note("hand", "location.hash"), ("hash", "record"), ("click", ".make-season")]
    steps += [("wait", "document.querySelector('.season-site')"), BUSY, AXE]
    season = "new URL(document.querySelector('.season-site').href).pathname"
    return [*steps, ("eval", f"fetch({season}).then(each => each.text()).then(text => ({{ season: text }}))")]


def codes() -> Steps:
    """The address for another device to write, and the modules of its code."""
    written = "document.querySelector('.address')"
    return [
        ("click", ".others > summary"),
        note("address", f"{written}.querySelector('a').href"),
        note("code", f"{written}.querySelector('path').getAttribute('d')"),
        AXE,
    ]


def everything() -> Steps:
    """A user's own rules; kept evenings; all saved, and restored beside the rest."""
    steps: Steps = [
        READY,
        ("hash", "rules/edit/casa/pagat"),
        ("wait", "document.querySelector('.book h3')"),
        OPEN_FILE,
        BUSY,
    ]
    steps += [
        ("fill", "textarea", HOUSE),
        ("wait", "document.querySelector('.book').textContent.includes('Casa')"),
        BUSY,
    ]
    steps += [
        ("tap", ".use-rules"),
        ("tap", ".play-by"),
        note("form", "location.hash + document.querySelector('#new-rules').value"),
    ]
    steps += [*begun("casa", "Eva", "Ivo", "Ute")]
    steps += [("eval", f"localStorage.setItem('calarec:evening:old', {OLD!r})"), ("hash", "record"), BUSY]
    steps += [("wait", "document.querySelector('.bring-over')"), *codes(), ("click", ".bring-over")]
    steps += [("wait", "document.querySelector('.everything [role=status]').innerText"), BUSY]
    summed = f"summary: it.summaryOf({json.dumps(SUMMED)})"
    steps.append(("eval", f"import(new URL('summary.js', location.href).href).then(it => ({{ {summed} }}))"))
    steps += [note("left", "Object.keys(localStorage).filter(each => each.startsWith('calarec:evening'))")]
    more = {"name": "more", "text": PAGAT.replace("seat A", 'seat A "Lia"')}
    told = {"format": "calarec-everything", "version": 1, "evenings": [more, {**more, "text": PAGAT}]}
    rules = [{"name": "casa", "text": HOUSE.replace("11", "21")}, {"name": "../out", "text": HOUSE}]
    steps += [("files", ".restore", [{"name": "all.json", "text": json.dumps({**told, "rules": rules})}])]
    steps += [("wait", "document.querySelector('.everything [role=status]').innerText.includes('casa')")]
    steps += [note("restored", "document.querySelector('.everything [role=status]').innerText")]
    steps += [("load", ".save-everything"), ("files", ".restore", [{"name": "none.json", "text": "[]"}])]
    return [*steps, ("wait", "document.querySelector('.everything [role=status]').innerText.includes('not saved')")]


def after_an_export(ending: str, other: str, here: str) -> Steps:
    """An exported page was kept offline at this address; now the server is there."""
    steps: Steps = [
        READY,
        ("wait", "navigator.serviceWorker.ready.then(() => caches.keys()).then(each => each.length)"),
    ]
    steps += [("get", ending), ("get", f"{other}/start"), ("beside", here)]
    steps += [("wait", "document.querySelector('.folder')"), BUSY]
    return [*steps, ("wait", "navigator.serviceWorker.getRegistrations().then(each => !each.length)"),
            ("eval", FILLED_CACHES)]  # fmt: skip


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """The page of an empty folder; keys are kept in a folder of the test."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        found = Machine(tmp_path_factory.mktemp("evenings"))
        yield found
        found.end()


@pytest.fixture(scope="module")
def walks(machine: Machine) -> dict[str, Visited]:
    """All visits of one server, in one browser."""
    here, watched = machine.page.local_address, machine.watch_address()
    with stranger_and_switch(machine) as other:
        stranger = f"{other}/stranger?page={here.partition('?')[0]}"
        steps: dict[str, Steps] = {
            "evening": evening(other),
            "cards": by_cards(),
            "archive": archive(machine.folder),
            "devices": two_devices(here, watched),
            "keys": by_keyboard(),
            "everything": everything(),
            "stranger": [
                READY,
                ("beside", stranger),
                ("wait", "document.title !== 'waiting'"),
                ("eval", "document.title"),
            ],
        }
        return gone_through({name: {"page": here, "steps": each, "width": 390} for name, each in steps.items()})


def test_three_taps(walks: dict[str, Visited], machine: Machine) -> None:
    """Hand, totals and payments are there at once, and after a reload, in a record."""
    seen = noted(walks["evening"])
    assert seen["search"] == ""
    assert seen["totals"].split() == seen["again"].split() == ["Anna", "−2", "Bruno", "+4", "Carla", "−2"]
    assert "Anna and Carla pay Bruno 2 each." in seen["who_pays"]
    assert seen["wider"] <= 0
    assert (seen["debts"], seen["prints"]) == (True, True)
    # What is asked for most comes first; the names of the dealers are asked for by cards only.
    assert seen["asked"] == ["only-result", "by-cards"]
    (text,) = (each for each in machine.evenings() if "\nleave " in each)
    assert [calarec.replay(each).verdict for each in parse_records(text)] == ["legal", "legal"]


def test_a_server_that_is_started_again(walks: dict[str, Visited]) -> None:
    """Taps while the server was gone are written after its return."""
    seen = noted(walks["evening"])
    assert seen["restarted"].split() == ["Anna", "0", "Bruno", "+6", "Carla", "−6"]
    assert "Anna 0" in seen["left"].replace("\n", " ")


def test_cards_are_tapped_on_the_table(walks: dict[str, Visited], machine: Machine) -> None:
    """The hand has the result of the record, shown as soon as the last trick is in."""
    (text,) = (each for each in machine.evenings() if "Cleo" in each)
    assert calarec.replay(parse_records(text)[0]).account == calarec.replay(parse_records(PAGAT)[0]).account
    assert "Cleo" in noted(walks["cards"])["came_to"]


def test_an_irregularity_without_a_price(walks: dict[str, Visited], machine: Machine) -> None:
    """It is written, and the page states that the rules set no price for it."""
    (text,) = (each for each in machine.evenings() if "Cleo" in each)
    assert "\nfault A: " in text
    assert noted(walks["cards"])["without"] == "Close the hand without it"
    assert "These rules set no price" in noted(walks["cards"])["priceless"]


def test_others_watch_and_take_over(walks: dict[str, Visited]) -> None:
    """The key to watch shows an evening without buttons; the other can write it."""
    seen = noted(walks["devices"])
    assert (seen["acts"], seen["forms"]) == (0, 0)
    assert seen["live"].split() == ["Ugo", "+4", "Vera", "−2", "Zita", "−2"]
    assert seen["told"].startswith("Hand 1\n")
    assert "Ugo wins solo." in seen["told"]
    assert seen["taken"] == 0
    # A bonus that was forgotten is written into the hand that is just recorded.
    assert "Vera wins solo: cappotto." in seen["bonus"]
    assert seen["handed"].split() == ["Ugo", "0", "Vera", "+6", "Zita", "−6"]
    assert seen["here_alone"] == 0


def test_a_first_evening_by_keyboard(walks: dict[str, Visited]) -> None:
    """Ida declares the lowest contract and wins it."""
    assert noted(walks["keys"])["keys"].split() == ["Ida", "+2", "Lea", "−1", "Mia", "−1"]


def test_a_lost_hand_is_analysed(walks: dict[str, Visited]) -> None:
    """The card that lost it is marked, with a better one and its continuation."""
    seen = noted(walks["archive"])
    assert seen["marked"] == 1
    assert seen["lost"].startswith("??")
    assert "Better: " in seen["lost"]
    assert seen["at"].endswith("/h8t10.1")
    assert seen["better"] == 1
    assert any("✓" in each for each in seen["tried"])
    assert any("✗" in each for each in seen["tried"])
    assert sum("played" in each for each in seen["tried"]) == 1
    assert seen["known"] == len(seen["tried"])
    assert "as it could have gone" in seen["otherwise"]
    assert seen["back"].endswith("/h8t10")
    assert (seen["wider"], seen["wide"]) == (0, 0)


def test_a_puzzle_and_the_season(walks: dict[str, Visited]) -> None:
    """The answer gives the reason and leads to the hand; the season has the evenings."""
    seen = noted(walks["archive"])
    assert "Only the " in seen["answered"]
    assert "needed: " in seen["answered"]
    assert seen["hand"].startswith("#replay/archive//h")
    assert "Concetta" in seen["season"]
    assert "evening-1.html" in seen["season"]


def test_another_device_is_shown_the_way(walks: dict[str, Visited]) -> None:
    """The code on the page is that of the address, drawn with a margin of four modules."""
    seen = noted(walks["everything"])
    assert seen["address"].startswith("http://192.0.2.2:")
    dark = {(int(across) - 4, int(down) - 4) for across, down in re.findall(r"M(\d+) (\d+)h1v1h-1z", seen["code"])}
    rows = enumerate(code_rows(seen["address"]))
    assert dark == {(across, down) for down, row in rows for across, module in enumerate(row) if module == "1"}


def test_everything_in_one_file(walks: dict[str, Visited], machine: Machine) -> None:
    """Evenings of the browser are moved to the folder; nothing there is replaced."""
    seen = noted(walks["everything"])
    assert seen["form"] == "#newcasa"
    assert seen["left"] == []
    assert seen["summary"] == evening_summary(SUMMED)
    assert (machine.folder / "casa.yaml").read_text("utf-8") == HOUSE
    assert sum(each == PAGAT for each in machine.evenings()) == 1
    assert sum('"Lia"' in each for each in machine.evenings()) == 1
    assert "Evenings restored: 1." in seen["restored"]
    assert "../out" in seen["restored"]
    (name, text) = walks["everything"].seen[-1]
    assert name.endswith(".json")
    assert {each["text"] for each in json.loads(text)["evenings"]} == set(machine.evenings())
    assert not (machine.folder.parent / "out.yaml").exists()


def test_a_page_of_another_origin_gets_nothing(walks: dict[str, Visited], machine: Machine) -> None:
    """It is open in the same browser, and neither reads nor writes, nor frames it."""
    tried, inside = json.loads(walks["stranger"].seen[-1])
    assert tried == ["nothing"] * 4
    assert inside == "undefined"
    assert not any("stolen" in each for each in machine.evenings())


def test_nothing_is_complained_of(walks: dict[str, Visited]) -> None:
    """No word on the console, no request to elsewhere, nothing serious by axe."""
    for name in ("archive", "cards", "devices", "everything", "keys"):
        quiet(name, walks[name])
    # While the server is gone a browser says so itself.
    assert all("ERR_CONNECTION" in each for each in walks["evening"].console)
    asked = {urlsplit(each).hostname for each in walks["evening"].requests}
    assert asked == {"127.0.0.1"}
    found = [each for name in walks for looked in walks[name].seen if isinstance(looked, list) for each in looked]
    assert [each for each in found if isinstance(each, list) and each[0] in ("serious", "critical")] == []


def test_no_old_export_answers_in_its_place(machine: Machine) -> None:
    """A service worker of an old export removes itself, and the local page is shown."""
    machine.end()
    with ExitStack() as stack:
        address, ending = stack.enter_context(answered_by_this_machine())
        machine.port = urlsplit(address).port or 0
        other = stack.enter_context(stranger_and_switch(machine))
        here = machine.page.local_address.replace(urlsplit(machine.page.local_address).netloc, urlsplit(address).netloc)
        found = gone_through({"": {"page": address, "steps": after_an_export(ending, other, here)}})[""]
    assert found.seen[-1] == []
