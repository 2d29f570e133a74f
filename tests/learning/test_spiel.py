"""A game for OpenSpiel: its own tests under every ruleset, chance, information and serialisation."""

from __future__ import annotations

import copy
from random import Random
from typing import TYPE_CHECKING, Any

import pyspiel
import pytest
from open_spiel.python.observation import make_observation

import calarec
from calarec.learning.layout import OBSERVATION_BYTES
from tests.learning.tables import HOUSES
from tests.rulebooks import RULES, SHIPPED

if TYPE_CHECKING:
    from calarec.learning.spiel_game import SpielState

pytestmark = pytest.mark.slow


def play_some(state: SpielState, rng: Random, actions: int) -> None:
    """So many actions by chance, or fewer to the end."""
    for _ in range(actions):
        if state.is_terminal():
            return
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", SHIPPED)
def test_openspiel_accepts_every_ruleset(ruleset: str) -> None:
    """Random hands with copies and serialisation at every step, by the test of OpenSpiel itself."""
    pyspiel.random_sim_test(calarec.spiel_game(str(RULES / f"{ruleset}.yaml")), 1, True, False)


def test_chance_deals_every_card_once() -> None:
    """Each card that is left is as likely as the others."""
    state: Any = calarec.spiel_game("pagat").new_initial_state()
    for dealt in range(40):
        assert state.is_chance_node()
        outcomes = state.chance_outcomes()
        assert len(outcomes) == 40 - dealt
        assert abs(sum(chance for _, chance in outcomes) - 1) < 1e-9
        state.apply_action(outcomes[0][0])
    assert state.current_player() == 1  # A deals
    assert [state.action_to_string(1, action) for action in state.legal_actions()] == [
        "chiamo", "solo", "solissimo", "passo",
    ]  # fmt: skip


def test_a_state_comes_back_from_its_text() -> None:
    """By id, by path and as an object; in the middle of a deal, of a choice and of the play."""
    house = calarec.load_rules(HOUSES[0])
    for rules in ("pagat", HOUSES[0], house):
        game = calarec.spiel_game(rules)
        for actions in (7, 44, 60, 200):
            state: Any = game.new_initial_state()
            play_some(state, Random(actions), actions)
            _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
            assert str(again) == str(state)
            assert again.returns() == state.returns()
            assert str(copy.deepcopy(state.clone())) == str(state)


def test_what_a_player_knows_is_the_same_in_worlds_that_look_the_same() -> None:
    """Two deals that differ in cards of the others."""
    game: Any = calarec.spiel_game("pagat")
    one, other = game.new_initial_state(), game.new_initial_state()
    cards = [action for action, _ in one.chance_outcomes()]
    for card in cards:
        one.apply_action(card)
    # B is dealt first, then C, then A, then the monte: a card of C and one of the monte change places.
    cards[12], cards[36] = cards[36], cards[12]
    for card in cards:
        other.apply_action(card)
    for player, same in ((0, True), (1, True), (2, False)):
        assert (one.information_state_string(player) == other.information_state_string(player)) is same
        assert (one.observation_tensor(player) == other.observation_tensor(player)) is same


def test_observers_give_tensors_of_the_layout() -> None:
    """As floats; the state of information is text."""
    game: Any = calarec.spiel_game("tressette", dealer="D")
    state = game.new_initial_state()
    assert state.observation_tensor(0) == [0.0] * OBSERVATION_BYTES
    play_some(state, Random(1), 45)
    observation = make_observation(game)
    observation.set_from(state, 2)
    assert observation.tensor.tolist() == list(map(float, state.hand.observation(2)))
    assert "deal C: __" in state.information_state_string(0)


def test_returns_are_payments() -> None:
    """Returns are the payments by seat, and zero before the end."""
    game: Any = calarec.spiel_game("pagat", 4, dealer="B")
    assert game.num_players() == 4
    state = game.new_initial_state()
    assert state.returns() == [0.0] * 4
    play_some(state, Random(2), 1000)
    assert state.returns() == [float(paid) for paid in state.hand.to_hand().payments.values()]
    assert state.returns()[1] == 0
