"""`calarec archive build`: build an archive of a collection, or update it."""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

from calarec.core.base.escapes import to_json_line
from calarec.core.wording.language import Phrase, Words
from calarec.rule_files.cache import cache_folder, can_make_own_folder, sha256
from calarec.rule_files.locate import known_ids, rule_folders
from calarec_tools.archive.archive_rows import RowsWanted, remove_rows, shard_rows
from calarec_tools.archive.connections import library
from calarec_tools.archive.database import (
    ArchiveFolders,
    BuiltArchive,
    count_hands,
    is_archive,
    key_of,
    known_file_keys,
    write_archive,
    write_parquet,
)
from calarec_tools.archive.runs.crews import crew
from calarec_tools.archive.runs.parts import refuse_folder
from calarec_tools.archive.runs.workers import useful_workers
from calarec_tools.cli.archive_export import TABLES_NAME, put_tables
from calarec_tools.cli.declare import Command, Option
from calarec_tools.cli.over_files import OverFiles
from calarec_tools.cli.parameters import CREW, JSON, PATHS, RULES
from calarec_tools.cli.ruleset import named_ruleset
from calarec_tools.output.files.draft_folders import draft_folder, folder_with_drafts
from calarec_tools.output.files.inputs import is_read_once, size_of_files
from calarec_tools.output.files.streams import REFUSED, Output, RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec_tools.archive.archive_rows import ShardRows
    from calarec_tools.archive.runs.workers import Crew

FORMAT: Final = "calarec-archive/1"
BYTES_PER_PROCESS: Final = 1 << 19
"""Bytes of records for each process."""
_WHERE: Final = Words("where to? Give `-o season.duckdb`, or `-o season.parquet` for a folder of Parquet files.")
_ENDING: Final = Words("`{file}`: an archive ends in .duckdb, a folder of Parquet files in .parquet.")
_READ_ONCE: Final = Words("`{file}` cannot be read again, so no archive could know it again; give a file.")
_FILE: Final = Words("`{file}` is a file; a folder of Parquet files goes there.")
_DONE: Final = Words("{archive}: {hands} of {files}; {loaded} new or changed, {gone} gone.")
HANDS: Final = Words("hand|hands")
_FILES: Final = Words("file|files")
_PARQUET: Final = ".parquet"


def run_archive_build(
    out: Output,
    *,
    paths: tuple[str, ...],
    output: str | None,
    rules: str | None,
    tricks: bool,
    identify: bool,
    jobs: int,
    scheduler: str | None,
    parts: str | None,
    json: bool,
) -> int:
    """Make the archive equal to the meaning of the paths."""
    library()
    if not output:
        raise RefusalError(_WHERE)
    if not (is_archive(output) or output.endswith(_PARQUET)):
        raise RefusalError(_ENDING, file=output)
    if output.endswith(_PARQUET) and os.path.isfile(output):  # noqa: PTH113
        raise RefusalError(_FILE, file=output)
    wanted = RowsWanted(None if rules is None else named_ruleset(rules), tricks, every_ruleset() if identify else ())
    over = OverFiles(out, paths)
    for file in over.files:
        if is_read_once(file):
            raise RefusalError(_READ_ONCE, file=file)
    if not over.files:
        return REFUSED
    with ExitStack() as stack:
        drafts = stack.enter_context(_drafts_of(output))
        folders = ArchiveFolders(drafts, _rows_folder(output, drafts, parts, scheduler))
        who = stack.enter_context(
            crew(jobs, scheduler, None, useful=useful_workers(size_of_files(over.files), BYTES_PER_PROCESS))
        )
        built = _build_archive(over, output, wanted, who, folders)
        if built is None:
            return over.status
        if not parts:
            shutil.rmtree(folders.rows, ignore_errors=True)
    if json:
        out.write_line(to_json_line({"format": FORMAT, "archive": output, **built._asdict()}))
    else:
        out.write_line(_built_sentence(out, output, built))
    return over.status


@contextmanager
def _drafts_of(output: str) -> Iterator[str]:
    """The folder of drafts: beside an archive, within a folder of Parquet files."""
    if is_archive(output):
        with draft_folder(output) as drafts:
            yield drafts
        return
    with folder_with_drafts(output, TABLES_NAME) as drafts:
        yield drafts


def _rows_folder(output: str, drafts: str, parts: str | None, scheduler: str | None) -> str:
    """Return the folder for rows: the one that was named, otherwise one of the cache.

    Workers on other machines do not see the cache, and there may be none: then it is beside the drafts.
    """
    cache = cache_folder()
    if parts:
        folder = parts
    elif cache and not scheduler and can_make_own_folder(cache):
        folder = os.path.join(cache, f"rows-{sha256(os.fsencode(os.path.realpath(output)))[:40]}")  # noqa: PTH118
    else:
        folder = os.path.join(drafts, "rows")  # noqa: PTH118
    refuse_folder(folder)
    return folder


def every_ruleset() -> tuple[Ruleset, ...]:
    """All rulesets that can be found by an id."""
    return tuple(named_ruleset(each) for each in known_ids(rule_folders()))


def _built_sentence(out: Output, archive: str, built: BuiltArchive) -> str:
    from calarec.core.wording.language import text_in

    return text_in(_DONE.with_values(
        archive=archive, hands=Phrase("figures", built.hands, HANDS), files=Phrase("figures", built.files, _FILES),
        loaded=built.loaded, gone=built.gone,
    ), out.lang)  # fmt: skip


def _build_archive(
    over: OverFiles, output: str, wanted: RowsWanted, who: Crew, folders: ArchiveFolders
) -> BuiltArchive | None:
    """Compute the rows of changed files, then replace the archive.

    An interrupted run continues where it was. None, and the archive stays as it is, if nothing could be read.
    """
    before = (known_file_keys(output) if is_archive(output) else None) or {}
    keys = {file: key for file in over.files if (key := _file_key(file, wanted))}
    todo = [file for file in over.files if before.get(file) != keys.get(file, "")]
    gone = [file for file in before if file not in keys]
    rows = rows_of(over, todo, wanted, who, folders.rows)
    if len(over.refused) == len(over.files):
        return None
    done = {file: keys.get(file, "") for file in todo if file not in over.refused}
    gone += [file for file in todo if file in over.refused and file in before]
    if is_archive(output):
        kept = before.keys() - done.keys() - {*gone}
        changed = not before or done or gone
        hands = write_archive(output, folders, rows, done, kept) if changed else count_hands(output)
    else:
        made = os.path.join(folders.drafts, "tables.duckdb")  # noqa: PTH118
        hands = write_archive(made, folders, rows, done, ())
        put_tables(output, write_parquet(made, folders.drafts))
    remove_rows(folders.rows, rows)
    return BuiltArchive(len(over.files) - len(over.refused), len(done), len(gone), hands)


def _file_key(file: str, wanted: RowsWanted) -> str:
    """Return the key of a file; empty if it cannot be read.

    That is reported when its rows are computed.
    """
    try:
        return key_of(file, wanted.identity())
    except OSError:
        return ""


def rows_of(over: OverFiles, files: Sequence[str], wanted: RowsWanted, who: Crew, folder: str) -> list[ShardRows]:
    """The files of rows of some files; of one that cannot be used there are none."""
    answers = over.answers_of_runs(partial(shard_rows, wanted=wanted, folder=folder), who, files=files)
    # What comes from another process has its own copies of what all have in common.
    shared: dict[tuple[str, ...], tuple[str, ...]] = {}
    found = [
        answer._replace(folder=folder, tables=shared.setdefault(answer.tables, answer.tables)) for answer in answers
    ]
    return [shard for shard in found if shard.file not in over.refused]


DECLARED = Command(
    run_archive_build,
    arguments=(PATHS,),
    options=(
        Option(
            "output",
            ("--output", "-o"),
            Words("The archive (`.duckdb`), or a folder of Parquet files (`.parquet`)."),
            metavar="FILE",
        ),
        RULES,
        Option("tricks", ("--tricks",), Words("Also keep every card played."), kind="flag"),
        Option("identify", ("--identify",), Words("Also try all rulesets on every evening."), kind="flag"),
        *CREW,
        JSON,
    ),
    example="calarec archive build season -o season.duckdb",
)
