"""Every command and group that exists, in the order of the help: its name, its line there, and its module."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import Words
from calarec_tools.cli.declare import CommandGroup, Listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec_tools.cli.declare import Command

# Modules by name: a command is imported when it runs, so no command pays at its start for what another needs.
LISTED: Final = (
    Listed(
        "replay",
        Words("Replay hands: who has won, who pays whom, and by which rule; then the hand step by step."),
        "calarec_tools.cli.replay",
    ),
    Listed(
        "solve",
        Words("Solve a hand: what it is worth with all cards known, each card, and how it goes with best play."),
        "calarec_tools.cli.solve",
    ),
    Listed(
        "annotate",
        Words("Weigh hands: what each card gave away with all cards known, and which one decided the hand."),
        "calarec_tools.cli.annotate",
    ),
    Listed(
        "sheet",
        Words("Show an evening as a sheet: hands, totals, and who owes whom; of several evenings the standings."),
        "calarec_tools.cli.sheet",
    ),
    Listed(
        "view",
        Words(
            "Look at an evening: a page with the table to step through; or a position, a hand, the curve as a picture."
        ),
        "calarec_tools.cli.view",
    ),
    Listed(
        "page",
        Words("Record, check and replay in a browser: serve the page on this machine, or write it to a folder."),
        "calarec_tools.cli.page",
    ),
    Listed(
        "check",
        Words("Check records: slips of the pen, illegal moves, wrong results and totals."),
        "calarec_tools.cli.check",
    ),
    Listed(
        "repair",
        Words("Offer what was meant in hands that do not hold, as changes of their lines; make one when asked."),
        "calarec_tools.cli.repair",
    ),
    Listed(
        "witness",
        Words("Complete hands of which not all is written: a legal hand that agrees with the record."),
        "calarec_tools.cli.witness",
    ),
    Listed(
        "identify",
        Words("Tell under which rules records were played, and what speaks against the others."),
        "calarec_tools.cli.identify",
    ),
    Listed(
        "rescore",
        Words("Score the same play by other rules: hand by hand, by person, as the evening's sheet."),
        "calarec_tools.cli.rescore",
    ),
    Listed(
        "dedup",
        Words("Find hands that stand in a collection more than once, and say which one to keep."),
        "calarec_tools.cli.dedup",
    ),
    Listed(
        "coverage",
        Words("Tell which rules of a ruleset records exercise, and which none of their hands touches."),
        "calarec_tools.cli.coverage",
    ),
    Listed(
        "stats",
        Words("Tell of a season who wins, with which contract, the table, streaks, slips."),
        "calarec_tools.cli.stats",
    ),
    CommandGroup(
        "archive",
        Words("Keep a collection as tables that can be asked in SQL."),
        (
            Listed(
                "build",
                Words("Make an archive of records, or bring it up to date."),
                "calarec_tools.cli.archive_build",
            ),
            Listed("query", Words("Ask an archive in SQL."), "calarec_tools.cli.archive_query"),
            Listed("export", Words("Write the tables of an archive as files."), "calarec_tools.cli.archive_export"),
        ),
    ),
    Listed(
        "fmt",
        Words("Write records in their canonical form; nothing that they say changes."),
        "calarec_tools.cli.fmt",
    ),
    Listed(
        "convert",
        Words("Convert records to JSON, to packed archives, to tables, and back."),
        "calarec_tools.cli.convert",
    ),
    Listed("new", Words("Begin the record of an evening: a template to type into."), "calarec_tools.cli.new"),
    Listed(
        "enter",
        Words("Enter hands at the table: cards and words are offered, mistakes are told at once."),
        "calarec_tools.cli.enter",
    ),
    Listed(
        "lsp",
        Words(
            "Serve an editor: findings while typing, what may be written, what stands behind a card, a total, a rule."
        ),
        "calarec_tools.cli.lsp",
    ),
    Listed("pin", Words("Write into records the version and the digest of their ruleset."), "calarec_tools.cli.pin"),
    Listed("simulate", Words("Make legal hands, reproducibly."), "calarec_tools.cli.simulate"),
    Listed(
        "doctor",
        Words("Tell what this calarec is made of: version, rulesets by folder, cache, language, extras, kernel."),
        "calarec_tools.cli.doctor",
    ),
    Listed("explain", Words("Say what a code means, with an example."), "calarec_tools.cli.explain"),
    CommandGroup(
        "rules",
        Words("List, check, compare and read rulesets; write your own."),
        (
            Listed("list", Words("List the rulesets that can be named by their id."), "calarec_tools.cli.rules_list"),
            Listed("show", Words("Show every rule of a ruleset, defaults included."), "calarec_tools.cli.rules_show"),
            Listed(
                "check", Words("Check rule files: everything that does not add up."), "calarec_tools.cli.rules_check"
            ),
            Listed("schema", Words("Print the JSON Schema of rule files."), "calarec_tools.cli.rules_schema"),
            Listed("new", Words("Write a small file that extends a ruleset."), "calarec_tools.cli.rules_new"),
            Listed(
                "ask", Words("Find how a change of the rules is written, by its name."), "calarec_tools.cli.rules_ask"
            ),
            Listed("diff", Words("Compare two rulesets by meaning."), "calarec_tools.cli.rules_diff"),
            Listed(
                "measure",
                Words(
                    "Measure what rules are worth: the same deals played under each, contracts and payments counted."
                ),
                "calarec_tools.cli.rules_measure",
            ),
            Listed("explain", Words("Print the rulebook of a ruleset."), "calarec_tools.cli.rules_explain"),
            Listed(
                "freeze",
                Words(
                    "Write a ruleset and all it extends as one file; a file that says something else is not "
                    "written over."
                ),
                "calarec_tools.cli.rules_freeze",
            ),
        ),
    ),
)


def find_listed(path: Sequence[str]) -> Listed | CommandGroup | None:
    """What stands in the list under a path, as `("rules", "diff")`; None for the program itself."""
    found: Listed | CommandGroup | None = None
    for name in path:
        among = found.listed if isinstance(found, CommandGroup) else LISTED
        found = next(listed for listed in among if listed.name == name)
    return found


def declared_command(name: str) -> Command | CommandGroup | None:
    """The declaration of a command, or the group of that name; None if there is none."""
    listed = next((listed for listed in LISTED if listed.name == name), None)
    return listed.import_declaration() if isinstance(listed, Listed) else listed
