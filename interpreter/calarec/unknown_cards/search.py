"""The worlds of a hand: every way that the record leaves open.

Terms. A *world* is a plan whose problem has an answer; its *witness* is one possible placement of the cards.
"""

from __future__ import annotations

from functools import reduce
from itertools import islice
from operator import and_
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import dataclass
from calarec.core.engine.moves import start
from calarec.core.judge.deal import masks_in_order
from calarec.core.judge.problems import Budget, OutOfBudget
from calarec.core.records import model as rec
from calarec.unknown_cards import blanks
from calarec.unknown_cards.constraints import Constraints, Posing
from calarec.unknown_cards.draws import with_draws
from calarec.unknown_cards.exchanges import Planner
from calarec.unknown_cards.solver.search import placement_of, prove_certain, reconcile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.judge.problems import Problems
    from calarec.core.records.model import Hand
    from calarec.unknown_cards.blanks import Key
    from calarec.unknown_cards.exchanges import Cost, Plan, PlannedTransfer
    from calarec.unknown_cards.solver.problem import Fact, World

MAX_PLANS = 400
MAX_WORLDS = 64
"""Worlds that differ in their plans; each costs at least a few steps."""
SEARCH_STEPS = 1_000
"""The rounds of narrowing in the search for worlds: about a second in all."""
TRIAL_STEPS = 1_600
PROOF_STEPS = 1_500
ACCOUNT_STEPS = 2_000
ENDS_STEPS = 2_000
WITNESS_STEPS = 3_000
"""The rounds for a witness on request: more than for a ruling."""
DECIDING_STEPS = 1_500
ROUND: Final = 10
"""The steps of the hand's budget for one round of narrowing."""


@dataclass(slots=True)
class FoundWorld:
    """A world: its problem, the possible facts, the witness, and refused facts."""

    question: Constraints
    world: World
    solution: World
    refused: tuple[Fact, ...] = ()


@dataclass(slots=True)
class Worlds:
    """All worlds of a hand; `whole` says that there are no others."""

    found: list[FoundWorld]
    whole: bool = True
    gave_up: bool = False
    hides_tops: bool = False
    """True if the open cards are not known, so that no way was searched."""


def search_budget(problems: Problems, steps: int) -> Budget:
    """The budget of a hand's search; all readings on trial share one."""
    loud = problems.loud
    if problems is loud:
        return loud.budget.share(steps, ROUND)
    if loud.trials is None:
        loud.trials = loud.budget.share(TRIAL_STEPS, ROUND)
    return loud.trials


class WorldSearch:
    """Looks for the worlds of one hand."""

    def __init__(self, hand: Hand, game: Game, setting: Seating, problems: Problems) -> None:
        self.hand = hand
        self.game = game
        self.setting = setting
        self.budget: Budget = search_budget(problems, SEARCH_STEPS)
        self.proofs: Budget = search_budget(problems, PROOF_STEPS)
        # A reading that is only tried and contradicts more than that is not believed anyway.
        self.most_refused: int = 12 if problems is problems.loud else 2
        kept = [0] * len(game.piles)
        for pile, cards in setting.carry.piles:
            kept[pile] = cards
        self.posing: Posing = Posing(hand, game, setting, kept)

    def find_worlds(self) -> Worlds:
        """Find the cheapest plans with an answer; otherwise the fewest refused facts."""
        hands, piles = self._arbitrary_deal()
        planner = Planner(self.game, self.hand.statements, start(self.game, self.setting, hands, piles).state)
        planned = list(islice(planner.plans(), MAX_PLANS))
        made = [plan for planned_way in planned for plan in with_draws(planned_way, self.game, self.setting)]
        # Plans that lose the course are not an answer where the others only lack the tops of packets.
        hides_tops = any(not plan.lost for plan in planned) and all(plan.lost for plan in made)
        plans = [] if hides_tops else self._distinct_plans(made)
        whole = len(planned) < MAX_PLANS and planner.whole
        worlds = Worlds([], whole=whole, gave_up=not whole or not plans, hides_tops=hides_tops)
        try:
            for plan in plans:
                if worlds.found and self._rank(plan) > self._rank(worlds.found[0].question.plan):
                    break
                if plan.lost and not plans[0].lost:
                    break
                if len(worlds.found) == MAX_WORLDS:
                    worlds.gave_up, worlds.whole = True, False
                    break
                self._try_plan(plan, worlds, most=0)
            if plans and not worlds.found:
                self._take_least_wrong(plans, worlds)
        except OutOfBudget:
            worlds.gave_up, worlds.whole = True, False
        return worlds

    def _rank(self, plan: Plan) -> tuple[bool, Cost]:
        return plan.lost, plan.cost

    def _distinct_plans(self, plans: Iterable[Plan]) -> list[Plan]:
        """Drop plans that only differ in order, and sort complete ones first.

        Among plans of equal cost, those come first that no answer of a player contradicts, so that no report names a
        partner of only one world. Nothing is concluded from that: the player may have answered so to stay unknown.
        """
        seats, piles = len(self.setting.labels), len(self.game.piles)

        def way(move: PlannedTransfer) -> tuple[str, int, int, int, int]:
            target = move.target - piles if move.target >= seats + piles else move.target
            return type(move.statement).__name__, move.source, target, move.size, move.card

        found: dict[object, Plan] = {}
        for plan in plans:
            moves = [way(move) for move in plan.moves if move.statement is not None]
            calls = *((call.cards, call.found, call.wanted) for call in plan.calls), len(plan.uncalled)
            # Where cards were shown in between, or turned up from packets, the order is not all the same.
            in_order = tuple(moves if plan.shows or plan.state.packets else sorted(moves))
            key = in_order, calls, tuple(time for _, time in plan.shows), plan.lost, plan.tops
            found.setdefault(key, plan)
        return sorted(found.values(), key=lambda plan: (self._rank(plan), plan.at_odds))

    def _try_plan(self, plan: Plan, worlds: Worlds, *, most: int) -> None:
        question = self.posing.pose_question(plan)
        if question is None:
            return
        answer = reconcile(question.problem, question.facts, self.budget, most=most)
        if answer is not None:
            worlds.found.append(FoundWorld(question, answer.world, answer.solution, answer.refused))

    def _take_least_wrong(self, plans: list[Plan], worlds: Worlds) -> None:
        tried = Worlds([])
        for plan in plans[:6]:
            if plan.cost.breaches == plans[0].cost.breaches:
                self._try_plan(plan, tried, most=self.most_refused)
        worlds.found += sorted(tried.found, key=lambda found: len(found.refused))[:1]
        best = self._rank(plans[0])
        worlds.whole = worlds.whole and sum(1 for plan in plans if self._rank(plan) == best) == 1

    def _arbitrary_deal(self) -> tuple[list[int], list[int]]:
        """Hands and piles of the right sizes."""
        sizes = [sum(group.size for group in groups) for groups in self.posing.starts]
        masks = masks_in_order(sizes)
        seats = len(self.setting.labels)
        return masks[:seats], masks[seats : seats + len(self.game.piles)]

    def certain_cards(self, worlds: Worlds) -> dict[Key, int]:
        """The certain cards, by line; only written ones if some worlds were not examined."""
        if not worlds.whole:
            return self._cards_as_written(worlds.found[0])
        # Only what is so in every witness can be certain: of nothing else a proof is looked for.
        witnesses = (
            (found_world.question, placement_of(found_world.question.problem, found_world.solution))
            for found_world in worlds.found
        )
        known = _common_cards(blanks.cards_by_key(*witness) for witness in witnesses)
        for possible_world in worlds.found:
            among = blanks.placement_from_known(possible_world.question, known) if len(worlds.found) > 1 else None
            proved = prove_certain(
                possible_world.question.problem, possible_world.world, possible_world.solution, self.proofs, among=among
            )
            known = _common_cards((known, blanks.cards_by_key(possible_world.question, proved)))
        return known

    def _cards_as_written(self, found: FoundWorld) -> dict[Key, int]:
        """The cards that the lines themselves name."""
        lines = blanks.card_lines(self.hand, self.game, self.setting, found.question)
        numbers = self.game.cards.numbers
        known: dict[Key, int] = {}
        written = {id(statement) for statement in self.hand.statements}
        for line in lines:
            names = line.statement.cards
            if line.keys[0][0] == "move" and id(line.statement) not in written:
                continue  # it may not have been made
            if isinstance(line.statement, rec.Trick):
                known |= {
                    key: 1 << numbers[name] for key, name in zip(line.keys, names, strict=False) if name in numbers
                }
            else:
                known[line.keys[0]] = sum(1 << number for number in {numbers[n] for n in names if n in numbers})
        return known

    def asserting_world(self, found: FoundWorld) -> World:
        """A witness that also bears out the record's assertions, as far as possible."""
        question = found.question
        refused = {id(fact) for fact in found.refused}
        facts = [fact for fact in question.facts if id(fact) not in refused]
        if not question.asserted:
            return found.solution
        try:
            answer = reconcile(question.problem, [*facts, *question.asserted], self.budget)
        except OutOfBudget:
            return found.solution
        return answer.solution if answer is not None else found.solution


def _common_cards(every: Iterable[dict[Key, int]]) -> dict[Key, int]:
    """The cards that all of them have."""
    first, *others = every
    return {
        key: reduce(and_, (other[key] for other in others), cards)
        for key, cards in first.items()
        if all(key in other for other in others)
    }
