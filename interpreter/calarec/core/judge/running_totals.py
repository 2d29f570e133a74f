"""Hand after hand: totals, the match, whose deal it is, what an all-pass leaves to the next hand.

Terms. A *person* is whose a total is (`score_rows`). A *slip* is what somebody's stated total has too much. It is told
once, with the hand where it first shows; totals that only carry it on are silent. The *books* of an evening are closed
with the first totals that were stated or carried, or with `match`.

A seat is *due* if the hand before tells that it deals next. Nothing is due where a match begins, people change places,
hands are left out, or the hand before does not tell how it ended. Who deals out of turn is told once: the next is due
after whoever dealt. Where somebody comes or leaves the turn passes to the next who is seated.

Where a file is judged in pieces, each is judged without what went before: `silent` of totals, noting where judging
a hand asked for what is not `known`. Whoever has all the pieces adds them up with `take`.
"""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING, Any

from calarec.core.base.frozen import dataclass, field, replace
from calarec.core.engine.behaviours import behaviour_of
from calarec.core.engine.match import NO_FEATS, is_settled_deal, payment_units
from calarec.core.engine.state import NOTHING_CARRIED
from calarec.core.judge.hand import replay_hand
from calarec.core.judge.match_course import MATCH_BEGUN, MatchCourse, MatchScore
from calarec.core.judge.score_rows import (
    ScoreRow,
    began,
    events_before,
    hand_behind,
    people_of,
    persons,
    table_events,
    totals_of,
)
from calarec.core.judge.total_findings import (
    is_disputed,
    match_over,
    not_carried,
    out_of_match,
    out_of_turn,
    slipped_totals,
    uneven_slips,
    uneven_unless_declared,
)
from calarec.core.judge.total_units import OtherUnit
from calarec.core.judge.turn import NOBODYS_TURN, follows, next_dealer, still_in
from calarec.core.mechanisms.mechanism import Kind
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game
    from calarec.core.engine.match import Feats, MatchStanding
    from calarec.core.engine.state import Inherited
    from calarec.core.judge.gains import HandScore
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.score_rows import TableEvent
    from calarec.core.judge.turn import Turn
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding


@dataclass(slots=True)
class RunningTotals:
    """The running score of a file: feed it the hands in their order with `replay`, or what judging gave with `take`.

    The compiled filter adds the hands that it passes itself.
    """

    game: Game
    silent: bool = False
    """Somebody else adds up what is found here: nothing is said of totals, of the match, and of the first dealer."""
    known: bool = True
    """Whether all that went before is known."""
    literal: bool = False
    """Hands are taken as they stand, and nobody looks for what may have been meant."""
    people: tuple[str, ...] = ()
    """The persons at the table, in the order of their seats."""
    totals: tuple[int, ...] = ()
    """Theirs: what they began with and what the hands have added."""
    slips: tuple[int | None, ...] = ()
    """What their stated totals have too much; None where nobody knows."""
    away: dict[str, tuple[int, int | None]] = field(default_factory=dict)
    """Total and slip of those who were at the table since the match began and are not."""
    brought: int = 0
    """What all totals come to: what was carried in, adjusted, and added by hands that did not come out even."""
    off: int = 0
    """What the stated totals come to besides, as far as it was told."""
    closed: bool = False
    """Whether the totals rest on something that was stated, carried or begun."""
    begun: bool = False
    """Whether anything was added or said of totals in this evening."""
    match: int = 0
    """The number of the match."""
    course: MatchCourse = MATCH_BEGUN
    """Which hands count for the match, and which one ended it."""
    told_end: bool = False
    """Whether it was said that another hand followed the end of the match."""
    counts: bool | None = None
    """Whether the last hand is one of the deals that the match counts; None where nobody knows."""
    inherited: Inherited = NOTHING_CARRIED
    unsure: bool = False
    """A hand could not be settled: the next totals that the record states are taken for the truth."""
    settled: bool = True
    """Whether the last hand could be settled."""
    gains: dict[str, int] = field(default_factory=dict)
    """What the last hand added, by seat."""
    marks: tuple[int, ...] = ()
    """Who has won the last hand and who has declared in it, by seat."""
    feats: dict[str, Feats] = field(default_factory=dict)
    """What everybody has done in the match, by person, where ties ask for it."""
    paid_wrong: dict[str, int] = field(default_factory=dict)
    """What the payments of the last hand have too much, by seat."""
    asked: bool = False
    """Whether judging the last hand asked for totals that are not known."""
    out: tuple[str, ...] = ()
    """Of whom it was said that they are out of the match and play on, by person."""
    turn: Turn = NOBODYS_TURN
    dealt_by: str = ""
    """The seat that dealt last."""
    seated: tuple[tuple[str, str], ...] = ()
    """Seats and who sits there, in order of play, names as they are written."""
    row: ScoreRow | None = None
    """The last hand."""

    # ------------------------------------------------------------------ hand after hand

    def replay(self, hand: Hand) -> Judgement:
        """Replays one hand and takes it into the score."""
        before = events_before(hand, self.seated)
        late = self.begin(hand)
        replayed = replay_hand(hand, self.game, self, literal=self.literal)
        setting = replayed.setting
        dealer = "" if setting is None else setting.labels[setting.dealer]
        said = [*late, *self.dealt(hand, dealer, next_dealer(replayed))]
        sure = not self.unsure and self.settled
        if self.unsure:
            replayed = replace(replayed, totals=None, standing=None)
        behind = self.finish(hand, disputed=is_disputed(replayed.diagnostics))
        replayed = self._with_end(replayed, sure=sure)
        if said or behind:
            replayed = replace(replayed, diagnostics=(*said, *replayed.diagnostics, *behind))
        self.keep_row(replayed, before, sure=sure)
        return replayed

    def _with_end(self, replayed: Judgement, *, sure: bool) -> Judgement:
        """The judgement with how the match stands where the totals are not known; nothing where nobody sits down."""
        if replayed.setting is None:
            return replayed
        ended = (
            None if sure else self.course.ended_standing(self._match_score(), counts=self.counts, unsure=self.unsure)
        )
        possible_end = "" if self.silent else self.course.possible_end(self.game, unsure=self.unsure)
        return replace(replayed, standing=ended or replayed.standing, possible_end=possible_end)

    def keep_row(self, replayed: Judgement, before: tuple[TableEvent, ...], *, sure: bool) -> None:
        """Keeps the row of a hand; `before` is what happened at the table since the one before."""
        hand, setting = replayed.hand, replayed.setting
        standing = replayed.standing
        dummies = () if setting is None else tuple(setting.labels[each] for each in setting.dummies)
        nobody = {*dummies, *(each.seat for each in hand.session.dummies)}
        people = people_of(hand)
        seats = tuple((label, who) for label, who in people.items() if label not in nobody)
        gains = {people.get(label, label): gain for label, gain in self.gains.items() if label not in nobody}
        totals = {who: total for who, (total, _) in self._everybody().items() if who not in nobody}
        row = ScoreRow(hand.name, before, seats, gains if self.settled else None, totals, sure)
        self.row = row.with_match(standing, replayed.possible_end)

    def take(self, score: HandScore) -> tuple[list[Finding], list[Finding]]:
        """Takes a hand into the score that was judged without what went before; what is said before and behind it."""
        hand = score.hand
        behind: list[Finding] = []
        before = [*self.begin(hand), *self.dealt(hand, score.dealer, score.turn[0])]
        if score.gains is not None:
            self.sit(tuple(score.gains), hand)
            self.gains, self.settled = dict(score.gains), True
            self.counts = score.counts
            self.add(tuple(score.gains.values()), score.marks, counts=score.counts)
            behind += self.stated(hand, hand.first(rec.Total), score.paid_wrong)
            self.stands(hand.name)
        else:
            self.counts = score.counts
        self.inherited = score.inherited
        return before, [*behind, *self.finish(hand, disputed=score.disputed)]

    def passed_over(self, hand: Hand) -> None:
        """A hand without rules: what it added is not known, and nothing is said of it by the rules before."""
        self.begin(hand)
        self.finish(hand)

    def begin(self, hand: Hand) -> list[Finding]:
        """Takes in what stands before a hand; what is to be said of the end of the match."""
        self.open(hand)
        self.settled, self.gains, self.marks, self.paid_wrong, self.asked = False, {}, (), {}, False
        self.counts = None
        return [*self.report_late(hand), *self._still_there(hand)]

    def finish(self, hand: Hand, *, disputed: bool = False) -> list[Finding]:
        """After a hand that could not be settled stated totals are taken for the truth; what is wrong with them."""
        before, self.unsure = self.unsure, self.unsure or not self.settled
        if not self.settled:
            self.course = self.course.after_unsettled(self.game, counts=self.counts)
        if not self.settled and getattr(self.game.rules.all_pass.params, "pot", None) is not None:
            self.inherited = self.inherited._replace(pot=None)
        if not self.settled and hand.session.order:
            self.sit(hand.session.order, hand)
        if not self.unsure:
            return []
        said = self._believe(hand, disputed=disputed)
        if not (self.unsure or self.silent):
            self.course = self.course.after_hand(self._match_score(), hand.name, counts=self.counts, believed=before)
        return said

    def kept(self) -> dict[str, Any]:
        """The score as it stands, to be taken back if a hand is replayed once more."""
        kept = {name: getattr(self, name) for name in _KEPT}
        return {**kept, "away": dict(self.away)}

    def take_back(self, kept: Mapping[str, Any]) -> None:
        """Makes the score what it was."""
        for name, value in kept.items():
            setattr(self, name, value)

    def unknown(self) -> RunningTotals:
        """A score of which nothing is known, for a hand that is only read otherwise to see what becomes of it."""
        return RunningTotals(self.game, unsure=True)

    def go_on_under(self, game: Game) -> None:
        """Goes on by other rules: totals are worth the same in their unit; what it cannot say is not known."""
        unit, self.game = OtherUnit(payment_units(self.game), payment_units(game)), game
        known = [amount for both in self._everybody().values() for amount in both if amount is not None]
        exact = all(map(unit.can_say, (*known, self.brought, self.off)))
        self.unsure = self.unsure or not (exact or self.silent)
        self.totals = tuple(map(unit.of, self.totals))
        self.slips = tuple(map(unit.of_slip, self.slips))
        self.away = {who: (unit.of(total), unit.of_slip(slip)) for who, (total, slip) in self.away.items()}
        self.brought, self.off = unit.of(self.brought), unit.of(self.off)
        for who, each in self.feats.items():
            self.feats[who] = each._replace(best=tuple((deal, unit.of(total)) for deal, total in each.best))

    # ------------------------------------------------------------------ what stands before a hand

    def open(self, hand: Hand) -> None:
        """Takes in what stands before a hand: who comes and leaves, a new match, totals, the time."""
        if hand.new_evening:
            self._begin_evening()
        before = {name or label for label, name in self.seated}
        events = table_events(hand)
        for event in events:
            self._happens(event, hand)
        matched = any(isinstance(event, rec.Match) for event in events)
        if not matched and self.match not in (0, hand.session.match):
            self.begin_match(hand.session.match, ())
        self.match = hand.session.match
        self._settle_table(hand)
        if not before & {name or label for label, name in self.seated}:
            self._nobodys_turn()  # it is another table
        limited = self.game.rules.match.until.minutes is not None
        self.course = self.course.begin_hand(self.game, began(hand) if limited else None)

    def _happens(self, event: rec.TableStatement, hand: Hand) -> None:
        match event:
            case rec.Match():
                self.begin_match(hand.session.match, tuple(persons(self.seated).values()))
            case rec.Carried():
                self._carried(event, hand)
            case rec.Adjust():
                self._adjusted(event)
            case rec.Leave():
                self._left(event.seat)
            case rec.Seat():
                self._seated(event)

    def close(self, behind: Sequence[rec.TableStatement]) -> ScoreRow:
        """What stood behind the last hand of an evening (`Records.closed`), as a row without a hand.

        With a `match` line begins what has not been played; it changes nothing of what was.
        """
        nothing = hand_behind(behind)
        before = events_before(nothing, self.seated)
        for event in nothing.between:
            self._happens(event, nothing)
        people = {*(self.row.totals if self.row else ()), *(who for each in before for who, _ in each.amounts)}
        totals = {who: total for who, (total, _) in self._everybody().items() if who in people}
        return ScoreRow("", before, (), {}, totals, sure=not self.unsure)

    def _begin_evening(self) -> None:
        self.begin_match(self.match, ())
        self.closed = self.begun = False
        self.inherited, self.seated = NOTHING_CARRIED, ()

    def begin_match(self, number: int, who: Sequence[str]) -> None:
        """A match begins, at nothing for each of these people."""
        self.people, self.away, self.feats, self.out = tuple(who), {}, {}, ()
        self.totals = self.slips = (0,) * len(self.people)
        self.brought = self.off = 0
        self.closed = self.begun = self.known = True
        self.match, self.course, self.told_end, self.unsure = number, MATCH_BEGUN, False, False
        self._nobodys_turn()

    def _carried(self, said: rec.Carried, hand: Hand) -> None:
        if not (said.amounts or said.people):
            self.unsure = True  # the line could not be read
            return
        self.closed = self.begun = True
        self._put({who: (amount, 0) for who, amount in self._by_person(said)})
        self.brought, self.off = sum(total for total, _ in self._everybody().values()), 0
        if said.amounts:
            self._nobodys_turn()
            self.course = self.course.carried_on(hand.name)
            self.unsure = self.told_end = False

    def _adjusted(self, said: rec.Adjust) -> None:
        self.unsure = self.unsure or not (said.amounts or said.people)
        for who, amount in self._by_person(said):
            total, slip = self._of(who)
            self._put({who: (total + amount, slip)})
            self.brought += amount

    def _by_person(self, said: rec.Carried | rec.Adjust) -> tuple[tuple[str, int], ...]:
        people = persons(self.seated)
        return (*((people.get(label, label), amount) for label, amount in said.amounts), *said.people)

    def _left(self, label: str) -> None:
        order = [each for each, _ in self.seated]
        if label not in order:
            return
        following = order[(order.index(label) + 1) % len(order)]
        if self.turn[0] == label:
            self.turn = ("" if following == label else following, self.turn[1])
        if self.dealt_by == label:
            self.dealt_by = ""
        self._reseat(tuple(each for each in self.seated if each[0] != label))

    def _seated(self, said: rec.Seat) -> None:
        """Somebody sits down; right after the dealer it is his turn, and where places change nobody knows whose."""
        seated = [each for each in self.seated if each[0] != said.label or not said.after]
        order = [label for label, _ in seated]
        elsewhere = any(name == said.person != "" for label, name in seated if label != said.label)
        if elsewhere or len(seated) < len(self.seated):
            self._nobodys_turn()
        if said.label in order:
            seated[order.index(said.label)] = (said.label, said.person)
        else:
            at = order.index(said.after) + 1 if said.after in order else len(order)
            seated.insert(at, (said.label, said.person))
            before = order[at - 1] if order else ""
            if before and before == self.dealt_by and self.turn[0] not in ("", before):
                self.turn = (said.label, self.turn[1])
        self._reseat(tuple(seated))

    def _reseat(self, seated: tuple[tuple[str, str], ...]) -> None:
        """Others sit at the table: who is there under the same name may from now on be the only one of it, or not."""
        before, after = persons(self.seated), persons(seated)
        same = {label for label, name in seated if (label, name) in self.seated}
        moved = {before[label]: after[label] for label in same if before[label] != after[label]}
        self.seated = seated
        if moved:
            self.people = tuple(moved.get(who, who) for who in self.people)
            self.away = {moved.get(who, who): known for who, known in self.away.items()}
            self.feats = {moved.get(who, who): known for who, known in self.feats.items()}

    def _settle_table(self, hand: Hand) -> None:
        """Holds who sits at the table against what holds for a hand that says nothing of it itself."""
        if hand.every(rec.Seat):
            return
        seated = tuple((seat.label, seat.person) for seat in hand.session.seats)
        if seated != self.seated:
            if [label for label, _ in seated] != [label for label, _ in self.seated]:
                self._nobodys_turn()
            self._reseat(seated)

    # ------------------------------------------------------------------ totals

    def sit(self, labels: Sequence[str], hand: Hand) -> None:
        """Puts the totals of those at the table in the order of these seats."""
        people = people_of(hand)
        self.at_table(tuple(people.get(label, label) for label in labels))

    def at_table(self, who: tuple[str, ...]) -> None:
        """Puts the totals of these people in their order; whoever else was at the table is away."""
        if who == self.people:
            return
        everybody = self._everybody()
        nothing = (0, 0 if self.known else None)
        here = [everybody.pop(each, nothing) for each in who]
        self.people, self.away = who, everybody
        self.totals = tuple(total for total, _ in here)
        self.slips = tuple(slip for _, slip in here)

    def with_gains(self, gains: tuple[int, ...]) -> tuple[int, ...]:
        """The totals that come of what a hand gives those at the table."""
        return tuple(map(add, self.totals, gains))

    def add(
        self,
        gains: tuple[int, ...],
        marks: tuple[int, ...] = (),
        *,
        totals: tuple[int, ...] = (),
        counts: bool | None = True,
    ) -> None:
        """Adds what a hand gives those at the table.

        `marks`: what each has done in it; `totals`: if they are known; `counts`: whether it is a deal of the match.
        """
        self.totals = totals or self.with_gains(gains)
        self.brought += sum(gains)
        self.course = self.course.with_deal(counts=counts)
        self.begun = True
        rule = self.game.rules.match
        if marks and rule.tie in ("declarer", "more_hands", "first_there"):
            lowest = rule.wins == "lowest"
            done = {who: each._replace(declared=False) for who, each in self.feats.items()}
            for who, total, mark in zip(self.people, self.totals, marks, strict=True):
                done[who] = done.get(who, NO_FEATS).after(self.course.hands, total, mark, lowest=lowest)
            self.feats = done

    @property
    def slipped(self) -> bool:
        """Whether the stated totals are others than the sums, or not known."""
        return self.slips.count(0) < len(self.slips)

    def after(
        self, hand: Hand, account: Account | None, labels: tuple[str, ...], outcome: str
    ) -> tuple[dict[str, int], MatchStanding | None]:
        """The totals after a hand that ended so, by seat, and how the match stands; without an account none change."""
        self.sit(labels, hand)
        self.counts = is_settled_deal(self.game, outcome)
        if account is None:
            standing = self.course.standing(self._match_score(), counts=self.counts)
            return dict(zip(labels, self.totals, strict=True)), standing
        self.settled = True
        gains = behaviour_of(Kind.SECTION, "match").gains(self.game, account)
        self.gains = dict(zip(labels, gains, strict=True))
        self.marks = behaviour_of(Kind.SECTION, "match").marks(account)
        self.add(gains, self.marks, counts=self.counts)
        return dict(zip(labels, self.totals, strict=True)), self.stands(hand.name)

    def stands(self, name: str) -> MatchStanding | None:
        """How the match stands after the last hand; keeps whether it ended with it, where that can be known."""
        score = self._match_score()
        if self.unsure:
            self.course = self.course.without_score(self.game, counts=self.counts)
        elif not self.silent:
            self.course = self.course.after_hand(score, name, counts=self.counts)
        return self.course.standing(score, counts=self.counts)

    def _match_score(self) -> MatchScore:
        feats = tuple(self.feats.get(who, NO_FEATS) for who in self.people) if self.feats else ()
        return MatchScore(self.game, self.totals, self.people, feats)

    def on_paper(self, hand: Hand, label: str) -> int | None:
        """The total that the record states before a hand; None if that is not known."""
        if self.unsure:
            return None
        total, slip = self._of(people_of(hand).get(label, label))
        self.asked = self.asked or slip is None
        return None if slip is None else total + slip

    @property
    def has_begun(self) -> bool:
        """Whether something went before; taken for granted where that is not known."""
        self.asked = self.asked or not (self.known or self.begun)
        return self.begun or not self.known

    def stated(self, hand: Hand, statement: rec.Total | None, paid_wrong: dict[str, int]) -> list[Finding]:
        """Holds the totals that a hand states against the sums, once its gains are added; a slip is told once.

        `paid_wrong` is what the payments of the hand have too much, by seat, which is told with them.
        """
        self.paid_wrong = paid_wrong
        if statement is None or self.unsure:
            return []
        people = people_of(hand)
        found = {people.get(label, label): amount for label, amount in statement.amounts}
        carried = {people.get(label, label): amount for label, amount in paid_wrong.items()}
        due = dict(zip(self.people, self.totals, strict=True))
        slips = dict(zip(self.people, self.slips, strict=True))
        wrong = {who: found[who] - due[who] for who in found if who in due}
        new = {
            who for who, slip in wrong.items() if slip not in (0, slips[who], (slips[who] or 0) + carried.get(who, 0))
        }
        opened = not self.closed and any(wrong.values())
        said: list[Finding] = []
        if not self.silent:
            beyond = self._beyond(hand, found)
            if opened and (beyond == 0 or (beyond is None and len(new) > 1)):
                said = [not_carried(self.game, hand, statement, due, self.gains)]
                self._put({who: (amount, 0) for who, amount in found.items()})
                self.brought += sum(wrong.values())
                self.closed = True
                return said
            if opened and beyond and len(new) > 1:
                sums = self.brought + beyond, self.brought
                said = [uneven_slips(self.game, hand, statement, sums, new, due)]
            else:
                said = slipped_totals(self.game, hand, statement, new, due, self.gains)
            self.off = self.off if beyond is None else beyond
        slips |= wrong
        self.slips = tuple(slips[who] for who in self.people)
        self.closed = True
        return said

    def _believe(self, hand: Hand, *, disputed: bool) -> list[Finding]:
        """Takes the totals that a hand states for the truth, if it states any; what they cannot be all the same."""
        stated = totals_of(hand)
        if not stated:
            return []
        beyond = self._beyond(hand, stated)
        said: list[Finding] = []
        if beyond is not None:
            if beyond not in (self.off, 0) and not disputed:
                said = uneven_unless_declared(self.game, hand, self.brought + beyond, self.brought)
            self.off = beyond
        self._put({who: (amount, 0) for who, amount in stated.items()})
        self.unsure = False
        self.closed = self.begun = True
        return said

    def _beyond(self, hand: Hand, stated: Mapping[str, int]) -> int | None:
        """What totals come to besides what was brought in; None if they need not come to that, or not all are known."""
        nobody = {dummy.seat for dummy in hand.session.dummies}
        if self.silent or self.game.rules.match.counts != "payments" or not set(self.people) - nobody <= stated.keys():
            return None
        others = {who: known for who, known in self._everybody().items() if who not in stated}
        if any(slip is None for _, slip in others.values()):
            return None
        return sum(stated.values()) + sum(total + (slip or 0) for total, slip in others.values()) - self.brought

    # ------------------------------------------------------------------ whose deal it is

    def dealt(self, hand: Hand, dealer: str, due: str) -> list[Finding]:
        """What is to be said of a hand's dealer; then `due` deals next."""
        before, self.turn, self.dealt_by = self.turn, NOBODYS_TURN, dealer
        if not dealer:
            return []
        self.turn = (due, hand.name)
        before = still_in(before, persons(self.seated), self.out)
        labels = hand.session.order or (before[0],)
        if (
            self.silent
            or before[0] not in labels
            or dealer == before[0]
            or not before[0]
            or not follows(before[1], hand.name)
        ):
            return []
        return [out_of_turn(self.game, hand, dealer, before)]

    def _nobodys_turn(self) -> None:
        self.turn, self.dealt_by = NOBODYS_TURN, ""

    # ------------------------------------------------------------------ the rest

    def report_late(self, hand: Hand) -> list[Finding]:
        """That the match was over before a hand; it is said once."""
        ended = self.course.ended
        if ended is None or self.told_end or hand.broken:
            return []
        self.told_end = True
        return [match_over(self.game, hand, ended)]

    @property
    def needs_end_told(self) -> bool:
        """Whether the match is over, and that was not said of a hand after its end."""
        return self.course.ended is not None and not self.told_end

    def _still_there(self, hand: Hand) -> list[Finding]:
        """That somebody sits there whose total has put him out of the match; it is said once."""
        if (
            self.game.rules.match.out_at is None
            or self.silent
            or self.unsure
            or self.course.ended is not None
            or hand.broken
        ):
            return []
        here = {label: self._of(who)[0] for label, who in persons(self.seated).items() if who not in self.out}
        said = out_of_match(self.game, hand, here)
        self.out += tuple(persons(self.seated)[label] for label in said)
        return list(said.values())

    def _of(self, who: str) -> tuple[int, int | None]:
        return self._everybody().get(who, (0, 0 if self.known else None))

    def _everybody(self) -> dict[str, tuple[int, int | None]]:
        return {**self.away, **dict(zip(self.people, zip(self.totals, self.slips, strict=True), strict=True))}

    def _put(self, known: Mapping[str, tuple[int, int | None]]) -> None:
        """Totals and slips of some, whoever they are."""
        everybody = {**self._everybody(), **known}
        self.totals = tuple(everybody[who][0] for who in self.people)
        self.slips = tuple(everybody[who][1] for who in self.people)
        self.away = {who: each for who, each in everybody.items() if who not in self.people}


_KEPT = (
    "known", "people", "totals", "slips", "brought", "off", "closed", "begun", "inherited", "unsure",
    "settled", "gains", "marks", "feats", "paid_wrong", "out", "turn", "dealt_by", "match", "course", "told_end",
    "counts", "seated",
)  # fmt: skip
"""What replaying a hand changes."""
