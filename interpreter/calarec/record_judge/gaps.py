"""The running score as calarec uses it: it judges hands with gaps too.

The modules that judge gaps are imported when a hand needs them: most hands have none.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from calarec.core.judge.running_totals import RunningTotals

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.judge.deal import KnownDeal
    from calarec.core.judge.gaps import GapJudge
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.possible_ends import PossibleEnds
    from calarec.core.judge.problems import Problems
    from calarec.core.judge.totals_so_far import TotalsSoFar
    from calarec.core.records.model import Hand


class _AllGaps:
    """Judges hands with unknown cards, hands without cards, and stated results."""

    def judge_unknown_cards(
        self, hand: Hand, game: Game, seating: Seating, dealt: KnownDeal, problems: Problems, evening: TotalsSoFar
    ) -> Judgement:
        from calarec.unknown_cards.judging import replay_partial

        return replay_partial(hand, game, seating, dealt, problems, evening)

    def judge_score_only(
        self, hand: Hand, game: Game, seating: Seating, problems: Problems, evening: TotalsSoFar
    ) -> Judgement:
        from calarec.score_only.judging import replay_scores

        return replay_scores(hand, game, seating, problems, evening)

    def judge_stated_end(
        self, judged: Judgement, seating: Seating, problems: Problems, evening: TotalsSoFar
    ) -> Judgement:
        from calarec.score_only.judging import judge_as_told

        return judge_as_told(judged, seating, problems, evening)

    def find_ends_of_rest(self, judged: Judgement, seating: Seating, ends: PossibleEnds) -> PossibleEnds:
        from calarec.record_judge.unwritten_tricks import find_ends_of_rest

        return find_ends_of_rest(judged, seating, ends, begin_totals)

    def can_fit(self, hand: Hand, game: Game, seating: Seating, evening: TotalsSoFar, *, plain: bool) -> bool:
        from calarec.score_only.judging import can_fit

        return can_fit(hand, game, seating, evening, plain=plain)


_GAP_JUDGE: Final[GapJudge] = _AllGaps()

begin_totals: Final = partial(RunningTotals, gap_judge=_GAP_JUDGE)
"""A running score that judges every hand; it takes what `RunningTotals` takes."""
