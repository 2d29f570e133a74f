"""Hand after hand: totals, the match, whose deal it is, what an all-pass leaves to the next hand.

Terms. A *slip* is what a stated total has too much. It is told once, with the hand where it first shows;
totals that only carry it on are silent. A *stretch* is a run of hands of which only the gains are known,
because what went before was read by somebody else; stretches are joined in the order of the file.

A seat is *due* if the hand before tells that it deals next. Nothing is due where the table changes, a match
begins, hands are left out, or the hand before does not tell how it ended. Who deals out of turn is told once: the
next is due after whoever dealt.
"""

from __future__ import annotations

import re
from copy import deepcopy
from functools import partial
from typing import TYPE_CHECKING

from calarec.base.frozen import NamedTuple, dataclass, field, replace
from calarec.engine.behaviours import behaviour_of
from calarec.engine.state import NOBODY, NOTHING_CARRIED
from calarec.judge.hand import replay_hand
from calarec.mechanisms.mechanism import Kind
from calarec.records import model as rec
from calarec.wording.findings import Edit, Fix

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime

    from calarec.engine.account import Account
    from calarec.engine.game import Game
    from calarec.engine.match import MatchStanding
    from calarec.engine.state import Inherited
    from calarec.judge.judgement import Judgement
    from calarec.records.model import Hand, Preamble
    from calarec.wording.findings import Finding


class Ledger:
    """Knows what went before: says at once whether a stated total holds a new slip."""

    __slots__ = ("slips", "stated")

    def __init__(self, stated: dict[str, int] | None = None) -> None:
        """`stated`: the totals that stand in the hand before the first, where that is all that is known."""
        self.slips: dict[str, int] = {}
        self.stated = stated or {}

    @property
    def knows_before(self) -> bool:
        """Whether all that went before is known."""
        return True

    def begin(self, totals: dict[str, int]) -> None:
        """Totals are known anew: carried, or a match that begins."""
        del totals
        self.slips.clear()

    def new_slip(self, who: str, found: int, due: int, finding: Callable[[], Finding], carried: int = 0) -> bool:
        """Whether a stated total is wrong otherwise than the one before, and otherwise than the payments of its hand.

        `carried` is what those have too much, which is told with them.
        """
        del finding
        slip, before = found - due, self.slips.get(who, 0)
        self.slips[who] = slip
        return slip not in (0, before, before + carried)

    def opened(self, totals: dict[str, int]) -> None:
        """The totals that the sums begin with."""

    def slip_of(self, who: str) -> int | None:
        """What the stated totals of somebody are known to have too much; None if that is not yet known."""
        return self.slips.get(who, 0)


class TotalChange(NamedTuple):
    """A stated total that differs from the sum of a stretch otherwise than the one before it."""

    who: str
    slip: int
    finding: Finding
    carried: int = 0
    """What the payments of its hand have too much."""


@dataclass(slots=True)
class Stretch:
    """A run of hands. `known` are the totals that it begins with, None if what comes before decides them."""

    known: dict[str, int] | None = None
    opening: dict[str, int] = field(default_factory=dict)
    """The totals that its sums begin with, if `known` is None."""
    changes: list[TotalChange] = field(default_factory=list)
    totals: dict[str, int] = field(default_factory=dict)
    """Its sums at its end."""
    unsure: bool = False
    """Its last hands could not be settled."""


class Deferred(Ledger):
    """Does not know what went before: keeps what somebody who does needs to find the slips."""

    __slots__ = ("first", "stretches")

    def __init__(self, stated: dict[str, int] | None = None, *, first: bool = False) -> None:
        """`first`: nothing went before."""
        super().__init__(stated)
        self.first = first
        self.stretches = [Stretch()]

    @property
    def knows_before(self) -> bool:
        """Whether there is nothing before, or a match has begun since."""
        return self.first or self.stretches[-1].known is not None

    def begin(self, totals: dict[str, int]) -> None:
        """A new stretch, which needs nothing from before."""
        self.slips.clear()
        if self.stretches[-1].known is not None and not self.stretches[-1].changes:
            self.stretches.pop()  # nothing is to be said of it, and what follows does not need it
        self.stretches.append(Stretch(known=dict(totals)))

    def new_slip(self, who: str, found: int, due: int, finding: Callable[[], Finding], carried: int = 0) -> bool:
        """Never says so; keeps the total if it differs otherwise than the one before."""
        slip = found - due
        if who not in self.slips or self.slips[who] != slip:
            self.slips[who] = slip
            self.stretches[-1].changes.append(TotalChange(who, slip, finding(), carried))
        return False

    def slip_of(self, who: str) -> int | None:
        """Known once somebody's total was stated, and where a stretch needs nothing from before."""
        return self.slips.get(who, None if self.stretches[-1].known is None else 0)

    def opened(self, totals: dict[str, int]) -> None:
        """The totals that the sums of the first stretch begin with."""
        if self.stretches[-1].known is None:
            self.stretches[-1].opening = dict(totals)

    def end(self, totals: dict[str, int], *, unsure: bool) -> list[Stretch]:
        """All stretches; the sums are those at the end of the last."""
        self.stretches[-1].totals = dict(totals)
        self.stretches[-1].unsure = unsure
        return self.stretches


class JoinedStretches:
    """Joins stretches in the order of the file, and finds the slips."""

    def __init__(self) -> None:
        self.totals: dict[str, int] | None = None
        self.ledger = Ledger()

    def take(self, stretches: Iterable[Stretch]) -> Iterator[Finding]:
        """The slips of the next stretches."""
        for stretch in stretches:
            yield from self._one(stretch)

    def _one(self, stretch: Stretch) -> Iterator[Finding]:
        before = self.totals
        if stretch.known is not None:
            before = stretch.known
            self.ledger.begin(before)
        base = stretch.opening if stretch.known is None else stretch.known
        people = {*stretch.totals, *(change.who for change in stretch.changes)}
        shift = {} if before is None else {who: before.get(who, 0) - base.get(who, 0) for who in people}
        for change in stretch.changes:
            found = change.slip - shift.get(change.who, 0)
            if self.ledger.new_slip(change.who, found, 0, partial(_the_finding, change), change.carried):
                yield moved(change.finding, shift.get(change.who, 0))
        if stretch.totals:
            after = {who: total + shift.get(who, 0) for who, total in stretch.totals.items()}
            self.totals = {**(before or {}), **after}
        elif stretch.known is not None:
            self.totals = dict(stretch.known)
        if stretch.unsure:
            self.totals = None
            self.ledger.slips.clear()


def _the_finding(change: TotalChange) -> Finding:
    return change.finding


def moved(finding: Finding, shift: int) -> Finding:
    """A finding about a total, with what went before put in."""
    if not shift:
        return finding
    args = dict(finding.args)
    due = int(str(args["due"])) + shift
    args |= {"due": due, "before": int(str(args["before"])) + shift}
    fix = finding.fix and Fix(tuple(Edit(edit.span, str(due)) for edit in finding.fix.edits), finding.fix.safe)
    return replace(finding, args=args, fix=fix)


_DIGITS = 9
"""No number of a hand has more."""
_PLAYED = ("played", "claimed", "score_only")


@dataclass(slots=True)
class Turn:
    """Who deals next."""

    due: str = ""
    """A seat; empty if nobody knows."""
    name: str = ""
    """What the hand before was called."""
    table: tuple[object, ...] = ()
    """The seats and who sat there."""

    def forget(self) -> None:
        """What comes does not go on from what was."""
        self.due = self.name = ""

    def due_at(self, table: tuple[object, ...]) -> str:
        """Who deals next at a table; nobody knows it at another than before."""
        return self.due if self.table == table else ""

    def take(self, hand: Hand, replayed: Judgement) -> tuple[Finding, ...]:
        """What is to be said of a hand's dealer; the next one is due after him."""
        due, before, table = self.due_at(table_of(hand.session)), self.name, table_of(hand.session)
        setting = replayed.setting
        if setting is None:
            self.forget()
            return ()
        dealer = setting.labels[setting.dealer]
        self.due, self.name, self.table = next_dealer(replayed), hand.name, table
        if not due or dealer == due or not follows(before, hand.name):
            return ()
        from calarec.judge.findings import HandFindings

        dealt = next((each for each in hand.statements if isinstance(each, rec.Dealer)), None)
        made = HandFindings(hand, replayed.game).made(
            "CAL307", dealt, seat=0, rule="match.dealer", wording="" if before else "nameless", label=dealer, due=due,
            name=before,
        )  # fmt: skip
        return (made,)


def table_of(session: Preamble) -> tuple[object, ...]:
    """The seats, and who sits there."""
    return (session.order, tuple(session.people.items()), session.dummies)


def next_dealer(replayed: Judgement) -> str:
    """The seat that deals after a hand; empty if that cannot be told."""
    setting, rules = replayed.setting, replayed.game.rules
    if setting is None:
        return ""
    people = setting.labels[: len(setting.labels) - len(setting.dummies)]
    dealer = setting.labels[setting.dealer]
    following = people[(people.index(dealer) + 1) % len(people)]
    state, account = replayed.state, replayed.account
    all_passed = getattr(rules.all_pass.params, "dealer", "next")
    match replayed.outcome:
        case "void":
            words = [word for word, _ in state.faults] if state is not None else []
            same = [rules.standing[word].params.dealer == "same" for word in words if word in rules.standing]
            return "" if not same else dealer if any(same) else following
        case "all_pass":
            return dealer if all_passed == "same" else following
        case outcome if outcome in _PLAYED:
            declared = account is not None and account.declarer != NOBODY
            if declared or all_passed == "next" or (state is not None and state.contract):
                return following
            return dealer if outcome != "score_only" else ""
    return following if state is not None and state.contract and not replayed.outcome else ""


def follows(before: str, name: str) -> bool:
    """Whether no hand was left out, as far as the last numbers in their names tell."""
    if not before or not name:
        return True
    numbers = [re.findall(r"[0-9]+", each)[-1:] for each in (before, name)]
    if not all(numbers):
        return True
    (one,), (other,) = numbers
    return max(len(one), len(other)) > _DIGITS or int(other) == int(one) + 1


class TableEvent(NamedTuple):
    """Something that happened at the table between two hands.

    People are named as their totals are: by name, else by seat.
    """

    kind: str
    """`match` (all begin at nothing), `carried` (totals are said), `adjust` (something is added), `leave`, `join`."""
    amounts: tuple[tuple[str, int], ...] = ()
    """By person, of `carried` and `adjust`."""
    who: str = ""
    """The person, of `leave` and `join`."""
    seat: str = ""
    """Where that person sat, or sits from now on."""
    text: str = ""
    """What an `adjust` is for; what a match is called."""
    line: int = 0


class ScoreRow(NamedTuple):
    """One hand in the running score. All that a sheet of an evening shows of it besides what was bid.

    A file replayed with `RecordJudge` leaves the row of the last hand in `RecordJudge.evening.row`.
    """

    name: str
    """What the hand is called."""
    before: tuple[TableEvent, ...]
    """What happened at the table since the hand before, in order; `totals` hold it."""
    seats: tuple[tuple[str, str], ...]
    """Seat and person, in order of play: all who are at the table, those too who sit this hand out."""
    gains: dict[str, int] | None
    """What the hand added, by person; None if it could not be settled."""
    totals: dict[str, int]
    """After the hand, by person: everybody since the match began, at the table or not."""
    sure: bool = True
    """Whether the totals are known; False after a hand that could not be settled, until the record states some."""
    over: bool = False
    """Whether the match is over with this hand."""


class EndedMatch(NamedTuple):
    """A match that is over."""

    hand: str
    """The name of its last hand."""
    rule: str
    told: bool = False
    """Whether it was said that another hand followed."""


@dataclass(slots=True)
class RunningTotals:
    """The running score of a file: feed it the hands in their order."""

    game: Game
    totals: dict[str, int] = field(default_factory=dict)
    """By person: whoever changes seats takes the score along."""
    deals: int = 0
    match: int = 0
    inherited: Inherited = NOTHING_CARRIED
    began: datetime | None = None
    ledger: Ledger = field(default_factory=Ledger)
    unsure: bool = False
    """A hand could not be settled: the next totals that the record states are taken for the truth."""
    settled: bool = True
    """Whether the last hand could be settled."""
    gains: dict[str, int] = field(default_factory=dict)
    """What the last hand added, by seat."""
    ended: EndedMatch | None = None
    """How the match came to its end, if it has; None too where that cannot be known."""
    turn: Turn = field(default_factory=Turn)
    row: ScoreRow | None = None
    """The last hand."""

    def replay(self, hand: Hand) -> Judgement:
        """Replays one hand and takes it into the score."""
        before = events_before(hand)
        self.open(hand)
        self.settled = False
        late = self.late(hand)
        replayed = replay_hand(hand, self.game, self)
        said = (*late, *self.turn.take(hand, replayed))
        if said:
            replayed = replace(replayed, diagnostics=(*said, *replayed.diagnostics))
        self.unsure = self.unsure or not self.settled
        sure = not self.unsure
        if self.unsure:
            self._believe(hand)
        self.row = self._row(hand, before, sure=sure, over=replayed.standing is not None and replayed.standing.over)
        return replayed

    def _row(self, hand: Hand, before: tuple[TableEvent, ...], *, sure: bool, over: bool) -> ScoreRow:
        people = people_of(hand)
        nobody = {dummy.seat for dummy in hand.session.dummies}
        seats = tuple((label, who) for label, who in people.items() if label not in nobody)
        gains = {people.get(label, label): gain for label, gain in self.gains.items() if label not in nobody}
        totals = {who: total for who, total in self.totals.items() if who not in nobody}
        return ScoreRow(hand.name, before, seats, gains if self.settled else None, totals, sure, over)

    def passed_over(self, hand: Hand) -> None:
        """A hand for which there are no rules: what it added is not known."""
        self.open(hand)
        self.unsure = True
        self._believe(hand)

    def kept(self) -> dict[str, object]:
        """The score as it stands, to be taken back if a hand is replayed once more."""
        kept = {
            name: getattr(self, name)
            for name in ("totals", "deals", "inherited", "unsure", "settled", "gains", "ended")
        }
        return deepcopy({**kept, "ledger": self.ledger})

    def take_back(self, kept: dict[str, object]) -> None:
        """Makes the score what it was."""
        for name, value in kept.items():
            setattr(self, name, value)

    def open(self, hand: Hand) -> None:
        """Takes in what stands before a hand: a new match, carried totals, the time."""
        fresh = hand.new_evening
        if hand.new_match or hand.session.match != self.match or fresh:
            if self.match or hand.new_match or fresh:
                # A match that follows others begins at nothing; before the first hand of all nobody knows.
                people = {} if fresh else people_of(hand)
                who = () if fresh else tuple(people.get(label, label) for label in hand.session.order)
                self.begin_match(hand.session.match, who)
            if fresh:
                self.inherited = NOTHING_CARRIED
            self.match = hand.session.match
        if hand.carried is not None and not (hand.carried.amounts or hand.carried.people):
            self.unsure = True  # the line could not be read
        elif hand.carried is not None:
            self.turn.forget()
            people = people_of(hand)
            self.totals = dict(_by_person(hand.carried, people))
            self.deals = max(self.deals, _number(hand.name) - 1)
            self.ledger.begin(self.totals)
            self.unsure, self.ended = False, None
        for adjust in (each for each in hand.between if isinstance(each, rec.Adjust)):
            self.unsure = self.unsure or not (adjust.amounts or adjust.people)
            for person, amount in _by_person(adjust, people_of(hand)):
                self.totals[person] = self.totals.get(person, 0) + amount
        when = next((each.when for each in hand.statements if isinstance(each, rec.At)), "")
        self.began = self.began or _time(when)

    def begin_match(self, number: int, who: Sequence[str]) -> None:
        """A match begins, at nothing for each of these people."""
        self.totals = dict.fromkeys(who, 0)
        self.match, self.deals, self.began, self.unsure, self.ended = number, 0, None, False, None
        self.ledger.begin(self.totals)
        self.turn.forget()

    def after(
        self, hand: Hand, account: Account | None, labels: tuple[str, ...]
    ) -> tuple[dict[str, int], MatchStanding]:
        """The totals after a hand, by seat, and how the match stands; without an account nothing changes."""
        behaviour = behaviour_of(Kind.SECTION, "match")
        people = people_of(hand)
        if account is not None:
            self.settled = True
            gains = behaviour.gains(self.game, account)
            self.gains = dict(zip(labels, gains, strict=True))
            if not self.totals:
                self.totals = self._opening(hand, people)
                self.ledger.opened(self.totals)
            for label, gain in self.gains.items():
                who = people.get(label, label)
                self.totals[who] = self.totals.get(who, 0) + gain
            self.deals = self.deals + 1
        totals = {label: self.totals.get(people.get(label, label), 0) for label in labels}
        deal = max(self.deals, _number(hand.name)) if hand.carried is not None else self.deals
        self.deals = deal
        standing: MatchStanding = behaviour.standing(
            self.game, tuple(totals.values()), deal=deal, minutes=self._minutes(hand)
        )
        if account is not None:
            self.stands(hand.name, standing)
        return totals, standing

    def stands(self, name: str, standing: MatchStanding) -> None:
        """Keeps with which hand the match was over, where all that went before is known."""
        if standing.over and self.ended is None and self.ledger.knows_before and not self.unsure:
            self.ended = EndedMatch(name, standing.rule)

    def late(self, hand: Hand) -> tuple[Finding, ...]:
        """That the match was over before a hand; it is said once."""
        if self.ended is None or self.ended.told or hand.broken:
            return ()
        from calarec.judge.findings import HandFindings

        name, rule, _ = self.ended
        self.ended = EndedMatch(name, rule, told=True)
        return (HandFindings(hand, self.game).made("CAL615", rule=rule, wording="" if name else "nameless", name=name),)

    def new_slip(
        self, hand: Hand, label: str, found: int, due: int, finding: Callable[[], Finding], *, carried: int = 0
    ) -> bool:
        """Whether a stated total holds a slip that was not told yet; `carried`: that of the payments of this hand."""
        who = people_of(hand).get(label, label)
        return not self.unsure and self.ledger.new_slip(who, found, due, finding, carried)

    def on_paper(self, hand: Hand, label: str) -> int | None:
        """The total that the record states before a hand; None if that is not known."""
        who = people_of(hand).get(label, label)
        if self.unsure:
            return None
        if not self.totals and self.ledger.knows_before:
            return 0
        slip = self.ledger.slip_of(who)
        before = self.ledger.stated.get(who) if slip is None else slip
        return None if before is None else self.totals.get(who, 0) + before

    def _opening(self, hand: Hand, people: dict[str, str]) -> dict[str, int]:
        """Without an earlier hand or `carried` the first `total` is taken for the truth of what went before."""
        stated = next((each for each in hand.statements if isinstance(each, rec.Total)), None)
        if stated is None or self.deals:
            return {}
        return {
            people.get(label, label): amount - self.gains[label]
            for label, amount in stated.amounts
            if label in self.gains
        }

    def _believe(self, hand: Hand) -> None:
        """Takes the totals that a hand states for the truth, if it states any."""
        stated = totals_of(hand)
        if not stated:
            return
        self.totals |= stated
        self.ledger.begin(self.totals)
        self.unsure = False

    def _minutes(self, hand: Hand) -> int:
        when = next((each.when for each in hand.statements if isinstance(each, rec.At)), "")
        now = _time(when)
        if now is None or self.began is None or (now.tzinfo is None) != (self.began.tzinfo is None):
            return 0
        return int((now - self.began).total_seconds() // 60)


def events_before(hand: Hand) -> tuple[TableEvent, ...]:
    """What happened at the table since the hand before."""
    people = people_of(hand)
    events: list[TableEvent] = []
    if hand.new_match or hand.new_evening:
        events.append(TableEvent("match", text=hand.session.match_name))
    if hand.carried is not None:
        events.append(TableEvent("carried", _by_person(hand.carried, people), line=hand.carried.line))
    for each in hand.between:
        if isinstance(each, rec.Adjust):
            events.append(TableEvent("adjust", _by_person(each, people), text=each.why, line=each.line))
    return tuple(events)


def _by_person(said: rec.Carried | rec.Adjust, people: dict[str, str]) -> tuple[tuple[str, int], ...]:
    return (*((people.get(label, label), amount) for label, amount in said.amounts), *said.people)


def replay_all(hands: Iterable[Hand], game: Game) -> Iterator[Judgement]:
    """Replays the hands of a file one after the other."""
    evening = RunningTotals(game)
    for hand in hands:
        yield evening.replay(hand)


def totals_of(hand: Hand) -> dict[str, int]:
    """The totals that a hand states, by person."""
    people = people_of(hand)
    stated = next((each.amounts for each in hand.statements if isinstance(each, rec.Total)), ())
    return {people.get(label, label): amount for label, amount in stated}


def people_of(hand: Hand) -> dict[str, str]:
    """Who a seat's score belongs to: the person, where one is named and nobody else has that name."""
    named = hand.session.people
    names = list(named.values())
    return {label: name if names.count(name) == 1 else label for label, name in named.items()}


def _number(name: str) -> int:
    return int(name) if name.isascii() and name.isdigit() and len(name) < 10 else 0


def _time(text: str) -> datetime | None:
    if not text:
        return None
    from datetime import datetime

    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
