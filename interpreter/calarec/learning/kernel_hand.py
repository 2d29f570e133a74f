"""Hands that the compiled kernel plays by slots, as `SteppedHand` does.

Decisions, slots and bytes are the same.

The kernel plays. Actions and draws are kept, and the engine's hand is made from them when it is asked for: the record,
the account, a view. The engine's hand does what only it can, and plays from then on.
"""

from __future__ import annotations

from random import Random
from struct import pack
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.kernel import find_compiled_kernel
from calarec.core.engine.cards import bits
from calarec.learning.layout import ACTIONS
from calarec.learning.step_tables import NotSteppedError, make_step_tables
from calarec.learning.stepped_hand import SlotError, SteppedHand

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from calarec.core.engine.actions import Action
    from calarec.core.engine.events import Event
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.learning.decisions import Decision
    from calarec.learning.rule_slots import RuleSlots
    from calarec.playing.hand import HandInPlay

    class StepsCore(Protocol):
        """Hands in the compiled kernel."""

        def deal(self, hand: int, hands: tuple[int, ...], piles: tuple[int, ...], /) -> int:
            """Deals a hand; the place that decides."""

        def apply(self, hand: int, slot: int, /) -> int:
            """Applies a legal slot; the place that decides next."""

        def mask(self, hand: int, /) -> bytes:
            """A byte for each slot, 1 for a legal one."""

        def observe(self, hand: int, place: int, /) -> bytearray:
            """The observation of a place."""

        def gains(self, hand: int, /) -> tuple[int, ...]:
            """The gain of each place and of a seat that sits out."""

        def drawn_from(self, hand: int, /) -> tuple[int, int]:
            """The cards of which chance draws, and how many."""

        def draw(self, hand: int, cards: int, /) -> int:
            """Draws; the place that decides next."""

        def deal_all(self, *buffers: Any) -> None:
            """Deals all hands by chance, and writes what they show into buffers."""

        def apply_all(self, slots: Any, /, *buffers: Any) -> None:
            """Applies a slot in each hand."""

        def play_all(self, rounds: int, /, *buffers: Any) -> None:
            """Plays steps of each hand by chance."""


_OVER: Final = -1
_DRAWS: Final = -2
_HELD_AT_ONCE: Final = 8
_KEY: Final = "learning.steps"


def pack_generator(seed: int | None) -> bytes:
    """The state of Python's generator of a seed, as words for the kernel."""
    words = Random(seed).getstate()[1]
    return pack(f"={len(words)}q", *words)


def make_steps(slots: RuleSlots, setting: Seating, hands: int, seed: int | None = 0) -> StepsCore:
    """Make hands for the kernel; NotSteppedError if it cannot play them."""
    kernel = find_compiled_kernel()
    if kernel is None:
        raise NotSteppedError("the compiled kernel does not run")
    tables = make_step_tables(slots, setting)
    try:
        core: StepsCore = kernel.Steps(tables.table_bytes, tables.template_bytes(), pack_generator(seed), hands)
    except ValueError as error:
        raise NotSteppedError(str(error)) from error
    return core


class HandPool:
    """Hands in the kernel, of all seatings that look alike from the eldest on."""

    def __init__(self, slots: RuleSlots, setting: Seating) -> None:
        self.slots = slots
        self.core = make_steps(slots, setting, _HELD_AT_ONCE)
        self.free = list(range(_HELD_AT_ONCE))

    def take_number(self) -> int | None:
        """Take a number that is free; None if there is none."""
        try:
            return self.free.pop()
        except IndexError:
            return None


def find_hand_pool(slots: RuleSlots, setting: Seating) -> HandPool | None:
    """The pool of a seating; None if the kernel does not play such hands."""
    pools = slots.game.worked_out.setdefault(_KEY, {})
    active = setting.active
    dealer = active.index(setting.dealer) if setting.dealer in active else -1
    sides = tuple([active.index(partner) for seat in active for partner in setting.partners(seat)])
    key = (len(active), dealer, len(setting.out), sides, setting.carry)
    if key not in pools:
        try:
            pools[key] = HandPool(slots, setting)
        except NotSteppedError:
            pools[key] = None
    found: HandPool | None = pools[key]
    return found


class KernelHand:
    """A hand on its way that the kernel plays; the interface of `SteppedHand`."""

    __slots__ = ("_core", "_made", "_mask", "_number", "_place", "_plain", "begun", "chance", "places", "pool", "slots")

    def __init__(self, pool: HandPool, number: int, begun: HandInPlay, chance: Random) -> None:
        """A hand with a number that was taken out of those that are free."""
        self.pool, self.slots, self.begun, self.chance = pool, pool.slots, begun, chance
        self._plain: SteppedHand | None = None
        self._core, self._number = pool.core, number
        self._made: list[tuple[bool, int]] = []
        """Each slot, and each card that chance has drawn (True)."""
        state = begun.state
        active = state.setting.active
        hands = tuple([state.hands[seat] for seat in active])
        self.places = tuple(
            [active.index(seat) if seat in active else len(active) for seat in range(len(state.setting.labels))]
        )
        """The place of each seat from the eldest on; a resting seat is after them."""
        self._go_on(self._core.deal(self._number, hands, tuple(state.piles)))

    def __del__(self) -> None:
        self.pool.free.append(self._number)

    def __deepcopy__(self, memo: object) -> SteppedHand:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process gets the engine's hand."""
        return _as_it_is, (self.copy(),)

    def copy(self) -> SteppedHand:
        """The hand as it is now, to be played on separately."""
        return self._plain.copy() if self._plain is not None else self._replay()

    def _replay(self) -> SteppedHand:
        """The engine's hand, brought to where this one is."""
        hand = SteppedHand(self.slots, self.begun, None)
        for is_drawn, number in self._made:
            if is_drawn:
                hand.make_draw(number)
            else:
                hand.apply_slot(number)
        hand.chance = self.chance
        return hand

    def _go_on(self, place: int) -> None:
        while place == _DRAWS:
            pool, left = self._core.drawn_from(self._number)
            drawn = self.chance.sample(list(bits(pool)), left)
            self._made += [(True, card) for card in drawn]
            place = self._core.draw(self._number, sum(1 << card for card in drawn))
        if place < _OVER:
            raise AssertionError(f"the kernel has lost a hand of {self.game.ruleset.id}")
        self._place = place
        self._mask: bytes | None = None

    @property
    def engine_hand(self) -> SteppedHand:
        """The engine's hand, which plays from now on."""
        if self._plain is None:
            self._plain = self._replay()
        return self._plain

    # ------------------------------------------------------------------ the kernel's hand

    @property
    def is_over(self) -> bool:
        """True if the hand is over."""
        return self._plain.is_over if self._plain is not None else self._place == _OVER

    @property
    def seat(self) -> int:
        """The seat that decides now; -1 if none does."""
        if self._plain is not None:
            return self._plain.seat
        return self.begun.state.setting.active[self._place] if self._place >= 0 else -1

    @property
    def mask(self) -> bytes:
        """A byte for each slot: 1 for a legal one."""
        if self._plain is not None:
            return self._plain.mask
        if self._mask is None:
            self._mask = self._core.mask(self._number)
        return self._mask

    def list_slots(self) -> list[int]:
        """The legal slots, rising."""
        return [slot for slot, is_legal in enumerate(self.mask) if is_legal]

    def observation(self, seat: int) -> bytearray:
        """The observation of a seat, by the layout."""
        if self._plain is not None:
            return self._plain.observation(seat)
        return self._core.observe(self._number, self.places[seat])

    def find_rewards(self) -> tuple[int, ...]:
        """Find the gain of each seat: payment, or points if these count; 0 before the end."""
        if self._plain is not None:
            return self._plain.find_rewards()
        if not self.is_over:
            return (0,) * len(self.places)
        gains = self._core.gains(self._number)
        return tuple([gains[place] for place in self.places])

    def apply_slot(self, slot: int) -> None:
        """Make the choice of a slot; SlotError if it is not legal."""
        if self._plain is not None:
            self._plain.apply_slot(slot)
            return
        if not 0 <= slot < ACTIONS or not self.mask[slot]:
            seat = self.begun.state.setting.labels[self.seat] if self.seat >= 0 else ""
            raise SlotError(slot, self.slots.name_slot(slot), seat)
        self._made.append((False, slot))
        self._go_on(self._core.apply(self._number, slot))

    # ------------------------------------------------------------------ the engine's hand

    def make_action(self, action: Action | None) -> None:
        """Does the action of a bot; None refuses an offer that is optional."""
        self.engine_hand.make_action(action)

    def to_hand(self) -> HandInPlay:
        """The same hand as `play` has it: with its record, its account, and its views."""
        return self.copy().to_hand()

    def observation_text(self, seat: int) -> str:
        """The knowledge of a seat, as a record in which unseen cards are `__`."""
        return self.copy().observation_text(seat)

    @property
    def decision(self) -> Decision | None:
        """The decision of now, as the engine offers it."""
        return self.copy().decision

    @property
    def state(self) -> State:
        """The state of the hand."""
        return self.copy().state

    @property
    def events(self) -> Sequence[Event]:
        """All that has happened."""
        return self.copy().events

    @property
    def game(self) -> Game:
        """The rules."""
        return self.slots.game


def _as_it_is(hand: SteppedHand) -> SteppedHand:
    return hand
