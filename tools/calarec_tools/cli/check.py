"""`calarec check PATH...`: every finding in files, folders and archives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.wording.language import Words
from calarec_tools.cli.declare import Argument, Command, Option

if TYPE_CHECKING:
    from calarec_tools.runs.streams import Output


def check(
    out: Output,
    *,
    paths: tuple[str, ...],
    rules: str | None,
    jobs: int,
    format: str,  # noqa: A002
    strict: bool,
    fix: bool,
    diff: bool,
) -> int:
    """Prints what is wrong, where, by which rule, and what would have been right."""
    from calarec_tools.cli.check_files import run

    return run(out, paths=paths, rules=rules, jobs=jobs, format=format, strict=strict, fix=fix, diff=diff)


def known_rules() -> list[str]:
    """The rulesets that can be named by their id."""
    from calarec.rulesets.locate import known_ids, rule_folders

    return list(known_ids(rule_folders()))


PATHS = Argument(
    "paths",
    Words("Records, folders of records, patterns; `-` is standard input. `.gz` and `.zst` are read as they are."),
    many=True,
)
RULES = Option(
    "rules",
    ("--rules",),
    Words("The ruleset: an id or a path; without it, the one that each record names."),
    metavar="RULES",
    complete=known_rules,
)

DECLARED = Command(
    "check",
    Words("Check records: slips of the pen, illegal moves, wrong results and totals."),
    check,
    arguments=(PATHS,),
    options=(
        RULES,
        Option(
            "jobs",
            ("--jobs", "-j"),
            Words("How many processes (0: as many as are useful)."),
            kind="whole",
            default=0,
        ),
        Option(
            "format",
            ("--format",),
            Words("How findings are shown."),
            default="pretty",
            choices=("pretty", "concise", "json", "sarif", "github"),
        ),
        Option("strict", ("--strict",), Words("Notes count too."), kind="flag"),
        Option(
            "fix",
            ("--fix",),
            Words("Mend what can be mended without changing any meaning."),
            kind="flag",
        ),
        Option(
            "diff",
            ("--diff",),
            Words("Show what --fix would change; change nothing."),
            kind="flag",
        ),
    ),
    example="calarec check evening.cal",
)
