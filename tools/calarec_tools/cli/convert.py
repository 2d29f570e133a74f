"""`calarec convert SRC DEST`: records in other forms, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.wording.language import Words
from calarec_tools.cli.check import known_rules
from calarec_tools.cli.declare import Argument, Command, Option

if TYPE_CHECKING:
    from calarec_tools.runs.streams import Output

_FORMS = ("cal", "json", "jsonl", "packed", "csv")


def convert(
    out: Output,
    *,
    source: str,
    destination: str,
    from_: str | None,
    to: str | None,
    rules: str | None,
    plays: bool,
    encoding: str,
    drop_comments: bool,
) -> int:
    """Writes a record, a table or a folder of them in another form."""
    from calarec_tools.cli.convert_files import run

    return run(
        out, source=source, destination=destination, from_=from_, to=to, rules=rules, plays=plays, encoding=encoding,
        drop_comments=drop_comments,
    )  # fmt: skip


DECLARED = Command(
    "convert",
    Words("Convert records to JSON, to packed archives, to tables, and back."),
    convert,
    arguments=(
        Argument(
            "source",
            Words("A file, a folder, or `-` for standard input."),
        ),
        Argument(
            "destination",
            Words("A file, a folder, or `-` for standard output; what is there is written over."),
        ),
    ),
    options=(
        Option(
            "from_",
            ("--from",),
            Words("The form of the source, if its ending does not say it."),
            choices=_FORMS,
        ),
        Option(
            "to",
            ("--to",),
            Words("The form of the destination, if its ending does not say it."),
            choices=_FORMS,
        ),
        Option(
            "rules",
            ("--rules",),
            Words(
                "For a score sheet (csv; its columns are described in docs/converting.md): the ruleset that its record "
                "is to name."
            ),
            metavar="RULES",
            complete=known_rules,
        ),
        Option(
            "plays",
            ("--plays",),
            Words("To csv: a row for every card played, instead of every hand."),
            kind="flag",
        ),
        Option(
            "drop_comments",
            ("--drop-comments",),
            Words("To packed: leave comments out."),
            kind="flag",
        ),
        Option(
            "encoding",
            ("--from-encoding",),
            Words("The encoding of the source, if it is not UTF-8."),
            default="utf-8",
            metavar="NAME",
        ),
    ),
    example="calarec convert evening.cal evening.json",
)
