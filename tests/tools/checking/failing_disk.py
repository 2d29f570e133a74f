"""A disk that fails at one operation: writes are counted, and one is refused.

Counted are every write, flush and new name of this process. Python writes through `open` and a few functions of `os`,
which are replaced, so that no build is needed and every system will do. Writes of DuckDB and other libraries in C are
not seen.
"""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

_NAMING: Final = ("replace", "rename", "mkdir", "fsync", "ftruncate", "chmod")
"""Functions of `os` that change a disk, besides opening and writing."""


class FailingDisk:
    """Counts what is done to the disk; one operation, and all that follow if it is `broken` for good, is refused."""

    def __init__(self, fails_at: int, number: int, *, broken: bool = False) -> None:
        self.fails_at = fails_at
        self.number = number
        self.broken = broken
        self.done: list[str] = []
        self.refused = ""
        """The operation that was refused first."""
        self.refused_file = ""
        self.opened: dict[int, str] = {}
        """Files by their handles."""

    def ask(self, operation: str, file: Any, *, is_named: bool = True) -> None:
        """Refuse the operation whose turn it is; the system names the file of some."""
        self.done.append(operation)
        at = len(self.done) - 1
        if at != self.fails_at and not (self.broken and at > self.fails_at):
            return
        name = self.opened.get(file, "") if isinstance(file, int) else os.fspath(file)
        if not self.refused:
            self.refused, self.refused_file = operation, name
        raise OSError(
            self.number, os.strerror(self.number), *([name] if is_named and not isinstance(file, int) else [])
        )

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Put this disk in the place of the real one."""
        disk, real_open = self, io.open

        class WatchedFile(io.FileIO):
            """An open file whose writes are counted."""

            def write(self, data: Any, /) -> int:
                disk.ask("write", self.name, is_named=False)
                return super().write(data)

            def truncate(self, size: int | None = None, /) -> int:
                disk.ask("truncate", self.name, is_named=False)
                return super().truncate(size)

        def watched_open(
            file: Any, mode: str = "r", buffering: int = -1, encoding: str | None = None, errors: str | None = None,
            newline: str | None = None, closefd: bool = True, opener: Any = None,
        ) -> Any:  # fmt: skip
            if not set(mode) & set("wax+"):
                return real_open(file, mode, buffering, encoding, errors, newline, closefd, opener)
            if not isinstance(file, int) and set(mode) & set("wax"):
                disk.ask("open", file)
            raw = WatchedFile(file, mode.replace("b", "").replace("t", ""), closefd, opener)
            if buffering == 0:
                return raw
            whole: Any = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
            if "b" in mode:
                return whole
            return io.TextIOWrapper(whole, encoding, errors, newline)

        monkeypatch.setattr("io.open", watched_open)
        monkeypatch.setattr("builtins.open", watched_open)
        for name in _NAMING:
            monkeypatch.setattr(f"os.{name}", _asking(disk, name, getattr(os, name)))
        open_handle, write = os.open, os.write

        def watched_handle(path: Any, flags: int, *given: Any, **named: Any) -> int:
            if flags & os.O_CREAT:
                disk.ask("create", path)
            handle = open_handle(path, flags, *given, **named)
            disk.opened[handle] = os.fspath(path)
            return handle

        def watched_write(handle: int, data: Any) -> int:
            disk.ask("write", handle)
            return write(handle, data)

        monkeypatch.setattr("os.open", watched_handle)
        monkeypatch.setattr("os.write", watched_write)


def _asking(disk: FailingDisk, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
    def asking(*given: Any, **named: Any) -> Any:
        if not (name == "mkdir" and Path(given[0]).is_dir()):
            disk.ask(name, given[0])
        return real(*given, **named)

    return asking
