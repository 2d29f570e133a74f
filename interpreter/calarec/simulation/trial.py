"""Tries a ruleset out: random hands are played, so that what was accepted does not fail at the table.

The seed is fixed: a ruleset passes always or never.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.engine.game import Game
from calarec.light import NamedTuple
from calarec.simulation.run import simulate

if TYPE_CHECKING:
    from calarec.rulesets.ruleset import Ruleset

_SEED = 1


class Trial(NamedTuple):
    """What came of trying: how many hands were played, and what went wrong in the next."""

    hands: int
    problem: str = ""
    contracts: frozenset[str] = frozenset()
    """The contracts that were played."""


def try_out(ruleset: Ruleset, *, hands: int = 1000) -> Trial:
    """Plays so many random hands, shared out over the numbers of seats that the ruleset allows."""
    game = Game.of(ruleset)
    played = 0
    contracts: set[str] = set()
    for seats in game.people:
        made = simulate(game, hands=hands // len(game.people), seed=_SEED, bot="random", seats=seats)
        while True:
            try:
                each = next(made, None)
            except Exception as error:  # whatever it is: the author of the file is to hear of it
                return Trial(played, f"{type(error).__name__}: {error}", frozenset(contracts))
            if each is None:
                break
            played += 1
            contracts.add(each.account.contract)
            if sum(each.account.payments) and not game.rules.table.dummies:
                return Trial(played, f"payments {each.account.payments} do not sum to zero", frozenset(contracts))
    return Trial(played, "", frozenset(contracts - {""}))
