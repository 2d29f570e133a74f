"""The one way in which calarec opens DuckDB: without access to anything else.

A connection reaches the files that it is given and no others. It loads no extension and keeps no secret, and no
setting can be changed. An archive is opened for reading, and its queries reach no file at all: once it is open,
DuckDB's file system is switched off.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.language import Words
from calarec.core.wording.system_errors import reason_in_text
from calarec_tools.archive.archive_tables import TABLES
from calarec_tools.output.files.streams import RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ARCHIVE: Final = "archive"
"""The name of the database of an archive in a connection."""
_CLOSED: Final = {
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "allow_community_extensions": "false",
    "allow_unsigned_extensions": "false",
    "allow_persistent_secrets": "false",
    # Otherwise a table's name that is unknown is looked for among the variables of the Python code that asks.
    "python_enable_replacements": "false",
}
JOURNALS: Final = (".wal", ".wal.checkpoint", ".wal.recovery")
"""Suffixes of the files that DuckDB looks for beside a database."""
BOUND_MEMORY: Final = "192MB"
"""With any number of rows: the excess goes to the disk."""
BOUND_THREADS: Final = 2
"""Each needs two buffers of its input, and holds rows that are not yet written."""
_MAGIC: Final = b"DUCK"
_MAGIC_OFFSET: Final = 8
_NO_DUCKDB: Final = Words("an archive needs DuckDB: `pip install 'calarec[archive]'`.")
_NO_ARCHIVE: Final = Words("`{file}` is not an archive of calarec; `calarec archive build` makes one.")
_NOT_THERE: Final = Words("`{file}`: there is no such archive; `calarec archive build` makes one.")
_BUSY: Final = Words("`{file}`: another program is writing to this archive.")
_DAMAGED: Final = Words(
    "`{file}` cannot be read: it is incomplete, damaged or made by another DuckDB; remove it and build it again."
)
_NO_ROOM: Final = Words("{file}: {reason}")
_OTHER_JOURNAL: Final = Words(
    "`{file}` cannot be read: the journal `{file}.wal` beside it belongs to another archive. Remove the journal."
)


def library() -> Any:
    """DuckDB; a refusal where it is not installed."""
    try:
        import duckdb
    except ImportError:
        raise RefusalError(_NO_DUCKDB) from None
    return duckdb


def connect_closed(
    files: Sequence[str] = (), folders: Sequence[str] = (), *, memory: str | None = None, threads: int | None = None
) -> Any:
    """Connect to an empty database in memory that reaches only these files.

    The files of `folders` can be reached too. Data that does not fit into the memory goes to a temporary folder in the
    first of them; without folders DuckDB refuses it.
    """
    config: dict[str, str | int] = {**_CLOSED}
    config |= {name: value for name, value in (("memory_limit", memory), ("threads", threads)) if value is not None}
    connection = library().connect(":memory:", config=config)
    try:
        spill = os.path.join(folders[0], "spill") if folders else ""  # noqa: PTH118
        connection.execute("SET temp_directory = ?", [spill])
        # Otherwise a long statement writes its progress into the output of the command.
        connection.execute("SET enable_progress_bar = false")
        connection.execute("SET allowed_paths = ?", [_with_journals(files)])
        connection.execute("SET allowed_directories = ?", [[*map(os.path.abspath, folders)]])
        connection.execute("SET enable_external_access = false")
    except BaseException:
        connection.close()
        raise
    return connection


def lock_settings(connection: Any, *, with_files: bool) -> None:
    """Make all settings final; without files, no statement reaches even attached ones."""
    if not with_files:
        connection.execute("SET disabled_filesystems = 'LocalFileSystem'")
    connection.execute("SET lock_configuration = true")


def attach(connection: Any, file: str, name: str, *, to_read: bool) -> None:
    """Attaches a database file under a name."""
    quoted = os.path.abspath(file).replace("'", "''")  # noqa: PTH100
    connection.execute(f"ATTACH '{quoted}' AS {name} ({'READ_ONLY' if to_read else 'READ_WRITE'})")


class MemoryBound(NamedTuple):
    """The memory and threads of a connection, and a folder for what does not fit."""

    folder: str
    memory: str | None = BOUND_MEMORY
    """None: DuckDB's own limit."""
    threads: int | None = BOUND_THREADS


@contextmanager
def open_archive(file: str, drafts: Sequence[str] = (), bound: MemoryBound | None = None) -> Iterator[Any]:
    """Open an archive for reading, in a connection that reaches nothing else.

    It is the default database. With `drafts`, statements can write these files, and with `bound` those of its folder:
    then run only statements of calarec.
    """
    duckdb = library()
    if not os.path.isfile(file):  # noqa: PTH113
        raise RefusalError(_NOT_THERE, file=file)
    if not _is_database(file):
        raise RefusalError(_NO_ARCHIVE, file=file)
    connection = (
        connect_closed((file, *drafts))
        if bound is None
        else connect_closed((file, *drafts), (bound.folder,), memory=bound.memory, threads=bound.threads)
    )
    try:
        attach(connection, file, ARCHIVE, to_read=True)
        lock_settings(connection, with_files=bool(drafts) or bound is not None)
        connection.execute(f"USE {ARCHIVE}")
        if not _has_all_tables(connection):
            raise RefusalError(_NO_ARCHIVE, file=file)
        yield connection
    except duckdb.Error as error:
        raise _refusal_of(error, file, "" if bound is None else bound.folder) from None
    finally:
        connection.close()


def damaged_archive(file: str) -> RefusalError:
    """The refusal of an archive that is one no more."""
    return RefusalError(_DAMAGED, file=file)


def is_about_storage(error: Exception) -> bool:
    """Check whether DuckDB's error is about a file, not about a statement.

    DuckDB raises a plain `Error` for damaged files.
    """
    duckdb = library()
    return isinstance(error, duckdb.IOException | duckdb.SerializationException) or type(error) is duckdb.Error


def reason_of(error: Exception) -> Words | str:
    """Return DuckDB's reason for an error, in one line."""
    return reason_in_text(str(error)) or " ".join(str(error).split("\n")[0].split())


def _refusal_of(error: Exception, file: str, folder: str) -> RefusalError:
    said = str(error)
    reason = reason_in_text(said)
    if folder and folder in said and reason is not None:
        return RefusalError(_NO_ROOM, file=folder, reason=reason)
    if isinstance(error, library().OutOfMemoryException):
        return RefusalError(_NO_ROOM, file=file, reason=reason_of(error))
    if "Could not set lock" in said:
        return RefusalError(_BUSY, file=file)
    return RefusalError(_OTHER_JOURNAL if "WAL does not match" in said else _DAMAGED, file=file)


def _with_journals(files: Sequence[str]) -> list[str]:
    return [os.path.abspath(file) + suffix for file in files for suffix in ("", *JOURNALS)]  # noqa: PTH100


def _is_database(file: str) -> bool:
    """Check whether a file begins like a database of DuckDB."""
    with open(file, "rb") as stream:  # noqa: PTH123
        return stream.read(_MAGIC_OFFSET + len(_MAGIC))[_MAGIC_OFFSET:] == _MAGIC


def _has_all_tables(connection: Any) -> bool:
    """Check whether all tables exist, as tables of the default schema.

    A view under the same name could show anything.
    """
    found = connection.execute(
        f"SELECT table_name FROM duckdb_tables() WHERE database_name = '{ARCHIVE}' AND schema_name = 'main'"
    ).fetchall()
    return {each.name for each in TABLES} | {"files", "about"} <= {name for (name,) in found}
