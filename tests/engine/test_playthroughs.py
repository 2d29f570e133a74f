"""Golden playthroughs: for each ruleset one hand for each contract won and lost.

After a change that is meant `python -m tests.engine.test_playthroughs` writes them anew (and
`python -m tests.engine.courses` the hands that show how else a hand can go).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.simulation.bots import BOTS, Aim
from calarec.simulation.run import AimError, MatchInPlay
from tests.engine.courses import FOLDER, files
from tests.engine.telling import playthrough
from tests.rulebooks import IDS, game

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.simulation.run import Simulated


def _found(of: Game, contract: str, *, won: bool) -> Simulated | None:
    aim = Aim(contract=contract, won=won)
    try:
        return MatchInPlay(of, of.people[0], BOTS["random"](), aim, irregular=False, tries=400).add_next_hand(1, 5)
    except AimError:
        return None


def _name(ruleset: str, contract: str, *, won: bool) -> str:
    return f"{ruleset}.{contract}.{'won' if won else 'lost'}.txt"


CASES = [
    (ruleset, contract, won) for ruleset in IDS for contract in game(ruleset).rules.contracts for won in (True, False)
]


@pytest.mark.mass
@pytest.mark.parametrize(("ruleset", "contract", "won"), CASES)
def test_playthrough(ruleset: str, contract: str, won: bool) -> None:
    """The hand goes as it went when it was read and found good."""
    simulated = _found(game(ruleset), contract, won=won)
    assert simulated is not None, "no such hand was found"
    expected = (FOLDER / _name(ruleset, contract, won=won)).read_text("utf-8")
    assert playthrough(game(ruleset), simulated) == expected


def test_no_stale_playthrough() -> None:
    """Every file belongs to an existing contract, or is a course of a ruleset."""
    courses = {file.name for ruleset in IDS for file in files(ruleset)}
    contracts = {_name(*case[:2], won=case[2]) for case in CASES}
    assert {file.name for file in FOLDER.iterdir()} == contracts | courses


if __name__ == "__main__":
    for ruleset, contract, won in CASES:
        found = _found(game(ruleset), contract, won=won)
        if found is None:
            print("not found:", ruleset, contract, won)  # noqa: T201
        else:
            (FOLDER / _name(ruleset, contract, won=won)).write_text(playthrough(game(ruleset), found), "utf-8")
