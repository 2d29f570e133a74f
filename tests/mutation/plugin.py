"""Runs in pytest, in the mutated copy: every test once with no mutant awake, then those that reach a mutant.

Every mutant gets a fork of the process in which all tests are collected and none has run: nothing is loaded twice, and
nothing is remembered from another mutant. Those that are reached while tests are collected, and survive, get a process
of their own.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from contextlib import suppress
from itertools import groupby, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest

# How long a test may take with a mutant in it: a loop without end is noticed too.
_SLOWER: Final = 10
_PATIENCE: Final = 15
_MOST_MEMORY: Final = 6 * 1024**3

_FOLDER = Path(os.environ.get("CALAREC_MUTATION", "."))
_REACH = _FOLDER / "reach.jsonl"
_VERDICTS = _FOLDER / "verdicts.jsonl"
_failed: list[str] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Notes what failed, in whichever phase."""
    if report.failed:
        _failed.append(report.nodeid)


def pytest_runtestloop(session: pytest.Session) -> bool:
    """The loop over mutants in the place of pytest's own."""
    mutants = _mutants()
    collected = set(mutants.reached)
    alone = os.environ.get("CALAREC_MUTATION_ITEMS")
    if alone:
        seconds = json.loads(alone)
        _run([item for item in session.items if item.nodeid in seconds], seconds)
    done = {line["test"] for line in _lines(_REACH)}
    for _, group in groupby(session.items, key=lambda item: item.path):
        items = list(group)
        if not done.intersection(item.nodeid for item in items):
            _baseline(items, mutants)
    tests = {line["test"]: line for line in _lines(_REACH)}
    judged = {line["mutant"] for line in _lines(_VERDICTS)}
    for mutant in json.loads((_FOLDER / "mutants.json").read_text()):
        if mutant["number"] not in judged:
            _judge(mutant["number"], session.items, tests, fresh=mutant["number"] in collected)
    return True


def _baseline(items: Sequence[pytest.Item], mutants: Any) -> None:
    """The tests of one file in a fork with no mutant awake: how long each takes and what it reaches."""
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    os.setsid()
    for item, following in zip_longest(items, items[1:]):
        mutants.reached.clear()
        _failed.clear()
        began = time.perf_counter()
        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        seconds = round(time.perf_counter() - began, 3)
        line = {"test": item.nodeid, "failed": bool(_failed), "seconds": seconds, "reached": sorted(mutants.reached)}
        _append(_REACH, line)
    os._exit(0)


def _judge(number: int, items: Sequence[pytest.Item], tests: dict[str, Any], *, fresh: bool) -> None:
    sound = [tests[item.nodeid] for item in items if item.nodeid in tests and not tests[item.nodeid]["failed"]]
    reaching = [line for line in sound if number in line["reached"]]
    # What is remembered within a file is reached by its first test alone; the others go by it all the same.
    files = {_file(line) for line in reaching}
    reaching = sorted(
        (line for line in sound if fresh or _file(line) in files),
        key=lambda line: (number not in line["reached"], line["seconds"]),
    )
    budget = float(os.environ.get("CALAREC_MUTATION_SECONDS", "60"))
    chosen: dict[str, float] = {}
    for line in reaching:
        if line["seconds"] <= budget:
            chosen[line["test"]] = line["seconds"]
            budget -= line["seconds"]
    began = time.perf_counter()
    verdict, by = _forked(number, items, chosen) if chosen else ("unreached", "")
    if verdict == "survived" and fresh:
        verdict, by = _forked(number, items, chosen, fresh=True)
    about = {"mutant": number, "verdict": verdict, "by": by, "tests": len(chosen), "of": len(reaching)}
    _append(_VERDICTS, about | {"seconds": round(time.perf_counter() - began, 1)})


def _file(line: dict[str, Any]) -> str:
    return str(line["test"]).partition("::")[0]


def _forked(
    number: int, items: Sequence[pytest.Item], chosen: dict[str, float], *, fresh: bool = False
) -> tuple[str, str]:
    note = _FOLDER / "note"
    note.write_text("")
    child = os.fork()
    if not child:
        os.setsid()
        os.environ["CALAREC_MUTANT"] = str(number)
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
        if fresh:
            files = sorted({test.partition("::")[0] for test in chosen})
            os.environ["CALAREC_MUTATION_ITEMS"] = json.dumps(chosen)
            signal.alarm(10 * _PATIENCE)
            os.execv(sys.executable, [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutation.plugin", *files])
        _mutants().awake = number
        by_id = {item.nodeid: item for item in items}
        _run([by_id[test] for test in chosen], chosen)
    _, status = os.waitpid(child, 0)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    by = note.read_text()
    if os.WIFSIGNALED(status):
        return ("hung" if os.WTERMSIG(status) == signal.SIGALRM else "crashed"), by
    return ("survived" if os.WEXITSTATUS(status) == 0 else "killed"), by


def _run(items: Sequence[pytest.Item], seconds: dict[str, float]) -> None:
    """The tests one after another; ends the process with 1 at the first that fails, with 0 after the last."""
    for item in items:
        (_FOLDER / "note").write_text(item.nodeid)
        signal.alarm(int(seconds[item.nodeid] * _SLOWER) + _PATIENCE)
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        if _failed:
            os._exit(1)
    os._exit(0)


def _mutants() -> Any:
    from calarec import mutants  # type: ignore[attr-defined]

    return mutants


def _lines(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def _append(file: Path, line: dict[str, Any]) -> None:
    with file.open("a") as stream:
        stream.write(json.dumps(line) + "\n")
