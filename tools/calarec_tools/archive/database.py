"""Archives as DuckDB files: made, brought up to date, asked, given out as tables.

In go files of rows (`archive_rows.py`), out comes a file that holds the same whoever made it and however often it was
broken off: all rows of a build are loaded at once or not at all. An archive is only ever asked with the doors closed:
it is opened to be read, no statement reaches a file or loads an extension, and no setting can be changed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from calarec.base.frozen import NamedTuple
from calarec.notation.addresses import opened
from calarec.wording.language import Words, say
from calarec_tools.archive.archive_tables import PEOPLE, RULESETS, SCHEMA, TABLES
from calarec_tools.runs.streams import RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from calarec_tools.archive.archive_rows import ShardRows

_LOCKED: Final = {
    "enable_external_access": "false",
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "allow_community_extensions": "false",
    "allow_unsigned_extensions": "false",
    "lock_configuration": "true",
}
_LOADING: Final = {"memory_limit": "1GB", "threads": 4}
"""However many rows are loaded: what does not fit goes to the disk. Each thread wants some 32 MB for what it reads."""
_AS_WRITTEN: Final = (
    "auto_detect = false, header = false, delim = ',', quote = '\"', escape = '\"', nullstr = '', new_line = '\\n', "
    "max_line_size = 16777216"
)
"""How the files of rows are to be read."""
_NO_DUCKDB: Final = Words("an archive needs DuckDB: `pip install 'calarec[archive]'`.")
_NO_ARCHIVE: Final = Words("`{file}` is no archive of calarec; `calarec archive build` makes one.")
_NOT_THERE: Final = Words("`{file}`: there is no such archive; `calarec archive build` makes one.")
_BUSY: Final = Words("`{file}`: somebody else is writing to this archive.")
_WRONG: Final = Words("this cannot be asked: {reason}")
_EMPTY: Final = Words("nothing is asked: there is no SQL.")
_ENDING: Final = ".duckdb"


class BuiltArchive(NamedTuple):
    """What a build has done."""

    files: int
    loaded: int
    """How many of them were new or had changed."""
    gone: int
    """How many are in the archive no more."""
    hands: int
    """How many hands it holds."""


def is_archive(path: str) -> bool:
    """Whether a path names an archive, by its ending."""
    return path.endswith(_ENDING)


def library() -> Any:
    """DuckDB; a refusal where it is not installed."""
    try:
        import duckdb
    except ImportError:
        raise RefusalError(_NO_DUCKDB) from None
    return duckdb


# ---------------------------------------------------------------------- asking


@contextmanager
def to_be_asked(file: str) -> Iterator[Any]:
    """An archive with the doors closed."""
    duckdb = library()
    if not os.path.isfile(file):  # noqa: PTH113
        raise RefusalError(_NOT_THERE, file=file)
    try:
        connection = duckdb.connect(file, read_only=True, config=_LOCKED)
    except duckdb.Error:
        raise RefusalError(_NO_ARCHIVE, file=file) from None
    try:
        if not _is_ours(connection, duckdb):
            raise RefusalError(_NO_ARCHIVE, file=file)
        yield connection
    finally:
        connection.close()


@contextmanager
def in_memory(rows: Iterable[ShardRows]) -> Iterator[Any]:
    """What would stand in an archive, gone when it has been asked."""
    connection = library().connect(":memory:")
    try:
        _create(connection)
        _load(connection, rows, {})
        for name, value in _LOCKED.items():
            connection.execute(f"SET {name} = {value}")
        yield connection
    finally:
        connection.close()


class QueryAnswer(NamedTuple):
    """The rows of an answer, and what the columns are called."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


def answer(connection: Any, sql: str, limit: int = 0) -> QueryAnswer:
    """What an archive answers; a refusal of one line if it cannot."""
    duckdb = library()
    try:
        asked = connection.execute(sql)
        if asked is None:
            raise RefusalError(_EMPTY)
        if asked.description is None:
            return QueryAnswer((), [])
        columns = tuple(each[0] for each in asked.description)
        return QueryAnswer(columns, asked.fetchmany(limit) if limit else asked.fetchall())
    except duckdb.Error as error:
        raise RefusalError(_WRONG, reason=" ".join(str(error).split("\n")[0].split())) from None


def _is_ours(connection: Any, duckdb: Any) -> bool:
    """Whether all tables are there, as tables: a view of that name could show anything."""
    try:
        found = connection.execute("SELECT table_name FROM duckdb_tables() WHERE NOT internal").fetchall()
        return {each.name for each in TABLES} | {"files", "about"} <= {name for (name,) in found}
    except duckdb.Error:
        return False


# ---------------------------------------------------------------------- building


def key_of(file: str, identity: str) -> str:
    """What the rows of a file rest on."""
    with opened(file) as stream:
        content = hashlib.file_digest(stream, "sha256").hexdigest()
    return hashlib.sha256(f"{identity}\n{content}".encode()).hexdigest()


def known_keys(archive: str) -> dict[str, str]:
    """The files that an archive holds; none if it is not there, or was made by another schema."""
    if not os.path.exists(archive):  # noqa: PTH110
        return {}
    with to_be_asked(archive) as connection:
        (schema,) = connection.execute("SELECT schema FROM about").fetchone()
        if schema != SCHEMA:
            return {}
        return dict(connection.execute("SELECT file, key FROM files").fetchall())


def bring_up_to_date(
    archive: str, rows: Sequence[ShardRows], keys: Mapping[str, str], gone: Iterable[str], *, anew: bool
) -> int:
    """Loads rows in the place of those of the same files and of files that are gone; how many hands there are then.

    A new archive is made beside its place and put there at once; one that is there is changed in one transaction.
    """
    duckdb = library()
    file = f"{archive}.new" if anew else archive
    if anew:
        _remove(file)
    try:
        connection = duckdb.connect(file, config=_LOADING)
    except duckdb.Error:
        raise RefusalError(_BUSY, file=archive) from None
    try:
        connection.execute("BEGIN")
        if anew:
            _create(connection)
        dropped = [*gone, *keys]
        if not anew and dropped:
            connection.execute("CREATE TEMP TABLE dropped AS SELECT unnest(?::VARCHAR[]) AS file", [dropped])
            for name in (*(each.name for each in TABLES if each is not RULESETS), "files"):
                connection.execute(f"DELETE FROM {name} WHERE file IN (SELECT file FROM dropped)")
        _load(connection, rows, keys)
        connection.execute("DELETE FROM rulesets WHERE digest NOT IN (SELECT DISTINCT digest FROM hands)")
        connection.execute("COMMIT")
        (hands,) = connection.execute("SELECT count(*) FROM hands").fetchone()
    finally:
        connection.close()
    if anew:
        # What an archive that is there no more was about to write would be taken for this one's.
        _remove(f"{archive}.wal")
        os.replace(file, archive)  # noqa: PTH105
    return int(hands)


def _create(connection: Any) -> None:
    connection.execute("CREATE TABLE about AS SELECT ?::BIGINT AS schema", [SCHEMA])
    connection.execute("CREATE TABLE files (file VARCHAR, key VARCHAR)")
    for table in TABLES:
        connection.execute(f"CREATE TABLE {table.name} ({table.types})")
        for column in table.columns:
            said = say(column.says, "en").replace("'", "''")
            connection.execute(f"COMMENT ON COLUMN {table.name}.\"{column.name}\" IS '{said}'")
    connection.execute(PEOPLE)


def _load(connection: Any, rows: Iterable[ShardRows], keys: Mapping[str, str]) -> None:
    """Rows in bulk, table by table."""
    by_table: dict[str, list[str]] = {}
    for each in rows:
        for name, file in each.files.items():
            by_table.setdefault(name, []).append(file)
    for table in TABLES:
        files = by_table.get(table.name)
        if not files:
            continue
        columns = ", ".join(f"'{each.name}': '{each.kind}'" for each in table.columns)
        source = f"read_csv(?, {_AS_WRITTEN}, columns = {{{columns}}})"
        if table is RULESETS:
            # Each once, however many shards were played by it.
            source = (
                f"(SELECT DISTINCT ON (digest, id) * FROM {source} WHERE digest NOT IN (SELECT digest FROM rulesets))"
            )
        connection.execute(f"INSERT INTO {table.name} SELECT * FROM {source}", [files])
    if keys:
        connection.execute(
            "INSERT INTO files SELECT unnest(?::VARCHAR[]), unnest(?::VARCHAR[])", [[*keys], [*keys.values()]]
        )


def _remove(file: str) -> None:
    for each in (file, f"{file}.wal"):
        if os.path.exists(each):  # noqa: PTH110
            os.unlink(each)  # noqa: PTH108


# ---------------------------------------------------------------------- giving out


def given_out(archive: str, folder: str) -> list[str]:
    """Every table as a Parquet file of a folder; each is put in its place at once."""
    duckdb = library()
    with to_be_asked(archive):
        pass  # it is one of ours, and its tables are tables
    os.makedirs(folder, exist_ok=True)  # noqa: PTH103
    connection = duckdb.connect(archive, read_only=True)
    made = []
    try:
        for table in TABLES:
            target = os.path.join(folder, f"{table.name}.parquet")  # noqa: PTH118
            draft = f"{target}.{os.getpid():x}.part"
            columns = ", ".join(f'"{each.name}"' for each in table.columns)
            quoted = draft.replace("'", "''")
            rows = f"SELECT {columns} FROM {table.name} ORDER BY ALL"
            connection.execute(f"COPY ({rows}) TO '{quoted}' (FORMAT parquet, COMPRESSION zstd)")
            os.replace(draft, target)  # noqa: PTH105
            made.append(target)
    finally:
        connection.close()
    return made


def remove_parts(folder: str) -> None:
    """What a build has kept on its way."""
    shutil.rmtree(folder, ignore_errors=True)
