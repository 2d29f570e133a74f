"""Files that a list of paths means: files, folders of records, patterns, `-`.

The destinations of all files of a folder are settled before the first is written.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.notation.stamps import is_address
from calarec.core.wording.language import Words
from calarec.core.wording.system_errors import why_refused
from calarec_tools.output.files.streams import CLEAN, REFUSED, RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec_tools.output.files.streams import Output

RECORDS: Final = (".cal", ".cal.gz", ".cal.zst")
"""File extensions of records in a folder; a named file may have any name."""
PACKED: Final = (".gz", ".zst")
STDIN: Final = "-"

NO_FORM: Final = Words("`{file}`: its ending names no form; give `{option} {forms}`.")
"""The refusal of a destination without a known format."""

_NOT_THERE: Final = Words("`{path}`: there is no such file or folder.")
_EMPTY: Final = Words("`{path}`: there is no record in this folder (a file ending in .cal, .cal.gz or .cal.zst).")
_UNREAD: Final = Words("`{path}`: this folder cannot be read: {reason}.")
NO_FILE: Final = Words("`{path}`: this is not an ordinary file and was passed over.")
_NO_MATCH: Final = Words("`{path}`: no record fits this pattern.")


class FoundFiles(NamedTuple):
    """The files found, in the order asked for, and the exit status so far."""

    files: tuple[str, ...]
    status: int


def find_inputs(paths: Iterable[str], out: Output) -> FoundFiles:
    """Return all files of the paths, each once; report files passed over to `out`."""
    files: dict[str, None] = {}
    missing: list[RefusalError] = []
    for path in paths:
        unread: list[RefusalError] = []
        try:
            files |= dict.fromkeys(_files_in_path(path, unread, out))
        except RefusalError as refusal:
            missing += unread or [refusal]
        else:
            missing += unread
    for error in missing:
        out.complain(error)
    return FoundFiles(tuple(files), REFUSED if missing else CLEAN)


def _files_in_path(path: str, unread: list[RefusalError], out: Output) -> list[str]:
    if path == STDIN or is_address(path):
        return [path]
    if os.path.isdir(path):  # noqa: PTH112
        return _must(list(in_folder(path, unread, out)), _EMPTY, path)
    if not os.path.lexists(path) and any(sign in path for sign in "*?["):
        import glob

        found = sorted(glob.glob(path, recursive=True))  # noqa: PTH207
        folders = {one for one in found if os.path.isdir(one)}  # noqa: PTH112
        inside = [each for one in found for each in (in_folder(one, unread, out) if one in folders else [one])]
        return _must(inside, _NO_MATCH, path)
    if not os.path.lexists(path):
        raise RefusalError(_NOT_THERE, path=path)
    return [path]


def _must(files: list[str], reason: Words, path: str) -> list[str]:
    if not files:
        raise RefusalError(reason, path=path)
    return files


def in_folder(
    folder: str, unread: list[RefusalError], out: Output, endings: tuple[str, ...] = RECORDS
) -> Iterator[str]:
    """List the records below a folder by name, without hidden files and folders.

    Folders that cannot be read go to `unread`.
    """

    def note_unread_folder(error: OSError) -> None:
        reason = why_refused(error)
        unread.append(RefusalError(_UNREAD, path=error.filename, reason=reason))

    for here, folders, names in os.walk(folder, onerror=note_unread_folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.endswith(endings) and not name.startswith("."):
                file = str(Path(here) / name)
                if is_ordinary(file):
                    yield file
                else:
                    out.remark(NO_FILE, path=file)


def is_ordinary(file: str) -> bool:
    """Check whether it is a local file, and no pipe.

    A missing file counts as one: reading it reports that.
    """
    if is_address(file):
        return False
    try:
        return stat.S_ISREG(os.stat(file).st_mode)  # noqa: PTH116
    except (OSError, ValueError):
        return True


def is_read_once(file: str) -> bool:
    """Check whether it can only be read once: standard input, a pipe or a device."""
    return file == STDIN or not (is_address(file) or is_ordinary(file))


def size_of_files(files: Iterable[str]) -> int:
    """The bytes of all files that can be measured."""
    size = 0
    for file in files:
        try:
            size += os.path.getsize(file)  # noqa: PTH202
        except OSError:
            continue
    return size


def is_packed(file: str) -> bool:
    """Check whether a file is compressed, by name or first bytes; pipes are not read."""
    if file.endswith(PACKED):
        return True
    if not is_ordinary(file):
        return False
    try:
        with open(file, "rb") as stream:  # noqa: PTH123
            return stream.read(4).startswith((b"\x1f\x8b", b"\x28\xb5\x2f\xfd"))
    except OSError:
        return False


FORMS: Final = {"cal": ".cal", "json": ".json", "jsonl": ".jsonl", "packed": ".calpack", "csv": ".csv"}
"""Forms and the endings of their files."""
OTHER_ENDINGS: Final = {".ndjson": "jsonl", ".packed": "packed"}

NOTHING: Final = Words("`{file}`: there is nothing in this folder that could be converted.")  # fmt: skip
_TWO: Final = Words(
    "`{first}` and `{second}` would both become `{target}`; nothing was written. Rename one, or convert them one by "
    "one."
)
_SAME: Final = Words("`{file}` would be written over itself.")


class PlannedFiles(NamedTuple):
    """Files with their destinations, and the reasons for unread folders."""

    files: tuple[tuple[str, str], ...]
    unread: tuple[RefusalError, ...]


def plan_files(source: str, destination: str, form: str, target: str, out: Output) -> PlannedFiles:
    """Plan destinations for the files of a format below a folder; refuse clashes."""
    unread: list[RefusalError] = []
    files = list(in_folder(source, unread, out, endings(form)))
    if not files and not unread:
        raise RefusalError(NOTHING, file=source)
    pairs = [(file, _destination_file(file, source, destination, target)) for file in files]
    _refuse_clashes(pairs)
    return PlannedFiles(tuple(pairs), tuple(unread))


def refuse_itself(source: str, destination: str) -> None:
    """A refusal, if the destination is the source."""
    if os.path.exists(destination) and os.path.exists(source) and os.path.samefile(source, destination):  # noqa: PTH110, PTH121
        raise RefusalError(_SAME, file=source)


def without_packing(name: str) -> str:
    """A name without the ending of a compressed file."""
    return name.removesuffix(".gz").removesuffix(".zst")


def endings(form: str) -> tuple[str, ...]:
    """The endings of files of a form, packed or not."""
    plain = [FORMS[form], *(ending for ending, name in OTHER_ENDINGS.items() if name == form)]
    return tuple(ending + more for ending in plain for more in ("", *PACKED))


def _destination_file(file: str, source: str, destination: str, target: str) -> str:
    relative = Path(file).relative_to(source)
    name = Path(without_packing(relative.name)).stem
    return str(Path(destination) / relative.with_name(f"{name}{FORMS[target]}"))


def _refuse_clashes(pairs: Iterable[tuple[str, str]]) -> None:
    taken: dict[str, str] = {}
    for file, target in pairs:
        if target in taken:
            raise RefusalError(_TWO, first=taken[target], second=file, target=target)
        taken[target] = file
        refuse_itself(file, target)
