"""A Dask scheduler behind TLS, set up as docs/guides/scale.md has it: nothing works without the key."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from threading import Timer
from typing import TYPE_CHECKING, Final

import pytest

from tests.house.tree import ROOT
from tests.tools.evenings import with_slips

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MARK: Final = "<!-- run by tests/tools/scale/test_tls.py -->\n```sh\n"
LONGEST: Final = 120.0
"""Seconds after which a scheduler that does not begin is ended, so that the test fails."""


def blocks(page: str) -> list[str]:
    """The commands of a page that this test runs."""
    text = (ROOT / "docs" / "guides" / page).read_text("utf-8")
    return [part.partition("```")[0] for part in text.split(MARK)[1:]]


def configured(folder: Path) -> dict[str, str]:
    """The environment after the commands of the page, run in a folder."""
    make, export = blocks("scale.md")
    clean = {name: value for name, value in os.environ.items() if not name.startswith("DASK_")}
    script = f"set -e\n{make}\n{export}\n{sys.executable} -c 'import json, os; print(json.dumps(dict(os.environ)))'"
    done = subprocess.run(["bash", "-c", script], cwd=folder, env=clean, capture_output=True, text=True, check=True)
    world: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return world


class Cluster:
    """A scheduler and a worker that speak TLS only."""

    def __init__(self, folder: Path) -> None:
        self.world = configured(folder)
        self.processes: list[subprocess.Popen[str]] = []
        begun = self._start("scheduler", "--protocol", "tls", "--no-dashboard", "--host", "127.0.0.1", "--port", "0")
        assert begun.stderr is not None
        patience = Timer(LONGEST, begun.kill)
        patience.start()
        found = (re.search(r"Scheduler at:\s*(tls://\S+)", line) for line in begun.stderr)
        self.address = next((match[1] for match in found if match), "")
        patience.cancel()
        assert self.address
        self._start("worker", self.address, "--nthreads", "1", "--nworkers", "1", "--no-dashboard")

    def _start(self, *words: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *words],
            cwd=ROOT, env=self.world, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            start_new_session=True,
        )  # fmt: skip
        self.processes.append(process)
        return process

    def close(self) -> None:
        """Ends what was started here, and nothing else."""
        for process in self.processes:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    found = Cluster(tmp_path)
    try:
        yield found
    finally:
        found.close()


def check(world: dict[str, str], *words: str) -> tuple[int, str, str]:
    """A check in a process of its own: status, output, and messages."""
    command = [sys.executable, "-m", "calarec_tools.main", "check", "--format", "concise", *words]
    done = subprocess.run(command, cwd=ROOT, env=world, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_with_the_key_it_works_and_without_it_nothing_does(cluster: Cluster, tmp_path: Path) -> None:
    """With the key the findings are the same; other keys and plain URLs are refused."""
    assert (tmp_path / "key.pem").stat().st_mode & 0o077 == 0
    file = tmp_path / "a.cal"
    file.write_text(with_slips("pagat", 12), "utf-8")
    plain = {name: value for name, value in os.environ.items() if not name.startswith("DASK_")}
    status, alone, _ = check(plain, str(file), "--jobs", "1")
    assert (status, bool(alone)) == (1, True)
    assert check(cluster.world, str(file), "--scheduler", cluster.address)[:2] == (1, alone)
    at_plain = cluster.address.replace("tls://", "tcp://")
    status, out, said = check(cluster.world, str(file), "--scheduler", at_plain)
    assert (status, out, said) == (
        2,
        "",
        f"calarec: `{at_plain}`: Dask's configuration asks for encryption; use an address with tls://.\n",
    )
    status, out, said = check(plain, str(file), "--scheduler", cluster.address)
    assert (status, out) == (2, "")
    assert said == f"calarec: `{cluster.address}`: Dask's configuration names no certificate that can be used.\n"
    stranger = tmp_path / "stranger"
    stranger.mkdir()
    status, out, said = check(configured(stranger), str(file), "--scheduler", cluster.address)
    assert (status, out, said) == (2, "", f"calarec: `{cluster.address}`: no scheduler answers there.\n")
    (stranger / "key.pem").unlink()
    gone = {**cluster.world, "DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY": str(stranger / "key.pem")}
    status, out, said = check(gone, str(file), "--scheduler", cluster.address)
    assert (status, out) == (2, "")
    assert "names no certificate that can be used" in said


def test_the_italian_page_has_the_same_commands() -> None:
    """To the letter."""
    italian = (ROOT / "docs" / "guides" / "scale.it.md").read_text("utf-8")
    found = blocks("scale.md")
    assert len(found) == 2
    assert [block in italian for block in found] == [True, True]
