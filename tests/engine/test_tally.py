"""A tally of a hand agrees with the states of the hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from calarec.core.engine import events as ev
from calarec.core.engine.actions import PlayAction
from calarec.core.engine.game import Game
from calarec.core.engine.tally import add_up
from calarec.rule_files.load import load_ruleset
from tests.engine.playing import hands, tables_of
from tests.rulebooks import IDS, WITHOUT_AUCTION

if TYPE_CHECKING:
    from tests.engine.playing import Played

ATTESTED = Path(__file__).parents[1] / "rulesets" / "attested"
HOUSES = ("passed.yaml", "passed-across.yaml", "two-back.yaml", "drawn-unseen.yaml")


def _game(name: str) -> Game:
    return Game.from_ruleset(load_ruleset(str(ATTESTED / name) if name.endswith(".yaml") else name))


def _played(name: str) -> list[tuple[Game, Played]]:
    return [(table, played) for table in tables_of(_game(name)) for played in hands(table, 4, seed=77)]


@pytest.mark.mass
@pytest.mark.parametrize("name", [*IDS, *WITHOUT_AUCTION, *HOUSES])
def test_what_was_dealt_held_and_won_is_what_the_states_show(name: str) -> None:
    """The hands before anything was done; those at the first lead; the cards of the tricks and piles of each seat."""
    for game, played in _played(name):
        had = add_up(game.cards, played.setting, played.events).had
        assert had["dealt"] == played.hands
        lead = next((step.state for step in played.steps if isinstance(step.action, PlayAction)), None)
        if lead is not None:
            assert had["held"] == list(lead.hands)
        for seat in range(len(played.setting.labels)):
            tricks = sum(1 << card for trick in played.end.tricks if trick.winner == seat for card in trick.cards)
            piles = [each.cards for each in played.events if isinstance(each, ev.PileWon) and each.seat == seat]
            assert had["won"][seat] == tricks | sum(piles)


@pytest.mark.parametrize("name", HOUSES)
def test_these_houses_move_cards_between_the_deal_and_the_first_lead_or_draw_after_it(name: str) -> None:
    """So that the hands at the first lead are neither those of the deal nor all that was ever held."""
    moves = (ev.Given, ev.Taken, ev.Discarded)
    assert any(isinstance(each, moves) for _, played in _played(name) for each in played.events)
