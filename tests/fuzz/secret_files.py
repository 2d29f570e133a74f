"""A working folder beside a secret that a command must neither read nor change."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from tests.fuzz.commands import folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.fuzz.commands import Ended

SECRET: Final = "canary-58c1f0"
"""The content of a file that no command is given."""


@contextmanager
def folder_beside_secret() -> Iterator[Path]:
    """A working folder whose parent has a secret file.

    In the end the secret is as it was, and nothing else is beside the folder.
    """
    with folder({"secret.txt": SECRET.encode()}) as parent:
        work = parent / "work"
        work.mkdir(mode=0o700)
        os.chdir(work)
        try:
            yield work
        finally:
            os.chdir(parent)
        assert sorted(file.name for file in parent.iterdir()) == ["secret.txt", "work"]
        assert (parent / "secret.txt").read_bytes() == SECRET.encode()
        for file in work.rglob("*"):
            assert file.is_symlink() or not file.is_file() or SECRET.encode() not in file.read_bytes(), file.name


def hold_well_ended(ended: Ended, *, statuses: tuple[int, ...] = (0, 1, 2)) -> None:
    """A known status, a reason for a refusal, no traceback and no secret."""
    assert ended.status in statuses, ended
    assert ended.status != 2 or ended.err, ended
    assert b"Traceback" not in ended.err, ended
    assert SECRET.encode() not in ended.out + ended.err, ended
