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
    """What came of a visit."""

    seen: list[Any]
    console: list[str]
    requests: list[str]

    def quiet(self, page: str) -> bool:
        """The console said nothing, and nothing was asked for but the page itself."""
        return not self.console and {each.partition("#")[0] for each in self.requests} == {page}


def find_browser() -> str:
    """Return the path of the browser that tests drive, or "" if there is none."""
    return next(filter(None, map(shutil.which, _BROWSERS)), "")


def gone_through(visits: Mapping[str, Mapping[str, Any]]) -> dict[str, Visited]:
    """What was seen at the steps that answer, what the console said, and what was asked for, visit by visit."""
    asked = {"browser": find_browser(), "visits": list(visits.values())}
    done = subprocess.run(
        ["node", str(IN_CHROMIUM)], input=json.dumps(asked), capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr[-6000:]
    return {name: Visited(**each) for name, each in zip(visits, json.loads(done.stdout), strict=True)}
