"""Every leaf of every shipped ruleset is read when hands are simulated, freely or steered towards it.

A leaf that cannot be read is in `SILENT` with the reason why; a new one fails the test.
"""

from __future__ import annotations

from fnmatch import fnmatch
from typing import TYPE_CHECKING

import pytest

from calarec.core.engine.game import Game
from calarec.simulation import simulate
from calarec_tools.archive.covering import SILENT
from calarec_tools.archive.tracing import trace_reads
from tests.rulebooks import IDS, SHIPPED, game

if TYPE_CHECKING:
    from calarec.core.mechanisms.rules import Rules

pytestmark = pytest.mark.slow


def _proof(rules: Rules, path: str) -> bool:
    return any(fnmatch(path, pattern) and holds(rules, path) for pattern, _, holds in SILENT)


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", IDS)
def test_every_leaf_is_read(ruleset: str) -> None:
    """Free and steered simulation read every leaf but those that cannot be read."""
    plain = game(ruleset)
    rules, seen = trace_reads(plain.rules)
    watched = Game(plain.ruleset, rules)
    for bot in ("sensible", "random"):
        for seats in plain.people:
            for _ in simulate(watched, hands=40, seed=1, bot=bot, seats=seats, irregular=True):
                pass
    leaves = set(plain.ruleset.leaves)
    for leaf in sorted(leaves - seen):
        if leaf not in seen and not _proof(plain.rules, leaf):
            for _ in simulate(watched, hands=12, seed=3, bot="random", aim=leaf):
                pass
    assert {leaf for leaf in leaves - seen if not _proof(plain.rules, leaf)} == set()


@pytest.mark.parametrize("pattern", [pattern for pattern, _, _ in SILENT])
def test_every_proof_is_needed(pattern: str) -> None:
    """A proof that no leaf of any ruleset uses is deleted."""
    found = [
        path
        for ruleset in SHIPPED
        for path in game(ruleset).ruleset.leaves
        if fnmatch(path, pattern) and _proof(game(ruleset).rules, path)
    ]
    assert found
