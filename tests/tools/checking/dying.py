"""Runs a command in a fork of this process and lets something happen to it at a chosen moment.

Terms. A *moment* is a line that `runs/replacing.py` executes, by its number: between two of them a file can be made,
filled, renamed or removed, and nowhere else.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from typing import TYPE_CHECKING, NamedTuple

from calarec_tools.main import main
from calarec_tools.output.files import replacing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from types import FrameType


class Died(NamedTuple):
    """The end of a command: status (minus the signal that ended it), and output."""

    status: int
    out: bytes
    err: bytes


def run(words: Sequence[str], here: Path, beside: Path, first: Callable[[], object] = lambda: None) -> Died:
    """Runs the command in a folder; its streams are files of another, `first` happens in the new process alone."""
    out, err = beside / "out", beside / "err"
    child = os.fork()
    if not child:
        status = 70
        try:
            os.chdir(here)
            for number, name in ((0, os.devnull), (1, out), (2, err)):
                os.dup2(os.open(name, os.O_RDWR | os.O_CREAT | os.O_TRUNC), number)
            first()
            sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
            sys.stdout = open(1, "w", encoding="utf-8")  # noqa: SIM115
            sys.stderr = open(2, "w", buffering=1, encoding="utf-8")  # noqa: SIM115
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
            os.environ |= {"LC_ALL": "C", "CALAREC_CACHE": str(beside / "cache")}
            status = main(list(words))
        except BaseException as error:
            os.write(2, repr(error).encode())
        finally:
            os._exit(status)
    _, ended = os.waitpid(child, 0)
    return Died(os.waitstatus_to_exitcode(ended), out.read_bytes(), err.read_bytes())


def counted(note: Path) -> Callable[[], None]:
    """Record, moment after moment, how many there have been."""
    handle = os.open(note, os.O_WRONLY | os.O_CREAT)

    def each(number: int) -> None:
        os.pwrite(handle, str(number).encode(), 0)

    return lambda: _watch(each)


def killed(moment: int, number: int) -> Callable[[], None]:
    """The signal comes at a moment."""

    def each(passed: int) -> None:
        if passed == moment:
            os.kill(os.getpid(), number)

    return lambda: _watch(each)


def _watch(each: Callable[[int], None]) -> None:
    passed = 0

    def line(frame: FrameType, event: str, _value: object) -> object:
        nonlocal passed
        if event == "line":
            passed += 1
            each(passed)
        return line

    def call(frame: FrameType, _event: str, _value: object) -> object:
        return line if frame.f_code.co_filename == replacing.__file__ else None

    sys.settrace(call)  # type: ignore[arg-type]


def no_larger(size: int) -> Callable[[], None]:
    """No file may become larger: the disk is full."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def as_anybody() -> None:
    """Drop the administrator's powers, so that permissions count."""
    if os.geteuid() == 0:
        header = (ctypes.c_uint32 * 2)(0x20080522, 0)
        none = (ctypes.c_uint32 * 6)()
        assert ctypes.CDLL(None).syscall(_CAPSET[os.uname().machine], header, none) == 0


_CAPSET = {"x86_64": 126, "aarch64": 91}
"""The number of the call `capset`, by machine."""


def to_nobody() -> None:
    """Close the reader of standard output."""
    read, write = os.pipe()
    os.close(read)
    os.dup2(write, 1)
