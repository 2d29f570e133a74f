"""`calarec archive export`: write the tables of an archive to files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from calarec.core.base.escapes import to_json_line
from calarec.core.wording.language import Words
from calarec_tools.archive.archive_tables import TABLES
from calarec_tools.archive.asking import plain_json_value
from calarec_tools.archive.connections import open_archive
from calarec_tools.archive.database import sorting_bound, stream_query, write_parquet
from calarec_tools.cli.answers import csv_lines
from calarec_tools.cli.archive_query import ARCHIVE
from calarec_tools.cli.declare import Argument, Command, Option
from calarec_tools.cli.parameters import JSON
from calarec_tools.output.files.draft_folders import folder_with_drafts
from calarec_tools.output.files.replacing import put_in_place, replace_file
from calarec_tools.output.files.streams import CLEAN, Output, RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from calarec_tools.archive.database import StreamedAnswer

FORMAT: Final = "calarec-export/1"
FORMS: Final = ("parquet", "csv", "jsonl")
TABLES_NAME: Final = "tables"
"""The prefix for drafts of an export, within its folder."""
_FILE: Final = Words("`{folder}` is a file; the tables go to a folder.")


def run_archive_export(out: Output, *, archive: str, folder: str, to: str, json: bool) -> int:
    """Write each table to a file of its own."""
    if os.path.isfile(folder):  # noqa: PTH113
        raise RefusalError(_FILE, folder=folder)
    with folder_with_drafts(folder, TABLES_NAME) as drafts:
        written = write_parquet(archive, drafts) if to == "parquet" else _write_texts(archive, drafts, to)
        made = put_tables(folder, written)
    for file in made:
        if json:
            out.write_line(to_json_line({"format": FORMAT, "file": file}))
        else:
            out.remark(file)
    return CLEAN


def put_tables(folder: str, drafts: Mapping[str, str]) -> list[str]:
    """Move all tables to their places, or none; return the paths of the files."""
    files = {draft: os.path.join(folder, name) for name, draft in drafts.items()}  # noqa: PTH118
    put_in_place(files)
    return list(files.values())


def _write_texts(archive: str, drafts: str, to: str) -> dict[str, str]:
    made = {}
    with open_archive(archive, bound=sorting_bound(drafts)) as connection:
        for table in TABLES:
            columns = ", ".join(f'"{column.name}"' for column in table.columns)
            found = stream_query(connection, f"SELECT {columns} FROM main.{table.name} ORDER BY ALL")
            name = f"{table.name}.{to}"
            made[name] = os.path.join(drafts, name)  # noqa: PTH118
            replace_file(made[name], csv_lines(found) if to == "csv" else _exported_lines(found))
    return made


def _exported_lines(found: StreamedAnswer) -> Iterator[str]:
    for row in found.rows:
        yield (
            to_json_line({name: plain_json_value(value) for name, value in zip(found.columns, row, strict=True)}) + "\n"
        )


DECLARED = Command(
    run_archive_export,
    arguments=(ARCHIVE, Argument("folder", Words("The folder to write to."))),
    options=(Option("to", ("--to",), Words("The format of the files."), default="parquet", choices=FORMS), JSON),
    example="calarec archive export season.duckdb tables --to parquet",
)
