"""One hand from its statements to its ruling: the passes in their order.

A hand and the running score go in, a `Judgement` comes out. Only this module calls searches for readings, completions
of unwritten parts, and the `GapJudge` for hands without cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.engine import events as ev
from calarec.core.judge.agreed_payments import check_agreed_payments
from calarec.core.judge.breaches import NOT_DUE, UNTIMELY
from calarec.core.judge.costs import WORTH_IT
from calarec.core.judge.deal import KnownDeal, has_foreign_pack, read_deal
from calarec.core.judge.judgement import Judgement
from calarec.core.judge.lines import add_missing_trick, find_missing_tricks, order_tricks, proofread, with_pack_names
from calarec.core.judge.problems import HandFindings, Problems, place_findings
from calarec.core.judge.ruling import has_stated_end, rule_hand, rule_unplayed_hand
from calarec.core.judge.seats import arrange_seats, find_game_at_table, seated_labels
from calarec.core.judge.walk import Asking, Asks, Exchange, begin_walk, make_script
from calarec.core.judge.walking import walk_on
from calarec.core.records import model as rec
from calarec.core.wording.language import Listing, Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import MatchTerm, Seating
    from calarec.core.judge.gaps import GapJudge
    from calarec.core.judge.possible_ends import PossibleEnds
    from calarec.core.judge.problems import Problem
    from calarec.core.judge.readings import Completed
    from calarec.core.judge.substitutions import Substitution
    from calarec.core.judge.totals_so_far import TotalsSoFar
    from calarec.core.judge.walk import Walk
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding

_EXCHANGES: Final = (rec.Give, rec.Take, rec.Discard, rec.TableCard)
_SUMS: Final = {"CAL610", "CAL611", "CAL612", "CAL613", "CAL614", "CAL616", "CAL617", "CAL618"}
"""Codes of what is wrong with the figures."""


def replay_hand(
    hand: Hand, game: Game, evening: TotalsSoFar, gap_judge: GapJudge, *, literal: bool = False
) -> Judgement:
    """Judge a hand; the running score gives totals and inheritance, and is updated.

    `literal`: judge it as written. Mistakes remain, without a search for their meaning.
    """
    game = find_game_at_table(hand, game)
    if hand.broken:
        from calarec.core.judge.lone_lines import judge_broken_hand

        told = (*hand.findings, *judge_broken_hand(hand, game, evening.inherited))
        return Judgement(hand=hand, game=game, setting=None, verdict="unreadable", findings=told)
    problems = Problems(game)
    read, replayed = _Judging(
        with_pack_names(hand, game), game, problems, evening, gap_judge, literal=literal
    ).judge_written()
    found = (*hand.findings, *HandFindings(hand, game, problems.played).make_findings(problems.found))
    found = (*found, *check_agreed_payments(hand, game))
    found = place_findings(hand, found)
    if literal:
        return replace(replayed, hand=hand, findings=found)
    if replayed.verdict == "illegal" and replayed.setting is not None and not is_score_only(hand):
        from calarec.core.judge.lone_lines import judge_lines_alone

        found = (*found, *judge_lines_alone(read, game, replayed.setting, found, played=bool(replayed.happened)))
    if problems.has_given_up and not _is_limit_irrelevant(read, replayed, found):
        found = (*found, HandFindings(hand, game).make_finding("CAL313", wording="readings"))
    ends = _find_possible_ends(replayed, read, gap_judge) if evening.finds_ends else None
    if ends is not replayed.possible:
        replayed = replace(replayed, possible=ends)
    if evening.odds_seed is not None and replayed.possible is not None and replayed.odds is None:
        from calarec.core.judge.odds import Odds

        replayed = replace(replayed, odds=Odds(refusal="scores" if is_score_only(hand) else "open"))
    return replace(replayed, hand=hand, findings=found)


def _find_possible_ends(judged: Judgement, read: Hand, gap_judge: GapJudge) -> PossibleEnds | None:
    """The possible ends of a judged hand: open where its ways were not looked at.

    None for a settled hand, and for one with a breach or contradiction: nothing is concluded from that.
    """
    state, ends = judged.state, judged.possible
    if judged.verdict in ("illegal", "unreadable") or judged.knowledge == "impossible":
        return None
    if judged.account is not None or (ends is not None and ends.whole):
        return ends
    is_in_play = state is not None and state.step != "auction" and state.outcome in ("", "played", "claimed")
    from calarec.core.judge.possible_ends import GatheredEnds, names_of_bonuses

    if ends is None and state is not None and is_in_play:
        ends = GatheredEnds().find_ends(names_of_bonuses(judged.game, (state.contract,)), whole=False)
    if judged.setting is None or not (is_in_play or state is None) or not _is_closed_in_play(read):
        return ends
    found = gap_judge.find_ends_of_rest(
        replace(judged, hand=read), judged.setting, ends or GatheredEnds().find_ends((), whole=False)
    )
    return found if found.whole or found.by_counting is not None else ends


def _is_closed_in_play(hand: Hand) -> bool:
    """Check whether a hand ends after some tricks without claim or irregularity."""
    if hand.end is None or hand.end.kind or hand.has_any(rec.Claim, rec.Fault):
        return False
    return hand.has_any(rec.Trick)


def is_score_only(hand: Hand) -> bool:
    """Check whether a hand has neither cards nor tricks."""
    return not hand.has_any(rec.Deal, rec.Monte, rec.Trick)


# Such a hand broke off on paper, not at the table. With all cards known it is walked, because its exchange can then be
# judged.
def _has_only_its_end(hand: Hand) -> bool:
    """Check whether the result of a hand is written, but no trick."""
    return has_stated_end(hand) and not hand.has_any(rec.Trick)


def _has_blanks(hand: Hand) -> bool:
    named = (
        statement.card if isinstance(statement, rec.Call) else getattr(statement, "cards", None)
        for statement in hand.statements
    )
    return any("_" in "".join(names) for names in named if names)


def _is_limit_irrelevant(hand: Hand, replayed: Judgement, found: Sequence[Finding]) -> bool:
    """Check whether the unread readings of a hand could change no finding.

    The limit was reported already; or a reading was believed; or there is a single finding. A single finding suffices
    where all cards are known and the hand is followed to its end: no other reading is believed against that.
    """
    if any(finding.code == "CAL313" or finding.args.get("taken") for finding in found):
        return True
    wrong = sum(finding.severity == "error" for finding in found)
    return replayed.knowledge == "complete" and wrong < WORTH_IT and not _count_unread_tricks(hand, replayed)


def _count_unread_tricks(hand: Hand, replayed: Judgement) -> int:
    """Count the tricks of a hand that were not followed."""
    tricks = len(hand.every(rec.Trick))
    return tricks - sum(isinstance(happening.event, ev.TrickWon) for happening in replayed.happened)


def _is_unsettled(judged: Judgement) -> bool:
    """Check whether the stated result of a hand may settle what its course does not."""
    followed = judged.state is not None and judged.verdict in ("legal", "incomplete")
    if not followed or judged.outcome not in ("", "played"):
        return False
    ends = judged.possible
    is_settled_by_result = ends is not None and ends.payments is not None and len(ends.payments) == 1
    return judged.account is None or (not judged.account.payments and is_settled_by_result)


def _terms_text(terms: Sequence[MatchTerm]) -> str:
    """The rules of the match that apply to a hand, as `carry` lines state them."""
    return ", ".join(" ".join((term.rule, *term.seats)) for term in terms)


class _Completion(NamedTuple):
    """A hand completed with an unwritten exchange."""

    judged: Judgement | None
    """The ruling; None if it explains nothing: then a line is in the wrong place."""
    unexplained: int
    """The number of problems that remain."""
    wrong: tuple[Problem, ...] = ()
    """All its problems if it does not explain everything."""
    partly: Judgement | None = None
    """The ruling then."""


class _Judging:
    """Judges one hand: adds its problems, and its gains to the running score."""

    def __init__(
        self,
        hand: Hand,
        game: Game,
        problems: Problems,
        evening: TotalsSoFar,
        gap_judge: GapJudge,
        *,
        literal: bool = False,
    ) -> None:
        self.gap_judge = gap_judge
        self.literal = literal
        self.written = hand
        self.game = game
        self.problems = problems
        self.evening = evening

    def judge_written(self) -> tuple[Hand, Judgement]:
        """The hand as it is read, its tricks in order, and the ruling on it."""
        hand, game, problems = self.written, self.game, self.problems
        if (seated_labels(hand, game, problems) is None and problems.found) or has_foreign_pack(hand, game, problems):
            return hand, rule_unplayed_hand(hand, game, None, "illegal")
        setting = arrange_seats(hand, game, problems, self.evening.inherited)
        if setting is None:
            return hand, rule_unplayed_hand(hand, game, None, "illegal" if problems.found else "unreadable")
        self._check_pot(hand, setting)
        self._check_rest(hand, setting)
        self._check_terms(hand, setting)
        read, known = proofread(hand, setting, problems)
        if not known:
            return read, rule_unplayed_hand(hand, game, setting, "illegal")
        read = order_tricks(read, game, setting, problems)
        return read, self.find_ruling(read, setting)

    def _check_pot(self, hand: Hand, setting: Seating) -> None:
        """Report a stated pot that differs from the one left by earlier hands."""
        stated = next((carry for carry in hand.every(rec.Carry) if carry.what == rec.POT), None)
        left = self.evening.inherited.pot
        if stated is None or left is None or setting.carry.pot == left:
            return
        if self.evening.has_begun and not self.evening.is_unsure:
            self.problems.add(
                "CAL325", stated, rule="all_pass.pot", number=0, found=f"{setting.carry.pot:+d}", due=f"{left:+d}",
                fix=f"{left:+d}",
            )  # fmt: skip

    def _check_terms(self, hand: Hand, setting: Seating) -> None:
        """Compare the rules of the match that a hand states with those that apply."""
        stated = next((carry for carry in hand.every(rec.Carry) if carry.what in self.game.rules.match.next), None)
        due = self.evening.inherited.by_match
        if stated is None or due is None or not self.evening.has_begun or self.evening.is_unsure:
            return
        found = setting.carry.by_match or ()
        if set(found) != set(due):
            self.problems.add(
                "CAL325", stated, wording="match", rule=f"match.next.{stated.what}",
                found=_terms_text(found), due=_terms_text(due) or Words("nothing"),
            )  # fmt: skip

    def _check_rest(self, hand: Hand, setting: Seating) -> None:
        """The seat that sits out is the one that the hand before has left."""
        stated, left = hand.first_statement(rec.Out), self.evening.inherited.rests
        if stated is None or left is None or getattr(self.game.rules.table.sits_out, "who", "dealer") == "dealer":
            return
        people = setting.labels[: len(setting.labels) - len(setting.dummies)]
        carry = setting.carry._replace(rests=left)
        due = self.game.seat(people, setting.dealer, carry=carry).out
        if due != setting.out and self.evening.has_begun:
            self.problems.add(
                "CAL306", stated, seat=0, wording="several" if len(due) > 1 else "", rule="table.sits_out",
                found=" ".join(stated.seats), due=Listing(tuple(setting.labels[seat] for seat in due)),
            )  # fmt: skip

    def find_ruling(self, hand: Hand, setting: Seating, *, offering: bool = True) -> Judgement:
        """The ruling on a hand of which it is known who sits where.

        `offering`: whether another contract is looked for if what was paid cannot be paid for the one that was bid.
        """
        if is_score_only(hand) or not has_stated_end(hand):
            return self._rule_by_course(hand, setting, offering=offering)
        snapshot, before = self.evening.take_snapshot(), len(self.problems.found)
        judged = self._rule_by_course(hand, setting, offering=offering)
        found = self.problems.found
        unfinished = next((problem for problem in found[before:] if problem.code == "CAL517"), None)
        over = judged.state is not None and judged.state.is_over
        # A hand that could not be followed to where its lines end shows nothing that is sure.
        followed = _is_unsettled(judged) and (over or unfinished is not None)
        if not followed or any(problem.severity == "error" for problem in found[before:]):
            return judged
        self.evening.restore_snapshot(snapshot)
        told = self.gap_judge.judge_stated_end(judged, setting, self.problems, self.evening)
        if unfinished is not None and told.account is not None:
            found[found.index(unfinished)] = unfinished._replace(wording="told")
        return told

    def _rule_by_course(self, hand: Hand, setting: Seating, *, offering: bool) -> Judgement:
        """Judge a hand by its course, or by its result if no card or trick is written."""
        game, problems = self.game, self.problems
        if is_score_only(hand):
            return self.gap_judge.judge_score_only(hand, game, setting, problems, self.evening)
        dealt = read_deal(hand, game, setting, problems)
        if not dealt.sound:
            return rule_unplayed_hand(hand, game, setting, "illegal")
        if not dealt.is_complete(game.cards.full) or _has_blanks(hand):
            if _has_only_its_end(hand):
                return self.gap_judge.judge_score_only(hand, game, setting, problems, self.evening)
            whole = add_missing_trick(hand, game, setting) if find_missing_tricks(hand) else hand
            if whole is None:
                return rule_unplayed_hand(hand, game, setting, "incomplete", "possible")
            return self._judge_incomplete(whole, setting, dealt, offering=offering)
        walk = self._walk_known_hand(hand, setting, dealt)
        # What was said is the strongest thing that a hand says of its contract: first what fits it is looked for.
        # As it stands, a hand whose words or exchange are wrong is wrong, whatever was not written.
        stands = self.literal and any(
            problem.severity == "error" and problem.code < "CAL5" for problem in walk.problems
        )
        is_unwritten = walk.exchange is Exchange.UNWRITTEN
        completion = self._completion(walk, dealt, offering=offering) if is_unwritten and not stands else None
        if completion is not None and completion.judged is not None:
            return completion.judged
        supposed = self._correct_one_slip(walk, dealt, completion)
        if completion is not None and completion.partly is not None and _is_gap_blamed(walk, supposed, completion):
            # With something wrong besides, nothing is settled by what was supplied.
            problems.found += [each for each in completion.wrong if each.code not in _SUMS]
            return replace(
                completion.partly, verdict="illegal", account=None, totals=None, standing=None, stated=None, deduced=()
            )
        walk = supposed
        if offering and not self.literal and _has_unexplained_cards(walk):
            from calarec.core.judge.readings import find_paid_contract

            paid = bool(hand.every(rec.Score))
            offered = (
                find_paid_contract(hand, game, lambda other: self._is_right_contract(other, setting)) if paid else None
            )
            if offered is not None:
                problems.found.append(offered)
                return rule_unplayed_hand(hand, game, setting, "incomplete", "possible")
            walk = _without_accusations(walk)
        if walk.deduced_trick is None:
            return rule_hand(walk, problems, self.evening)
        from calarec.core.notation.writer import statement_line

        return rule_hand(
            walk, problems, self.evening, knowledge="forced", deduced=(statement_line(walk.deduced_trick),)
        )

    # ------------------------------------------------------------------ readings

    def _walk_known_hand(self, hand: Hand, setting: Seating, dealt: KnownDeal) -> Walk:
        """A hand of which every card is known, read as it must have been meant."""
        asking = Asking.NOTHING if self.literal else Asking.ALL
        walk = walk_on(begin_walk(make_script(hand, self.game, setting, asking), setting, dealt))
        if not isinstance(walk.question, Asks):
            return walk
        from calarec.core.judge.readings import ReadingSearch

        return ReadingSearch(self._as_completed).read(walk)

    def _correct_one_slip(self, walk: Walk, dealt: KnownDeal, completion: _Completion | None) -> Walk:
        """Correct the one mistake in dealer, auction or call that explains all others."""
        if self.literal or not walk.notes.breaches:
            return walk
        from calarec.core.judge.readings import ReadingSearch

        # With the exchange supplied hardly anything is wrong: then no word of the hand is doubted, unless one is said
        # after the last, or what was exchanged is written and is another contract's.
        order = (
            completion is not None and completion.unexplained < WORTH_IT and not any(map(_is_anothers, walk.problems))
        )

        def begin_reading(each: Substitution) -> Walk:
            hand = replace(walk.hand, statements=each.statements)
            seating = each.setting or walk.setting
            return begin_walk(make_script(hand, self.game, seating, Asking.ALL), seating, dealt)

        return ReadingSearch(self._as_completed).find_corrected_walk(walk, begin_reading, order=order) or walk

    def _as_completed(self, walk: Walk) -> Completed:
        """A walk's hand with its unwritten exchange supplied, without findings."""
        from calarec.core.judge.readings import Completed

        setting = walk.setting
        dealt = KnownDeal([0] * len(setting.labels), [0] * len(self.game.piles))
        for event in (happening.event for happening in walk.happened):
            if isinstance(event, ev.Dealt):
                dealt.hands[event.seat] |= event.cards
            elif isinstance(event, ev.Laid):
                dealt.piles[event.pile] |= event.cards
        quiet = self.problems.quiet()
        replayed = self.gap_judge.judge_unknown_cards(
            walk.hand, self.game, setting, dealt, quiet, self.evening.make_unknown()
        )
        return Completed(quiet.found, replayed.account, _count_unread_tricks(walk.hand, replayed))

    # ------------------------------------------------------------------ what was not written

    def _completion(self, walk: Walk, dealt: KnownDeal, *, offering: bool) -> _Completion:
        """Supply an unwritten exchange, and change nothing if that explains nothing."""
        problems, before, snapshot = self.problems, len(self.problems.found), self.evening.take_snapshot()
        whole = add_missing_trick(walk.hand, self.game, walk.setting) if find_missing_tricks(walk.hand) else walk.hand
        if whole is None:
            return _Completion(None, 0)
        completed = self._judge_incomplete(whole, walk.setting, dealt, offering=offering)
        unexplained = sum(not self._is_explained(problem) for problem in problems.found[before:])
        if unexplained:
            self.evening.restore_snapshot(snapshot)
            wrong = tuple(problems.found[before:])
            del problems.found[before:]
            return _Completion(None, unexplained + _count_unread_tricks(whole, completed), wrong, completed)
        # What was said was another word, what was drawn another card: that is wrong whatever else nobody wrote down.
        words = [
            problem for problem in walk.problems if problem.args.get("taken") or problem.wording.startswith("drawn")
        ]
        problems.found[before:before] = words
        return _Completion(replace(completed, verdict="illegal") if words else completed, 0)

    def _is_explained(self, problem: Problem) -> bool:
        """Check whether a problem leaves nothing of the course of a hand unexplained.

        Findings on the reading and the deal hold for any exchange; a supplied line has no number; and sums may be
        wrong in any hand, or belong to another contract.
        """
        told = problem.code[:5] in ("CAL31", "CAL61") or problem.code == "CAL408"
        line = self.written.line if problem.statement is None else problem.line
        return told or problem.severity == "note" or not line

    def _judge_incomplete(self, hand: Hand, setting: Seating, dealt: KnownDeal, *, offering: bool) -> Judgement:
        """Judge an incomplete hand; unsettled if the payment is another contract's."""
        problems, before = self.problems, len(self.problems.found)
        snapshot = self.evening.take_snapshot()
        replayed = self.gap_judge.judge_unknown_cards(hand, self.game, setting, dealt, problems, self.evening)
        if not offering or not hand.every(rec.Score):
            return replayed
        new = problems.found[before:]
        wrong = {problem.code for problem in new if problem.severity == "error"}
        unpaid = "CAL611" in wrong or (replayed.account is None and not self._has_possible_scores(hand, setting))
        if not unpaid or wrong - _SUMS or not _is_completed(replayed):
            return replayed
        from calarec.core.judge.readings import find_paid_contract

        offered = find_paid_contract(hand, self.game, lambda other: self._is_right_contract(other, setting))
        if offered is None:
            return replayed
        self.evening.restore_snapshot(snapshot._replace(inherited=self.evening.inherited))
        problems.found[before:] = [*(problem for problem in new if problem.code not in _SUMS), offered]
        return replace(
            replayed, account=None, totals=None, standing=None, stated=False, knowledge="possible", deduced=(),
            possible=None,
        )  # fmt: skip

    def _is_right_contract(self, hand: Hand, setting: Seating) -> bool:
        """Check whether the hand is faultless under another contract that it pays."""
        quiet = self.problems.quiet()
        tried = _Judging(self.written, self.game, quiet, self.evening.make_unknown(), self.gap_judge).find_ruling(
            hand, setting, offering=False
        )
        if any(problem.severity == "error" for problem in quiet.found) or tried.knowledge == "unsettled":
            return False
        return tried.account is not None or self._has_possible_scores(hand, setting, plain=True)

    def _has_possible_scores(self, hand: Hand, setting: Seating, *, plain: bool = False) -> bool:
        """Check whether the contract allows result and payments; `plain`: without bonus."""
        gone = (rec.Deal, rec.Monte, rec.Trick)
        statements = tuple(statement for statement in hand.statements if not isinstance(statement, gone))
        return self.gap_judge.can_fit(
            replace(hand, statements=statements), self.game, setting, self.evening, plain=plain
        )


def _is_anothers(problem: Problem) -> bool:
    """Check whether a written word or exchange belongs to another auction."""
    exchange = isinstance(problem.statement, _EXCHANGES)
    return problem.code == "CAL406" or (exchange and problem.code in UNTIMELY)


def _is_gap_blamed(walk: Walk, supposed: Walk, completion: _Completion) -> bool:
    """Check whether a card is reported out of turn only for want of an exchange.

    An unwritten exchange is not a mistake. Once supplied, the hand may have as many problems, and some that the finding
    hides.
    """
    wrong = [problem for problem in walk.problems if problem.severity == "error"]
    gap = min(
        (problem.line for problem in wrong if problem.code == NOT_DUE and isinstance(problem.statement, rec.Trick)),
        default=0,
    )
    later = any(isinstance(statement, _EXCHANGES) and statement.line > gap for statement in walk.hand.statements)
    followed = all(each.code not in ("CAL311", "CAL312") for each in completion.wrong)
    few = completion.unexplained <= len(wrong) + WORTH_IT
    return gap > 0 and not later and supposed is walk and followed and few


def _has_unexplained_cards(walk: Walk) -> bool:
    """Check whether cards are played that lay aside and that no line takes."""
    if any(isinstance(statement, _EXCHANGES) for statement in walk.hand.statements):
        return False
    return any(problem.code == "CAL510" and problem.wording.startswith("aside") for problem in walk.problems)


def _without_accusations(walk: Walk) -> Walk:
    """Drop accusations of a hand whose exchange was lost with its contract.

    A reported revoker may have put the card away. One card that lay aside may be a mistake; two were taken up.
    """
    aside = {card for monte in walk.hand.every(rec.Monte) for card in monte.cards}
    played = sum(card in aside for trick in walk.hand.every(rec.Trick) for card in trick.cards)
    left = (
        problem for problem in walk.problems if problem.code not in ("CAL501", "CAL512") or problem.severity != "error"
    )
    return walk.with_problems(left) if played > 1 else walk


def _is_completed(replayed: Judgement) -> bool:
    """Check whether a call or an exchange was supplied that could have differed."""
    exchanges = (ev.Called, ev.Given, ev.Taken, ev.Discarded, ev.Tabled)
    return any(
        isinstance(happening.event, exchanges) and not (happening.line or happening.supplied)
        for happening in replayed.happened
    )
