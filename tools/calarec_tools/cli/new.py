"""`calarec new`: the record of an evening, ready to be typed into."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.wording.language import Words
from calarec_tools.cli.check import known_rules
from calarec_tools.cli.declare import Command, Option

if TYPE_CHECKING:
    from calarec_tools.runs.streams import Output


def new(
    out: Output, *, rules: str | None, players: str | None, hands: int, date: str | None, output: str | None
) -> int:
    """Writes a template with the rules, the seats and the hands' frames."""
    from calarec_tools.cli.new_record import run

    return run(out, rules=rules, players=players, hands=hands, date=date, output=output)


DECLARED = Command(
    "new",
    Words("Begin the record of an evening: a template to type into."),
    new,
    options=(
        Option(
            "rules",
            ("--rules",),
            Words("The ruleset: an id or a path."),
            metavar="RULES",
            complete=known_rules,
        ),
        Option(
            "players",
            ("--players",),
            Words("Who plays, in order of play: Anna,Bruno,Carla."),
            metavar="NAMES",
        ),
        Option("hands", ("--hands",), Words("How many hands to begin with."), kind="whole", default=1),
        Option("date", ("--date",), Words("The day (otherwise today)."), metavar="DATE"),
        Option("output", ("--output", "-o"), Words("The file to write."), metavar="FILE"),
    ),
    example="calarec new --rules pagat --players Anna,Bruno,Carla -o evening.cal",
)
