"""Tests that need what npm brings are left out where it is not, and the suite says so.

`CALAREC_ALL_TESTS=1` wants them run: what is missing is then a mistake.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def browser() -> str:
    """The browser that is driven; nothing if there is none."""
    return next(filter(None, map(shutil.which, _BROWSERS)), "")


def _lacking() -> str:
    """What is not here, or nothing."""
    if shutil.which("node") is None:
        return "there is no node"
    if not (Path(__file__).parents[1] / "node_modules" / "playwright-core").is_dir():
        return "`npm ci` was not run"
    if not browser():
        return "there is no chromium"
    return ""


LACKING = _lacking()
collect_ignore = ["browser"] if LACKING else []


def pytest_configure() -> None:
    """Nothing may be left out where all is asked for."""
    if LACKING and os.environ.get("CALAREC_ALL_TESTS"):
        raise pytest.UsageError(f"tests/browser cannot be run: {LACKING}")


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Says what was left out."""
    if LACKING:
        terminalreporter.write_line(f"tests/browser were left out: {LACKING}", yellow=True)
