"""The program under test: started, asked line by line, and ended when too slow.

It reads one request a line and answers each with one line. A program that ends after an answer is started again.
"""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import threading
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.escapes import to_json_line
from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_ANSWER_CHARACTERS: Final = 1_000_000
SHOWN_CHARACTERS: Final = 200
"""The most characters to show of an invalid answer, or of a last message."""
TOLD_LINES: Final = 20


class Failure(NamedTuple):
    """Why there is no answer."""

    kind: str
    """`late`, `ended`, `garbage` or `other_record`."""
    said: str = ""
    """The invalid answer, or the last message of the program."""


class UnstartableError(Exception):
    """A program that the system does not start; the text is the system's reason."""


class AskedProgram:
    """Another implementation, as a process of its own."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self.command: list[str] = list(command)
        self.seconds = seconds
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._complaints: list[str] = []
        self._has_answered = False

    def ask(self, request: dict[str, Any]) -> list[dict[str, Any]] | Failure:
        """The answer about each hand of a record, or why there is none."""
        has_answered = self._has_answered and self._process is not None
        answer = self._ask_or_fail(request)
        if isinstance(answer, Failure) and answer.kind == "ended" and has_answered:
            # It may have ended with its last answer: what it wrote is about the next only if a new process ends, too.
            answer = self._ask_or_fail(request)
        self._has_answered = not isinstance(answer, Failure)
        return answer

    def _ask_or_fail(self, request: dict[str, Any]) -> list[dict[str, Any]] | Failure:
        process = self._running_process()
        try:
            assert process.stdin is not None
            process.stdin.write(to_json_line(request) + "\n")
            process.stdin.flush()
        except OSError:
            return self._stop_as_ended()
        try:
            line = self._lines.get(timeout=self.seconds)
        except queue.Empty:
            self.stop()
            return Failure("late")
        if line is None:
            return self._stop_as_ended()
        answer = _read_answer(line, request["id"])
        if isinstance(answer, Failure):
            # What it writes next may belong to this request still.
            self.stop()
        return answer

    def stop(self) -> None:
        """End the process, if there is one."""
        if self._process is None:
            return
        process, self._process = self._process, None
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()

    def _stop_as_ended(self) -> Failure:
        """End what is left of the process, with the last words that it wrote."""
        complaints = self._complaints
        self.stop()
        told = next((line.strip() for line in reversed(complaints) if line.strip()), "")
        return Failure("ended", told[:SHOWN_CHARACTERS])

    def _running_process(self) -> subprocess.Popen[str]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.stop()
        try:
            process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                encoding="utf-8", errors="replace",
            )  # fmt: skip
        except OSError as error:
            raise UnstartableError(error.strerror or str(error)) from error
        self._process, self._lines, self._complaints = process, queue.Queue(), []
        threading.Thread(target=_hand_on_lines, args=(process, self._lines), daemon=True).start()
        threading.Thread(target=_keep_complaints, args=(process, self._complaints), daemon=True).start()
        return process


def _hand_on_lines(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    """Pass every line on, and None at the end; blank lines are not answers."""
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError):
        while line := process.stdout.readline(MAX_ANSWER_CHARACTERS):
            if line.strip():
                lines.put(line)
    with contextlib.suppress(subprocess.TimeoutExpired):
        # What it said last may still be on its way.
        process.wait(timeout=1)
    lines.put(None)


def _keep_complaints(process: subprocess.Popen[str], complaints: list[str]) -> None:
    """Keep the last lines of what a program writes about itself."""
    assert process.stderr is not None
    with contextlib.suppress(OSError, ValueError):
        while line := process.stderr.readline(MAX_ANSWER_CHARACTERS):
            complaints.append(line)
            del complaints[:-TOLD_LINES]


def _read_answer(line: str, asked: str) -> list[dict[str, Any]] | Failure:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        return Failure("garbage", line.strip()[:SHOWN_CHARACTERS])
    hands = answer.get("hands") if isinstance(answer, dict) else None
    if not isinstance(hands, list) or not all(isinstance(hand, dict) for hand in hands):
        return Failure("garbage", line.strip()[:SHOWN_CHARACTERS])
    if answer.get("id", asked) != asked:
        return Failure("other_record", str(answer["id"])[:SHOWN_CHARACTERS])
    return hands
