"""A real Dask scheduler and real workers over TCP, started by hand: the same bytes as one process gives."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import warnings
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import distributed
import pytest

from calarec_tools.archive.runs import crews, running
from calarec_tools.archive.runs.crews import crew
from calarec_tools.archive.runs.driver import run_in_order
from calarec_tools.archive.runs.running import check_files
from calarec_tools.archive.runs.workers import LostTask
from calarec_tools.main import main
from tests.house.tree import ROOT
from tests.tools.evenings import evening
from tests.tools.scale.deadly import check_slowly, doubled, doubled_at_leisure

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


_PATIENCE: Final = 120
"""Seconds in which a process must have started on a machine that is busy with other work."""


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.processes: list[subprocess.Popen[bytes]] = []
        self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        deadline = time.monotonic() + _PATIENCE
        while not self.file.exists():
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        """`dask scheduler` or `dask worker`, as one types it."""
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *words, "--scheduler-file", str(self.file)],
            cwd=self.file.parent,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.processes.append(process)
        return process

    def workers(self, number: int = 1, *, nanny: bool = False, threads: int = 1) -> list[subprocess.Popen[bytes]]:
        """Start workers, and wait until the scheduler knows them; a nanny would start one again when it dies."""
        guarded = "--nanny" if nanny else "--no-nanny"
        words = ("worker", guarded, "--nthreads", str(threads), "--no-dashboard")
        started = [self._start(*words) for _ in range(number)]
        new_client: Any = distributed.Client
        with new_client(self.address, timeout=_PATIENCE, set_as_default=False) as client:
            client.wait_for_workers(number, timeout=_PATIENCE)
        return started

    @property
    def address(self) -> str:
        """The URL of the scheduler."""
        import json

        return str(json.loads(self.file.read_text())["address"])

    def close(self) -> None:
        """End what was started here, and nothing else."""
        for process in self.processes:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
            process.wait(30)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    found = Cluster(tmp_path)
    try:
        yield found
    finally:
        found.close()


def slips(folder: Path) -> str:
    """A record with an error here and there."""
    file = folder / "a.cal"
    text = evening("pagat", 60)
    for total in ("total A: ", "\nresult "):
        text = text.replace(total, f"{total}A: +77 " if "result" in total else f"{total}9", 1)
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_a_worker_is_killed_and_nobody_sees_it(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two workers, one struck down while it works: all parts in order, as one process gives them."""
    file = slips(tmp_path)
    alone = [(part.findings, part.report.verdicts) for part in check_files([file], size=1500)]
    assert len(alone) > 15
    struck, _ = cluster.workers(2)
    monkeypatch.setattr(running, "check_shard", check_slowly)
    found = []
    with crew(0, cluster.address, None, useful=1) as who:
        for part in check_files([file], size=1500, executor=who.executor, workers=2):
            found.append((part.findings, part.report.verdicts))
            if len(found) == 3:
                os.kill(struck.pid, signal.SIGKILL)
    assert found == alone


def test_a_command_says_the_same(cluster: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Byte for byte, for each command; the rules travel with the task."""
    file = slips(tmp_path)
    cluster.workers()
    rules = tmp_path / "club.yaml"
    rules.write_text("ruleset: club\nversion: 1.0.0\nextends: pagat@1.0.0\nsource: house rule\n", encoding="utf-8")
    for words in (
        ["check", file, "--format", "json"],
        ["check", file, "--rules", str(rules), "--format", "json"],
        ["identify", file, "--rules", str(rules), "--rules", "pagat", "--json"],
        ["rescore", file, "--rules", str(rules), "--rules", "tretre"],
        ["coverage", file, "--rules", str(rules), "--json"],
        ["convert", file, "-", "--to", "jsonl"],
        ["convert", str(tmp_path), "-", "--to", "csv", "--settled", "--rules", str(rules)],
        ["simulate", "--rules", str(rules), "--hands", "300", "--seed", "3"],
    ):
        status = main([*words])
        said = capsys.readouterr()
        assert (main([*words, "--scheduler", cluster.address]), capsys.readouterr().out) == (status, said.out)


def test_an_archive_holds_the_same(cluster: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every row."""
    file = slips(tmp_path)
    cluster.workers()
    told = []
    for name, more in (("here", []), ("there", ["--scheduler", cluster.address])):
        archive = str(tmp_path / f"{name}.duckdb")
        assert main(["archive", "build", file, "-o", archive, "--tricks", *more]) == 0
        capsys.readouterr()
        for table in ("evenings", "hands", "seats", "balances", "findings", "tricks"):
            assert main(["archive", "query", archive, f"SELECT * FROM {table} ORDER BY ALL", "--json"]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert len(told[0]) > 10_000


def test_rulesets_of_ones_own_travel(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rulesets of CALAREC_RULES reach workers that do not see the folder."""
    cluster.workers()
    rules = tmp_path / "home" / "club"
    rules.mkdir(parents=True)
    monkeypatch.chdir(rules.parent)
    monkeypatch.setenv("CALAREC_RULES", rules.name)
    (rules / "club.yaml").write_text(
        "ruleset: club\nversion: 1.0.0\nextends: pagat@1.0.0\nsource: house rule\n",
        encoding="utf-8",
    )
    lines = [each if not each.startswith("rules ") else "rules club@1.0.0" for each in evening("pagat", 8).split("\n")]
    file = tmp_path / "a.cal"
    file.write_text("\n".join(lines).replace("total A: ", "total A: 9", 1), encoding="utf-8")
    for words in (["check", str(file), "--format", "json"], ["coverage", str(file), "--json"]):
        status = main([*words])
        said = capsys.readouterr()
        assert (main([*words, "--scheduler", cluster.address]), capsys.readouterr().out) == (status, said.out)


class WarningClient:
    """A client of a library that warns of everything."""

    def __getattr__(self, name: str) -> Any:
        def warn(*_: object, **__: object) -> dict[str, int]:
            warnings.warn(f"{name}: sending a large graph", UserWarning, stacklevel=2)
            return {"worker": 2}

        return warn


def test_warnings_of_the_library_do_not_reach_the_terminal(
    monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    """Neither while it connects, nor at work, nor when it closes."""
    monkeypatch.setattr(crews, "_client", lambda _: WarningClient())
    with crew(0, "tcp://127.0.0.1:1", None, useful=1) as who:
        warnings.warn("sending a large graph", UserWarning, stacklevel=1)
        assert who.workers == 2
    assert not recwarn.list
    warnings.warn("afterwards", UserWarning, stacklevel=1)
    assert len(recwarn.list) == 1


def test_files_that_a_worker_does_not_see(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A relative path means another file in the folder of a worker; the report does not say that it is missing here."""
    home = tmp_path / "home"
    home.mkdir()
    slips(home)
    (tmp_path / "a.cal").write_text("cal 1\n", encoding="utf-8")
    cluster.workers()
    monkeypatch.chdir(home)
    for words in (["check"], ["coverage"], ["sheet"]):
        assert main([*words, "a.cal", "--scheduler", cluster.address]) == 2
        assert f"`a.cal`: a worker has another folder (`{tmp_path}`)" in capsys.readouterr().err
    monkeypatch.chdir(tmp_path)
    for words in (["check"], ["sheet"]):
        status = main([*words, "home/a.cal"])
        said = capsys.readouterr().out
        assert main([*words, "home/a.cal", "--scheduler", cluster.address]) == status
        assert capsys.readouterr().out == said


def test_a_poisoned_task_is_given_up(cluster: Cluster) -> None:
    """A killed worker of Dask is final: its task is lost, and the rest continues."""
    cluster.workers(2, nanny=True)
    deadly: partial[Any] = partial(doubled, deadly=(2,))
    with crew(0, cluster.address, None, useful=1) as who:
        found = list(run_in_order(iter(range(8)), deadly, who._replace(workers=1)))
    assert [each for each, came in found if isinstance(came, LostTask)] == [2]
    assert [came for each, came in found if each != 2] == [0, 2, 6, 8, 10, 12, 14]


def test_whoever_is_beside_a_poisoned_task_is_not_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scheduler blames each death of a worker on everything that was under way there."""
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "1")
    found = Cluster(tmp_path)
    try:
        found.workers(nanny=True, threads=4)
        with crew(0, found.address, None, useful=1) as who:
            came = list(run_in_order(iter(range(4)), partial(doubled_at_leisure, deadly=(1,)), who))
    finally:
        found.close()
    assert [each for each, result in came if isinstance(result, LostTask)] == [1]
    assert [result for each, result in came if each != 1] == [0, 4, 6]


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nowhere", "`nowhere` is not an address of a scheduler"),
        ("nix://127.0.0.1:1", "`nix://127.0.0.1:1` is not an address of a scheduler"),
    ],
)
def test_wrong_addresses_are_told(address: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In one line, with status 2."""
    file = slips(tmp_path)
    assert main(["check", file, "--scheduler", address]) == 2
    assert said in capsys.readouterr().err
    assert main(["check", file, "--scheduler", address, "--jobs", "2"]) == 2
    assert "choose one" in capsys.readouterr().err


def test_without_dask_one_line_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing else of calarec misses it."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["check", slips(tmp_path), "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert capsys.readouterr().err == "calarec: `--scheduler` needs Dask: `pip install 'calarec[cluster]'`.\n"
