"""An environment of Gymnasium: one seat learns, bots have the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from calarec.learning.arrays import make_action_space, make_observation_space, observe_as_arrays
from calarec.learning.held_hand import HandHolder
from calarec.learning.tables import BotTable, LearningTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.learning.tables import EnvRules
    from calarec.simulation.own_bots import SeatBot


class SeatEnv(HandHolder, gymnasium.Env[dict[str, Any], int]):
    """One hand or match an episode; without a decision of the seat it begins again."""

    def __init__(
        self,
        rules: EnvRules,
        seats: int | None = None,
        *,
        seat: str = "A",
        bots: SeatBot | Mapping[str, SeatBot] = "sensible",
        dealer: str = "",
        match: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.table = LearningTable(rules, seats, dealer, match=match)
        if seat not in self.table.labels:
            raise ValueError(f"seat is one of {' '.join(self.table.labels)}, not {seat!r}")
        self.metadata: dict[str, Any] = {"name": f"calarec_{self.table.game.ruleset.id}", "render_modes": ["ansi"]}
        self.seat: str = seat
        self.render_mode = render_mode
        self.others: BotTable = BotTable(self.table, seat, bots)
        self.observation_space: Any = make_observation_space()
        self.action_space: Any = make_action_space()  # type: ignore[assignment]
        self._place = self.table.labels.index(seat)
        self._early = 0.0
        """The gain in hands of a match before the first decision of the seat."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal the next hand, or the first of a seed, and play until the seat decides."""
        super().reset(seed=seed, options=options)
        self.table.begin_seed(seed)
        while True:
            self.table.begin_episode(None)
            self._hand = self.table.deal_hand()
            self._early, is_over = self._play_to_decision()
            if not is_over:
                return observe_as_arrays(self._hand, self._place), self.table.make_info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Do an action and play until the seat decides again; SlotError if illegal."""
        self.stepped_hand.apply_slot(int(action))
        gained, is_over = self._play_to_decision()
        gained, self._early = gained + self._early, 0.0
        return observe_as_arrays(self.stepped_hand, self._place), gained, is_over, False, self.table.make_info()

    def _play_to_decision(self) -> tuple[float, bool]:
        """The gain until the seat decides or the episode is over; True if it is over."""
        gained = 0.0
        while True:
            hand = self.stepped_hand
            self.others.play_on(hand)
            if not hand.is_over:
                return gained, False
            gained += float(hand.find_rewards()[self._place])
            self.table.note_finished_hand(hand)
            if self.table.is_episode_over:
                return gained, True
            self._hand = self.table.deal_hand()

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """The legal actions as booleans, as learners with masks ask for them."""
        return np.frombuffer(bytearray(self.stepped_hand.mask), np.bool_)
