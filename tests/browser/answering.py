"""Answers the calls of an exported page with the Python of this machine, in the place of the browser's own.

The page is the same and keeps what it keeps in the browser; its calls are answered in a fraction of the time. Each
loaded page has a process of its own, as it has a Python of its own in a browser.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Final, Self

from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

WORKER: Final = (ROOT / "tests" / "browser" / "native_worker.js").read_bytes()
_ANSWER_LINES: Final = """
import json, sys
from calarec_tools.desk.calls.boundary import answer_call
for line in sys.stdin:
    name, arguments = json.loads(line)
    try:
        answer = answer_call(name, arguments)
    except Exception as error:
        answer = json.dumps({"error": repr(error)})
    print(answer, flush=True)
"""


class NativeCalls:
    """Processes that answer the calls of pages, by the keys of their workers."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._processes: dict[str, subprocess.Popen[str]] = {}
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._processes.values():
            process.kill()
            process.communicate()

    def answer(self, worker: str, name: str, arguments: str) -> bytes:
        """Answer one call as JSON; calls are answered one after the other, as in a browser's thread."""
        with self._lock:
            process = self._processes.get(worker) or self._start(worker)
            assert process.stdin is not None
            assert process.stdout is not None
            print(json.dumps([name, arguments]), file=process.stdin, flush=True)
            return process.stdout.readline().encode()

    def _start(self, worker: str) -> subprocess.Popen[str]:
        home = self._folder / worker
        home.mkdir()
        own = {"CALAREC_OWN_RULES": str(home / "own-rules"), "CALAREC_RULES": str(home / "own-rules")}
        environment = os.environ | own | {"HOME": str(home), "CALAREC_KERNEL": "plain"}
        self._processes[worker] = subprocess.Popen(
            [sys.executable, "-c", _ANSWER_LINES],
            cwd=home,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self._processes[worker]
