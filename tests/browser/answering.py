"""Answer the calls of an exported page with the Python of this machine.

The page is the same and keeps what it keeps in the browser; its calls are answered in a fraction of the time. Each
loaded page has a process of its own, as it has a Python of its own in a browser.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Final, Self

from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType
    from typing import TextIO

WORKER: Final = (ROOT / "tests" / "browser" / "native_worker.js").read_bytes()
_ANSWERING: Final = """
import json, os, signal, socket
from calarec_tools.desk.calls.boundary import answer_call

# What every page asks for first is known before any page is there.
answer_call("begin", json.dumps({"rules": "pagat", "people": ["A", "B", "C"], "day": "", "lang": "en"}))
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
listening = socket.create_server(("127.0.0.1", 0))
print(listening.getsockname()[1], flush=True)
while True:
    connection, _ = listening.accept()
    if os.fork():
        connection.close()
        continue
    listening.close()
    asked, answers = connection.makefile("r", encoding="utf-8"), connection.makefile("w", encoding="utf-8")
    home = asked.readline().rstrip("\\n")
    os.chdir(home)
    rules = os.path.join(home, "own-rules")
    os.environ.update(HOME=home, CALAREC_OWN_RULES=rules, CALAREC_RULES=rules)
    for line in asked:
        name, arguments = json.loads(line)
        try:
            answer = answer_call(name, arguments)
        except Exception as error:
            answer = json.dumps({"error": repr(error)})
        print(answer, file=answers, flush=True)
    os._exit(0)
"""


class NativeCalls:
    """Processes that answer the calls of pages, by the keys of their workers; each is a copy of one that is warm."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._workers: dict[str, tuple[TextIO, TextIO]] = {}
        self._lock = threading.Lock()
        self._port = 0

    def __enter__(self) -> Self:
        self._first = subprocess.Popen(
            [sys.executable, "-c", _ANSWERING],
            cwd=self._folder,
            env=os.environ | {"HOME": str(self._folder), "CALAREC_KERNEL": "plain"},
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # A copy ends with its connection.
        for ends in self._workers.values():
            for end in ends:
                end.close()
        self._first.kill()
        self._first.communicate()

    def answer(self, worker: str, name: str, arguments: str) -> bytes:
        """Answer one call as JSON; calls are answered one after the other, as in a browser's thread."""
        with self._lock:
            asked, answers = self._workers.get(worker) or self._start(worker)
            print(json.dumps([name, arguments]), file=asked, flush=True)
            return answers.readline().encode()

    def _start(self, worker: str) -> tuple[TextIO, TextIO]:
        home = self._folder / worker
        home.mkdir()
        if not self._port:
            # It says so once it is warm.
            assert self._first.stdout is not None
            self._port = int(self._first.stdout.readline())
        with socket.create_connection(("127.0.0.1", self._port)) as connection:
            ends = connection.makefile("w", encoding="utf-8"), connection.makefile("r", encoding="utf-8")
        print(home, file=ends[0], flush=True)
        self._workers[worker] = ends
        return ends
