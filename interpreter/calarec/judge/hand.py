"""One hand from its statements to its ruling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.base.frozen import NamedTuple, replace
from calarec.engine import events as ev
from calarec.engine.behaviours import all_pass_of, behaviour_of
from calarec.engine.moves import start
from calarec.engine.state import NOBODY, NOTHING_CARRIED, Inherited
from calarec.engine.tally import Tally, add_up
from calarec.judge.asserted import Assertions
from calarec.judge.deal import KnownDeal, foreign, read_deal
from calarec.judge.findings import HandFindings, placed
from calarec.judge.judgement import Happened, Judgement, Knowledge, Verdict
from calarec.judge.seats import arrange
from calarec.judge.substitutions import gaps, in_order, proofread, with_blank
from calarec.judge.walk import Walk
from calarec.mechanisms.mechanism import Kind
from calarec.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.engine.account import Account
    from calarec.engine.game import Game
    from calarec.engine.match import MatchStanding
    from calarec.engine.state import Seating, State
    from calarec.judge.running_totals import RunningTotals
    from calarec.judge.unknown.accounts import Common
    from calarec.records.model import Hand
    from calarec.wording.findings import Finding


def replay_hand(hand: Hand, game: Game, evening: RunningTotals) -> Judgement:
    """Replays a hand; totals and what is inherited come from the evening and go back to it."""
    if hand.broken:
        from calarec.judge.apart import of_broken

        told = (*hand.findings, *of_broken(hand, game, evening.inherited))
        return Judgement(hand=hand, game=game, setting=None, verdict="unreadable", diagnostics=told)
    findings = HandFindings(hand, game)
    if foreign(hand, game, findings):
        return unplayed(hand, game, None, findings, "illegal")
    setting = arrange(hand, game, findings, evening.inherited)
    if setting is None:
        return unplayed(hand, game, None, findings, "illegal" if findings.found else "unreadable")
    read, known = proofread(hand, setting, findings)
    if known:
        read = in_order(read, game, setting, findings)
        replayed = _replayed(read, game, setting, findings, evening)
    else:
        replayed = unplayed(hand, game, setting, findings, "illegal")
    found = placed(hand, replayed.diagnostics)
    if replayed.verdict == "illegal" and not is_score_only(hand):
        from calarec.judge.apart import beyond

        found = (*found, *beyond(read, game, setting, found, played=bool(replayed.happened)))
    if findings.gave_up and not _is_told(read, replayed, found):
        found = (*found, findings.made("CAL313", None, wording="readings"))
    if read is hand and found is replayed.diagnostics:
        return replayed
    return replace(replayed, hand=hand, diagnostics=found)


def _is_told(hand: Hand, replayed: Judgement, found: Sequence[Finding]) -> bool:
    """Whether it changes nothing of what is told that not all readings of a hand were looked into.

    It was said already; or a reading was believed; or one finding is all that is wrong with a hand whose cards
    are all known, and that is followed to its end: no other reading is believed against that.
    """
    from calarec.judge.substitutions import LEAST

    if any(each.code == "CAL313" or each.args.get("taken") for each in found):
        return True
    wrong = sum(each.severity == "error" for each in found)
    return replayed.knowledge == "complete" and wrong < LEAST and not unread(hand, replayed)


def _replayed(
    hand: Hand, game: Game, setting: Seating, findings: HandFindings, evening: RunningTotals, *, offering: bool = True
) -> Judgement:
    """The ruling on a hand of which it is known who sits where.

    `offering`: whether another contract is looked for if what was paid cannot be paid for the one that was bid.
    """
    if is_score_only(hand):
        from calarec.judge.score_only.judging import replay_scores

        return replay_scores(hand, game, setting, findings, evening)
    dealt = read_deal(hand, game, setting, findings)
    if not dealt.sound:
        return unplayed(hand, game, setting, findings, "illegal")
    if not dealt.complete(game.cards.full) or _has_blanks(hand):
        whole = with_blank(hand, game, setting) if gaps(hand) else hand
        if whole is None:
            return unplayed(hand, game, setting, findings, "incomplete", "possible")
        return _partial(whole, game, setting, dealt, findings, evening, offering=offering)
    before = len(findings.found)
    course = walk(hand, game, setting, dealt, findings, guessing=True)
    # What was said is the strongest thing that a hand says of its contract: first what fits it is looked for.
    completed = None
    if course.unwritten:
        completed = _with_what_was_not_written(course, dealt, evening, before, offering=offering)
    if completed is not None and completed.replay is not None:
        return completed.replay
    course = _as_supposed(course, dealt, before, completed)
    if course.worked_out:
        return rule(course, evening, knowledge="forced", deduced=(course.worked_out,))
    return rule(course, evening)


class _Completed(NamedTuple):
    """A hand with an exchange supplied that nobody wrote down."""

    replay: Judgement | None
    """The ruling; None if that explains nothing: then a line stands in the wrong place."""
    unexplained: int
    """How much is wrong with the hand even so."""


def _as_supposed(course: Walk, dealt: KnownDeal, before: int, completed: _Completed | None) -> Walk:
    """The hand with the one slip of dealer, auction or call put right from which all its findings follow."""
    if not course.breaches:
        return course
    from calarec.judge.substitutions import LEAST, supposed

    game, findings = course.game, course.findings
    if completed is not None and completed.unexplained < LEAST:
        return course
    found = supposed(course, before, lambda hand, setting, into: walk(hand, game, setting, dealt, into, guessing=True))
    if found is None:
        return course
    del findings.found[before:]
    found.tell(findings)
    course = walk(found.hand, game, found.setting, dealt, findings, guessing=True)
    course.breaches += 1
    return course


def _partial(
    hand: Hand,
    game: Game,
    setting: Seating,
    dealt: KnownDeal,
    findings: HandFindings,
    evening: RunningTotals,
    *,
    offering: bool,
) -> Judgement:
    """The ruling on a hand of which not everything is written."""
    from calarec.judge.other_contract import unless_paid_for_another
    from calarec.judge.unknown.judging import replay_partial

    def judged(hand: Hand) -> Judgement:
        return replay_partial(hand, game, setting, dealt, findings, evening)

    def again(hand: Hand, quiet: HandFindings) -> Judgement:
        return _replayed(hand, game, setting, quiet, RunningTotals(game, unsure=True), offering=False)

    if not offering:
        return judged(hand)
    from calarec.judge.running_totals import RunningTotals

    return unless_paid_for_another(hand, setting, findings, evening, judged, again)


def _with_what_was_not_written(
    course: Walk, dealt: KnownDeal, evening: RunningTotals, before: int, *, offering: bool
) -> _Completed | None:
    """The hand with an exchange supplied that nobody wrote down; None if other lines are missing too.

    Findings and score stay as they were if that explains nothing.
    """
    findings = course.findings
    hand, as_written, words = findings.hand, findings.found[before:], course.about_words()
    whole = with_blank(course.hand, course.game, course.setting) if gaps(course.hand) else course.hand
    if whole is None:
        return _Completed(None, 0)
    kept = evening.kept()
    del findings.found[before:]
    completed = _partial(whole, course.game, course.setting, dealt, findings, evening, offering=offering)
    unexplained = sum(not _is_explained(each) for each in findings.found[before:])
    if not unexplained and not words:
        return _Completed(replace(completed, hand=hand), 0)
    if not unexplained:
        # What was said was another word, and breaks the rules whatever was exchanged.
        told = (*words, *completed.diagnostics)
        return _Completed(replace(completed, hand=hand, verdict="illegal", diagnostics=told), 0)
    evening.take_back(kept)
    findings.found[before:] = as_written
    return _Completed(None, unexplained + unread(whole, completed))


def _is_explained(finding: Finding) -> bool:
    """Whether a finding leaves nothing of the course of a hand unexplained.

    What was found out about the reading and the deal stands whatever was exchanged; a supplied line has no number;
    and sums may be wrong of any hand, or be those of another contract.
    """
    told = finding.code[:5] in ("CAL31", "CAL61") or finding.code == "CAL408"
    return told or finding.severity == "note" or not finding.span.line


def unread(hand: Hand, replayed: Judgement) -> int:
    """How many tricks of a hand were not followed."""
    tricks = sum(isinstance(each, rec.Trick) for each in hand.statements)
    return tricks - sum(isinstance(each.event, ev.TrickWon) for each in replayed.happened)


class Unsure:
    """What is to be kept out of a ruling, because it holds in one of several possible worlds alone."""

    def common(self, course: Walk, account: Account | None, tally: Tally) -> Common | None:
        """What all of them come to alike; None if they have nothing in common, or that is not known."""
        raise NotImplementedError

    def blurred(self, happened: list[Happened]) -> tuple[Happened, ...]:
        """The events with the cards marked that are not known."""
        raise NotImplementedError

    def state(self, state: State) -> State:
        """The last state without what is not known of it."""
        raise NotImplementedError


def walk(
    hand: Hand, game: Game, setting: Seating, dealt: KnownDeal, findings: HandFindings, *, guessing: bool = False
) -> Walk:
    """Takes a hand of which every card is known through the engine.

    `guessing`: words that cannot stand are taken for those that must have been said.
    """
    findings.played = hand.statements
    first = start(game, setting, dealt.hands, dealt.piles)
    opening = [Happened(event, 0, state=first.state) for event in first.events]
    course = Walk(hand, game, setting, findings, first.state, happened=opening, guessing=guessing)
    course.run()
    return course


def play_through(
    hand: Hand,
    game: Game,
    setting: Seating,
    dealt: KnownDeal,
    findings: HandFindings,
    evening: RunningTotals,
    *,
    knowledge: Knowledge = "complete",
    deduced: tuple[str, ...] = (),
    doubt: Unsure | None = None,
) -> Judgement:
    """Replays a hand of which every card is known, or taken to be."""
    course = walk(hand, game, setting, dealt, findings)
    return rule(course, evening, knowledge=knowledge, deduced=deduced, doubt=doubt)


def rule(
    course: Walk,
    evening: RunningTotals,
    *,
    knowledge: Knowledge = "complete",
    deduced: tuple[str, ...] = (),
    doubt: Unsure | None = None,
) -> Judgement:
    """The ruling on a hand that has gone through the engine."""
    game, setting, findings = course.game, course.setting, course.findings
    hand = findings.hand
    account, tally = settle(game, setting, course.state, course.happened)
    over = course.state.over
    common: Common | None = None
    last = course.state if doubt is None else doubt.state(course.state)
    # A void deal costs what it costs whatever the cards were, and whatever happened to them.
    if tally.outcome == "void":
        account = replace(account, partner=last.partner) if account is not None else None
    elif doubt is not None:
        common = None if course.lost or course.doubtful else doubt.common(course, account, tally)
        account = common.account if common is not None else None
    else:
        account = account if borne_out(course, account, tally) else None
    outcome = course.state.outcome or ("abandoned" if course.abandoned is not None else "")
    added = account if common is None else common.added
    totals: dict[str, int] | None
    standing: MatchStanding | None
    totals, standing = evening.after(hand, added, setting.labels)
    assertions = Assertions(hand, game, setting, findings, evening=evening, tricks=course.state.tricks)
    if common is not None and common.first is not None:
        assertions.among(common, totals if added is not None else None)
    elif account is not None:
        assertions.check(account, tally, totals)
    if over and added is None:
        totals, standing = None, None
    verdict = _verdict(course)
    if not course.state.over and not course.lost and course.abandoned is None:
        findings.add("CAL517", hand.end, rule=course.state.step if course.state.step in ("play", "auction") else "",
                     wording=_waiting_for(course.state))  # fmt: skip
    if outcome == "void" and not course.state.faults:
        findings.add("CAL517", hand.end, wording="void")
    evening.inherited = carried_on(game, course.state, findings.sure)
    return Judgement(
        hand=hand,
        game=game,
        setting=setting,
        happened=tuple(course.happened) if doubt is None else doubt.blurred(course.happened),
        state=last,
        verdict=verdict,
        knowledge=knowledge,
        stated=assertions.stated,
        outcome=outcome,
        account=account,
        totals=totals,
        standing=standing,
        deduced=deduced,
        sure=findings.sure,
        diagnostics=(*hand.findings, *findings.found),
    )


def settle(game: Game, setting: Seating, state: State, happened: list[Happened]) -> tuple[Account | None, Tally]:
    """The account of a hand that is over; None for one that is not, or that was claimed without a contract.

    There is none either where the cards of tricks and piles are not the pack, each card once: a card that the record
    has in two places, or in none, would be counted twice, or not at all.
    """
    tally = add_up(game.cards, setting, (each.event for each in happened))
    if not state.over or (state.outcome == "claimed" and state.step == "auction"):
        return None, tally
    if state.outcome in ("played", "claimed") and not tally.adds_up:
        return None, tally
    behaviour: Any = all_pass_of(game)
    if tally.declarer != NOBODY or tally.outcome == "void":
        behaviour = behaviour_of(Kind.SECTION, "settle")
    account: Account = behaviour.settle(game, tally)
    return account, tally


def borne_out(course: Walk, account: Account | None, tally: Tally) -> bool:
    """Whether an account may stand: where a card is recorded where it cannot be, the record must not speak against it.

    What such a hand came to is told by its cards if they add up all the same; where its own result or payments are
    others, one of the two is wrong, and nobody can tell which.
    """
    if account is None or not (course.lost or course.doubtful):
        return True
    unheard = HandFindings(course.findings.hand, course.game)
    asserted = Assertions(unheard.hand, course.game, course.setting, unheard, tricks=course.state.tricks)
    asserted.check(account, tally, None)
    return asserted.stated is not False


def carried_on(game: Game, state: State, sure: int = -1) -> Inherited:
    """What a hand that all passed leaves to the next one, as far as it is sure which cards they are."""
    if state.outcome != "all_pass" or game.rules.all_pass.do != "carry_on":
        return NOTHING_CARRIED
    part = game.rules.all_pass.params
    kept = tuple(
        (number, state.piles[number])
        for number, name in enumerate(game.piles)
        if name in part.keep and not state.piles[number] & ~sure
    )
    return Inherited(kept, part.only, part.binds, "all_pass.only")


def is_score_only(hand: Hand) -> bool:
    """Whether a hand has neither cards nor tricks."""
    return not any(isinstance(each, rec.Deal | rec.Monte | rec.Trick) for each in hand.statements)


def _has_blanks(hand: Hand) -> bool:
    return any("_" in name for each in hand.statements for name in getattr(each, "cards", None) or ())


def _verdict(course: Walk) -> Verdict:
    if course.breaches > course.declared:
        return "illegal"
    if not course.state.over:
        return "incomplete"
    return "irregular" if course.breaches or course.state.faults else "legal"


def _waiting_for(state: State) -> str:
    if state.step in ("auction", "play"):
        return state.step
    return "exchange"


def unplayed(
    hand: Hand,
    game: Game,
    setting: Seating | None,
    findings: HandFindings,
    verdict: Verdict,
    knowledge: Knowledge = "complete",
) -> Judgement:
    """The ruling on a hand that cannot be taken through the engine."""
    return Judgement(
        hand=hand,
        game=game,
        setting=setting,
        verdict=verdict,
        knowledge=knowledge,
        diagnostics=(*hand.findings, *findings.found),
    )
