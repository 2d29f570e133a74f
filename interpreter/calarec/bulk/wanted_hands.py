"""The wanted hands of a file; of all others only their part in the score.

The compiled filter proves that a plain hand has no finding. The other fields of its judgement are found when they are
read (`proved_hands`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import replace
from calarec.core.judge.seats import find_game_at_table
from calarec.core.notation.reader import Records
from calarec.record_judge.session import NoRulesError, RecordJudge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from calarec.bulk.running import Passed, Running
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.running_totals import RunningTotals
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.records.model import Hand

MIN_HANDS_TO_PROVE: Final = 30
"""The number of hands of a ruleset that a process replays in full before it proves others.

Loading the compiled rules takes as long as the replay of these hands.
"""
_replayed_hands: Final[dict[str, int]] = {}
"""The number of hands that were replayed in full, by the digest of the ruleset."""


class FilteredHands:
    """Takes plain hands into running totals by the compiled filter."""

    def __init__(self) -> None:
        self.running: Running | None = None
        """The people and rules of the last hand that was tried."""

    def can_pass(self, hand: Hand, evening: RunningTotals) -> bool:
        """Check whether a hand has no finding; then it is in the totals, as if replayed."""
        return self.pass_hand(hand, evening) is not None

    def pass_hand(self, hand: Hand, evening: RunningTotals) -> Passed | None:
        """Take a hand into the totals if it has no finding; None if it may have one."""
        from calarec.bulk.running import Running  # not for one hand

        if hand.findings:
            return None
        running = self.running
        is_same = running is not None and running.evening is evening and running.game is evening.game
        if running is None or not is_same or running.session is not hand.session:
            running = self.running = Running.from_session(evening, hand.session)
        text = "".join([f"{line}\n" for line in hand.lines])
        found = running.pattern.fullmatch(text.encode("ascii", "replace")) if running is not None else None
        return running.pass_hand(found, hand) if running is not None and found is not None else None


class QuickScore:
    """The compiled way to add plain hands to a judge's score; it replays all others."""

    def __init__(self, judge: RecordJudge) -> None:
        self.judge = judge
        self._plain = FilteredHands()

    def can_pass(self, hand: Hand) -> bool:
        """Check whether a hand has no finding by the judge; then it is in the score.

        The judge always replays the first hand of a ruleset, as findings on a pin belong to it.
        """
        return self._is_ready_for(hand) and self._plain.can_pass(hand, self._evening())

    def replay(self, hand: Hand) -> Judgement:
        """Replay a hand that is as it was read; a plain one is proved first."""
        return self._prove_hand(hand) or self._replay_in_full(hand)

    def _replay_in_full(self, hand: Hand) -> Judgement:
        judged = self.judge.replay(hand)
        digest = judged.game.ruleset.digest
        _replayed_hands[digest] = _replayed_hands.get(digest, 0) + 1
        return judged

    def _is_ready_for(self, hand: Hand) -> bool:
        judge = self.judge
        if hand.findings or not judge.may_keep_rules_for(hand.session):
            return False
        return judge.chosen.ruleset is not None and not judge.may_rename

    def _evening(self) -> RunningTotals:
        assert self.judge.chosen.ruleset is not None
        return self.judge.running(self.judge.chosen.ruleset)

    def _prove_hand(self, hand: Hand) -> Judgement | None:
        """The judgement on a plain hand with all its cards; None for any other."""
        judge = self.judge
        if judge.deferred or judge.silent or not self._is_ready_for(hand):
            return None
        evening = self._evening()
        if _replayed_hands.get(evening.game.ruleset.digest, 0) < MIN_HANDS_TO_PROVE:
            return None
        if evening.game.rules.match.first_eldest is not None and not evening.match.most_deals:
            return None  # whether it is the first of the match, only a replay keeps
        if find_game_at_table(hand, evening.game) is not evening.game:
            return None  # the filter knows no rules for tables of one size
        before = replace(evening)
        passed = self._plain.pass_hand(hand, evening)
        running = self._plain.running
        if passed is None or running is None:
            return None
        from calarec.bulk.proved_hands import ProvedHand  # not for one hand

        judge.has_renamed = False
        return ProvedHand(hand, before, passed, running).make_judgement()


class WantedHands:
    """The judgements on the hands of a name in one file, or on all without a name.

    An unwanted hand passes by the compiled way if it is plain, and is explained without findings if it is not. A
    wanted hand without a ruleset is passed to `unruled`, and the others go on without its score. Without `unruled`
    any hand without a ruleset raises NoRulesError, wanted or not.
    """

    def __init__(
        self,
        hands: Iterable[Hand],
        asked: Ruleset | None,
        name: str | None,
        unruled: Callable[[NoRulesError], None] | None = None,
        odds_seed: int | None = None,
    ) -> None:
        self.hands: Iterable[Hand] = hands
        self.name: str | None = name
        self.unruled: Callable[[NoRulesError], None] | None = unruled
        self.judge: RecordJudge = RecordJudge(asked, finds_ends=True, odds_seed=odds_seed)
        self.others: list[str] = []
        """The names of the hands that were not wanted."""

    def __iter__(self) -> Iterator[Judgement]:
        quick = QuickScore(self.judge)
        replay = quick.replay if isinstance(self.hands, Records) else self.judge.replay
        for hand in self.hands:
            wanted = self.name in (None, hand.name)
            if not wanted:
                self.others.append(hand.name)
                self.judge.defer(self.judge.choose(hand))  # nothing else about its pin is wanted
                if quick.can_pass(hand):
                    continue
            try:
                judged = replay(hand)
                if not wanted:
                    self.judge.defer(judged.findings)
            except NoRulesError as error:
                if self.unruled is None:
                    raise
                if wanted:
                    self.unruled(error)
                continue
            if wanted:
                yield judged
