"""Draft folders beside a target, for one run at a time; files moved together."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import Words
from calarec.rule_files.cache import can_make_own_folder
from calarec_tools.output.files.replacing import named_as, put_in_place
from calarec_tools.output.files.streams import RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LOCK_NAME: Final = "lock"
_BUSY: Final = Words("`{file}`: another run is writing to it.")
_NOT_OURS: Final = Words("`{folder}` is needed for drafts, and others can write to it; remove it.")


@contextmanager
def draft_folder(target: str) -> Iterator[str]:
    """Make an empty folder beside a target until the end; refuse while it is in use.

    Files left by a killed run are removed first.
    """
    place, name = os.path.split(os.path.realpath(target))
    folder = os.path.join(place, f".{name}.part")  # noqa: PTH118
    with named_as(target):
        lock = _lock_folder(folder, target)
        try:
            _remove_drafts(folder)
        except BaseException:
            os.close(lock)
            raise
    try:
        yield folder
    finally:
        # The lock goes last: whoever finds the folder without it may make a new one.
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


@contextmanager
def folder_with_drafts(folder: str, name: str) -> Iterator[str]:
    """Make a folder if missing, with drafts in it; remove it again if it stays empty."""
    is_new = not os.path.exists(folder)  # noqa: PTH110
    try:
        with draft_folder(os.path.join(folder, name)) as drafts:  # noqa: PTH118
            yield drafts
    finally:
        if is_new:
            with suppress(OSError):
                os.rmdir(folder)  # noqa: PTH106


def replace_all(folder: str, files: Iterable[tuple[str, bytes]]) -> list[str]:
    """Write all files of a folder, or none if one fails; return their paths in it.

    Each file comes as its path and its content.
    """
    names: list[str] = []
    made: list[str] = []
    with folder_with_drafts(folder, "files") as drafts:
        try:
            places: dict[str, str] = {}
            for number, (name, data) in enumerate(files):
                names.append(name)
                target = os.path.join(folder, name)  # noqa: PTH118
                draft = os.path.join(drafts, str(number))  # noqa: PTH118
                places[draft] = target
                with named_as(target), open(draft, "wb") as stream:  # noqa: PTH123
                    stream.write(data)
            for target in places.values():
                made += _make_folders(os.path.dirname(target))  # noqa: PTH120
            put_in_place(places)
        except BaseException:
            for each in reversed(made):
                with suppress(OSError):
                    os.rmdir(each)  # noqa: PTH106
            raise
    return names


def _make_folders(folder: str) -> list[str]:
    """Make a folder and its missing parents; return the new ones."""
    if os.path.isdir(folder):  # noqa: PTH112
        return []
    made = _make_folders(os.path.dirname(folder))  # noqa: PTH120
    os.mkdir(folder)  # noqa: PTH102
    return [*made, folder]


def _lock_folder(folder: str, target: str) -> int:
    """The handle that holds the lock of a folder, which is made if it is not there."""
    file = os.path.join(folder, _LOCK_NAME)  # noqa: PTH118
    while True:
        if not can_make_own_folder(folder):
            if os.path.lexists(folder):
                raise RefusalError(_NOT_OURS, folder=folder)
            os.mkdir(folder, 0o700)  # noqa: PTH102 - it says why it cannot be made
        try:
            handle = os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        except FileNotFoundError:
            continue  # another run has just removed the folder
        except OSError:
            with suppress(OSError):
                os.rmdir(folder)  # noqa: PTH106
            raise
        try:
            if not _has_locked(handle):
                raise RefusalError(_BUSY, file=target)
            if _is_same(handle, file):
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _has_locked(handle: int) -> bool:
    """Locks a file unless another process has locked it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if isinstance(error, BlockingIOError | PermissionError):
            return False
        raise
    return True


def _is_same(handle: int, file: str) -> bool:
    """Check whether an opened file is still there under its name."""
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(file))
    except FileNotFoundError:
        return False


def _remove_drafts(folder: str) -> None:
    for name in os.listdir(folder):  # noqa: PTH208
        path = os.path.join(folder, name)  # noqa: PTH118
        if name == _LOCK_NAME:
            continue
        if stat.S_ISDIR(os.lstat(path).st_mode):
            shutil.rmtree(path)
        else:
            os.unlink(path)  # noqa: PTH108
