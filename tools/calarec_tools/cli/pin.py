"""`calarec pin PATH...`: the `rules` line with version and digest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both
from calarec_tools.cli.check import PATHS, known_rules
from calarec_tools.cli.declare import Command, Option

if TYPE_CHECKING:
    from calarec_tools.cli.output import Output


def pin(out: Output, *, paths: tuple[str, ...], rules: str | None, update: bool) -> int:
    """Writes into records which rules they were played under, beyond doubt."""
    from calarec_tools.writing.pinning import run

    return run(out, paths=paths, rules=rules, update=update)


DECLARED = Command(
    "pin",
    Both(
        "Write into records the version and the digest of their ruleset.",
        "Scrive nelle registrazioni la versione e l'impronta del loro regolamento.",
    ),
    pin,
    arguments=(PATHS,),
    options=(
        Option(
            "rules",
            ("--rules",),
            Both(
                "The ruleset: an id or a path; without it, the one that each record names.",
                "Il regolamento: un nome o un percorso; senza, quello che ogni registrazione nomina.",
            ),
            metavar="RULES",
            complete=known_rules,
        ),
        Option(
            "update",
            ("--update",),
            Both(
                "Write over pins that hold another digest.", "Sovrascrive anche le indicazioni con un'altra impronta."
            ),
            kind="flag",
        ),
    ),
    example="calarec pin evening.cal",
)
