"""The value of a position and its cards, and the line of best play.

A hand in the play goes in, all cards known; a solution comes out: exact, or bounds if the allowed nodes or time did
not suffice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from calarec.core.base.arguments import require_limit, wrong_kind
from calarec.core.base.frozen import NamedTuple, dataclass
from calarec.playing.hand import HandInPlay
from calarec.solving.kernels import point_search, question_search
from calarec.solving.payoff import Payoff
from calarec.solving.position import Moment, Position, position_of
from calarec.solving.search import Allowance, SpentError

if TYPE_CHECKING:
    from typing import Protocol

    from calarec.solving.kernels import OutcomeAsked

    class Scale(Protocol):
        """An objective as numbers from `least` to `most`."""

        least: int
        most: int
        shared: bool
        """True if the results serve the next question: then it is near, else by halves."""

        def probe(self, moment: Moment, number: int, /) -> Bounds:
            """Ask whether the side can have at least an amount; the bounds found."""

        def end_value(self, moment: Moment, /) -> int:
            """The value of a finished moment."""

        def to_figure(self, number: int, /) -> int:
            """The number as points or as a payment."""


Objective: TypeAlias = Literal["points", "payment"]
OBJECTIVES: Final = ("points", "payment")


class Bounds(NamedTuple):
    """At least and at most."""

    low: int
    high: int

    @property
    def has_one_value(self) -> bool:
        """Check whether both bounds are equal."""
        return self.low == self.high


class CardWorth(NamedTuple):
    """The final value of the side if a card is played now."""

    card: str
    bounds: Bounds
    rank: int
    """1 for the player's best cards, by what is known of them."""

    @property
    def value(self) -> int | None:
        """The worth, if it is known exactly."""
        return self.bounds.low if self.bounds.has_one_value else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """The value of a position, for the side whose points or payments are counted."""

    objective: Objective
    side: tuple[str, ...]
    turn: str
    bounds: Bounds
    """Points in the ruleset's unit with last trick and piles, or payments."""
    moves: tuple[CardWorth, ...]
    """Every legal card, the best first."""
    best: tuple[str, ...]
    """The line of best cards of all players, as far as it was found out."""
    nodes: int

    @property
    def value(self) -> int | None:
        """The worth, if it is known exactly."""
        return self.bounds.low if self.is_exact else None

    @property
    def is_exact(self) -> bool:
        """Check whether the value is known exactly."""
        return self.bounds.has_one_value


def solve(
    hand: HandInPlay | Position,
    *,
    objective: Objective = "points",
    nodes: int | None = None,
    seconds: float | None = None,
    cards: bool = True,
    within: Allowance | None = None,
) -> Solution:
    """Solve a hand in the play; without `cards` only its value.

    `nodes` and `seconds` limit the search, or an allowance that another caller may `stop`; beyond them the answer is
    bounds. UnsolvableError for a hand that cannot be solved.
    """
    position, allowance = _solvable_position(hand), within or _make_allowance(nodes, seconds)
    if objective not in OBJECTIVES:
        raise ValueError(f"objective is one of {' and '.join(OBJECTIVES)}, not {objective!r}")
    scale: Scale = PointScale(position, allowance) if objective == "points" else PaymentScale(position, allowance)
    solving = Solving(position, scale)
    bounds = solving.narrow_bounds(position.now, Bounds(scale.least, scale.most))
    moves = solving.card_worths(bounds) if cards else ()
    best = solving.best_line(bounds) if cards and bounds.has_one_value else ()
    said = Bounds(scale.to_figure(bounds.low), scale.to_figure(bounds.high))
    return Solution(
        objective=objective, side=position.side, turn=position.turn, bounds=said, moves=moves, best=best,
        nodes=allowance.nodes,
    )  # fmt: skip


def at_least(
    hand: HandInPlay | Position, points: int, *, nodes: int | None = None, seconds: float | None = None
) -> bool | None:
    """Check whether the side can have these points; None if limits were too small."""
    position, allowance = _solvable_position(hand), _make_allowance(nodes, seconds)
    scale = PointScale(position, allowance)
    if not scale.least < points <= scale.most:
        return points <= scale.least
    try:
        return scale.probe(position.now, points).low >= points
    except SpentError:
        return None


def _make_allowance(nodes: int | None, seconds: float | None) -> Allowance:
    require_limit("nodes", nodes, int)
    require_limit("seconds", seconds, int | float)
    return Allowance(nodes, seconds)


def _solvable_position(hand: HandInPlay | Position) -> Position:
    if isinstance(hand, Position):
        return hand
    if not isinstance(hand, HandInPlay):
        raise wrong_kind("hand", "a HandInPlay, as `play` and `resume` give it", hand)
    return position_of(hand.game, hand.state)


class PointScale:
    """Points of the side in the end."""

    shared = True

    def __init__(self, position: Position, allowance: Allowance) -> None:
        self.position = position
        self.search = point_search(position.facts, position.owners, allowance)
        self.least = position.piles + position.now.points
        self.most = self.least + position.game.cards.worth(sum(position.owners)) + position.facts.last

    def probe(self, moment: Moment, number: int) -> Bounds:
        """By a window around the number."""
        before = self.position.piles + moment.points
        wanted = number - before
        found = self.search.find_value(moment.standing, wanted - 1, wanted)
        return Bounds(found + before, self.most) if found >= wanted else Bounds(self.least, found + before)

    def end_value(self, moment: Moment) -> int:
        """All points of the side."""
        return self.position.piles + moment.points + (self.position.facts.last if moment.ended else 0)

    def to_figure(self, number: int) -> int:
        """As it is."""
        return number


class PaymentScale:
    """Amounts that the side may be paid, by their order."""

    shared = False

    def __init__(self, position: Position, allowance: Allowance) -> None:
        self.position = position
        self.allowance = allowance
        self.payoff = Payoff(position)
        self.least, self.most = 0, len(self.payoff.values) - 1
        self.searches: dict[int, OutcomeAsked] = {}

    def probe(self, moment: Moment, number: int) -> Bounds:
        """By the question whether it can be had."""
        search = self.searches.get(number)
        if search is None:
            question = self.payoff.make_question(self.payoff.values[number])
            search = question_search(self.position.facts, self.position.owners, self.allowance, question)
            self.searches[number] = search
        first = self.payoff.first
        if search.is_attainable(moment.standing, moment.tricks - first[0], moment.points - first[1]):
            return Bounds(number, self.most)
        return Bounds(self.least, number - 1)

    def end_value(self, moment: Moment) -> int:
        """The place of what is paid."""
        paid = self.payoff.payment_amount(moment.tricks, moment.points, last=bool(moment.ended))
        return self.payoff.values.index(paid)

    def to_figure(self, number: int) -> int:
        """The amount."""
        return self.payoff.values[number]


class Solving:
    """Asks until everything is known, or the allowance is spent."""

    def __init__(self, position: Position, scale: Scale) -> None:
        self.position = position
        self.scale = scale

    def narrow_bounds(self, moment: Moment, bounds: Bounds, first: int | None = None) -> Bounds:
        """The bounds of a moment, as narrow as can be found out; `first` is asked first."""
        if moment.ended is not None:
            value = self.scale.end_value(moment)
            return Bounds(value, value)
        low, high = bounds
        ask = (low + high + 1) // 2 if first is None else first
        try:
            while low < high:
                ask = min(max(ask, low + 1), high)
                found = self.scale.probe(moment, ask)
                low, high = max(low, found.low), min(high, found.high)
                beside = low + 1 if found.low >= ask else high
                ask = beside if self.scale.shared else (low + high + 1) // 2
        except SpentError:
            pass
        return Bounds(low, high)

    def card_worths(self, bounds: Bounds, moment: Moment | None = None) -> tuple[CardWorth, ...]:
        """Every legal card of the position, or of a later moment, the best first."""
        position, scale = self.position, self.scale
        moment = position.now if moment is None else moment
        mine = position.facts.side >> moment.standing.next_place & 1
        limits = Bounds(scale.least, bounds.high) if mine else Bounds(bounds.low, scale.most)
        first = bounds.high if mine else bounds.low + 1
        found = [
            (self.narrow_bounds(position.moment_after(moment, equal[0]), limits, first), equal)
            for equal in self.equal(moment)
        ]

        def bounds_order(each: tuple[Bounds, list[int]]) -> tuple[int, int]:
            low, high = each[0]
            return (-low, -high) if mine else (high, low)

        found.sort(key=bounds_order)
        ranks = sorted(bounds_order(each) for each in found for _ in each[1])
        names = position.game.cards.names
        return tuple(
            CardWorth(
                names[card.bit_length() - 1],
                Bounds(scale.to_figure(each[0].low), scale.to_figure(each[0].high)),
                ranks.index(bounds_order(each)) + 1,
            )
            for each in found
            for card in each[1]
        )

    def equal(self, moment: Moment) -> list[list[int]]:
        """The legal cards of a moment, those that are equal together, highest first."""
        position, standing = self.position, moment.standing
        legal = position.playable_cards(moment)
        owner = standing.hands[standing.next_place]
        whole = sum(standing.hands) + sum(standing.trick)
        sets: list[list[int]] = []
        for suit in position.facts.suits:
            run: dict[int, list[int]] = {}
            for number in reversed(range(len(position.facts.points))):
                card = 1 << number
                if not card & suit & whole:
                    continue
                if not card & owner:
                    run = {}
                elif card & legal:
                    points = position.facts.points[number]
                    if points not in run:
                        run[points] = []
                        sets.append(run[points])
                    run[points].append(card)
        return sets

    def best_line(self, bounds: Bounds, moment: Moment | None = None) -> tuple[str, ...]:
        """A best line from the position, or from a later moment."""
        position, value = self.position, bounds.low
        names = position.game.cards.names
        moment, played = position.now if moment is None else moment, []
        try:
            while moment.ended is None:
                moment, card = self.best_card(moment, value)
                played.append(names[card.bit_length() - 1])
        except SpentError:
            pass
        return tuple(played)

    def best_card(self, moment: Moment, value: int) -> tuple[Moment, int]:
        """The moment after a card that keeps the value, and the card."""
        position = self.position
        mine = position.facts.side >> moment.standing.next_place & 1
        legal = position.playable_cards(moment)
        for number in reversed(range(legal.bit_length())):
            card = 1 << number
            if not card & legal:
                continue
            after = position.moment_after(moment, card)
            if after.ended is not None:
                kept = self.scale.end_value(after) == value
            elif mine:
                kept = value == self.scale.least or self.scale.probe(after, value).low >= value
            else:
                kept = value == self.scale.most or self.scale.probe(after, value + 1).high <= value
            if kept:
                return after, card
        raise AssertionError("one of the cards keeps the value")
