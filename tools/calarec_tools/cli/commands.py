"""Every command and group: its name, its line in the help, and its module."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.language import Words
from calarec_tools.cli.declare import CommandGroup, Listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec_tools.cli.declare import Command


class CommandSection(NamedTuple):
    """Commands under a heading of the help."""

    title: Words
    listed: tuple[Listed | CommandGroup, ...]


# Modules by name: a command is imported when it runs, so no command pays at its start for what another needs.
SECTIONS: Final = (
    CommandSection(
        Words("Everyday"),
        (
            Listed(
                "page",
                Words("Open a page to record, check and replay in your browser."),
                "calarec_tools.cli.page",
            ),
            Listed(
                "enter",
                Words("Enter hands at a prompt, with completion and checks."),
                "calarec_tools.cli.enter",
            ),
            Listed(
                "sheet",
                Words("Print the sheet of an evening, or the standings of several."),
                "calarec_tools.cli.sheet",
            ),
            Listed(
                "check",
                Words("Check records for typos, illegal moves and wrong totals."),
                "calarec_tools.cli.check",
            ),
            Listed(
                "replay",
                Words("Settle hands: who won, who pays, and by which rule."),
                "calarec_tools.cli.replay",
            ),
            Listed(
                "view",
                Words("Show an evening as a page to step through, or as a picture."),
                "calarec_tools.cli.view",
            ),
        ),
    ),
    CommandSection(
        Words("Rules"),
        (
            CommandGroup(
                "rules",
                Words("List, read, compare and check rulesets; write your own."),
                (
                    Listed("list", Words("List the rulesets."), "calarec_tools.cli.rules_list"),
                    Listed(
                        "show",
                        Words("Print every rule of a ruleset, defaults included."),
                        "calarec_tools.cli.rules_show",
                    ),
                    Listed(
                        "check",
                        Words("Check rule files for errors and contradictions."),
                        "calarec_tools.cli.rules_check",
                    ),
                    Listed("schema", Words("Print the JSON Schema of rule files."), "calarec_tools.cli.rules_schema"),
                    Listed(
                        "new", Words("Write a house-rule file that extends a ruleset."), "calarec_tools.cli.rules_new"
                    ),
                    Listed(
                        "ask", Words("Find the lines for a house rule, by its name."), "calarec_tools.cli.rules_ask"
                    ),
                    Listed("diff", Words("Compare two rulesets by meaning."), "calarec_tools.cli.rules_diff"),
                    Listed(
                        "measure",
                        Words("Play the same deals under several rules, and count."),
                        "calarec_tools.cli.rules_measure",
                    ),
                    Listed("explain", Words("Print the rulebook of a ruleset."), "calarec_tools.cli.rules_explain"),
                    Listed(
                        "freeze",
                        Words("Write a ruleset and all it extends as one file."),
                        "calarec_tools.cli.rules_freeze",
                    ),
                ),
            ),
            Listed(
                "identify",
                Words("Find the rules under which records were played."),
                "calarec_tools.cli.identify",
            ),
            Listed(
                "rescore",
                Words("Score the same hands under other rules."),
                "calarec_tools.cli.rescore",
            ),
            Listed(
                "coverage",
                Words("Report which rules of a ruleset the records use."),
                "calarec_tools.cli.coverage",
            ),
            Listed("explain", Words("Explain the code of a finding, with an example."), "calarec_tools.cli.explain"),
        ),
    ),
    CommandSection(
        Words("Analysis"),
        (
            Listed(
                "solve",
                Words("Find the best play from a position, with all cards known."),
                "calarec_tools.cli.solve",
            ),
            Listed(
                "annotate",
                Words("Find what each card gave away, and which one decided."),
                "calarec_tools.cli.annotate",
            ),
            Listed(
                "witness",
                Words("Complete a half-remembered hand with a legal one."),
                "calarec_tools.cli.witness",
            ),
            Listed(
                "simulate", Words("Generate legal hands, the same for the same seed."), "calarec_tools.cli.simulate"
            ),
        ),
    ),
    CommandSection(
        Words("Collections"),
        (
            CommandGroup(
                "archive",
                Words("Keep a collection as tables, for queries in SQL."),
                (
                    Listed(
                        "build",
                        Words("Build an archive from records, or update it."),
                        "calarec_tools.cli.archive_build",
                    ),
                    Listed("query", Words("Query an archive in SQL."), "calarec_tools.cli.archive_query"),
                    Listed(
                        "export", Words("Write the tables of an archive as files."), "calarec_tools.cli.archive_export"
                    ),
                ),
            ),
            Listed(
                "stats",
                Words("Count who wins, with which contract, and how often."),
                "calarec_tools.cli.stats",
            ),
            Listed(
                "dedup",
                Words("Find duplicate hands in a collection."),
                "calarec_tools.cli.dedup",
            ),
        ),
    ),
    CommandSection(
        Words("Tools"),
        (
            Listed("new", Words("Write a template for the record of an evening."), "calarec_tools.cli.new"),
            Listed(
                "repair",
                Words("Offer corrections for hands with errors."),
                "calarec_tools.cli.repair",
            ),
            Listed(
                "fmt",
                Words("Write records in canonical form."),
                "calarec_tools.cli.fmt",
            ),
            Listed(
                "convert",
                Words("Convert records to JSON, CSV or packed lines, and back."),
                "calarec_tools.cli.convert",
            ),
            Listed("pin", Words("Write version and digest of the rules into records."), "calarec_tools.cli.pin"),
            Listed(
                "lsp",
                Words("Serve your editor: findings and completion while you type."),
                "calarec_tools.cli.lsp",
            ),
            Listed(
                "doctor",
                Words("Report what is installed: version, rulesets, extras."),
                "calarec_tools.cli.doctor",
            ),
        ),
    ),
)
"""The commands in the order of the help."""
LISTED: Final = tuple(listed for section in SECTIONS for listed in section.listed)


def find_listed(path: Sequence[str]) -> Listed | CommandGroup | None:
    """Return the entry of a path, as `("rules", "diff")`; None for the program."""
    found: Listed | CommandGroup | None = None
    for name in path:
        among = found.listed if isinstance(found, CommandGroup) else LISTED
        found = next(listed for listed in among if listed.name == name)
    return found


def declared_command(name: str) -> Command | CommandGroup | None:
    """The declaration of a command, or the group of that name; None if there is none."""
    listed = next((listed for listed in LISTED if listed.name == name), None)
    return listed.import_declaration() if isinstance(listed, Listed) else listed
