"""Archives of strangers, damaged ones, full disks and two builds at once."""

from __future__ import annotations

import pickle
import resource
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pytest

from calarec_tools.archive.archive_tables import SCHEMA, TABLES
from calarec_tools.archive.connections import open_archive
from calarec_tools.main import main
from calarec_tools.output.files.draft_folders import draft_folder
from tests.tools.evenings import evening
from tests.tools.scale.bomb import Bomb

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

BUILD = ["archive", "build", "season", "-o", "season.duckdb", "--jobs", "1"]


@pytest.fixture(autouse=True)
def _season(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("CALAREC_CACHE", str(tmp_path / "cache"))
    (tmp_path / "work" / "season").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "work")
    for number in range(2):
        (Path("season") / f"{number}.cal").write_text(evening("pagat", 6, number), encoding="utf-8")


@pytest.fixture
def archive(_season: None, capsys: pytest.CaptureFixture[str]) -> Path:
    """One that was built."""
    assert main(BUILD) == 0
    capsys.readouterr()
    return Path("season.duckdb")


def files() -> set[str]:
    """Everything in the folder."""
    return {str(each) for each in Path().rglob("*")}


@pytest.mark.mass
@pytest.mark.parametrize(
    "sql",
    [
        "COPY (SELECT 1) TO 'season.duckdb.wal'",
        "COPY (SELECT 1) TO 'season.duckdb.tmp/x.csv'",
        "COPY (SELECT 1) TO 'season.duckdb' (USE_TMP_FILE false)",
        "SELECT size FROM read_blob('season.duckdb')",
        "SELECT size FROM read_blob('season.duckdb.wal')",
        "FROM 'season/0.cal'",
        "ATTACH 'season.duckdb' AS again",
        "SET disabled_filesystems = ''",
        "SET allowed_directories = ['/']",
        "PRAGMA profiling_output = 'x.json'",
        "CALL enable_logging(storage = 'file', storage_config = {'path': 'x'})",
        "IMPORT DATABASE 'x'",
        "LOAD 'x.duckdb_extension'",
        "FROM read_parquet('https://example.invalid/x')",
        "CREATE PERSISTENT SECRET s (TYPE http)",
        "SELECT 1; COPY (SELECT 1) TO 'x.csv'",
    ],
)
def test_no_statement_reaches_a_file(sql: str, archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not even the archive itself and DuckDB's files beside it."""
    before, content = files(), archive.read_bytes()
    assert main(["archive", "query", str(archive), sql]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert (files(), archive.read_bytes()) == (before, content)


def stranger(secret: Path) -> Path:
    """An archive with tables in a schema of their own, and views in `main` that read a file."""
    connection = duckdb.connect("strange.duckdb")
    connection.execute("CREATE SCHEMA apart")
    for table in TABLES:
        columns = ", ".join(f'content AS "{each.name}"' for each in table.columns)
        connection.execute(f"CREATE TABLE apart.{table.name} ({table.types})")
        connection.execute(f"CREATE VIEW main.{table.name} AS SELECT {columns} FROM read_text('{secret}')")
    connection.execute("CREATE TABLE files (file VARCHAR, key VARCHAR)")
    connection.execute(f"CREATE TABLE about AS SELECT {SCHEMA}::BIGINT AS schema")
    connection.close()
    return Path("strange.duckdb")


@pytest.mark.parametrize(
    "words",
    [
        ["archive", "export", "strange.duckdb", "out", "--to", "parquet"],
        ["archive", "export", "strange.duckdb", "out", "--to", "csv"],
        ["archive", "export", "strange.duckdb", "out", "--to", "jsonl"],
        ["archive", "query", "strange.duckdb", "FROM hands"],
        ["archive", "build", "season", "-o", "strange.duckdb"],
        ["stats", "strange.duckdb"],
    ],
)
def test_views_in_the_place_of_tables_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Tables of the same name elsewhere in the archive do not vouch for them."""
    secret = Path("secret").absolute()
    secret.write_text("a secret", encoding="utf-8")
    stranger(secret)
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.err == "calarec: `strange.duckdb` is not an archive of calarec; `calarec archive build` makes one.\n"
    assert not Path("out").exists()


def test_nothing_of_a_strangers_archive_but_rows_is_taken_over(archive: Path) -> None:
    """Views, macros and tables of others are gone after the next build."""
    connection = duckdb.connect(str(archive))
    connection.execute("CREATE VIEW peek AS SELECT * FROM read_text('/etc/hostname')")
    connection.execute("CREATE MACRO hash(x) AS 1")
    connection.close()
    (Path("season") / "1.cal").unlink()
    assert main(BUILD) == 0
    with open_archive(str(archive)) as connection:
        views = "SELECT view_name FROM duckdb_views() WHERE database_name = 'archive' AND NOT internal"
        assert connection.execute(views).fetchall() == [("people",)]
        assert len(connection.execute("FROM hands").fetchall()) == 6


def test_parts_beside_an_archive_are_not_read(tmp_path: Path) -> None:
    """As a stranger may send them with his records."""
    note, folder = tmp_path / "note", Path("season.duckdb.parts")
    folder.mkdir(mode=0o700)
    for number in range(4):
        (folder / f"{number}.part").write_bytes(pickle.dumps(Bomb(note)))
    assert main(BUILD) == 0
    assert not note.exists()
    assert len(list(folder.iterdir())) == 4


def test_a_cut_archive_is_refused_in_words(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Wherever it was cut; by every command, and it stays as it is."""
    whole = archive.read_bytes()
    (Path("season") / "1.cal").write_text(evening("pagat", 6, 9), encoding="utf-8")
    for size in (0, 5, 13, 4096, 12_288, len(whole) // 3, len(whole) - 262_144):
        archive.write_bytes(whole[:size])
        for words in (
            ["archive", "export", str(archive), "out"],
            ["stats", str(archive)],
            BUILD,
        ):
            status = main(words)
            said = capsys.readouterr().err
            assert status == 2, (size, words)
            assert "cannot be read: it is incomplete" in said or "is not an archive" in said, said
            assert said.count("\n") == 1
        assert archive.read_bytes() == whole[:size]


@pytest.mark.parametrize(("output", "drafts"), [("season.duckdb", "season.duckdb"), ("a.parquet", "a.parquet/tables")])
def test_the_second_of_two_builds_is_refused(output: str, drafts: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As long as the first is at work; then nothing is left of its drafts."""
    words = ["archive", "build", "season", "-o", output]
    busy: AbstractContextManager[str] = draft_folder(drafts)
    Path(drafts).parent.mkdir(exist_ok=True)
    with busy:
        assert main(words) == 2
        assert capsys.readouterr().err == f"calarec: `{drafts}`: another run is writing to it.\n"
    assert main(words) == 0
    assert not [each for each in files() if each.endswith(".part")]


def sizes() -> Iterator[int]:
    """The largest file that the disk takes, from nothing to nearly enough."""
    yield from (0, 1, 100, 4096, 8192, 13_000, 100_000, 262_144, 274_431, 400_000, 800_000)


@pytest.mark.parametrize("words", [BUILD, ["archive", "export", "season.duckdb", "out", "--to", "parquet"]])
def test_what_does_not_fit_leaves_the_old_archive(
    words: list[str], archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The system refuses to make files larger: status 2 and one line, or all is done; never half."""
    (Path("season") / "1.cal").write_text(evening("pagat", 6, 9), encoding="utf-8")
    whole, _ = archive.read_bytes(), capsys.readouterr()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    refused = 0
    for size in sizes():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
        try:
            status = main(words)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        said = capsys.readouterr()
        if status == 0:
            continue
        refused += 1
        assert (status, said.out, said.err.count("\n")) == (2, "", 1), size
        assert archive.read_bytes() == whole
        assert not [each for each in files() if each.endswith(".part") or each.startswith("out")]
    assert refused > 3
    assert main(words) == 0
    with open_archive(str(archive)) as connection:
        assert len(connection.execute("FROM hands").fetchall()) == 12
