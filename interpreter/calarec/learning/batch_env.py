"""Many hands at once, in arrays of numpy, by the compiled kernel or the engine.

Both draw the same random numbers, so that a seed gives the same hands and the same bytes.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from calarec.core.base.arguments import require_seed
from calarec.core.base.frozen import replace
from calarec.core.engine.cards import bits
from calarec.core.engine.moves import start
from calarec.learning.kernel_hand import make_steps
from calarec.learning.layout import ACTIONS, OBSERVATION_BYTES
from calarec.learning.step_tables import NotSteppedError
from calarec.learning.stepped_hand import SlotError, SteppedHand
from calarec.learning.tables import LearningTable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from calarec.learning.kernel_hand import StepsCore
    from calarec.learning.tables import EnvRules

MAX_HANDS: Final = 1 << 16


class BatchEnv:
    """Hands that are played side by side; one that is over is dealt again at once.

    Places count from the eldest hand on. The arrays belong to the environment, and each step writes them again.
    """

    def __init__(self, rules: EnvRules, hands: int, seats: int | None = None, *, seed: int | None = None) -> None:
        if not 1 <= hands <= MAX_HANDS:
            raise ValueError(f"hands is a number from 1 to {MAX_HANDS}, not {hands!r}")
        self.table = LearningTable(rules, seats, "")
        setting = self.table.first.state.setting
        self.places = len(setting.active)
        """The number of hands that are dealt at a table."""
        self.seats: NDArray[np.uint8] = np.zeros(hands, np.uint8)
        """The place that decides in each hand."""
        self.action_masks: NDArray[np.uint8] = np.zeros((hands, ACTIONS), np.uint8)
        """The legal actions of that place."""
        self.observations: NDArray[np.uint8] = np.zeros((hands, OBSERVATION_BYTES), np.uint8)
        """The knowledge of that place."""
        self.gains: NDArray[np.int64] = np.zeros((hands, self.places + 1), np.int64)
        """The gain of each place by the last step; the last column is a resting seat."""
        self.ends: NDArray[np.uint8] = np.zeros(hands, np.uint8)
        """1 for a hand ended by the last step; only `gains` still shows the old hand."""
        self._buffers: tuple[NDArray[Any], ...] = (
            self.seats,
            self.action_masks,
            self.observations,
            self.gains,
            self.ends,
        )
        self._core: StepsCore | PlainSteps | None = None
        self.why_plain = ""
        """The path of the rule for which the engine plays; empty if the kernel plays."""
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Deals all hands; with a seed, the same hands each time."""
        if seed is not None:
            require_seed(seed)
        if self._core is None or seed is not None:
            self._core = self._make_core(seed)
        self._core.deal_all(*self._buffers)

    def _make_core(self, seed: int | None) -> StepsCore | PlainSteps:
        try:
            return make_steps(self.table.slots, self.table.first.state.setting, len(self.seats), seed)
        except NotSteppedError as error:
            self.why_plain = str(error)
        return PlainSteps(self.table, len(self.seats), seed)

    def step(self, actions: ArrayLike) -> None:
        """Does an action in each hand; ValueError, and nothing, if one is not legal."""
        assert self._core is not None
        given = np.asarray(actions)
        chosen = np.ascontiguousarray(given, np.uint8)
        if chosen.shape != self.seats.shape or (chosen != given).any():
            raise ValueError(f"actions are a number from 0 to {ACTIONS - 1} for each of the {len(self.seats)} hands")
        self._core.apply_all(chosen, *self._buffers)

    def play_randomly(self, steps: int, *, observes: bool = True) -> None:
        """Does a number of steps in each hand, every legal action as likely as the others.

        Without `observes` the observations are left as they were.
        """
        assert self._core is not None
        if steps > 0:
            seats, masks, seen, *rest = self._buffers
            self._core.play_all(steps, seats, masks, seen if observes else None, *rest)


class PlainSteps:
    """Many hands by the engine, as `kernel/core/steps.h` plays them."""

    def __init__(self, table: LearningTable, hands: int, seed: int | None) -> None:
        self.table = table
        self.random = Random(seed)
        self.number = hands
        self.hands: list[SteppedHand] = []

    def _deal_hand(self) -> SteppedHand:
        table, game = self.table, self.table.game
        setting = table.first.state.setting
        deck = list(bits(game.cards.full))
        sizes = [game.rules.deal.hand] * len(setting.active) + [game.rules.piles[name].dealt for name in game.piles]
        dealt = [sum(1 << self._pull_card(deck) for _ in range(size)) for size in sizes]
        hands = [0] * len(setting.labels)
        for seat, cards in zip(setting.active, dealt, strict=False):
            hands[seat] = cards
        opening = start(game, setting, hands, dealt[len(setting.active) :])
        begun = replace(table.first, state=opening.state, events=opening.events)
        return self._draw(SteppedHand(table.slots, begun, None))

    def _pull_card(self, deck: list[int]) -> int:
        at = self._choose_number(len(deck))
        card, deck[at] = deck[at], deck[-1]
        deck.pop()
        return card

    def _choose_number(self, many: int) -> int:
        return self.random.getrandbits(32) * many >> 32

    def _draw(self, hand: SteppedHand) -> SteppedHand:
        """Draws for chance as the kernel's machine picks cards."""
        while hand.draw is not None:
            cards, left = list(bits(hand.draw.pool)), hand.draw.left
            if left < len(cards):
                cards = [cards.pop(int(self.random.random() * len(cards))) for _ in range(left)]
            for card in cards:
                hand.make_draw(card)
        return hand

    def deal_all(self, *buffers: NDArray[Any] | None) -> None:
        """Deals all hands by chance, and writes what they show into arrays."""
        self.hands = []
        for number in range(self.number):
            self.hands.append(self._deal_hand())
            self._show(number, buffers)

    def apply_all(self, slots: NDArray[np.uint8], /, *buffers: NDArray[Any] | None) -> None:
        """Applies a slot in each hand."""
        chosen = slots.tolist()
        for hand, slot in zip(self.hands, chosen, strict=True):
            if slot >= ACTIONS or not hand.mask[slot]:
                raise SlotError(slot, self.table.slots.name_slot(slot), hand.state.setting.labels[hand.seat])
        self._apply(lambda number: chosen[number], buffers)

    def play_all(self, rounds: int, /, *buffers: NDArray[Any] | None) -> None:
        """Plays steps of each hand by chance."""
        for _ in range(rounds):
            self._apply(self._choose_slot, buffers)

    def _choose_slot(self, number: int) -> int:
        slots = self.hands[number].list_slots()
        return slots[self._choose_number(len(slots))]

    def _apply(self, choose: Callable[[int], int], buffers: Sequence[NDArray[Any] | None]) -> None:
        for number, hand in enumerate(self.hands):
            hand.apply_slot(choose(number))
            self._draw(hand)
            self._show(number, buffers)

    def _show(self, number: int, buffers: Sequence[NDArray[Any] | None]) -> None:
        """Write a hand into the arrays; one that is over is dealt again."""
        seats, masks, seen, gains, ends = buffers
        assert seats is not None
        assert masks is not None
        assert gains is not None
        assert ends is not None
        hand = self.hands[number]
        active = hand.state.setting.active
        gains[number] = 0
        ends[number] = hand.is_over
        if hand.is_over:
            gained = hand.find_rewards()
            outside = next((seat for seat in range(len(gained)) if seat not in active), None)
            gains[number] = [gained[seat] for seat in active] + [0 if outside is None else gained[outside]]
        while hand.is_over:
            hand = self.hands[number] = self._deal_hand()
        seats[number] = active.index(hand.seat)
        masks[number] = np.frombuffer(hand.mask, np.uint8)
        if seen is not None:
            seen[number] = np.frombuffer(hand.observation(hand.seat), np.uint8)
