"""Archives as DuckDB files: built, updated, queried, exported as tables.

From files of rows (`archive_rows.py`) comes a file; its content does not depend on the builder or on interruptions. An
archive is never changed. A new one is made as a draft, with the rows of the old one that are still valid. It replaces
the old one after it has been written to the disk, opened like a foreign archive, and counted.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Literal

from calarec.core.base.frozen import NamedTuple
from calarec.core.notation.source import open_file_or_address
from calarec.core.wording.language import Words, text_in
from calarec.core.wording.system_errors import reason_in_text
from calarec_tools.archive.archive_tables import PEOPLE, RULESETS, SCHEMA, TABLES
from calarec_tools.archive.connections import (
    BOUND_MEMORY,
    BOUND_THREADS,
    JOURNALS,
    MemoryBound,
    attach,
    connect_closed,
    damaged_archive,
    is_about_storage,
    library,
    open_archive,
    reason_of,
)
from calarec_tools.output.files.replacing import named_as, put_in_place
from calarec_tools.output.files.streams import RefusalError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from calarec_tools.archive.archive_rows import ShardRows

_SORT_MEMORY: Final = "128MB"
"""The rows of a Parquet file that are not yet written come on top of this."""
_AS_WRITTEN: Final = (
    "auto_detect = false, header = false, delim = ',', quote = '\"', escape = '\"', nullstr = '', new_line = '\\n', "
    "max_line_size = 16777216, buffer_size = 33554432"
)
"""Options with which DuckDB reads files of rows."""
_OLD: Final = "old"
_NEW: Final = "new"
_FILES: Final = "files"
_WRONG: Final = Words("this cannot be asked: {reason}")
_NO_TEXT: Final = Words("The question is not text in UTF-8.")
_EMPTY: Final = Words("nothing is asked: there is no SQL.")
_SMALL_FILE_BYTES: Final = 1 << 20
"""The size below which files of rows are joined.

DuckDB keeps some 250 KB of memory for each file that it reads.
"""
_BUNDLE_BYTES: Final = 1 << 24
_FETCHED_ROWS: Final = 1000
"""The most rows of an answer that are in memory at a time."""
_NOT_WRITTEN: Final = Words("`{file}` was not written: {reason}.")
_LESS: Final = Words("fewer rows can be read than were written")
_NOT_LOADED: Final = Words("the rows cannot be loaded: {reason}.")
_SUFFIX: Final = ".duckdb"


class ArchiveFolders(NamedTuple):
    """The folders of a build: one for drafts, one for files of rows."""

    drafts: str
    rows: str


class BuiltArchive(NamedTuple):
    """The result of a build."""

    files: int
    loaded: int
    """The number of files that were new or had changed."""
    gone: int
    """The number of files that are no longer in the archive."""
    hands: int
    """The number of hands in the archive."""


def is_archive(path: str) -> bool:
    """Check whether a path names an archive, by its extension."""
    return path.endswith(_SUFFIX)


# ---------------------------------------------------------------------- asking


def write_temporary_archive(rows: Sequence[ShardRows], folder: str) -> str:
    """Write an archive for one command to a folder, from rows in it; return its file."""
    file = os.path.join(folder, "archive.duckdb")  # noqa: PTH118
    try:
        with named_as(folder):
            _write_draft(file, file, ArchiveFolders(folder, folder), rows, {}, ())
    except library().Error as error:
        raise RefusalError(_NOT_LOADED, reason=reason_of(error)) from None
    return file


class NoMemoryError(RefusalError):
    """The refusal of a query that does not fit into the memory of its connection."""


def answer_all(archive: str, folder: str, queries: Sequence[str]) -> list[QueryAnswer]:
    """Answer queries of calarec in bounded memory; what does not fit goes to a folder.

    Some aggregates must fit. If they do not, all queries run under DuckDB's own limit.
    """
    try:
        return _answer_bound(archive, MemoryBound(folder), queries)
    except NoMemoryError:
        return _answer_bound(archive, MemoryBound(folder, None, None), queries)


def _answer_bound(archive: str, bound: MemoryBound, queries: Sequence[str]) -> list[QueryAnswer]:
    with open_archive(archive, bound=bound) as connection:
        return [answer_query(connection, sql) for sql in queries]


class QueryAnswer(NamedTuple):
    """The rows of an answer, and the names of the columns."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


class StreamedAnswer(NamedTuple):
    """The same with rows that are fetched one by one while the archive is open."""

    columns: tuple[str, ...]
    rows: Iterator[tuple[Any, ...]]


def answer_query(connection: Any, sql: str, limit: int = 0) -> QueryAnswer:
    """Run a query and return the first `limit` rows (0: all); refuse a wrong query."""
    found = stream_query(connection, sql)
    return QueryAnswer(found.columns, list(islice(found.rows, limit or None)))


def stream_query(connection: Any, sql: str) -> StreamedAnswer:
    """Return an answer row by row; a refusal of one line where it cannot go on."""
    with _refusing_wrong_sql():
        asked = connection.execute(_sql_text(sql))
    if asked is None:
        raise RefusalError(_EMPTY)
    if asked.description is None:
        return StreamedAnswer((), iter(()))
    return StreamedAnswer(tuple(each[0] for each in asked.description), _fetch_rows(asked))


def query_frame(connection: Any, sql: str, with_library: Literal["pandas", "polars"]) -> Any:
    """The answer as a data frame, column by column; polars reads it as Arrow."""
    with _refusing_wrong_sql():
        answer = connection.sql(_sql_text(sql))
        if answer is None:
            raise RefusalError(_EMPTY)
        if with_library == "pandas":
            return answer.df()
        import polars

        return polars.DataFrame(answer)


def _sql_text(sql: str) -> str:
    try:
        sql.encode()
    except UnicodeEncodeError:
        raise RefusalError(_NO_TEXT) from None
    return sql


def _fetch_rows(asked: Any) -> Iterator[tuple[Any, ...]]:
    while True:
        with _refusing_wrong_sql():
            rows = asked.fetchmany(_FETCHED_ROWS)
        if not rows:
            return
        yield from rows


@contextmanager
def _refusing_wrong_sql() -> Iterator[None]:
    """Refuse in one line an error of DuckDB, unless it is about the storage."""
    try:
        yield
    except library().Error as error:
        if is_about_storage(error):
            raise
        refusal = NoMemoryError if isinstance(error, library().OutOfMemoryException) else RefusalError
        raise refusal(_WRONG, reason=reason_of(error)) from None


# ---------------------------------------------------------------------- building


def key_of(file: str, identity: str) -> str:
    """Hash the content of a file and the settings that its rows depend on."""
    with open_file_or_address(file) as stream:
        content = hashlib.file_digest(stream, "sha256").hexdigest()
    return hashlib.sha256(f"{identity}\n{content}".encode()).hexdigest()


def known_file_keys(archive: str) -> dict[str, str] | None:
    """Return the files of an archive with their keys.

    None if the archive does not exist or has another schema.
    """
    if not os.path.lexists(archive):
        return None
    with open_archive(archive) as connection:
        if connection.execute("SELECT schema FROM about").fetchall() != [(SCHEMA,)]:
            return None
        return dict(connection.execute("SELECT file, key FROM files").fetchall())


def count_hands(archive: str) -> int:
    """Count the hands of an archive."""
    with open_archive(archive) as connection:
        return _count_rows(connection)["hands"]


def write_archive(
    archive: str, folders: ArchiveFolders, rows: Sequence[ShardRows], keys: Mapping[str, str], kept: Collection[str]
) -> int:
    """Replace an archive by new rows and the old rows of kept files; count its hands.

    If anything fails, the old archive stays.
    """
    draft = os.path.join(folders.drafts, "archive.duckdb")  # noqa: PTH118
    try:
        with named_as(archive):
            written = _write_draft(draft, archive, folders, rows, keys, kept)
    except library().Error as error:
        raise RefusalError(_NOT_WRITTEN, file=archive, reason=reason_of(error)) from None
    try:
        with open_archive(draft) as connection:
            found = _count_rows(connection)
    except RefusalError:
        found = {}
    if found != written:
        raise RefusalError(_NOT_WRITTEN, file=archive, reason=_LESS)
    with _without_journals(archive, draft):
        put_in_place({draft: archive})
    return found["hands"]


def _write_draft(
    draft: str,
    archive: str,
    folders: ArchiveFolders,
    rows: Sequence[ShardRows],
    keys: Mapping[str, str],
    kept: Collection[str],
) -> dict[str, int]:
    """Write an archive to the disk; return the number of rows of each table."""
    connection = connect_closed(
        (draft, archive), (folders.drafts, folders.rows), memory=BOUND_MEMORY, threads=BOUND_THREADS
    )
    try:
        attach(connection, draft, _NEW, to_read=False)
        connection.execute(f"USE {_NEW}")
        if kept:
            attach(connection, archive, _OLD, to_read=True)
            connection.execute("CREATE TEMP TABLE kept AS SELECT unnest(?::VARCHAR[]) AS file", [[*kept]])
        connection.execute("BEGIN")
        _create_tables(connection)
        if kept:
            _copy_rows(connection, archive)
        _load(connection, rows, keys, folders.drafts)
        connection.execute("DELETE FROM rulesets WHERE digest NOT IN (SELECT DISTINCT digest FROM hands)")
        connection.execute("COMMIT")
        # What is left to `close` fails without a word.
        connection.execute("CHECKPOINT")
        return _count_rows(connection)
    finally:
        connection.close()


def _copy_rows(connection: Any, archive: str) -> None:
    """Copy the rows of kept files and all rulesets; unused rulesets are dropped later."""
    of_kept = "WHERE file IN (SELECT file FROM kept)"
    try:
        connection.execute(f"INSERT INTO {_FILES} SELECT file, key FROM {_OLD}.main.{_FILES} {of_kept}")
        for table in TABLES:
            columns = ", ".join(f'"{column.name}"' for column in table.columns)
            some = "" if table is RULESETS else of_kept
            connection.execute(f"INSERT INTO {table.name} SELECT {columns} FROM {_OLD}.main.{table.name} {some}")
    except library().Error as error:
        if is_about_storage(error) and reason_in_text(str(error)) is None:
            raise damaged_archive(archive) from None
        raise


def _count_rows(connection: Any) -> dict[str, int]:
    """Count the rows of each table."""
    names = ("about", _FILES, *(table.name for table in TABLES))
    return {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}


@contextmanager
def _without_journals(archive: str, draft: str) -> Iterator[None]:
    """Move the journals of an archive to the draft; back if it is not replaced.

    The draft has their changes, and DuckDB would refuse the new archive because of them.
    """
    place = os.path.realpath(archive)
    moved = {place + suffix: f"{draft}.old{suffix}" for suffix in JOURNALS if os.path.lexists(place + suffix)}
    for journal, aside in moved.items():
        os.replace(journal, aside)  # noqa: PTH105
    try:
        yield
    except BaseException:
        for journal, aside in moved.items():
            with suppress(OSError):
                os.replace(aside, journal)  # noqa: PTH105
        raise


def _create_tables(connection: Any) -> None:
    connection.execute("CREATE TABLE about AS SELECT ?::BIGINT AS schema", [SCHEMA])
    connection.execute(f"CREATE TABLE {_FILES} (file VARCHAR, key VARCHAR)")
    for table in TABLES:
        connection.execute(f"CREATE TABLE {table.name} ({table.types})")
        for column in table.columns:
            said = text_in(column.says, "en").replace("'", "''")
            connection.execute(f"COMMENT ON COLUMN {table.name}.\"{column.name}\" IS '{said}'")
    connection.execute(PEOPLE)


def _load(connection: Any, rows: Sequence[ShardRows], keys: Mapping[str, str], folder: str) -> None:
    """Load rows in bulk, table by table.

    `folder` holds small files of rows, put together, for a while.
    """
    for table in TABLES:
        columns = ", ".join(f"'{column.name}': '{column.kind}'" for column in table.columns)
        source = f"read_csv(?, {_AS_WRITTEN}, columns = {{{columns}}})"
        if table is RULESETS:
            # Each once, however many shards were played by it.
            source = (
                f"(SELECT DISTINCT ON (digest, id) * FROM {source} WHERE digest NOT IN (SELECT digest FROM rulesets))"
            )
        files = (shard.row_file(table.name) for shard in rows if table.name in shard.tables)
        for file in _bundled_files(files, folder):
            connection.execute(f"INSERT INTO {table.name} SELECT * FROM {source}", [[file]])
    if keys:
        connection.execute(
            f"INSERT INTO {_FILES} SELECT unnest(?::VARCHAR[]), unnest(?::VARCHAR[])", [[*keys], [*keys.values()]]
        )


def _bundled_files(files: Iterable[str], folder: str) -> Iterator[str]:
    """Give files of rows in their order, small ones put together.

    A joined file exists until the next file is asked for.
    """
    bundle = os.path.join(folder, "bundle.csv")  # noqa: PTH118
    size = 0
    try:
        for file in files:
            length = os.path.getsize(file)  # noqa: PTH202
            if size and (size + length > _BUNDLE_BYTES or length >= _SMALL_FILE_BYTES):
                yield bundle
                size = 0
            if length >= _SMALL_FILE_BYTES:
                yield file
                continue
            with open(bundle, "ab" if size else "wb") as stream, open(file, "rb") as part:  # noqa: PTH123
                shutil.copyfileobj(part, stream)
            size += length
        if size:
            yield bundle
    finally:
        with suppress(OSError):
            os.unlink(bundle)  # noqa: PTH108


# ---------------------------------------------------------------------- exporting


def sorting_bound(folder: str) -> MemoryBound:
    """The memory for sorting whole tables; what does not fit goes to a folder."""
    return MemoryBound(folder, _SORT_MEMORY)


def write_parquet(archive: str, drafts: str) -> dict[str, str]:
    """Write each table to a Parquet file in a folder; return the paths by file name."""
    files = {f"{table.name}.parquet": os.path.join(drafts, f"{table.name}.parquet") for table in TABLES}  # noqa: PTH118
    with open_archive(archive, tuple(files.values()), sorting_bound(drafts)) as connection:
        for table, draft in zip(TABLES, files.values(), strict=True):
            columns = ", ".join(f'"{column.name}"' for column in table.columns)
            rows = f"SELECT {columns} FROM main.{table.name} ORDER BY ALL"
            quoted = os.path.abspath(draft).replace("'", "''")  # noqa: PTH100
            form = "FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false"
            try:
                connection.execute(f"COPY ({rows}) TO '{quoted}' ({form})")
            except library().IOException as error:
                reason = reason_in_text(str(error))
                if reason is None:
                    raise  # it cannot be read
                raise RefusalError(_NOT_WRITTEN, file=f"{table.name}.parquet", reason=reason) from None
    return files
