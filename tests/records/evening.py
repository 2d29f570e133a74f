"""A whole evening at one table, up to the end of the match."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from calarec.core.records import model as rec
from calarec.simulation.bots import FREE, Aim
from tests.records.made import course

if TYPE_CHECKING:
    from collections.abc import Callable

    from calarec.simulation.run import Simulated
    from tests.records.made import Sitting

BEGAN = datetime.fromisoformat("2025-11-08T21:05+01:00")
NOTES = (
    "First deal by lot: the highest card was the dealer's.",
    "",
    "Everybody would rather wait.",
    "Coffee.",
    "",
    "Nobody asked to see it played.",
    "",
    "The last one, said the host.",
)


def _won(each: Simulated) -> bool:
    return each.account.declarer >= 0 and each.account.sides[0].wins is True and not each.account.bonus


def _lost(each: Simulated) -> bool:
    return each.account.declarer >= 0 and each.account.sides[0].wins is False and not each.account.bonus


def evening(sitting: Sitting) -> list[rec.Hand]:
    """Hands of every kind until a player has enough."""
    ladder = sitting.game.rules.auction.ladder
    course_of_the_evening: tuple[tuple[Aim, Callable[[Simulated], bool]], ...] = (
        (Aim(contract=ladder[0]), _won),
        (Aim(contract=ladder[1]), _lost),
        (Aim(all_pass=True), lambda _: True),
        (Aim(contract=ladder[2]), _won),
        (Aim(contract=ladder[0], found=-1), _lost),
        (FREE, lambda each: sitting.sure(each) is not None),
        (Aim(contract=ladder[1]), _won),
    )
    for aim, fits in course_of_the_evening:
        _next(sitting, aim, fits)
    while max(sitting.evening.score.totals) < 21:
        leader = sitting.evening.score.totals.index(max(sitting.evening.score.totals))

        def by_leader(each: Simulated, leader: int = leader) -> bool:
            return _won(each) and each.account.declarer == leader

        _next(sitting, Aim(contract=ladder[2]), by_leader)
    return sitting.hands


def _next(sitting: Sitting, aim: Aim, fits: Callable[[Simulated], bool]) -> None:
    number = len(sitting.hands)
    at = rec.At((BEGAN + timedelta(minutes=11 * number)).isoformat(timespec="minutes"))
    note = [rec.Note(NOTES[number])] if number < len(NOTES) and NOTES[number] else []
    dealer = sitting.dealer
    if aim == FREE:
        sitting.claimed(at, *note)
    else:
        sitting.add([at, *course(sitting.simulated(aim, fits=fits).hand), *note])
    if aim.all_pass:
        sitting.dealer = dealer
