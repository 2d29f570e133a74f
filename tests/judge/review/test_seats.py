"""Turns, leads and wins at a table with seats that do not play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine.actions import BidAction, ClaimAction, PlayAction

if TYPE_CHECKING:
    from calarec.core.engine.actions import Action

from typing import TYPE_CHECKING

import pytest

from calarec import load_rules
from calarec.bulk.compile import compiled_rules
from calarec.core.engine.behaviours import behaviour_of
from calarec.core.engine.game import Game
from calarec.core.engine.moves import apply
from calarec.core.engine.terms import Refusal
from calarec.core.mechanisms.fields import Kind
from calarec.rule_files.load import RulesetError
from tests.judge.review.table import Table, house

if TYPE_CHECKING:
    from pathlib import Path


def test_the_eldest_leads_a_hand_without_declarer_if_the_dealer_sits_out(tmp_path: Path) -> None:
    """`all_pass.leader: dealer` at a table where the dealer has no cards."""
    rules = house(tmp_path, "pagat", "set:", "  all_pass: {do: play_out, leader: dealer}")
    table = Table(rules, seats=4, dealer=2)
    table.goes_on(lambda _: False, "passo")
    assert table.state.outcome == "played"
    assert table.state.tricks[0].leader == 3
    assert compiled_rules(table.game).first_leader("", -1, -1) == 0


@pytest.mark.parametrize("word", ["dividete", "nonsense"])
def test_a_word_that_is_no_bid_said_out_of_turn_is_refused(word: str) -> None:
    """Its seat is wrong, with any word, and nothing breaks."""
    table = Table("pagat", seats=3)
    answer = apply(table.game, table.state, BidAction(2, word))
    assert isinstance(answer, Refusal)
    assert answer.code == "CAL401"
    assert answer.anyway is None


def test_a_dummy_wins_no_match(tmp_path: Path) -> None:
    """If all totals may be negative, the smallest loss wins, not the empty place."""
    rules = house(
        tmp_path, "a-due", "set:", "  match: {counts: declarer_only, until: {deals: 3}, tie: shared, dealer: next}"
    )
    game = Game.from_ruleset(load_rules(rules))
    standing = behaviour_of(Kind.SECTION, "match").standing(game, (-3, -2, 0), deal=3)
    assert (standing.over, standing.winners, standing.totals) == (True, (1,), (-3, -2, 0))


def test_a_dummy_cannot_be_called_for_a_partner(tmp_path: Path) -> None:
    """An opponent plays it and answers for it, so it cannot win with the declarer."""
    lines = ("set:", "  table.seats: [3]", "  table.dummies: {hands: 1}")
    with pytest.raises(RulesetError) as refused:
        load_rules(house(tmp_path, "quadriglio", *lines))
    assert "RUL428" in [finding.code for finding in refused.value.findings]


@pytest.mark.parametrize(
    "action", [PlayAction(0, 3), ClaimAction(0, accepted=True), ClaimAction(0, concede=True), BidAction(9, "x")]
)
def test_who_holds_no_cards_cannot_act(action: Action) -> None:
    """A dealer who sits out, or a seat that is not there, is refused every action."""
    table = Table("pagat", seats=4)
    table.goes_on(lambda state: len(state.tricks) == 1, "solo")
    answer = apply(table.game, table.state, action)
    assert isinstance(answer, Refusal)
    assert answer.code == "CAL215"
    assert answer.anyway is None
