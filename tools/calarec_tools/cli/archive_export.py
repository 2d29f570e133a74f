"""`calarec archive export ARCHIVE FOLDER --to parquet`: the tables of an archive as files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from calarec.base.escapes import json_text
from calarec.wording.language import Words
from calarec_tools.archive.archive_tables import TABLES
from calarec_tools.archive.asking import plain
from calarec_tools.archive.database import answer, given_out, to_be_asked
from calarec_tools.cli.answers import csv_lines
from calarec_tools.cli.archive_query import ARCHIVE
from calarec_tools.cli.declare import Argument, Command, Option
from calarec_tools.cli.parameters import JSON
from calarec_tools.runs.replacing import replace_file
from calarec_tools.runs.streams import CLEAN, Output, RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec_tools.archive.database import QueryAnswer

FORMAT: Final = "calarec-export/1"
FORMS: Final = ("parquet", "csv", "jsonl")
_FILE: Final = Words("`{folder}` is a file; the tables go to a folder.")


def export(out: Output, *, archive: str, folder: str, to: str, json: bool) -> int:
    """Writes each table to a file of its own."""
    if os.path.isfile(folder):  # noqa: PTH113
        raise RefusalError(_FILE, folder=folder)
    made = given_out(archive, folder) if to == "parquet" else _written(archive, folder, to)
    for file in made:
        if json:
            out.line(json_text({"format": FORMAT, "file": file}))
        else:
            out.remark(file)
    return CLEAN


def _written(archive: str, folder: str, to: str) -> list[str]:
    made = []
    with to_be_asked(archive) as connection:
        os.makedirs(folder, exist_ok=True)  # noqa: PTH103
        for table in TABLES:
            columns = ", ".join(f'"{each.name}"' for each in table.columns)
            found = answer(connection, f"SELECT {columns} FROM {table.name} ORDER BY ALL")
            file = os.path.join(folder, f"{table.name}.{to}")  # noqa: PTH118
            replace_file(file, csv_lines(found) if to == "csv" else _lines(found))
            made.append(file)
    return made


def _lines(found: QueryAnswer) -> Iterator[str]:
    for row in found.rows:
        yield json_text({name: plain(value) for name, value in zip(found.columns, row, strict=True)}) + "\n"


DECLARED = Command(
    export,
    arguments=(ARCHIVE, Argument("folder", Words("The folder to write to."))),
    options=(Option("to", ("--to",), Words("The form of the files."), default="parquet", choices=FORMS), JSON),
    example="calarec archive export season.duckdb tables --to parquet",
)
