"""Steps that no ruleset has, as transfers: engine, filter and checks agree."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, cast

import pytest

from calarec.bulk.compile import _compile_game
from calarec.core.base.frozen import replace
from calarec.core.engine import behaviours
from calarec.core.engine.exchange import Moving
from calarec.core.engine.game import Game
from calarec.core.mechanisms.exchange import TRANSFERS, Transfer
from calarec.core.mechanisms.fields import Kind
from calarec.core.mechanisms.rules import Named
from calarec.rule_files import cache
from calarec.rule_files.lint.sizes import list_stages, walk_contract
from tests.bulk.both import Both, choose, deal, game, setting_of
from tests.playouts.boards_agree import hold_equal, hold_paid

if TYPE_CHECKING:
    from calarec.bulk.compile import CompiledRules

_MORE = Transfer("give", who="holder", target="declarer", when="handed")
_PLEDGE = Transfer("discard", who="holder", target="pile", when="handed")
_STEPS = ("ask", "hand-over", "more", "give-back", "give-back", "give-back", "pledge", "monte", "bury")
_HANDS = 100


@dataclass(frozen=True)
class MoreRule:
    """Another card of the holder's."""

    open: bool = True


@dataclass(frozen=True)
class PledgeRule:
    """A card of the holder's on a pile."""

    pile: str = "monte"
    open: bool = False


@pytest.fixture(name="made")
def _made(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Pagat's rules; the holder of the called card gives another and gets three."""
    for name, transfer in {"more": _MORE, "pledge": _PLEDGE}.items():
        monkeypatch.setitem(cast("dict[str, Transfer]", TRANSFERS), name, transfer)
        monkeypatch.setitem(cast("dict[str, Any]", behaviours._COMMON[Kind.STEP]), name, Moving(transfer))
    plain = game("pagat")
    steps = {**plain.rules.steps, "more": Named("more", MoreRule()), "pledge": Named("pledge", PledgeRule())}
    contracts = {**plain.rules.contracts, "chiamo": replace(plain.rules.contracts["chiamo"], steps=_STEPS)}
    auction = replace(plain.rules.auction, ladder=("chiamo",))
    return Game(plain.ruleset, replace(plain.rules, auction=auction, steps=steps, contracts=contracts))


@pytest.fixture(name="compiled")
def _compiled_rules(made: Game, monkeypatch: pytest.MonkeyPatch) -> CompiledRules:
    """Its compiled rules; the cache knows these rules by their digest as Pagat's own."""
    monkeypatch.setattr(cache, "load_entry", lambda *asked: None)
    monkeypatch.setattr(cache, "can_store_entry", lambda *asked, **kept: None)
    return _compile_game(made)


def test_engine_and_compiled_code_agree(made: Game, compiled: CompiledRules) -> None:
    """The same cards, legal moves and payments at every step; the new steps are reached and passed over."""
    assert compiled.lacking == {}
    done = {"more": 0, "pledge": 0}
    for number in range(_HANDS):
        rng = Random(f"transfers/{number}")
        setting = setting_of(made, rng)
        both = Both("pagat", setting, *deal(made, setting, rng), of=(made, compiled))
        while not both.state.is_over:
            hold_equal(both)
            name = both.state.step.removeprefix("steps.")
            done[name] = done.get(name, 0) + 1
            both.make(*choose(both.offers(), rng))
        hold_equal(both)
        hold_paid(both)
    assert done["more"] == done["pledge"] > _HANDS // 6
    assert done["ask"] > done["more"]


def test_static_checks_count_what_is_played(made: Game, compiled: CompiledRules) -> None:
    """In any play, hands and piles have one of the sizes; at the end all are as dealt."""
    before = list_stages(made.rules, _STEPS)
    ways = [{(way.hands[0], way.hands[1], way.piles["monte"]) for way in each} for each in before]
    found = walk_contract(made.rules, "chiamo", 3)
    assert found.troubles == ()
    assert {end.hands for end in found.ends} == {(12, 12, 12)}
    for number in range(_HANDS):
        rng = Random(f"sizes/{number}")
        setting = setting_of(made, rng)
        both = Both("pagat", setting, *deal(made, setting, rng), of=(made, compiled))
        while not both.state.is_over and both.state.step != "play":
            state = both.state
            if state.contract == "chiamo" and state.found >= 0:
                sizes = [state.hands[seat].bit_count() for seat in (state.declarer, state.found)]
                assert (*sizes, state.piles[0].bit_count()) in ways[state.at - 1]
            both.make(*choose(both.offers(), rng))


@pytest.mark.parametrize("name", ["more", "pledge"])
def test_without_a_call_there_is_no_holder(made: Game, name: str) -> None:
    """The checks report it for every step that needs one."""
    solo = replace(made.rules.contracts["solo"], steps=(name, "monte", "bury"))
    rules = replace(made.rules, contracts={**made.rules.contracts, "solo": solo})
    troubles = walk_contract(rules, "solo", 3).troubles
    assert [(trouble.what, trouble.step) for trouble in troubles] == [("no_call", name)]
