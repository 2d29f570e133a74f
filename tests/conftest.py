"""Tests that need what npm or an extra brings are left out where it is not, and the suite says so.

`CALAREC_ALL_TESTS=1` wants them run: what is missing is then a mistake.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

_SHELLS = ("bash", "fish", "zsh")
SHELLS = tuple(filter(shutil.which, _SHELLS))
"""The shells that are here; nobody is asked to install the others, only told."""
_NEOVIM = "NVIM v0.7.2"
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


def _no_editor() -> str:
    """What the tests of the language server lack, or nothing."""
    return "" if all(map(find_spec, ("pygls", "pytest_lsp"))) else "pygls and pytest-lsp are not installed"


def _no_neovim() -> str:
    """Why the pictures of Neovim's screen are not drawn again, or nothing; nobody is asked to install it."""
    here = shutil.which("nvim")
    if here is None:
        return "not installed here"
    version = subprocess.run([here, "--version"], capture_output=True, text=True, check=False).stdout
    return "" if version.startswith(_NEOVIM) else f"the pictures were drawn with {_NEOVIM}"


LACKING = {folder: said for folder, said in (("browser", _lacking()), ("tools/editor", _no_editor())) if said}
_UNSEEN = _no_neovim()
collect_ignore = [*LACKING, *(["tools/editor/test_neovim_screen.py"] if _UNSEEN else [])]


def pytest_configure() -> None:
    """Nothing may be left out where all is asked for."""
    if LACKING and os.environ.get("CALAREC_ALL_TESTS"):
        said = "; ".join(f"tests/{folder}: {said}" for folder, said in LACKING.items())
        raise pytest.UsageError(f"not everything can be run: {said}")


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Says what was left out."""
    for folder, said in LACKING.items():
        terminalreporter.write_line(f"tests/{folder} were left out: {said}", yellow=True)
    missing = [shell for shell in _SHELLS if shell not in SHELLS]
    if missing:
        said = f"tests/tools/test_shells.py were left out for {', '.join(missing)}: not installed here"
        terminalreporter.write_line(said, yellow=True)
    if _UNSEEN:
        terminalreporter.write_line(f"tests/tools/editor/test_neovim_screen.py was left out: {_UNSEEN}", yellow=True)
