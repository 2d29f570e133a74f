"""Sizes and times of the page, for `docs/guides/page.md`: local server and export.

`python -m bench.page` needs all that the tests of the page need (`npm ci`, node, Chromium).
"""

from __future__ import annotations

import gzip
import json
import os
import platform
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from statistics import median
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from calarec_tools.desk.calls.boundary import answer_call
from calarec_tools.desk.site.files import pyodide_folder, site_files
from tests.browser.chromium import gone_through
from tests.browser.static_site import HOST, server
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping

PAGE: Final = ROOT / "docs" / "guides" / "page.md"
RECORD: Final = (ROOT / "records/twenty-one/evening.cal").read_text("utf-8")
ONE: Final = RECORD.partition("\nend\n")[0] + "\nend\n"
ROUNDS: Final = 7
_PLACE: Final = re.compile(r"(<!-- measured by bench.page -->\n).*?(<!-- end of what was measured -->)", re.DOTALL)
_PARTS: Final = {
    "pyodide": "the Python of the browser (Pyodide)",
    "calarec.zip": "calarec with its rules and its dependencies",
    "": "the page",
}
_MEASURED: Final = """
(async () => {
  const { call } = await import(new URL("boundary.js", location.href).href);
  const took = async (text) => {
    const start = performance.now();
    await call("check", { text, rules: "" });
    return performance.now() - start;
  };
  const found = Object.fromEntries(performance.getEntriesByType("measure").map((each) => [each.name, each.duration]));
  found.first = await took(ONE);
  found.again = [];
  for (let round = 0; round < ROUNDS; round++) found.again.push(await took(ALL));
  return found;
})()
"""


def measured(files: Mapping[str, bytes]) -> dict[str, Any]:
    """Milliseconds in the browser."""
    serving = server(files, 0)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    code = _MEASURED.replace("ROUNDS", str(ROUNDS)).replace("ONE", json.dumps(ONE)).replace("ALL", json.dumps(RECORD))
    steps = [("wait", "document.documentElement.dataset.state === 'ready'"), ("eval", code)]
    try:
        visit = gone_through({"": {"page": f"http://{HOST}:{serving.server_address[1]}/", "steps": steps}})[""]
    finally:
        serving.shutdown()
    (found,) = visit.seen
    assert isinstance(found, dict)
    return found


def natively() -> float:
    """Milliseconds for the same call here, once everything is warm."""
    given = json.dumps({"text": RECORD, "rules": "", "lang": "en"})
    times = []
    for _ in range(ROUNDS + 1):
        start = time.perf_counter()
        answer_call("check", given)
        times.append((time.perf_counter() - start) * 1000)
    return median(times[1:])


class LocalTimes(NamedTuple):
    """Seconds, each the median of some starts."""

    nothing: float
    """`python -c pass`."""
    listens: float
    begins: float
    """An evening begun right after the start, by a process that is not warm yet."""
    tap: float
    """The first tap of a hand after that."""


def local_times() -> LocalTimes:
    """Measure the local server from its start."""
    times = []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", "pass"], check=True)
            nothing = time.perf_counter() - start
            times.append((nothing, *_one_start(folder)))
    return LocalTimes(*map(median, zip(*times, strict=True)))


def _one_start(folder: str) -> tuple[float, float, float]:
    command = [sys.executable, "-m", "calarec_tools.main", "page", "--no-open", "--port", "0", "--folder", folder]
    world = {**os.environ, "XDG_DATA_HOME": folder}
    start = time.perf_counter()
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=world) as page:
        assert page.stderr is not None
        host, key = re.findall(r"http://([^/]+)/\?key=(\w+)", page.stderr.readline())[0]
        listens = time.perf_counter() - start

        def answer(name: str, **given: Any) -> Any:
            headers = {
                "Content-Type": "application/json", "Origin": f"http://{host}",
                "Cookie": f"calarec-{host.rpartition(':')[2]}={key}",
            }  # fmt: skip
            sent = json.dumps({**given, "lang": "en"}).encode()
            asked = urllib.request.Request(f"http://{host}/call/{name}?page={'0' * 16}", sent, headers)
            with urllib.request.urlopen(asked) as found:
                return json.load(found)["answer"]

        text = answer("begin", rules="pagat", people=["Anna", "Bruno", "Carla"], day="")["text"]
        begins = time.perf_counter() - start
        answer("enter", text=text, typed="A", dealer="A")
        tap = time.perf_counter() - start - begins
        page.send_signal(signal.SIGINT)
        page.communicate()
    return listens, begins, tap


def told(files: Mapping[str, bytes], found: dict[str, Any], native: float, local: LocalTimes) -> str:
    """Return the figures as text for the page."""
    lines = [
        f"The local server listens after {local.listens * 1000:.0f} ms, {local.listens / local.nothing:.1f} times "
        f"`python -c pass`, and answers the first tap in {local.tap * 1000:.0f} ms",
        f"({local.tap / local.nothing:.1f} times). An evening begun at the very start, while the process that judges "
        f"makes itself ready, takes {local.begins:.1f} s (medians of {ROUNDS} starts).",
        "",
        "An exported page:",
        "",
    ]
    lines += ["| part | MB | MB as it is sent (gzip) |", "| --- | ---: | ---: |"]
    for part, title in _PARTS.items():
        own = [data for name, data in files.items() if _part(name) == part]
        packed = sum(len(gzip.compress(data, 6)) for data in own)
        lines.append(f"| {title} | {sum(map(len, own)) / 1e6:.2f} | {packed / 1e6:.2f} |")
    share = found["calarec"] + found["first"]
    again = median(found["again"])
    hands = RECORD.count("\nhand ")
    seconds = {name: f"{found[name] / 1000:.1f} s" for name in ("pyodide", "calarec", "first")}
    machine = f"{platform.machine()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.0f}"
    lines += [
        "",
        f"In one run of Chromium ({machine}): Pyodide starts in "
        f"{seconds['pyodide']}. calarec's own share is {share / 1000:.1f} s, {share / found['pyodide']:.2f} of",
        f"that: its packages {seconds['calarec']}, the first ruleset with a first silent replay {seconds['first']}. "
        f"After that a hand is checked in {again / hands:.0f} ms, {again / native:.1f} times",
        "what it takes here without a browser.",
        "",
    ]
    return "\n".join(lines)


def _part(name: str) -> str:
    return name.split("/")[0] if "/" in name or name in _PARTS else ""


def main() -> None:
    """Measures and writes."""
    files = site_files(pyodide_folder(str(ROOT / "node_modules" / "pyodide")))
    text = told(files, measured(files), natively(), local_times())
    sys.stdout.write(text)
    PAGE.write_text(_PLACE.sub(lambda found: found[1] + text + found[2], PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
