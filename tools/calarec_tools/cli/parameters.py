"""Parameters that more than one command takes: each is written here once."""

from __future__ import annotations

from typing import Final

from calarec.core.wording.language import Words
from calarec_tools.cli.declare import Argument, Option

PATHS: Final = Argument(
    "paths",
    Words("Records, folders of records, or patterns; `-` is standard input. `.gz` and `.zst` are unpacked."),
    many=True,
)


def rules_option(purpose: Words, usual: Words | None = None) -> Option:
    """`--rules`, with what it means to a command."""
    return Option("rules", ("--rules", "-r"), purpose, usual=usual, metavar="RULES", complete="rulesets")


RULES: Final = rules_option(Words("The ruleset, by id or path."), usual=Words("the one that each record names"))
RULES_NEEDED: Final = rules_option(Words("The ruleset, by id or path."))
ONE_RULESET: Final = Argument("rules", Words("A ruleset: an id, or the path of a file."), complete="rulesets")

HAND: Final = Option("hand", ("--hand",), Words("Only the hand of this name."), metavar="NAME", complete="hands")

VIEW: Final = Option(
    "view",
    ("--view",),
    Words("Show only what this seat knew (a seat or a name)."),
    metavar="SEAT",
    complete="seats",
)


def format_option() -> Option:
    """Declare `--format`; only commands that show findings import the formats."""
    from calarec_tools.output.render import FORMS

    return Option("format", ("--format",), Words("The format of the findings."), default="pretty", choices=FORMS)


STRICT: Final = Option("strict", ("--strict",), Words("Count notes as errors for the exit status."), kind="flag")
OUTPUT: Final = Option(
    "output", ("--output", "-o"), Words("The file to write (- for standard output)."), metavar="FILE"
)
JOBS: Final = Option(
    "jobs", ("--jobs", "-j"), Words("The number of processes; 0 chooses it."), kind="whole", default=0, least=0
)
SCHEDULER: Final = Option(
    "scheduler", ("--scheduler",), Words("The address of a Dask scheduler, whose workers do the work."), metavar="URL"
)
PARTS: Final = Option(
    "parts", ("--parts",), Words("A folder for finished parts; an interrupted run continues from it."),
    metavar="FOLDER",
)  # fmt: skip
CREW: Final = (JOBS, SCHEDULER, PARTS)
"""Options for the workers of a command over many files, and for kept parts."""
JSON: Final = Option("json", ("--json",), Words("Print JSON."), kind="flag")
ODDS: Final = Option(
    "odds",
    ("--odds",),
    Words("Add how often an unsettled hand ends in each way, over the deals that fit it."),
    kind="flag",
)
SEED: Final = Option(
    "seed", ("--seed",), Words("The seed of the sample; the same seed gives the same sample."), kind="whole", default=1
)
