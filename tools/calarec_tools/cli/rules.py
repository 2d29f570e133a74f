"""`calarec rules`: the author's loop; each command's work is a module of `calarec_tools.cli`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.wording.language import Words
from calarec_tools.cli.declare import Argument, Command, CommandGroup, Option

if TYPE_CHECKING:
    from calarec_tools.runs.streams import Output


def listed(out: Output, *, json: bool) -> int:
    """Prints what there is."""
    from calarec_tools.cli.rules_show import list_rulesets

    return list_rulesets(out, json=json)


def show(out: Output, *, rules: str, origin: bool, json: bool) -> int:
    """Prints every rule of a ruleset."""
    from calarec_tools.cli.rules_show import show_ruleset

    return show_ruleset(out, rules=rules, origin=origin, json=json)


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
    from calarec_tools.cli.rules_check import run

    return run(out, rules=rules, format=format, strict=strict, hands=hands, witness=witness)


def schema(out: Output) -> int:
    """Prints the schema."""
    from calarec_tools.cli.rules_show import print_schema

    return print_schema(out)


def new(out: Output, *, name: str | None, parent: str, output: str | None) -> int:
    """Writes a file to begin with."""
    from calarec_tools.cli.rules_new import start_ruleset

    return start_ruleset(out, name=name, parent=parent, output=output)


def diff(out: Output, *, left: str, right: str, json: bool) -> int:
    """Prints what two rulesets do not share."""
    from calarec_tools.cli.rules_diff import run

    return run(out, left=left, right=right, json=json)


def explain(out: Output, *, rules: str, format: str) -> int:  # noqa: A002
    """Prints the rulebook."""
    from calarec_tools.cli.rules_show import print_rulebook

    return print_rulebook(out, rules=rules, format=format)


def freeze(out: Output, *, rules: str, output: str | None) -> int:
    """Writes a ruleset in one piece."""
    from calarec_tools.cli.rules_new import freeze_files

    return freeze_files(out, rules=rules, output=output)


def _ids() -> list[str]:
    from calarec.rulesets.locate import known_ids, rule_folders

    return list(known_ids(rule_folders()))


def _rules(name: str = "rules", **more: Any) -> Argument:
    said = Words("A ruleset: an id, or the path of a file.")
    return Argument(name, more.pop("help", said), complete=_ids, **more)


_JSON = Option("json", ("--json",), Words("As JSON."), kind="flag")
_OUTPUT = Option(
    "output",
    ("--output", "-o"),
    Words("The file to write (- for standard output)."),
)

DECLARED = CommandGroup(
    "rules",
    Words("List, check, compare and read rulesets; write your own."),
    (
        Command(
            "list",
            Words("List the rulesets that can be named by their id."),
            listed,
            options=(_JSON,),
            example="calarec rules list",
        ),
        Command(
            "show",
            Words("Show every rule of a ruleset, defaults included."),
            show,
            arguments=(_rules(),),
            options=(
                Option(
                    "origin",
                    ("--origin",),
                    Words("With the file, line and source of each."),
                    kind="flag",
                ),
                _JSON,
            ),
            example="calarec rules show pagat --origin",
        ),
        Command(
            "check",
            Words("Check rule files: everything that does not add up."),
            check,
            arguments=(
                _rules(
                    help=Words("Ids, files or folders; without any, every ruleset that has an id."),
                    required=False,
                    many=True,
                ),
            ),
            options=(
                Option(
                    "format",
                    ("--format",),
                    Words("How findings are shown."),
                    default="pretty",
                    choices=("pretty", "concise", "json", "sarif", "github"),
                ),
                Option("strict", ("--strict",), Words("Notes count too."), kind="flag"),
                Option(
                    "hands",
                    ("--hands",),
                    Words("How many random hands are played under what is accepted."),
                    kind="whole",
                    default=1000,
                ),
                Option(
                    "witness",
                    ("--witness",),
                    Words("A folder for hands that show what a finding says."),
                    metavar="FOLDER",
                ),
            ),
            example="calarec rules check club.yaml",
        ),
        Command(
            "schema",
            Words("Print the JSON Schema of rule files."),
            schema,
            example="calarec rules schema",
        ),
        Command(
            "new",
            Words("Write a small file that extends a ruleset."),
            new,
            arguments=(
                Argument(
                    "name",
                    Words("The id of the new ruleset."),
                    required=False,
                ),
            ),
            options=(
                Option(
                    "parent",
                    ("--from",),
                    Words("The ruleset to extend."),
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
            Words("Compare two rulesets by meaning."),
            diff,
            arguments=(_rules("left"), _rules("right")),
            options=(_JSON,),
            example="calarec rules diff pagat thirty-five",
        ),
        Command(
            "explain",
            Words("Print the rulebook of a ruleset."),
            explain,
            arguments=(_rules(),),
            options=(
                Option(
                    "format",
                    ("--format",),
                    Words("For the terminal or as Markdown."),
                    default="text",
                    choices=("text", "markdown"),
                ),
            ),
            example="calarec rules explain tretre --lang it",
        ),
        Command(
            "freeze",
            Words(
                "Write a ruleset and all it extends as one file; a file that says something else is not written over."
            ),
            freeze,
            arguments=(_rules(),),
            options=(_OUTPUT,),
            example="calarec rules freeze a-due",
        ),
    ),
)
