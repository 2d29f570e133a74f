"""`calarec check PATH...`: every finding in files, folders and archives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both
from calarec_tools.cli.declare import Argument, Command, Option

if TYPE_CHECKING:
    from calarec_tools.cli.output import Output


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
    from calarec_tools.checking.command import run

    return run(out, paths=paths, rules=rules, jobs=jobs, format=format, strict=strict, fix=fix, diff=diff)


def known_rules() -> list[str]:
    """The rulesets that can be named by their id."""
    from calarec.rulesets.locate import known_ids, rule_folders

    return list(known_ids(rule_folders()))


PATHS = Argument(
    "paths",
    Both(
        "Records, folders of records, patterns; `-` is standard input. `.gz` and `.zst` are read as they are.",
        "Registrazioni, cartelle di registrazioni, modelli; `-` è lo standard input. `.gz` e `.zst` si leggono così "
        "come sono.",
    ),
    many=True,
)
RULES = Option(
    "rules",
    ("--rules",),
    Both(
        "The ruleset: an id or a path; without it, the one that each record names.",
        "Il regolamento: un nome o un percorso; senza, quello che ogni registrazione nomina.",
    ),
    metavar="RULES",
    complete=known_rules,
)

DECLARED = Command(
    "check",
    Both(
        "Check records: slips of the pen, illegal moves, wrong results and totals.",
        "Controlla le registrazioni: sviste, mosse irregolari, risultati e totali sbagliati.",
    ),
    check,
    arguments=(PATHS,),
    options=(
        RULES,
        Option(
            "jobs",
            ("--jobs", "-j"),
            Both("How many processes (0: as many as are useful).", "Quanti processi (0: quanti ne servono)."),
            kind="whole",
            default=0,
        ),
        Option(
            "format",
            ("--format",),
            Both("How findings are shown.", "Come si mostrano le segnalazioni."),
            default="pretty",
            choices=("pretty", "concise", "json", "sarif", "github"),
        ),
        Option("strict", ("--strict",), Both("Notes count too.", "Contano anche le note."), kind="flag"),
        Option(
            "fix",
            ("--fix",),
            Both(
                "Mend what can be mended without changing any meaning.",
                "Corregge ciò che si può senza cambiare il senso.",
            ),
            kind="flag",
        ),
        Option(
            "diff",
            ("--diff",),
            Both(
                "Show what --fix would change; change nothing.", "Mostra che cosa cambierebbe --fix; non cambia nulla."
            ),
            kind="flag",
        ),
    ),
    example="calarec check evening.cal",
)
