"""Which tests run: those that need npm or an extra only where it is, and of the mass tests an eighth at a time.

`CALAREC_ALL_TESTS=1` makes a missing program an error. `CALAREC_SHARD` chooses the eighth of the cases of tests
marked `mass` (0 to 7, or `all`). By default the commit chooses it, and only where the whole suite runs: a test that
is named on the command line runs with all its cases.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import zlib
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


SHARDS = 8
SHARD = "CALAREC_SHARD"


def shard_of_commit() -> str:
    """The eighth that belongs to the commit that is checked out; the first where there is no repository."""
    asked = ("git", "-C", str(Path(__file__).parent), "rev-parse", "--short=8", "HEAD")
    found = subprocess.run(asked, capture_output=True, text=True, check=False) if shutil.which("git") else None
    commit = found.stdout.strip() if found is not None and found.returncode == 0 else "0"
    return str(int(commit, 16) % SHARDS)


def is_in_shard(test: str, shard: str) -> bool:
    """Whether a case of a mass test, named by its node id, belongs to an eighth."""
    return shard == "all" or zlib.crc32(test.encode()) % SHARDS == int(shard)


def pytest_report_header() -> str:
    """Names the eighth, so that a failure can be run again."""
    return f"mass tests: {SHARD}={os.environ[SHARD]} of {SHARDS}; `make test-all` runs all of them"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep an eighth of the cases of mass tests."""
    shard = os.environ[SHARD]
    items[:] = [item for item in items if not item.get_closest_marker("mass") or is_in_shard(item.nodeid, shard)]


def pytest_configure(config: pytest.Config) -> None:
    """Choose the eighth for this process and those that it starts; fail where everything is asked for and missing."""
    if SHARD not in os.environ:
        whole_suite = config.args_source == pytest.Config.ArgsSource.TESTPATHS
        os.environ[SHARD] = shard_of_commit() if whole_suite else "all"
    if os.environ[SHARD] not in {*map(str, range(SHARDS)), "all"}:
        raise pytest.UsageError(f"{SHARD} is {os.environ[SHARD]!r}, not 0 to {SHARDS - 1} or all")
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
