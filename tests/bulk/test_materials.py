"""Generated records are canonical hands of the game, wrong only where planted."""

from __future__ import annotations

import pytest

from bench.materials import record
from calarec.bulk.running import Passed
from tests.bulk.both import SHIPPED, game
from tests.bulk.verdicts import hold_equal, replay_text, verify_text


@pytest.mark.parametrize("name", SHIPPED)
def test_materials_are_canonical_and_right(name: str) -> None:
    """Every hand passes, and the replay has no finding."""
    made = record(game(name), 16, seed=5, evening=8)
    assert hold_equal(name, made.text).passed == 16


def test_planted_faults_are_the_only_ones() -> None:
    """Every kind of fault is found, and nothing else."""
    made = record(game("pagat"), 80, seed=9, fault_every=10, evening=40)
    assert len(made.planted) == 8
    found = [replay.hand.name for replay in replay_text("pagat", made.text) if replay.findings]
    assert tuple(found) == made.planted
    _, verdicts = verify_text("pagat", made.text)
    wrong = [each.hand.name for each in verdicts if not isinstance(each, Passed) and each.findings]
    assert tuple(wrong) == made.planted
