"""Hand after hand: totals, the match, what an all-pass leaves to the next hand."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from calarec.light import NamedTuple, dataclass, field, replace
from calarec.mechanisms.base import Kind
from calarec.mechanisms.registry import mechanism
from calarec.moves.setting import NOTHING_CARRIED, Carry
from calarec.records import model as rec
from calarec.replaying.hand import replay_hand
from calarec.replaying.reckoning import Ledger
from calarec.replaying.turn import Turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime

    from calarec.diagnostics import Diagnostic
    from calarec.engine.game import Game
    from calarec.mechanisms.match import Standing
    from calarec.moves.account import Account
    from calarec.records.model import Hand
    from calarec.replaying.result import Replay


class Ended(NamedTuple):
    """A match that is over."""

    hand: str
    """The name of its last hand."""
    rule: str
    told: bool = False
    """Whether it was said that another hand followed."""


@dataclass(slots=True)
class Evening:
    """The running score of a file: feed it the hands in their order."""

    game: Game
    totals: dict[str, int] = field(default_factory=dict)
    """By person: whoever changes seats takes the score along."""
    deals: int = 0
    match: int = 0
    inherited: Carry = NOTHING_CARRIED
    began: datetime | None = None
    ledger: Ledger = field(default_factory=Ledger)
    unsure: bool = False
    """A hand could not be settled: the next totals that the record states are taken for the truth."""
    settled: bool = True
    """Whether the last hand could be settled."""
    gains: dict[str, int] = field(default_factory=dict)
    """What the last hand added, by seat."""
    ended: Ended | None = None
    """How the match came to its end, if it has; None too where that cannot be known."""
    turn: Turn = field(default_factory=Turn)

    def replay(self, hand: Hand) -> Replay:
        """Replays one hand and takes it into the score."""
        self.open(hand)
        self.settled = False
        late = self.late(hand)
        replayed = replay_hand(hand, self.game, self)
        said = (*late, *self.turn.take(hand, replayed))
        if said:
            replayed = replace(replayed, diagnostics=(*said, *replayed.diagnostics))
        self.unsure = self.unsure or not self.settled
        if self.unsure:
            self._believe(hand)
        return replayed

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
        if hand.carried is not None and not hand.carried.amounts:
            self.unsure = True  # the line could not be read
        elif hand.carried is not None:
            self.turn.forget()
            people = people_of(hand)
            self.totals = {people.get(label, label): amount for label, amount in hand.carried.amounts}
            self.deals = max(self.deals, _number(hand.name) - 1)
            self.ledger.begin(self.totals)
            self.unsure, self.ended = False, None
        when = next((each.when for each in hand.statements if isinstance(each, rec.At)), "")
        self.began = self.began or _time(when)

    def begin_match(self, number: int, who: Sequence[str]) -> None:
        """A match begins, at nothing for each of these people."""
        self.totals = dict.fromkeys(who, 0)
        self.match, self.deals, self.began, self.unsure, self.ended = number, 0, None, False, None
        self.ledger.begin(self.totals)
        self.turn.forget()

    def after(self, hand: Hand, account: Account | None, labels: tuple[str, ...]) -> tuple[dict[str, int], Standing]:
        """The totals after a hand, by seat, and how the match stands; without an account nothing changes."""
        behaviour = mechanism(Kind.SECTION, "match").behaviour
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
        standing: Standing = behaviour.standing(
            self.game, tuple(totals.values()), deal=deal, minutes=self._minutes(hand)
        )
        if account is not None:
            self.stands(hand.name, standing)
        return totals, standing

    def stands(self, name: str, standing: Standing) -> None:
        """Keeps with which hand the match was over, where all that went before is known."""
        if standing.over and self.ended is None and self.ledger.knows_before and not self.unsure:
            self.ended = Ended(name, standing.rule)

    def late(self, hand: Hand) -> tuple[Diagnostic, ...]:
        """That the match was over before a hand; it is said once."""
        if self.ended is None or self.ended.told or hand.broken:
            return ()
        from calarec.replaying.findings import Findings

        name, rule, _ = self.ended
        self.ended = Ended(name, rule, told=True)
        return (Findings(hand, self.game).made("CAL615", rule=rule, wording="" if name else "nameless", name=name),)

    def new_slip(
        self, hand: Hand, label: str, found: int, due: int, finding: Callable[[], Diagnostic], *, carried: int = 0
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


def replay_all(hands: Iterable[Hand], game: Game) -> Iterator[Replay]:
    """Replays the hands of a file one after the other."""
    evening = Evening(game)
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
