"""A policy learnt by self-play under one ruleset, and its value under others.

    python -m bench.policy [--rules pagat] [--seconds 240] [--deals 400]

It uses only numpy: one hidden layer, trained by proximal policy optimization on the hands of `calarec.batch_env`, all
seats by the same policy. Then seat A plays the same deals under each ruleset as the policy, `random`, `sensible` and
`strong`, against `sensible` at the other seats. Rows are gains of A for a deal, and differences to `sensible` on the
same deals with intervals of 95%. A policy sees the rules only as far as an observation has them. Seconds are of the
processor.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from typing import TYPE_CHECKING, Any, Final

import numpy as np

import calarec
from calarec.learning.layout import ACTIONS, FIELDS
from calarec.learning.opponents import choose_bot_action
from calarec.learning.tables import BotTable, LearningTable
from calarec.simulation.players import players

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calarec.learning.stepped_hand import SteppedHand

    Floats = NDArray[np.float32]

HOUSES: Final = (
    "pagat", "no-stramazzo", "pagat-declarer-leads", "twenty-one", "terziglio-31", "chiamata-only", "thirty-five",
    "spazzatura", "treccani", "tretre", "foster", "cavendish",
)  # fmt: skip
"""Rulesets for three: that of the training, near ones, and distant ones."""
HANDS: Final = 256
ROUNDS: Final = 128
HIDDEN: Final = 128
_ROWS: Final = (
    ("known", 0, 1), ("chosen", 0, 1), ("trick", 1, 3), ("called", 0, 1), ("piles", 0, 1), ("declarer", 0, 1),
    ("partners", 0, 1), ("contract", 0, 1), ("task", 0, 1), ("numbers", 0, 1), ("leader", 0, 1), ("tricks_won", 0, 1),
    ("card_points", 0, 1), ("stakes", 0, 1), ("figures", 0, 1),
)  # fmt: skip
"""The fields that the policy looks at: the first row and how many."""
_SCALES: Final = {"numbers": 12, "tricks_won": 12, "card_points": 3, "stakes": 16, "figures": 40}
_COLUMNS: Final = np.concatenate(
    [
        np.arange(FIELDS[name].first + row * FIELDS[name].width, FIELDS[name].first + (row + rows) * FIELDS[name].width)
        for name, row, rows in _ROWS
    ]
)
_SCALE: Final = np.concatenate(
    [np.full(rows * FIELDS[name].width, 1 / _SCALES.get(name, 1), np.float32) for name, _, rows in _ROWS]
)


def make_features(seen: NDArray[np.uint8]) -> Floats:
    """Return the policy's part of observations, with all played cards in one row."""
    field = FIELDS["played"]
    played = seen[:, field.first : field.end].reshape(len(seen), field.rows, field.width).any(axis=1)
    return np.concatenate([seen[:, _COLUMNS] * _SCALE, played.astype(np.float32)], axis=1)


class Policy:
    """Weights and the steps of Adam; the last column of the answer is the value."""

    def __init__(self, inputs: int, rng: np.random.Generator) -> None:
        def draw(rows: int, columns: int, scale: float) -> Floats:
            return (rng.standard_normal((rows, columns)) * scale).astype(np.float32)

        self.weights = [
            draw(inputs, HIDDEN, inputs**-0.5), np.zeros(HIDDEN, np.float32), draw(HIDDEN, ACTIONS + 1, 0.01),
            np.zeros(ACTIONS + 1, np.float32),
        ]  # fmt: skip
        self.means = [np.zeros_like(weights) for weights in self.weights]
        self.squares = [np.zeros_like(weights) for weights in self.weights]
        self.steps = 0

    def answer(self, features: Floats, masks: NDArray[np.uint8]) -> tuple[Floats, Floats, Floats]:
        """The hidden layer, the chance of each action, and the value."""
        first, first_bias, second, second_bias = self.weights
        hidden = np.maximum(features @ first + first_bias, 0)
        out = hidden @ second + second_bias
        logits = np.where(masks > 0, out[:, :ACTIONS], -1e9)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, chances / chances.sum(axis=1, keepdims=True), out[:, ACTIONS]

    def learn(self, features: Floats, hidden: Floats, change: Floats, rate: float) -> None:
        """A step of Adam along the gradient of the answer."""
        _, _, second, _ = self.weights
        back = (change @ second.T) * (hidden > 0)
        gradients = [features.T @ back, back.sum(axis=0), hidden.T @ change, change.sum(axis=0)]
        self.steps += 1
        for place, gradient in enumerate(gradients):
            self.means[place] += 0.1 * (gradient - self.means[place])
            self.squares[place] += 0.001 * (gradient * gradient - self.squares[place])
            mean = self.means[place] / (1 - 0.9**self.steps)
            square = self.squares[place] / (1 - 0.999**self.steps)
            self.weights[place] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def draw_actions(chances: Floats, rng: np.random.Generator) -> NDArray[np.int64]:
    """An action for each row, by its chances."""
    levels = rng.random((len(chances), 1)) * 0.9999
    return np.asarray((chances.cumsum(axis=1) > levels).argmax(axis=1))


def train_policy(rules: str, seconds: float, seed: int = 1) -> tuple[Policy, int]:
    """Self-play for a time in seconds of the processor; the policy and its decisions."""
    rng = np.random.default_rng(seed)
    env = calarec.batch_env(rules, HANDS, seed=seed)
    policy = Policy(make_features(env.observations).shape[1], rng)
    begun, decisions = time.process_time(), 0
    while (spent := time.process_time() - begun) < seconds:
        _improve(policy, env, rng, 1 - spent / seconds)
        decisions += HANDS * ROUNDS
    return policy, decisions


def _improve(policy: Policy, env: Any, rng: np.random.Generator, left: float) -> None:
    """Plays some rounds and learns from the hands that ended in them."""
    seen: list[tuple[Floats, NDArray[np.uint8], NDArray[np.int64], Floats, Floats]] = []
    places, ended = [], []
    for _ in range(ROUNDS):
        features, masks = make_features(env.observations), env.action_masks.copy()
        _, chances, values = policy.answer(features, masks)
        chosen = draw_actions(chances, rng)
        places.append(env.seats.astype(np.int64))
        seen.append((features, masks, chosen, np.take_along_axis(chances, chosen[:, None], 1)[:, 0], values))
        env.step(chosen)
        ended.append((env.ends.astype(bool), env.gains.astype(np.float32)))
    returns, is_known = _find_returns(places, ended)
    features, masks, chosen, before, values = (np.concatenate(part)[is_known] for part in zip(*seen, strict=True))
    gains = returns[is_known] / np.float32(16)
    surprise = gains - values
    advantages = np.clip(surprise / (surprise.std() + 1e-6), -3, 3).astype(np.float32)
    for _ in range(2):
        for rows in np.array_split(rng.permutation(len(gains)), max(len(gains) // 2048, 1)):
            _learn_rows(
                policy, features[rows], masks[rows], chosen[rows], before[rows], advantages[rows], gains[rows],
                rate=1e-3 * max(left, 0.05),
            )  # fmt: skip


def _find_returns(
    places: Sequence[NDArray[np.int64]], ended: Sequence[tuple[NDArray[np.bool_], Floats]]
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the gain of the deciding player for each decision of ended hands."""
    now, is_known = np.zeros_like(ended[0][1]), np.zeros(len(places[0]), bool)
    returns, known = [], []
    for deciding, (over, gains) in zip(reversed(places), reversed(ended), strict=True):
        now[over], is_known = gains[over], is_known | over
        returns.append(np.take_along_axis(now, deciding[:, None], 1)[:, 0])
        known.append(is_known)
    return np.concatenate(returns[::-1]), np.concatenate(known[::-1])


def _learn_rows(
    policy: Policy, features: Floats, masks: NDArray[np.uint8], chosen: NDArray[np.int64], before: Floats,
    advantages: Floats, gains: Floats, *, rate: float,
) -> None:  # fmt: skip
    hidden, chances, values = policy.answer(features, masks)
    rows = np.arange(len(chosen))
    ratio = chances[rows, chosen] / np.maximum(before, 1e-8)
    is_clipped = np.where(advantages > 0, ratio > 1.2, ratio < 0.8)
    weight = np.where(is_clipped, 0, ratio * advantages)
    change = np.zeros((len(chosen), ACTIONS + 1), np.float32)
    change[:, :ACTIONS] = chances * weight[:, None]
    change[rows, chosen] -= weight
    logs = np.log(np.maximum(chances, 1e-8))
    entropy = -(chances * logs).sum(axis=1, keepdims=True)
    change[:, :ACTIONS] += 0.01 * chances * (logs + entropy)
    change[:, ACTIONS] = 0.5 * np.clip(values - gains, -2, 2)
    policy.learn(features, hidden, change / np.float32(len(chosen)), rate)


# ------------------------------------------------------------------ what it is worth


def play_deals(rules: str, player: Policy | str, deals: int) -> Floats:
    """Play numbered deals with a policy or bot as seat A against `sensible` bots."""
    table = LearningTable(rules, 3, "")
    others = BotTable(table, "A", "sensible")
    gains = []
    for number in range(deals):
        table.begin_seed(number)
        # Bots draw their own numbers, so that each player meets the same opponents.
        others.random, rng = Random(number), Random(number)
        hand = table.deal_hand()
        bot = players(player, ("A",), table.game) if isinstance(player, str) else None
        others.play_on(hand)
        while not hand.is_over:
            if bot is not None:
                hand.make_action(choose_bot_action(hand, bot, rng))
            else:
                assert isinstance(player, Policy)
                hand.apply_slot(choose_slot(player, hand))
            others.play_on(hand)
        gains.append(hand.find_rewards()[0])
    return np.array(gains, np.float32)


def choose_slot(policy: Policy, hand: SteppedHand) -> int:
    """The likeliest action."""
    seen = np.frombuffer(hand.observation(hand.seat), np.uint8)[None]
    _, chances, _ = policy.answer(make_features(seen), np.frombuffer(hand.mask, np.uint8)[None])
    return int(chances.argmax())


def describe_mean(values: Floats) -> str:
    """A mean with its interval of 95%."""
    return f"{values.mean():+.2f} ± {1.96 * values.std(ddof=1) / len(values) ** 0.5:.2f}"


def main() -> None:
    """Train, then a row for each ruleset."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--seconds", type=float, default=240.0)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--strong", type=int, default=0, help="the deals that `strong` plays, which is slow")
    parser.add_argument("--houses", nargs="*", default=HOUSES)
    asked = parser.parse_args()
    policy, decisions = train_policy(asked.rules, asked.seconds)
    print(f"trained under {asked.rules}: {decisions:,} decisions in {asked.seconds:.0f} s", flush=True)
    print("| ruleset | digest | random | sensible | policy | policy − sensible | strong − sensible |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for rules in asked.houses:
        found = {name: play_deals(rules, name, asked.deals) for name in ("random", "sensible")}
        found["policy"] = play_deals(rules, policy, asked.deals)
        strong = play_deals(rules, "strong", asked.strong) - found["sensible"][: asked.strong] if asked.strong else None
        cells = [
            f"`{rules}`", f"`{calarec.load_rules(rules).digest[:12]}`",
            *(f"{found[name].mean():+.2f}" for name in ("random", "sensible", "policy")),
            describe_mean(found["policy"] - found["sensible"]), "" if strong is None else describe_mean(strong),
        ]  # fmt: skip
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
