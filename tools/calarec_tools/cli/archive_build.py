"""`calarec archive build PATH... -o season.duckdb`: a collection as tables, brought up to date by what has changed."""

from __future__ import annotations

import os
import tempfile
from functools import partial
from typing import TYPE_CHECKING, Final

from calarec.base.escapes import json_text
from calarec.rulesets.locate import known_ids, rule_folders
from calarec.wording.language import Phrase, Words
from calarec_tools.archive.archive_rows import RowsWanted, shard_rows
from calarec_tools.archive.database import (
    BuiltArchive,
    bring_up_to_date,
    given_out,
    is_archive,
    key_of,
    known_keys,
    library,
    remove_parts,
)
from calarec_tools.cli.declare import Command, Option
from calarec_tools.cli.over_files import OverFiles
from calarec_tools.cli.parameters import JOBS, JSON, PATHS, RULES, SCHEDULER
from calarec_tools.cli.ruleset import load
from calarec_tools.runs.crews import crew
from calarec_tools.runs.inputs import is_read_once, size_of
from calarec_tools.runs.parts import refuse_folder
from calarec_tools.runs.streams import REFUSED, Output, RefusalError
from calarec_tools.runs.workers import useful_workers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.mechanisms.ruleset import Ruleset
    from calarec_tools.archive.archive_rows import ShardRows
    from calarec_tools.runs.workers import Crew

FORMAT: Final = "calarec-archive/1"
ENOUGH: Final = 1 << 19
"""Bytes of records for each process."""
_WHERE: Final = Words("where to? Give `-o season.duckdb`, or `-o season.parquet` for a folder of Parquet files.")
_ENDING: Final = Words("`{file}`: an archive ends in .duckdb, a folder of Parquet files in .parquet.")
_READ_ONCE: Final = Words("`{file}` cannot be read again, so no archive could know it again; give a file.")
_FILE: Final = Words("`{file}` is a file; a folder of Parquet files goes there.")
_DONE: Final = Words("{archive}: {hands} of {files}; {loaded} new or changed, {gone} gone.")
HANDS: Final = Words("hand|hands")
_FILES: Final = Words("file|files")
_PARQUET: Final = ".parquet"


def build(
    out: Output,
    *,
    paths: tuple[str, ...],
    output: str | None,
    rules: str | None,
    tricks: bool,
    identify: bool,
    jobs: int,
    scheduler: str | None,
    json: bool,
) -> int:
    """Makes the archive hold what the paths mean, and nothing else."""
    library()
    if not output:
        raise RefusalError(_WHERE)
    if not (is_archive(output) or output.endswith(_PARQUET)):
        raise RefusalError(_ENDING, file=output)
    if output.endswith(_PARQUET) and os.path.isfile(output):  # noqa: PTH113
        raise RefusalError(_FILE, file=output)
    wanted = RowsWanted(None if rules is None else load(rules), tricks, candidates() if identify else ())
    over = OverFiles(out, paths)
    for each in over.files:
        if is_read_once(each):
            raise RefusalError(_READ_ONCE, file=each)
    if not over.files:
        return REFUSED
    with crew(jobs, scheduler, None, useful=useful_workers(size_of(over.files), ENOUGH)) as who:
        if is_archive(output):
            built = _built(over, output, wanted, who)
        else:
            with tempfile.TemporaryDirectory(prefix="calarec-") as folder:
                archive = os.path.join(folder, "archive.duckdb")  # noqa: PTH118
                built = _built(over, archive, wanted, who, parts=f"{output}.parts")
                if built is not None:
                    given_out(archive, output)
                    remove_parts(f"{output}.parts")
    if built is None:
        return over.status
    if json:
        out.line(json_text({"format": FORMAT, "archive": output, **built._asdict()}))
    else:
        out.line(_said(out, output, built))
    return over.status


def candidates() -> tuple[Ruleset, ...]:
    """All rulesets that can be found by an id."""
    return tuple(load(each) for each in known_ids(rule_folders()))


def _said(out: Output, archive: str, built: BuiltArchive) -> str:
    from calarec.wording.language import say

    return say(_DONE.filled(
        archive=archive, hands=Phrase("figures", built.hands, HANDS), files=Phrase("figures", built.files, _FILES),
        loaded=built.loaded, gone=built.gone,
    ), out.lang)  # fmt: skip


def _built(over: OverFiles, archive: str, wanted: RowsWanted, who: Crew, parts: str = "") -> BuiltArchive | None:
    """What has changed is worked out, then loaded at once; a build that was broken off finds what it has worked out.

    None, and the archive stays as it is, if nothing could be read.
    """
    before = known_keys(archive)
    keys = {file: key for file in over.files if (key := _key(file, wanted))}
    todo = [file for file in over.files if before.get(file) != keys.get(file, "")]
    gone = [file for file in before if file not in keys]
    folder = parts or f"{archive}.parts"
    refuse_folder(folder)
    rows = rows_of(over, todo, wanted, who._replace(parts=folder), folder)
    if len(over.refused) == len(over.files):
        remove_parts(folder)
        return None
    done = {file: keys.get(file, "") for file in todo if file not in over.refused}
    gone += [file for file in todo if file in over.refused and file in before]
    hands = bring_up_to_date(archive, rows, done, gone, anew=not before)
    if not parts:
        remove_parts(folder)
    return BuiltArchive(len(over.files) - len(over.refused), len(done), len(gone), hands)


def _key(file: str, wanted: RowsWanted) -> str:
    """Nothing for a file that cannot be read; it is told when its rows are worked out."""
    try:
        return key_of(file, wanted.identity())
    except OSError:
        return ""


def rows_of(over: OverFiles, files: Sequence[str], wanted: RowsWanted, who: Crew, folder: str) -> list[ShardRows]:
    """The files of rows of some files; of one that cannot be used there are none."""
    found = list(over.answers(partial(shard_rows, wanted=wanted, folder=folder), who, files=files))
    return [each for each in found if each.file not in over.refused]


DECLARED = Command(
    build,
    arguments=(PATHS,),
    options=(
        Option(
            "output",
            ("--output", "-o"),
            Words("The archive (.duckdb), or a folder of Parquet files (.parquet)."),
            metavar="FILE",
        ),
        RULES,
        Option("tricks", ("--tricks",), Words("Keep every card that was played, too."), kind="flag"),
        Option(
            "identify", ("--identify",), Words("Try all rulesets on every evening, and keep how they fit."), kind="flag"
        ),
        JOBS,
        SCHEDULER,
        JSON,
    ),
    example="calarec archive build season -o season.duckdb",
)
