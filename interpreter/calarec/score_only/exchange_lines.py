"""Possible exchanges in a hand without its cards.

The lines of calls and moved cards go in, the first that no deal allows together with those before comes out. A line
may name fewer cards than were moved, and lines may be missing. The search has a limit. Beyond it, no line is called
impossible: only a complete search has shown that no deal allows a line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.auction import program_of
from calarec.core.engine.moves import skip_due_step, start
from calarec.core.engine.terms import StepContext
from calarec.core.judge.problems import Budget, OutOfBudget
from calarec.core.judge.seats import number_of
from calarec.core.records import model as rec
from calarec.score_only.stated_lines import arbitrary_deal, without_turned_card
from calarec.unknown_cards.constraints import Posing
from calarec.unknown_cards.exchanges import BLANK, KINDS, Planner
from calarec.unknown_cards.solver.search import reconcile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.records.model import Hand
    from calarec.score_only.stated_lines import ExchangeLine, HighestBid
    from calarec.unknown_cards.exchanges import Plan

DUE_FOR: Final[dict[type, str]] = {rec.Call: "call", **KINDS}
"""The kind of offer that a line answers."""
MAX_PLANS: Final = 200
"""The most ways through an exchange to try; beyond, lines count as possible."""
MAX_STEPS: Final = 200
"""The most rounds of narrowing for a hand; then its lines count as possible."""


class ImpossibleLine(NamedTuple):
    """A line of an exchange that no deal allows after those before it."""

    line: rec.Statement
    due: bool
    """True if its seat may do such a move: only cards or receiver can be wrong."""


def first_impossible_line(
    hand: Hand,
    game: Game,
    setting: Seating,
    bid: HighestBid,
    lines: Sequence[ExchangeLine],
    *,
    plans: int = MAX_PLANS,
    steps: int = MAX_STEPS,
) -> ImpossibleLine | None:
    """The first line that cannot be so with those before it.

    None if all can be so, and if that is not found out within this many plans and steps.
    """  # fmt: skip
    game = without_turned_card(game)
    search = _ExchangeSearch(hand, game, setting, _after_the_auction(game, setting, bid), plans, Budget(steps))
    try:
        if search.is_possible(lines):
            return None
        for number, line in enumerate(lines, 1):
            if not search.is_possible(lines[:number]):
                return ImpossibleLine(line, (DUE_FOR[type(line)], number_of(setting, line.seat)) in search.offered)
    except OutOfBudget:
        pass
    return None


def _after_the_auction(game: Game, setting: Seating, bid: HighestBid) -> State:
    dealt = arbitrary_deal(game, setting)
    state = start(game, setting, dealt.hands, dealt.piles).state
    program = program_of(StepContext(game, state, "auction"), bid.contract)
    begun = state._replace(contract=bid.contract, declarer=bid.declarer, program=program, at=0, bidding=None)
    return skip_due_step(game, begun).state


class _ExchangeSearch:
    """Looks for a deal and a way through the exchange that allow some lines."""

    def __init__(self, hand: Hand, game: Game, setting: Seating, begun: State, plans: int, budget: Budget) -> None:
        self.game, self.begun, self.plans, self.budget = game, begun, plans, budget
        kept = [0] * len(game.piles)
        for pile, cards in setting.carry.piles:
            kept[pile] = cards
        self.posing = Posing(hand, game, setting, kept)
        self.offered: set[tuple[str, int]] = set()
        """The due moves with their seats, at the last line that was read."""

    def is_possible(self, lines: Sequence[ExchangeLine]) -> bool:
        """Check for such a deal and way; raises `OutOfBudget` at the limit."""
        planner = _OpenPlanner(self.game, tuple(lines), self.begun)
        self.offered = planner.offered
        for number, plan in enumerate(planner.plans()):
            if number == self.plans:
                raise OutOfBudget
            question = self.posing.pose_question(plan)
            if question is None:
                raise OutOfBudget  # too many ways to come to an answer
            if reconcile(question.problem, question.facts, self.budget, most=0):
                return True
        if not planner.whole:
            raise OutOfBudget
        return False


class _OpenPlanner(Planner):
    """Plans without a breach, for incomplete and missing lines."""

    def __init__(self, game: Game, statements: tuple[rec.Statement, ...], state: State) -> None:
        super().__init__(game, statements, state)
        self.offered: set[tuple[str, int]] = set()

    def _follow_statement(self, plan: Plan) -> Iterator[Plan]:
        if plan.index == len(self.statements) - 1:
            self.offered |= {(offer.do, offer.seat) for offer in self._open_offers(plan.state)}
        for following in super()._follow_statement(plan):
            if not (following.lost or following.cost.breaches or following.cost.against_record):
                yield following

    def _plans_of_call(self, plan: Plan, statement: rec.Call) -> Iterator[Plan]:
        yield from super()._plans_of_call(plan, statement)
        if statement.card != BLANK and any(offer.do == "call" for offer in self._open_offers(plan.state)):
            yield from self._unwritten_plans(plan)

    def _plans_of_transfer(
        self, plan: Plan, statement: rec.TableCard | rec.Give | rec.Take | rec.Discard
    ) -> Iterator[Plan]:
        named = len(statement.cards)
        if not named:
            yield from super()._plans_of_transfer(plan, statement)
            return
        for offer in self._open_offers(plan.state):
            for size in range(max(named, offer.least), offer.most + 1):
                whole = statement._replace(cards=(*statement.cards, *(BLANK,) * (size - named)))
                if self._is_answer_to(plan.state, offer, whole):
                    yield self._advance_past(self._make_transfer(plan, offer, size, whole, written=True), whole)
        yield from self._unwritten_plans(plan)
