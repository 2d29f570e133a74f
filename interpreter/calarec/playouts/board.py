"""A hand on a board, for bots and solvers: legal moves, results and payments.

Moves are made by compiled functions, without events and without reasons; the engine explains.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.bulk.auction import AuctionEnd, AuctionTable, Point
from calarec.bulk.compile import Paid, move_dummy_payments
from calarec.bulk.steps import DOES, SHARED, STATE
from calarec.bulk.supported import NotPlainError
from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.tricks import can_beat
from calarec.playouts.stepping import compiled_functions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.bulk.compile import CompiledRules


def settle_board(board: Board) -> Paid:
    """Settle the hand, which must be over."""
    compiled = board.compiled
    if board.outcome == "all_pass":
        return Paid((0,) * compiled.players, 0, 0, 0, ())
    if not board.contract:
        pays, idle, bonus, amount, points, _ = compiled.functions["settle_out"](
            board.won, board.last, board.piles, board.dealt, board.held, board.dealer
        )
        return Paid(tuple(pays), idle, bonus, amount, tuple(points))
    settle = compiled.functions[f"settle_{compiled.contract_names.index(board.contract)}"]
    pays, idle, bonus, amount, points, others = settle(
        board.won,
        board.last,
        board.piles,
        board.decl,
        board.mate,
        board.found,
        board.idle,
        board.dealt,
        board.held,
        board.dealer,
    )
    move_dummy_payments(pays, board.dummies, board.decl, board.mate)
    return Paid(tuple(pays), idle if board.idle else 0, bonus, amount, (points, others))


_KINDS = {name: number for number, name in DOES.items()}


class BoardMoves(NamedTuple):
    """Moves of one kind by one place."""

    do: str
    seat: int
    words: tuple[str, ...] = ()
    cards: int = 0
    least: int = 1
    most: int = 1
    to: int = -1


class Board:
    """A hand on its way. `hands`, `piles` and `won` are masks by place and by pile."""

    __slots__ = (
        *STATE, *SHARED, "_can_undo", "_log", "_steps", "at", "best", "contract", "dealer", "dealt", "dummies", "held",
        "compiled", "functions", "holds", "idle", "last", "leader", "led", "outcome", "played", "point", "table",
        "to_play", "trick", "tricks", "won",
    )  # fmt: skip

    hands: list[int]
    piles: list[int]
    decl: int
    asked: int
    found: int
    tabled: int
    mate: int
    gave: int
    laid: int
    rest: int
    many: list[int]
    took: int
    owes: int
    turn: int
    dealt: tuple[int, ...]
    held: tuple[int, ...]
    contract: str
    outcome: str
    leader: int
    to_play: int
    last: int
    holds: int
    led: int
    best: int
    played: int
    trick: int
    tricks: int

    def __init__(
        self,
        compiled: CompiledRules,
        hands: Sequence[int],
        piles: Sequence[int],
        *,
        dealer: int,
        dummies: tuple[int, ...] = (),
        idle: int = 0,
        only: tuple[str, ...] = (),
        everyone: bool = True,
        can_undo: bool = True,
    ) -> None:
        """Begin with a hand as dealt.

        `dealer` is the dealer's place (-1: sits out), `idle` the number of resting seats that share payments.
        Without `can_undo` no move before the play can be taken back, and nothing is kept for it.
        """
        self.compiled = compiled
        self.hands, self.piles = list(hands), list(piles)
        self.dealt = self.held = tuple(hands)
        self.dealer: int = dealer
        self.dummies: tuple[int, ...] = dummies
        self.idle: int = idle
        self.decl = self.mate = -1
        self.asked = self.tabled = self.gave = self.laid = 0
        self.found = -3
        self.rest, self.many = -1, [0] * 8
        self.took = self.owes = self.turn = 0
        speakers = tuple(place for place in range(compiled.players) if place not in dummies)
        self.table: AuctionTable = AuctionTable(speakers, dealer, only, everyone)
        self.point: Point | None = compiled.auction_graph(self.table).start if compiled.rules.has_auction else None
        self.contract = self.outcome = ""
        self.at: int = -1
        """The place among the steps of the contract; -1 in the auction."""
        self.leader = self.to_play = self.last = self.holds = -1
        """`holds` is the place whose card is the best of the trick so far."""
        self.led = self.best = self.played = self.trick = self.tricks = 0
        self.won: list[Any] = [0] * compiled.players
        self.functions: dict[str, Any] = compiled_functions(compiled)
        self._steps: tuple[tuple[Any, ...], ...] = ()
        self._log: list[tuple[Any, ...]] = []
        self._can_undo = can_undo
        if self.point is None:
            self._go_on_after(AuctionEnd("", -1))

    # ------------------------------------------------------------------ what may be done

    @property
    def is_over(self) -> bool:
        """Check whether the hand is over."""
        return bool(self.outcome)

    def list_legal_moves(self) -> list[BoardMoves]:
        """Every move that the rules allow."""
        if self.outcome:
            return []
        if self.point is not None:
            return self._auction_moves()
        if self.to_play >= 0:
            choices = [BoardMoves("play", self.to_play, cards=self.playable_mask())]
        else:
            offered = self._steps[self.at][1](self)
            choices = [
                BoardMoves(DOES[do], seat, (), cards, low, high, to) for do, seat, cards, low, high, to in offered
            ]
        return choices + self._raise_moves()

    def playable_mask(self) -> int:
        """The cards that may be played now."""
        hand = self.hands[self.to_play]
        return (hand & self.led or hand) if self.compiled.rules.play.follow == "must" else hand

    def position_key(self) -> tuple[int, int]:
        """The position as two integers: the held cards, and the trick with its leader."""
        width = len(self.compiled.cards.names)
        held = 0
        for hand in reversed(self.hands):
            held = held << width | hand
        return held, (self.trick << 3 | self.holds & 7) << 3 | self.to_play & 7

    def _auction_moves(self) -> list[BoardMoves]:
        point = self.point
        assert point is not None
        if not point.calling:
            return [BoardMoves("bid", point.seat, point.words)]
        offered = self._step_functions(point.contract, self._call_index(point.contract))[1](self)
        return [BoardMoves(DOES[do], seat, (), cards, low, high, to) for do, seat, cards, low, high, to in offered]

    def _raise_moves(self) -> list[BoardMoves]:
        if self.decl < 0 or self.tricks or self.trick:
            return []
        # Nobody acts in the steps of a plain contract that may be raised: they are over at once.
        raises = self.compiled.rules.contracts[self.contract].raises
        return [BoardMoves("raise", self.decl, raises)] if raises else []

    # ------------------------------------------------------------------ moves

    def make_move(self, do: str, seat: int, value: int | str = 0) -> None:
        """Make a legal move: a word, or a mask of cards."""
        if do == "play":
            assert isinstance(value, int)
            self._put_card(seat, value)
            return
        if self._can_undo:
            self._log_state()
        if isinstance(value, str):
            self._apply_word(do, value)
        elif self.point is not None:
            self._name_card(value)
        else:
            if self._steps[self.at][2](self, _KINDS[do], seat, value):
                self.at += 1
            self._skip_idle_steps()

    def _apply_word(self, do: str, word: str) -> None:
        if do == "raise":
            self._enter_contract(word)
            return
        point = self.point
        assert point is not None
        after = point.point_after(word)
        if after is None:
            raise ValueError(word)
        if word in self.compiled.rules.contracts:
            self.asked, self.found, self.mate = 0, -3, -1
        self._go_on_after(after)

    def _name_card(self, card: int) -> None:
        point = self.point
        assert point is not None
        self._step_functions(point.contract, self._call_index(point.contract))[2](
            self, _KINDS["call"], point.seat, card
        )
        after = point.point_after("")
        assert after is not None
        self._go_on_after(after)

    def _go_on_after(self, after: Point | AuctionEnd) -> None:
        if isinstance(after, Point):
            self.point = after
            self.decl = after.seat if after.calling else -1
            return
        self.point, self.decl = None, after.declarer
        if after.contract:
            self._enter_contract(after.contract)
        elif self.compiled.rules.all_pass.do == "play_out":
            self.at, self._steps = 0, ()
            self._skip_idle_steps()
        else:
            self.outcome = "all_pass"

    def _enter_contract(self, contract: str) -> None:
        if contract not in self.compiled.programs:
            raise NotPlainError(self.compiled.lacking.get(contract, contract))
        self.contract, self.at = contract, 0
        self.leader = self.to_play = -1
        steps = range(len(self.compiled.programs[contract]))
        self._steps = tuple(self._step_functions(contract, index) for index in steps)
        self._skip_idle_steps()

    def _step_functions(self, contract: str, index: int) -> tuple[Any, ...]:
        which = f"{self.compiled.contract_names.index(contract)}_{index}"
        return tuple(self.functions.get(f"{name}_{which}") for name in ("idle", "offer", "make"))

    def _call_index(self, contract: str) -> int:
        rules = self.compiled.rules
        steps = rules.contracts[contract].steps
        return next(index for index, step in enumerate(steps) if rules.steps[step].do == "call")

    def _skip_idle_steps(self) -> None:
        """Skip steps in which no seat has to act, and begin the play."""
        while self.at < len(self._steps):
            if not self._steps[self.at][0](self):
                return
            self.at += 1
        self.held = tuple(self.hands)
        self.leader = self.to_play = self.compiled.first_leader(self.contract, self.decl, self.dealer)
        if not any(self.hands):
            self.outcome = "played"

    def _put_card(self, seat: int, card: int) -> None:
        hand = self.hands[seat]
        kept = tuple(getattr(self, name) for name in _PLAY_FIELDS)
        self._log.append((seat, hand, tuple(self.won), kept))
        self.hands[seat] = hand ^ card
        if not self.played:
            self.leader, self.led, self.best, self.holds = seat, self._suit(card), card, seat
        elif can_beat(card, self.best, self.led):
            self.best, self.holds = card, seat
        self.trick |= card
        self.played += 1
        self.to_play = (seat + 1) % self.compiled.players
        if self.played == self.compiled.players:
            self._finish_trick()

    def _finish_trick(self) -> None:
        winner = self.holds
        self.won[winner] |= self.trick
        self.last = self.leader = self.to_play = winner
        self.tricks += 1
        self.led = self.best = self.played = self.trick = 0
        if not any(self.hands):
            self.outcome = "played"

    def _suit(self, card: int) -> int:
        return self.compiled.cards.suit_of[card.bit_length() - 1]

    # ------------------------------------------------------------------ taking back

    def _log_state(self) -> None:
        """Log everything that steps may change."""
        self._log.append(
            (
                tuple(self.hands), tuple(self.piles), tuple(self.many), self.point, self.contract, self._steps,
                *(getattr(self, name) for name in _STEP_FIELDS),
            )
        )  # fmt: skip

    def undo_move(self) -> None:
        """Undo the last move."""
        kept = self._log.pop()
        if isinstance(kept[0], int):
            seat, self.hands[seat], won, rest = kept
            self.won = list(won)
            for name, value in zip(_PLAY_FIELDS, rest, strict=True):
                setattr(self, name, value)
            return
        hands, piles, many, self.point, self.contract, self._steps, *rest = kept
        self.hands, self.piles, self.many = list(hands), list(piles), list(many)
        for name, value in zip(_STEP_FIELDS, rest, strict=True):
            setattr(self, name, value)


_PLAY_FIELDS = ("leader", "to_play", "holds", "led", "best", "played", "trick", "last", "tricks", "outcome")
_STEP_FIELDS = (
    "decl", "asked", "found", "tabled", "mate", "gave", "laid", "rest", "took", "owes", "turn", "at", "leader",
    "to_play", "outcome",
)  # fmt: skip
