"""`calarec archive query`: query an archive in SQL, without access to files."""

from __future__ import annotations

from typing import Final

from calarec.core.wording.language import Words
from calarec_tools.archive.connections import open_archive
from calarec_tools.archive.database import stream_query
from calarec_tools.cli.answers import csv_lines, json_lines, table
from calarec_tools.cli.declare import Argument, Command, Option
from calarec_tools.cli.parameters import JSON
from calarec_tools.output.files.streams import CLEAN, Output, RefusalError
from calarec_tools.output.report.page import Page

FORMAT: Final = "calarec-query/1"
_ONE: Final = Words("`--csv` and `--json` are two forms; choose one.")
ARCHIVE: Final = Argument("archive", Words("An archive from `calarec archive build`."))
CSV: Final = Option("csv", ("--csv",), Words("Print CSV."), kind="flag")


def run_archive_query(out: Output, *, archive: str, sql: str, csv: bool, json: bool) -> int:
    """Shows what an archive answers."""
    if csv and json:
        raise RefusalError(_ONE)
    with open_archive(archive) as connection:
        found = stream_query(connection, sql)
        if json or csv:
            for line in json_lines(found, format=FORMAT) if json else csv_lines(found):
                out.write(line)
        else:
            page = Page(out.lang, width=out.width, colour=out.has_colour)
            table(page, found.columns, list(found.rows))
            out.write("\n".join(page.lines) + "\n")
    return CLEAN


DECLARED = Command(
    run_archive_query,
    arguments=(
        ARCHIVE,
        Argument("sql", Words("A query in SQL; docs/guides/archive.md describes the tables.")),
    ),
    options=(CSV, JSON),
    example="calarec archive query season.duckdb 'SELECT person, hands FROM people'",
    paged=True,
)
