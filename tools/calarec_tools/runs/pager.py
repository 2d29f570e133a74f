"""What is longer than the screen goes through a pager, where somebody sits at a terminal and has one.

`CALAREC_PAGER`, `PAGER`, otherwise `less`; an empty one, or `cat`, is none. `less` is told (unless `LESS` says
otherwise) to show colours, and to end at once with what fits the screen.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator

_LESS: Final = "FRX"


@contextmanager
def paged() -> Iterator[None]:
    """While this holds, standard output is what the pager reads; whoever leaves the pager early has read enough."""
    command = _command()
    if not command:
        yield
        return
    import subprocess

    settings = {**os.environ, "LESS": os.environ.get("LESS", _LESS)}
    try:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, env=settings)
    except OSError:
        yield
        return
    assert process.stdin is not None
    terminal = sys.stdout
    terminal.flush()
    sys.stdout = _ToPager(process.stdin, terminal)
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        pass
    finally:
        _close(sys.stdout)
        sys.stdout = terminal
        _wait(process)


def _command() -> list[str]:
    """The pager, in words; none where nobody would see it."""
    if not (sys.stdout.isatty() and sys.stdin is not None and sys.stdin.isatty()) or os.environ.get("TERM") == "dumb":
        return []
    import shlex

    chosen = next((os.environ[name] for name in ("CALAREC_PAGER", "PAGER") if name in os.environ), "less")
    try:
        words = shlex.split(chosen)
    except ValueError:
        return []
    return [] if words[:1] == ["cat"] else words


class _ToPager(io.TextIOWrapper):
    """Text for the pager; what is asked of the terminal (its width, whether it is one) is still asked of that."""

    def __init__(self, pipe: IO[bytes], terminal: TextIO) -> None:
        super().__init__(pipe, encoding=terminal.encoding or "utf-8", errors="backslashreplace", newline="\n")
        self.terminal = terminal

    def isatty(self) -> bool:
        """Somebody reads it at a terminal."""
        return True

    def fileno(self) -> int:
        """That of the terminal."""
        return self.terminal.fileno()


def _close(stream: TextIO) -> None:
    try:
        stream.close()
    except (BrokenPipeError, ValueError):
        return


def _wait(process: object) -> None:
    """Until the reader has finished; Ctrl-C is the pager's business."""
    while True:
        try:
            process.wait()  # type: ignore[attr-defined]
        except KeyboardInterrupt:
            continue
        return
