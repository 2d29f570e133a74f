"""Lines that a record may leave out, from the rules; and reasons for gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import replace
from calarec.core.judge.score_rows import find_people
from calarec.core.notation.reader import read_records
from calarec.core.records import model as m
from calarec.core.wording.findings import Told
from calarec.core.wording.language import SOURCE, Words, text_in
from calarec.record_judge.session import NoRulesError, RecordJudge
from calarec_tools.output.files.line_filling import Computed, fill_record
from calarec_tools.output.files.unruled import no_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.match_course import ScoreSnapshot
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.notation.source import Source
    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Sayable

_SURE: Final = ("complete", "forced")
_SAYING: Final = ("CAL322", "CAL323")
"""Notes with the reason why payments are unknown, or only partly known."""
_BONUS: Final = "CAL323"
_BROUGHT: Final = ("CAL617", "CAL618")
"""First totals that may have been carried from earlier evenings: they stay."""

_UNREADABLE: Final = Words("not filled in, it cannot be read")
_WRONG: Final = Words("not filled in, there is a mistake in it (`calarec check`)")
_GUESSED: Final = Words("paid and added, but there is a mistake in it (`calarec check`)")
_UNKNOWN: Final = Words("the record gets no lines for result and payments, because not all cards of the hand are known")
_ABANDONED: Final = Words("not filled in, it was abandoned")
_TOO_LITTLE: Final = Words("not filled in, neither bid and result nor a score is written")
_SAID: Final = Words("not filled in, {said}")
_UNSURE: Final = Words("no total, it is not certain what a hand before it came to")
_NO_POINTS: Final = Words("no total, the match goes by card points, and these are not written")
_SLIPPED: Final = Words("no total, because earlier totals have a mistake (`calarec check`)")
_CARRIED_ON: Final = Words("no total, the first that is written further down was brought along from before")


class Filling:
    """Fills in a file; `reasons` has hands with lines left out or assumptions made."""

    def __init__(self, asked: Ruleset | None, *, renew: bool = False) -> None:
        """Begin a file; `renew`: compute existing scores and totals again."""
        self.session = RecordJudge(asked)
        self.renew = renew
        self.asked = asked
        self.reasons: dict[str, tuple[Sayable, list[str]]] = {}
        """Each reason once, by its English: with the names of the hands."""
        self.evenings = _Evenings()
        self.brought: frozenset[int] = frozenset()
        """The numbers of those evenings before whose first totals none are known."""

    def filled_in(self, source: Source, findings: list[Finding]) -> Iterator[str]:
        """Yield the formatted record with missing winners, results, scores and totals."""
        self.brought = _brought_along(source, self.asked)
        yield from fill_record(source, self._compute, findings)

    def _compute(self, hand: m.Hand) -> Computed | None:
        try:
            replayed = self._rejudge_without_sums(hand) if self.renew else self.session.replay(hand)
        except NoRulesError as error:
            raise no_rules(error) from None
        evening = self.session.evening
        found, reason = compute_missing(replayed, unsure=evening is not None and evening.is_unsure)
        self.evenings.goes_on(hand)
        self.evenings.takes(hand)
        if found is not None and not self.evenings.told and self.evenings.number in self.brought:
            found, reason = found._replace(total=None), reason or _CARRIED_ON
        elif found is not None and not self.renew and evening is not None and evening.score.has_slips:
            found, reason = found._replace(total=None), reason or _SLIPPED
        if reason is not None and _needs_filling(hand):
            self.reasons.setdefault(text_in(reason, SOURCE), (reason, []))[1].append(hand.name)
        if found is None or not self.renew:
            return found
        brought = any(finding.code in _BROUGHT for finding in replayed.findings)
        return found._replace(renews_amounts=True, total=None if brought else found.total)

    def _rejudge_without_sums(self, hand: m.Hand) -> Judgement:
        """Judge a hand without its totals, and without payments that have findings.

        The first totals of an evening may be carried, and after an unsettled hand nothing else determines them: those
        are kept as they are.
        """
        evening = self.session.evening
        if evening is not None and evening.score.has_basis and not evening.is_unsure and not hand.new_evening:
            hand = _without_kind(hand, m.Total)
        stated = {
            each for each in (m.Score, m.Total) if any(isinstance(statement, each) for statement in hand.statements)
        }
        pinned = self.session.pinned, self.session.chosen, self.session.told
        kept = None if evening is None else evening.take_snapshot()
        replayed = self.session.replay(hand)
        if m.Score not in stated or not (_has_mistake(replayed) or replayed.account is None):
            return replayed
        if kept is None:
            self.session.evening = None
        elif evening is not None:
            evening.restore_snapshot(kept)
        self.session.pinned, self.session.chosen, self.session.told = pinned
        without = _without_kind(hand, m.Score)
        follows = _is_total_consistent(hand, kept)
        bare = self.session.replay(_without_kind(without, m.Total) if follows else without)
        if bare.account is not None:
            if follows and self.session.evening is not None:
                evening = self.session.evening
                evening.score = evening.score._replace(has_basis=True)  # they rest on what the hands give
            return bare
        if kept is None:
            self.session.evening = None
        elif evening is not None:
            evening.restore_snapshot(kept)
        return self.session.replay(hand)


class _Evenings:
    """The number of the evening in a file, and whether it has had totals."""

    def __init__(self) -> None:
        self.number = 0
        self.told = False

    def goes_on(self, hand: m.Hand) -> None:
        """Goes on to a hand, which may begin the next evening."""
        if hand.new_evening:
            self.number, self.told = self.number + 1, False

    def takes(self, hand: m.Hand) -> None:
        """Record whether a hand has totals."""
        self.told = self.told or hand.first_statement(m.Total) is not None


# Totals before the first that are written would contradict these, if these were brought along from before (CAL617).
def _brought_along(source: Source, asked: Ruleset | None) -> frozenset[int]:
    """Return the numbers of evenings whose first totals are late and were carried."""
    late = _evenings_with_late_totals(source)
    found, evenings, judge = set(), _Evenings(), RecordJudge(asked)
    for hand in read_records(source) if late else ():
        evenings.goes_on(hand)
        if evenings.number in late and not evenings.told:
            try:
                diagnostics = judge.replay(hand).findings
            except NoRulesError:
                diagnostics = ()
            if any(diagnostic.code in _BROUGHT for diagnostic in diagnostics):
                found.add(evenings.number)
        evenings.takes(hand)
    return frozenset(found)


def _evenings_with_late_totals(source: Source) -> set[int]:
    """Return the numbers of evenings whose first totals are after the first hand."""
    late, evenings, hands = set(), _Evenings(), 0
    for hand in read_records(source):
        evenings.goes_on(hand)
        hands = 0 if hand.new_evening else hands
        if hands and not evenings.told and hand.first_statement(m.Total) is not None:
            late.add(evenings.number)
        evenings.takes(hand)
        hands += 1
    return late


def _is_total_consistent(hand: m.Hand, kept: ScoreSnapshot | None) -> bool:
    """Check whether the totals of a hand are those before plus its payments.

    Then they follow from these, and were not carried.
    """
    people = find_people(hand)
    before = dict(zip(kept.score.people, kept.score.totals, strict=True)) if kept is not None else {}
    paid = next((dict(score.amounts) for score in hand.every(m.Score)), {})
    total = next((statement.amounts for statement in hand.every(m.Total)), ())
    return bool(total) and all(
        amount == before.get(people.get(seat, seat), 0) + paid.get(seat, 0) for seat, amount in total
    )


def _without_kind(hand: m.Hand, kind: type) -> m.Hand:
    return replace(
        hand, statements=tuple(statement for statement in hand.statements if not isinstance(statement, kind))
    )


def compute_missing(replayed: Judgement, *, unsure: bool = False) -> tuple[Computed | None, Sayable | None]:
    """Compute the missing lines, and the reason why some are missing.

    A hand without its cards, or with a mistake in it, gets only payments and totals: payments if it has an outcome all
    the same, totals if those before are known too (not if they are `unsure`).
    """
    hand, account, setting = replayed.hand, replayed.account, replayed.setting
    if hand.broken:
        return None, _UNREADABLE
    wrong = _has_mistake(replayed)
    if account is None or setting is None:
        return None, _WRONG if wrong else _why_unsettled(replayed)
    totals = tuple((replayed.totals or {}).items()) if not unsure else ()
    total = m.Total(totals) if totals else None
    without_total = None if total else _UNSURE if unsure else _NO_POINTS
    if replayed.state is not None and replayed.knowledge in _SURE and not wrong:
        return _of_the_cards(replayed, total), without_total
    played = replayed.outcome not in ("score_only", "all_pass", "void")
    if not account.payments or (played and not wrong):
        stated = bool(hand.every(m.Score))
        return (Computed(total=total), without_total) if stated else (None, _UNKNOWN)
    from calarec.core.engine.settling import may_have_payments

    order = dict.fromkeys((*(seat for side in account.sides for seat in side.seats), *range(len(setting.labels))))
    score = m.Score(tuple((setting.labels[seat], account.payments[seat]) for seat in order))
    paid = (bool(account.sides) and may_have_payments(replayed.game, account)) or any(account.payments)
    reason = without_total or (_GUESSED if wrong else None) or _filling_note(replayed, _BONUS)
    return Computed(score=score if paid else None, total=total), reason


def _of_the_cards(replayed: Judgement, total: m.Total | None) -> Computed:
    """Everything, of a hand whose cards are all known."""
    from calarec.core.engine.tally import add_up
    from calarec.playing.writing import outcome_statements

    account, state, setting = replayed.account, replayed.state, replayed.setting
    assert account is not None
    assert state is not None
    assert setting is not None
    tally = add_up(replayed.game.cards, setting, (happening.event for happening in replayed.happened))
    said = outcome_statements(replayed.game, setting, account, tally, None)
    return Computed(
        winners={number: setting.labels[trick.winner] for number, trick in enumerate(state.tricks, 1)},
        result=next((statement for statement in said if isinstance(statement, m.Result)), None),
        score=next((statement for statement in said if isinstance(statement, m.Score)), None),
        total=total,
    )


def _has_mistake(replayed: Judgement) -> bool:
    return any(finding.severity == "error" for finding in replayed.findings)


def _needs_filling(hand: m.Hand) -> bool:
    """Check whether a hand lacks its score or its total, or cannot be read."""
    have = {type(statement) for statement in hand.statements}
    return hand.broken or not {m.Score, m.Total} <= have


def _why_unsettled(replayed: Judgement) -> Words:
    """Why a hand without a mistake comes to nothing."""
    if replayed.outcome == "abandoned":
        return _ABANDONED
    said = _filling_note(replayed, *_SAYING)
    if said is not None:
        return _SAID.with_values(said=said)
    return _TOO_LITTLE if replayed.outcome == "score_only" else _UNKNOWN


def _filling_note(replayed: Judgement, *codes: str) -> Told | None:
    found = next((finding for finding in replayed.findings if finding.code in codes), None)
    return None if found is None else Told(found)
