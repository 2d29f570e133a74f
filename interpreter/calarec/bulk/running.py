"""Plain hands in a row: the same people under the same rules, one running score."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cached_property
from operator import add, sub
from struct import Struct
from typing import TYPE_CHECKING

from calarec.bulk.checker import BEGINS, NARROWED, CompiledChecker, Limits, ScoreReached
from calarec.bulk.compile import compiled_rules
from calarec.bulk.hands import Judge, read_amounts
from calarec.bulk.seen_score_hands import SCORE_HAND as SCORED
from calarec.bulk.seen_score_hands import seen_hands_at
from calarec.bulk.text import HandText
from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.match import MatchLimits
from calarec.core.engine.state import NOTHING_CARRIED, Inherited
from calarec.core.judge.gains import NOT_COUNTED
from calarec.core.judge.score_rows import events_before, find_people
from calarec.core.judge.turn import TurnToDeal, is_next_hand
from calarec.core.mechanisms.rules import tricks_in
from calarec.core.notation.patterns import AMOUNT, SEAT
from calarec.core.records.model import Hand

if TYPE_CHECKING:
    from collections.abc import Iterator
    from re import Match, Pattern

    from calarec.bulk.checker import HandsPassed
    from calarec.bulk.compile import CompiledRules
    from calarec.bulk.hands import AssertionChecker
    from calarec.bulk.seen_score_hands import ScoredOutcome, SeenScoreHands
    from calarec.bulk.text import Judged, PlainSeating
    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.match_course import ScoreSnapshot
    from calarec.core.judge.running_totals import RunningTotals
    from calarec.core.judge.score_rows import TableEvent
    from calarec.core.records.model import Preamble
    from calarec.core.wording.findings import Finding

_TOTAL = re.compile(f"(?: {SEAT}: {AMOUNT})+".encode("ascii"))
_MIN_HANDS_FOR_KERNEL = 30
"""The hands that pass before the compiled kernel is used.

Its programs take as long to read from the cache as these hands do.
"""
_UNFIT_ERRORS = (TypeError, ValueError, KeyError, IndexError)
"""The errors of tables for unknown cards, seats and words."""


class Passed(NamedTuple):
    """A hand of which there is nothing to say but notes on its lines.

    Amounts are by label, in the order of the table.
    """

    payments: tuple[int, ...]
    totals: tuple[int, ...]
    stated: bool | None
    """True if its assertions are right, False for known mistakes; None without any."""
    gains: tuple[int, ...] = ()
    opened: Hand | None = None
    """The opening of the hand, if lines were right before it."""
    match: tuple[int, str] | None = None
    """Number and name of the match that begins with it."""
    counts: bool = True
    """True if the match counts the deal."""
    notes: tuple[Finding, ...] = ()
    """Notes on its lines; then it was read with the lines before it (`opened`)."""


_EVENING_LINES = (b"cal ", b"\ncal ")
"""The beginning of an evening, without a hand."""
_STATED, _TOTALS_TOO = 3, 2
"""The assertions of a hand in a row: none, something, totals."""


def split_run(run: HandsPassed) -> Iterator[Passed]:
    """Yield the single hands of a run."""
    totals = run.before
    width = len(totals)
    for row in Struct(f"<{2 * width + 1}i").iter_unpack(run.rows):
        gains, what = row[width : 2 * width], row[-1] & _STATED
        totals = tuple(map(add, (0,) * width if row[-1] & BEGINS else totals, gains))
        stated = not (run.slipped and what == _TOTALS_TOO) if what else None
        yield Passed(row[:width], totals, stated, gains, counts=not row[-1] & NOT_COUNTED)


class Running:
    """Judges plain hands as long as neither people nor rules change."""

    def __init__(
        self, compiled: CompiledRules, evening: RunningTotals, session: Preamble, labels: tuple[str, ...]
    ) -> None:
        self.compiled: CompiledRules = compiled
        self.evening: RunningTotals = evening
        self.game: Game = evening.game
        self.session: Preamble = session
        self.judge: Judge = judge_for_rules(compiled)
        self.pattern: Pattern[bytes] = self.judge.layout.hand_pattern
        everyone = evening.game.seat(labels, 0)
        dummies = tuple(dummy.seat for dummy in session.dummies)
        self.people = labels
        self.labels: tuple[str, ...] = everyone.labels if not dummies else (*labels, *dummies[: len(everyone.dummies)])
        who = find_people(Hand(session=session))
        letters = tuple(ord(label) for label in self.labels)
        self.who: tuple[str, ...] = tuple(who.get(label, label) for label in self.labels)
        self.form: bytes = b"".join(b" " + bytes([letter]) + b": %d" for letter in letters)
        self.letters: tuple[int, ...] = letters
        self.asserted: AssertionChecker = self.judge.assertion_checker(letters)
        self.scored: SeenScoreHands = seen_hands_at(evening.game, self.labels)
        self.judged: Judged | None = None
        """The result of the last hand, passed or not, if its moves are all legal."""
        self.text: HandText | None = None
        """The parts and seating of the last passed hand; None for one without cards."""
        self.seating: PlainSeating | None = None
        self.carry: Inherited = NOTHING_CARRIED
        """The inheritance of the last hand with cards, passed or not."""
        self.scored_hand: tuple[Match[bytes], ScoredOutcome] | None = None
        """The last hand without cards that passed, and what it came to."""
        self.before: tuple[TableEvent, ...] = ()
        """The table events right before the last hand that had any."""
        self.name: bytes = b""
        self.went_on: bool = False
        """True if a hand has passed since lines were last read."""
        self.began: tuple[int, str] | None = None
        """Number and name of the match, if it began since then."""
        rules = compiled.rules
        self.evening_score: ScoreSnapshot | None = None
        """The score before the first hand of the evening; None after other lines."""
        self._counts = rules.match.counts
        self._seatings: dict[tuple[bytes, tuple[str, ...]], PlainSeating] = {}
        self._carries_on = rules.all_pass.do == "carry_on"
        self.limits: MatchLimits = MatchLimits.from_game(self.game)
        self._played_out = rules.all_pass.do == "play_out"
        self._stays = getattr(rules.all_pass.params, "dealer", "next") == "same"
        self._deals = dict(zip(_label_bytes(labels), zip(labels, (*labels[1:], labels[0]), strict=True), strict=True))
        """Each dealer and the next one, by the letter in a text."""
        self._written = dict(zip(labels, _label_bytes(labels), strict=True))

    @classmethod
    def from_session(cls, evening: RunningTotals, session: Preamble) -> Running | None:
        """For the people of a session, if that can be."""
        compiled = compiled_rules(evening.game)
        dummies = {dummy.seat for dummy in session.dummies}
        labels = tuple(label for label in session.order if label not in dummies)
        table = compiled.rules.table
        wanted = table.dummies.hands if table.dummies else 0
        if compiled.rules.match.until.minutes is not None:
            return None  # which hand ends the match, the times of later hands tell
        if not is_fit(compiled) or len(labels) not in table.seats or len(dummies) not in (0, wanted):
            return None
        return cls(compiled, evening, session, labels)

    def can_serve(self, evening: RunningTotals, session: Preamble) -> bool:
        """Check whether hands of a preamble have the same people and rules, and take it."""
        if self.evening is not evening or self.game is not evening.game:
            return False
        if session is not self.session:
            if _people_by_seat(session) != _people_by_seat(self.session):
                return False
            self.session = session
        return True

    def for_people(self, evening: RunningTotals, session: Preamble) -> Running | None:
        """The same for other people; None on other seats or under other rules."""
        if self.evening is not evening or self.game is not evening.game:
            return None
        if _seats_of_session(session) != _seats_of_session(self.session):
            return None
        other = object.__new__(Running)
        other.__dict__.update(self.__dict__)
        other.session = session
        who = find_people(Hand(session=session))
        other.who = tuple(who.get(label, label) for label in self.labels)
        other.judged = other.text = other.seating = other.scored_hand = other.began = other.evening_score = None
        other.before, other.name, other.went_on = (), b"", False
        return other

    def take_up(self, previous: str) -> None:
        """Make ready for hands of these people; `previous` is the last hand's name."""
        self.name = previous.encode("ascii", "replace")
        self.went_on = False

    def pass_evening(self, data: bytes, at: int, score: ScoreSnapshot, session: Preamble) -> HandsPassed | None:
        """Pass hands of another evening in the compiled kernel; None without a first one."""
        before = self.evening.take_snapshot(), (self.session, self.began, self.name, self.went_on)
        self.evening.restore_snapshot(score._replace(last_hand=self.evening.last_hand))
        self.session, self.began, self.name, self.went_on = session, None, b"", False
        many = self.pass_run(data, at, match=True)
        if many is not None and many.many:
            return many
        self.evening.restore_snapshot(before[0])
        self.session, self.began, self.name, self.went_on = before[1]
        return None

    def begin_matches(self, name: str, many: int = 1) -> None:
        """Begin matches, the last with this name; the preamble changes when needed."""
        number = (self.began[0] if self.began is not None else self.session.match) + many
        self.evening.begin_match(number, self.who)
        self.began = number, name
        self.name, self.went_on = b"", False

    def find(self, data: bytes, at: int) -> Match[bytes] | None:
        """A plain hand that begins at a place, with its cards or without."""
        return self.pattern.match(data, at) or SCORED.match(data, at)

    def find_whole(self, data: bytes) -> Match[bytes] | None:
        """A plain hand that is a whole text."""
        found = self.find(data, 0)
        return found if found is not None and found.end() == len(data) else None

    def pass_run(self, data: bytes, at: int, *, match: bool) -> HandsPassed | None:
        """Pass hands from a place on in the compiled kernel; None where it is not used.

        `match`: lines that begin a match may be read. Without known totals, consecutive hands are of one match: the
        caller has to know each.
        """
        evening, limits = self.evening, self.limits
        if self.judge.passed < _MIN_HANDS_FOR_KERNEL or evening.is_unsure or evening.match.ended is not None:
            return None
        if data.startswith(_EVENING_LINES, at):
            return None
        checker = self._checker
        carried = self._inherited_cards()
        if checker is None or carried is None or len(evening.score.totals) != len(self.labels):
            return None
        slips = [slip for slip in evening.score.slips if slip is not None]
        goal, deals = (None, None) if evening.silent else (limits.goal, limits.deals)
        slipped = evening.score.has_slips
        if len(slips) != len(evening.score.totals) or (slipped and goal is not None):
            return None
        due = evening.turn.due_seat if evening.turn.due_seat in self._written else ""
        left = None if deals is None else deals - evening.match.most_deals
        before = ScoreReached(tuple(map(add, evening.score.totals, slips)), due, carried, self.name)
        goes_on = match and not (evening.silent or slipped)
        found = checker.check_hands(data, at, before, Limits(goal, deals, left, goes_on))
        if not found.many:
            return found
        if found.matches:
            self.begin_matches(found.called.decode("ascii"), found.matches)
        totals, started, highest = (
            tuple(map(sub, amounts, slips)) for amounts in (found.score.totals, found.before, found.highest)
        )
        after = found.score._replace(totals=totals)
        score = evening.score
        evening.score = score._replace(
            totals=after.totals, brought_in=score.brought_in + sum(after.totals) - sum(score.totals), has_begun=True,
            has_basis=score.has_basis or after.closed,
        )  # fmt: skip
        evening.match = evening.match.with_deals(
            found.hands_of_match, found.since, is_last_counted=found.is_last_counted
        )  # fmt: skip
        turn = after.due, after.name.decode("ascii")
        evening.turn = evening.turn._replace(turn=turn, dealt_by=after.dealt)
        evening.inherited = NOTHING_CARRIED if after.carried < 0 else self._inheritance_of(after.carried)
        self.name, self.went_on = after.name, True
        if not evening.silent and limits.may_be_reached(evening.score.totals, evening.match.most_deals):
            evening.settle_match(after.name.decode("ascii"))
        return found._replace(score=after, before=started, highest=highest, slipped=slipped)

    def _inherited_cards(self) -> int | None:
        """The inheritance of the next hand for the kernel; None if it cannot represent it."""
        inherited = self.evening.inherited
        if inherited == NOTHING_CARRIED:
            return -1
        cards = sum(cards for _, cards in inherited.piles)
        return cards if self._carries_on and inherited == self._inheritance_of(cards) else None

    def _inheritance_of(self, cards: int) -> Inherited:
        """The inheritance from an all-pass, with these cards on the dealt pile."""
        part, piles = self.compiled.rules.all_pass.params, self.compiled.pile_names
        return Inherited(
            tuple((piles.index(name), cards) for name in part.keep), part.only, part.binds, "all_pass.only"
        )

    @cached_property
    def _checker(self) -> CompiledChecker | None:
        """The compiled kernel's, if it can serve these people under these rules."""
        judge, who = self.judge, (self.labels, self.people)
        if judge.kernel_programs is None:
            return None
        if who not in judge.checkers:
            if len(judge.checkers) >= _MAX_JUDGES:
                judge.checkers.clear()
            try:
                judge.checkers[who] = CompiledChecker(
                    self.compiled, self.letters, len(self.people), judge.kernel_programs, self._seating_of_dealer
                )
            except ValueError:
                judge.checkers[who] = None
        return judge.checkers[who]

    def _seating_of_dealer(self, dealer: int) -> PlainSeating:
        """The seating of a dealer, as the compiled kernel asks for it."""
        carry = NOTHING_CARRIED if dealer < NARROWED else self._inheritance_of(0)
        letter = bytes([dealer % NARROWED])
        return self._seatings.get((letter, carry.only)) or self._make_seating(letter, carry)

    def learn_replay(self, found: Match[bytes], replayed: Judgement) -> None:
        """Learn from a replayed hand that did not pass, if it is score-only."""
        if found.re is SCORED:
            self.scored.keep_outcome(found, replayed)

    def hand_name(self, found: Match[bytes]) -> str:
        """The name of a hand."""
        return (found[1] or b"").strip(b'"').decode("ascii")

    def pass_hand(
        self, found: Match[bytes], opened: Hand | None = None, *, mixes_openness: bool = False
    ) -> Passed | None:
        """Judge a plain hand, or None to explain it; `opened` are the lines before it.

        `mixes_openness`: a note was made of transfers that lack `open` or `closed`, where others have it.
        """
        if opened is None:
            return self._pass_scored(found) if found.re is SCORED else self._pass_played(found)
        snapshot = self.evening.take_snapshot()
        self.before = events_before(opened, self.evening.turn.seated)
        self.evening.take_lines_before(opened)
        self.evening.score = self.evening.score.with_people(self.who)
        self.evening_score = self.evening.take_snapshot() if opened.new_evening else None
        passed = (
            self._pass_scored(found) if found.re is SCORED else self._pass_played(found, mixes_openness=mixes_openness)
        )
        if passed is None:
            self.evening.restore_snapshot(snapshot)
            return None
        return passed._replace(opened=opened)

    def _judge_text(self, text: HandText, name: bytes, dealer: bytes) -> PlainSeating | None:
        """Judge the moves of a hand (`judged`); its seating, or None to explain it."""
        self.judged = None
        evening = self.evening
        if (name and name == self.name) or evening.score.is_unsure or evening.match.needs_end_report:
            return None
        if self._is_out_of_turn(dealer, name):
            return None
        try:
            carry = evening.inherited if text.carry is None else self._read_inheritance(text)
            seating = self._seatings.get((dealer, carry.only)) or self._make_seating(dealer, carry)
            judged = self.judge.judge_hand(text, seating, carry)
            if text.at:
                datetime.fromisoformat(text.at.decode("ascii"))
        except _UNFIT_ERRORS:
            return None
        if judged is None or (text.out is not None and text.out != seating.out):
            return None
        self.judged, self.carry = judged, carry
        return seating

    def _pass_played(self, found: Match[bytes], *, mixes_openness: bool = False) -> Passed | None:
        text, evening = HandText.from_match(found, mixes_openness=mixes_openness), self.evening
        name, dealer = (text.name or b"").strip(b'"'), text.dealer
        seating = self._judge_text(text, name, dealer)
        judged = self.judged
        if seating is None or judged is None or judged.spoken.faults:
            return None
        payments = seating.by_label((*judged.pays, judged.idle))
        if not self._has_right_assertions(text, judged, seating, payments):
            return None
        gains = payments if self._counts == "payments" else self._match_gains(judged, payments, seating)
        if judged.declared:
            gains = tuple(map(add, gains, seating.by_label((*judged.declared, 0))))
        counts = self._played_out or bool(judged.settled.contract)
        holds = self._add_gains(text.total, gains, counts=counts)
        if holds is None:
            return None
        stays = self._stays and not judged.settled.contract
        self.judge.passed += 1
        self._note_passed_hand(name, dealer, stays=stays)
        if self._carries_on or evening.inherited is not NOTHING_CARRIED:
            self._leave_inheritance(judged)
        self.text, self.seating = text, seating
        stated = holds if text.total or text.score or text.result else None
        return Passed(payments, evening.score.totals, stated, gains, counts=counts)

    def _pass_scored(self, found: Match[bytes]) -> Passed | None:
        """Judge a score-only hand; None if it has to be explained."""
        self.judged = None
        dealer, name, total, evening = found[2], found[1] or b"", found[7], self.evening
        if (
            (name and name == self.name)
            or evening.is_unsure
            or evening.match.needs_end_report
            or evening.inherited != NOTHING_CARRIED
        ):
            return None
        if dealer not in self._deals or self._is_out_of_turn(dealer, name) or evening.score.has_slips:
            return None
        outcome = self.scored.seen_outcome(found)
        if outcome is None or not self._add_gains(total, outcome.gains, counts=not outcome.thrown_in):
            return None
        self._note_passed_hand(name, dealer, stays=self._stays and outcome.thrown_in)
        self.text, self.scored_hand = None, (found, outcome)
        stated = True if found[5] or found[6] or total else None
        return Passed(outcome.payments, evening.score.totals, stated, outcome.gains, counts=not outcome.thrown_in)

    def _is_out_of_turn(self, dealer: bytes, name: bytes) -> bool:
        """Check whether the dealer is out of turn."""
        due, before = self.evening.turn.turn
        written = self._written.get(due, dealer)  # whoever is not at the table does not deal
        return written != dealer and is_next_hand(before, name.decode("ascii"))

    def _add_gains(self, text: bytes | None, gains: tuple[int, ...], *, counts: bool) -> bool | None:
        """Add a hand's gains if its totals are right or wrong as before; None: explain it.

        The answer is whether they are right. First totals that are not, and new mistakes, are for the evening.
        """
        evening = self.evening
        after = evening.score.sum_with(gains)
        holds: bool | None = True
        if text is not None:
            if evening.score.has_slips or text != self.form % after:
                holds = self._compare_totals(text, after)
            if holds is None:
                return None
            if not evening.score.has_basis:
                evening.score = evening.score._replace(has_basis=True)
        evening.add_gains(gains, totals=after, is_deal_counted=counts)
        return holds

    def _compare_totals(self, text: bytes, after: tuple[int, ...]) -> bool | None:
        """Compare totals in another order, of some seats only, or with known mistakes."""
        stated = read_amounts(text, self.letters) if _TOTAL.fullmatch(text) else None
        if stated is None or (not self.evening.score.has_basis and None in stated):
            return None
        slipped = False
        for amount, due, slip in zip(stated, after, self.evening.score.slips, strict=True):
            if amount is not None and (slip is None or amount - due != slip):
                return None
            slipped = slipped or (amount is not None and slip != 0)
        return not slipped

    def _note_passed_hand(self, name: bytes, dealer: bytes, *, stays: bool = False) -> None:
        """A hand has passed: its name, who deals next, whether the match is over."""
        self.name, self.went_on = name, True
        evening, called = self.evening, name.decode("ascii")
        dealt, following = self._deals[dealer]
        turn = dealt if stays else following, called
        evening.turn = TurnToDeal(turn, dealt, evening.turn.seated)
        match = evening.match
        if (
            match.ended is None
            and not evening.silent
            and self.limits.may_be_reached(evening.score.totals, match.most_deals)
        ):
            evening.settle_match(called)

    def _has_right_assertions(
        self, text: HandText, judged: Judged, seating: PlainSeating, payments: tuple[int, ...]
    ) -> bool:
        """Check whether all assertions of a hand about itself are right."""
        score, result = text.score, text.result
        if score is not None and not self.asserted.is_score_right(score, payments):
            return False
        return result is None or self.asserted.is_result_right(result, judged, seating)

    def _leave_inheritance(self, judged: Judged) -> None:
        """Set the inheritance of the next hand."""
        evening = self.evening
        if self._carries_on and not judged.settled.contract:
            part = self.compiled.rules.all_pass.params
            kept = tuple((n, judged.piles[n]) for n, pile in enumerate(self.compiled.pile_names) if pile in part.keep)
            evening.inherited = Inherited(kept, part.only, part.binds, "all_pass.only")
        else:
            evening.inherited = NOTHING_CARRIED

    def _read_inheritance(self, text: HandText) -> Inherited:
        """The stated inheritance of a hand."""
        if not self._carries_on:
            raise ValueError
        part = self.compiled.rules.all_pass.params
        what, named = text.carry.decode("ascii"), (text.kept or b"").split()
        piles: tuple[tuple[int, int], ...] = ()
        if what in self.compiled.pile_names and named:
            known = self.judge.cards
            piles = ((self.compiled.pile_names.index(what), sum([known[name] for name in named])),)
        return Inherited(piles, part.only, part.binds, "all_pass.only")

    def _make_seating(self, dealer: bytes, carry: Inherited) -> PlainSeating:
        """The seating of a dealer, under the auction to which a hand is narrowed."""
        narrowed = Inherited((), carry.only, carry.binds, carry.rule)
        setting = self.game.seat(self.people, self.people.index(dealer.decode("ascii")), carry=narrowed)
        found = self.judge.plain_seating(setting._replace(labels=self.labels))
        self._seatings[dealer, carry.only] = found
        return found

    def _match_gains(self, judged: Judged, payments: tuple[int, ...], seating: PlainSeating) -> tuple[int, ...]:
        """The amounts that seats add to their totals."""
        if self._counts == "payments":
            return payments
        if self._counts == "winners_only":
            return tuple(max(payment, 0) for payment in payments)
        if self._counts == "card_points":
            return seating.by_label((*self.judge.credited_points(judged, seating), 0))
        declarer = judged.settled.declarer
        mine = [judged.pays[place] if place == declarer else 0 for place in range(self.compiled.players)]
        return seating.by_label((*mine, 0))


def _people_by_seat(session: Preamble) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """The people and dummies by seat, without the lines of their statements."""
    return tuple((seat.label, seat.person) for seat in session.seats), tuple(dummy.seat for dummy in session.dummies)


def _seats_of_session(session: Preamble) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The seats with a person, and those without one."""
    return session.order, tuple([dummy.seat for dummy in session.dummies])


def _label_bytes(labels: tuple[str, ...]) -> list[bytes]:
    return [label.encode("ascii") for label in labels]


_JUDGES: dict[str, Judge] = {}
_MAX_JUDGES = 64


def judge_for_rules(compiled: CompiledRules) -> Judge:
    """The judge of compiled rules, made once."""
    found = _JUDGES.get(compiled.digest)
    if found is None:
        if len(_JUDGES) >= _MAX_JUDGES:
            _JUDGES.clear()
        found = _JUDGES[compiled.digest] = Judge(compiled)
    return found


def is_fit(compiled: CompiledRules) -> bool:
    """Check whether records of a ruleset can be read by pattern.

    A line can fill a pile, and numbers fit a line. The effects of one hand on the next must be known without its
    result.
    """
    rules = compiled.rules
    dealt = sum(1 for pile in rules.piles.values() if pile.dealt)
    named = {step.params.named for step in rules.steps.values() if step.do == "call"}
    goes_round = rules.match.dealer == "next" and not rules.match.until.round
    is_short = dealt <= 1 and tricks_in(rules, compiled.players) < 100 and len(named) <= 1
    return compiled.can_be_served and goes_round and is_short
