"""A policy that learns to bid and play by self-play: one linear layer, in numpy, in seconds.

    python train_policy.py [UPDATES]

`bench/policy.py` in the sources of calarec trains a better one in minutes, and tries it under twelve rulesets.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

import calarec

if TYPE_CHECKING:
    from collections.abc import Sequence

ACTIONS = 114
# The own cards, the trick of the next seat and the one after, the contract, the declarer, and what is decided.
COLUMNS = np.r_[0:64, 1920:2048, 2900:2924, 2998:3009]


def find_chances(weights: Any, observations: Any, masks: Any) -> tuple[Any, Any]:
    """The features of observations, and the chance of each action."""
    features = np.c_[observations[:, COLUMNS], np.ones(len(observations))].astype(np.float32)
    scores = np.where(masks > 0, features @ weights, -1e9)
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    return features, chances / chances.sum(axis=1, keepdims=True)


def train(rules: str, updates: int, hands: int = 256) -> Any:
    """Weights after updates, each made of the hands that ended in 48 steps."""
    rng = np.random.default_rng(1)
    env = calarec.batch_env(rules, hands, seed=1)
    weights = np.zeros((len(COLUMNS) + 1, ACTIONS), np.float32)
    for _ in range(updates):
        steps, total = [], np.zeros_like(weights)
        for _ in range(48):
            features, chances = find_chances(weights, env.observations, env.action_masks)
            chosen = (chances.cumsum(axis=1) > rng.random((hands, 1)) * 0.9999).argmax(axis=1)
            seats = env.seats.astype(int)
            env.step(chosen)
            steps.append((features, chances, chosen, seats, env.ends.astype(bool), env.gains.copy()))
        gained, is_known = np.zeros((hands, env.places + 1)), np.zeros(hands, bool)
        for features, chances, chosen, seats, is_over, gains in reversed(steps):
            gained[is_over], is_known = gains[is_over], is_known | is_over
            change = -chances
            change[np.arange(hands), chosen] += 1
            total += features.T @ (change * (np.clip(gained[np.arange(hands), seats] / 8, -2, 2) * is_known)[:, None])
        weights += 0.2 * total / (np.abs(total).max() + 1e-6)
    return weights


def play_hands(rules: str, weights: Any, hands: int) -> float:
    """The mean gain of seat A with a policy, against bots that choose by chance."""
    env = calarec.seat_env(rules, seat="A", bots="random")
    seen, _ = env.reset(seed=5)
    gains: list[float] = []
    while len(gains) < hands:
        _, chances = find_chances(weights, seen["observation"][None], seen["action_mask"][None])
        seen, gain, is_over, _, _ = env.step(int(chances.argmax()))
        if is_over:
            gains.append(gain)
            seen, _ = env.reset()
    return float(np.mean(gains))


def main(arguments: Sequence[str], *, hands: int = 200, batch: int = 256) -> tuple[float, float]:
    """Train, and print the gain of the policy before and after."""
    untrained = np.random.default_rng(2).normal(size=(len(COLUMNS) + 1, ACTIONS)).astype(np.float32)
    before = play_hands("pagat", untrained, hands)
    after = play_hands("pagat", train("pagat", int(arguments[0]) if arguments else 150, batch), hands)
    print(f"gain of seat A for a hand against chance: {before:+.2f} before, {after:+.2f} after")
    return before, after


if __name__ == "__main__":
    main(sys.argv[1:])
