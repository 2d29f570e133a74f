"""The interface of a judge for hands with gaps, supplied from outside the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.judge.deal import KnownDeal
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.possible_ends import PossibleEnds
    from calarec.core.judge.problems import Problems
    from calarec.core.judge.totals_so_far import TotalsSoFar
    from calarec.core.records.model import Hand


class GapJudge(Protocol):
    """A judge of hands that the walk cannot judge without help.

    `calarec.record_judge.gaps` has the one that calarec uses.
    """

    def judge_unknown_cards(
        self, hand: Hand, game: Game, seating: Seating, dealt: KnownDeal, problems: Problems, evening: TotalsSoFar
    ) -> Judgement:
        """The ruling on a hand whose cards or exchange are not all known."""

    def judge_score_only(
        self, hand: Hand, game: Game, seating: Seating, problems: Problems, evening: TotalsSoFar
    ) -> Judgement:
        """The ruling on a hand of which only the score is written."""

    def judge_stated_end(
        self, judged: Judgement, seating: Seating, problems: Problems, evening: TotalsSoFar
    ) -> Judgement:
        """The ruling on a hand that its course does not settle, by its stated result."""

    def find_ends_of_rest(self, judged: Judgement, seating: Seating, ends: PossibleEnds) -> PossibleEnds:
        """Complete the possible ends of a hand; `ends` are those known so far."""

    def can_fit(self, hand: Hand, game: Game, seating: Seating, evening: TotalsSoFar, *, plain: bool) -> bool:
        """Check whether the written result is possible under the contract of a hand.

        `plain`: without a bonus.
        """
