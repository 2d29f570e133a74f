"""Worker processes that answer calls: warm from the start, each with a time limit.

A worker is `calls.worker` in a process of its own. A call that takes longer than its budget ends with its worker, and
no other call waits for it: long calls never occupy all workers.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LONG_CALLS: Final = frozenset(
    {
        "analysis", "cards_at", "certain", "check", "mend_all", "next_question", "odds", "open", "puzzle", "repairs",
        "replay", "rules_lines", "season", "seat_knowledge", "try_card", "witness_of_change",
    }
)  # fmt: skip
"""Calls that look at whole files, or search."""
CALL_SECONDS: Final = 20.0
LONG_CALL_SECONDS: Final = 60.0
WAITING_SECONDS: Final = 10.0
"""The time for which a call waits for a worker."""
CHANGING_CALLS: Final = frozenset({"keep_rules", "drop_rules"})
"""Calls after which every worker drops its judgements."""
WRITING_CALLS: Final = CHANGING_CALLS | {"season"}
"""Calls for a page that may write."""


class BusyError(Exception):
    """All workers have something to do, and go on having it."""


class OutOfBudgetError(Exception):
    """A call has taken too long, or too much memory: its worker has ended."""


class _Worker:
    """One process, and the page that it last worked for."""

    def __init__(self, world: Mapping[str, str]) -> None:
        # The server listens before the first worker is started.
        import subprocess

        self.key = ""
        self.generation = 0
        self.process = subprocess.Popen(
            [sys.executable, "-m", "calarec_tools.desk.calls.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=dict(world),
            # Ctrl-C in the terminal is for the server, which ends its workers itself.
            start_new_session=True,
        )

    def ask_worker(self, name: str, arguments: bytes, seconds: float) -> bytes:
        """The answer to a call; the process ends if it takes too long."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        timer = threading.Timer(seconds, self.process.kill)
        timer.daemon = True
        timer.start()
        try:
            self.process.stdin.write(f"{name} {len(arguments)}\n".encode() + arguments)
            self.process.stdin.flush()
            size = self.process.stdout.readline()
            answer = self.process.stdout.read(int(size)) if size.endswith(b"\n") else b""
        except (OSError, ValueError):
            answer = b""
        finally:
            timer.cancel()
        if not answer:
            self.end_process()
            raise OutOfBudgetError
        return answer

    def end_process(self) -> None:
        """Ends the process."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


class WorkerPool:
    """Workers for calls; `world` gives their environment when one starts."""

    def __init__(self, world: Callable[[], Mapping[str, str]], most: int = 0) -> None:
        self._world = world
        self._most = most or max(2, min(4, os.cpu_count() or 1))
        self._free: list[_Worker] = []
        self._count = 0
        self._long = 0
        self._asked: dict[tuple[str, str], _Worker] = {}
        """The workers that are busy, by the page and the name of its call."""
        self._generation = 0
        self._ready_by = 0.0
        """Until when calls wait for the first worker, which makes itself ready; 0: it is."""
        self._changed = threading.Condition()
        self._is_closed = False

    def warm_up(self) -> None:
        """Start a worker, which makes itself ready before it is asked."""
        # A page that is ended at once needs no worker any more.
        self._ready_by = time.monotonic() + LONG_CALL_SECONDS
        try:
            with contextlib.suppress(BusyError, OutOfBudgetError):
                worker = self._take_worker("", time.monotonic() + CALL_SECONDS, is_first=True)
                self._ask_in_time(worker, "ready", b"", LONG_CALL_SECONDS)
        finally:
            with self._changed:
                self._ready_by = 0.0
                self._changed.notify_all()

    def call_worker(self, name: str, arguments: bytes, key: str, call: str = "") -> bytes:
        """The answer to a call, as `calls.boundary` gives it.

        `key` is the page that asks, `call` the name by which it may stop the call.
        """
        is_long = name in LONG_CALLS
        deadline = time.monotonic() + WAITING_SECONDS
        with self._changed:
            while is_long and self._long >= self._most - 1:
                self._wait_until(deadline)
            self._long += is_long
        try:
            worker = self._take_worker(key, deadline)
            if call and name not in WRITING_CALLS:
                with self._changed:
                    self._asked[key, call] = worker
            return self._ask_in_time(worker, name, arguments, LONG_CALL_SECONDS if is_long else CALL_SECONDS)
        finally:
            with self._changed:
                self._long -= is_long
                self._changed.notify_all()

    def stop_call(self, key: str, call: str) -> int:
        """End the workers that answer a call of a page; return their number."""
        with self._changed:
            worker = self._asked.get((key, call))
            if worker is None:
                return 0
            worker.process.kill()
        return 1

    def forget_rules(self) -> None:
        """Rules have changed: every worker judges again before its next call."""
        with self._changed:
            self._generation += 1

    def close(self) -> None:
        """Ends all workers."""
        with self._changed:
            self._is_closed = True
            for each in self._free:
                each.end_process()
            self._free.clear()

    def _wait_until(self, deadline: float) -> None:
        remaining = deadline - time.monotonic()
        if remaining <= 0 or self._is_closed or not self._changed.wait(remaining):
            raise BusyError

    def _take_worker(self, key: str, deadline: float, *, is_first: bool = False) -> _Worker:
        with self._changed:
            # Two that make themselves ready beside each other take twice as long.
            while not self._free and ((self._ready_by and not is_first) or self._count >= self._most):
                self._wait_until(max(deadline, self._ready_by))
            if self._is_closed:
                raise BusyError
            # A second one is started when the first is busy, not before.
            worker = next((each for each in self._free if each.key == key), self._free[-1] if self._free else None)
            if worker is not None:
                self._free.remove(worker)
                worker.key = key
                return worker
            self._count += 1
        try:
            worker = _Worker({**os.environ, **self._world()})
        except OSError:
            with self._changed:
                self._count -= 1
            raise BusyError from None
        worker.key = key
        worker.generation = self._generation
        return worker

    def _ask_in_time(self, worker: _Worker, name: str, arguments: bytes, seconds: float) -> bytes:
        try:
            if worker.generation != self._generation:
                worker.ask_worker("forget", b"", seconds)
                worker.generation = self._generation
            answer = worker.ask_worker(name, arguments, seconds)
            if name in CHANGING_CALLS:
                self.forget_rules()
        except OutOfBudgetError:
            with self._changed:
                self._count -= 1
                self._forget_asked(worker)
                self._changed.notify_all()
            raise
        with self._changed:
            self._forget_asked(worker)
            if self._is_closed:
                worker.end_process()
            else:
                self._free.append(worker)
            self._changed.notify_all()
        return answer

    def _forget_asked(self, worker: _Worker) -> None:
        """A worker that has answered is not ended for that call any more."""
        self._asked = {asked: busy for asked, busy in self._asked.items() if busy is not worker}
