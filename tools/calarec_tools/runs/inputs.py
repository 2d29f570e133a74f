"""Which files a list of paths means: files, folders with all records in them, patterns, standard input."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final

from calarec.language import Words
from calarec.light import NamedTuple
from calarec.refused import why_refused
from calarec_tools.cli.output import Output, RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

RECORDS: Final = (".cal", ".cal.gz", ".cal.zst")
"""Endings of what is a record in a folder; a file that is named may be called anything."""
PACKED: Final = (".gz", ".zst")
STDIN: Final = "-"

_NOT_THERE: Final = Words("`{path}`: there is no such file or folder.")
_EMPTY: Final = Words("`{path}`: there is no record in this folder (a file ending in .cal, .cal.gz or .cal.zst).")
_UNREAD: Final = Words("`{path}`: this folder cannot be read: {reason}.")
_NO_FILE: Final = Words("`{path}`: this is no ordinary file and was passed over.")
_NO_MATCH: Final = Words("`{path}`: no record fits this pattern.")


class Found(NamedTuple):
    """The files that were found, in the order asked for, and why other paths lead nowhere."""

    files: tuple[str, ...]
    missing: tuple[RefusalError, ...]


def find(paths: Iterable[str]) -> Found:
    """Every file that the paths mean, each once."""
    files: dict[str, None] = {}
    missing: list[RefusalError] = []
    for path in paths:
        unread: list[RefusalError] = []
        try:
            files |= dict.fromkeys(_files(path, unread))
        except RefusalError as refusal:
            missing += unread or [refusal]
        else:
            missing += unread
    return Found(tuple(files), tuple(missing))


def _files(path: str, unread: list[RefusalError]) -> list[str]:
    if path == STDIN:
        return [STDIN]
    if os.path.isdir(path):  # noqa: PTH112
        return _must(list(in_folder(path, unread)), _EMPTY, path)
    if not os.path.lexists(path) and any(sign in path for sign in "*?["):
        import glob

        found = sorted(glob.glob(path, recursive=True))  # noqa: PTH207
        folders = {one for one in found if os.path.isdir(one)}  # noqa: PTH112
        inside = [each for one in found for each in (in_folder(one, unread) if one in folders else [one])]
        return _must(inside, _NO_MATCH, path)
    if not os.path.lexists(path):
        raise RefusalError(_NOT_THERE, path=path)
    return [path]


def _must(files: list[str], reason: Words, path: str) -> list[str]:
    if not files:
        raise RefusalError(reason, path=path)
    return files


def in_folder(folder: str, unread: list[RefusalError], endings: tuple[str, ...] = RECORDS) -> Iterator[str]:
    """The records below a folder, in the order of their names; hidden folders are passed over.

    Folders that cannot be read go to `unread`.
    """

    def refused(error: OSError) -> None:
        reason = why_refused(error)
        unread.append(RefusalError(_UNREAD, path=error.filename, reason=reason))

    for here, folders, names in os.walk(folder, onerror=refused):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.endswith(endings) and not name.startswith("."):
                file = str(Path(here) / name)
                if is_ordinary(file):
                    yield file
                else:
                    Output().remark(_NO_FILE, path=file)


def is_ordinary(file: str) -> bool:
    """Whether a file can be read more than once: not so a pipe. What is not there is told by whoever reads it."""
    try:
        return stat.S_ISREG(os.stat(file).st_mode)  # noqa: PTH116
    except (OSError, ValueError):
        return True


def is_packed(file: str) -> bool:
    """Whether a file is compressed, by its name or by its first bytes; of a pipe nothing is read."""
    if file.endswith(PACKED):
        return True
    if not is_ordinary(file):
        return False
    try:
        with open(file, "rb") as stream:  # noqa: PTH123
            return stream.read(4).startswith((b"\x1f\x8b", b"\x28\xb5\x2f\xfd"))
    except OSError:
        return False
