"""The solver against a minimax that tries every card, and what must hold of every solution."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest

import calarec
from calarec.rule_files.load import load_ruleset
from calarec.solving.position import UnsolvableError
from calarec.solving.solve import at_least, solve
from tests.rulebooks import game
from tests.solving.endings import CHOSEN, agree, endings
from tests.solving.minimax import payment, points

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.engine.game import Game
    from calarec.core.mechanisms.ruleset import Ruleset


@pytest.mark.parametrize("id_", CHOSEN)
@pytest.mark.parametrize("tricks", [2, 3])
def test_points_are_those_of_trying_everything(id_: str, tricks: int) -> None:
    """At every number of seats, with partners and dummies, other packs and piles."""
    for hand in endings(game(id_), CHOSEN[id_], tricks, 6 if CHOSEN[id_] * tricks < 13 else 1):
        agree(hand, "points", points)


@pytest.mark.parametrize("id_", CHOSEN)
def test_payments_are_those_of_trying_everything(id_: str) -> None:
    """With all that bonuses, rounding, differences and shares make of tricks and points."""
    for hand in endings(game(id_), CHOSEN[id_], 2, 5, seed=1):
        if hand.state.declarer >= 0:
            agree(hand, "payment", payment)


def test_stakes_that_depend_on_where_a_called_card_was() -> None:
    """In Foster's rules a card called from the stock changes what is paid."""
    found = [hand for hand in endings(game("foster"), 3, 2, 40, seed=4) if hand.state.found == -1]
    assert len(found) > 3
    for hand in found:
        agree(hand, "payment", payment)


@pytest.mark.parametrize("id_", ["pagat", "a-due", "thirty-five", "quintiglio"])
def test_longer_endings(id_: str) -> None:
    """Four tricks, where lengths of suits and equal cards begin to matter."""
    for hand in endings(game(id_), CHOSEN[id_], 4 if CHOSEN[id_] < 5 else 3, 2, seed=2):
        agree(hand, "points", points)


@pytest.fixture(scope="module")
def free(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Pagat with free play, and a bonus for a declarer without tricks."""
    from calarec.core.engine.game import Game

    file: Path = tmp_path_factory.mktemp("rules") / "free.yaml"
    file.write_text(
        "ruleset: free\nversion: 1.0.0\ntitle: Free\nextends: pagat\nset:\n  play.follow: {value: free}\n".replace(
            "{value: free}", "free"
        ),
        "utf-8",
    )
    ruleset: Ruleset = load_ruleset(str(file))
    return Game.from_ruleset(ruleset)


@pytest.mark.parametrize("tricks", [2, 3])
def test_free_play(free: Game, tricks: int) -> None:
    """In free play, only cards above all others are sure."""
    assert free.rules.play.follow == "free"
    for hand in endings(free, 3, tricks, 4):
        agree(hand, "points", points)
        agree(hand, "payment", payment)


def test_at_least() -> None:
    """Yes up to the value and no beyond it."""
    for hand in endings(game("pagat"), 3, 5, 3):
        value = solve(hand, cards=False).value
        assert value is not None
        assert [at_least(hand, number) for number in range(36)] == [number <= value for number in range(36)]


def test_who_plays_loses_nothing_by_his_best_card() -> None:
    """And no card is worth more to him than the position; along a best line the value stays."""
    for hand in endings(game("quintiglio"), 5, 6, 3):
        found = solve(hand)
        worths = [each.value for each in found.moves]
        assert (max if found.turn in found.side else min)(each for each in worths if each is not None) == found.value
        for card in islice(found.best, 4):
            hand = hand.apply({"do": "play", "seat": hand.legal()[0].seat, "card": card})
            assert solve(hand, cards=False).value == found.value


def test_what_is_not_found_out_is_said_as_bounds() -> None:
    """With few nodes the value is between two numbers, and the true one among them."""
    for hand in endings(game("pagat"), 3, 7, 3):
        exact = solve(hand, cards=False)
        assert exact.value is not None
        for nodes in (1, 20, 200, 1000):
            found = solve(hand, nodes=nodes)
            low, high = found.bounds
            assert low <= exact.value <= high
            assert found.is_exact == (low == high)
            assert found.value == (low if found.is_exact else None)
            assert found.is_exact or found.best == ()
            assert {each.card for each in found.moves} == {*hand.legal()[0].cards}
            assert at_least(hand, exact.value, nodes=nodes) in (True, None)
            assert at_least(hand, exact.value + 1, nodes=nodes) in (False, None)
        assert exact.nodes > 200


def test_time_that_is_over_leaves_bounds() -> None:
    """The clock is looked at now and then, never too late."""
    (hand,) = endings(game("pagat"), 3, 12, 1)
    found = solve(hand, seconds=0.0)
    assert not found.is_exact
    assert found.nodes < 1000


def test_cards_that_are_equal_are_worth_the_same() -> None:
    """However many a hand has of them, all are named."""
    (hand,) = endings(game("pagat"), 3, 8, 1)
    found = solve(hand)
    assert sorted(each.card for each in found.moves) == sorted(hand.legal()[0].cards)


def test_what_cannot_be_solved_says_why() -> None:
    """A hand in the auction, one that is over, payments without a declarer or after an irregularity, and no hand."""
    begun = calarec.play(game("pagat"), 3, seed=1)
    with pytest.raises(UnsolvableError, match="not in the play"):
        solve(begun)
    (hand,) = endings(game("pagat"), 3, 3, 1)
    with pytest.raises(ValueError, match="objective is one of points and payment, not 'fun'"):
        solve(hand, objective="fun")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="hand is to be a HandInPlay"):
        solve(begun.record())  # type: ignore[arg-type]
    faulted = hand.apply({"do": "fault", "seat": hand.seats[0], "word": "revoke"}, anyway=True)
    assert solve(faulted).is_exact
    with pytest.raises(UnsolvableError, match="irregularity") as raised:
        solve(faulted, objective="payment")
    assert raised.value.rule == "standing.revoke"
    while not hand.is_over:
        hand = hand.apply(next(hand.legal()[0].moves()))
    with pytest.raises(UnsolvableError, match="not in the play"):
        solve(hand)


def test_a_bonus_on_cards_is_not_paid_for(tmp_path: Path) -> None:
    """Won cards are not asked for: points are found, payments are refused."""
    from calarec.core.engine.game import Game

    file = tmp_path / "threes.yaml"
    file.write_text(
        "ruleset: threes\nversion: 1.0.0\ntitle: Threes\nextends: pagat\n"
        "add:\n  settle.bonus.threes:\n"
        '    {when: {of: declarer, cards: {ranks: "3", at_least: 3, where: won}}, times: 2}\n'
        "set:\n  settle.bonus_order: [threes, cappotto, stramazzo]\n",
        "utf-8",
    )
    of = Game.from_ruleset(load_ruleset(str(file)))
    for hand in endings(of, 3, 2, 3):
        agree(hand, "points", points)
        with pytest.raises(UnsolvableError) as raised:
            solve(hand, objective="payment")
        assert raised.value.rule == "settle.bonus.threes.when.cards"


def test_where_each_plays_for_himself() -> None:
    """The points of the first leader are counted; payments are refused."""
    hand = calarec.play(game("spazzatura"), 3, seed=1)
    while hand.state.step == "auction":
        hand = hand.apply(hand.legal()[0].move(hand.legal()[0].words[0]))
    while hand.state.hands[hand.state.turn].bit_count() > 3 or hand.state.trick:
        hand = hand.apply(next(hand.legal()[0].moves()))
    assert hand.state.declarer < 0
    agree(hand, "points", points)
    with pytest.raises(UnsolvableError, match="without a declarer"):
        solve(hand, objective="payment")
