"""Facts that would decide a hand: once written, they settle it.

A fact is a thing that players remember: the player of a card to a trick, or the seat that was dealt it. Facts decide
if all ways with them pay the same. Known ways refute most facts. The others are proved one by one, the likeliest
first, until the steps are spent: listed facts decide, others may. Pairs of facts are examined if no single one was
found. The taker of a trick is not such a fact: a record states it beside the cards, and it is compared with them.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.cards import bits
from calarec.core.judge.possible_ends import DecidingFacts, FactKind, MemorableFact
from calarec.core.judge.problems import OutOfBudget
from calarec.unknown_cards.solver.propagation import slot_candidates
from calarec.unknown_cards.solver.search import solve_problem
from calarec.unknown_cards.solver.sums import can_explore_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.engine.account import Account
    from calarec.core.judge.problems import Budget
    from calarec.unknown_cards.accounts import PlayedWorld
    from calarec.unknown_cards.search import FoundWorld
    from calarec.unknown_cards.solver.problem import CardProblem, World

MAX_DECIDING: Final = 5
"""The longest list of facts."""
_MAX_PROVED: Final = 40
"""The facts, or pairs of facts, that are looked at one by one."""
_MAX_ALIKE: Final = 3
"""The most facts about the same cards to list: other cards are more useful."""
_MAX_PAIRED: Final = 24
"""The likeliest facts, which are put together in pairs."""


class _Fact(NamedTuple):
    """A card in a slot, or a card that a place was dealt."""

    kind: FactKind
    place: int
    card: int


def find_deciding_facts(worlds: list[tuple[FoundWorld, PlayedWorld]], budget: Budget) -> tuple[DecidingFacts, ...]:
    """Find the facts that would decide the hand, the likeliest first."""
    return _Deciding(worlds, budget).find_facts()


class _Deciding:
    """Looks for the facts that decide one hand."""

    def __init__(self, worlds: list[tuple[FoundWorld, PlayedWorld]], budget: Budget) -> None:
        self.worlds = worlds
        self.budget = budget
        self.problem = worlds[0][0].question.problem
        self.points = worlds[0][1].accounts.game.cards.points
        self.open: dict[_Fact, int] = {}
        """The open facts, with the ways that are known to have them, as a mask."""
        self.ends: list[Account] = []
        """The ends of the ways that are known."""
        possible = dict.fromkeys(fact for world, _ in worlds for fact in _facts_of_world(world))
        answers = Counter(map(self._question_of, possible))
        seats = len(worlds[0][1].accounts.setting.labels)
        for fact in possible:
            is_of_pile = fact.kind == "dealt" and fact.place >= seats
            if answers[self._question_of(fact)] > 1 and not is_of_pile:
                self.open[fact] = 0
        for world, played in worlds:
            for sums, way in played.ways.items():
                self._note_way(world, way, played.account_of_sums(sums)[0].account)

    def _question_of(self, fact: _Fact) -> tuple[FactKind, int]:
        """The question that a fact answers: two answers to one exclude each other."""
        return fact.kind, fact.place if fact.kind == "played" else fact.card

    def _note_way(self, found: FoundWorld, way: World, account: Account) -> None:
        number = len(self.ends)
        self.ends.append(account)
        for fact in _facts_of_way(found.question.problem, way):
            if fact in self.open:
                self.open[fact] |= 1 << number

    def find_facts(self) -> tuple[DecidingFacts, ...]:
        """The single facts that decide; where there are none, pairs."""
        ranked = sorted(self.open, key=self._rank)
        return self._find_among([(fact,) for fact in ranked]) or self._find_among(self._pairs(ranked))

    def _find_among(self, candidates: Iterable[tuple[_Fact, ...]]) -> tuple[DecidingFacts, ...]:
        """The candidates that decide."""
        found: list[DecidingFacts] = []
        tried = 0
        told: Counter[frozenset[int]] = Counter()
        try:
            for facts in candidates:
                known = self._known_ends(facts)
                cards = frozenset(fact.card for fact in facts)
                if told[cards] == _MAX_ALIKE or len({account.payments for account in known}) > 1:
                    continue
                account = self._deciding_account(facts, known)
                if account is not None:
                    told[cards] += 1
                    found.append(self._deciding_facts(facts, account))
                tried += 1
                if len(found) == MAX_DECIDING or tried == _MAX_PROVED:
                    break
        except OutOfBudget:
            pass
        return tuple(found)

    def _pairs(self, ranked: list[_Fact]) -> Iterator[tuple[_Fact, _Fact]]:
        """Pairs of facts that are so together in some known way, the likeliest first."""
        likely = [fact for fact in ranked if self.open[fact]][:_MAX_PAIRED]
        numbered = [(one + other, likely[one], likely[other]) for one, other in combinations(range(len(likely)), 2)]
        for _, first, second in sorted(numbered):
            if self.open[first] & self.open[second]:
                yield first, second

    def _rank(self, fact: _Fact) -> tuple[int, ...]:
        """The sort key of facts: first points of cards, then the number of known ways."""
        likely = self.open[fact].bit_count()
        return -self.points[fact.card], fact.kind == "dealt", -likely, -fact.place, -fact.card

    def _known_ends(self, facts: tuple[_Fact, ...]) -> list[Account]:
        ways = (1 << len(self.ends)) - 1
        for fact in facts:
            ways &= self.open[fact]
        return [self.ends[number] for number in bits(ways)]

    def _deciding_account(self, facts: tuple[_Fact, ...], known: list[Account]) -> Account | None:
        """An account of the ways in which something is so, if all of them pay the same."""
        ends = _SameEnds(known)
        for possible, played in self.worlds:
            world = possible.world.copy_world()
            for fact in facts:
                _narrow_world(possible.question.problem, world, fact)
            solution = solve_problem(possible.question.problem, world, self.budget)
            if solution is None:
                continue
            ends.played = played
            whole = can_explore_all(played.counting, world, solution, self.budget, ends)
            for sums, way in ends.ways:
                self._note_way(possible, way, played.account_of_sums(sums)[0].account)
            ends.ways.clear()
            if not whole or ends.is_done:
                return None
        return ends.first

    def _deciding_facts(self, facts: tuple[_Fact, ...], account: Account) -> DecidingFacts:
        return DecidingFacts(tuple(map(self._memorable_fact, facts)), _own_wins(account), account.payments)

    def _memorable_fact(self, fact: _Fact) -> MemorableFact:
        if fact.kind == "dealt":
            return MemorableFact("dealt", fact.place, fact.card)
        trick, _ = self.worlds[0][0].question.slots[fact.place]
        return MemorableFact("played", self.problem.slots[fact.place], fact.card, trick.number)


def _facts_of_world(found: FoundWorld) -> Iterator[_Fact]:
    """The facts that can be so in a world."""
    problem, world = found.question.problem, found.world
    for slot, cards in enumerate(slot_candidates(problem, world)):
        yield from (_Fact("played", slot, card) for card in bits(cards))
    for card, routes in enumerate(world.routes):
        starts = {problem.routes[route].start for route in bits(routes)}
        yield from (_Fact("dealt", place, card) for place in sorted(starts))


def _facts_of_way(problem: CardProblem, way: World) -> Iterator[_Fact]:
    """The facts that are so in a decided world."""
    at = {mask.bit_length() - 1: card for card, mask in enumerate(way.bins)}
    yield from (_Fact("played", slot, at[slot]) for slot in range(len(problem.slots)))
    for card, route in enumerate(way.routes):
        yield _Fact("dealt", problem.routes[route.bit_length() - 1].start, card)


def _narrow_world(problem: CardProblem, world: World, fact: _Fact) -> None:
    """Leaves only the ways in which a fact is so."""
    if fact.kind == "played":
        world.bins[fact.card] &= 1 << fact.place
    else:
        world.routes[fact.card] &= problem.starting[fact.place]


def _own_wins(account: Account) -> bool | None:
    """Check whether the declarer's side has won; None without one."""
    return next((side.wins for side in account.sides if account.declarer in side.seats), None)


class _SameEnds:
    """Takes ends until two of them pay otherwise."""

    def __init__(self, known: list[Account] | tuple[()]) -> None:
        self.played: PlayedWorld | None = None
        self.first: Account | None = next(iter(known), None)
        self.ways: list[tuple[int, World]] = []
        self.is_done = False

    def is_new(self, sums: int, /) -> bool:
        """Check whether sums lead to the first end, or to another payment."""
        return self.first is None or self._account(sums).payments != self.first.payments

    def take_sums(self, sums: int, way: World | None = None, /) -> None:
        """Sums of a way, or sums that cannot be excluded."""
        if way is not None:
            self.ways.append((sums, way))
        if self.first is None:
            self.first = self._account(sums)
        elif self.is_new(sums):
            self.is_done = True

    def _account(self, sums: int) -> Account:
        assert self.played is not None
        return self.played.account_of_sums(sums)[0].account
