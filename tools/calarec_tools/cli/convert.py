"""`calarec convert SRC DEST`: records in other forms, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both
from calarec_tools.cli.check import known_rules
from calarec_tools.cli.declare import Argument, Command, Option

if TYPE_CHECKING:
    from calarec_tools.cli.output import Output

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
    from calarec_tools.writing.converting import run

    return run(
        out, source=source, destination=destination, from_=from_, to=to, rules=rules, plays=plays, encoding=encoding,
        drop_comments=drop_comments,
    )  # fmt: skip


DECLARED = Command(
    "convert",
    Both(
        "Convert records to JSON, to packed archives, to tables, and back.",
        "Converte le registrazioni in JSON, in archivi compatti, in tabelle, e viceversa.",
    ),
    convert,
    arguments=(
        Argument(
            "source",
            Both("A file, a folder, or `-` for standard input.", "Un file, una cartella, o `-` per lo standard input."),
        ),
        Argument(
            "destination",
            Both(
                "A file, a folder, or `-` for standard output; what is there is written over.",
                "Un file, una cartella, o `-` per lo standard output; ciò che c'è già viene sovrascritto.",
            ),
        ),
    ),
    options=(
        Option(
            "from_",
            ("--from",),
            Both(
                "The form of the source, if its ending does not say it.",
                "La forma d'origine, se l'estensione non la dice.",
            ),
            choices=_FORMS,
        ),
        Option(
            "to",
            ("--to",),
            Both(
                "The form of the destination, if its ending does not say it.",
                "La forma di destinazione, se l'estensione non la dice.",
            ),
            choices=_FORMS,
        ),
        Option(
            "rules",
            ("--rules",),
            Both(
                "For a score sheet (csv; its columns are described in docs/converting.md): the ruleset that its record "
                "is to name.",
                "Per un foglio dei punti (csv; le sue colonne sono descritte in docs/converting.it.md): il regolamento "
                "che la registrazione deve nominare.",
            ),
            metavar="RULES",
            complete=known_rules,
        ),
        Option(
            "plays",
            ("--plays",),
            Both(
                "To csv: a row for every card played, instead of every hand.",
                "In csv: una riga per ogni carta giocata, invece che per ogni mano.",
            ),
            kind="flag",
        ),
        Option(
            "drop_comments",
            ("--drop-comments",),
            Both("To packed: leave comments out.", "In packed: tralascia i commenti."),
            kind="flag",
        ),
        Option(
            "encoding",
            ("--from-encoding",),
            Both("The encoding of the source, if it is not UTF-8.", "La codifica d'origine, se non è UTF-8."),
            default="utf-8",
            metavar="NAME",
        ),
    ),
    example="calarec convert evening.cal evening.json",
)
