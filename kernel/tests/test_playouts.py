"""Playouts by the compiled kernel equal those without it, hand for hand.

Shipped rulesets, houses, and random rulesets.
"""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.bulk import machine
from calarec.bulk.compile import CompiledRules, compiled_rules
from calarec.core.base import _kernel
from calarec.core.engine.game import Game
from calarec.playouts import compiled, playout
from calarec.playouts.compiled import CompiledPlayer
from calarec.playouts.playout import PlayedOut, Player, playouts
from calarec.rule_files.load import check_rules
from kernel.tests.agreement import plain
from tests.bulk.both import SHIPPED, game
from tests.bulk.house_rules import HOUSES, house_file
from tests.rulebooks import IDS
from tests.shards import has_all_cases, of_shard

if TYPE_CHECKING:
    from pathlib import Path


def same(rules: CompiledRules, hands: int, seed: int) -> bool:
    """Holds both ways equal; whether the compiled kernel served."""
    with plain():
        wanted = list(playouts(rules, hands, seed=seed))
    assert list(playouts(rules, hands, seed=seed)) == wanted
    try:
        found = [
            each for block in CompiledPlayer(Player(rules, seed), seed, PlayedOut).play_blocks(hands) for each in block
        ]
    except ValueError:
        return False
    assert found == wanted
    return True


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_rulesets(name: str) -> None:
    """All of them are served."""
    for seed in (0, 1, -7, 2**70):
        assert same(compiled_rules(game(name)), 400, seed)


@pytest.mark.parametrize("name", HOUSES)
def test_words_that_no_shipped_ruleset_says(name: str, tmp_path: Path) -> None:
    """Piles, differences, bonuses, and counts."""
    same(compiled_rules(game(house_file(name, tmp_path))), 400, 5)


def test_random_rulesets() -> None:
    """Rulesets made from parts of others are played the same."""
    served = 0
    for seed in of_shard(range(90)):
        ruleset = check_rules("club.yaml", raw=crossed(Random(seed)).encode()).ruleset
        rules = None if ruleset is None else compiled_rules(Game.from_ruleset(ruleset))
        if rules is not None and rules.can_be_served and not rules.lacking:
            served += same(rules, 310, seed)
    assert served > (20 if has_all_cases() else 0)


def crossed(rng: Random) -> str:
    """A file that takes a few rules over from another ruleset."""
    parent, other = (game(rng.choice(IDS)).ruleset for _ in range(2))
    common = [
        path for path in parent.leaves if path in other.leaves and parent.leaves[path][0] != other.leaves[path][0]
    ]
    said = [f"  {path}: {json.dumps(other.leaves[path][0])}" for path in rng.sample(common, min(2, len(common)))]
    head = [f"ruleset: club\nversion: 1.0.0\ntitle: Club\nextends: {parent.id}@{parent.version}\nsource: house rule"]
    return "\n".join([*head, *(["set:", *said] if said else [])]) + "\n"


def test_what_has_no_program_is_played_without_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a program, the same hands are played without the kernel."""
    rules = compiled_rules(game("pagat"))
    wanted = list(playouts(rules, 400, seed=3))

    def without(source: str) -> dict[str, machine.Program]:
        return {name: each for name, each in machine.translate_source(source).items() if name != "settle_1"}

    monkeypatch.setattr(compiled, "translate_source", without)
    assert list(playouts(rules, 400, seed=3)) == wanted
    monkeypatch.setattr(playout, "CompiledPlayer", _refused)
    assert list(playouts(rules, 400, seed=3)) == wanted


def _refused(*_: object) -> CompiledPlayer:
    raise ValueError


def test_fields_and_kinds() -> None:
    """A playout has the types and names of plain Python."""
    found = next(iter(playouts(compiled_rules(game("treccani")), 400, seed=2)))
    assert type(found) is PlayedOut
    assert len(found.won) == len(found.payments)


def test_what_are_no_tables_is_refused() -> None:
    """Bytes that are not words, states that are none, kinds that are not tuples."""
    for tables in (b"", b"x", bytes(8 * 20), b"\xff" * 400):
        with pytest.raises(ValueError):
            _kernel.Playouts(tables, bytes(8 * 625), (), PlayedOut)
    with pytest.raises(TypeError):
        _kernel.Playouts(b"", b"", (), int)  # type: ignore[arg-type]
