"""Rules as tables and programs of `kernel/core/steps.h`.

`offered_C_I` says whether anybody acts in a step of a contract, who, with which cards, the fewest, the most, and to
where; `made_C_I` does it. Both are written from the same compiled steps as the functions of boards. The numbers that
steps remember for later ones (`tabled`, `gave`, `laid`) are kept in the list `won`, which is empty before the play.
"""

from __future__ import annotations

from struct import pack
from typing import TYPE_CHECKING, Final

from calarec.bulk.auction import AuctionEnd, AuctionTable
from calarec.bulk.compile import compiled_rules, generated_source, write_filter
from calarec.bulk.machine import NO_PROGRAM, translate_source
from calarec.bulk.steps import CALL, DISCARD, GIVE, LAY, TAKE, CompiledStep, PythonSource, SharingStep
from calarec.bulk.supported import NotPlainError
from calarec.bulk.text import PlainSeating
from calarec.core.mechanisms.exchange import TRANSFERS
from calarec.learning.layout import ACTIONS, DONE_SLOT, FIELDS, KINDS, OBSERVATION_BYTES, SLOTS, UNSEEN_SLOT
from calarec.learning.observing import SeatObserver
from calarec.playouts.stepping import write_stepping

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.bulk.auction import Point
    from calarec.bulk.compile import CompiledRules
    from calarec.bulk.machine import Program
    from calarec.core.engine.state import Seating
    from calarec.learning.rule_slots import RuleSlots

_FIELDS: Final = (
    "known", "piles", "chosen", "played", "won", "trick", "called", "said", "hand_sizes", "pile_sizes", "tricks_won",
    "declarer", "partners", "called_from", "turn", "leader", "acting_for", "task", "receiver", "pile", "numbers",
    "moment",
)  # fmt: skip
_LAYOUT: Final = (
    SLOTS["bid"].first, UNSEEN_SLOT, DONE_SLOT, ACTIONS, *(FIELDS[name].first for name in _FIELDS), OBSERVATION_BYTES,
)  # fmt: skip
"""The constants of the layout, in the order of `steps_layout` in the core."""
_TASKS: Final = {number: KINDS.index(name) for number, name in {
    CALL: "call", LAY: "table-card", GIVE: "give", TAKE: "take", DISCARD: "discard",
}.items()}  # fmt: skip
_REVEALED: Final = ("when_played", "at_call", "at_end")
_EACH: Final = ("equal", "any", "all")
_LOOKS, _MOVES, _SHARES = range(3)
_TURNS_NOTHING, _TURNS_FOR_DECLARER, _TURNS_FOR_OPPONENTS, _TURNS_FOR_ALL = range(4)
_LOOKING: Final = {"declarer": _TURNS_FOR_DECLARER, "opponents": _TURNS_FOR_OPPONENTS, "everyone": _TURNS_FOR_ALL}
_SHOWN: Final = {"everyone": _TURNS_FOR_ALL, "opponents": _TURNS_FOR_OPPONENTS}
_PROGRAMS: Final = ("settle", "callable", "called")
_MAX_POINTS: Final = 1 << 14
_MAX_WAYS: Final = 24
_MAX_STEPS: Final = 16
_MAX_CARDS: Final = 62
_NOT_STEPPED: Final = ("declare", "signal", "open_hands")
"""Standing rules that offer actions or show cards while a hand is played."""


class NotSteppedError(ValueError):
    """Rules that the kernel does not play step by step, with a reason."""


def _require_stepped(rules: CompiledRules) -> None:
    """Raise NotSteppedError with the path of a rule that the kernel does not know."""
    if rules.lacking or rules.unforeseen:
        raise NotSteppedError(next(iter(rules.lacking.values()), rules.unforeseen))
    if rules.rules.table.dummies is not None:
        raise NotSteppedError("table.dummies")
    if len(rules.cards.names) > _MAX_CARDS:
        raise NotSteppedError("pack")
    for name, standing in rules.rules.standing.items():
        if standing.do in _NOT_STEPPED:
            raise NotSteppedError(f"standing.{name}.do")
    for name, entry in rules.rules.steps.items():
        # What a caller may name then depends on the dealt piles that the caller has seen.
        dealt = any(pile.dealt for pile in rules.rules.piles.values())
        if entry.do == "call" and entry.params.in_pile.then == "refused" and dealt:
            raise NotSteppedError(f"steps.{name}.in_pile.then")


class StepTables:
    """Tables and templates for the hands of one seating."""

    def __init__(self, slots: RuleSlots, setting: Seating) -> None:
        self.slots: RuleSlots = slots
        self.setting: Seating = setting
        self.rules: CompiledRules = compiled_rules(slots.game)
        _require_stepped(self.rules)
        self.contracts: tuple[str, ...] = self.rules.contract_names
        self.dealer: int = setting.active.index(setting.dealer) if setting.dealer in setting.active else -1
        self._programs = translate_source(
            generated_source(write_filter, self.rules)
            + generated_source(write_stepping, self.rules)
            + _write_steps(self.rules)
        )
        self.table_bytes: bytes = self._pack_tables()
        """The tables as words, as the core wants them."""

    def _pack_tables(self) -> bytes:
        words = [int(word) for word in (*self._head(), *self._cards(), *self._contract_words(), *self._auction)]
        for program in self._ordered_programs():
            words += (len(program.code), len(program.numbers), *program.code, *program.numbers)
        return pack(f"={len(words)}q", *words)

    def template_bytes(self) -> bytes:
        """The bytes of observations that change only with the seat and the contract."""
        named = ("", *self.contracts)
        outsider = next(iter(self.setting.out), len(self.setting.labels))
        lookers = [SeatObserver(self.slots, self.setting, seat) for seat in (*self.setting.active, outsider)]
        return b"".join(bytes(looker.make_template(name)) for looker in lookers for name in named)

    def _head(self) -> Iterator[int]:
        rules, game = self.rules.rules, self.slots.game
        if len(self._auction_points) > _MAX_POINTS:
            raise NotSteppedError("auction")
        yield from (
            self.rules.players, rules.deal.hand, len(rules.piles), len(game.cards.names), len(self.contracts),
            rules.play.follow == "must", "settle_out" in self.rules.functions, self.dealer,
            PlainSeating(self.rules, self.setting).idle, self.slots.counts_points, self.rules.units_per_point,
            self.rules.has_leftover_for_last_trick, rules.match.wins == "lowest", len(self._auction_points),
        )  # fmt: skip

    def _cards(self) -> Iterator[int]:
        yield from _LAYOUT
        for card, slot in enumerate(self.slots.slot_of_card):
            yield from (slot, self.rules.cards.suit_of[card], self.slots.later_cards[card])
        yield from (pile.dealt for pile in self.rules.rules.piles.values())
        active = self.setting.active
        for seat in active:
            yield sum(1 << active.index(partner) for partner in self.setting.partners(seat))
        has_free_play = "settle_out" in self.rules.functions
        yield self.rules.first_leader("", -1, self.dealer) if has_free_play else 0

    def _contract_words(self) -> Iterator[int]:
        rules, slots = self.rules.rules, self.slots.slot_of_word["raise"]
        for name in self.contracts:
            contract = rules.contracts[name]
            calls = [rules.steps[step].params for step in contract.steps if rules.steps[step].do == "call"]
            if len(contract.steps) > _MAX_STEPS or len(calls) > 1:
                raise NotSteppedError(f"contracts.{name}.steps")
            yield bool(calls) and calls[0].gets == "partner"
            yield _REVEALED.index(calls[0].revealed) if calls else 0
            yield from (len(contract.raises), len(contract.steps))
            yield from (self.rules.first_leader(name, place, self.dealer) for place in range(self.rules.players))
            for word in contract.raises:
                yield from (slots[word], self.contracts.index(word))
            for step, compiled in zip(contract.steps, self.rules.programs[name], strict=True):
                yield from self._step_words(step, compiled)

    def _step_words(self, name: str, step: CompiledStep | SharingStep | None) -> tuple[int, ...]:
        entry, piles = self.rules.rules.steps[name], self.rules.pile_names
        if step is None:
            if entry.do != "look":
                raise NotSteppedError(f"steps.{name}.do")
            pile = piles.index(entry.params.pile)
            return (_LOOKS, _TASKS[TAKE], pile, 0, _LOOKING[entry.params.who], 0, 0, 0)
        if isinstance(step, SharingStep):
            seeing = _SHOWN.get(entry.params.shown, _TURNS_NOTHING)
            is_in_turn = step.decided == "in_turn"
            each = _EACH.index(step.each)
            return (_SHARES, _TASKS[TAKE], step.pile, step.open, seeing, step.first_two, each, is_in_turn)
        do = TRANSFERS.get(entry.do)
        pile_name = do.transfer_pile(entry.params) if do is not None else ""
        pile, turns = piles.index(pile_name) if pile_name else -1, _TURNS_NOTHING
        if do is not None and do.source and do.parameter_word("many", entry.params) != "all":
            # The pile is seen before anything is taken, and even if nothing can be: no program says by whom.
            if (do.parameter_word("who", entry.params), do.when) != ("declarer", "always"):
                raise NotSteppedError(f"steps.{name}.do")
            turns = _TURNS_FOR_ALL if step.open else _TURNS_FOR_DECLARER
        return (_MOVES, _TASKS[step.do], pile, step.open, turns, 0, 0, 0)

    # ------------------------------------------------------------------ the auction

    @property
    def _auction_points(self) -> Sequence[Point]:
        """The points of the auction, each before those to which it leads."""
        if not self.rules.rules.has_auction:
            return ()
        table = AuctionTable(tuple(range(self.rules.players)), self.dealer)
        start = self.rules.auction_graph(table).start
        done: dict[int, Point] = {}
        self._add_points(start, done)
        return tuple(reversed(done.values()))

    def _add_points(self, point: Point, done: dict[int, Point]) -> None:
        """Add a point after all those to which it leads; there is no way back."""
        for word in ("",) if point.calling else point.words:
            after = point.point_after(word)
            if after is not None and not isinstance(after, AuctionEnd) and id(after) not in done:
                self._add_points(after, done)
        done[id(point)] = point

    @property
    def _auction(self) -> Iterator[int]:
        points = self._auction_points
        numbers = {id(point): number for number, point in enumerate(points)}
        slots = self.slots.slot_of_word["bid"]
        for point in points:
            words = ("",) if point.calling else point.words
            if not 0 < len(words) <= _MAX_WAYS:
                raise NotSteppedError("auction.words")
            yield from (point.seat, self.contracts.index(point.contract) if point.calling else -1, len(words))
            for word in words:
                after = point.point_after(word)
                yield slots[word] if word else SLOTS["bid"].first
                if isinstance(after, AuctionEnd):
                    yield from (-1, self.contracts.index(after.contract) if after.contract else -1, after.declarer)
                else:
                    yield from (numbers[id(after)], -1, -1)

    # ------------------------------------------------------------------ programs

    def _ordered_programs(self) -> Iterator[Program]:
        for number, name in enumerate(self.contracts):
            is_with_bid = self.rules.has_call_with_bid(name)
            for what in _PROGRAMS:
                wanted = what == "settle" or is_with_bid
                yield self._program(f"{what}_{number}") if wanted else NO_PROGRAM
            for index, step in enumerate(self.rules.programs[name]):
                for what in ("offered", "made"):
                    is_moving = isinstance(step, CompiledStep)
                    yield self._program(f"{what}_{number}_{index}") if is_moving else NO_PROGRAM
        has_free_play = "settle_out" in self.rules.functions
        yield self._program("settle_out") if has_free_play else NO_PROGRAM
        yield self._program("taken") if has_free_play and self.slots.counts_points else NO_PROGRAM

    def _program(self, name: str) -> Program:
        found = self._programs.get(name)
        if found is None:
            raise NotSteppedError(name)
        return found


def _write_steps(rules: CompiledRules) -> str:
    """The functions of all steps in which cards are moved or named."""
    out = PythonSource()
    for number, name in enumerate(rules.contract_names):
        for index, step in enumerate(rules.programs[name]):
            if isinstance(step, CompiledStep):
                _write_step(out, f"{number}_{index}", step)
    return out.source_text()


def _write_step(out: PythonSource, which: str, step: CompiledStep) -> None:
    given = "hands, piles, decl, asked, found, mate, won"
    remembered = ("tabled = won[0]", "gave = won[1]", "laid = won[2]")
    with out.indented_block(f"def offered_{which}({given})"):
        out.add_lines(*remembered)
        with out.indented_block(f"if not ({step.guard})"):
            out.add_lines("return 0, 0, 0, 0, 0, 0")
        out.add_lines(f"return 1, {step.seat}, {step.legal}, {step.least}, {step.most}, {step.to}")
    with out.indented_block(f"def made_{which}({given}, cards)"):
        out.add_lines(*remembered, *step.effect, "won[0] = tabled", "won[1] = gave", "won[2] = laid", "return found")


def make_step_tables(slots: RuleSlots, setting: Seating) -> StepTables:
    """The tables of a seating; NotSteppedError if the kernel does not know a rule."""
    try:
        return StepTables(slots, setting)
    except NotPlainError as error:
        raise NotSteppedError(str(error)) from error
