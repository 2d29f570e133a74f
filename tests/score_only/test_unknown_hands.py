"""No rule on the cards of a player accuses anybody in a hand whose cards are not written."""

from __future__ import annotations

from typing import Final

import pytest

from calarec.core.engine.game import Game
from calarec.core.notation import parse_records
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import check_rules

_HEAD: Final = "ruleset: club\nversion: 1.0.0\nextends: pagat\n"
_PASSED: Final = "cal 1\nseat A\nseat B\nseat C\n\nhand 1\ndealer C\nbid A: passo B: passo C: passo\n"
_MUST: Final = "set:\n  auction.must: [{when: {has: dealer, cards: {%s}}}]\n"
_SHOWN: Final = (
    "add:\n  standing.cards: {do: declare, meld: {ranks: 7R52, of: suit}, hand: {ranks: '25'}, begins: deal, "
    "until_trick: 3, match: 5}\n"
)


def _find_codes(lines: str, text: str) -> list[str]:
    ruleset = check_rules("club.yaml", raw=f"{_HEAD}{lines}".encode()).ruleset
    assert ruleset is not None
    totals = begin_totals(Game.from_ruleset(ruleset))
    return [found.code for hand in parse_records(text) for found in totals.replay(hand).findings]


@pytest.mark.parametrize("cards", ["suits: sd, at_least: 4", 'ranks: "3", at_most: 1', "ranks: A, at_least: 0"])
def test_a_pass_without_cards_is_no_breach(cards: str) -> None:
    """The cards that would force a bid are not written, whatever the player had."""
    assert "CAL403" not in _find_codes(_MUST % cards.replace("at_least: 0", "at_least: 1"), _PASSED)


def test_a_role_alone_forces_a_bid_without_cards() -> None:
    """Who deals is written."""
    assert "CAL403" in _find_codes("set:\n  auction.must: [{when: {has: dealer}}]\n", _PASSED)


def test_declared_cards_are_in_the_hand_that_declares_them() -> None:
    """Also where the rest of the hand has to be of a kind."""
    text = _PASSED.replace("bid A", "declare A: cards 2c Rc 7c 5c\nbid A")
    assert "CAL564" not in _find_codes(_SHOWN, text)
