"""Plain hands that are proved first and explained second.

The compiled filter proves that a hand has no finding. Its judgement has this result at once. Sums come from the proof
when they are read. Events come from the engine, which makes the moves but compares nothing with the lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.bulk.resettled_hands import can_settle, tally_from_judged
from calarec.core.base.frozen import fields, replace
from calarec.core.engine.settling import settle_hand
from calarec.core.judge.deal import read_deal
from calarec.core.judge.judgement import Judgement, make_found_later
from calarec.core.judge.problems import Problems
from calarec.core.judge.ruling import settle_walk
from calarec.core.judge.walk import begin_walk, make_script
from calarec.core.judge.walking import walk_proved_hand

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.bulk.running import Passed, Running
    from calarec.core.judge.running_totals import RunningTotals
    from calarec.core.records.model import Hand

_SUMS: Final = ("account", "outcome")
_MATCH: Final = ("standing", "possible_end")


class ProvedHand:
    """A hand that has passed, and the running totals before it."""

    def __init__(self, hand: Hand, before: RunningTotals, passed: Passed, running: Running) -> None:
        assert running.judged is not None
        assert running.seating is not None
        self._hand, self._before, self._game = hand, before, before.game
        self._judged, self._setting = running.judged, running.seating.setting._replace(carry=running.carry)
        self._totals = dict(zip(running.labels, passed.totals, strict=True))
        self._stated = passed.stated
        self._match, self._score = running.evening.match, running.evening.score

    def make_judgement(self) -> Judgement:
        """The judgement on the hand."""
        return make_found_later(
            Judgement, self, hand=self._hand, game=self._game, verdict="legal", knowledge="complete",
            stated=self._stated, totals=self._totals, deduced=(), sure=-1, possible=None, odds=None, findings=(),
        )  # fmt: skip

    def find_fields(self, name: str) -> Mapping[str, Any]:
        """Find a field of the judgement, and those that are found with it."""
        if name == "setting":
            return {name: self._setting}
        if name in _MATCH:
            ends = (
                self._match.find_standing(self._game, self._score),
                self._match.find_possible_end_rule(self._game, self._score),
            )
            return dict(zip(_MATCH, ends, strict=True))
        if name in _SUMS and can_settle(self._judged, self._game):
            tally = tally_from_judged(self._game, self._setting, self._judged)
            return {"account": settle_hand(self._game, tally), "outcome": tally.outcome}
        return self._play_hand() or self._replay_hand()

    def _play_hand(self) -> Mapping[str, Any] | None:
        """Find the events of the hand and its settlement; None if a move is refused."""
        hand, game, setting = self._hand, self._game, self._setting
        dealt = read_deal(hand, game, setting, Problems(game))
        walk = walk_proved_hand(begin_walk(make_script(hand, game, setting), setting, dealt))
        if walk is None:
            return None
        found = {"happened": walk.happened, "state": walk.state, "outcome": walk.state.outcome}
        return found if can_settle(self._judged, game) else {**found, "account": settle_walk(walk)[0]}

    def _replay_hand(self) -> Mapping[str, Any]:
        """All fields, by a full replay."""
        judged = replace(self._before).replay(self._hand)
        return {field.name: getattr(judged, field.name) for field in fields(type(judged))}
