"""A way in which a hand with unknown cards can have come to a wanted end.

The worlds are those of `search`, the ends those of `accounts`: what is possible here is what a ruling calls possible.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple
from calarec.core.judge.deal import read_deal
from calarec.core.judge.problems import Problems
from calarec.unknown_cards.accounts import Accounts, PlayedWorld, WantedEnd
from calarec.unknown_cards.judging import PartialHand
from calarec.unknown_cards.search import WITNESS_STEPS, search_budget
from calarec.unknown_cards.solver.search import placement_of
from calarec.unknown_cards.solver.sums import can_explore_all

if TYPE_CHECKING:
    from calarec.core.engine.state import Seating
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.totals_so_far import TotalsSoFar
    from calarec.core.judge.walk import Walk
    from calarec.unknown_cards.accounts import Wanted
    from calarec.unknown_cards.search import FoundWorld


class Completion(NamedTuple):
    """A walk through a completed hand; `walk` is None where there is none."""

    walk: Walk | None
    whole: bool
    """True if every way was examined: then there is no other."""


def complete_hand(judged: Judgement, setting: Seating, evening: TotalsSoFar, wanted: Wanted) -> Completion:
    """Find a way that bears out all assertions of the record and has a wanted end.

    If the hand breaks off, the walk goes up to there.
    """
    problems = Problems(judged.game)
    dealt = read_deal(judged.hand, judged.game, setting, problems)
    partial = PartialHand(judged.hand, judged.game, setting, dealt, problems, evening)
    worlds = partial.world_search.find_worlds()
    if not worlds.found or worlds.found[0].refused or worlds.found[0].question.plan.lost:
        return Completion(None, not worlds.gave_up)
    accounts = Accounts(judged.hand, judged.game, setting, evening, search_budget(problems, WITNESS_STEPS))
    whole = worlds.whole and not worlds.gave_up
    for found_world in worlds.found:
        walk = _walk_wanted(partial, found_world, accounts, wanted)
        if walk.walk is not None:
            return walk
        whole &= walk.whole
    return Completion(None, whole)


def _walk_wanted(partial: PartialHand, found: FoundWorld, accounts: Accounts, wanted: Wanted) -> Completion:
    """A walk through one world."""
    walked = partial.walk_world(found)
    if walked is None:
        walk = partial.walk_witness(found.question, placement_of(found.question.problem, found.solution))[2]
        return Completion(walk if walk.is_certain and not walk.state.is_over else None, whole=False)
    played = PlayedWorld(accounts, found, *walked)
    looking = WantedEnd(played, wanted)
    whole = can_explore_all(played.counting, found.world, found.solution, accounts.budget, looking)
    if looking.way is None:
        return Completion(None, whole and looking.is_excluded)
    return Completion(partial.walk_witness(found.question, placement_of(found.question.problem, looking.way))[2], whole)
