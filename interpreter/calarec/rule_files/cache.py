"""The cache of results from rule files, for faster starts.

An entry belongs to a question. It holds as long as every file that was read has the same bytes, no file has appeared
at a place that would have been used first, and calarec, the form of the cache and Python are the same. Entries are
JSON, never pickles. Only the user may have write access to the folder. A cache reports nothing: after any error the
answer is "not there".

Terms. A *kind* is the purpose of an entry (`"tree"`, say); a *stamp* is sha256 over everything that an entry depends
on.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base import version
from calarec.core.base.frozen import NamedTuple
from calarec.core.base.resources import cache_home
from calarec.rule_files.locate import is_there, unsaved_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

CACHE_FORMAT: Final = 5
MOST_ENTRIES: Final = 400
_MAX_ENTRY_BYTES: Final = 256 * 1024
_OFF: Final = "off"
_ENDING: Final = ".json"
_AS_IT_IS: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


class _SeenEntry(NamedTuple):
    """An entry that was read before; equal bytes are not decoded or hashed again."""

    body: bytes
    files: tuple[tuple[str, bytes], ...]
    absent: tuple[str, ...]
    payload: Any

    def is_current(self) -> bool:
        """Check whether every file is unchanged, and none has appeared before it."""
        return not any(map(is_there, self.absent)) and all(_read_bytes(name) == raw for name, raw in self.files)


_MAX_SEEN: Final = 64
_SEEN: Final[dict[str, _SeenEntry]] = {}
"""By the file of the entry, whose name has everything else that it rests on."""


def cache_folder() -> str:
    """The cache folder: CALAREC_CACHE if set, otherwise the platform's usual place.

    Empty without a cache (`CALAREC_CACHE=off`) or a known place.
    """
    named = os.environ.get("CALAREC_CACHE")
    if named:
        return "" if named == _OFF else named
    base = cache_home()
    return os.path.join(base, "calarec") if base else ""  # noqa: PTH118


def load_entry(kind: str, asked: str, folders: tuple[str, ...]) -> Any | None:
    """Load the result that was stored for a question; None if it no longer holds."""
    folder = cache_folder()
    if not folder or not is_own_folder(folder):
        return None
    known = versions()
    place = _entry_path(folder, kind, asked, folders, known)
    body = read_own_file(place)
    seen = _SEEN.get(place)
    try:
        if seen is not None and seen.body == body and seen.is_current():
            return seen.payload
        checksum, _, text = body.partition(b"\n")
        if not text or checksum != sha256(text).encode("ascii"):
            return None
        entry = json.loads(text)
        files = tuple((str(name), _read_bytes(str(name))) for name in entry["files"])
        found = _SeenEntry(body, files, tuple(str(name) for name in entry["absent"]), entry["payload"])
        if any(map(is_there, found.absent)) or entry["stamp"] != _files_stamp(files, known):
            return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    if len(_SEEN) >= _MAX_SEEN:
        _SEEN.clear()
    _SEEN[place] = found
    return found.payload


def can_store_entry(
    kind: str,
    asked: str,
    folders: tuple[str, ...],
    *,
    files: Sequence[tuple[str, bytes]],
    absent: Iterable[str],
    payload: object,
) -> bool:
    """Store a result of `files` for a question; False if that failed.

    `absent` are the places where a file would have been used instead. `payload` must be plain JSON.
    """
    folder = cache_folder()
    if not folder or not can_make_own_folder(folder):
        return False
    known = versions()
    body = entry_body(known, files=files, absent=absent, payload=payload)
    try:
        write_own_file(_entry_path(folder, kind, asked, folders, known), body)
    except (OSError, ValueError):
        return False
    _tidy(folder)
    return True


def entry_body(known: str, *, files: Sequence[tuple[str, bytes]], absent: Iterable[str], payload: object) -> bytes:
    """The bytes of an entry; `known` are the versions of its readers."""
    entry = {
        "stamp": _files_stamp(files, known),
        "files": [name for name, _ in files],
        "absent": list(absent),
        "payload": payload,
    }
    text = json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    return sha256(text).encode("ascii") + b"\n" + text


def versions() -> str:
    """Everything but the files that an entry depends on."""
    python = ".".join(map(str, sys.version_info[:3]))
    return versions_of(f"{sys.implementation.name} {python}", _checkout_stamp())


def versions_of(python: str, checkout: str = "") -> str:
    """The versions for another Python; `checkout` is the stamp of a checkout."""
    return f"{version.__version__} {CACHE_FORMAT} {python} {checkout}"


STAMPED_ROOMS: Final = (
    "", "core/base", "core/wording", "core/mechanisms", "core/engine", "rule_files", "rule_files/lint"
)  # fmt: skip
"""The folders of the code that reads, composes and checks rule files."""


@cache
def _checkout_stamp() -> str:
    """The time of the newest change in a checkout, whose version does not change.

    Cached: the code that a process runs does not change.
    """
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    if os.path.isdir(os.path.join(package, "_data")):  # noqa: PTH112, PTH118
        return ""
    newest = 0
    for room in STAMPED_ROOMS:
        try:
            with os.scandir(os.path.join(package, room)) as found:  # noqa: PTH118
                times = [each.stat().st_mtime_ns for each in found if each.name.endswith(".py")]
        except OSError:
            continue
        newest = max(newest, *times, 0)
    return str(newest)


def _entry_path(folder: str, kind: str, asked: str, folders: tuple[str, ...], known: str) -> str:
    """The file of an entry.

    The working folder counts: reported paths are as they were given.
    """
    try:
        here = os.getcwd()  # noqa: PTH109
    except OSError:
        here = ""
    return os.path.join(folder, entry_name(kind, asked, folders, here, known))  # noqa: PTH118


def entry_name(kind: str, asked: str, folders: tuple[str, ...], here: str, known: str) -> str:
    """The name of the entry that answers a question."""
    return sha256(json.dumps([kind, asked, folders, here, known]).encode("ascii"))[:40] + _ENDING


def _files_stamp(files: Sequence[tuple[str, bytes]], known: str) -> str:
    parts = [[name, sha256(raw)] for name, raw in files]
    return sha256(json.dumps([parts, known]).encode("ascii"))


@cache
def _hasher() -> Callable[[bytes], Any]:
    """Python's own sha256, since hashlib also loads OpenSSL, which takes longer."""
    for module in ("_sha2", "_sha256", "hashlib"):
        try:
            found: Callable[[bytes], Any] = import_module(module).sha256
        except ImportError:
            continue
        return found
    raise ImportError("sha256")


def sha256(raw: bytes) -> str:
    """The sha256 of bytes in hexadecimal digits."""
    return str(_hasher()(raw).hexdigest())


def _read_bytes(file: str) -> bytes:
    held = unsaved_bytes(file)
    if held is not None:
        return held
    if not stat.S_ISREG(os.stat(file).st_mode):  # noqa: PTH116
        raise OSError("no ordinary file")
    with open(file, "rb") as stream:  # noqa: PTH123
        return stream.read(_MAX_ENTRY_BYTES + 1)


def read_own_file(file: str) -> bytes:
    """The bytes of the user's own file; empty for another's, a link, or none."""
    try:
        # A pipe in the place of an entry must not make us wait for somebody who writes.
        handle = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _AS_IT_IS)
    except (OSError, ValueError):
        return b""
    try:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode) or not _is_owned(about):
            return b""
        with os.fdopen(handle, "rb", closefd=False) as stream:
            return stream.read()
    except OSError:
        return b""
    finally:
        os.close(handle)


def write_own_file(file: str, body: bytes) -> None:
    """Write a file in one step: readers see the old or the new one, never half of it."""
    draft = f"{file}.{os.getpid():x}-{os.urandom(6).hex()}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(draft, flags, 0o600), "wb") as stream:
            stream.write(body)
        os.replace(draft, file)  # noqa: PTH105
    except BaseException:
        _unlink(draft)
        raise


def can_make_own_folder(folder: str) -> bool:
    """Make a folder; return whether it is there and only the user can write to it."""
    try:
        os.makedirs(os.path.dirname(folder) or os.curdir, exist_ok=True)  # noqa: PTH103, PTH120
        os.mkdir(folder, 0o700)  # noqa: PTH102
    except FileExistsError:
        pass
    except (OSError, ValueError):
        return False
    return is_own_folder(folder)


def is_own_folder(folder: str) -> bool:
    """Check for a folder, no link, that only this user can write to."""
    try:
        about = os.lstat(folder)
    except (OSError, ValueError):
        return False
    return stat.S_ISDIR(about.st_mode) and _is_owned(about)


def _is_owned(about: os.stat_result) -> bool:
    # In a browser and on Windows nobody can say who we are: there is one user.
    ourselves: Callable[[], int] | None = getattr(os, "geteuid", None)
    if ourselves is None:
        return True
    return about.st_uid == ourselves() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _tidy(folder: str) -> None:
    """Drop the oldest entries and unfinished drafts, when there are too many."""
    try:
        with os.scandir(folder) as found:
            ours = sorted(
                (each.stat(follow_symlinks=False).st_mtime_ns, each.path) for each in found if _is_entry_name(each.name)
            )
    except OSError:
        return
    for _, path in ours[: max(0, len(ours) - MOST_ENTRIES)]:
        _unlink(path)


def _is_entry_name(name: str) -> bool:
    start, dot, rest = name.partition(".")
    return len(start) == 40 and bool(dot) and rest.startswith(_ENDING[1:])


def _unlink(file: str) -> None:
    try:
        os.unlink(file)  # noqa: PTH108
    except (OSError, ValueError):
        return
