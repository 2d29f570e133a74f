"""Words that no shipped ruleset has: the mass path and the replay pay the same."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.core.engine.match import Matching
from tests.bulk.both import game
from tests.bulk.damage import damaged
from tests.bulk.house_rules import ALL_HOUSES, ATTESTED, HOUSES, house_file
from tests.bulk.texts import text_of
from tests.bulk.verdicts import hold_equal, replay_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.fixture(params=ALL_HOUSES)
def name(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The file of a house."""
    return house_file(request.param, tmp_path)


@pytest.mark.mass
def test_both_ways_pay_the_same(name: str) -> None:
    """Payments, totals and the ends of matches, in hands with a declarer and in those without; all of them pass."""
    for text in _evenings(name):
        assert hold_equal(name, text).explained == 0


@pytest.mark.mass
@pytest.mark.parametrize("file", sorted(ATTESTED.glob("*.yaml")), ids=lambda file: file.stem)
def test_what_tables_play_is_settled_alike(file: Path) -> None:
    """Hands of a house rule, also damaged ones, are settled like in the replay."""
    text = text_of(str(file), 20)
    hold_equal(str(file), text)
    hold_equal(str(file), damaged(text, Random(file.stem), every=2))


@pytest.mark.mass
def test_every_house_differs_from_its_parent(name: str, request: pytest.FixtureRequest) -> None:
    """A house changes the settlement of its hands, compared with its parent."""
    parent, _ = ALL_HOUSES[request.node.callspec.params["name"]]
    differ = False
    for text in _evenings(name):
        here, there = ([(each.account, each.standing) for each in replay_text(of, text)] for of in (name, parent))
        differ = differ or here != there
    assert differ


@pytest.mark.parametrize(("total", "over"), [(23, False), (24, True)])
def test_a_match_goes_to_so_many_stakes(total: int, over: bool, tmp_path: Path) -> None:
    """Eight are reached with 24 thirds."""
    parent, changes = HOUSES["thirds of a stake up to some stakes"]
    file = tmp_path / "house.yaml"
    file.write_text(f"ruleset: house\nversion: 1.0.0\nextends: {parent}\n{changes}", "utf-8")
    assert Matching().standing(game(str(file)), (total, -12, 12 - total), deal=3).over is over


def _evenings(name: str) -> Iterator[str]:
    yield text_of(name, 20)
    if game(name).rules.all_pass.do == "play_out":
        yield text_of(name, 60, aim="all_pass.pays")
