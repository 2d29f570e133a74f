"""`calarec fmt PATH...`: records in their canonical form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.wording.language import Words
from calarec_tools.cli.check import PATHS, RULES
from calarec_tools.cli.declare import Command, Option

if TYPE_CHECKING:
    from calarec_tools.runs.streams import Output


def fmt(out: Output, *, paths: tuple[str, ...], check: bool, diff: bool, fill: bool, rules: str | None) -> int:
    """Writes records anew: blanks, order and spelling; what they say stays as it is."""
    from calarec_tools.cli.fmt_files import run

    return run(out, paths=paths, check=check, diff=diff, fill=fill, rules=rules)


DECLARED = Command(
    "fmt",
    Words("Write records in their canonical form; nothing that they say changes."),
    fmt,
    arguments=(PATHS,),
    options=(
        Option(
            "check",
            ("--check",),
            Words("Only say which files would change."),
            kind="flag",
        ),
        Option(
            "diff",
            ("--diff",),
            Words("Show the changes; change nothing."),
            kind="flag",
        ),
        Option(
            "fill",
            ("--fill",),
            Words(
                "Write winners, result, score and total where they are missing and certain; of a hand without its "
                "cards score and total, from bid and result."
            ),
            kind="flag",
        ),
        RULES,
    ),
    example="calarec fmt --fill evening.cal",
)
