"""The running score at some moment, and what the last hand gave to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.engine.state import Inherited
    from calarec.core.judge.match_course import MatchCourse
    from calarec.core.judge.score import RunningScore
    from calarec.core.judge.turn import TurnToDeal


class LastHand(NamedTuple):
    """What the last hand gave to the score."""

    is_settled: bool = True
    gains: Mapping[str, int] = {}
    """The amounts that it added, by seat."""
    marks: tuple[int, ...] = ()
    """The seats that have won it, and the declarer, by seat (`Matching.marks`)."""
    paid_wrong: Mapping[str, int] = {}
    """The amounts by which its stated payments are too high, by seat."""


class ScoreSnapshot(NamedTuple):
    """The running score at some moment, to be restored if a hand is judged again."""

    score: RunningScore
    match: MatchCourse
    turn: TurnToDeal
    inherited: Inherited
    last_hand: LastHand
