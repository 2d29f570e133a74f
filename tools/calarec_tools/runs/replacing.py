"""Replaces a file as a whole or not at all; what is no file, a device or a pipe, is written into.

Whatever the system complains of is told of the file that was asked for, never of the one beside it.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import stat
import tempfile
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Packing: TypeAlias = Callable[[IO[bytes]], IO[bytes]]
    """What puts a compressor in front of a stream; closing it leaves the stream open."""

_STREAMS: Final = re.compile(r"/dev/(?:std(?:in|out|err)|fd/\d+)|/proc/[^/]+/fd/\d+")
"""Names of what a process has open already."""
_LONGEST_HINT: Final = 40
_PIECE: Final = 1 << 16
_MOST_LINKS: Final = 40


def replace_file(
    path: str | Path,
    pieces: Iterable[str],
    *,
    packing: Packing | None = None,
    ready: Callable[[], None] | None = None,
) -> None:
    """Writes a text beside a file and puts it in its place when it is all there.

    Whatever goes wrong on the way, a full disk or Ctrl-C, the old file stays as it was. A link is
    followed; the new file has the permissions of the old one. `ready` is asked last, and may refuse.
    """
    file = os.fspath(path)
    try:
        with _told_of(file):
            target = _ordinary(file)
            if target is None:
                handle = os.open(file, os.O_WRONLY | os.O_APPEND)
                whole = all_there(_apart(pieces))
                _fill(handle, seen(whole) if os.isatty(handle) and packing is None else whole, packing)
            else:
                _replace(target, _apart(pieces), packing, ready)
    except _OfThePieces as other:
        raise other.error from None


class _OfThePieces(Exception):  # noqa: N818 - it is another error on its way
    """What went wrong while the text was made; it is not the file's fault."""

    def __init__(self, error: OSError) -> None:
        super().__init__(error)
        self.error = error


def _apart(pieces: Iterable[str]) -> Iterator[str]:
    try:
        yield from pieces
    except OSError as error:
        raise _OfThePieces(error) from error


def all_there(pieces: Iterable[str]) -> Iterator[str]:
    """The pieces, none of them before the last has been made: what fails on the way leaves nothing that looks whole."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="surrogatepass", newline="") as kept:
        kept.writelines(pieces)
        kept.seek(0)
        while piece := kept.read(_PIECE):
            yield piece


def seen(pieces: Iterable[str]) -> Iterator[str]:
    """The pieces as a terminal may have them: no character of theirs is a command to it."""
    from calarec.wording.cells import visible

    return ("\n".join(map(visible, piece.split("\n"))) for piece in pieces)


@contextlib.contextmanager
def _told_of(file: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, file) from error


def _ordinary(file: str) -> Path | None:
    """The file to be replaced; None if what stands there is no file that another could stand for."""
    try:
        found = os.stat(file).st_mode  # noqa: PTH116
    except FileNotFoundError:
        found = stat.S_IFDIR if file.endswith(os.sep) else stat.S_IFREG
    if stat.S_ISDIR(found):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), file)
    if not stat.S_ISREG(found) or _is_stream(file):
        return None
    if os.path.exists(file) and not os.access(file, os.W_OK):  # noqa: PTH110
        # It could be replaced all the same; but somebody has said that it is not to be written.
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), file)
    return Path(os.path.realpath(file))


def _is_stream(file: str) -> bool:
    """Whether a name leads to what is open already: a file behind it may hold more than we write."""
    for _ in range(_MOST_LINKS):
        file = os.path.abspath(file)  # noqa: PTH100
        if _STREAMS.fullmatch(file):
            return True
        if not os.path.islink(file):  # noqa: PTH114
            return False
        file = os.path.join(os.path.dirname(file), os.readlink(file))  # noqa: PTH115, PTH118, PTH120
    return False


def _replace(target: Path, pieces: Iterator[str], packing: Packing | None, ready: Callable[[], None] | None) -> None:
    hint = target.name[:_LONGEST_HINT]
    handle, name = tempfile.mkstemp(prefix=f".{hint}.", suffix=".part", dir=target.parent)
    part = Path(name)
    try:
        _fill(handle, pieces, packing, kept=True)
        part.chmod(target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask())
        if ready is not None:
            ready()
        part.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def _fill(handle: int, pieces: Iterator[str], packing: Packing | None, *, kept: bool = False) -> None:
    """Writes the text into a stream; `kept`: until it is on the disk."""
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
