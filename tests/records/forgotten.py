"""Hands of which not everything was written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.records import model as rec
from calarec.simulation.bots import Aim
from tests.records.made import course

if TYPE_CHECKING:
    from tests.records.made import Sitting

UNKNOWN = "__"


def hand_forgotten(sitting: Sitting) -> None:
    """The hand of the seat that dealt was not written down; what it played was."""
    whole = _whole(sitting, Aim(contract=sitting.game.rules.auction.ladder[0]))
    seat = next(each.seat for each in reversed(whole) if isinstance(each, rec.Deal))
    sitting.add([each for each in whole if not (isinstance(each, rec.Deal) and each.seat == seat)])


def cards_forgotten(sitting: Sitting) -> None:
    """Two low cards of a trick are forgotten, and the hands were never written."""
    whole = _whole(sitting, Aim(contract=sitting.game.rules.auction.ladder[-1]))
    said: list[rec.Statement] = []
    for each in whole:
        if isinstance(each, rec.Deal):
            said.append(each._replace(cards=(*each.cards[:-2], UNKNOWN, UNKNOWN)))
        elif isinstance(each, rec.Trick) and each.number in (5, 6):
            said.append(each._replace(cards=(*each.cards[:-1], UNKNOWN)))
        else:
            said.append(each)
    sitting.add(said)


def discard_forgotten(sitting: Sitting) -> None:
    """The cards laid aside face down are not recorded."""
    game = sitting.game
    contract = next(
        (
            name
            for name, each in game.rules.contracts.items()
            if name in game.rules.auction.ladder and any(game.rules.steps[step].do == "discard" for step in each.steps)
        ),
        "",
    )
    if contract:
        whole = _whole(sitting, Aim(contract=contract))
        sitting.add([each for each in whole if not isinstance(each, rec.Discard)])


def _whole(sitting: Sitting, aim: Aim) -> list[rec.Statement]:
    return course(sitting.simulated(aim).hand)
