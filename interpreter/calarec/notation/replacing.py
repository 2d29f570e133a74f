"""Replaces a file as a whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def replace_file(path: str | Path, pieces: Iterable[str]) -> None:
    """Writes a text beside a file and puts it in its place when it is all there.

    Whatever goes wrong on the way, a full disk or Ctrl-C, the old file stays as it was. A link is
    followed; the new file has the permissions of the old one.
    """
    target = Path(path).resolve()
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    part = Path(name)
    try:
        with open(handle, "w", encoding="utf-8", errors="surrogateescape", newline="") as stream:  # noqa: PTH123 - it is a handle
            stream.writelines(pieces)
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            part.chmod(target.stat().st_mode & 0o7777)
        else:
            part.chmod(0o666 & ~_umask())
        part.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
