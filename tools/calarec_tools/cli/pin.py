"""`calarec pin PATH...`: the `rules` line with version and digest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.wording.language import Words
from calarec_tools.cli.check import PATHS, known_rules
from calarec_tools.cli.declare import Command, Option

if TYPE_CHECKING:
    from calarec_tools.runs.streams import Output


def pin(out: Output, *, paths: tuple[str, ...], rules: str | None, update: bool) -> int:
    """Writes into records which rules they were played under, beyond doubt."""
    from calarec_tools.cli.pin_records import run

    return run(out, paths=paths, rules=rules, update=update)


DECLARED = Command(
    "pin",
    Words("Write into records the version and the digest of their ruleset."),
    pin,
    arguments=(PATHS,),
    options=(
        Option(
            "rules",
            ("--rules",),
            Words("The ruleset: an id or a path; without it, the one that each record names."),
            metavar="RULES",
            complete=known_rules,
        ),
        Option(
            "update",
            ("--update",),
            Words("Write over pins that hold another digest."),
            kind="flag",
        ),
    ),
    example="calarec pin evening.cal",
)
