"""`calarec stats`: questions about a season, from records or an archive."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final

from calarec.core.wording.language import Words
from calarec_tools.archive.archive_rows import RowsWanted
from calarec_tools.archive.asking import questions
from calarec_tools.archive.connections import library
from calarec_tools.archive.database import answer_all, is_archive, write_temporary_archive
from calarec_tools.archive.runs.crews import crew
from calarec_tools.archive.runs.workers import useful_workers
from calarec_tools.cli.answers import csv_lines, json_lines, table
from calarec_tools.cli.archive_build import BYTES_PER_PROCESS, every_ruleset, rows_of
from calarec_tools.cli.archive_query import CSV
from calarec_tools.cli.declare import Argument, Command, Option
from calarec_tools.cli.over_files import OverFiles
from calarec_tools.cli.parameters import JOBS, JSON, OUTPUT, RULES, SCHEDULER
from calarec_tools.cli.ruleset import named_ruleset
from calarec_tools.output.files.inputs import size_of_files
from calarec_tools.output.files.output_files import write_output_text
from calarec_tools.output.files.streams import CLEAN, NO_HAND, REFUSED, Output, RefusalError
from calarec_tools.output.report.page import Page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calarec_tools.archive.asking import SqlQuestion
    from calarec_tools.archive.database import QueryAnswer

FORMAT: Final = "calarec-stats/1"
_FORMS: Final = Words("`--csv`, `--json` and `--svg` are three forms; choose one.")
_UNKNOWN: Final = Words("there is no question `{name}`; there are: {names}.")
_ONE: Final = Words("`--csv` takes one question: `--question {name}`.")
_NO_PICTURE: Final = Words("of `{name}` there is no picture; there are pictures of: {names}.")
_ALONE: Final = Words("`{file}` is an archive; query it without other files, and as it was built.")
_NOTHING: Final = Words("Nothing to tell.")


def run_stats(
    out: Output,
    *,
    paths: tuple[str, ...],
    question: tuple[str, ...],
    rules: str | None,
    identify: bool,
    csv: bool,
    svg: bool,
    output: str | None,
    jobs: int,
    scheduler: str | None,
    json: bool,
) -> int:
    """Answer the questions that were named, otherwise all."""
    library()
    asked = _asked_questions(question, csv=csv, svg=svg, json=json)
    archives = [path for path in paths if is_archive(path)]
    if archives and (len(paths) > 1 or rules or identify):
        raise RefusalError(_ALONE, file=archives[0])
    status = CLEAN
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="calarec-"))
        archive = archives[0] if archives else ""
        if not archives:
            over = OverFiles(out, paths)
            if not over.files:
                return REFUSED
            candidates = every_ruleset() if identify else ()
            wanted = RowsWanted(None if rules is None else named_ruleset(rules), False, candidates)  # noqa: FBT003
            who = stack.enter_context(
                crew(jobs, scheduler, None, useful=useful_workers(size_of_files(over.files), BYTES_PER_PROCESS))
            )
            rows = rows_of(over, over.files, wanted, who, folder)
            status = over.status
            if not rows and status != CLEAN:
                return status
            archive = write_temporary_archive(rows, folder)
        queries = [sql_question.sql for sql_question in asked]
        *found, hands = answer_all(archive, folder, [*queries, "FROM hands LIMIT 1"])
        answers = list(zip(asked, found, strict=True))
        if archives and not hands.rows:
            out.remark(NO_HAND, file=archives[0])
    write_output_text(out, _answers_text(out, answers, csv=csv, svg=svg, json=json), output)
    return status


def _asked_questions(names: Sequence[str], *, csv: bool, svg: bool, json: bool) -> list[SqlQuestion]:
    if csv + svg + json > 1:
        raise RefusalError(_FORMS)
    known = questions()
    for name in names:
        if name not in known:
            raise RefusalError(_UNKNOWN, name=name, names=", ".join(known))
    asked = [known[name] for name in names or known]
    if csv and len(asked) > 1:
        raise RefusalError(_ONE, name=next(iter(known)))
    if svg and names and not all(each.picture for each in asked):
        without = next(each.name for each in asked if not each.picture)
        raise RefusalError(_NO_PICTURE, name=without, names=", ".join(each for each in known if known[each].picture))
    return asked


def _answers_text(
    out: Output, answers: Sequence[tuple[SqlQuestion, QueryAnswer]], *, csv: bool, svg: bool, json: bool
) -> str:
    if json:
        return "".join(line for each, found in answers for line in json_lines(found, format=FORMAT, question=each.name))
    if csv:
        return "".join(csv_lines(answers[0][1]))
    if svg:
        return _picture(out, answers)
    page = Page(out.lang, width=out.width, colour=out.has_colour)
    for each, found in answers:
        if not found.rows and len(answers) > 1:
            continue
        page.blank()
        page.print_spans([(each.question_title(out.lang), "strong")], indent=0)
        if found.rows:
            table(page, each.heads(found, out.lang), found.rows)
        else:
            page.print_sentence(_NOTHING)
    return "".join(f"{line}\n" for line in page.lines)


def _picture(out: Output, answers: Sequence[tuple[SqlQuestion, QueryAnswer]]) -> str:
    from calarec_tools.output.pictures.svg_bars import Bars, svg_bars

    drawn: list[Any] = [
        (each.question_title(out.lang), each.answer_bars(found)) for each, found in answers if each.picture
    ]
    title = drawn[0][0] if len(drawn) == 1 else "calarec stats"
    return svg_bars(Bars(title, tuple(group for group in drawn if group[1]))) + "\n"


def _question_names(given: Mapping[str, Any]) -> list[str]:  # noqa: ARG001 - each is asked so
    return list(questions())


DECLARED = Command(
    run_stats,
    arguments=(
        Argument(
            "paths", Words("Records, folders of records or patterns, `-`; or one archive (`.duckdb`)."), many=True
        ),
    ),
    options=(
        Option(
            "question",
            ("--question", "-q"),
            Words("A question. Repeatable."),
            usual=Words("all questions"),
            many=True,
            metavar="NAME",
            complete=_question_names,
        ),
        RULES,
        Option("identify", ("--identify",), Words("Also find the rulesets that fit each evening."), kind="flag"),
        CSV,
        Option("svg", ("--svg",), Words("Print a picture (SVG)."), kind="flag"),
        OUTPUT,
        JOBS,
        SCHEDULER,
        JSON,
    ),
    example="calarec stats season",
    paged=True,
    late=True,
)
