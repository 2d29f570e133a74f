"""Matches as episodes: the deal, totals and end of the ruleset's own match, and records that are settled alike."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test

import calarec
from calarec.core.records.model import Dealer

if TYPE_CHECKING:
    from calarec.learning.turn_env import TurnEnv

MATCHES = ["twenty-one", "treccani", "beccaccino", "a-due", "ciapano"]


def play_match(env: TurnEnv, seed: int) -> tuple[dict[str, float], list[dict[str, Any]]]:
    """Play a match at random: rewards of each agent, and the match after each step."""
    env.reset(seed=seed)
    rng, rewards = Random(seed), dict.fromkeys(env.possible_agents, 0.0)
    infos = []
    for agent in env.agent_iter():
        seen, reward, over, _, info = env.last()
        rewards[agent] += reward
        infos.append(info)
        assert seen is not None
        env.step(None if over else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return rewards, infos


@pytest.mark.parametrize("ruleset", MATCHES)
def test_a_match_is_settled_as_its_record_is(ruleset: str) -> None:
    """The sheet of the record has the same totals and an end; no hand follows it."""
    env = calarec.env(ruleset, match=True, dealer="B")
    rewards, infos = play_match(env, 2)
    hands = env.finished_records()
    read = list(calarec.read(calarec.Text(calarec.write(hands))))
    judged = list(calarec.replay(read))
    assert {judgement.verdict for judgement in judged} == {"legal"}
    assert [finding for judgement in judged for finding in judgement.findings if finding.severity.value != "note"] == []
    lowest = calarec.load_rules(ruleset).rules.match.wins == "lowest"
    totals = {agent: infos[-1]["totals"][agent] for agent in env.possible_agents}
    assert {agent: -reward if lowest else reward for agent, reward in rewards.items()} == totals
    standings = [judgement.standing for judgement in judged]
    assert [standing is not None and standing.over for standing in standings] == [False] * (len(hands) - 1) + [True]
    summed = calarec.sheet(calarec.Text(calarec.write(hands))).totals
    assert {agent: summed[agent] for agent in totals} == totals
    assert infos[-1]["hand"] == len(hands)


def test_the_deal_goes_round() -> None:
    """From the given seat on, by the ruleset."""
    env = calarec.env("treccani", match=True, dealer="C")
    play_match(env, 4)
    lines = [line for hand in env.finished_records() for line in hand.statements]
    dealers = [line.seat for line in lines if isinstance(line, Dealer)]
    assert len(dealers) > 1
    assert dealers == ["CAB"[number % 3] for number in range(len(dealers))]


@pytest.mark.parametrize("ruleset", ["treccani", "a-due"])
def test_pettingzoo_accepts_matches(ruleset: str) -> None:
    """Seats one after another, and all at once."""
    api_test(calarec.env(ruleset, match=True), num_cycles=150)
    parallel_api_test(calarec.parallel_env(ruleset, match=True), num_cycles=150)


def test_all_at_once_has_the_same_match() -> None:
    """Rewards come with each hand, and the seats end with the match."""
    env = calarec.parallel_env("treccani", match=True)
    _, infos = env.reset(seed=5)
    rng, rewards, hands = Random(5), dict.fromkeys("ABC", 0.0), set[int]()
    while env.agents:
        agent = env.turns.agent_selection
        mask = env.turns.observe(agent)["action_mask"]
        _, gained, _, _, infos = env.step({agent: rng.choice(np.flatnonzero(mask).tolist())})
        rewards = {seat: rewards[seat] + gained[seat] for seat in rewards}
        hands.add(infos["A"]["hand"])
    assert infos["A"]["totals"] == rewards
    assert hands == {*range(1, max(hands) + 1)}
    assert len(hands) > 1


def test_one_seat_plays_a_match_against_bots() -> None:
    """The rewards add up to the total, also of hands without a decision."""
    env = calarec.seat_env("treccani", seat="B", bots="sensible", match=True)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over, gained = False, 0.0
        while not over:
            _, reward, over, _, info = env.step(int(env.action_masks().argmax()))
            gained += reward
        assert gained == info["totals"]["B"]
        assert info["hand"] == len(env.finished_records())


def test_an_episode_of_one_hand_has_one_record() -> None:
    """Without a word on a match."""
    env = calarec.env("pagat", dealer="A")
    env.reset(seed=1)
    assert env.finished_records() == ()
    assert env.infos["A"] == {}
    for _ in env.agent_iter():
        seen, _, over, _, _ = env.last()
        assert seen is not None
        env.step(None if over else int(seen["action_mask"].argmax()))
    assert env.finished_records() == (env.record(),)


def test_rules_that_end_no_match() -> None:
    """They are refused, with the rule that they lack."""
    with pytest.raises(ValueError, match=r"pagat has no rule that ends a match \(`match\.until`\)"):
        calarec.env("pagat", match=True)
