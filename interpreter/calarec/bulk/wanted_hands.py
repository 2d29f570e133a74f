"""The hands of a file that somebody wants to see; of all others only what they add to the score is worked out."""

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
        """Whether a hand has no finding; then it is in the totals, as if replayed."""
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
    """Takes plain hands into the score of a judge by the compiled way; all others are his to replay."""

    def __init__(self, judge: RecordJudge) -> None:
        self.judge = judge
        self._plain = FilteredHands()

    def can_pass(self, hand: Hand) -> bool:
        """Whether there is nothing to say of a hand, which then is in the score; no answer is ever other than his.

        The first by a ruleset is always his: what is to be said of a pin is said with it.
        """
        judge = self.judge
        if hand.findings or not judge.may_keep_rules_for(hand.session):
            return False
        if judge.chosen.ruleset is None or judge.may_rename:
            return False
        return self._plain.can_pass(hand, judge.running(judge.chosen.ruleset))


class WantedHands:
    """In go the hands of one file, out come the judgements on those of a name, or on all without one.

    A hand that nobody wants to see passes by the compiled way if it is plain, and is explained in silence if it is not.
    A wanted hand without a ruleset is told to `unruled`, and the others go on without its score; nobody to tell it to
    is a NoRulesError at any hand without one, wanted or not.
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
