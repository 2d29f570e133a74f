"""Steps a second of environments for learning, beside PettingZoo and OpenSpiel.

    python -m bench.learning [--rules pagat] [--seconds 3]

A step is one decision by chance among the legal actions, with its seat's observation; an episode's deal and settlement
are part of it. The card games of PettingZoo need `rlcard` and `pygame`, those of OpenSpiel `open_spiel`; the output
lists missing ones. Times are of the processor, so that other work on the machine counts little.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

import calarec
from calarec.core.base.kernel import kernel_in_use
from calarec.learning.tables import LearningTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PETTINGZOO_GAMES = ("texas_holdem_v4", "texas_holdem_no_limit_v6", "leduc_holdem_v4")
OPENSPIEL_GAMES = ("hearts", "gin_rummy", "leduc_poker", "python_kuhn_poker")


def measure_rate(episode: Callable[[], int], seconds: float) -> float:
    """Steps a second of episodes."""
    episode()
    begun, steps = time.process_time(), 0
    while time.process_time() - begun < seconds:
        steps += episode()
    return steps / (time.process_time() - begun)


def hand_episode(rules: str, *, observes: bool) -> Callable[[], int]:
    """Hands played by slots, without any library."""
    table, rng = LearningTable(rules, None, ""), Random(1)
    table.begin_seed(1)

    def play() -> int:
        hand, steps = table.deal_hand(), 0
        while not hand.is_over:
            if observes:
                hand.observation(hand.seat)
            hand.apply_slot(rng.choice(hand.list_slots()))
            steps += 1
        hand.find_rewards()
        return steps

    return play


def turn_episode(env: Any) -> Callable[[], int]:
    """Episodes of an AEC environment of PettingZoo, with `last` and `step`."""
    rng = Random(1)

    def play() -> int:
        env.reset(seed=rng.getrandbits(30))
        steps = 0
        for agent in env.agent_iter():
            seen, _, over, cut, info = env.last()
            action = None
            if not over and not cut:
                mask = seen["action_mask"] if isinstance(seen, dict) else info.get("action_mask")
                action = env.action_space(agent).sample() if mask is None else rng.choice(np.flatnonzero(mask).tolist())
                steps += 1
            env.step(action)
        return steps

    return play


def seat_episode(rules: str, bots: str) -> Callable[[], int]:
    """Play episodes of Gymnasium's environment: one seat, with bots at the others."""
    env, rng = calarec.seat_env(rules, bots=bots), Random(1)
    env.reset(seed=1)

    def play() -> int:
        seen, _ = env.reset()
        over, steps = False, 0
        while not over:
            seen, _, over, _, _ = env.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            steps += 1
        return steps

    return play


def batch_episode(rules: str, *, observes: bool, by_actions: bool = False) -> Callable[[], int]:
    """Step 1,024 hands side by side.

    Actions are chosen by chance inside the environment, or in numpy.
    """
    env, hands, rounds = calarec.batch_env(rules, 1024, seed=1), 1024, 50
    rng = np.random.default_rng(1)

    def play() -> int:
        if not by_actions:
            env.play_randomly(rounds, observes=observes)
            return rounds * hands
        env.step((rng.random(env.action_masks.shape, np.float32) * env.action_masks).argmax(axis=1))
        return hands

    return play


def spiel_episode(game: Any) -> Callable[[], int]:
    """Play a game of OpenSpiel, with the deciding player's tensor; no chance steps."""
    rng = Random(1)
    has_tensor = game.get_type().provides_observation_tensor

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if not state.is_chance_node():
                if has_tensor:
                    state.observation_tensor(state.current_player())
                steps += 1
            state.apply_action(rng.choice(state.legal_actions()))
        return steps

    return play


def pettingzoo_games() -> Iterator[tuple[str, Callable[[], int] | str]]:
    """The games of PettingZoo, or why one is left out."""
    from importlib import import_module

    for name in PETTINGZOO_GAMES:
        try:
            yield name, turn_episode(import_module(f"pettingzoo.classic.{name}").env())
        except ImportError as error:
            yield name, f"left out: {error.name or error} is not installed"


def openspiel_games() -> Iterator[tuple[str, Callable[[], int] | str]]:
    """The games of OpenSpiel, or why one is left out."""
    try:
        import pyspiel
        from open_spiel.python import games  # noqa: F401 - registers the games in Python
    except ImportError:
        yield "OpenSpiel", "left out: open_spiel is not installed"
        return
    for name in OPENSPIEL_GAMES:
        yield name, spiel_episode(pyspiel.load_game(name))


def main() -> None:
    """All rows, one after another."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--seconds", type=float, default=3.0)
    asked = parser.parse_args()
    rules = asked.rules
    print(f"{rules}, {kernel_in_use()} kernel; steps a second of one process")
    rows: list[tuple[str, Callable[[], int] | str]] = [
        ("engine: deal, mask, step", hand_episode(rules, observes=False)),
        ("engine: deal, mask, observation, step", hand_episode(rules, observes=True)),
        ("calarec.env (PettingZoo, AEC)", turn_episode(calarec.env(rules))),
        ("calarec.batch_env: deal, mask, step", batch_episode(rules, observes=False)),
        ("calarec.batch_env: deal, mask, observation, step", batch_episode(rules, observes=True)),
        ("calarec.batch_env: actions chosen in numpy", batch_episode(rules, observes=True, by_actions=True)),
        ("calarec.seat_env (Gymnasium), random bots", seat_episode(rules, "random")),
        ("calarec.seat_env (Gymnasium), sensible bots", seat_episode(rules, "sensible")),
    ]
    try:
        rows.append(("calarec.spiel_game (OpenSpiel)", spiel_episode(calarec.spiel_game(rules))))
    except calarec.MissingLibraryError as error:
        rows.append(("calarec.spiel_game (OpenSpiel)", f"left out: {error}"))
    rows += [(f"PettingZoo {name}", work) for name, work in pettingzoo_games()]
    rows += [(f"OpenSpiel {name}", work) for name, work in openspiel_games()]
    for name, work in rows:
        said = work if isinstance(work, str) else f"{measure_rate(work, asked.seconds):,.0f}"
        print(f"{name:<50} {said:>10}", flush=True)


if __name__ == "__main__":
    main()
