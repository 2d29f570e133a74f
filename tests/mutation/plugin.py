"""Runs in pytest, in the mutated copy: some tests of each function with no mutant awake, then those for each mutant.

Every mutant gets a fork of the process in which all tests are collected and none has run. What calarec has kept while
they were collected is forgotten there, so that it is worked out anew with the mutant in it. A mutant that was reached
while calarec was imported, and survives its fork, gets a process of its own.
"""

from __future__ import annotations

import functools
import gc
import importlib
import json
import os
import pkgutil
import resource
import signal
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.mutation.order import Seen, few, file, function, in_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import pytest

_FOLDER: Final = Path(os.environ.get("CALAREC_MUTATION", "."))
_SECONDS: Final = float(os.environ.get("CALAREC_MUTATION_SECONDS", "30"))
_JOBS: Final = int(os.environ.get("CALAREC_MUTATION_JOBS", "1"))
_ALONE: Final = os.environ.get("CALAREC_MUTATION_ALONE")
_REACH: Final = _FOLDER / "reach.jsonl"
_VERDICTS: Final = _FOLDER / "verdicts.jsonl"
# Tests of each function of which is seen what they reach; the others are taken to reach the same.
_FEW: Final = 2
# How long a test may work with a mutant in it: a loop without end is noticed too, in a process that it starts as well.
_SLOWER: Final = 10
_PATIENCE: Final = _SECONDS / 3
_MOST_WORK: Final = 150
_MOST_WAITING: Final = 1800
_MOST_MEMORY: Final = 6 * 1024**3
_BROKEN: Final = 70

_failed: list[str] = []
_caches: list[Any] = []
_imported: set[int] = set()


class TooLongError(BaseException):
    """A test is too slow to be used; no `except Exception` keeps it."""


def pytest_configure() -> None:
    """Everything is imported before the tests are; a property that fails is not made small."""
    with suppress(ImportError):
        from hypothesis import Phase, settings

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", phases=phases, derandomize=True, database=None, deadline=None)
        settings.load_profile("mutants")
    for package in ("calarec", "calarec_tools"):
        with suppress(ImportError):
            room = importlib.import_module(package)
            for module in pkgutil.walk_packages(room.__path__, f"{package}."):
                if not module.name.endswith("__main__"):
                    importlib.import_module(module.name)
    _caches.extend(each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper))
    _imported.update(_mutants().reached)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Notes what failed, in whichever phase."""
    if report.failed:
        _failed.append(report.nodeid)


def pytest_runtestloop(session: pytest.Session) -> bool:
    """The loop over mutants in the place of pytest's own."""
    items = {item.nodeid: item for item in session.items}
    if _ALONE:
        seconds = json.loads(Path(_ALONE).read_text())
        _go_through([(items[test], each) for test, each in seconds.items() if test in items], int(Path(_ALONE).name))
        os._exit(0)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    gc.collect()
    gc.freeze()
    forks = _Forks(_JOBS)
    try:
        _look(forks, items)
        _judge(forks, items)
    finally:
        forks.end()
    return True


class _Forks:
    """Children that work side by side, each the leader of its group."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._running: dict[int, Callable[[int], None]] = {}

    def start(self, work: Callable[[], None], ended: Callable[[int], None]) -> None:
        """Waits until there is room; then the work is done in a child, and what became of it is told here."""
        while len(self._running) >= self._most:
            self._wait()
        child = os.fork()
        if child:
            self._running[child] = ended
            return
        try:
            os.setpgrp()
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            for cache in _caches:
                cache.cache_clear()
            work()
        except BaseException:
            traceback.print_exc()
        os._exit(_BROKEN)

    def wait(self) -> None:
        """Until all have ended."""
        while self._running:
            self._wait()

    def end(self) -> None:
        """Ends all that still work."""
        for child in self._running:
            _end_group(child)

    def _wait(self) -> None:
        child, status = os.wait()
        ended = self._running.pop(child, None)
        _end_group(child)
        if ended is not None:
            ended(status)


def _end_group(child: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)


def _look(forks: _Forks, items: dict[str, pytest.Item]) -> None:
    """Some tests of each function with no mutant awake, the files side by side."""
    seen = {function(line["test"]) for line in _lines(_REACH)}
    files: dict[str, list[pytest.Item]] = {}
    for test in few(list(items), _FEW):
        if function(test) not in seen:
            files.setdefault(file(test), []).append(items[test])
    for of_file in files.values():
        forks.start(functools.partial(_look_at, of_file), lambda _status: None)
    forks.wait()


def _look_at(items: Sequence[pytest.Item]) -> None:
    def ring(_number: int, _frame: object) -> None:
        raise TooLongError

    signal.signal(signal.SIGPROF, ring)
    reached = _mutants().reached
    for item, following in zip(items, [*items[1:], None], strict=True):
        reached.clear()
        _failed.clear()
        before = _work()
        signal.setitimer(signal.ITIMER_PROF, _SECONDS)
        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        signal.setitimer(signal.ITIMER_PROF, 0)
        about = {"seconds": round(_work() - before, 3), "failed": bool(_failed), "reached": sorted(reached)}
        _append(_REACH, {"test": item.nodeid, **about})
    os._exit(0)


def _judge(forks: _Forks, items: dict[str, pytest.Item]) -> None:
    """Every mutant that is not judged, in the order in which they were drawn."""
    seen: dict[str, Seen] = {}
    for line in _lines(_REACH):
        about = Seen(line["seconds"], frozenset(line["reached"]), line["failed"])
        name = function(line["test"])
        seen[name] = seen[name].joined(about) if name in seen else about
    judged = {line["mutant"] for line in _lines(_VERDICTS)}
    everywhere = {name: Seen(each.seconds, each.reached | _imported, each.failed) for name, each in seen.items()}
    for mutant in json.loads((_FOLDER / "mutants.json").read_text()):
        number = mutant["number"]
        if number in judged:
            continue
        chosen = in_order(items, seen, number, _SECONDS)
        alone = in_order(items, everywhere, number, _SECONDS) if number in _imported else {}
        if not chosen and not alone:
            _append(_VERDICTS, {"mutant": number, "verdict": "unreached", "by": "", "tests": 0})
            continue
        with_seconds = [(items[test], seconds) for test, seconds in chosen.items()]
        forks.start(
            functools.partial(_wake, number, with_seconds, alone),
            functools.partial(_ended, number, len(alone or chosen)),
        )
    forks.wait()


def _wake(number: int, items: Iterable[tuple[pytest.Item, float]], alone: dict[str, float]) -> None:
    os.environ["CALAREC_MUTANT"] = str(number)
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (_MOST_WORK, most))
    _mutants().awake = number
    _go_through(items, number)
    if alone:
        tests = _FOLDER / "alone" / str(number)
        tests.parent.mkdir(exist_ok=True)
        tests.write_text(json.dumps(alone))
        os.environ["CALAREC_MUTATION_ALONE"] = str(tests)
        _note(number, "being imported")
        _set_clocks(_PATIENCE / 2)
        files = sorted({file(test) for test in alone})
        os.execv(sys.executable, [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutation.plugin", *files])
    os._exit(0)


def _go_through(items: Iterable[tuple[pytest.Item, float]], number: int) -> None:
    """The tests one after another; ends the process at the first that fails."""
    for item, seconds in items:
        _note(number, item.nodeid)
        _set_clocks(seconds)
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        if _failed:
            os._exit(1)


def _set_clocks(seconds: float) -> None:
    signal.setitimer(signal.ITIMER_PROF, seconds * _SLOWER + _PATIENCE)
    signal.alarm(_MOST_WAITING)


def _ended(number: int, tests: int, status: int) -> None:
    verdict = "killed"
    if os.WIFSIGNALED(status):
        clocks = (signal.SIGPROF, signal.SIGALRM, signal.SIGXCPU)
        verdict = "hung" if os.WTERMSIG(status) in clocks else "crashed"
    elif os.WEXITSTATUS(status) in {0, _BROKEN}:
        verdict = "broken" if os.WEXITSTATUS(status) else "survived"
    by = "" if verdict == "survived" else _note_file(number).read_text()
    _append(_VERDICTS, {"mutant": number, "verdict": verdict, "by": by, "tests": tests})
    _note_file(number).unlink(missing_ok=True)


def _note_file(number: int) -> Path:
    return _FOLDER / "notes" / str(number)


def _note(number: int, test: str) -> None:
    _note_file(number).parent.mkdir(exist_ok=True)
    _note_file(number).write_text(test)


def _work() -> float:
    """Seconds of work of this process and of those that it started: a busy machine makes nothing slower."""
    return sum(os.times()[:4])


def _mutants() -> Any:
    from calarec import mutants  # type: ignore[attr-defined]

    return mutants


def _lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def _append(path: Path, line: dict[str, Any]) -> None:
    """In one write, so that children that append at the same time do not mix their lines."""
    target = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    os.write(target, (json.dumps(line) + "\n").encode())
    os.close(target)
