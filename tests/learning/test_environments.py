"""The environments of PettingZoo and Gymnasium: their own tests, rewards, opponents, and seeds."""

from __future__ import annotations

import subprocess
import sys
import warnings
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test

import calarec
from calarec.learning.layout import ACTIONS, OBSERVATION_BYTES
from calarec.simulation.strong import StrongBot
from tests.learning.tables import HOUSES
from tests.rulebooks import RULES, SHIPPED

if TYPE_CHECKING:
    from calarec.learning.seat_env import SeatEnv
    from calarec.learning.turn_env import TurnEnv
    from calarec.playing.move_types import AnyMove
    from calarec.playing.moves import LegalMoves
    from calarec.playing.seat_view import SeatView

HOUSE = next(file for file in HOUSES if file.endswith("contro.yaml"))


def play_episode(env: TurnEnv, rng: Random) -> list[int]:
    """The actions of one hand by chance."""
    done = []
    for agent in env.agent_iter():
        seen, _, over, _, _ = env.last()
        action = None
        if not over:
            assert seen is not None
            action = rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
            done.append(action)
        assert agent == env.agent_selection
        env.step(action)
    return done


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_pettingzoo_accepts_every_ruleset(ruleset: str) -> None:
    """Seats one after another, and all at once, by the tests of PettingZoo itself."""
    rules = RULES / f"{ruleset}.yaml"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it recommends names such as player_0, and knows dictionaries of its own games
        api_test(calarec.env(rules), num_cycles=100)
        parallel_api_test(calarec.parallel_env(rules), num_cycles=100)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_seat_that_sits_out_is_an_agent_that_never_acts(seats: int) -> None:
    """And the rewards of all agents are those of the hand."""
    env = calarec.env("pagat", seats, dealer="C")
    env.reset(seed=1)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    acted, rng = set(), Random(1)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        rewards[agent] += reward
        assert seen is not None
        acted |= set() if over else {agent}
        env.step(None if over else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    assert acted == {*"ABCD"[:seats]} - ({"C"} if seats == 4 else set())
    assert rewards == {seat: float(paid) for seat, paid in (env.hand.payments or {}).items()}


def test_the_same_seed_gives_the_same_hands() -> None:
    """And the hands after the first go on from it."""
    found = []
    for _ in range(2):
        env, rng = calarec.env(HOUSE), Random(3)
        env.reset(seed=7)
        found.append([play_episode(env, rng)])
        env.reset()
        found[-1].append(play_episode(env, rng))
    assert found[0] == found[1]
    assert found[0][0] != found[0][1]


def test_arrays_belong_to_whoever_asks() -> None:
    """Changing an observation changes nothing in the environment."""
    env = calarec.env("pagat", dealer="C")
    env.reset(seed=7)
    seen = env.observe("A")
    assert (seen["observation"].shape, seen["action_mask"].shape) == ((OBSERVATION_BYTES,), (ACTIONS,))
    kept = seen["observation"].copy()
    seen["observation"][:] = 0
    seen["action_mask"][:] = 1
    again = env.observe("A")
    assert (again["observation"] == kept).all()
    assert [env.action_name(slot) for slot in np.flatnonzero(again["action_mask"]).tolist()] == [
        "chiamo", "solo", "solissimo", "passo",
    ]  # fmt: skip
    assert not env.observe("B")["action_mask"].any()


def test_the_text_is_a_record_with_gaps() -> None:
    """`replay` reads it; the own cards are there, the others are not."""
    env = calarec.env("pagat", dealer="C", render_mode="ansi")
    env.reset(seed=7)
    env.step(next(slot for slot in range(ACTIONS) if env.action_name(slot) == "solo"))
    text = env.observation_text("B")
    assert "bid A: solo" in text
    assert "deal A: " + " ".join(["__"] * 12) in text
    (read,) = calarec.read(calarec.Text(text))
    assert calarec.replay(read).verdict == "incomplete"
    assert "__" not in (env.render() or "")


def _play_seat(env: SeatEnv, seed: int) -> tuple[float, int]:
    seen, _ = env.reset(seed=seed)
    rng, steps, gained, over = Random(seed), 0, 0.0, False
    while not over:
        assert env.observation_space.contains(seen)
        assert (env.action_masks() == seen["action_mask"].astype(bool)).all()
        seen, gained, over, cut, _ = env.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        assert not cut
        steps += 1
    return gained, steps


@pytest.mark.parametrize("bots", ["random", "sensible", {"A": "random", "C": "sensible"}])
@pytest.mark.parametrize("rules", ["pagat", "sestiglio", "tressette-accusi", "tressette-in-due", "a-due", HOUSE])
def test_one_seat_plays_against_bots(rules: str, bots: Any) -> None:
    """The reward is the gain of the seat; the record of the hand is legal."""
    people = calarec.env(rules).possible_agents
    others = dict.fromkeys(people, "random") | bots if isinstance(bots, dict) else bots
    if isinstance(others, dict):
        others = {seat: bot for seat, bot in others.items() if seat in people and seat != "B"}
    env = calarec.seat_env(rules, seat="B", bots=others)
    for seed in range(3):
        gained, steps = _play_seat(env, seed)
        assert steps > 0
        assert gained == env.stepped_hand.find_rewards()[1]
        assert calarec.replay(env.record(), env.table.game.ruleset).verdict == "legal"


def test_a_function_plays_as_in_simulations() -> None:
    """It gets the view of its seat; a seat without a bot is an error."""
    asked = []

    def first_move(view: SeatView, moves: tuple[LegalMoves, ...]) -> AnyMove | None:
        asked.append(view.seat)
        return next(moves[-1].moves())

    _play_seat(calarec.seat_env("pagat", seat="A", bots=first_move), 1)
    assert {*asked} == {"B", "C"}
    with pytest.raises(ValueError, match="bots are for the seats B C, not for B"):
        calarec.seat_env("pagat", bots={"B": "random"})
    with pytest.raises(ValueError, match="seat is one of A B C, not 'D'"):
        calarec.seat_env("pagat", seat="D")


def test_the_strong_bot_plays_too() -> None:
    """It weighs its last cards, here three each in one world; rules that it does not know it refuses."""
    strong: Any = StrongBot(worlds=1, cards=9)
    env = calarec.seat_env("pagat", bots={"B": strong, "C": "sensible"})
    _play_seat(env, 5)
    assert calarec.replay(env.record()).verdict == "legal"
    with pytest.raises(ValueError, match="does not play rovescino"):
        calarec.seat_env("rovescino", bots="strong")


_BLOCKED = """
import sys
for name in ("pettingzoo", "gymnasium", "pyspiel", "numpy"):
    sys.modules[name] = None
import calarec
for make in (calarec.env, calarec.parallel_env, calarec.seat_env, calarec.spiel_game):
    try:
        make("pagat")
    except calarec.MissingLibraryError as error:
        print(error)
"""


def test_without_the_extra_it_is_said_what_is_missing() -> None:
    """And importing calarec needs none of it."""
    found = subprocess.run((sys.executable, "-c", _BLOCKED), capture_output=True, text=True, check=True)
    lines = found.stdout.splitlines()
    assert len(lines) == 4
    assert all(line.endswith("pip install 'calarec[rl]'") for line in lines)
    assert [line.split()[3] for line in lines][-1] in ("Gymnasium:", "OpenSpiel:")
