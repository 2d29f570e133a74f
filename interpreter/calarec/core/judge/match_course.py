"""The course of a match: its counting hands and its end, decided in one place.

A *course* is a value: `RunningTotals` has one for the match that is played, and gives it all that the decision needs.
Replay, sheet, JSON, `enter`, the page and the compiled filter read the answer here. A deal that is dealt again (void,
abandoned, or without a bid) does not count (`engine.match.is_deal_counted`). A hand after the end of the match is
outside: it changes neither the number of deals nor the winner.

Not everything is always known: a hand may not be settled, a hand may have no `at` line. Then the course keeps what
holds in every way in which the match can have gone, and is *open* while the match is over in some of them only.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.behaviours import behaviour_of
from calarec.core.engine.match import NO_FEATS, EndedMatch, MatchStanding, Series, find_match_terms, rank_points
from calarec.core.mechanisms.fields import Kind
from calarec.core.mechanisms.rules import deals_again
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime, timedelta

    from calarec.core.engine.game import Game
    from calarec.core.engine.match import Feats
    from calarec.core.engine.state import Inherited, MatchTerm
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.score import RunningScore
    from calarec.core.judge.score_rows import OtherUnit
    from calarec.core.judge.turn import TurnToDeal


class MatchClock(NamedTuple):
    """The state of a match that is limited in time, by the `at` lines."""

    first: datetime | None = None
    """The first time that is written."""
    is_exact: bool = True
    """True if the match began at that time, not earlier."""
    is_up: bool = False
    """True if the time was up before a hand, and the match went on."""
    in_time: bool = False
    """True if the current hand is known to have begun in time."""
    may_be_over: bool = False
    """True if time may have been up with an earlier hand, which ended the match."""
    would_end: EndedMatch | None = None
    """The end of the match if time ran out during a hand without a known time."""
    goes_on: bool = True
    """True if the match goes on when time ran out during the last of them."""

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
        """The clock after a hand; `end` is the end of the match if the time is up."""
        before = None if self.in_time else self.would_end
        possible = EndedMatch("match.until.minutes", is_hand_known=False) if counts is None else end
        if possible is None:
            return self._replace(would_end=before, goes_on=True)
        merged = possible if before is None else merge_ends(before, possible)
        return self._replace(would_end=merged, goes_on=counts is None)


class MatchCourse(NamedTuple):
    """The progress of a match."""

    number: int = 0
    deals: int = 0
    """The deals that count for certain."""
    open_deals: int = 0
    """The number of hands that may or may not count."""
    hands: int = 0
    """The hands that were added up, whether they count or not."""
    clock: MatchClock = MatchClock()
    ended: EndedMatch | None = None
    """The end of the match, if it is certain."""
    open_rule: str = ""
    """The rule that may have ended the match; empty if the record decides it."""
    is_outside: bool = False
    """True if the match had ended before the last hand."""
    has_gap: bool = False
    """True if the score of one of its hands is not known, or who has won it.

    Then no tie is decided by what players did in the match.
    """
    unsettled: tuple[frozenset[str], ...] = ()
    """The persons at the table in its hands without a known score, if needed."""
    has_open_round: bool = False
    """True if a round may have ended since the totals are unknown."""
    is_deal_counted: bool | None = None
    """True if a match counts the last deal; None if that is not known."""
    is_end_reported: bool = False
    """True if a hand after the end of the match is reported."""
    feats: Mapping[str, Feats] = {}
    """Each person's feats in the match, where ties depend on them."""
    series: Series = Series()
    """The sums that earlier matches give to players, where rules ask for them."""
    people_out: tuple[str, ...] = ()
    """The persons of whom it is reported that they are out of the match and play on."""

    @property
    def is_open(self) -> bool:
        """Check whether the match may be over, and may go on."""
        return bool(self.open_rule)

    @property
    def needs_end_report(self) -> bool:
        """Check for an end of the match without a report of a later hand."""
        return self.ended is not None and not self.is_end_reported

    @property
    def most_deals(self) -> int:
        """The number of deals that may count."""
        return self.deals + self.open_deals

    def begin_hand(self, game: Game, when: datetime | None) -> MatchCourse:
        """The course when a hand begins; its time may show that the match is over."""
        if self.ended is not None:
            return self if self.is_outside else self._replace(is_outside=True)
        minutes = game.rules.match.until.minutes
        if minutes is None:
            return self
        from datetime import timedelta

        is_first = self.hands == 0 and not self.is_open
        clock, is_up = self.clock.at_hand(when, timedelta(minutes=minutes), is_first=is_first)
        if not is_up:
            return self._replace(clock=clock)
        possible, goes_on = clock.would_end, clock.goes_on
        course = self._replace(clock=clock._replace(is_up=True, would_end=None, goes_on=True))
        if possible is None:
            return course
        return course._may_end(possible.rule) if goes_on else course._end(game, possible)._replace(is_outside=True)

    def with_counted(self, *, is_deal_counted: bool | None) -> MatchCourse:
        """The course once it is known whether the last hand is a deal that counts."""
        return self._replace(is_deal_counted=is_deal_counted)

    def with_deal(self, *, is_deal_counted: bool | None) -> MatchCourse:
        """The course after one more hand, whatever the score is."""
        hands = self.hands + 1
        if self.ended is not None or is_deal_counted is False:
            return self._replace(hands=hands, is_deal_counted=is_deal_counted)
        if is_deal_counted is None:
            return self._replace(open_deals=self.open_deals + 1, hands=hands, is_deal_counted=None)
        return self._replace(deals=self.deals + 1, hands=hands, is_deal_counted=True)

    def with_deals(self, hands: int, deals: int, *, is_last_counted: bool | None) -> MatchCourse:
        """The course after consecutive hands, `deals` of which count."""
        deals = self.deals + (0 if self.ended is not None else deals)
        return self._replace(hands=self.hands + hands, deals=deals, is_deal_counted=is_last_counted)

    def find_terms(self, game: Game, people: Mapping[str, str]) -> tuple[MatchTerm, ...] | None:
        """The rules of the match that apply to the next hand; None if that is open."""
        if not game.rules.match.next:
            return ()
        feats = {label: self.feats.get(person, NO_FEATS) for label, person in people.items()}
        return find_match_terms(game, feats, self.deals, has_gap=self.has_gap, open_deals=self.open_deals)

    def with_feats(self, game: Game, score: RunningScore, marks: tuple[int, ...], contract: str = "") -> MatchCourse:
        """The course with what each has done in the last hand (`Matching.marks`)."""
        rule = game.rules.match
        if not marks or not rule.has_feats:
            return self
        is_lowest = rule.wins == "lowest"
        feats = {person: done._replace(declared=False) for person, done in self.feats.items()}
        for person, total, mark in zip(score.people, score.totals, marks, strict=True):
            feats[person] = feats.get(person, NO_FEATS).with_hand(self.hands, total, mark, contract, lowest=is_lowest)
        return self._replace(feats=feats)

    def with_renamed_people(self, names: Mapping[str, str]) -> MatchCourse:
        """The same match of persons who are called otherwise from now on."""
        feats = {names.get(person, person): done for person, done in self.feats.items()}
        return self._replace(feats=feats, series=self.series.with_renamed_people(names))

    def with_feats_in_unit(self, unit: OtherUnit) -> MatchCourse:
        """The same match in another unit of what is added up."""
        feats = {
            person: done._replace(best=tuple((deal, unit.convert(total)) for deal, total in done.best))
            for person, done in self.feats.items()
        }
        return self._replace(feats=feats)

    def with_deals_elsewhere(self, game: Game, name: str, people: Sequence[str], *, is_same: bool) -> MatchCourse:
        """The course of a match with deals before this number played elsewhere.

        `people`: the persons who played them. `is_same`: the totals that they brought are those that were known.
        """
        deals = int(name) - 1 if name.isascii() and name.isdigit() and len(name) < 10 else -1
        has_gap = not is_same or deals > self.deals
        each, unsettled = game.rules.match.until.each, self.unsettled
        if each and has_gap:
            # Enough hands for all contracts that are missing, unless the number of deals is known.
            hands = max(deals - self.deals, 0) or len(each) * len(people)
            unsettled += (frozenset(people),) * min(hands, len(each) * len(people))
        return MatchCourse(
            self.number, max(self.deals, deals), hands=self.hands, clock=self.clock._replace(is_exact=False),
            has_gap=self.has_gap or has_gap, unsettled=unsettled,
            is_deal_counted=self.is_deal_counted, feats=self.feats, people_out=self.people_out, series=self.series,
        )  # fmt: skip

    def after_hand(self, game: Game, score: RunningScore, name: str, *, is_believed: bool = False) -> MatchCourse:
        """The course after a hand with a known score, added up with `with_deal`.

        `is_believed`: the totals are those that the record states, after hands whose score is not known.
        """
        if self.ended is not None:
            return self
        until, clock, is_deal_counted = game.rules.match.until, self.clock, self.is_deal_counted
        self = self._replace(has_open_round=False) if self.has_open_round else self
        if until.round and self.open_deals:
            return self._after_open_round(game, score)
        standing = self._find_standing(game, score, is_deal_counted=is_deal_counted is True, is_time_up=clock.is_up)
        if until.minutes is not None and not clock.is_up and not standing.over:
            in_time = self._find_standing(game, score, is_deal_counted=is_deal_counted is True, is_time_up=True)
            end = _make_end(in_time, score, name) if in_time.over and is_deal_counted is True else None
            self = self._replace(clock=clock.after_hand(end, counts=is_deal_counted))
        if standing.over:
            end = _make_end(standing, score, name)
            by_totals = standing.rule != "match.until.deals"
            if self.has_gap and standing.decided:
                end = end._replace(winners=(), decided="")
            if is_believed and by_totals:
                end = EndedMatch(end.rule, is_hand_known=False)
            if clock.may_be_over and clock.would_end is not None:
                end = merge_ends(clock.would_end, end)
            return self._end(game, end, score)
        if until.deals is not None and self.open_deals and is_deal_counted is not False:
            possible = self._find_standing(game, score, deals=self.most_deals)
            if possible.over:
                return self._may_end(possible.rule)
        return self._after_hands_with_any_declarer(game, score)

    def _after_hands_with_any_declarer(self, game: Game, score: RunningScore) -> MatchCourse:
        """The course after a hand that ends no match directly.

        Its end is open if unsettled hands can have had all missing contracts.
        """
        if not self._may_have_declared_each(game, score.people):
            return self
        each = game.rules.match.until.each
        done = {person: self.feats.get(person, NO_FEATS)._replace(contracts=each) for person in score.people}
        possible = self._replace(feats=done)._find_standing(
            game, score, is_deal_counted=self.is_deal_counted is not False
        )
        return self._may_end(possible.rule) if possible.over else self

    def _after_open_round(self, game: Game, score: RunningScore) -> MatchCourse:
        """The course after a hand of a round with an unknown number of deals."""
        if self.is_deal_counted is False:
            return self
        numbers = range(self.deals, self.most_deals + 1)
        is_late = game.rules.match.until.minutes is not None and not self.clock.in_time
        ends = [
            self._find_standing(game, score, deals=number, is_time_up=self.clock.is_up or is_late) for number in numbers
        ]
        course = self._may_end(*[standing.rule for standing in ends if standing.over][:1])
        may_have_declared = self._may_have_declared_each(game, score.people) and self._may_end_round(game)
        return course._may_end(*("match.until.each",) * may_have_declared)

    def after_unsettled_hand(self, game: Game, people: Sequence[str]) -> MatchCourse:
        """The course after a hand of these persons of which the score is not known."""
        course = self.with_deal(is_deal_counted=self.is_deal_counted)
        if self.is_deal_counted is not False:
            course = course.with_gap_of_feats(game, people)
        return course.without_score(game, people)

    def with_gap_of_feats(self, game: Game, people: Sequence[str]) -> MatchCourse:
        """The course with a hand of which it is not known who declared or won it."""
        unsettled = (*self.unsettled, frozenset(people)) if game.rules.match.until.each else ()
        return self._replace(has_gap=True, unsettled=unsettled)

    def without_score(self, game: Game, people: Sequence[str]) -> MatchCourse:
        """The course after a hand added up with `with_deal`, while totals are unknown."""
        until, course = game.rules.match.until, self
        if course.ended is not None:
            return course
        if until.minutes is not None and not course.clock.is_up:
            clock = course.clock.after_hand(None, counts=None if self.is_deal_counted else self.is_deal_counted)
            course = course._replace(clock=clock)
        if self.is_deal_counted is False or not self._may_end_round(game):
            return course
        return course._replace(has_open_round=until.round)._may_end(
            *("match.until.each",) * course._may_have_declared_each(game, people),
            *("match.until.deals",) * (until.deals is not None and course.most_deals >= until.deals),
            *("match.until.minutes",) * course.clock.is_up,
        )

    def _may_have_declared_each(self, game: Game, people: Sequence[str]) -> bool:
        """Check whether the unsettled hands can have had all missing contracts.

        It can if any players together lack no more contracts than there are unsettled hands with one of them (Hall).
        """
        each, dummies = game.rules.match.until.each, game.rules.table.dummies
        if not each or not self.unsettled:
            return False
        seated = people[: len(people) - (dummies.hands if dummies else 0)]
        missing = {person: len({*each} - {*self.feats.get(person, NO_FEATS).contracts}) for person in seated}
        return all(
            sum(missing[person] for person in group) <= sum(not hand.isdisjoint(group) for hand in self.unsettled)
            for number in range(1, len(seated) + 1)
            for group in combinations(seated, number)
        )

    def _may_end_round(self, game: Game) -> bool:
        """Check whether a round may be over, or the rules ask for none."""
        rule = game.rules.match.until
        numbers = range(max(self.deals, 1), self.most_deals + 1)
        return not rule.round or any(number % people == 0 for number in numbers for people in game.people)

    def with_gap(self, game: Game) -> MatchCourse:
        """The course of a match of which a part is not known."""
        until = game.rules.match.until
        return self._replace(has_gap=True)._may_end(
            *("match.until.deals",) * (until.deals is not None),
            *("match.until.minutes",) * (until.minutes is not None),
            *("match.until.each",) * bool(until.each),
        )

    def is_hand_counted(self, *, is_deal_counted: bool | None) -> bool | None:
        """Check whether the last hand counts for this match; None where that is open.

        `is_deal_counted`: whether it is one of the deals that a match counts.
        """
        if self.is_outside:
            return False
        if self.ended is not None:
            return is_deal_counted and (True if self.ended.is_hand_known else None)
        return None if is_deal_counted and self.clock.may_be_over else is_deal_counted

    def find_standing(self, game: Game, score: RunningScore) -> MatchStanding | None:
        """The state of the match for the table; None where its end is open."""
        counts = self.is_hand_counted(is_deal_counted=self.is_deal_counted)
        if self.ended is not None:
            seats = tuple(seat for seat, who in enumerate(score.people) if who in self.ended.winners)
            return MatchStanding(
                self.deals, score.totals, over=True, winners=seats, rule=self.ended.rule, decided=self.ended.decided,
                counts=counts, ended=self.ended, outside=self.is_outside,
                out=self._find_standing(game, score).out,
            )  # fmt: skip
        if self.is_open:
            return None
        standing = self._find_standing(
            game, score, is_deal_counted=self.is_deal_counted is True, is_time_up=self.clock.is_up
        )  # fmt: skip
        return standing._replace(counts=counts)

    def _find_standing(
        self,
        game: Game,
        score: RunningScore,
        *,
        deals: int | None = None,
        is_deal_counted: bool = True,
        is_time_up: bool = False,
    ) -> MatchStanding:
        feats = tuple(self.feats.get(person, NO_FEATS) for person in score.people) if self.feats else ()
        standing: MatchStanding = behaviour_of(Kind.SECTION, "match").standing(
            game, score.totals, deal=self.deals if deals is None else deals, counts=is_deal_counted, time_up=is_time_up,
            feats=feats,
        )  # fmt: skip
        return standing

    def find_ended_standing(self, game: Game, score: RunningScore) -> MatchStanding | None:
        """The score of a match that is over, whatever the last hand was worth."""
        standing = None if self.ended is None else self.find_standing(game, score)
        return standing._replace(totals=(), out=()) if standing is not None and score.is_unsure else standing

    def find_possible_end_rule(self, game: Game, score: RunningScore) -> str:
        """The rule by which the match may be over; empty where that is known."""
        if self.ended is not None:
            return ""
        rule = game.rules.match
        limits = {"match.until.points": rule.until.points, "match.out_at": rule.out_at}
        if not (self.has_open_round or self._may_end_round(game)):
            del limits["match.until.points"]
        by_totals = [path for path, limit in limits.items() if score.is_unsure and limit is not None]
        by_course = [self.open_rule] if self.is_open else []
        return common_rule(*by_course, *by_totals) if by_course or by_totals else ""

    def _end(self, game: Game, ended: EndedMatch, score: RunningScore | None = None) -> MatchCourse:
        """The course of a match that has ended; with an unknown hand if it was open.

        `score`: the totals with which it ended, where they are known.
        """
        if self.is_open:
            ended, score = EndedMatch(common_rule(self.open_rule, ended.rule), is_hand_known=False), None
        rule = game.rules.match
        if rule.has_series:
            points = () if score is None else rank_points(game, dict(zip(score.people, score.totals, strict=False)))
            is_known = bool(ended.winners) and (score is not None or not rule.ranking)
            ended = ended._replace(series=self.series.with_match(ended.winners, points, is_known=is_known))
        return self._replace(ended=ended, open_rule="")

    def start_next_match(self, game: Game, number: int, score: RunningScore) -> MatchCourse:
        """The course of the match after this one, which is at this score."""
        if not game.rules.match.has_series:
            return MatchCourse(number)
        series = self.series if self.ended is None else self.ended.series
        if self.hands and self.find_possible_end_rule(game, score):
            series = series._replace(is_known=False)
        return MatchCourse(number, series=series.with_new_rubber(game.rules.match.games))

    def _may_end(self, *rules: str) -> MatchCourse:
        """The course of a match that may be over by each of these rules."""
        may_end = [rule for rule in (self.open_rule, *rules) if rule]
        return self._replace(open_rule=common_rule(*may_end)) if may_end else self


def common_rule(*rules: str) -> str:
    """The one rule among these; all limits of a match together where they differ."""
    return rules[0] if len(set(rules)) == 1 else "match.until"


def merge_ends(one: EndedMatch, other: EndedMatch) -> EndedMatch:
    """The common part of two possible ends of a match, with different hands."""
    same = one.winners == other.winners
    return EndedMatch(
        common_rule(one.rule, other.rule),
        winners=one.winners if same else (),
        decided=one.decided if same and one.decided == other.decided else "",
        is_hand_known=False,
    )


def find_uncounted_rule(judged: Judgement) -> str:
    """The rule by which a match does not count a hand; empty if there is none."""
    if judged.outcome == "all_pass":
        return "all_pass.do"
    words = [statement.word for statement in judged.hand.statements if isinstance(statement, rec.Fault | rec.Declare)]
    void = (f"standing.{word}.deal" for word in words if deals_again(judged.game.rules, (word,)))
    return next(void, "") if judged.outcome == "void" else ""


def _make_end(standing: MatchStanding, score: RunningScore, name: str) -> EndedMatch:
    winners = tuple(score.people[seat] for seat in standing.winners)
    return EndedMatch(standing.rule, name, winners, standing.decided)


class LastHand(NamedTuple):
    """The part of the last hand in the score."""

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
