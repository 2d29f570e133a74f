"""The selection of tests: by installed programs and extras, and by shards.

`CALAREC_ALL_TESTS=1` makes a missing program an error. `CALAREC_SHARD` chooses the eighth of the cases of tests
marked `mass` (0 to 7, or `all`). By default the commit chooses it, and only where the whole suite runs: a test that
is named on the command line runs with all its cases.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.chromium import find_browser
from tests.reading_by_name import guard_records
from tests.shards import SHARD, SHARDS, examples, has_all_cases, is_in_shard, is_walk_in_shard

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

# The suite tries the plain kernel, on any machine alike; `kernel/tests` and `.ci/run` hold the compiled one against it.
os.environ.setdefault("CALAREC_KERNEL", "plain")
# Before a test imports a module of calarec: the guard is on the classes that are made from now on.
guard_records()

_SHELLS = ("bash", "fish", "zsh")
SHELLS = tuple(filter(shutil.which, _SHELLS))
"""The shells that are installed; the others are only named."""
_NEOVIM = "NVIM v0.7.2"


def _lacking() -> str:
    """Return the missing program of tests in a browser, or nothing."""
    if shutil.which("node") is None:
        return "there is no node"
    if not (Path(__file__).parents[1] / "node_modules" / "playwright-core").is_dir():
        return "`npm ci` was not run"
    if not find_browser():
        return "there is no chromium"
    return ""


def _no_editor() -> str:
    """Return the missing packages of the language server's tests, or nothing."""
    return "" if all(map(find_spec, ("pygls", "pytest_lsp"))) else "pygls and pytest-lsp are not installed"


def _no_neovim() -> str:
    """The reason why no pictures of Neovim's screen are drawn, or nothing."""
    here = shutil.which("nvim")
    if here is None:
        return "not installed here"
    version = subprocess.run([here, "--version"], capture_output=True, text=True, check=False).stdout
    return "" if version.startswith(_NEOVIM) else f"the pictures were drawn with {_NEOVIM}"


def _no_openssl() -> str:
    """Return the missing program of the encrypted scheduler's test, or nothing."""
    return next((f"there is no {each}" for each in ("openssl", "bash") if shutil.which(each) is None), "")


def _no_openspiel() -> str:
    """Return the missing package of the tests for OpenSpiel, or nothing."""
    return "" if find_spec("pyspiel") else "open_spiel is not installed"


_NEEDING = (
    ("browser", _lacking()), ("tools/editor", _no_editor()), ("tools/scale/test_tls.py", _no_openssl()),
    ("learning/test_spiel.py", _no_openspiel()),
)  # fmt: skip
LACKING = {tests: said for tests, said in _NEEDING if said}
_UNSEEN = _no_neovim()
collect_ignore = [*LACKING, *(["tools/editor/test_neovim_screen.py"] if _UNSEEN else [])]


SLOW_FOLDERS = (
    "browser/", "fuzz/", "golden/", "judge/damage/", "judge/review/", "records/", "repair/",
    "referees/", "sources/", "tools/scale/",
)  # fmt: skip
"""Folders of damaged records, rulings, referees, browsers, clusters."""


def shard_of_commit() -> str:
    """The eighth of the checked-out commit; the first one without a repository."""
    asked = ("git", "-C", str(Path(__file__).parent), "rev-parse", "--short=8", "HEAD")
    found = subprocess.run(asked, capture_output=True, text=True, check=False) if shutil.which("git") else None
    commit = found.stdout.strip() if found is not None and found.returncode == 0 else "0"
    return str(int(commit, 16) % SHARDS)


def is_in_slow_folder(test: str) -> bool:
    """Check whether the folder of a test (by its node id) has only `slow` tests."""
    return test.removeprefix("tests/").startswith(SLOW_FOLDERS)


def is_tried(item: pytest.Item, shard: str) -> bool:
    """Check whether a test belongs to this run."""
    if item.get_closest_marker("walk") and not is_walk_in_shard(item.path.stem, shard):
        return False
    return not item.get_closest_marker("mass") or is_in_shard(item.nodeid, shard)


def pytest_report_header() -> str:
    """Names the eighth, so that a failure can be run again."""
    return f"mass tests: {SHARD}={os.environ[SHARD]} of {SHARDS}; `make test-all` runs all of them"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark slow tests, keep an eighth of mass tests, and begin with slow files."""
    for item in items:
        if is_in_slow_folder(item.nodeid):
            item.add_marker(pytest.mark.slow)
    shard = os.environ[SHARD]
    items[:] = [item for item in items if is_tried(item, shard)]
    slow_files = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (not item.nodeid.startswith("tests/browser/"), item.path not in slow_files))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Let an idle process take over from one that began with slow tests."""
    if config.getoption("dist") != "load":
        return None
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)


def _set_up_properties(config: pytest.Config) -> None:
    """Choose how many examples hypothesis draws, and by which seed."""
    from hypothesis import HealthCheck, settings

    settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("untimed")
    if has_all_cases():
        return
    # The shard is their seed, so that a commit passes or fails, and the next one draws others.
    settings.register_profile("eighth", max_examples=examples(100), derandomize=False, database=None, print_blob=True)
    settings.load_profile("eighth")
    if config.getoption("--hypothesis-seed", default=None) is None:
        config.option.hypothesis_seed = os.environ[SHARD]


@pytest.hookimpl(tryfirst=True)  # before hypothesis reads its seed
def pytest_configure(config: pytest.Config) -> None:
    """Choose the eighth for this run; fail if everything is asked for and missing."""
    if SHARD not in os.environ:
        whole_suite = config.args_source == pytest.Config.ArgsSource.TESTPATHS
        os.environ[SHARD] = shard_of_commit() if whole_suite else "all"
    if os.environ[SHARD] not in {*map(str, range(SHARDS)), "all"}:
        raise pytest.UsageError(f"{SHARD} is {os.environ[SHARD]!r}, not 0 to {SHARDS - 1} or all")
    _set_up_properties(config)
    if LACKING and os.environ.get("CALAREC_ALL_TESTS"):
        said = "; ".join(f"tests/{folder}: {said}" for folder, said in LACKING.items())
        raise pytest.UsageError(f"not everything can be run: {said}")


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Print what was left out."""
    for folder, said in LACKING.items():
        terminalreporter.write_line(f"tests/{folder} were left out: {said}", yellow=True)
    missing = [shell for shell in _SHELLS if shell not in SHELLS]
    if missing:
        said = f"tests/tools/test_shells.py were left out for {', '.join(missing)}: not installed here"
        terminalreporter.write_line(said, yellow=True)
    if _UNSEEN:
        terminalreporter.write_line(f"tests/tools/editor/test_neovim_screen.py was left out: {_UNSEEN}", yellow=True)
    shown = terminalreporter.config.getoption("durations")
    if shown:
        terminalreporter.write_sep("=", f"slowest {shown} files")
        slowest = sorted(time_by_file(terminalreporter).items(), key=lambda found: -found[1])
        for file, seconds in slowest[:shown]:
            terminalreporter.write_line(f"{seconds:.2f}s {file}")


def time_by_file(terminalreporter: TerminalReporter) -> dict[str, float]:
    """The seconds that the tests of each file took: a file of many quick tests is no slow test."""
    seconds: dict[str, float] = {}
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                file = report.nodeid.partition("::")[0]
                seconds[file] = seconds.get(file, 0.0) + report.duration
    return seconds
