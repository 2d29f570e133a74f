"""Hand after hand: score, match, turn to deal, and the inheritance of an all-pass.

Each of these is a value with a module of its own: `score`, `match_course`, `turn`. `RunningTotals` takes hands, and
lines between hands, into all of them.

If a file is judged in pieces, each piece is judged without what went before: it is `silent` about totals, and notes
the hands whose judging depended on totals that are not known. The reader of all pieces adds them up with `take_hand`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import dataclass, replace
from calarec.core.engine.behaviours import behaviour_of
from calarec.core.engine.match import has_known_winners, is_deal_counted, payment_units
from calarec.core.engine.state import NOTHING_CARRIED
from calarec.core.judge.agreed_payments import find_agreed_payments, with_agreed_payments
from calarec.core.judge.hand import replay_hand
from calarec.core.judge.match_course import LastHand, MatchCourse, ScoreSnapshot
from calarec.core.judge.score import (
    UNKNOWN_SCORE,
    RunningScore,
    begin_score,
    first_dealer_finding,
    is_disputed,
    match_over_finding,
    out_of_match_findings,
    out_of_turn_finding,
)
from calarec.core.judge.score_rows import (
    OtherUnit,
    ScoreRow,
    begin_time,
    events_before,
    find_people,
    find_persons,
    hand_of_closing,
    table_events,
)
from calarec.core.judge.turn import TurnToDeal, find_next_dealer, is_first_hand, is_next_hand, pass_turn
from calarec.core.mechanisms.fields import Kind
from calarec.core.mechanisms.rules import has_match_declaration
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game
    from calarec.core.engine.match import MatchStanding
    from calarec.core.engine.state import Inherited
    from calarec.core.judge.gains import HandScore
    from calarec.core.judge.gaps import GapJudge
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.score_rows import TableEvent
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding


@dataclass(slots=True)
class RunningTotals:
    """The running score of a file, which takes its hands in order.

    `replay` judges a hand, `take_hand` takes a judged one; the compiled filter adds the hands that it passes itself.
    """

    game: Game
    gap_judge: GapJudge
    silent: bool = False
    """True if another running score adds up these findings.

    Nothing is reported here of totals, match and first dealer.
    """
    literal: bool = False
    """Hands are taken as they are written, and no other readings are tried."""
    finds_ends: bool = False
    """True if calarec finds the possible ends of unsettled hands."""
    odds_seed: int | None = None
    """The seed of the samples for odds of unsettled hands; None if not asked for."""
    score: RunningScore = RunningScore()
    match: MatchCourse = MatchCourse()
    turn: TurnToDeal = TurnToDeal()
    inherited: Inherited = NOTHING_CARRIED
    last_hand: LastHand = LastHand()
    has_asked: bool = False
    """True if judging the last hand depended on totals that are not known."""
    is_first_deal: bool = False
    """True if the last hand is surely the first of a match.

    Only deals that do not count can have gone before.
    """
    row: ScoreRow | None = None
    """The last hand as a row."""

    # ------------------------------------------------------------------ hand after hand

    def replay(self, hand: Hand) -> Judgement:
        """Replay one hand and add it to the score."""
        events = events_before(hand, self.turn.seated)
        late = self.open_hand(hand)
        replayed = replay_hand(hand, self.game, self, self.gap_judge, literal=self.literal)
        seating = replayed.setting
        dealer = "" if seating is None else seating.labels[seating.dealer]
        findings = [*late, *self.take_dealer(hand, dealer, find_next_dealer(replayed))]
        is_sure = self.is_sure
        if self.is_unsure:
            replayed = replace(replayed, totals=None, standing=None)
        after = self.finish_hand(hand, disputed=is_disputed(replayed.findings))
        replayed = self._with_end(replayed, is_sure=is_sure)
        if findings or after:
            replayed = replace(replayed, findings=(*findings, *replayed.findings, *after))
        self.keep_row(replayed, events, is_sure=is_sure)
        return replayed

    @property
    def is_unsure(self) -> bool:
        """Check whether calarec takes the next stated totals for the truth."""
        return self.score.is_unsure

    @property
    def is_sure(self) -> bool:
        """Check whether the totals are known, with those of the last hand."""
        return not self.score.is_unsure and self.last_hand.is_settled

    def _with_end(self, replayed: Judgement, *, is_sure: bool) -> Judgement:
        """The judgement with the end of the match, where totals are not known."""
        if replayed.setting is None:
            return replayed
        ended = None if is_sure else self.match.find_ended_standing(self.game, self.score)
        possible_end = "" if self.silent else self.match.find_possible_end_rule(self.game, self.score)
        return replace(replayed, standing=ended or replayed.standing, possible_end=possible_end)

    def keep_row(self, replayed: Judgement, events: tuple[TableEvent, ...], *, is_sure: bool) -> None:
        """Keep the row of a hand; `events` are the table events since the one before."""
        hand, seating = replayed.hand, replayed.setting
        dummies = () if seating is None else tuple(seating.labels[dummy] for dummy in seating.dummies)
        not_seated = {*dummies, *(dummy.seat for dummy in hand.session.dummies)}
        people = find_people(hand)
        seats = tuple((label, person) for label, person in people.items() if label not in not_seated)
        gains = {
            people.get(label, label): gain for label, gain in self.last_hand.gains.items() if label not in not_seated
        }
        totals = {person: total for person, total in self.score.totals_by_person().items() if person not in not_seated}
        row = ScoreRow(hand.name, events, seats, gains if self.last_hand.is_settled else None, totals, is_sure)
        self.row = row.with_match(replayed.standing, replayed.possible_end)

    def take_hand(self, score: HandScore) -> tuple[list[Finding], list[Finding]]:
        """Add a hand judged without the earlier ones; findings before and after it."""
        hand = score.hand
        after: list[Finding] = []
        before = [*self.open_hand(hand), *self.take_dealer(hand, score.dealer, score.turn[0])]
        self.match = self.match.with_counted(is_deal_counted=score.counts)
        if score.gains is not None:
            self.sit_down(tuple(score.gains), hand)
            self.last_hand = LastHand(gains=score.gains)
            self.add_gains(tuple(score.gains.values()), score.marks, is_deal_counted=score.counts)
            for statement in hand.every(rec.Total) or (None,):
                after += self.check_stated_totals(hand, statement, score.paid_wrong)
            self.settle_match(hand.name)
        self.inherited = score.inherited
        return before, [*after, *self.finish_hand(hand, disputed=score.disputed)]

    def pass_over(self, hand: Hand) -> None:
        """Pass over a hand without rules, whose gains are not known."""
        self.open_hand(hand)
        self.finish_hand(hand)

    def open_hand(self, hand: Hand) -> list[Finding]:
        """Add the lines before a hand; findings about the end of the match."""
        was_first = self.is_first_deal and self.match.hands > 0
        self.take_lines_before(hand)
        begins = was_first or hand.new_match or is_first_hand(hand.name)
        self.is_first_deal = begins and not self.match.most_deals and hand.carried is None
        self.last_hand, self.has_asked = LastHand(is_settled=False), False
        self._inherit_terms()
        if self.silent and self.game.rules.match.next:
            self.has_asked = True
        self.match = self.match.with_counted(is_deal_counted=None)
        return [*self.report_end(hand), *self._report_people_out(hand)]

    def _inherit_terms(self) -> None:
        """Take the rules of the match that apply to the next hand."""
        if self.game.rules.match.next:
            terms = self.match.find_terms(self.game, find_persons(self.turn.seated))
            self.inherited = self.inherited._replace(by_match=terms)

    def finish_hand(self, hand: Hand, *, disputed: bool = False) -> list[Finding]:
        """Take the totals of an unsettled hand for the truth; findings on them."""
        found = self._take_stated_totals(hand, is_disputed=disputed)
        self._inherit_terms()
        return found

    def _take_stated_totals(self, hand: Hand, *, is_disputed: bool) -> list[Finding]:
        was_unsure = self.score.is_unsure
        if not self.last_hand.is_settled:
            has_pot = getattr(self.game.rules.all_pass.params, "pot", None) is not None
            if has_pot:
                self.inherited = self.inherited._replace(pot=None)
            if getattr(self.game.rules.table.sits_out, "who", "dealer") != "dealer":
                self.inherited = self.inherited._replace(rests=None)
            if hand.session.order:
                self.sit_down(hand.session.order, hand)
            self.match = self.match.after_unsettled_hand(self.game, self.score.people)
            is_sum_kept = not has_pot and not has_match_declaration(self.game.rules, self.game.rules.standing)
            self.score = self.score.with_open_totals(is_sum_kept=is_sum_kept)
        if not self.score.is_unsure:
            return []
        self.score, findings = self.score.believe_stated_totals(
            self.game, hand, is_disputed=is_disputed, is_silent=self.silent
        )
        if not (self.score.is_unsure or self.silent):
            self.match = self.match.after_hand(self.game, self.score, hand.name, is_believed=was_unsure)
        return findings

    def take_snapshot(self) -> ScoreSnapshot:
        """The running score as it is, to be restored if a hand is judged again."""
        return ScoreSnapshot(self.score, self.match, self.turn, self.inherited, self.last_hand)

    def restore_snapshot(self, snapshot: ScoreSnapshot) -> None:
        """Restore the running score from a snapshot."""
        self.score, self.match, self.turn = snapshot.score, snapshot.match, snapshot.turn
        self.inherited, self.last_hand = snapshot.inherited, snapshot.last_hand

    def make_unknown(self) -> RunningTotals:
        """A running score of which nothing is known, for a reading that is only tried."""
        return RunningTotals(self.game, self.gap_judge, score=UNKNOWN_SCORE)

    def go_on_under(self, game: Game) -> None:
        """Go on by other rules, with totals of the same worth in their unit."""
        unit, self.game = OtherUnit(payment_units(self.game), payment_units(game)), game
        self.score = self.score.in_unit(unit, is_silent=self.silent)
        self.match = self.match.with_feats_in_unit(unit)

    # ------------------------------------------------------------------ lines before a hand

    def take_lines_before(self, hand: Hand) -> None:
        """Add the lines before a hand: people, a new match, totals, the time."""
        if hand.new_evening:
            self._begin_evening()
        before = self.turn.names
        events = table_events(hand)
        seated = _find_new_table(events) if hand.new_evening else None
        if seated is not None:
            self.turn = self.turn._replace(seated=seated)
        else:
            for event in events:
                self._take_event(event, hand)
        number = hand.session.match
        if not any(isinstance(event, rec.Match) for event in events) and self.match.number not in (0, number):
            self.begin_match(number, ())
        self._take_table(hand)
        if not before & self.turn.names:
            self.turn = self.turn.with_nobody_due()  # it is another table
        is_limited = self.game.rules.match.until.minutes is not None
        course = self.match if self.match.number == number else self.match._replace(number=number)
        self.match = course.begin_hand(self.game, begin_time(hand) if is_limited else None)

    def _take_event(self, event: rec.TableStatement, hand: Hand) -> None:
        match event:
            case rec.Match():
                self.begin_match(hand.session.match, tuple(find_persons(self.turn.seated).values()))
            case rec.Carried():
                self._take_carried_totals(event, hand)
            case rec.Adjust():
                self._take_adjustment(event)
            case rec.Leave():
                self._change_table(self.turn.without_seat(event.seat))
            case rec.Seat():
                self._change_table(self.turn.with_seat(event, goes_round=self.game.rules.match.dealer == "next"))

    def close_evening(self, statements: Sequence[rec.TableStatement]) -> ScoreRow:
        """The lines after the last hand of an evening, as a row without a hand.

        `statements` are those of `Records.closing_statements`. A `match` line begins a match that has not been played.
        """
        nothing = hand_of_closing(statements)
        events = events_before(nothing, self.turn.seated)
        for event in nothing.between:
            self._take_event(event, nothing)
        people = {*(self.row.totals if self.row else ()), *(who for event in events for who, _ in event.amounts)}
        totals = {person: total for person, total in self.score.totals_by_person().items() if person in people}
        return ScoreRow("", events, (), {}, totals, sure=not self.score.is_unsure)

    def _begin_evening(self) -> None:
        self.match = MatchCourse(self.match.number)
        self.begin_match(self.match.number, ())
        self.score = self.score._replace(has_basis=False, has_begun=False)
        self.inherited, self.turn = NOTHING_CARRIED, TurnToDeal()

    def begin_match(self, number: int, people: Sequence[str]) -> None:
        """A match begins, at nothing for each of these people."""
        self.match = self.match.start_next_match(self.game, number, self.score)
        self.score = begin_score(tuple(people))
        self.turn = self.turn.with_nobody_due()

    def _take_carried_totals(self, statement: rec.Carried, hand: Hand) -> None:
        if not (statement.amounts or statement.people):
            self.score = self.score._replace(is_unsure=True)  # the line could not be read
            return
        amounts = self._amounts_by_person(statement)
        is_same = not self.score.is_unsure and all(
            self.score.find_person(person).total == amount for person, amount in amounts
        )
        self.score = self.score.with_carried_totals(amounts)
        if statement.amounts:
            self.score = self.score._replace(is_unsure=False)
            self.turn = self.turn.with_nobody_due()
            people = [person for person, _ in amounts]
            self.match = self.match.with_deals_elsewhere(self.game, hand.name, people, is_same=is_same)

    def _take_adjustment(self, statement: rec.Adjust) -> None:
        is_unread = not (statement.amounts or statement.people)
        score = self.score.with_adjustments(self._amounts_by_person(statement))
        self.score = score._replace(is_unsure=score.is_unsure or is_unread)

    def _amounts_by_person(self, statement: rec.Carried | rec.Adjust) -> tuple[tuple[str, int], ...]:
        people = find_persons(self.turn.seated)
        return (*((people.get(label, label), amount) for label, amount in statement.amounts), *statement.people)

    def _change_table(self, turn: TurnToDeal) -> None:
        """Other people at the table, after which a person's name may be unique or not."""
        seated_before = self.turn.seated
        before, after = find_persons(seated_before), find_persons(turn.seated)
        same = {label for label, name in turn.seated if (label, name) in seated_before}
        renamed = {before[label]: after[label] for label in same if before[label] != after[label]}
        self.turn = turn
        if renamed:
            self.score, self.match = self.score.with_names(renamed), self.match.with_renamed_people(renamed)

    def _take_table(self, hand: Hand) -> None:
        """Take the people of the preamble for a hand that does not name its own."""
        if hand.every(rec.Seat):
            return
        seated = tuple((seat.label, seat.person) for seat in hand.session.seats)
        if seated != self.turn.seated:
            self._change_table(self.turn.with_seats(seated))

    # ------------------------------------------------------------------ totals

    def sit_down(self, labels: Sequence[str], hand: Hand) -> None:
        """Put the totals of the people at the table in the order of these seats."""
        people = find_people(hand)
        self.score = self.score.with_people(tuple(people.get(label, label) for label in labels))

    def add_gains(
        self,
        gains: tuple[int, ...],
        marks: tuple[int, ...] = (),
        *,
        totals: tuple[int, ...] = (),
        is_deal_counted: bool | None = True,
        contract: str = "",
    ) -> None:
        """Add the gains of a hand to the people at the table.

        `marks`: what each has done in it, under this contract; `totals`: if they are known; `is_deal_counted`: whether
        it is a deal of the match.
        """
        self.score = self.score.with_gains(gains, totals)
        self.match = self.match.with_deal(is_deal_counted=is_deal_counted)
        if marks:
            self.match = self.match.with_feats(self.game, self.score, marks, contract)

    def add_hand(
        self, hand: Hand, account: Account | None, labels: tuple[str, ...], outcome: str
    ) -> tuple[dict[str, int], MatchStanding | None]:
        """The totals after a hand with this outcome, by seat, and the state of the match."""
        self.sit_down(labels, hand)
        counts = is_deal_counted(self.game, outcome)
        self.match = self.match.with_counted(is_deal_counted=counts)
        if account is None:
            standing = self.match.find_standing(self.game, self.score)
        else:
            matching = behaviour_of(Kind.SECTION, "match")
            gains = with_agreed_payments(matching.gains(self.game, account), find_agreed_payments(hand), labels)
            marks = matching.marks(account)
            self.last_hand = self.last_hand._replace(
                is_settled=True, gains=dict(zip(labels, gains, strict=True)), marks=marks
            )
            if counts and outcome != "all_pass" and not has_known_winners(account):
                self.match = self.match.with_gap_of_feats(self.game, self.score.people)
            self.add_gains(gains, marks, is_deal_counted=counts, contract=account.contract)
            standing = self.settle_match(hand.name)
        return dict(zip(labels, self.score.totals, strict=True)), standing

    def settle_match(self, name: str) -> MatchStanding | None:
        """The state of the match after the last hand; keeps whether it ended with it."""
        if self.score.is_unsure:
            self.match = self.match.without_score(self.game, self.score.people)
        elif not self.silent:
            self.match = self.match.after_hand(self.game, self.score, name)
        return self.match.find_standing(self.game, self.score)

    def find_stated_total(self, hand: Hand, label: str) -> int | None:
        """The total that the record states before a hand; None if that is not known."""
        if self.score.is_unsure:
            return None
        known = self.score.find_person(find_people(hand).get(label, label))
        self.has_asked = self.has_asked or known.slip is None
        return None if known.slip is None else known.total + known.slip

    @property
    def has_begun(self) -> bool:
        """Check whether something went before; assumed where that is not known."""
        self.has_asked = self.has_asked or not (self.score.is_known or self.score.has_begun)
        return self.score.has_begun or not self.score.is_known

    def check_stated_totals(
        self, hand: Hand, statement: rec.Total | None, paid_wrong: Mapping[str, int]
    ) -> list[Finding]:
        """Report new mistakes in stated totals, once the gains are added.

        `paid_wrong` is the amount by which the payments of the hand are too high, by seat; it is reported with them.
        """
        self.last_hand = self.last_hand._replace(paid_wrong=paid_wrong)
        if statement is None or self.score.is_unsure:
            return []
        self.score, findings = self.score.hold_stated_totals(
            self.game, hand, statement, self.last_hand.gains, paid_wrong, is_silent=self.silent
        )
        return findings

    # ------------------------------------------------------------------ dealers, and the end of a match

    def take_dealer(self, hand: Hand, dealer: str, due: str) -> list[Finding]:
        """A finding if a hand was dealt out of turn; after it `due` deals next."""
        turn = pass_turn(self.turn.turn, find_persons(self.turn.seated), self.match.people_out)
        self.turn = self.turn.after_deal(dealer, due, hand.name)
        if self.is_first_deal and self.game.rules.match.first_eldest is not None:
            return [] if self.silent or not dealer else self._check_first_dealer(hand, dealer)
        was_due, hand_before = turn
        labels = hand.session.order or (was_due,)
        is_in_turn = (
            not was_due or was_due not in labels or dealer == was_due or not is_next_hand(hand_before, hand.name)
        )
        return [] if self.silent or not dealer or is_in_turn else [out_of_turn_finding(self.game, hand, dealer, turn)]

    def _check_first_dealer(self, hand: Hand, dealer: str) -> list[Finding]:
        """A finding if the holder of a card is not eldest in the first hand."""
        numbers, card = self.game.cards.numbers, self.game.rules.match.first_eldest
        names = {name for name, number in numbers.items() if card is not None and number == numbers[card]}
        order = [label for label, _ in self.turn.seated] or list(hand.session.order)
        holder = _find_holder_of_card(hand, names, order)
        if holder not in order or dealer not in order:
            return []
        due = order[order.index(holder) - 1]
        return [] if dealer == due else [first_dealer_finding(self.game, hand, dealer, due, holder)]

    def report_end(self, hand: Hand) -> list[Finding]:
        """A finding if the match was over before a hand; it is reported once."""
        ended = self.match.ended
        if ended is None or self.match.is_end_reported or hand.broken:
            return []
        self.match = self.match._replace(is_end_reported=True)
        return [match_over_finding(self.game, hand, ended)]

    def _report_people_out(self, hand: Hand) -> list[Finding]:
        """A finding, once, for each person at the table who is out of the match."""
        is_over = self.match.ended is not None
        if self.game.rules.match.out_at is None or self.silent or self.score.is_unsure or is_over or hand.broken:
            return []
        people = find_persons(self.turn.seated)
        here = {
            label: self.score.find_person(person).total
            for label, person in people.items()
            if person not in self.match.people_out
        }
        findings = out_of_match_findings(self.game, hand, here)
        people_out = (*self.match.people_out, *(people[label] for label in findings))
        self.match = self.match._replace(people_out=people_out)
        return list(findings.values())


def _find_new_table(events: Sequence[rec.TableStatement]) -> tuple[tuple[str, str], ...] | None:
    """The people of an evening with seats and names of their own; None otherwise."""
    seats = [event for event in events if isinstance(event, rec.Seat) and not event.after]
    labels, names = {seat.label for seat in seats}, {seat.person or seat.label for seat in seats}
    if not len(labels) == len(names) == len(events):
        return None
    return tuple([(seat.label, seat.person) for seat in seats])


def _find_holder_of_card(hand: Hand, names: set[str], order: Sequence[str]) -> str:
    """The seat that was dealt a card, by its deal or its play.

    Empty where neither is written, or cards have changed hands.
    """
    dealt = next((deal.seat for deal in hand.every(rec.Deal) if names.intersection(deal.cards)), "")
    if dealt or hand.has_any(rec.TableCard, rec.Give, rec.Take):
        return dealt
    for trick in hand.every(rec.Trick):
        place = next((place for place, name in enumerate(trick.cards) if name in names), -1)
        if place >= 0 and trick.leader in order:
            return order[(order.index(trick.leader) + place) % len(order)]
    return ""
