"""Replace a file as a whole or not at all; write into devices and pipes.

Errors of the system name the file that was asked for, never the one beside it.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import io
import os
import re
import stat
import tempfile
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, TypeAlias

from calarec.core.base.errors import PortableError
from calarec.core.wording.language import Words
from calarec_tools.output.files.streams import RefusalError, printable_pieces

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    Packing: TypeAlias = Callable[[IO[bytes]], IO[bytes]]
    """A compressor in front of a stream; closing it leaves the stream open."""

_STREAMS: Final = re.compile(r"/dev/(?:std(?:in|out|err)|fd/\d+)|/proc/[^/]+/fd/\d+")
"""Names of what a process has open already."""
_MAX_HINT_LETTERS: Final = 40
_PIECE_BYTES: Final = 1 << 16
_MAX_LINKS: Final = 40
_PART: Final = ".part"
_LITTER: Final = re.compile(r"\.(?P<hint>.+)\.[a-z0-9_]{8}\.part", re.DOTALL)
"""The name of an unfinished file: target, eight random characters, extension."""
_LINKED: Final = Words(
    "`{file}` has {number} names (hard links), and what is replaced would keep one of them; nothing was written. Write "
    "to another name, or take the links apart."
)
_OWNED: Final = Words(
    "`{file}` belongs to another user or group, and would change its owner if it were replaced; "
    "nothing was written. Write to another name."
)


def replace_file(
    path: str | Path,
    pieces: Iterable[str],
    *,
    packing: Packing | None = None,
    ready: Callable[[], None] | None = None,
) -> None:
    """Write a text beside a file and put it in its place when it is all there.

    Whatever goes wrong on the way, a full disk or Ctrl-C, the old file stays as it was. A link is
    followed; the new file has the permissions and the owner of the old one, or there is none: what has several names,
    or cannot be given to its owner, is refused. `ready` is asked last, and may refuse.
    """
    file = os.fspath(path)
    try:
        with named_as(file):
            target = _ordinary(file)
            if target is None:
                handle = os.open(file, os.O_WRONLY | os.O_APPEND)
                whole = all_there(_mark_own_errors(pieces))
                _write_pieces(
                    handle, printable_pieces(whole) if os.isatty(handle) and packing is None else whole, packing
                )
            else:
                _replace_target(target, _mark_own_errors(pieces), packing, ready)
    except _OfThePieces as other:
        raise other.error from None


class _OfThePieces(PortableError):  # noqa: N818 - it is another error on its way
    """An error while the text was made, which is not the file's fault."""

    def __init__(self, error: OSError) -> None:
        super().__init__(error)
        self.error = error


def _mark_own_errors(pieces: Iterable[str]) -> Iterator[str]:
    try:
        yield from pieces
    except OSError as error:
        raise _OfThePieces(error) from error


def all_there(pieces: Iterable[str]) -> Iterator[str]:
    """Yield the pieces after the last has been made.

    So an error on the way leaves no output that looks complete.
    """
    folder = tempfile.gettempdir()
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="surrogatepass", newline="") as kept:
        for piece in pieces:
            with named_as(folder):
                kept.write(piece)
        with named_as(folder):
            kept.seek(0)
        while piece := kept.read(_PIECE_BYTES):
            yield piece


@contextlib.contextmanager
def named_as(file: str) -> Iterator[None]:
    """Report errors of the system under the name that was asked for."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, file) from error


def _ordinary(file: str) -> Path | None:
    """Return the file to be replaced; None for a device or pipe, which cannot be."""
    try:
        found = os.stat(file).st_mode  # noqa: PTH116
    except FileNotFoundError:
        found = stat.S_IFDIR if file.endswith((os.sep, "/")) else stat.S_IFREG
    if stat.S_ISDIR(found):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), file)
    if not stat.S_ISREG(found) or _is_stream(file):
        return None
    if os.path.exists(file) and not os.access(file, os.W_OK):  # noqa: PTH110
        # It could be replaced all the same; but somebody has said that it is not to be written.
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), file)
    return Path(os.path.realpath(file))


def _is_stream(file: str) -> bool:
    """Check whether a name leads to an open stream of this process.

    The file of such a stream may contain more than is written here.
    """
    for _ in range(_MAX_LINKS):
        file = os.path.abspath(file)  # noqa: PTH100
        if _STREAMS.fullmatch(file):
            return True
        if not os.path.islink(file):  # noqa: PTH114
            return False
        file = os.path.join(os.path.dirname(file), os.readlink(file))  # noqa: PTH115, PTH118, PTH120
    return False


def _replace_target(
    target: Path, pieces: Iterator[str], packing: Packing | None, ready: Callable[[], None] | None
) -> None:
    handle, part, lock = _begin_replacement(target)
    try:
        _write_pieces(handle, pieces, packing, kept=True)
        _dress(part, target)
        if ready is not None:
            ready()
        part.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
    finally:
        if lock is not None:
            os.close(lock)


# The folder is not synchronized after a rename. After a power cut the old file may be there, never half of a file.
def put_in_place(drafts: Mapping[str, str]) -> None:
    """Replace files by drafts of a draft folder: all of them, or none if one fails."""
    places = {Path(draft): Path(os.path.realpath(target)) for draft, target in drafts.items()}
    for draft, target in places.items():
        with named_as(str(target)):
            _ordinary(str(target))
            _dress(draft, target)
            with draft.open("rb+") as stream:
                os.fsync(stream.fileno())
    done: list[tuple[Path, bool, Path | None]] = []
    try:
        for draft, target in places.items():
            with named_as(str(target)):
                is_new = not target.exists()
                old = None if is_new else _second_name(target, draft)
                draft.replace(target)
            done.append((target, is_new, old))
    except BaseException:
        for target, is_new, old in done:
            with contextlib.suppress(OSError):
                if old is not None:
                    old.replace(target)
                elif is_new:
                    target.unlink()
        raise


def _second_name(target: Path, draft: Path) -> Path | None:
    """Link the old file beside the draft; None where a file can have only one name."""
    other = draft.with_name(draft.name + ".old")
    try:
        os.link(target, other)
    except OSError:
        return None
    return other


def _dress(part: Path, target: Path) -> None:
    """Give a new file the rights of the old one, or those of new files."""
    if target.exists():
        _made_like(part, target)
    else:
        part.chmod(0o666 & ~_umask())


def _begin_replacement(target: Path) -> tuple[int, Path, int | None]:
    """Make a new file beside the target; return its handle, path and lock.

    The lock is kept until the file is in its place (None: there are no locks). Files of a killed run for the same
    target are removed first.
    """
    hint = target.name[:_MAX_HINT_LETTERS]
    for name in _left_unfinished_files(str(target.parent)).pop(hint, ()):
        _remove_unfinished_file(target.parent / name)
    while True:
        handle, name = tempfile.mkstemp(prefix=f".{hint}.", suffix=_PART, dir=target.parent)
        lock = _lock_file(handle)
        if lock is None or os.path.exists(name):  # noqa: PTH110
            return handle, Path(name), lock
        # Another run held it for litter, in the moment before it was locked.
        os.close(lock)
        os.close(handle)


def _lock_file(handle: int) -> int | None:
    """A second handle of a file, which holds its lock."""
    if fcntl is None:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
    except OSError:
        return None
    return os.dup(handle)


@functools.cache
def _left_unfinished_files(folder: str) -> dict[str, list[str]]:
    """Find unfinished files at the first write to a folder, by their target's name."""
    found: dict[str, list[str]] = {}
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):  # noqa: PTH208
            litter = _LITTER.fullmatch(name)
            if litter:
                found.setdefault(litter["hint"], []).append(name)
    return found


def _remove_unfinished_file(part: Path) -> None:
    """Remove an unfinished file that no process writes; without locks it stays."""
    if fcntl is None:
        return
    with contextlib.suppress(OSError):
        handle = os.open(part, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            if stat.S_ISREG(os.fstat(handle).st_mode):
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                part.unlink()
        finally:
            os.close(handle)


def _made_like(part: Path, target: Path) -> None:
    """Give a new file owner and permissions of the old one; refuse if impossible."""
    new, old = part.stat(), target.stat()
    if old.st_nlink > 1:
        raise RefusalError(_LINKED, file=target, number=old.st_nlink)
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        try:
            os.chown(part, old.st_uid, old.st_gid)
        except OSError:
            raise RefusalError(_OWNED, file=target) from None
    part.chmod(old.st_mode & 0o7777)


def _write_pieces(handle: int, pieces: Iterator[str], packing: Packing | None, *, kept: bool = False) -> None:
    """Write the text into a stream; `kept`: until it is on the disk."""
    with open(handle, "wb") as stream:
        packed = stream if packing is None else packing(stream)
        text = io.TextIOWrapper(packed, encoding="utf-8", errors="surrogateescape", newline="")
        text.writelines(pieces)
        text.flush()
        text.detach()
        if packing is not None:
            packed.close()
        stream.flush()
        if kept:
            os.fsync(stream.fileno())


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
