"""Hands that the compiled kernel plays step by step are those of the engine.

The kernel is held against `SteppedHand` on random hands of every shipped ruleset and of rules that people play. Rules
that it does not take are named here, each with the rule that is the reason.
"""

from __future__ import annotations

import copy
import os
import pickle
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

import calarec
from calarec.core.base import _kernel
from calarec.learning import batch_env, kernel_hand
from calarec.learning.batch_env import BatchEnv, PlainSteps
from calarec.learning.kernel_hand import KernelHand, pack_generator
from calarec.learning.layout import ACTIONS, OBSERVATION_BYTES
from calarec.learning.step_tables import NotSteppedError, StepTables, make_step_tables
from calarec.learning.stepped_hand import SlotError, SteppedHand
from calarec.learning.tables import LearningTable
from kernel.tests.steps_agree import hold_hand
from tests.learning.tables import RULES, game_of, name_of_rules
from tests.rulebooks import SHIPPED

if TYPE_CHECKING:
    from collections.abc import Iterator

HANDS = 400 if os.environ.get("CALAREC_THOROUGH") else 6
NOT_TAKEN = {
    "a-due": "table.dummies",
    "aperta": "standing.open-hands.do",
    "beccaccino": "play.trump",
    "gelli-bellora": "standing.signals.do",
    "gelli-terziglio": "standing.signals.do",
    "spizzichino": "play.draw.tops",
    "tressette-accusi": "standing.napoletana.do",
    "traversone": "all_pass.counts",
    "tressette-in-due": "play.draw",
}
"""The shipped rulesets that the engine plays, and why."""


def first_table(rules: str, people: int | None = None) -> tuple[LearningTable, StepTables]:
    """A table of some rules, and the tables for its first hand."""
    table = LearningTable(game_of(rules), people, "")
    return table, make_step_tables(table.slots, table.first.state.setting)


@pytest.mark.mass
@pytest.mark.parametrize("rules", RULES, ids=name_of_rules)
def test_random_hands_of_every_ruleset(rules: str) -> None:
    """Random hands of any number of people are equal; others are refused at the start."""
    rng = Random(name_of_rules(rules))
    if rules in NOT_TAKEN:
        with pytest.raises(NotSteppedError) as found:
            first_table(rules)
        assert str(found.value) == NOT_TAKEN[rules]
        return
    for people in game_of(rules).people:
        table = LearningTable(game_of(rules), people, "")
        table.begin_seed(5)
        try:
            make_step_tables(table.slots, table.first.state.setting)
        except NotSteppedError:
            assert rules not in SHIPPED
            return
        for _ in range(HANDS):
            hold_hand(table, rng)


def test_most_rules_that_people_play_are_taken() -> None:
    """So that the test above holds more than shipped rulesets."""
    assert sum(1 for rules in RULES if rules not in SHIPPED and is_taken(rules)) >= 30


def is_taken(rules: str) -> bool:
    """Check whether the kernel takes some rules."""
    try:
        first_table(rules)
    except NotSteppedError:
        return False
    return True


def both_batches(rules: str, seed: int) -> tuple[BatchEnv, BatchEnv]:
    """The same hands by the kernel and by the engine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batch_env, "make_steps", refuse)
        plain = calarec.batch_env(rules, 5, seed=seed)
    fast = calarec.batch_env(rules, 5, seed=seed)
    assert (fast.why_plain, plain.why_plain) == ("", "the test says so")
    assert isinstance(plain._core, PlainSteps)
    return fast, plain


def refuse(*_: object) -> kernel_hand.StepsCore:
    """Take no rules."""
    raise NotSteppedError("the test says so")


@pytest.mark.parametrize("rules", ["pagat", "settiglio", "rovescino", "cavendish"])
def test_a_seed_gives_the_same_hands_in_both_ways(rules: str) -> None:
    """Whole batches, played by chance and by actions beyond the ends of hands."""
    fast, plain = both_batches(rules, 11)
    rng = Random(4)
    ended = 0
    for step in range(130):
        for one, other in zip(fast._buffers, plain._buffers, strict=True):
            assert one.tobytes() == other.tobytes()
        ended += int(fast.ends.sum())
        if step % 3:
            chosen = [rng.choice(np.flatnonzero(mask).tolist()) for mask in fast.action_masks]
            fast.step(chosen)
            plain.step(chosen)
        else:
            fast.play_randomly(1)
            plain.play_randomly(1)
    assert ended > 5


@pytest.mark.parametrize("rules", sorted(NOT_TAKEN))
def test_the_engine_plays_what_the_kernel_does_not_take(rules: str) -> None:
    """The reason is reported when the engine plays instead of the kernel."""
    env = calarec.batch_env(rules, 2, seed=3)
    assert env.why_plain == NOT_TAKEN[rules]
    env.play_randomly(60)
    assert env.ends.shape == (2,)
    assert all(mask.any() for mask in env.action_masks)


def test_the_environment_plays_the_same_episodes_with_the_kernel_and_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same agents, arrays, rewards and record, with draws of chance."""
    for rules in ("pagat", "sestiglio"):
        fast = list(episode(rules))
        with monkeypatch.context() as patch:
            patch.setattr(LearningTable, "deal_fast_hand", LearningTable.deal_hand)
            assert list(episode(rules)) == fast
        monkeypatch.undo()


def episode(rules: str) -> Iterator[object]:
    """All that an agent of the environment sees of some episodes."""
    env, rng = calarec.env(rules), Random(6)
    for seed in (1, None, None, None):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            assert seen is not None
            yield agent, seen["observation"].tobytes(), seen["action_mask"].tobytes(), reward, over
            env.step(None if over else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        yield calarec.write([env.record()]), env.hand.payments


def kernel_hands(count: int) -> Iterator[KernelHand]:
    """Hands of pagat in the middle of their play."""
    table = LearningTable("pagat", None, "")
    table.begin_seed(2)
    rng = Random(3)
    for _ in range(count):
        hand = table.deal_fast_hand()
        assert isinstance(hand, KernelHand)
        for _ in range(12):
            hand.apply_slot(rng.choice(hand.list_slots()))
        yield hand


def test_copies_go_their_own_way() -> None:
    """By copying, deep copying and pickling: the engine's hand, at the same place."""
    (hand,) = kernel_hands(1)
    for other in (hand.copy(), copy.deepcopy(hand), pickle.loads(pickle.dumps(hand))):
        assert type(other) is SteppedHand
        assert (other.seat, other.mask, other.observation(0)) == (hand.seat, hand.mask, hand.observation(0))
        assert (hand.state, list(hand.events), hand.decision) == (other.state, other.events, other.decision)
        before = hand.mask
        other.apply_slot(other.list_slots()[0])
        assert hand.mask == before


def test_the_engine_goes_on_with_the_move_of_a_bot() -> None:
    """A bot's move is not a slot: from then on the engine plays the hand."""
    (hand,) = kernel_hands(1)
    other, decision = hand.copy(), hand.decision
    assert decision is not None
    action = next(iter(decision.offer.actions()))
    hand.make_action(action)
    other.make_action(action)
    while not other.is_over:
        assert (hand.seat, hand.mask, hand.observation(1)) == (other.seat, other.mask, other.observation(1))
        slot = other.list_slots()[-1]
        hand.apply_slot(slot)
        other.apply_slot(slot)
    assert (hand.is_over, hand.find_rewards()) == (True, other.find_rewards())


def test_an_illegal_slot_changes_nothing() -> None:
    """The same error as the engine's."""
    (hand,) = kernel_hands(1)
    seen = hand.observation(hand.seat)
    wrong = next(slot for slot in range(ACTIONS) if not hand.mask[slot])
    for slot in (wrong, -1, ACTIONS):
        with pytest.raises(SlotError) as found:
            hand.apply_slot(slot)
        with pytest.raises(SlotError) as plain:
            hand.copy().apply_slot(slot)
        assert str(found.value) == str(plain.value)
    assert hand.observation(hand.seat) == seen


def test_more_hands_than_the_kernel_has_room_for() -> None:
    """The engine plays those; a hand that is gone makes room."""
    held = list(kernel_hands(1))
    table = LearningTable("pagat", None, "A")
    hands = [table.deal_fast_hand() for _ in range(20)]
    assert 0 < sum(isinstance(hand, KernelHand) for hand in hands) < 20
    hands.clear()
    assert isinstance(table.deal_fast_hand(), KernelHand)
    assert not held[0].is_over


def test_what_are_no_tables_or_moves_is_refused() -> None:
    """Bytes that are not words, another layout, deals and slots that cannot be."""
    table, tables = first_table("pagat")
    words, templates, state = tables.table_bytes, tables.template_bytes(), pack_generator(1)
    other_layout = words[: 8 * 14] + bytes(8) + words[8 * 15 :]
    for given in ((b"", b""), (b"x", b"x"), (words, templates[1:]), (words[:-8], templates), (other_layout, templates)):
        with pytest.raises(ValueError):
            _kernel.Steps(*given, state, 1)
    for hands in (0, -1, 1 << 21):
        with pytest.raises(ValueError):
            _kernel.Steps(words, templates, state, hands)
    core = _kernel.Steps(words, templates, state, 2)
    for hand in (-1, 2):
        with pytest.raises(IndexError):
            core.mask(hand)
    for call in (lambda: core.apply(0, 66), lambda: core.gains(0), lambda: core.draw(0, 1), lambda: core.observe(0, 5)):
        with pytest.raises(ValueError):
            call()
    dealt = table.first.state
    for hands_given, piles in (((0, 0, 0), (15,)), (tuple(dealt.hands[:2]), tuple(dealt.piles)), (dealt.hands, (1,))):
        with pytest.raises(ValueError):
            core.deal(0, tuple(hands_given), piles)
    with pytest.raises(ValueError):
        core.play_all(1, None, None, None, None, None)
    with pytest.raises(ValueError):
        core.deal_all(bytearray(3), None, None, None, None)
    with pytest.raises((BufferError, ValueError)):
        core.deal_all(b"ab", None, None, None, None)
    core.deal_all(bytearray(2), None, bytearray(2 * OBSERVATION_BYTES), None, None)
    with pytest.raises(ValueError):
        core.apply_all(b"\x00\xff", None, None, None, None, None)
