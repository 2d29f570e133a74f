"""Archives of strangers: damaged, forged, and asked anything."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import duckdb

from calarec_tools.archive.archive_tables import TABLES
from tests.fuzz.commands import called, folder
from tests.fuzz.materials import ODD
from tests.fuzz.secret_files import SECRET, folder_beside_secret, hold_well_ended
from tests.fuzz.target import Drawn, Target
from tests.tools.evenings import evening

if TYPE_CHECKING:
    from collections.abc import Callable

_FORGED: Final = "forge "
"""Lines that begin so are run on the archive by a stranger; the others are the question."""
_NAMES: Final = tuple(table.name for table in TABLES)
_BLOCK_BYTES: Final = 262_144
_HEADER_BYTES: Final = 12_288
_QUESTIONS: Final = (
    "FROM {table} LIMIT 3", "SELECT count(*) FROM {table}", "DESCRIBE {table}", "SHOW TABLES", "SUMMARIZE {table}",
    "FROM people", "EXPLAIN FROM {table}", "EXPLAIN ANALYZE FROM {table}", "INSERT INTO {table} SELECT * FROM {table}",
    "DELETE FROM {table}", "DROP TABLE {table}", "CREATE TABLE x AS SELECT 1", "CREATE TEMP TABLE x AS FROM {table}",
    "COPY {table} TO 'x.csv'", "COPY (SELECT 1) TO '../x.csv'", "EXPORT DATABASE 'x'", "IMPORT DATABASE '..'",
    "FROM read_text('{secret}')", "FROM read_blob('{secret}')", "FROM '{secret}'", "FROM read_csv('{secret}')",
    "FROM sniff_csv('{secret}')", "FROM parquet_metadata('{secret}')", "FROM glob('../*')",
    "FROM read_json('{secret}')",
    "ATTACH '../y.duckdb' AS y", "ATTACH 'a.duckdb' AS b", "DETACH archive", "USE memory", "CHECKPOINT", "VACUUM",
    "SET threads = 1", "SET enable_external_access = true", "RESET lock_configuration", "PRAGMA database_list",
    "FROM duckdb_settings()", "FROM duckdb_secrets()", "LOAD json", "INSTALL httpfs", "SELECT getenv('HOME')",
    "PREPARE q AS FROM {table}; EXECUTE q", "SELECT 1; SELECT 2", "", ";", "--", "/*", "SELECT {value}",
    "SELECT {value} AS x, {value} AS x", "SELECT {value} FROM {table} LIMIT 2", "WITH t AS (SELECT {value} v) FROM t",
    "VALUES ({value}), ({value})", "PIVOT {table} ON file", "FROM query('FROM {table}')", "FROM query_table('{table}')",
    "CREATE MACRO m() AS TABLE FROM read_text('{secret}'); FROM m()", "CALL enable_logging()", "FROM duckdb_logs",
    "SELECT * FROM {table} UNION ALL BY NAME SELECT {value} v", "PRAGMA enable_profiling", "FROM test_all_types()",
)  # fmt: skip
_VALUES: Final = (
    "NULL", "1", "-1.5", "1e308", "'nan'::DOUBLE", "'-inf'::DOUBLE", "1::HUGEINT << 100", "1.10::DECIMAL(38, 10)",
    "'x'::BLOB", "'\\xFF'::BLOB", "true", "DATE '2024-02-29'", "'infinity'::DATE", "TIMESTAMP '1-1-1'",
    "TIMESTAMPTZ '2024-01-01 00:00:00+05'", "TIME '24:00:00'", "INTERVAL 1 MONTH", "uuid()", "'101'::BIT",
    "[1, NULL]", "{'a': 1, 'b': [2]}", "MAP {1: 'a'}", "union_value(a := 1)", "'a'::ENUM('a')", "'{\"a\":1}'::JSON",
    "chr(27) || '[2J'", "chr(0)", "'\U0001f600'", "repeat('x', 500)", "'a' || chr(10) || 'b'", "error('e')",
    "1 / 0", "'x'::INT", "current_setting('temp_directory')", "version()",
    "(SELECT content FROM read_text('{secret}'))",
    "TIMESTAMP_NS '2024-01-01 00:00:00.123456789'", "'infinity'::TIMESTAMP", "[]", "{'': NULL}", "INTERVAL '-1' YEAR",
)  # fmt: skip
_FORGING: Final = (
    "DROP TABLE {table}", "DROP VIEW people", "CREATE OR REPLACE VIEW people AS FROM read_text('{secret}')",
    "ALTER TABLE {table} RENAME TO other", "CREATE VIEW {table} AS SELECT content AS file FROM read_text('{secret}')",
    "UPDATE about SET schema = {value}", "DELETE FROM about", "INSERT INTO about FROM about", "DROP TABLE about",
    "UPDATE files SET key = {value}", "UPDATE files SET file = {value}", "INSERT INTO files FROM files",
    "ALTER TABLE {table} ADD COLUMN more VARCHAR", "ALTER TABLE {table} DROP COLUMN file",
    "UPDATE {table} SET {column} = {value}", "ALTER TABLE {table} ALTER {column} TYPE VARCHAR",
    "ALTER TABLE {table} RENAME {column} TO x", "ALTER TABLE {table} ALTER {column} TYPE BLOB",
    "INSERT INTO {table} ({column}) VALUES ({value})", "DELETE FROM {table}", "INSERT INTO {table} FROM {table}",
    "CREATE MACRO count(x) AS 7", "CREATE MACRO {table}() AS TABLE FROM read_text('{secret}')", "CREATE SCHEMA apart",
    "CREATE TABLE apart.{table} AS FROM {table}", "CREATE TYPE hand AS ENUM ('a')", "CREATE SEQUENCE s",
    "CREATE UNIQUE INDEX i ON {table} ({column})", "CREATE SCHEMA temp", "CREATE SCHEMA archive",
    "CREATE TABLE archive.{table} AS FROM {table}", "CREATE SCHEMA memory", "CREATE SCHEMA old", "CREATE SCHEMA new",
    "CREATE OR REPLACE TABLE {table} AS SELECT {value} AS file", "CREATE TABLE kept (file VARCHAR)",
    "CREATE OR REPLACE TABLE {table} (file VARCHAR, {column} VARCHAR DEFAULT current_setting('home_directory'))",
    "COMMENT ON TABLE {table} IS 'x'", "DROP TABLE files", "CREATE OR REPLACE TABLE files AS SELECT 1 file, 2 AS key",
)  # fmt: skip


def draw(rng: Random) -> Drawn:
    """Draw a stranger's changes to an archive, a question, and damage to its bytes."""
    forged = [_filled(rng.choice(_FORGING), rng) for _ in range(rng.choice((0, 0, 1, 2, 4)))]
    question = _filled(rng.choice(_QUESTIONS), rng)
    if rng.random() < 0.3:
        question = _spoilt(question, rng)
    text = "".join(f"{_FORGED}{line}\n" for line in forged) + question
    damage = rng.choice(tuple(DAMAGES)) if not forged or rng.random() < 0.2 else "none"
    return Drawn(text, (damage, rng.randrange(10**6)))


def hold(drawn: Drawn) -> None:
    """Every command about an archive ends well; only a build changes it, and a refused one does not."""
    damage, number = drawn.more
    lines = drawn.text.split("\n")
    forged = [line.removeprefix(_FORGED) for line in lines if line.startswith(_FORGED)]
    question = "\n".join(line for line in lines if not line.startswith(_FORGED))
    with folder_beside_secret() as work:
        (work / "season").mkdir()
        for name, seed in (("0.cal", 0), ("1.cal", 5)):
            (work / "season" / name).write_text(evening("pagat", 2, seed), encoding="utf-8")
        archive = work / "a.duckdb"
        archive.write_bytes(_archive_bytes())
        secret = work.parent / "secret.txt"
        # What strangers put into their own archive they have read themselves: only what is read later is a secret.
        secret.write_text("theirs", "utf-8")
        _forge(archive, [line.replace("{secret}", str(secret)) for line in forged])
        secret.write_text(SECRET, "utf-8")
        DAMAGES[str(damage)](archive, Random(int(number)))
        before = _contents(work)
        for words in _questions_of(question.replace("{secret}", str(secret))):
            hold_well_ended(called(words))
            assert {name: raw for name, raw in _contents(work).items() if not name.startswith("out")} == before, words
        _hold_builds(work, before)


def _hold_builds(work: Path, before: dict[str, bytes]) -> None:
    """A build over the archive replaces it by one that can be asked, or leaves it as it was."""
    ended = called(["archive", "build", "season", "-o", "a.duckdb", "-j", "1"])
    hold_well_ended(ended)
    after = {name: raw for name, raw in _contents(work).items() if not name.startswith("out")}
    if ended.status == 0:
        asked = called(["archive", "query", "a.duckdb", "SELECT DISTINCT file FROM hands ORDER BY file", "--csv"])
        hold_well_ended(asked, statuses=(0,))
    else:
        assert after == before, ended


def _questions_of(question: str) -> list[list[str]]:
    """The command lines that only read."""
    query = ["archive", "query", "a.duckdb", "--", question]
    return [
        query, [*query[:3], "--json", *query[3:]], [*query[:3], "--csv", *query[3:]],
        ["archive", "export", "a.duckdb", "out1"], ["archive", "export", "a.duckdb", "out2", "--to", "csv"],
        ["archive", "export", "a.duckdb", "out3", "--to", "jsonl"], ["stats", "a.duckdb", "--lang", "it"],
    ]  # fmt: skip


def _contents(work: Path) -> dict[str, bytes]:
    return {str(file.relative_to(work)): file.read_bytes() for file in work.rglob("*") if file.is_file()}


@cache
def _archive_bytes() -> bytes:
    """An archive of two evenings, of which one is another by now."""
    with folder({}) as here:
        (here / "season").mkdir()
        for number in range(2):
            (here / "season" / f"{number}.cal").write_text(evening("pagat", 2, number), encoding="utf-8")
        ended = called(["archive", "build", "season", "-o", "a.duckdb", "-j", "1", "--tricks"])
        assert ended.status == 0, ended
        return (here / "a.duckdb").read_bytes()


def _filled(template: str, rng: Random) -> str:
    table = rng.choice(TABLES)
    text = template.replace("{table}", table.name).replace("{column}", rng.choice(table.columns).name)
    while "{value}" in text:
        text = text.replace("{value}", rng.choice(_VALUES), 1)
    return text


def _spoilt(question: str, rng: Random) -> str:
    """A question with words of others, or odd characters."""
    for _ in range(rng.randint(1, 3)):
        words = re.split(r"(\W)", question)
        place = rng.randrange(len(words))
        words[place] = rng.choice((*re.split(r"(\W)", rng.choice((*_QUESTIONS, *_VALUES))), rng.choice(ODD)))
        question = "".join(words)
    return question.replace("\0", "")


def _forge(archive: Path, statements: list[str]) -> None:
    """Runs statements on an archive as a stranger may have done; a wrong one changes nothing."""
    if not statements:
        return
    connection = duckdb.connect(str(archive))
    try:
        for statement in statements:
            with suppress(duckdb.Error):
                connection.execute(statement)
    finally:
        connection.close()


def _flip(archive: Path, rng: Random) -> None:
    raw = bytearray(archive.read_bytes())
    for _ in range(rng.choice((1, 3, 50))):
        most = rng.choice((_HEADER_BYTES, len(raw)))
        raw[rng.randrange(most)] = rng.randrange(256)
    archive.write_bytes(raw)


def _swap(archive: Path, rng: Random) -> None:
    raw = archive.read_bytes()
    blocks = [raw[place : place + _BLOCK_BYTES] for place in range(_HEADER_BYTES, len(raw), _BLOCK_BYTES)]
    rng.shuffle(blocks)
    archive.write_bytes(raw[:_HEADER_BYTES] + b"".join(blocks))


def _cut(archive: Path, rng: Random) -> None:
    raw = archive.read_bytes()
    archive.write_bytes(raw[: rng.randrange(rng.choice((20, _HEADER_BYTES, len(raw))))])


def _clear(archive: Path, rng: Random) -> None:
    raw = bytearray(archive.read_bytes())
    place, size = rng.randrange(len(raw)), rng.choice((8, 4096, _BLOCK_BYTES))
    raw[place : place + size] = bytes(size)
    archive.write_bytes(raw)


def _journal(archive: Path, rng: Random) -> None:
    """Put a journal beside the archive: bytes, or one that a dead program left."""
    journal = Path(f"{archive}.wal")
    if rng.random() < 0.3:
        journal.write_bytes(rng.randbytes(rng.choice((0, 1, 100, 5000))))
        return
    other = archive.with_name("other.duckdb")
    other.write_bytes(_archive_bytes())
    connection = duckdb.connect(str(other))
    try:
        connection.execute(rng.choice(("CREATE TABLE x (i INT)", "DELETE FROM hands", "UPDATE files SET key = 'x'")))
        raw = Path(f"{other}.wal").read_bytes()
    finally:
        connection.close()
    other.unlink()
    journal.write_bytes(raw if rng.random() < 0.5 else raw[: rng.randrange(len(raw) + 1)])


def _replace(archive: Path, rng: Random) -> None:
    """Put something else in its place: a folder, a link, a pipe, another file."""
    archive.unlink()
    match rng.randrange(4):
        case 0:
            archive.mkdir()
        case 1:
            archive.symlink_to("../secret.txt")
        case 2:
            os.mkfifo(archive)
        case _:
            archive.write_bytes(rng.choice((b"", b"DUCK", bytes(8) + b"DUCK", b"PAR1", b"cal 1\n" * 99)))


DAMAGES: Final[dict[str, Callable[[Path, Random], None]]] = {
    "none": lambda _archive, _rng: None,
    "flip": _flip, "swap": _swap, "cut": _cut, "clear": _clear, "journal": _journal, "replace": _replace,
}  # fmt: skip

ARCHIVES: Final = Target(
    "archives",
    "Whatever is wrong with an archive and whatever it is asked, `archive` and `stats` end with 0, 1 or 2 and no "
    "traceback, read and write no file that they are not given, and a build replaces the archive or leaves it alone.",
    draw,
    hold,
    2,
)
