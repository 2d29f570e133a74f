"""`calarec rules`: the author's loop; each command's work is a module of `calarec_tools.rules`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.language import Both
from calarec_tools.cli.declare import Argument, Command, Group, Option

if TYPE_CHECKING:
    from calarec_tools.cli.output import Output


def listed(out: Output, *, json: bool) -> int:
    """Prints what there is."""
    from calarec_tools.rules.listing import run

    return run(out, json=json)


def show(out: Output, *, rules: str, origin: bool, json: bool) -> int:
    """Prints every rule of a ruleset."""
    from calarec_tools.rules.showing import run

    return run(out, rules=rules, origin=origin, json=json)


def check(
    out: Output,
    *,
    rules: tuple[str, ...],
    format: str,  # noqa: A002
    strict: bool,
    hands: int,
    witness: str | None,
) -> int:
    """Prints what does not add up."""
    from calarec_tools.rules.checking import run

    return run(out, rules=rules, format=format, strict=strict, hands=hands, witness=witness)


def schema(out: Output) -> int:
    """Prints the schema."""
    from calarec_tools.rules.schema import run

    return run(out)


def new(out: Output, *, name: str | None, parent: str, output: str | None) -> int:
    """Writes a file to begin with."""
    from calarec_tools.rules.starting import run

    return run(out, name=name, parent=parent, output=output)


def diff(out: Output, *, left: str, right: str, json: bool) -> int:
    """Prints what two rulesets do not share."""
    from calarec_tools.rules.comparing import run

    return run(out, left=left, right=right, json=json)


def explain(out: Output, *, rules: str, format: str) -> int:  # noqa: A002
    """Prints the rulebook."""
    from calarec_tools.rules.explaining import run

    return run(out, rules=rules, format=format)


def freeze(out: Output, *, rules: str, output: str | None) -> int:
    """Writes a ruleset in one piece."""
    from calarec_tools.rules.freezing import run

    return run(out, rules=rules, output=output)


def _ids() -> list[str]:
    from calarec.rulesets.locate import known_ids, rule_folders

    return list(known_ids(rule_folders()))


def _rules(name: str = "rules", **more: Any) -> Argument:
    said = Both("A ruleset: an id, or the path of a file.", "Un regolamento: un id, o il percorso di un file.")
    return Argument(name, more.pop("help", said), complete=_ids, **more)


_JSON = Option("json", ("--json",), Both("As JSON.", "In JSON."), kind="flag")
_OUTPUT = Option(
    "output",
    ("--output", "-o"),
    Both("The file to write (- for standard output).", "Il file da scrivere (- per l'uscita)."),
)

DECLARED = Group(
    "rules",
    Both(
        "List, check, compare and read rulesets; write your own.",
        "Elenca, controlla, confronta e legge i regolamenti; ne scrive di nuovi.",
    ),
    (
        Command(
            "list",
            Both(
                "List the rulesets that can be named by their id.",
                "Elenca i regolamenti che si possono nominare con il loro id.",
            ),
            listed,
            options=(_JSON,),
            example="calarec rules list",
        ),
        Command(
            "show",
            Both(
                "Show every rule of a ruleset, defaults included.",
                "Mostra ogni regola di un regolamento, valori predefiniti compresi.",
            ),
            show,
            arguments=(_rules(),),
            options=(
                Option(
                    "origin",
                    ("--origin",),
                    Both("With the file, line and source of each.", "Con il file, la riga e la fonte di ognuna."),
                    kind="flag",
                ),
                _JSON,
            ),
            example="calarec rules show pagat --origin",
        ),
        Command(
            "check",
            Both(
                "Check rule files: everything that does not add up.",
                "Controlla i regolamenti: tutto ciò che non torna.",
            ),
            check,
            arguments=(
                _rules(
                    help=Both(
                        "Ids, files or folders; without any, every ruleset that has an id.",
                        "Id, file o cartelle; senza, ogni regolamento che ha un id.",
                    ),
                    required=False,
                    many=True,
                ),
            ),
            options=(
                Option(
                    "format",
                    ("--format",),
                    Both("How findings are shown.", "Come si mostrano le segnalazioni."),
                    default="pretty",
                    choices=("pretty", "concise", "json", "sarif", "github"),
                ),
                Option("strict", ("--strict",), Both("Notes count too.", "Contano anche le note."), kind="flag"),
                Option(
                    "hands",
                    ("--hands",),
                    Both(
                        "How many random hands are played under what is accepted.",
                        "Quante mani a caso si giocano con ciò che è accettato.",
                    ),
                    kind="whole",
                    default=1000,
                ),
                Option(
                    "witness",
                    ("--witness",),
                    Both(
                        "A folder for hands that show what a finding says.",
                        "Una cartella per mani che mostrano ciò che una segnalazione dice.",
                    ),
                    metavar="FOLDER",
                ),
            ),
            example="calarec rules check club.yaml",
        ),
        Command(
            "schema",
            Both("Print the JSON Schema of rule files.", "Stampa il JSON Schema dei file di regole."),
            schema,
            example="calarec rules schema",
        ),
        Command(
            "new",
            Both("Write a small file that extends a ruleset.", "Scrive un piccolo file che estende un regolamento."),
            new,
            arguments=(
                Argument(
                    "name",
                    Both("The id of the new ruleset.", "L'id del nuovo regolamento."),
                    required=False,
                ),
            ),
            options=(
                Option(
                    "parent",
                    ("--from",),
                    Both("The ruleset to extend.", "Il regolamento da estendere."),
                    default="pagat",
                    metavar="RULES",
                    complete=_ids,
                ),
                _OUTPUT,
            ),
            example="calarec rules new club --from pagat",
        ),
        Command(
            "diff",
            Both("Compare two rulesets by meaning.", "Confronta due regolamenti per significato."),
            diff,
            arguments=(_rules("left"), _rules("right")),
            options=(_JSON,),
            example="calarec rules diff pagat thirty-five",
        ),
        Command(
            "explain",
            Both("Print the rulebook of a ruleset.", "Stampa il regolamento da leggere al tavolo."),
            explain,
            arguments=(_rules(),),
            options=(
                Option(
                    "format",
                    ("--format",),
                    Both("For the terminal or as Markdown.", "Per il terminale o in Markdown."),
                    default="text",
                    choices=("text", "markdown"),
                ),
            ),
            example="calarec rules explain tretre --lang it",
        ),
        Command(
            "freeze",
            Both(
                "Write a ruleset and all it extends as one file; a file that says something else is not written over.",
                "Scrive in un solo file un regolamento e tutto ciò che estende; un file che dice altro non viene "
                "sovrascritto.",
            ),
            freeze,
            arguments=(_rules(),),
            options=(_OUTPUT,),
            example="calarec rules freeze a-due",
        ),
    ),
)
