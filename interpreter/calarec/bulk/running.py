"""Plain hands in a row: the same people under the same rules, one running score."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from calarec.base.frozen import NamedTuple
from calarec.bulk.compile import kernel_of
from calarec.bulk.hands import FastTotals, Judge
from calarec.bulk.scored import Scored
from calarec.bulk.text import HandText
from calarec.engine.behaviours import behaviour_of
from calarec.engine.match import payment_units
from calarec.engine.state import NOTHING_CARRIED, Inherited
from calarec.judge.running_totals import follows, people_of, table_of
from calarec.mechanisms.mechanism import Kind
from calarec.records.model import Hand

if TYPE_CHECKING:
    from re import Match

    from calarec.bulk.compile import Kernel
    from calarec.bulk.text import Judged, PlainSeating
    from calarec.judge.running_totals import RunningTotals
    from calarec.records.model import Preamble

_UNFIT = (TypeError, ValueError, KeyError, IndexError)
"""What tables answer for cards, seats and words that they do not know."""


class Passed(NamedTuple):
    """A hand of which there is nothing to say. Amounts are by label, in the order of the table."""

    payments: tuple[int, ...]
    totals: tuple[int, ...]
    stated: bool | None
    """Whether what it states holds (False: a slip in its totals that was told before); None if it states nothing."""


class Running:
    """Judges plain hands as long as neither people nor rules change."""

    def __init__(self, kernel: Kernel, evening: RunningTotals, session: Preamble, labels: tuple[str, ...]) -> None:
        self.kernel, self.evening, self.game, self.session = kernel, evening, evening.game, session
        self.judge = judge_of(kernel)
        self.pattern = self.judge.layout.pattern
        everyone = evening.game.seat(labels, 0)
        dummies = tuple(dummy.seat for dummy in session.dummies)
        self.people = labels
        self.labels = everyone.labels if not dummies else (*labels, *dummies[: len(everyone.dummies)])
        who = people_of(Hand(session=session))
        letters = tuple(ord(label) for label in self.labels)
        self.score = FastTotals(evening, letters, tuple(who.get(label, label) for label in self.labels))
        self.asserted = self.judge.asserted(letters)
        self.scored = Scored(evening.game, self.labels)
        self.judged: Judged | None = None
        """What the hand came to that did not pass, if its moves are all legal."""
        self.name = b""
        self.went_on = False
        """Whether a hand has passed since the score was taken up."""
        self.began: tuple[int, str] | None = None
        """Number and name of the match, if it began since then."""
        self._seatings: dict[tuple[bytes, tuple[str, ...]], PlainSeating] = {}
        rules = kernel.rules
        self._counts = rules.match.counts
        self._carries_on = rules.all_pass.do == "carry_on"
        until = rules.match.until
        self._goal = None if until.points is None else until.points * payment_units(self.game)
        self._last_deal, self._timed = until.deals, until.minutes is not None
        self._ties_go_on = rules.match.tie == "another_deal"
        self._stays = getattr(rules.all_pass.params, "dealer", "next") == "same"
        self.table = table_of(session)
        self._after = dict(zip(_letters(labels), _letters((*labels[1:], labels[0])), strict=True))
        self.due = b""
        """Who deals next, if that is known."""
        self._matching = behaviour_of(Kind.SECTION, "match")

    @classmethod
    def of(cls, evening: RunningTotals, session: Preamble) -> Running | None:
        """For the people of a session, if that can be."""
        kernel = kernel_of(evening.game)
        dummies = {dummy.seat for dummy in session.dummies}
        labels = tuple(label for label in session.order if label not in dummies)
        table = kernel.rules.table
        wanted = table.dummies.hands if table.dummies else 0
        if not is_fit(kernel) or len(labels) not in table.seats or len(dummies) not in (0, wanted):
            return None
        return cls(kernel, evening, session, labels)

    def take_up(self, previous: str) -> None:
        """Goes on from what the evening knows; `previous` is what the last hand of this match was called."""
        self.score.load()
        self.name = previous.encode("ascii", "replace")
        self.due = self.evening.turn.due_at(self.table).encode("ascii")
        self.went_on = False

    def begin_match(self, name: str) -> None:
        """A match begins; what that makes of the session is worked out when somebody asks for it."""
        number = (self.began[0] if self.began is not None else self.session.match) + 1
        self.evening.begin_match(number, self.score.who)
        self.began = number, name
        self.score.begin()
        self.name, self.due, self.went_on = b"", b"", False

    def put_down(self) -> str | None:
        """Hands the score back, and the name of the last hand that passed."""
        self.score.store()
        if self.went_on:
            turn = self.evening.turn
            turn.due, turn.name, turn.table = self.due.decode("ascii"), self.name.decode("ascii"), self.table
        return self.name.decode("ascii") if self.went_on else None

    def name_of(self, found: Match[bytes]) -> str:
        """What a hand is called."""
        return (found[1] or b"").strip(b'"').decode("ascii")

    def passes(self, found: Match[bytes], opened: Hand | None = None) -> Passed | None:
        """The verdict on a plain hand, None if it has to be explained; `opened` is what stands before it."""
        if opened is not None:
            self.evening.open(opened)
            self.score.load()
            self.due = self.evening.turn.due_at(self.table).encode("ascii")
        self.judged = None
        text = HandText(*found.groups())
        name = (text.name or b"").strip(b'"')
        if self.due and text.dealer != self.due and follows(self.name.decode("ascii"), name.decode("ascii")):
            return None
        if (name and name == self.name) or self.evening.unsure or self._ends(text):
            return None
        try:
            carry = self._carry(text)
            seating = self._seatings.get((text.dealer, carry.only)) or self._seating(text.dealer, carry)
            judged = self.judge.judge(text, seating, carry)
            when = text.at and datetime.fromisoformat(text.at.decode("ascii"))
        except _UNFIT:
            return None
        if judged is None or (text.out is not None and text.out != seating.out):
            return None
        self.judged = judged
        payments = seating.by_label((*judged.pays, judged.idle))
        if not self._asserted(text, judged, seating, payments):
            return None
        gains = payments if self._counts == "payments" else self._gains(judged, payments, seating)
        holds = self.score.holds(text.total, gains)
        if holds is None:
            return None
        if opened is not None and opened.carried is not None and name.isdigit() and len(name) < 10:
            self.score.deals = max(self.score.deals, int(name))
        stays = self._stays and not judged.settled.contract
        self._went_by(name, text.dealer if stays else self._after[text.dealer])
        if when or self._carries_on or self.evening.inherited is not NOTHING_CARRIED:
            self._go_on(judged, when or None)
        return Passed(payments, self.score.totals, holds if text.total or text.score or text.result else None)

    def passes_scored(self, found: Match[bytes]) -> Passed | None:
        """The verdict on a hand of which only the score was written; None if it has to be explained."""
        self.judged = None
        dealer, name, total, evening = found[2], found[1] or b"", found[6], self.evening
        if self.due and dealer != self.due and follows(self.name.decode("ascii"), name.decode("ascii")):
            return None
        untold = evening.ended is not None and not evening.ended.told
        if (name and name == self.name) or evening.unsure or untold or evening.inherited != NOTHING_CARRIED:
            return None
        outcome = self.scored.outcome(found) if self.score.known and not self.score.slipped else None
        if outcome is None or dealer not in self._after or not self.score.holds(total, outcome.gains):
            return None
        self._went_by(name, self._after[dealer])
        return Passed(outcome.payments, self.score.totals, stated=True)

    def _went_by(self, name: bytes, due: bytes) -> None:
        """A hand has passed: its name, who deals next, whether the match is over."""
        self.name, self.went_on, self.due = name, True, due
        if self.evening.ended is None and self._may_be_over():
            standing = self._matching.standing(self.game, self.score.totals, deal=self.score.deals)
            self.evening.stands(name.decode("ascii"), standing)

    def _ends(self, text: HandText) -> bool:
        """Whether there is something to say of the end of the match, or only the clock can tell it."""
        ended = self.evening.ended
        return (ended is not None and not ended.told) or (self._timed and text.at is not None)

    def _may_be_over(self) -> bool:
        """Whether it is worth asking if the match is over."""
        goal, last, totals = self._goal, self._last_deal, self.score.totals
        if last is not None and self.score.deals >= last:
            return True
        best = max(totals)
        return goal is not None and best >= goal and (totals.count(best) == 1 or not self._ties_go_on)

    def _asserted(self, text: HandText, judged: Judged, seating: PlainSeating, payments: tuple[int, ...]) -> bool:
        """Whether everything holds that a hand states of itself."""
        score, result = text.score, text.result
        if score is not None and not self.asserted.score(score, payments):
            return False
        return result is None or self.asserted.result(result, judged, seating)

    def _go_on(self, judged: Judged, when: datetime | None) -> None:
        """What the hand leaves to the next one."""
        evening = self.evening
        if when is not None and evening.began is None:
            evening.began = when
        if self._carries_on and not judged.settled.contract:
            part = self.kernel.rules.all_pass.params
            kept = tuple((n, judged.piles[n]) for n, pile in enumerate(self.kernel.piles) if pile in part.keep)
            evening.inherited = Inherited(kept, part.only, part.binds, "all_pass.only")
        elif evening.inherited is not NOTHING_CARRIED:
            evening.inherited = NOTHING_CARRIED

    def _carry(self, text: HandText) -> Inherited:
        """What a hand says that it inherits, otherwise what the hand before it left."""
        if text.carry is None:
            return self.evening.inherited
        if not self._carries_on:
            raise ValueError
        part = self.kernel.rules.all_pass.params
        what, named = text.carry.decode("ascii"), (text.kept or b"").split()
        piles: tuple[tuple[int, int], ...] = ()
        if what in self.kernel.piles and named:
            known = self.judge.cards
            piles = ((self.kernel.piles.index(what), sum([known[name] for name in named])),)
        return Inherited(piles, part.only, part.binds, "all_pass.only")

    def _seating(self, dealer: bytes, carry: Inherited) -> PlainSeating:
        """The seating of a dealer, under the auction to which a hand is narrowed."""
        narrowed = Inherited((), carry.only, carry.binds, carry.rule)
        setting = self.game.seat(self.people, self.people.index(dealer.decode("ascii")), carry=narrowed)
        found = self.judge.seating(setting._replace(labels=self.labels))
        self._seatings[dealer, carry.only] = found
        return found

    def _gains(self, judged: Judged, payments: tuple[int, ...], seating: PlainSeating) -> tuple[int, ...]:
        """What each adds to the total."""
        if self._counts == "payments":
            return payments
        if self._counts == "winners_only":
            return tuple(max(payment, 0) for payment in payments)
        if self._counts == "card_points":
            return seating.by_label((*self.judge.counted(judged), 0))
        declarer = judged.settled.declarer
        mine = [judged.pays[place] if place == declarer else 0 for place in range(self.kernel.players)]
        return seating.by_label((*mine, 0))


def _letters(labels: tuple[str, ...]) -> list[bytes]:
    return [label.encode("ascii") for label in labels]


_JUDGES: dict[str, Judge] = {}
_MOST_JUDGES = 64


def judge_of(kernel: Kernel) -> Judge:
    """The judge of a kernel, made once."""
    found = _JUDGES.get(kernel.digest)
    if found is None:
        if len(_JUDGES) >= _MOST_JUDGES:
            _JUDGES.clear()
        found = _JUDGES[kernel.digest] = Judge(kernel)
    return found


def is_fit(kernel: Kernel) -> bool:
    """Whether records of a ruleset can be read by pattern: a pile that a line can fill, numbers that fit a line."""
    rules = kernel.rules
    dealt = sum(1 for pile in rules.piles.values() if pile.dealt)
    named = {step.params.named for step in rules.steps.values() if step.do == "call"}
    return kernel.plain and dealt <= 1 and rules.deal.hand < 100 and len(named) <= 1
