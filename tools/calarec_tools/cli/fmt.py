"""`calarec fmt PATH...`: records in their canonical form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both
from calarec_tools.cli.check import PATHS, RULES
from calarec_tools.cli.declare import Command, Option

if TYPE_CHECKING:
    from calarec_tools.cli.output import Output


def fmt(out: Output, *, paths: tuple[str, ...], check: bool, diff: bool, fill: bool, rules: str | None) -> int:
    """Writes records anew: blanks, order and spelling; what they say stays as it is."""
    from calarec_tools.writing.formatting import run

    return run(out, paths=paths, check=check, diff=diff, fill=fill, rules=rules)


DECLARED = Command(
    "fmt",
    Both(
        "Write records in their canonical form; nothing that they say changes.",
        "Riscrive le registrazioni in forma canonica; ciò che dicono non cambia.",
    ),
    fmt,
    arguments=(PATHS,),
    options=(
        Option(
            "check",
            ("--check",),
            Both("Only say which files would change.", "Dice solo quali file cambierebbero."),
            kind="flag",
        ),
        Option(
            "diff",
            ("--diff",),
            Both("Show the changes; change nothing.", "Mostra le modifiche; non cambia nulla."),
            kind="flag",
        ),
        Option(
            "fill",
            ("--fill",),
            Both(
                "Write winners, result, score and total where they are missing and certain; of a hand without its "
                "cards score and total, from bid and result.",
                "Scrive vincitori, risultato, punteggio e totale dove mancano e sono certi; di una mano senza carte il "
                "punteggio e il totale, da dichiarazione e risultato.",
            ),
            kind="flag",
        ),
        RULES,
    ),
    example="calarec fmt --fill evening.cal",
)
