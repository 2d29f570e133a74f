"""Which hands count for a match, and which one ends it: the one place that decides it, hand after hand.

A *course* is a value: `RunningTotals` has one for the match that is played, and hands it everything that the decision
needs. A deal that is dealt again (void, or nobody bid) does not count (`engine.match.is_settled_deal`). A hand after
the end of the match is outside: it changes neither the number of deals nor the winner.

Not everything is always known: a hand may not be settled, a hand may have no `at` line. Then the course keeps what
holds in every way in which the match can have gone, and is *open* while the match is over in some of them only.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.behaviours import behaviour_of
from calarec.core.engine.match import EndedMatch, MatchStanding
from calarec.core.mechanisms.mechanism import Kind
from calarec.core.mechanisms.rules import deals_again
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from calarec.core.engine.game import Game
    from calarec.core.engine.match import Feats
    from calarec.core.judge.judgement import Judgement


class MatchScore(NamedTuple):
    """The score of a match after a hand, as far as its end depends on it."""

    game: Game
    totals: tuple[int, ...]
    people: tuple[str, ...]
    feats: Sequence[Feats] = ()


class MatchClock(NamedTuple):
    """What the `at` lines tell of a match that is limited in time."""

    first: datetime | None = None
    """The first time that is written."""
    is_exact: bool = True
    """Whether the match began at that time, not earlier."""
    is_up: bool = False
    """Whether the time was up before a hand, and the match went on."""
    in_time: bool = False
    """Whether the hand that is played is known to have begun in time."""
    may_be_over: bool = False
    """Whether the time may have been up with a hand before it, and the match ended with that one."""
    would_end: EndedMatch | None = None
    """How the match ended if the time was up while one of the hands was played of which that is not known."""
    goes_on: bool = True
    """Whether the match goes on if the time was up while the last of them was played."""

    def at_hand(self, when: datetime | None, limit: timedelta, *, is_first: bool) -> tuple[MatchClock, bool]:
        """The clock when a hand begins, and whether the time is up by then."""
        if when is None or (self.first is not None and (when.tzinfo is None) != (self.first.tzinfo is None)):
            exact = self.is_exact and self.first is not None
            return self._replace(is_exact=exact, in_time=False, may_be_over=self._may_have_ended), False
        if self.first is None:
            exact = self.is_exact and is_first
            may_be_over = not exact and self._may_have_ended
            return self._replace(first=when, is_exact=exact, in_time=exact, may_be_over=may_be_over), False
        if when - self.first >= limit:
            return self._replace(in_time=False, may_be_over=False), not self.is_up
        may_be_over = not self.is_exact and self._may_have_ended
        return self._replace(in_time=self.is_exact, may_be_over=may_be_over), False

    @property
    def _may_have_ended(self) -> bool:
        return self.would_end is not None and not self.is_up

    def after_hand(self, end: EndedMatch | None, *, counts: bool | None) -> MatchClock:
        """The clock after a hand; `end` is how the match ends with it if the time is up, None if it goes on."""
        before = None if self.in_time else self.would_end
        possible = EndedMatch("match.until.minutes", is_hand_known=False) if counts is None else end
        if possible is None:
            return self._replace(would_end=before, goes_on=True)
        merged = possible if before is None else merge_ends(before, possible)
        return self._replace(would_end=merged, goes_on=counts is None)


class MatchCourse(NamedTuple):
    """How far a match has come."""

    deals: int = 0
    """The deals that count for certain."""
    open_deals: int = 0
    """The hands of which nobody knows whether they count."""
    hands: int = 0
    """The hands that were added up, whether they count or not."""
    clock: MatchClock = MatchClock()
    ended: EndedMatch | None = None
    """How the match ended, if it has for certain."""
    open_rule: str = ""
    """The rule by which the match may be over; empty where the record tells whether it is."""
    is_outside: bool = False
    """Whether the match had ended before the last hand."""
    has_gap: bool = False
    """Whether the score of one of its hands is not known: then no tie is decided by what players did in the match."""

    @property
    def is_open(self) -> bool:
        """Whether the match may be over, and may go on."""
        return bool(self.open_rule)

    @property
    def most_deals(self) -> int:
        """How many deals may count."""
        return self.deals + self.open_deals

    def begin_hand(self, game: Game, when: datetime | None) -> MatchCourse:
        """The course when a hand begins: by its time the match may have ended with a hand before it."""
        if self.ended is not None:
            return self if self.is_outside else self._replace(is_outside=True)
        minutes = game.rules.match.until.minutes
        if minutes is None:
            return self
        is_first = self.hands == 0 and not self.is_open
        clock, is_up = self.clock.at_hand(when, timedelta(minutes=minutes), is_first=is_first)
        if not is_up:
            return self._replace(clock=clock)
        possible, goes_on = clock.would_end, clock.goes_on
        course = self._replace(clock=clock._replace(is_up=True, would_end=None, goes_on=True))
        if possible is None:
            return course
        return course._may_end(possible.rule) if goes_on else course._end(possible)._replace(is_outside=True)

    def with_deal(self, *, counts: bool | None) -> MatchCourse:
        """The course after one more hand, whatever the score is."""
        if self.ended is not None:
            return self._replace(hands=self.hands + 1)
        return self._replace(
            deals=self.deals + (counts is True), open_deals=self.open_deals + (counts is None), hands=self.hands + 1
        )

    def with_deals(self, hands: int, deals: int) -> MatchCourse:
        """The course after hands in a row, so many of which count."""
        return self._replace(hands=self.hands + hands, deals=self.deals + (0 if self.ended is not None else deals))

    def carried_on(self, name: str) -> MatchCourse:
        """The course of a match of which the deals before a hand with this number were played elsewhere."""
        deals = int(name) - 1 if name.isascii() and name.isdigit() and len(name) < 10 else -1
        return MatchCourse(max(self.deals, deals), hands=self.hands, clock=self.clock._replace(is_exact=False))

    def after_hand(self, score: MatchScore, name: str, *, counts: bool | None, believed: bool = False) -> MatchCourse:
        """The course after a hand of which the score is known, and was added up with `with_deal`.

        `believed`: the totals are those that the record states, after hands of which nobody knows the score.
        """
        if self.ended is not None:
            return self
        until = score.game.rules.match.until
        clock = self.clock
        standing = _standing(score, self.deals, counts=counts is True, time_up=clock.is_up)
        if until.minutes is not None and not clock.is_up and not standing.over:
            in_time = _standing(score, self.deals, counts=counts is True, time_up=True)
            end = _end_of(in_time, score, name) if in_time.over and counts is True else None
            self = self._replace(clock=clock.after_hand(end, counts=counts))
        if standing.over:
            end = _end_of(standing, score, name)
            by_totals = standing.rule != "match.until.deals"
            if self.has_gap and standing.decided:
                end = end._replace(winners=(), decided="")
            if believed and by_totals:
                end = EndedMatch(end.rule, is_hand_known=False)
            if clock.may_be_over and clock.would_end is not None:
                end = merge_ends(clock.would_end, end)
            return self._end(end)
        if until.deals is not None and self.open_deals and counts is not False:
            possible = _standing(score, self.most_deals, counts=True)
            return self._may_end(possible.rule) if possible.over else self
        return self

    def after_unsettled(self, game: Game, *, counts: bool | None) -> MatchCourse:
        """The course after a hand of which nobody knows the score."""
        return self.with_deal(counts=counts)._replace(has_gap=True).without_score(game, counts=counts)

    def without_score(self, game: Game, *, counts: bool | None) -> MatchCourse:
        """The course after a hand that was added up with `with_deal` while the totals are not known."""
        until, course = game.rules.match.until, self
        if course.ended is not None:
            return course
        if until.minutes is not None and not course.clock.is_up:
            clock = course.clock.after_hand(None, counts=None if counts else counts)
            course = course._replace(clock=clock)
        if counts is False:
            return course
        return course._may_end(
            *("match.until.deals",) * (until.deals is not None and course.most_deals >= until.deals),
            *("match.until.minutes",) * course.clock.is_up,
        )

    def with_gap(self, game: Game) -> MatchCourse:
        """The course of a match of which a part is not known."""
        until = game.rules.match.until
        return self._replace(has_gap=True)._may_end(
            *("match.until.deals",) * (until.deals is not None),
            *("match.until.minutes",) * (until.minutes is not None),
        )

    def standing(self, score: MatchScore, *, counts: bool | None) -> MatchStanding | None:
        """How the match stands for those at the table; None where it is open whether it is over."""
        if self.ended is not None:
            seats = tuple(seat for seat, who in enumerate(score.people) if who in self.ended.winners)
            return MatchStanding(
                self.deals, score.totals, over=True, winners=seats, rule=self.ended.rule, decided=self.ended.decided,
                counts=False if self.is_outside else counts and (True if self.ended.is_hand_known else None),
                ended=self.ended, outside=self.is_outside,
                out=_standing(score, self.deals).out,
            )  # fmt: skip
        if self.is_open:
            return None
        return _standing(score, self.deals, counts=counts is True, time_up=self.clock.is_up)._replace(
            counts=None if counts and self.clock.may_be_over else counts
        )

    def ended_standing(self, score: MatchScore, *, counts: bool | None, unsure: bool) -> MatchStanding | None:
        """How a match stands that is over, whatever the last hand was worth; `unsure`: the totals are not known."""
        standing = None if self.ended is None else self.standing(score, counts=counts)
        return standing._replace(totals=(), out=()) if standing is not None and unsure else standing

    def possible_end(self, game: Game, *, unsure: bool) -> str:
        """The rule by which the match may be over; empty where that is known. `unsure`: the totals are not known."""
        if self.ended is not None:
            return ""
        rule = game.rules.match
        limits = {"match.until.points": rule.until.points, "match.out_at": rule.out_at}
        by_totals = [path for path, limit in limits.items() if unsure and limit is not None]
        by_course = [self.open_rule] if self.is_open else []
        return one_rule(*by_course, *by_totals) if by_course or by_totals else ""

    def _end(self, ended: EndedMatch) -> MatchCourse:
        """The course of a match that has ended; where it may have ended before, nobody knows with which hand."""
        if not self.is_open:
            return self._replace(ended=ended)
        rule = one_rule(self.open_rule, ended.rule)
        return self._replace(ended=EndedMatch(rule, is_hand_known=False), open_rule="")

    def _may_end(self, *rules: str) -> MatchCourse:
        """The course of a match that may be over by each of these rules."""
        may_end = [rule for rule in (self.open_rule, *rules) if rule]
        return self._replace(open_rule=one_rule(*may_end)) if may_end else self


def one_rule(*rules: str) -> str:
    """The rule by which a match ended that has ended by one of these; all limits together where they differ."""
    return rules[0] if len(set(rules)) == 1 else "match.until"


def merge_ends(one: EndedMatch, other: EndedMatch) -> EndedMatch:
    """What two ends of a match, of which one has come about, with different hands, have in common."""
    same = one.winners == other.winners
    return EndedMatch(
        one_rule(one.rule, other.rule),
        winners=one.winners if same else (),
        decided=one.decided if same and one.decided == other.decided else "",
        is_hand_known=False,
    )


def why_not_settled(judged: Judgement) -> str:
    """The rule by which a hand is none of the deals that a match counts; empty if no rule says so."""
    if judged.outcome == "all_pass":
        return "all_pass.do"
    words = [each.word for each in judged.hand.statements if isinstance(each, rec.Fault | rec.Declare)]
    void = (f"standing.{word}.deal" for word in words if deals_again(judged.game.rules, (word,)))
    return next(void, "") if judged.outcome == "void" else ""


def _standing(score: MatchScore, deals: int, *, counts: bool = True, time_up: bool = False) -> MatchStanding:
    found: MatchStanding = behaviour_of(Kind.SECTION, "match").standing(
        score.game, score.totals, deal=deals, counts=counts, time_up=time_up, feats=score.feats
    )
    return found


def _end_of(standing: MatchStanding, score: MatchScore, name: str) -> EndedMatch:
    winners = tuple(score.people[seat] for seat in standing.winners)
    return EndedMatch(standing.rule, name, winners, standing.decided)


MATCH_BEGUN: Final = MatchCourse()
