"""Processes that answer calls: each within its budget, none for the mistakes of another."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from typing import TYPE_CHECKING

import pytest

from calarec_tools.desk.serving import workers
from calarec_tools.desk.serving.workers import OutOfBudgetError, WorkerPool
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

BEGIN = {"rules": "pagat", "people": ["Anna", "Bruno", "Carla"], "day": "", "lang": "en"}
HOUSE = "ruleset: casa\nversion: 1.0.0\ntitle: Casa\nextends: pagat\n"


@pytest.fixture
def pool(tmp_path: Path) -> Iterator[WorkerPool]:
    """Workers with a folder for rules."""
    kept, brief = tmp_path / "kept", tmp_path / "brief"
    kept.mkdir()
    rules = os.pathsep.join(map(str, (brief, kept)))
    world = {"CALAREC_OWN_RULES": str(brief), "CALAREC_PAGE_FOLDER": str(kept), "CALAREC_RULES": rules}
    found = WorkerPool(lambda: world)
    yield found
    found.close()


def asked(pool: WorkerPool, name: str, given: object) -> dict[str, object]:
    """An answer."""
    answer: dict[str, object] = json.loads(pool.call_worker(name, json.dumps(given).encode(), ""))
    return answer


def test_calls_and_mistakes(pool: WorkerPool) -> None:
    """Wrong calls and bad JSON fail separately, without names of files."""
    pool.warm_up()
    assert "answer" in asked(pool, "begin", BEGIN)
    assert "error" in asked(pool, "nothing", {})
    assert "error" in asked(pool, "begin", {**BEGIN, "more": 1})
    assert "error" in json.loads(pool.call_worker("begin", b"{" * 100_000, ""))
    assert "error" in json.loads(pool.call_worker("begin", b"\xff", ""))
    assert "answer" in asked(pool, "begin", BEGIN)


def test_a_call_beyond_its_budget_ends_alone(pool: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one is answered."""
    with monkeypatch.context() as patched:
        patched.setattr(workers, "CALL_SECONDS", 0.0)
        with pytest.raises(OutOfBudgetError):
            asked(pool, "begin", BEGIN)
    assert "answer" in asked(pool, "begin", BEGIN)


def test_a_call_is_stopped_by_the_page_that_asked(pool: WorkerPool) -> None:
    """Another page does not stop it; the next call is answered by another worker."""
    pool.warm_up()
    (worker,) = pool._free
    # It never answers by itself.
    os.kill(worker.process.pid, signal.SIGSTOP)
    ended: list[BaseException] = []

    def ask() -> None:
        try:
            pool.call_worker("begin", json.dumps(BEGIN).encode(), "page", "1")
        except OutOfBudgetError as error:
            ended.append(error)

    asking = threading.Thread(target=ask)
    asking.start()
    while ("page", "1") not in pool._asked:
        time.sleep(0.01)
    assert not pool.stop_call("other", "1")
    assert not pool.stop_call("page", "2")
    assert pool.stop_call("page", "1")
    asking.join()
    assert len(ended) == 1
    assert not pool.stop_call("page", "1")
    assert "answer" in json.loads(pool.call_worker("begin", json.dumps(BEGIN).encode(), "page", "2"))
    assert not pool.stop_call("page", "2")


def test_a_call_waits_for_the_first_worker(pool: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it makes itself ready no second one is started, which would do the same beside it."""
    started = threading.Semaphore(0)
    start = workers._Worker.__init__
    processes = []

    def count(worker: workers._Worker, world: Mapping[str, str]) -> None:
        start(worker, world)
        processes.append(worker.process)
        started.release()

    monkeypatch.setattr(workers._Worker, "__init__", count)
    warming = threading.Thread(target=pool.warm_up)
    warming.start()
    assert started.acquire(timeout=60)
    assert "answer" in asked(pool, "begin", BEGIN)
    warming.join()
    assert len(processes) == 1


def test_rules_of_the_folder_are_known(pool: WorkerPool, tmp_path: Path) -> None:
    """Rules that other pages write are known; those of a link last for its page."""
    assert asked(pool, "own_rules", {"lang": "en"}) == {"answer": []}
    (tmp_path / "kept" / "casa.yaml").write_text(HOUSE)
    pool.forget_rules()
    listed = asked(pool, "own_rules", {"lang": "en"})["answer"]
    assert isinstance(listed, list)
    assert [each["id"] for each in listed] == ["casa"]
    assert "answer" in asked(pool, "begin", {**BEGIN, "rules": "casa"})
    asked(pool, "keep_rules", {"text": HOUSE.replace("casa", "altra"), "lang": "en"})
    assert not (tmp_path / "kept" / "altra.yaml").exists()


def test_the_season_is_written_into_the_folder(pool: WorkerPool, tmp_path: Path) -> None:
    """The evenings of the folder, and no others; beside something else it is refused."""
    kept = tmp_path / "kept"
    assert "refused" in asked(pool, "season", {"lang": "en"})
    (kept / "one.cal").write_text((ROOT / "records/pagat/first.cal").read_text("utf-8"), "utf-8")
    (tmp_path / "other.cal").write_text((ROOT / "records/twenty-one/solo-won.cal").read_text("utf-8"), "utf-8")
    (kept / "linked.cal").symlink_to(tmp_path / "other.cal")
    told = asked(pool, "season", {"lang": "en"})["answer"]
    assert told == {"address": "season/index.html", "folder": str(kept / "season")}
    assert {"index.html", "evening-1.html"} <= {file.name for file in (kept / "season").iterdir()}
    assert "Concetta" not in (kept / "season" / "index.html").read_text("utf-8")
    (kept / "season" / "calarec-site.txt").unlink()
    assert "something else" in str(asked(pool, "season", {"lang": "en"})["refused"])
