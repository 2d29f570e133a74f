"""`calarec new`: the record of an evening, ready to be typed into."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both
from calarec_tools.cli.check import known_rules
from calarec_tools.cli.declare import Command, Option

if TYPE_CHECKING:
    from calarec_tools.cli.output import Output


def new(
    out: Output, *, rules: str | None, players: str | None, hands: int, date: str | None, output: str | None
) -> int:
    """Writes a template with the rules, the seats and the hands' frames."""
    from calarec_tools.writing.beginning import run

    return run(out, rules=rules, players=players, hands=hands, date=date, output=output)


DECLARED = Command(
    "new",
    Both(
        "Begin the record of an evening: a template to type into.",
        "Comincia la registrazione di una serata: un modello da riempire.",
    ),
    new,
    options=(
        Option(
            "rules",
            ("--rules",),
            Both("The ruleset: an id or a path.", "Il regolamento: un nome o un percorso."),
            metavar="RULES",
            complete=known_rules,
        ),
        Option(
            "players",
            ("--players",),
            Both("Who plays, in order of play: Anna,Bruno,Carla.", "Chi gioca, in ordine di gioco: Anna,Bruno,Carla."),
            metavar="NAMES",
        ),
        Option(
            "hands", ("--hands",), Both("How many hands to begin with.", "Per quante mani."), kind="whole", default=1
        ),
        Option("date", ("--date",), Both("The day (otherwise today).", "Il giorno (altrimenti oggi)."), metavar="DATE"),
        Option("output", ("--output", "-o"), Both("The file to write.", "Il file da scrivere."), metavar="FILE"),
    ),
    example="calarec new --rules pagat --players Anna,Bruno,Carla -o evening.cal",
)
