"""The wanted hands of a file; of all others only their part in the score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.record_judge.session import NoRulesError, RecordJudge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from calarec.bulk.running import Running
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.running_totals import RunningTotals
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.records.model import Hand


class FilteredHands:
    """Takes plain hands into running totals by the compiled filter."""

    def __init__(self) -> None:
        self._running: Running | None = None

    def can_pass(self, hand: Hand, evening: RunningTotals) -> bool:
        """Check whether a hand has no finding; then it is in the totals, as if replayed."""
        from calarec.bulk.running import Running  # not for one hand

        if hand.findings:
            return False
        running = self._running
        is_same = running is not None and running.evening is evening and running.game is evening.game
        if running is None or not is_same or running.session is not hand.session:
            running = self._running = Running.from_session(evening, hand.session)
        text = "".join([f"{line}\n" for line in hand.lines])
        found = running.pattern.fullmatch(text.encode("ascii", "replace")) if running is not None else None
        return running is not None and found is not None and running.pass_hand(found, hand) is not None


class QuickScore:
    """The compiled way to add plain hands to a judge's score; it replays all others."""

    def __init__(self, judge: RecordJudge) -> None:
        self.judge = judge
        self._plain = FilteredHands()

    def can_pass(self, hand: Hand) -> bool:
        """Check whether a hand has no finding by the judge; then it is in the score.

        The judge always replays the first hand of a ruleset, as findings on a pin belong to it.
        """
        judge = self.judge
        if hand.findings or not judge.may_keep_rules_for(hand.session):
            return False
        if judge.chosen.ruleset is None or judge.may_rename:
            return False
        return self._plain.can_pass(hand, judge.running(judge.chosen.ruleset))


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
        self.hands, self.name, self.unruled = hands, name, unruled
        self.judge = RecordJudge(asked, finds_ends=True, odds_seed=odds_seed)
        self.others: list[str] = []
        """The names of the hands that were not wanted."""

    def __iter__(self) -> Iterator[Judgement]:
        quick = QuickScore(self.judge)
        for hand in self.hands:
            wanted = self.name in (None, hand.name)
            if not wanted:
                self.others.append(hand.name)
                self.judge.defer(self.judge.choose(hand))  # nothing else about its pin is wanted
                if quick.can_pass(hand):
                    continue
            try:
                judged = self.judge.replay(hand)
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
