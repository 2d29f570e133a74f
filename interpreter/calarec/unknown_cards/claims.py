"""Claimed points in a hand with unknown cards: a way to reach them.

The reachable points depend on the winnings of the sides, and so on unknown cards: a claim is wrong only if no
placement of the cards reaches it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.engine.cards import bits
from calarec.core.engine.state import NOBODY
from calarec.core.judge.seats import number_of
from calarec.core.records import model as rec
from calarec.unknown_cards.solver.sums import NONE, Counting, Goes, can_explore_all

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.engine.state import State
    from calarec.core.judge.problems import Budget, Problem
    from calarec.core.judge.walk import Walk
    from calarec.unknown_cards.search import FoundWorld
    from calarec.unknown_cards.solver.problem import World

_OTHERS, _OWN, _GONE = range(3)
"""The parties of a claim: those without its points, those with, and lost piles."""


def find_reachable_points(found: FoundWorld, walk: Walk, budget: Budget) -> ReachablePoints | None:
    """Find the reachable points of a claim that the walk refuses; None without one."""
    refused = next((problem for problem in walk.problems if _is_refused(problem)), None)
    if refused is None:
        return None
    at = next(at for at, statement in enumerate(walk.hand.statements) if statement is refused.statement)
    claim, state, points = walk.hand.statements[at], walk.go_back(at).state, refused.args["points"]
    assert isinstance(claim, rec.Claim | rec.Concede)
    assert isinstance(points, int)
    own = state.side_mask(number_of(state.setting, claim.seat))
    counting = _claim_counting(found, walk, state, own if isinstance(claim, rec.Claim) else ~own)
    wanted = ReachablePoints(walk, counting, points)
    wanted.whole = can_explore_all(counting, found.world, found.solution, budget, wanted)
    return wanted


def _is_refused(problem: Problem) -> bool:
    return problem.code == "CAL521" and problem.wording == "range"


class ReachablePoints:
    """The range of reachable points, and the first way that reaches the claimed ones."""

    def __init__(self, walk: Walk, counting: Counting, points: int) -> None:
        cards, pack = walk.game.cards, walk.game.rules.pack
        self.walk = walk
        self.counting = counting
        self.points = points
        self.all = cards.worth(cards.full) + pack.last_trick
        self.least, self.most = self.all, 0
        self.way: World | None = None
        self.whole = True
        """True if every way was examined."""

    @property
    def is_done(self) -> bool:
        """Check whether a way is found."""
        return self.way is not None

    def is_new(self, sums: int, /) -> bool:
        """Check whether sums allow the claimed points, or extend the known range."""
        least, most = self._point_range(sums)
        return least <= self.points <= most or least < self.least or most > self.most

    def take_sums(self, sums: int, way: World | None = None, /) -> None:
        """One way."""
        least, most = self._point_range(sums)
        self.least, self.most = min(self.least, least), max(self.most, most)
        if least <= self.points <= most and self.way is None:
            self.way = way

    def _point_range(self, sums: int) -> tuple[int, int]:
        have = self.counting.unpack_sums(sums)
        won = [in_tricks + piles for in_tricks, piles in zip(have.in_tricks, have.piles, strict=True)]
        return won[_OWN], self.all - won[_GONE] - won[_OTHERS]

    def walk_with_ranges(self, ways: Sequence[ReachablePoints]) -> Walk:
        """Put the whole reachable range into problems of impossible claims."""
        room = {"least": min(way.least for way in ways), "most": max(way.most for way in ways)}
        problems = (
            problem._replace(args=problem.args | room)
            if _is_refused(problem) and problem.args["points"] == self.points
            else problem
            for problem in self.walk.problems
        )
        return self.walk.with_problems(problems)


def _claim_counting(found: FoundWorld, walk: Walk, state: State, own: int) -> Counting:
    """The winnings at a claim: whole tricks, and piles without a last trick."""
    problem, game = found.question.problem, walk.game
    seats, piles = len(state.setting.labels), len(game.piles)
    complete = min(len(state.tricks), len(problem.tricks))
    rests = {slot: Goes(piles=False, party=NONE) for trick in problem.tricks[complete:] for slot in trick}
    declarers = NONE if state.declarer == NOBODY else own >> state.declarer & 1
    owners = {"declarer": declarers, "last_trick": NONE}
    for place in range(len(problem.starts)):
        name = game.piles[(place - seats) % piles] if place >= seats else ""
        party = owners.get(game.rules.piles[name].won_by, _GONE) if name else NONE
        rests[problem.first_rest + place] = Goes(piles=True, party=party)
    active = {*bits(sum(1 << seat for seat in state.setting.active))}
    parties = [own >> seat & 1 if seat in active else NONE for seat in range(seats)] + [NONE] * (2 * piles)
    return Counting(problem, game.cards.points, parties, 3, complete, rests)
