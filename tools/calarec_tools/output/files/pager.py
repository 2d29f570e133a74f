"""A pager for output that is longer than the screen, at a terminal.

`CALAREC_PAGER`, `PAGER`, otherwise `less`; an empty one, or `cat`, means no pager. Unless `LESS` is set, `less` gets
options to show colours, and to end at once if everything fits on the screen.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator

_LESS: Final = "FRX"
_DEFAULT_ROWS: Final = 24
_MAX_DIGITS: Final = 6


@contextmanager
def page_output(*, late: bool = False) -> Iterator[None]:
    """Send standard output to the pager; a user may leave the pager early.

    `late`: the pager begins with the line that no longer fits on the screen. Until then the terminal is free for
    progress, and output that fits is written at the end.
    """
    command = _pager_command()
    if not command:
        yield
        return
    terminal = sys.stdout
    held = _Held(terminal, command, at_once=not late)
    sys.stdout = held
    try:
        yield
        held.flush()
    except BrokenPipeError:
        pass
    finally:
        sys.stdout = terminal
        held.finish_paging()


def _pager_command() -> list[str]:
    """Return the pager in words; none without a terminal."""
    if not (sys.stdout.isatty() and sys.stdin is not None and sys.stdin.isatty()) or os.environ.get("TERM") == "dumb":
        return []
    import shlex

    chosen = next((os.environ[name] for name in ("CALAREC_PAGER", "PAGER") if name in os.environ), "less")
    try:
        words = shlex.split(chosen, posix=os.sep == "/")  # elsewhere a backslash is part of a path
    except ValueError:
        return []
    return [] if words[:1] == ["cat"] else words


class _Held(io.TextIOBase):
    """Text for the pager, kept until it does not fit on the screen.

    It answers questions about the terminal with those of the real one.
    """

    def __init__(self, terminal: TextIO, command: list[str], *, at_once: bool) -> None:
        self.terminal = terminal
        self.command = command
        self.text = ""
        self.rows = -1 if at_once else _screen_rows(terminal) - 1
        self.process: subprocess.Popen[bytes] | None = None
        self.pager: TextIO = terminal
        self.started = False
        """True if a pager has the terminal: then calarec does not write there."""
        if at_once:
            self._start_pager()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """That of the terminal."""
        return self.terminal.encoding or "utf-8"

    def write(self, text: str) -> int:
        """Give text to the pager, or keep it as long as it fits the screen."""
        if self.started:
            return self.pager.write(text)
        self.text += text
        if self.text.count("\n") > self.rows:
            self._start_pager()
            self.pager.write(self.text)
        return len(text)

    def flush(self) -> None:
        """Give the pager the text so far; text that is kept waits for the end.

        After closing, nothing is left, although a released stream is flushed again.
        """
        if self.started and not self.pager.closed:
            self.pager.flush()

    def isatty(self) -> bool:
        """Return True: the output is read at a terminal."""
        return True

    def fileno(self) -> int:
        """That of the terminal."""
        return self.terminal.fileno()

    def _start_pager(self) -> None:
        """Begins the pager; where there is none, everything goes to the terminal."""
        import subprocess

        self.started = True
        self.terminal.flush()
        settings = {**os.environ, "LESS": os.environ.get("LESS", _LESS)}
        try:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, env=settings)
        except OSError:
            return
        assert self.process.stdin is not None
        self.pager = io.TextIOWrapper(self.process.stdin, self.encoding, "backslashreplace", newline="\n")

    def finish_paging(self) -> None:
        """Write text that fits on the screen; otherwise wait for the pager to end."""
        if not self.started:
            self.terminal.write(self.text)
        elif self.process is not None:
            _close(self.pager)
            _wait(self.process)


def _close(stream: TextIO) -> None:
    try:
        stream.close()
    except (BrokenPipeError, ValueError):
        return


def _screen_rows(terminal: TextIO) -> int:
    told = os.environ.get("LINES", "")
    if told.isdecimal() and told.strip("0"):
        return int(told[:_MAX_DIGITS])
    try:
        return os.get_terminal_size(terminal.fileno()).lines or _DEFAULT_ROWS
    except OSError:
        return _DEFAULT_ROWS


def _wait(process: subprocess.Popen[bytes]) -> None:
    """Until the reader has finished; Ctrl-C is the pager's business."""
    while True:
        try:
            process.wait()
        except KeyboardInterrupt:
            continue
        return
