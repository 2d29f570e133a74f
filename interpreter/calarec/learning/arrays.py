"""Observations and masks as arrays of numpy, and the spaces that hold them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from calarec.learning.layout import ACTIONS, OBSERVATION_BYTES
from calarec.learning.stepped_hand import NO_ACTIONS

if TYPE_CHECKING:
    from calarec.learning.kernel_hand import KernelHand
    from calarec.learning.stepped_hand import SteppedHand


def observe_as_arrays(hand: SteppedHand | KernelHand, seat: int) -> dict[str, Any]:
    """Observe the hand for a seat; its legal actions are none unless it decides."""
    mask = hand.mask if hand.seat == seat else NO_ACTIONS
    return {
        "observation": np.frombuffer(hand.observation(seat), np.uint8),
        "action_mask": np.frombuffer(bytearray(mask), np.int8),
    }


def make_observation_space() -> spaces.Dict:
    """The space of `observe_as_arrays`."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (OBSERVATION_BYTES,), np.uint8),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


def make_action_space() -> spaces.Discrete:
    """The space of slots."""
    return spaces.Discrete(ACTIONS)
