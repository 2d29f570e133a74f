"""A page gone through in a real browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tests.house.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping

_BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
IN_CHROMIUM: Final = ROOT / "tests" / "browser" / "in_chromium.mjs"


class Visited(NamedTuple):
    """The result of a visit."""

    seen: list[Any]
    console: list[str]
    requests: list[str]

    def quiet(self, page: str) -> bool:
        """The console is empty, and only the page itself is requested."""
        return not self.console and {each.partition("#")[0] for each in self.requests} == {page}


def find_browser() -> str:
    """Return the path of the browser that tests drive, or "" if there is none."""
    return next(filter(None, map(shutil.which, _BROWSERS)), "")


def gone_through(visits: Mapping[str, Mapping[str, Any]]) -> dict[str, Visited]:
    """Run visits in Chromium; return steps' answers, console and requests of each."""
    asked = {"browser": find_browser(), "visits": list(visits.values())}
    done = subprocess.run(
        ["node", str(IN_CHROMIUM)], input=json.dumps(asked), capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr[-6000:]
    return {name: Visited(**each) for name, each in zip(visits, json.loads(done.stdout), strict=True)}
