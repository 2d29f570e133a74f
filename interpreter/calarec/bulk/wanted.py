"""The hands of a file that somebody wants to see; of all others only what they add to the score is worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.judge.session import RecordJudge

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.bulk.running import Running
    from calarec.judge.judgement import Judgement
    from calarec.mechanisms.ruleset import Ruleset
    from calarec.records.model import Hand


class WantedHands:
    """In go the hands of one file, out come the judgements on those of a name, or on all without one.

    A hand that nobody wants to see passes by the compiled way if it is plain, and is explained in silence if it is not.
    NoRulesError at a hand without a ruleset, wanted or not, as the score behind it is not known.
    """

    def __init__(self, hands: Iterable[Hand], asked: Ruleset | None, name: str | None) -> None:
        self.hands, self.name, self.judge = hands, name, RecordJudge(asked)
        self.others: list[str] = []
        """The names of the hands that were not wanted."""
        self._running: Running | None = None

    def __iter__(self) -> Iterator[Judgement]:
        for hand in self.hands:
            if self.name in (None, hand.name):
                yield self.judge.replay(hand)
                continue
            self.others.append(hand.name)
            if not self._passes(hand):
                self.judge.replay(hand)

    def _passes(self, hand: Hand) -> bool:
        """Takes a plain hand into the score; no answer of the filter is ever other than what explaining finds."""
        from calarec.bulk.running import Running  # not for one hand

        if hand.findings or self.judge.choose(hand) or self.judge.chosen.ruleset is None:
            return False
        evening, running = self.judge.running(self.judge.chosen.ruleset), self._running
        if running is None or running.session is not hand.session or running.game is not evening.game:
            running = self._running = Running.of(evening, hand.session)
        text = "".join([f"{line}\n" for line in hand.lines])
        found = running.pattern.fullmatch(text.encode("ascii", "replace")) if running is not None else None
        return running is not None and found is not None and running.passes(found, hand) is not None
