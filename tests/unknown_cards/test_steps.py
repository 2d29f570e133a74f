"""Long hands are given up after a fixed number of steps, with a report."""

from __future__ import annotations

from pathlib import Path

import pytest

import calarec
from calarec.core.judge.problems import Budget
from calarec.unknown_cards import search

pytestmark = pytest.mark.slow

SLOW = sorted((Path(__file__).parent / "slow").glob("*.cal"))
MOST = search.SEARCH_STEPS + search.PROOF_STEPS + search.ACCOUNT_STEPS + search.TRIAL_STEPS


@pytest.mark.mass
@pytest.mark.parametrize("file", SLOW, ids=lambda file: file.stem)
def test_the_steps_of_a_hand_are_bounded(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All readings together keep to the limit; a search that reached it reports so."""
    steps = 0
    over = 0
    spend = Budget.spend

    def counted(self: Budget) -> None:
        nonlocal steps, over
        steps += 1
        over += self.left <= 0
        spend(self)

    monkeypatch.setattr(Budget, "spend", counted)
    (replayed,) = calarec.replay(calarec.read(file))
    assert steps - over <= MOST
    assert bool(over) == any(each.code == "CAL313" for each in replayed.findings)
