"""Composes sample records: `python -m tests.records.compose [FILE...]`.

It writes missing or named ones. The subject of a file is stated once here. The hands are made from seeds: the sensible
bot plays, the aim steers, and of several hands it takes the one in which the declarer had most reason to bid. Files in
no plan were written by hand. `python -m tests.records.shelf` writes the rulings beside them.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from calarec.core.notation.writer import write_hands
from calarec.core.records import model as rec
from calarec.simulation.run import AimError
from tests.records.made import Sitting
from tests.records.plans import plans
from tests.records.shelf import RECORDS
from tests.rulebooks import IDS, game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.engine.game import Game

PEOPLE = (
    "Anna Bruno Carla Dino Elsa Franco Gina", "Rosa Mimmo Teresa Pino Assunta Vito Lina",
    "Saverio Nunzia Rocco Ada Gaspare Ines Tonio", "Concetta Turi Marta Beppe Irene Nino Pia",
    "Olga Michele Sara Cosimo Livia Remo Dora", "Agata Peppe Giulia Mauro Rita Ugo Nella",
)  # fmt: skip


class Written(NamedTuple):
    """A record and whether it could be made."""

    path: str
    text: str


def record(of: Game, what: str, hands: Iterable[rec.Hand], people: str, event: str = "") -> str:
    """The text of a record with its heading."""
    ruleset = of.ruleset
    tags = (*((rec.Tag("event", event),) if event else ()), rec.Tag("origin", "composed by the project"))
    names = people.split()
    out = [f"; Composed by the project: {what}. The people are invented.\n"]
    told = []
    for hand in hands:
        labels = hand.session.order
        seats = tuple(rec.Seat(label, names[place]) for place, label in enumerate(labels))
        pin = rec.RulesPin(ruleset.id, ruleset.version)
        session = rec.Preamble(rules=pin, tags=tags, seats=seats, dummies=hand.session.dummies)
        told.append(replace(hand, session=session))
    out += write_hands(told)
    return "".join(out)


def composed(ruleset: str, wanted: frozenset[str], *, anew: bool) -> list[str]:
    """Write the records of a ruleset; return those that could not be made."""
    of = game(ruleset)
    folder = RECORDS / ruleset
    folder.mkdir(parents=True, exist_ok=True)
    missed = []
    for number, plan in enumerate(plans(of)):
        path = folder / f"{plan.name}.cal"
        if not (anew and f"{ruleset}/{plan.name}" in wanted) and (path.exists() or wanted):
            continue
        sitting = Sitting(of, plan.seats or of.people[0], seed=number)
        try:
            hands = plan.make(sitting)
        except AimError:
            missed.append(f"{ruleset}/{plan.name}")
            continue
        people = PEOPLE[(number + IDS.index(ruleset)) % len(PEOPLE)]
        path.write_text(record(of, plan.what, hands, people, plan.event), "utf-8")
    return missed


if __name__ == "__main__":
    asked = frozenset(sys.argv[1:])
    for each in IDS:
        for missing in composed(each, asked, anew=bool(asked)):
            print("not found:", missing)  # noqa: T201
