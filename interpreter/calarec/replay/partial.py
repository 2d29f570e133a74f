"""Hands of which not every card is known: what must be so, what may be so, what cannot be so.

Terms. A *world* here is a plan whose question has an answer. The *witness* is one way in which everything
may have been; a hand is judged with it, and whatever holds in the witness alone is left out of the ruling.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from calarec.engine.walk import start
from calarec.knowledge.forced import Lie, certain, lie_of
from calarec.knowledge.reconcile import reconcile
from calarec.knowledge.search import Budget, OutOfBudget
from calarec.light import dataclass, replace
from calarec.moves.state import NOBODY
from calarec.records import model as rec
from calarec.replay import blanks
from calarec.replay.dealing import Dealt
from calarec.replay.doubt import blurred, counted_alike, sure_cards
from calarec.replay.hand import Unsure, play_through
from calarec.replay.plans import Cost, Plan, Planned, Planner
from calarec.replay.posing import PHYSICAL, About, Posing, Question

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.engine.game import Game
    from calarec.knowledge.world import Fact, World
    from calarec.moves.setting import Setting
    from calarec.moves.state import State
    from calarec.records.model import Hand
    from calarec.replay.blanks import Key, Line
    from calarec.replay.course import Course
    from calarec.replay.evening import Evening
    from calarec.replay.findings import Findings
    from calarec.replay.mending import Happened
    from calarec.replay.result import Knowledge, Replay

MOST_PLANS = 400
MOST_WORLDS = 12
SEARCH_STEPS = 6_000
PROOF_STEPS = 1_500


@dataclass(slots=True)
class Found:
    """A world: its question, what is possible in it, the witness, and the facts that were refused."""

    question: Question
    world: World
    solution: World
    refused: tuple[Fact, ...] = ()


@dataclass(slots=True)
class Worlds:
    """All worlds of a hand; `whole` says that there are no others."""

    found: list[Found]
    whole: bool = True
    gave_up: bool = False


def replay_partial(
    hand: Hand, game: Game, setting: Setting, dealt: Dealt, findings: Findings, evening: Evening
) -> Replay:
    """Replays a hand with unknown cards or unwritten exchanges."""
    return _Partial(hand, game, setting, dealt, findings, evening).replay()


class _Partial:
    """One hand on its way from the record to a ruling."""

    def __init__(
        self, hand: Hand, game: Game, setting: Setting, dealt: Dealt, findings: Findings, evening: Evening
    ) -> None:
        self.hand = hand
        self.game = game
        self.setting = setting
        self.dealt = dealt
        self.findings = findings
        self.evening = evening
        self.budget = Budget(SEARCH_STEPS)
        kept = [0] * len(game.piles)
        for pile, cards in setting.carry.piles:
            kept[pile] = cards
        self.posing = Posing(hand, game, setting, kept)

    def replay(self) -> Replay:
        """The ruling."""
        worlds = self._worlds()
        if not worlds.found:
            return self._without_world(worlds)
        first = worlds.found[0]
        known = self._known(worlds)
        lines = blanks.lines_of(self.hand, self.game, self.setting, first.question)
        physical = any(_about(fact).weight == PHYSICAL for fact in first.refused)
        # Nothing is concluded from a record that cannot be right.
        told = () if physical else blanks.deduced(first.question, lines, known, self.game)
        knowledge: Knowledge = "impossible" if physical else self._knowledge(worlds, lines, known)
        return self._judged(worlds, knowledge, known, told)

    def _knowledge(self, worlds: Worlds, lines: list[Line], known: dict[Key, int]) -> Knowledge:
        question = worlds.found[0].question
        forced = worlds.whole and len(worlds.found) == 1 and _all_known(question, known)
        if not forced:
            return "possible"
        unwritten = any(move.statement is not None and not move.written for move in question.plan.moves)
        blank = any("_" in name or not line.statement.cards for line in lines for name in line.statement.cards or "_")
        return "forced" if unwritten or blank else "complete"

    # ------------------------------------------------------------------ looking for worlds

    def _worlds(self) -> Worlds:
        """The cheapest plans that have an answer; if none has, the one that contradicts the fewest facts."""
        hands, piles = self._anybodys()
        planner = Planner(self.game, self.hand.statements, start(self.game, self.setting, hands, piles).state)
        made = list(islice(planner.plans(), MOST_PLANS))
        plans = self._different(made)
        worlds = Worlds([], whole=len(made) < MOST_PLANS and planner.whole)
        try:
            for plan in plans:
                if worlds.found and (plan.lost, plan.cost) > self._rank(worlds.found[0].question.plan):
                    break
                if plan.lost and not plans[0].lost:
                    break
                if len(worlds.found) == MOST_WORLDS:
                    worlds.whole = False
                    break
                self._try(plan, worlds, most=0)
            if not worlds.found:
                self._least_wrong(plans, worlds)
        except OutOfBudget:
            worlds.gave_up, worlds.whole = True, False
        return worlds

    def _rank(self, plan: Plan) -> tuple[bool, Cost]:
        return plan.lost, plan.cost

    def _different(self, plans: Iterable[Plan]) -> list[Plan]:
        """Plans without those that only do the same in another order; those that can be followed to the end first."""
        seats, piles = len(self.setting.labels), len(self.game.piles)

        def way(move: Planned) -> tuple[str, int, int, int]:
            target = move.target - piles if move.target >= seats + piles else move.target
            return type(move.statement).__name__, move.source, target, move.size

        found: dict[object, Plan] = {}
        for plan in plans:
            moves = [way(move) for move in plan.moves if move.statement is not None]
            calls = tuple((each.card, each.found, each.wanted) for each in plan.calls)
            # Where cards were shown in between, the order is not all the same.
            key = tuple(moves if plan.shows else sorted(moves)), calls, tuple(time for _, time in plan.shows), plan.lost
            found.setdefault(key, plan)
        return sorted(found.values(), key=self._rank)

    def _try(self, plan: Plan, worlds: Worlds, *, most: int) -> None:
        question = self.posing.question(plan)
        if question is None:
            return
        answer = reconcile(question.problem, question.facts, self.budget, most=most)
        if answer is not None:
            worlds.found.append(Found(question, answer.world, answer.solution, answer.refused))

    def _least_wrong(self, plans: list[Plan], worlds: Worlds) -> None:
        tried = Worlds([])
        for plan in plans[:6]:
            if plan.cost.breaches == plans[0].cost.breaches:
                self._try(plan, tried, most=12)
        worlds.found += sorted(tried.found, key=lambda found: len(found.refused))[:1]
        best = self._rank(plans[0])
        worlds.whole = worlds.whole and sum(1 for plan in plans if self._rank(plan) == best) == 1

    def _anybodys(self) -> tuple[list[int], list[int]]:
        """Hands and piles of the right sizes."""
        sizes = [sum(group.size for group in groups) for groups in self.posing.starts]
        given, masks = 0, []
        for size in sizes:
            masks.append((1 << given + size) - (1 << given))
            given += size
        seats = len(self.setting.labels)
        return masks[:seats], masks[seats : seats + len(self.game.piles)]

    # ------------------------------------------------------------------ what is the same in all of them

    def _known(self, worlds: Worlds) -> dict[Key, int]:
        """What is certain, by line; nothing, if there are worlds that were not looked at."""
        if not worlds.whole and not worlds.gave_up:
            return self._as_written(worlds.found[0])
        budget = Budget(PROOF_STEPS)
        known: dict[Key, int] | None = None
        for found in worlds.found:
            lie = certain(found.question.problem, found.world, found.solution, budget)
            here = blanks.by_key(found.question, lie)
            known = here if known is None else {key: cards & here[key] for key, cards in known.items() if key in here}
        return known if known is not None and worlds.whole else self._as_written(worlds.found[0])

    def _as_written(self, found: Found) -> dict[Key, int]:
        """What the lines themselves say."""
        lines = blanks.lines_of(self.hand, self.game, self.setting, found.question)
        numbers = self.game.cards.numbers
        known: dict[Key, int] = {}
        for line in lines:
            names = line.statement.cards
            if isinstance(line.statement, rec.Trick):
                known |= {
                    key: 1 << numbers[name] for key, name in zip(line.keys, names, strict=False) if name in numbers
                }
            else:
                known[line.keys[0]] = sum(1 << number for number in {numbers[n] for n in names if n in numbers})
        return known

    # ------------------------------------------------------------------ judging

    def _judged(self, worlds: Worlds, knowledge: Knowledge, known: dict[Key, int], told: tuple[str, ...]) -> Replay:
        first = worlds.found[0]
        question, problem = first.question, first.question.problem
        witness = lie_of(problem, self._believing(first))
        doubt = None
        if knowledge not in ("forced", "complete"):
            sure = sure_cards(problem, first.world, self._lie(question, known)) if worlds.whole else 0
            self.findings.sure = sure
            doubt = _Doubt(self, worlds, known, sure)
        before = len(self.findings.found)
        replayed = play_through(
            self._completed(question, witness),
            self.game,
            self.setting,
            self._dealt(witness),
            self.findings,
            self.evening,
            knowledge=knowledge,
            deduced=told,
            doubt=doubt,
        )
        self._explain(first, before)
        if worlds.gave_up and knowledge == "possible":
            self.findings.add("CAL313", None)
        diagnostics = (*self.hand.findings, *self.findings.found)
        verdict = replayed.verdict
        if first.refused and verdict in ("legal", "incomplete"):
            verdict = "illegal"
        return replace(replayed, hand=self.hand, diagnostics=diagnostics, verdict=verdict)

    def _lie(self, question: Question, known: dict[Key, int]) -> Lie:
        problem = question.problem
        keys = dict(blanks.move_keys(question))
        return Lie(
            tuple(known.get(("deal", place), 0) for place in range(len(problem.starts))),
            tuple(known.get(keys[number], 0) if number in keys else -1 for number in range(len(problem.moves))),
            tuple(
                known.get(("play", place), 0) if place < problem.rest else known.get(("rest", place), 0)
                for place in range(len(problem.sizes))
            ),
        )

    def _believing(self, found: Found) -> World:
        """A witness that also bears out what the record asserts, as far as it can be borne out."""
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

    def _completed(self, question: Question, witness: Lie) -> Hand:
        """The hand with its blanks filled and its unwritten lines written, as the witness has them."""
        where = blanks.by_key(question, witness)
        lines = blanks.lines_of(self.hand, self.game, self.setting, question)
        better = {id(line.statement): blanks.filled(line, where, self.game) for line in lines}
        statements = tuple(better.get(id(each), each) for each in question.plan.statements)
        return replace(self.hand, statements=statements)

    def _dealt(self, witness: Lie) -> Dealt:
        seats = len(self.setting.labels)
        piles = witness.starts[seats : seats + len(self.game.piles)]
        return Dealt(list(witness.starts[:seats]), list(piles), self.dealt.recorded)

    def _explain(self, found: Found, before: int) -> None:
        """Whatever was refused and is not yet told is told."""
        told = {finding.span.line for finding in self.findings.found[before:] if finding.severity == "error"}
        for fact in found.refused:
            about = _about(fact)
            if about.statement.line in told:
                continue
            told.add(about.statement.line)
            card = about.card if about.kind in ("play", "follow", "show") else None
            self.findings.add("CAL310", about.statement, card=card, wording=about.kind)

    def _without_world(self, worlds: Worlds) -> Replay:
        """No world at all: nothing fits, or it could not be settled."""
        from calarec.replay.hand import unplayed

        if worlds.gave_up:
            self.findings.add("CAL313", None, wording="nothing")
            return unplayed(self.hand, self.game, self.setting, self.findings, "incomplete", "unsettled")
        culprit = next((each for each in self.hand.statements if self._cannot_be_filled(each)), None)
        self.findings.add("CAL311" if culprit is not None else "CAL312", culprit)
        return unplayed(self.hand, self.game, self.setting, self.findings, "illegal", "impossible")

    def _cannot_be_filled(self, statement: rec.Statement) -> bool:
        """Whether a deal alone asks for more cards of a kind than are left."""
        if not isinstance(statement, rec.Deal | rec.Monte) or not any("_" in name for name in statement.cards):
            return False
        elsewhere = 0
        numbers = self.game.cards.numbers
        for each in self.hand.statements:
            if isinstance(each, rec.Deal | rec.Monte) and each is not statement:
                elsewhere |= sum(1 << number for number in {numbers[n] for n in each.cards if n in numbers})
        free = self.game.cards.full & ~elsewhere
        groups = self.posing.groups(statement.cards)
        return any((group.cards & free).bit_count() < group.size for group in groups)


class _Doubt(Unsure):
    """Keeps what one world alone has out of a ruling."""

    def __init__(self, partial: _Partial, worlds: Worlds, known: dict[Key, int], sure: int) -> None:
        self.partial = partial
        self.worlds = worlds
        self.known = known
        self.sure = sure

    def settles(self, course: Course) -> bool:
        """Whether what the hand came to does not depend on what is unknown."""
        first = self.worlds.found[0]
        if not self.worlds.whole or len(self.worlds.found) > 1 or first.refused:
            return course.state.outcome in ("all_pass", "void")
        return counted_alike(self.partial.game, first.question.problem, first.world, course.state)

    def blurred(self, happened: list[Happened]) -> tuple[Happened, ...]:
        """The events with the unknown cards marked."""
        first = self.worlds.found[0]
        return blurred(happened, self.known, self.sure, self.partial.setting, first.question.problem, first.world)

    def state(self, state: State) -> State:
        """The state without a partner of whom it is not known who it is."""
        last = len(self.worlds.found[0].question.plan.calls) - 1
        if last < 0 or self.known.get(("found", last), 0):
            return state
        return state._replace(partner=NOBODY, found=-3)


def _all_known(question: Question, known: dict[Key, int]) -> bool:
    sizes = question.problem.starts
    return (
        all(
            known.get(("deal", place), 0).bit_count() == sum(group.size for group in groups)
            for place, groups in enumerate(sizes)
        )
        and all(
            known.get(key, 0).bit_count() == question.plan.moves[number].size
            for number, key in blanks.move_keys(question)
        )
        and all(known.get(("play", slot), 0) for slot in range(len(question.slots)))
    )


def _about(fact: Fact) -> About:
    assert isinstance(fact.about, About)
    return fact.about
