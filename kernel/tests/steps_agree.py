"""A hand that the compiled kernel plays step by step beside the engine's: both show and pay the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine.cards import bits
from calarec.learning.kernel_hand import find_hand_pool
from calarec.learning.layout import ACTIONS, FIELDS
from calarec.learning.stepped_hand import SteppedHand

if TYPE_CHECKING:
    from random import Random

    from calarec.learning.tables import LearningTable


def hold_hand(table: LearningTable, rng: Random) -> None:
    """Play one hand by chance in both ways; all that can be seen is equal."""
    dealt = table.deal_hand()
    setting, state = dealt.state.setting, dealt.begun.state
    held = find_hand_pool(table.slots, setting)
    assert held is not None
    core = held.core
    hand = SteppedHand(table.slots, dealt.begun, None)
    active = setting.active
    places = [active.index(seat) if seat in active else len(active) for seat in range(len(setting.labels))]
    place = core.deal(0, tuple(state.hands[seat] for seat in active), tuple(state.piles))
    while not hand.is_over:
        if hand.draw is not None:
            pool, left = core.drawn_from(0)
            assert (place, pool, left) == (-2, hand.draw.pool, hand.draw.left)
            drawn = rng.sample(list(bits(pool)), left)
            for card in drawn:
                hand.make_draw(card)
            place = core.draw(0, sum(1 << card for card in drawn))
            continue
        assert active[place] == hand.seat
        assert core.mask(0) == hand.mask
        for seat, looks_from in enumerate(places):
            assert fields_of(core.observe(0, looks_from)) == fields_of(hand.observation(seat))
        slot = rng.choice(hand.list_slots())
        hand.apply_slot(slot)
        place = core.apply(0, slot)
    assert place == -1
    assert core.mask(0) == bytes(ACTIONS)
    for seat, looks_from in enumerate(places):
        assert fields_of(core.observe(0, looks_from)) == fields_of(hand.observation(seat))
    gains = core.gains(0)
    assert tuple(gains[looks_from] for looks_from in places) == hand.find_rewards()


def fields_of(seen: bytearray) -> dict[str, bytes]:
    """The fields of an observation by name, so that a difference says where it is."""
    return {name: bytes(seen[field.first : field.end]) for name, field in FIELDS.items()}
