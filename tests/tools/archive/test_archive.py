"""`calarec archive`: the same content however it was built, asked with all doors closed."""

from __future__ import annotations

import csv
import errno
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import duckdb
import pytest
from jsonschema import Draft202012Validator

from calarec.core.base.resources import data_folder
from calarec_tools.archive import connections, database
from calarec_tools.archive.archive_tables import RULESETS, SCHEMA, TABLES
from calarec_tools.archive.connections import connect_closed
from calarec_tools.main import main
from calarec_tools.output.files.streams import RefusalError
from tests.house.tree import ROOT
from tests.shards import has_all_cases
from tests.tools.evenings import evening, with_slips

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow

Content = dict[str, list[tuple[Any, ...]]]
EXPORTS: Final = [["archive", "export", "season.duckdb", "out", "--to", form] for form in ("parquet", "csv", "jsonl")]


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)


def season() -> None:
    """A folder of evenings: one with errors, one with carried and adjusted totals."""
    folder = Path("season")
    folder.mkdir()
    for number, rules in enumerate(("pagat", "quintiglio", "tretre")):
        (folder / f"{number}.cal").write_text(evening(rules, 6, number), encoding="utf-8")
    (folder / "3.cal").write_text(with_slips("pagat", 12), encoding="utf-8")
    changed = evening("pagat", 3, 9).replace("\nhand 2", "\nadjust A: -2\nhand 2")
    changed = changed.replace("\nhand 1", "\ncarried A: 7 B: -7 C: 0\nhand 1")
    changed = changed.replace("cal 1\n", 'cal 1\ntag date "2024-05-01"\ntag scorer "Zoe"\n', 1)
    (folder / "4.cal").write_text(changed, encoding="utf-8")


def content(archive: str = "season.duckdb") -> Content:
    """Everything that an archive holds."""
    connection = duckdb.connect(archive, read_only=True)
    try:
        return {each.name: connection.execute(f"SELECT * FROM {each.name} ORDER BY ALL").fetchall() for each in TABLES}
    finally:
        connection.close()


def sums(archive: str = "season.duckdb") -> dict[str, tuple[int, int]]:
    """Return the number of rows of each table, and the sum of their contents."""
    connection = duckdb.connect(archive, read_only=True)
    try:
        asked = "SELECT count(*), sum(hash(t)::HUGEINT) FROM {} t"
        return {each.name: connection.execute(asked.format(each.name)).fetchall()[0] for each in TABLES}
    finally:
        connection.close()


@pytest.fixture(scope="module")
def kept_season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a season and its archive, built once; its findings are those of any other."""
    folder = tmp_path_factory.mktemp("kept")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", "C")
        patch.chdir(folder)
        season()
        built()
    return folder


@pytest.fixture
def built_season(kept_season: Path, tmp_path: Path) -> Content:
    """The content of a copy of it in the folder of the test, which only asks."""
    shutil.copytree(kept_season, tmp_path, dirs_exist_ok=True)
    return content()


def built(*words: str) -> Content:
    """The content after a build."""
    assert main(["archive", "build", "season", "-o", "season.duckdb", *words]) == 0
    assert not Path("season.duckdb.parts").exists()
    return content()


# ---------------------------------------------------------------------- rows


def test_the_rows_are_those_of_settled_hands(capsys: pytest.CaptureFixture[str]) -> None:
    """The rows of a season equal those of `convert --settled`, column by column."""
    season()
    found = built()
    capsys.readouterr()
    assert main(["convert", "season", "-", "--to", "csv", "--settled"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    hands = {(each["file"], int(each["line"])): each for each in rows if each["hand"]}
    connection = duckdb.connect("season.duckdb", read_only=True)
    asked = connection.execute("SELECT * FROM hands")
    told = [dict(zip([each[0] for each in asked.description], row, strict=True)) for row in asked.fetchall()]
    connection.close()
    assert len(told) == len(hands) == len(found["hands"])
    for each in told:
        other = hands[each["file"], each["line"]]
        for name in ("hand", "rules", "dealer", "outcome", "declarer", "contract", "bonus", "winners", "findings"):
            assert (each[name] or "") == other[name], name
        assert {True: "yes", False: "no"}.get(each["won"], "") == other["won"]
        assert ("" if each["stake"] is None else str(each["stake"])) == other["stake"]
    seats = sum(bool(each["hand"]) for each in rows)
    changes = sum(each["outcome"] in ("carried", "adjust") for each in rows)
    assert (len(found["seats"]), len(found["changes"])) == (seats, changes)
    assert changes == 4


def test_tricks_are_kept_if_asked_for() -> None:
    """Every card by the seat whose turn it was; the winner of a trick leads to the next."""
    season()
    assert built()["tricks"] == []
    cards = built("--tricks")["tricks"]
    assert len(cards) > 1000
    by_trick: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for each in cards:
        by_trick.setdefault((each[0], each[1], each[3]), []).append(each)
    known = 0
    for (file, line, trick), row in by_trick.items():
        following = by_trick.get((file, line, trick + 1))
        won = [each[5] for each in row if each[7]]
        if following and won:
            known += 1
            assert [each[5] for each in following if each[4] == 1] == won
    assert known > 200


def test_how_rulesets_fit_is_kept_if_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """For each evening every ruleset, the best first."""
    monkeypatch.setattr("calarec_tools.cli.archive_build.known_ids", lambda _: ["tretre", "pagat"])
    season()
    rows = built("--identify")["identified"]
    assert len(rows) == 10
    best = {Path(each[0]).name: each[3] for each in rows if each[5] == 1}
    assert (best["0.cal"], best["2.cal"]) == ("pagat", "tretre")


# ---------------------------------------------------------------------- building


def test_a_build_does_what_has_changed(capsys: pytest.CaptureFixture[str]) -> None:
    """A second build does nothing, a third only the changes, by any workers."""
    season()
    first = built("--json")
    assert built("--json") == first
    Path("season/1.cal").write_text(evening("quintiglio", 4, 8), encoding="utf-8")
    Path("season/2.cal").unlink()
    changed = built("--json")
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    schema = json.loads((data_folder("grammar") / "archive.schema.json").read_text(encoding="utf-8"))
    for each in told:
        Draft202012Validator(schema).validate(each)
    assert [(each["files"], each["loaded"], each["gone"]) for each in told] == [(5, 5, 0), (5, 0, 0), (4, 1, 1)]
    assert {each[2] for each in first["rulesets"]} > {each[2] for each in changed["rulesets"]}
    Path("season.duckdb").unlink()
    assert built("--jobs", "2") == changed


def test_other_rules_are_other_rows() -> None:
    """Judging by other rules makes new rows."""
    season()
    own = built()
    assert {each[6] for each in built("--rules", "tretre")["hands"]} == {"tretre"}
    assert built() == own


def test_what_cannot_be_used_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    """It is reported, the status is 2, the rest is there; corrected, it is included."""
    season()
    Path("season/9.cal").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    assert main(["archive", "build", "season", "-o", "season.duckdb"]) == 2
    assert "9.cal" in capsys.readouterr().err
    assert {Path(each[0]).name for each in content()["hands"]} == {f"{number}.cal" for number in range(5)}
    Path("season/9.cal").write_text(evening("pagat", 2), encoding="utf-8")
    assert len({each[0] for each in built()["hands"]}) == 6


def test_rows_are_loaded_in_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """However large the machine is."""
    told: list[tuple[str, int]] = []
    loaded = database._load

    def watched(connection: Any, *given: Any) -> None:
        asked = "SELECT current_setting('memory_limit'), current_setting('threads')"
        told.append(connection.execute(asked).fetchone())
        loaded(connection, *given)

    monkeypatch.setattr(database, "_load", watched)
    season()
    assert len(built()["hands"]) > 20
    assert told == [("183.1 MiB", 2)]


@pytest.mark.parametrize("words", [["stats", "season"], ["stats", "season.duckdb"], *EXPORTS])
@pytest.mark.usefixtures("built_season")
def test_questions_and_exports_have_bounded_memory(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """However large the machine is, and with a folder for the excess."""
    told: list[tuple[str, int, bool]] = []
    locked = connections.lock_settings

    def note_bounds_and_lock(connection: Any, *, with_files: bool) -> None:
        asked = "SELECT current_setting('memory_limit'), current_setting('threads'), current_setting('temp_directory')"
        memory, threads, folder = connection.execute(asked).fetchone()
        told.append((memory, threads, folder != ""))
        locked(connection, with_files=with_files)

    monkeypatch.setattr(connections, "lock_settings", note_bounds_and_lock)
    assert main(words) == 0
    assert told == [("122.0 MiB" if words[0] == "archive" else "183.1 MiB", 2, True)]


def test_an_export_is_the_same_in_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """More rows than fit are sorted on the disk; without a folder they could not be."""
    connection = duckdb.connect("many.duckdb")
    database._create_tables(connection)
    seats = next(table for table in TABLES if table.name == "seats")
    values = ", ".join(f"(hash(range){' % 9' * (each.kind != 'VARCHAR')})::{each.kind}" for each in seats.columns)
    connection.execute(f"INSERT INTO seats SELECT {values} FROM range(200000)")
    connection.close()
    for memory in ("2GB", "64MB"):
        monkeypatch.setattr(database, "_SORT_MEMORY", memory)
        assert main(["archive", "export", "many.duckdb", memory]) == 0
    for table in TABLES:
        assert Path("2GB", f"{table.name}.parquet").read_bytes() == Path("64MB", f"{table.name}.parquet").read_bytes()
    with connect_closed(("many.duckdb",), memory="64MB", threads=2) as closed:
        closed.execute("ATTACH 'many.duckdb' AS many (READ_ONLY)")
        with pytest.raises(duckdb.OutOfMemoryException):
            closed.execute("CREATE TABLE sorted AS FROM many.seats ORDER BY ALL")


def test_a_question_that_does_not_fit_gets_more_memory(built_season: Content) -> None:
    """The values of a list cannot go to the disk."""
    queries = ["SELECT count(*) FROM hands", "SELECT len(list(range)) FROM range(20000000)"]
    answers = database.answer_all("season.duckdb", ".", queries)
    assert [answer.rows for answer in answers] == [[(len(built_season["hands"]),)], [(20_000_000,)]]
    with pytest.raises(database.NoMemoryError):
        database._answer_bound("season.duckdb", connections.MemoryBound("."), queries)


def test_an_excess_that_does_not_fit_on_the_disk_is_one_line() -> None:
    """It names the folder, and does not call the archive damaged."""
    error = duckdb.IOException(f'IO Error: Could not write file "/spill/x.tmp": {os.strerror(errno.ENOSPC)}')
    refusal = connections._refusal_of(error, "season.duckdb", "/spill")
    assert refusal.refusal_text("en") == "/spill: the disk is full"
    memory = connections._refusal_of(duckdb.OutOfMemoryException("Out of Memory Error: no"), "season.duckdb", "/spill")
    assert memory.refusal_text("en") == "season.duckdb: Out of Memory Error: no"


def test_a_long_statement_writes_no_progress() -> None:
    """DuckDB would write it into the standard output, among the answers."""
    with connect_closed() as connection:
        assert connection.execute("SELECT current_setting('enable_progress_bar')").fetchone() == (False,)


@pytest.mark.mass
@pytest.mark.parametrize(("small", "bundle"), [(1, 1), (1 << 20, 1), (1 << 20, 1500), (900, 1500)])
def test_small_files_of_rows_are_loaded_together(small: int, bundle: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every row is in its place after any joining; and no old row stays."""

    def rows() -> list[list[Any]]:
        with connect_closed(("season.duckdb",)) as connection:
            connection.execute("ATTACH 'season.duckdb' AS made (READ_ONLY)")
            # In which order rulesets come of a DISTINCT, DuckDB does not say.
            order = {each.name: " ORDER BY ALL" if each is RULESETS else "" for each in TABLES}
            return [connection.execute(f"SELECT * FROM made.{name}{by}").fetchall() for name, by in order.items()]

    season()
    built()
    expected = rows()
    Path("season.duckdb").unlink()
    monkeypatch.setattr(database, "_SMALL_FILE_BYTES", small)
    monkeypatch.setattr(database, "_BUNDLE_BYTES", bundle)
    built()
    assert rows() == expected
    assert sorted(each.name for each in Path().iterdir()) == ["season", "season.duckdb"]


def test_where_nothing_can_be_read_the_archive_stays(capsys: pytest.CaptureFixture[str]) -> None:
    """An archive given in place of the records loses nothing."""
    season()
    built()
    before = content()
    capsys.readouterr()
    assert main(["archive", "build", "season.duckdb", "-o", "season.duckdb"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("calarec: season.duckdb:1:1: CAL015 ")
    assert content() == before
    assert not Path("season.duckdb.parts").exists()


def test_names_of_any_kind_are_kept() -> None:
    """Quotes, commas, bytes that are not text, text like SQL."""
    season()
    strange = "O'x, NULL; DROP TABLE hands --"
    text = evening("pagat", 3).replace("Anna", strange)
    Path("season/0.cal").write_bytes(text.encode().replace(b"Bruno", b"Br\xffno"))
    people = {each[4] for each in built()["seats"]}
    assert strange in people


def test_what_a_lost_archive_left_behind_is_not_the_new_ones() -> None:
    """The journal of a killed build does not spoil a new archive after removal."""
    season()
    Path("season.duckdb.wal").write_bytes(b"the journal of another archive")
    assert len(built()["hands"]) > 20
    assert not Path("season.duckdb.wal").exists()


def test_killed_at_any_moment_it_ends_with_the_same() -> None:
    """20,000 hands, twenty times struck down and begun again, an archive there before or not; nothing else stays.

    5,000 hands where the suite tries an eighth of its cases.
    """
    files = 40 if has_all_cases() else 10
    folder = Path("season")
    folder.mkdir()
    text = evening("pagat", 500, 3)
    for number in range(files):
        (folder / f"{number}.cal").write_text(text.replace("Anna", f"Anna {number % 7}"), encoding="utf-8")
    words = [sys.executable, "-m", "calarec_tools.main", "archive", "build", "season", "-o", "season.duckdb", "-j", "1"]
    ways = [str(ROOT / "interpreter"), str(ROOT / "tools"), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(ways)}
    begun = time.monotonic()
    subprocess.run(words, env=environment, check=True, capture_output=True)
    takes = time.monotonic() - begun
    whole = sums()
    assert whole["hands"][0] == 500 * files
    chance = random.Random(14)
    for turn in range(20):
        if turn % 4 == 0:
            Path("season.duckdb").unlink(missing_ok=True)
        (folder / "3.cal").write_text(text.replace("Anna", "Anna 3") + "\n" * (turn % 2), encoding="utf-8")
        process = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(chance.uniform(0, takes))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
        if turn % 5 == 4:
            subprocess.run(words, env=environment, check=True, capture_output=True)
            assert sums() == whole
    subprocess.run(words, env=environment, check=True, capture_output=True)
    assert sums() == whole
    assert sorted(each.name for each in Path().iterdir() if each.name.startswith("season.duckdb")) == ["season.duckdb"]


# ---------------------------------------------------------------------- asking


@pytest.mark.mass
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM glob('/*')",
        "COPY hands TO 'stolen.csv'",
        "ATTACH 'other.duckdb'",
        "EXPORT DATABASE 'out'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
        "DELETE FROM hands",
        "CREATE TABLE mine (a INT)",
        "nonsense",
    ],
)
def test_the_doors_are_closed(built_season: Content, sql: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No file is read or written, nothing loaded or changed; one line reports it."""
    capsys.readouterr()
    there = sorted(Path().iterdir())
    assert main(["archive", "query", "season.duckdb", sql]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("calarec: this cannot be asked: ")
    assert said.err.count("\n") == 1
    assert sorted(Path().iterdir()) == there
    assert content() == built_season


@pytest.mark.usefixtures("built_season")
def test_a_question_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    """As a table that fits, as CSV, as JSON by its schema."""
    capsys.readouterr()
    sql = "SELECT person, hands, NULL AS nothing FROM people WHERE person <= 'B' ORDER BY person"
    assert main(["archive", "query", "season.duckdb", sql]) == 0
    assert capsys.readouterr().out.split("\n")[0].split() == ["person", "hands", "nothing"]
    assert main(["archive", "query", "season.duckdb", sql, "--csv"]) == 0
    head, *_ = csv.reader(capsys.readouterr().out.splitlines())
    assert head == ["person", "hands", "nothing"]
    assert main(["archive", "query", "season.duckdb", sql, "--json"]) == 0
    schema = json.loads((data_folder("grammar") / "query.schema.json").read_text(encoding="utf-8"))
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for each in rows:
        Draft202012Validator(schema).validate(each)
    assert rows[-1]["row"]["person"] == "Anna"
    assert rows[-1]["row"]["nothing"] is None


@pytest.mark.parametrize("width", [60, 100])
@pytest.mark.usefixtures("built_season")
def test_answers_fit_the_terminal(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Too many columns become lines."""
    capsys.readouterr()
    monkeypatch.setenv("COLUMNS", str(width))
    assert main(["archive", "query", "season.duckdb", "SELECT * EXCLUDE (digest) FROM hands"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= width


@pytest.mark.parametrize("form", ["parquet", "csv", "jsonl"])
def test_tables_are_given_out(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    """All rows of all tables, in a form that others read."""
    season()
    found = built()
    capsys.readouterr()
    assert main(["archive", "export", "season.duckdb", "out", "--to", form, "--json"]) == 0
    files = [json.loads(line)["file"] for line in capsys.readouterr().out.splitlines()]
    assert files == [str(Path("out") / f"{each.name}.{form}") for each in TABLES]
    for each in TABLES:
        file = Path("out") / f"{each.name}.{form}"
        if form == "parquet":
            assert duckdb.connect().execute("SELECT * FROM read_parquet(?)", [str(file)]).fetchall() == found[each.name]
        elif form == "csv":
            assert len(list(csv.reader(file.open(encoding="utf-8", newline="")))) == len(found[each.name]) + 1
        else:
            rows = [tuple(json.loads(line).values()) for line in file.read_text(encoding="utf-8").splitlines()]
            assert rows == found[each.name]


def test_a_folder_of_parquet_files_is_built() -> None:
    """The same tables, without DuckDB's own form."""
    season()
    found = built("--tricks")
    assert main(["archive", "build", "season", "-o", "season.parquet", "--tricks"]) == 0
    for each in TABLES:
        file = str(Path("season.parquet") / f"{each.name}.parquet")
        assert duckdb.connect().execute("SELECT * FROM read_parquet(?)", [file]).fetchall() == found[each.name]


@pytest.mark.mass
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["archive", "build", "season"], "where to?"),
        (["archive", "build", "season", "-o", "x.db"], "an archive ends in .duckdb"),
        (["archive", "build", "-", "-o", "x.duckdb"], "`-` cannot be read again"),
        (["archive", "build", "season", "-o", "text.duckdb"], "is not an archive of calarec"),
        (["archive", "build", "season", "-o", "file.parquet"], "is a file"),
        (["archive", "query", "none.duckdb", "SELECT 1"], "there is no such archive"),
        (["archive", "query", "text.duckdb", "SELECT 1"], "is not an archive of calarec"),
        (["archive", "query", "alien.duckdb", "SELECT 1"], "is not an archive of calarec"),
        (["archive", "query", "views.duckdb", "SELECT * FROM hands"], "is not an archive of calarec"),
        (["archive", "query", "alien.duckdb", "SELECT 1", "--csv", "--json"], "choose one"),
        (["archive", "query", "season.duckdb", " ; "], "nothing is asked"),
        (["archive", "export", "none.duckdb", "out"], "there is no such archive"),
        (["archive", "export", "none.duckdb", "file.parquet"], "is a file"),
    ],
)
@pytest.mark.usefixtures("built_season")
def test_wrong_use_is_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With any unusable name."""
    capsys.readouterr()
    Path("text.duckdb").write_text("no archive", encoding="utf-8")
    Path("file.parquet").write_text("a file", encoding="utf-8")
    for name, tables in (("alien", "TABLE"), ("views", "VIEW")):
        connection = duckdb.connect(f"{name}.duckdb")
        for each in ("about", "files", *(one.name for one in TABLES)):
            if name == "alien" and each == "hands":
                continue
            connection.execute(f"CREATE {tables} {each} AS SELECT {SCHEMA} AS schema")
        connection.close()
    assert main(words) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.err.count("\n") == 1


def test_without_duckdb_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each command that needs it."""
    season()
    monkeypatch.setitem(sys.modules, "duckdb", None)
    for words in (
        ["archive", "build", "season", "-o", "x.duckdb"],
        ["archive", "query", "x.duckdb", "SELECT 1"],
        ["archive", "export", "x.duckdb", "out"],
        ["stats", "season"],
    ):
        assert main(words) == 2
        assert capsys.readouterr().err == "calarec: an archive needs DuckDB: `pip install 'calarec[archive]'`.\n"


@pytest.mark.usefixtures("built_season")
def test_every_column_is_described() -> None:
    """In the archive itself, and by name in the docs."""
    connection = duckdb.connect("season.duckdb", read_only=True)
    sql = "SELECT table_name, column_name, comment FROM duckdb_columns() WHERE NOT internal"
    said = connection.execute(sql).fetchall()
    connection.close()
    told = {(table, column): comment for table, column, comment in said}
    assert all(told[table.name, each.name] for table in TABLES for each in table.columns)
    pages = [(ROOT / "docs" / "guides" / name).read_text(encoding="utf-8") for name in ("archive.md", "archive.it.md")]
    for page in pages:
        rows = dict(_rows(page))
        assert {table.name: [each.name for each in table.columns] for table in TABLES} == rows


def _rows(page: str) -> Iterator[tuple[str, list[str]]]:
    """Tables and their columns, as a page of the docs lists them."""
    for line in page.splitlines():
        if line.startswith("| `") and line.count("|") == 4:
            name, columns = line.split("|")[1:4:2]
            yield name.strip(" `"), [each.strip(" `") for each in columns.split(",")]


@pytest.mark.usefixtures("built_season")
def test_pandas_and_polars_read_what_the_docs_say() -> None:
    """The examples of the docs run as they are."""
    assert main(["archive", "export", "season.duckdb", "tables", "--to", "parquet"]) == 0
    for name in ("archive.md", "archive.it.md"):
        page = (ROOT / "docs" / "guides" / name).read_text(encoding="utf-8")
        examples = [each.split("```")[0] for each in page.split("```python\n")[1:]]
        assert len(examples) == 2
        for each in examples:
            names: dict[str, Any] = {}
            exec(compile(each, name, "exec"), names)
            assert len(names["table"]) > 0


def test_rows_are_fetched_when_they_are_asked_for() -> None:
    """The first rows of a huge answer come at once; a later error is a refusal."""
    with connect_closed() as connection:
        found = database.stream_query(connection, "SELECT range FROM range(100000000000)")
        assert found.columns == ("range",)
        assert [next(found.rows) for _ in range(1500)][-1] == (1499,)
        found = database.stream_query(
            connection, "SELECT CASE WHEN range > 900000 THEN error('too many') ELSE 1 END FROM range(1000000)"
        )
        with pytest.raises(RefusalError, match="too many"):
            list(found.rows)
