"""A record as settled hands: plain ones from the compiled filter, others judged.

In goes a source, out come `SettledRecord`s in its order. A hand that passes is never read as statements; its columns
equal those that judging it gives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.bulk.filter import Unruled, Verifier
from calarec.bulk.running import Passed
from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.match import payment_units
from calarec.core.judge.score_rows import TableEvent, find_people
from calarec.core.mechanisms.rules import winning
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.source import read_chunks, source_name
from calarec.core.records import model as rec
from calarec.record_judge.session import NoRulesError, RecordJudge
from calarec_tools.output.formats.columns import SettledHand, SettledSeat, settled_hand

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Mapping

    from calarec.bulk.running import Running
    from calarec.bulk.seen_score_hands import ScoredOutcome
    from calarec.bulk.text import HandText, Judged, PlainSeating
    from calarec.core.engine.match import EndedMatch
    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.notation.source import Source
    from calarec.core.records.model import Preamble
    from calarec.core.wording.findings import Finding

_TRICK: Final = b" 123456789"
"""First characters of lines of tricks, and of no other line of the play."""
_MAX_KEPT_SEATINGS: Final = 64


class SettledRecord(NamedTuple):
    """A hand of a record."""

    hand: SettledHand
    session: Preamble
    """The preamble before it; the hand itself has its match."""
    order: tuple[str, ...]
    """The seats that play, in the order in which they do."""
    judgement: Judgement | None = None
    """None of a hand that passed."""
    lines: bytes = b""
    """The tricks of such a hand, as they are written."""
    new_evening: bool = False
    notes: tuple[Finding, ...] = ()
    """The notes on lines of a hand that passed."""

    @property
    def record_findings(self) -> tuple[Finding, ...]:
        """Everything that is reported of the hand."""
        return self.notes if self.judgement is None else self.judgement.findings

    def led_tricks(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the leader of each trick, and its cards."""
        for line in self.lines.splitlines():
            _, leader, *cards = line.decode("ascii").partition(" >")[0].split()
            yield leader[0], tuple(cards)
        if self.judgement is not None and not self.judgement.hand.broken:
            yield from ((trick.leader, trick.cards) for trick in self.judgement.hand.every(rec.Trick))


class SettledRecords:
    """The hands of a record, settled.

    NoRulesError at a hand without a ruleset. At the end `findings` has those of no hand;
    `events_after_last_hand` has the events after the last hand of the evening before, once the next has begun or all
    have been read.
    """

    def __init__(self, source: Source, asked: Ruleset | None, *, line: int = 1, evenings: int = 0) -> None:
        """`line` and `evenings`: where in a file the source begins."""
        self.source, self.number, self.file = source, evenings, source_name(source)
        self.findings: list[Finding] = []
        self.judge = RecordJudge(asked)
        self._verifier = Verifier(HandReader(self.file, PreambleBuilder(self.file)), self.judge, line=line)
        self._plain: PlainColumns | None = None

    @property
    def passed_over(self) -> Finding | None:
        """The reason why hands were passed over, as in `Records`."""
        return self._verifier.spoken.passed_over

    @property
    def events_after_last_hand(self) -> tuple[TableEvent, ...]:
        """The events after the last hand of an evening."""
        return self._verifier.behind

    @property
    def totals_after_events(self) -> Mapping[str, int]:
        """The totals of all persons after these events."""
        return self._verifier.totals_behind

    def __iter__(self) -> Iterator[SettledRecord]:
        return (self.settled_record_of(verdict, new_evening=new_evening) for verdict, new_evening in self.verdicts())

    def verdicts(self) -> Iterator[tuple[Passed | Judgement, bool]]:
        """Yield for each hand its verdict, and True if an evening begins with it.

        `record` settles the last of them.
        """
        begun = False
        for verdict in self._verifier.verify(read_chunks(self.source, "utf-8", self.findings)):
            if isinstance(verdict, Unruled):
                raise NoRulesError(verdict.hand, verdict.findings)
            opened = verdict.opened if isinstance(verdict, Passed) else verdict.hand
            new_evening = not begun or (opened is not None and opened.new_evening)
            self.number += new_evening
            begun = True
            yield verdict, new_evening
        self.findings += self._verifier.findings_after_last
        self._verifier.end_text()

    def settled_record_of(self, verdict: Passed | Judgement, *, new_evening: bool) -> SettledRecord:
        """The hand settled that was given out last."""
        if isinstance(verdict, Passed):
            found = self.plain_columns.settled_passed_hand(verdict, self._verifier, self.number)
            found = found._replace(notes=verdict.notes) if verdict.notes else found
        else:
            found = self._settled_by_judgement(verdict)
        return found._replace(new_evening=True) if new_evening else found

    @property
    def passed_hand_line(self) -> int:
        """The line of the hand that passed last, which has nothing before it."""
        return self._verifier.line_number

    @property
    def plain_columns(self) -> PlainColumns:
        """The columns of the hand that passed last."""
        running = self._verifier.running
        assert running is not None
        plain = self._plain
        if plain is None or plain.running is not running:
            plain = self._plain = PlainColumns(running, self.file)
        return plain

    def _settled_by_judgement(self, judged: Judgement) -> SettledRecord:
        row = self.judge.evening.row if self.judge.evening is not None else None
        assert row is not None
        winners, setting, sums = None, judged.setting, self._verifier.sums_alone
        if sums is not None and setting is not None:
            # No events tell them: the moves were not made once more.
            leaders = [trick.leader for trick in judged.hand.every(rec.Trick)]
            winners = (*leaders[1:], setting.labels[setting.active[sums.won_last]])
        order = tuple(setting.labels[seat] for seat in setting.active) if setting is not None else ()
        return SettledRecord(
            settled_hand(judged, row, self.number, winners=winners), judged.hand.session, order, judged
        )


class SeatedAs(NamedTuple):
    """The seats of the people in a hand."""

    dealer: str
    order: tuple[str, ...]
    """The letters by place."""
    places: tuple[int, ...]
    """The place of each player with a row, in the order of rows; -1 if sitting out."""


class _When(NamedTuple):
    """The place of a hand in its record, and the score after it."""

    line: int
    evening: int
    match: int
    before: tuple[TableEvent, ...]
    totals: dict[str, int]
    counts: bool
    outside: bool
    ended: EndedMatch | None
    not_counted: str


class PlainColumns:
    """The columns of hands that pass, as long as neither people nor rules change."""

    def __init__(self, running: Running, file: str) -> None:
        self.running, self.file = running, file
        game, session = running.game, running.session
        self.ruleset, self.compiled = game.ruleset, running.compiled
        rules = game.rules
        self.units, self.pay_units, self.total_units = (
            rules.pack.units_per_point,
            rules.settle.units_per_stake,
            payment_units(game),
        )
        self.counts = rules.match.counts
        self.nobody = {*running.labels[len(running.people) :], *(dummy.seat for dummy in session.dummies)}
        """Letters of dummy hands: they have no row and no total."""
        who = find_people(rec.Hand(session=session))
        self.seats = tuple((label, person) for label, person in who.items() if label not in self.nobody)
        self.at_label = tuple(running.labels.index(label) for label, _ in self.seats)
        self._seated: dict[PlainSeating, SeatedAs] = {}
        self._bonuses: dict[tuple[str, int], str] = {}
        self._won: dict[tuple[str, int], bool] = {}
        self.layout = running.judge.layout

    def settled_passed_hand(self, passed: Passed, verifier: Verifier, evening: int) -> SettledRecord:
        """The hand that passed last."""
        running, opened, score = self.running, passed.opened, self.running.evening
        totals = self.passed_totals(passed)
        before: tuple[TableEvent, ...] = ()
        match = running.began[0] if running.began is not None else running.session.match
        if opened is not None:
            before = running.before
        elif passed.match is not None:
            before = (TableEvent("match", text=passed.match[1], line=verifier.match_line),)
        course = score.match
        line = verifier.line_number if opened is None else opened.line
        counts = bool(course.is_hand_counted(is_deal_counted=passed.counts))
        not_counted = "" if passed.counts else "all_pass.do"
        when = _When(line, evening, match, before, totals, counts, course.is_outside, course.ended, not_counted)
        if running.text is not None and running.judged is not None and running.seating is not None:
            return self._settled_played_hand(running.text, running.judged, running.seating, passed.payments, when)
        assert running.scored_hand is not None
        return self._settled_scored_hand(*running.scored_hand, passed.payments, when)

    def passed_totals(self, passed: Passed) -> dict[str, int]:
        """Return all totals after the hand, by person."""
        score = self.running.evening.score
        totals = dict(zip(score.people, passed.totals, strict=True))
        if score.away or self.nobody:
            totals |= {person: known.total for person, known in score.away.items()}
            totals = {who: total for who, total in totals.items() if who not in self.nobody}
        return totals

    # ------------------------------------------------------------------ with cards

    def _settled_played_hand(
        self, text: HandText, judged: Judged, seating: PlainSeating, payments: tuple[int, ...], when: _When
    ) -> SettledRecord:
        seated = self.seating_columns(seating)
        order, auction = seated.order, judged.settled
        lines, winners = self.passed_tricks(text, judged, order)
        declarer, mate, contract = auction.declarer, judged.mate, auction.contract
        seats = []
        for (label, person), place, at in zip(self.seats, seated.places, self.at_label, strict=True):
            part = part_in_hand(place, declarer, mate)
            count = winners.count(label) if winners else None
            seats.append(SettledSeat(label, person, part, count, (), payments[at], when.totals.get(person)))
        hand = SettledHand(
            file=self.file, line=when.line, evening=when.evening, match=when.match,
            hand=text.name.strip(b'"').decode("ascii") if text.name else "",
            at=text.at.decode("ascii") if text.at else "", ruleset=self.ruleset, dealer=seated.dealer,
            verdict="legal", outcome="claimed" if judged.claimed else "played" if winners else "all_pass",
            declarer=order[declarer] if declarer >= 0 else "", partners=(order[mate],) if mate >= 0 else (),
            contract=contract, won=self.has_won(contract, judged.points) if contract else None,
            points=judged.points if contract else None, units=self.units, bonus=self.bonus(contract, judged.bonus),
            stake=judged.stake, pay_units=self.pay_units, counts=self.counts, total_units=self.total_units,
            over=when.ended is not None, outside=when.outside, ended=when.ended,
            counted_deal=when.counts, not_counted=when.not_counted, sure=True, errors=0, warnings=0, codes=(),
            before=when.before, totals=when.totals, seats=tuple(seats), words=auction.words, winners=winners,
        )  # fmt: skip
        return SettledRecord(hand, self.running.session, order, None, lines)

    def passed_tricks(self, text: HandText, judged: Judged, order: tuple[str, ...]) -> tuple[bytes, tuple[str, ...]]:
        """The lines of the tricks, and the winner of each, who leads to the next."""
        rows, row = (
            (text.tricks, self.layout.row) if text.tricks is not None else (text.tricks_won, self.layout.row_won)
        )
        if rows is not None:
            rows = self.layout.without_draws(rows, won=text.tricks is None)
            leaders = rows[3 :: row.size].decode("ascii")
        else:
            lines = [line for line in (text.tricks_mixed or b"").splitlines(keepends=True) if line[0] in _TRICK]
            rows, leaders = b"".join(lines), "".join([chr(line[3]) for line in lines])
        if not leaders:
            return rows, ()
        return rows, (*leaders[1:], order[judged.won_last])

    def seating_columns(self, seating: PlainSeating) -> SeatedAs:
        """Return the seats of the people."""
        found = self._seated.get(seating)
        if found is None:
            if len(self._seated) >= _MAX_KEPT_SEATINGS:
                self._seated.clear()
            order = tuple(map(chr, seating.letters))
            places = tuple(order.index(label) if label in order else -1 for label, _ in self.seats)
            setting = seating.setting
            found = self._seated[seating] = SeatedAs(setting.labels[setting.dealer], order, places)
        return found

    def bonus(self, contract: str, bits: int) -> str:
        """The bonuses that applied, by their bits."""
        found = self._bonuses.get((contract, bits))
        if found is None:
            names = [name for at, name in enumerate(self.compiled.bonus_names(contract)) if bits >> at & 1]
            found = self._bonuses[contract, bits] = " ".join(names)
        return found

    def has_won(self, contract: str, points: int) -> bool:
        """Check whether the declarer's side wins with these points."""
        found = self._won.get((contract, points))
        if found is None:
            rules = self.compiled.rules
            counted = points // self.units * self.units if rules.settle.rounding == "down" else points
            found = self._won[contract, points] = winning(rules, contract)[1].is_reached_by(counted)
        return found

    # ------------------------------------------------------------------ without cards

    def _settled_scored_hand(
        self, found: re.Match[bytes], outcome: ScoredOutcome, payments: tuple[int, ...], when: _When
    ) -> SettledRecord:
        running = self.running
        dealer = found[2].decode("ascii")
        setting = running.game.seat(running.people, running.people.index(dealer))
        labels, out = running.labels, {setting.labels[seat] for seat in setting.out}
        declarer = labels[outcome.declarer] if outcome.declarer >= 0 else ""
        partners = tuple([labels[seat] for seat in outcome.partners])
        seats = []
        for (label, person), at in zip(self.seats, self.at_label, strict=True):
            part = "declarer" if label == declarer else "partner" if label in partners else "opponent"
            part = "out" if label in out else part if declarer else ""
            seats.append(SettledSeat(label, person, part, None, (), payments[at], when.totals.get(person)))
        hand = SettledHand(
            file=self.file, line=when.line, evening=when.evening, match=when.match,
            hand=(found[1] or b"").decode("ascii"), at="", ruleset=self.ruleset, dealer=dealer, verdict="legal",
            outcome="all_pass" if outcome.thrown_in else "score_only", declarer=declarer, partners=partners,
            contract=outcome.contract, won=outcome.won, points=outcome.points, units=self.units,
            bonus=" ".join(outcome.bonuses), stake=outcome.stake, pay_units=self.pay_units, counts=self.counts,
            total_units=self.total_units, over=when.ended is not None, outside=when.outside, ended=when.ended,
            counted_deal=when.counts, not_counted=when.not_counted, sure=True, errors=0, warnings=0, codes=(),
            before=when.before, totals=when.totals, seats=tuple(seats),
            counted=_stated_whole_points(found[5], declarer) if declarer and outcome.points is None else None,
            words=_words_of_bids(found[4], declarer),
        )  # fmt: skip
        return SettledRecord(hand, running.session, tuple(labels[seat] for seat in setting.active))


def part_in_hand(place: int, declarer: int, mate: int) -> str:
    """Return the part of a player in a hand, by places."""
    if place < 0 or declarer < 0:
        return "out" if place < 0 else ""
    return "declarer" if place == declarer else "partner" if place == mate else "opponent"


def _stated_whole_points(result: bytes | None, declarer: str) -> int | None:
    """Return the whole points that a `result` line states for the declarer's side."""
    words = (result or b"").decode("ascii").split()
    for side, said in zip(words[::2], words[1::2], strict=True):
        if declarer in side and said.endswith("p"):
            return int(said[:-1])
    return None


def _words_of_bids(said: bytes, declarer: str) -> tuple[str, ...]:
    """Return the declarer's last bid, then every raise of it."""
    bids: list[str] = []
    raises: list[str] = []
    for line in said.decode("ascii").splitlines():
        verb, *words = line.split()
        if verb in ("bid", "raise"):
            own = [word for seat, word in zip(words[::2], words[1::2], strict=True) if seat == f"{declarer}:"]
            (bids if verb == "bid" else raises).extend(own)
    return (bids[-1], *raises) if bids else ()
