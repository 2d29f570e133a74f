"""Parameters that more than one command takes: each is written here once."""

from __future__ import annotations

from typing import Final

from calarec.core.wording.language import Words
from calarec_tools.cli.declare import Argument, Option

PATHS: Final = Argument(
    "paths",
    Words("Records, folders of records, patterns; `-` is standard input. `.gz` and `.zst` are read as they are."),
    many=True,
)


def rules_option(said: Words) -> Option:
    """`--rules`, with what it means to a command."""
    return Option("rules", ("--rules", "-r"), said, metavar="RULES", complete="rulesets")


RULES: Final = rules_option(Words("The ruleset: an id or a path; without it, the one that each record names."))
RULES_NEEDED: Final = rules_option(Words("The ruleset: an id or a path."))
ONE_RULESET: Final = Argument("rules", Words("A ruleset: an id, or the path of a file."), complete="rulesets")

HAND: Final = Option("hand", ("--hand",), Words("Only the hand of this name."), metavar="NAME", complete="hands")

VIEW: Final = Option(
    "view",
    ("--view",),
    Words("Only what this seat knew; a player's name will do."),
    metavar="SEAT",
    complete="seats",
)


def format_option() -> Option:
    """`--format`; the forms are imported by the commands that show findings alone."""
    from calarec_tools.output.render import FORMS

    return Option("format", ("--format",), Words("How findings are shown."), default="pretty", choices=FORMS)


STRICT: Final = Option("strict", ("--strict",), Words("Notes count too."), kind="flag")
OUTPUT: Final = Option(
    "output", ("--output", "-o"), Words("The file to write (- for standard output)."), metavar="FILE"
)
JOBS: Final = Option(
    "jobs", ("--jobs", "-j"), Words("How many processes (0: as many as are useful)."), kind="whole", default=0, least=0
)
SCHEDULER: Final = Option(
    "scheduler", ("--scheduler",), Words("The address of a Dask scheduler whose workers do it."), metavar="URL"
)
PARTS: Final = Option(
    "parts", ("--parts",), Words("A folder that keeps what is done: a run that was broken off goes on from there."),
    metavar="FOLDER",
)  # fmt: skip
CREW: Final = (JOBS, SCHEDULER, PARTS)
"""Who does the work of a command over many files, and what is kept of it."""
JSON: Final = Option("json", ("--json",), Words("As JSON."), kind="flag")
ODDS: Final = Option(
    "odds",
    ("--odds",),
    Words("With how often a hand that is not settled ends how, over all deals that fit it or a sample of them."),
    kind="flag",
)
SEED: Final = Option("seed", ("--seed",), Words("The same seed, the same sample."), kind="whole", default=1)
