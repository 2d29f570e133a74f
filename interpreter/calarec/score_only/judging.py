"""Hands with neither cards nor tricks, as clubs really write them.

Declarer, contract, result and score are checked against each other. Unwritten figures are computed as far as the rest
settles them. A bonus cannot be computed without the tricks, so it is taken from the stated score.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.engine.account import Account, Side
from calarec.core.engine.declaring import with_match_points
from calarec.core.engine.settling import left_behind, settle_hand
from calarec.core.engine.state import NOBODY
from calarec.core.engine.tally import Tally
from calarec.core.judge.actions import Reader
from calarec.core.judge.agreed_payments import sum_agreed_payments
from calarec.core.judge.assertions import ENDED, Assertions
from calarec.core.judge.beside_moves import idle_exchange_problems
from calarec.core.judge.breaches import ILLEGAL
from calarec.core.judge.costs import AHEAD, UNREAD
from calarec.core.judge.judgement import Judgement, Verdict
from calarec.core.judge.possible_ends import CountedEnds, CountedSide, GatheredEnds, names_of_bonuses
from calarec.core.judge.problems import Problems
from calarec.core.judge.readings import Reading, find_paid_contract, read_words_without_cards
from calarec.core.judge.substitutions import Substitution
from calarec.core.mechanisms.conditions import describe_figure
from calarec.core.mechanisms.rules import has_match_declaration, winning
from calarec.core.records import model as rec
from calarec.core.wording.language import Listing
from calarec.score_only.claimed_points import with_unpaid_bonuses
from calarec.score_only.contradictions import Contradictions, find_dispute, has_torn_payments
from calarec.score_only.known_play import KnownPlay
from calarec.score_only.outcomes import (
    Candidate,
    Partnership,
    Sums,
    allowed_candidates,
    bonus_path,
    keep_common_bonuses,
    outcomes_without_declarer,
    with_certain_bonuses,
    with_shared_certainty,
    without_figures,
)
from calarec.score_only.shown_tricks import NOTHING, ShownTricks, tricks_shown_by, tricks_shown_by_lines
from calarec.score_only.standing_lines import (
    declarations,
    find_claim_of_points,
    has_ended_deal,
    has_unknown_worth,
    judge_any_time_lines,
)
from calarec.score_only.stated_lines import (
    HighestBid,
    call_against_sides,
    called_partnerships,
    find_bid,
    find_doubles,
    hands_without_one_figure,
    is_claimed,
    judge_auction,
    points_of_sides,
    possible_partnerships,
    stated_faults,
    stated_sums,
)
from calarec.score_only.steps import judge_steps

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.judge.judgement import Knowledge, Verdict
    from calarec.core.judge.possible_ends import PossibleEnds
    from calarec.core.judge.problems import Problem
    from calarec.core.judge.totals_so_far import TotalsSoFar
    from calarec.core.mechanisms.settle import Bonus
    from calarec.core.records.model import Hand
    from calarec.score_only.contradictions import Dispute


class _Chosen(NamedTuple):
    """The outcome of a hand, and all others that fit; common points are known."""

    candidate: Candidate
    points: bool
    """True if points are written."""
    fitting: tuple[Account, ...]


class ScoreOnlyHand(Contradictions):
    """The outcomes of one hand, and what is wrong with what is written of it."""

    played: KnownPlay | None = None
    """The play under a contract that is looked at, once it is known."""
    partners: Sequence[tuple[int, ...]] = ()
    """The possible partners of the declarer in it."""
    possible: Sequence[Account] = ()
    """Every account that fits what is written, as far as they were looked at."""
    ends: PossibleEnds | None = None
    """The ends that the written cards leave possible; None where there are none."""

    def find_outcome(self, bid: HighestBid, outcome: str) -> Candidate | None:
        """Find the outcome; None, with the reason reported, if it is not clear."""
        if outcome == "abandoned":
            return None
        self.claim = find_claim_of_points(self.hand, self.game, self.setting, bid)
        if outcome in ("all_pass", "void") or bid.all_passed:
            return self._outcome_without_declarer(bid, outcome)
        if not bid.contract or self.setting.carry.has_unknown_payment:
            return self._outcome_without_contract(bid)
        played = self._known_play(bid)
        if self._is_untold_by_score(bid):
            return self._outcome_if_payable(played, bid)
        wrong_partner = call_against_sides(self.hand, self.game, self.setting, bid)
        if wrong_partner is not None:
            self._report_two_partners(bid, *wrong_partner)
            return None
        ways = [
            self._two_sides(bid, partnership)
            for partnership in called_partnerships(self.hand, self.game, self.setting, bid)
        ]
        if self.has_joined_sides(ways, self.setting.labels[bid.declarer]):
            return None
        return self._outcome_of_contract(bid, played)

    def _outcome_of_contract(self, bid: HighestBid, played: KnownPlay) -> Candidate | None:
        """The outcome of a hand with a contract, by its stated points and payments."""
        known = self._sums_by_partnership(bid)
        if not known:
            self._report_both_won()
            return None
        if self.has_indivisible_points(bid):
            return None
        found = self._possible_outcomes(played, known)
        if not found and self.ends is not None and self.ends.whole:
            return None
        self.only: bool = len({candidate.account.payments for candidate, _ in found}) == 1
        if not found:
            found = self._outcomes_ignoring_winner(played, known)
        elif self._is_told_by_result() and all(self._has_other_payments(candidate) for candidate, _ in found):
            every = [
                candidate for partnership in known for candidate in allowed_candidates(played, partnership, Sums())
            ]
            dispute = find_dispute(self.testimony, [candidate for candidate, _ in found], every)
            if dispute is not None:
                return self._decide_by_totals(dispute, found)
        if has_torn_payments(self.testimony, [candidate for candidate, _ in found]):
            self._report_torn()
            return None
        self.played, self.partners = played, [partnership.partners for partnership in known]
        chosen = self._choose_outcome(found)
        if chosen is None:
            return None
        account = without_figures(chosen.candidate.account, points=chosen.points, all_of=chosen.fitting)
        account = with_unpaid_bonuses(self.game, account, chosen.candidate.tally)
        return chosen.candidate._replace(account=account)

    def _is_left_possible(self, account: Account) -> bool:
        """Test whether the written cards leave its payments and partners possible."""
        if self.ends is None:
            return True
        is_paid = self.ends.payments is None or account.payments in self.ends.payments
        return is_paid and (self.ends.partners is None or account.partners in self.ends.partners)

    def _is_told_by_result(self) -> bool:
        """Check whether the result decides the outcome."""
        return self.has_result() and self.claim is None and not self.impossible

    def _outcome_without_contract(self, bid: HighestBid) -> Candidate | None:
        """The stated outcome without a contract, or with an unknown pot, as reported."""
        if bid.contract and not self.score:
            self.problems.add("CAL322", None, wording="pot" if self.setting.carry.pot is None else "match")
        return self._outcome_as_stated(bid)

    def allowed_outcomes(self, bid: HighestBid) -> list[Candidate]:
        """The outcomes that bid, result and points allow, without a bonus first.

        Empty if that is not known.
        """
        if (
            not bid.contract
            or bid.all_passed
            or self.setting.carry.has_unknown_payment
            or self._is_untold_by_score(bid)
        ):
            return []
        return [
            candidate for candidate, _ in self._possible_outcomes(self._known_play(bid), self._sums_by_partnership(bid))
        ]

    def _known_play(self, bid: HighestBid) -> KnownPlay:
        return KnownPlay(
            self.game, self.setting, bid.contract, bid.declarer, stated_faults(self.hand, self.game, self.setting),
            declarations(self.hand, self.game, self.setting, bid), claimed=is_claimed(self.hand),
            doubles=find_doubles(self.hand, self.game, self.setting, bid),
            claim=self.claim,
        )  # fmt: skip

    def _sums_by_partnership(self, bid: HighestBid) -> dict[Partnership, Sums]:
        """The stated figures for each possible partnership without contradiction."""
        found = {partnership: stated_sums(self.hand, self.game, self.setting, bid, partnership, self.shown, self.claim)
                 for partnership in self._partnerships(bid)}  # fmt: skip
        return {partnership: told for partnership, told in found.items() if not told.torn}

    def _partnerships(self, bid: HighestBid) -> list[Partnership]:
        """The possible partnerships; those that the play has shown, if any."""
        every = possible_partnerships(self.hand, self.game, self.setting, bid)
        return [partnership for partnership in every if self.shown.may_have_partners(partnership.partners)] or every

    def _possible_outcomes(self, played: KnownPlay, known: dict[Partnership, Sums]) -> list[tuple[Candidate, Sums]]:
        certain = frozenset(name for name, is_certain in self.ends.bonuses if is_certain) if self.ends else frozenset()
        every = [
            (with_certain_bonuses(self.game, candidate, certain), told)
            for partnership, told in known.items()
            for reading in self._readings_of_points(played, partnership, told)
            for candidate in allowed_candidates(played, partnership, reading)
            if self._is_left_possible(candidate.account)
        ]
        found = with_shared_certainty(candidate for candidate, _ in every)
        return [(candidate, told) for candidate, (_, told) in zip(found, every, strict=True)]

    def _outcomes_ignoring_winner(
        self, played: KnownPlay, known: dict[Partnership, Sums]
    ) -> list[tuple[Candidate, Sums]]:
        """The outcomes if the stated winner has lost; reports that, or impossible points."""
        found = self._possible_outcomes(
            played, {partnership: told._replace(wins=None) for partnership, told in known.items()}
        )
        if found:
            self._report_not_won(found)
            return found
        told = next(iter(known.values()))
        before = len(self.problems.found)
        self._report_less_than_shown(told)
        is_reported = len(self.problems.found) > before
        is_by_cards = self.shown is NOTHING and self.ends is None
        if not is_reported and is_by_cards and self._has_outcome_without_points(played, known):
            self._report_unreached_points(told)
        return found

    def _has_outcome_without_points(self, played: KnownPlay, known: dict[Partnership, Sums]) -> bool:
        """Test for an outcome if no points are written."""
        return bool(self._possible_outcomes(played, dict.fromkeys(known, Sums())))

    def _is_untold_by_score(self, bid: HighestBid) -> bool:
        """Check whether the outcome depends on facts that a score does not show.

        They are declared points, tricks, and the winner of the last one.
        """
        declared = self._may_have_declared_points(bid) and (
            self.claim is None or bool(self._declarations_of_unknown_worth())
        )
        counts = getattr(self.game.rules.all_pass.params, "counts", {}) if not bid.contract else {}
        played = any(describe_figure(limit.figure).played for rule in counts.values() for limit in rule.when.limits)
        return declared or played or self.game.rules.settle.leftover == "last_trick"

    def _outcome_if_payable(self, played: KnownPlay, bid: HighestBid) -> Candidate | None:
        """The stated outcome, if some points give its payments.

        Payments of a difference are not examined.
        """
        every = (
            candidate
            for partnership in self._partnerships(bid)
            for candidate in allowed_candidates(played, partnership, Sums())
        )
        if self.game.rules.settle.pay == "each_opponent" and self.score and all(map(self._has_other_payments, every)):
            self._report_unexplained("untold")
            return None
        return self._outcome_as_stated(bid)

    def _has_other_payments(self, outcome: Candidate) -> bool:
        """Check whether there are stated payments that differ from an outcome's."""
        return bool(self.testimony.mistaken_seats(outcome.account))

    def _readings_of_points(self, played: KnownPlay, partnership: Partnership, told: Sums) -> list[Sums]:
        """The readings of stated points; if uneven, each figure may be the mistake."""
        if not self.do_not_add_up or self.claim is not None:
            return [told]
        bid = HighestBid(played.declarer, played.contract)
        found = [
            stated_sums(other_hand, self.game, self.setting, bid, partnership, self.shown, None)._replace(
                wins=told.wins, torn=False
            )
            for other_hand in hands_without_one_figure(self.hand, self.game, self.setting)
        ]
        return list(dict.fromkeys(found)) or [Sums(wins=told.wins)]

    def _decide_by_totals(self, dispute: Dispute, found: list[tuple[Candidate, Sums]]) -> Candidate | None:
        """Choose by the totals between a contradicting result and payments, or None."""
        if dispute.against == "result":
            paid = dispute.paid
            self._report_not_won([(paid, Sums())], by="-paid")
            return paid._replace(account=without_figures(paid.account, points=False))
        if dispute.against == "score":
            added = [outcome for outcome in found if self.testimony.has_totals_for(outcome[0].account)]
            candidate, told = added[0]
            known = told.own is not None or told.others is not None
            every = tuple(outcome.account for outcome, _ in added)
            return candidate._replace(account=without_figures(candidate.account, points=known, all_of=every))
        statement = self.hand.every(rec.Score)[0]
        self.impossible = True
        mine, theirs = (bool(candidate.account.sides[0].wins) for candidate in (found[0][0], dispute.paid))
        given = dict.fromkeys(outcome.account.payments for outcome, _ in found)
        self.problems.add(
            "CAL616", statement, wording="points" if mine == theirs else "",
            rule=winning(self.game.rules, dispute.paid.account.contract)[0],
            contract=self.game.ruleset.name("contracts", dispute.paid.account.contract),
            ended=ENDED[mine], paid=ENDED[theirs], due=Listing(tuple(map(self._format_score, given)), either=True),
        )  # fmt: skip
        return None

    def _choose_outcome(self, found: list[tuple[Candidate, Sums]]) -> _Chosen | None:
        """The outcome that fits the stated score best; None if nothing settles it."""
        if not found:
            return None
        score = self.score or self.score_from_totals()
        wrong = [self._count_mistakes(candidate.account, score) for candidate, _ in found]
        least = min(wrong)
        fitting = [outcome for outcome, mistakes in zip(found, wrong, strict=True) if mistakes == least]
        kinds = {(outcome.account.payments, outcome.account.partners) for outcome, _ in fitting}
        candidate = fitting[0][0]
        plain = [outcome for outcome in fitting if outcome[0].has_only_sure_bonuses]
        added = [outcome for outcome in fitting if not score and self.testimony.has_totals_for(outcome[0].account)]
        self.possible = [candidate.account for candidate, _ in added or fitting]
        if not score:
            fitting = added or plain or fitting
            kinds = {(outcome.account.payments, outcome.account.partners) for outcome, _ in fitting}
            candidate = fitting[0][0]
        if least and (len(kinds) > 1 or least * 2 > len(score)):
            if self.score and not self._has_one_result(found):
                self._report_unexplained("partner" if self._is_paid_alone() else "")
                return None
            if len(kinds) > 1 or least == len(score):
                every = list(dict.fromkeys(outcome.account.payments for outcome, _ in found))
                # Totals that one outcome gives outweigh payments that none gives.
                borne_out = [outcome for outcome, _ in found if self.testimony.has_totals_for(outcome.account)]
                if self.score and len(every) > 1 and not borne_out:
                    self._report_unfit_payments(every)
                    return None
                plainest = (outcome for outcome, _ in found if outcome.has_only_sure_bonuses)
                candidate = next(iter((*borne_out, *plainest)), found[0][0])
        elif len(kinds) > 1:
            wording = "partner" if len({kind[1] for kind in kinds}) > 1 else "result" if self.has_result() else ""
            self.problems.add("CAL322", None, wording=wording)
            return None
        if not score and not added:
            self._report_open_bonuses(found, candidate)
        known = any(points is not None for _, told in fitting for points in (told.own, told.others))
        alike = [outcome.account for outcome, _ in fitting if outcome.account.payments == candidate.account.payments]
        account = keep_common_bonuses(self.game, candidate.account, alike)
        return _Chosen(candidate._replace(account=account), known, tuple(outcome.account for outcome, _ in fitting))

    def _has_one_result(self, found: list[tuple[Candidate, Sums]]) -> bool:
        """Check whether winner and partners are clear without the score."""
        ended = {
            (tuple(side.wins for side in candidate.account.sides), candidate.account.partners) for candidate, _ in found
        }
        return len(ended) == 1

    def _is_paid_alone(self) -> bool:
        """Check for payments of a declarer without partner, where there must be one."""
        if self.played is None or not self.partners or not all(self.partners):
            return False
        return not all(
            self._has_other_payments(candidate) for candidate in allowed_candidates(self.played, Partnership(), Sums())
        )

    def _count_mistakes(self, account: Account, score: dict[str, int]) -> int:
        due = dict(zip(self.setting.labels, account.payments, strict=True))
        return sum(1 for label, amount in score.items() if due.get(label) != amount)

    def score_from_totals(self) -> dict[str, int]:
        """The additions of the stated totals, if no score is stated."""
        stated = self.hand.first_statement(rec.Total)
        if stated is None or not self.evening.has_begun or self.evening.is_unsure or self.has_result():
            return {}
        if self.game.rules.match.counts != "payments" or self._has_match_declaration():
            return {}
        before = {label: self.evening.find_stated_total(self.hand, label) for label, _ in stated.amounts}
        paid_by_hand = sum_agreed_payments(self.hand)
        return {
            label: amount - known - paid_by_hand.get(label, 0)
            for label, amount in stated.amounts
            if (known := before[label]) is not None
        }

    def _report_open_bonuses(self, found: list[tuple[Candidate, Sums]], chosen: Candidate) -> None:
        """Report bonuses that are open without a score."""
        accounts = [outcome.account for outcome, _ in found]
        names = dict.fromkeys(
            name for account in accounts for name in account.bonuses if self._can_be_paid(name, account)
        )
        listed = [self.game.ruleset.name("bonus", name) for name in names if name not in chosen.account.bonuses]
        if listed and chosen.has_only_sure_bonuses:
            wording, rule = "further" if chosen.account.bonuses else "", bonus_path(chosen.account)
            self.problems.add("CAL323", None, wording=wording, rule=rule, bonus=Listing(tuple(listed), either=True))

    def _can_be_paid(self, name: str, account: Account) -> bool:
        """Check that a bonus does not take its payment from a pot that holds too little."""
        section = self.game.rules.settle if account.contract else self.game.rules.all_pass.params
        table: Mapping[str, Bonus] = section.bonus
        bonus, pot = table[name], self.setting.carry.pot
        if pot is None or not (bonus.paid_by == "pot" or bonus.plus_pot):
            return True
        if bonus.paid_by == "pot" and any(table[other].to == "pot" for other in account.bonuses):
            return True
        people = len(self.setting.active) - len(self.setting.dummies)
        return pot >= (people if bonus.to == "everyone" else 1)

    # ------------------------------------------------------------------ hands without a declarer

    def _outcome_without_declarer(self, bid: HighestBid, outcome: str) -> Candidate | None:
        count = len(self.setting.labels)
        tally = Tally(self.setting, [0] * count, [0] * count, [0] * count)
        tally.outcome = outcome
        tally.contract, tally.declarer = bid.contract, bid.declarer
        tally.faults = list(stated_faults(self.hand, self.game, self.setting))
        tally.declared = list(declarations(self.hand, self.game, self.setting, bid))
        if outcome == "void":
            return Candidate(settle_hand(self.game, tally), tally)
        if self.game.rules.all_pass.do != "play_out":
            self.check_unplayed()
            return Candidate(settle_hand(self.game, tally), tally)
        if self._is_untold_by_score(bid):
            # Who had the last trick decides what is counted, and not what a result says before that.
            if not self._may_have_declared_points(bid) and self.has_indivisible_points(bid):
                return None
            return self._outcome_as_stated(bid)
        if self.setting.sides and self.has_joined_sides([self._known_sides(bid)]):
            return None
        if self.has_indivisible_points(bid):
            return None
        tally.claim = self.claim
        slips = self.do_not_add_up and self.claim is None
        hands = hands_without_one_figure(self.hand, self.game, self.setting) if slips else [self.hand]
        readings = [points_of_sides(hand, self.game, self.setting, self.claim) for hand in hands] or [{}]
        found = [
            candidate
            for reading in readings
            for candidate in outcomes_without_declarer(
                self.game, self.setting, tally, reading, claimed=is_claimed(self.hand)
            )
        ]
        if not found:
            return self._outcome_as_stated(bid)
        as_told = [candidate for candidate in found if not any(self._sides_against(candidate.account))]
        if not as_told:
            self._report_both_won("nobody")
            return None
        self.only = len({candidate.account.payments for candidate in as_told}) == 1
        dispute = find_dispute(self.testimony, as_told, found)
        if dispute is not None and dispute.against == "result":
            self._report_not_won([(dispute.paid, Sums())], by="-paid")
            return dispute.paid
        if dispute is not None and not dispute.against:
            self._report_paid_otherwise(dispute)
            return None
        chosen = self._choose_outcome([(candidate, Sums()) for candidate in as_told])
        if chosen is None:
            return None
        known = (
            len({tuple(side.counted for side in sides) for sides in (fitting.sides for fitting in chosen.fitting)}) == 1
        )
        account = chosen.candidate.account
        account = account if known else without_figures(account, points=False)
        account = with_unpaid_bonuses(self.game, account, chosen.candidate.tally)
        return chosen.candidate._replace(account=account)

    def _may_have_declared_points(self, bid: HighestBid) -> bool:
        """Check whether stated points include declarations: then only payments count."""
        found = declarations(self.hand, self.game, self.setting, bid)
        return any(
            self.game.rules.standing[declaration.word].params.meld_worth(declaration.unknown)[0]
            for declaration in found
        )

    def _declarations_of_unknown_worth(self) -> list[rec.Declare]:
        """The declarations of unknown worth."""
        return [declare for declare in self.hand.every(rec.Declare) if has_unknown_worth(declare, self.game)]

    def _has_match_declaration(self) -> bool:
        """Check whether declarations may add to the totals besides the payments."""
        return has_match_declaration(self.game.rules, (declare.word for declare in self.hand.every(rec.Declare)))

    def _outcome_as_stated(self, bid: HighestBid) -> Candidate | None:
        """The stated score without a contract, of which only the sum can be checked.

        Declarations for the match are added to it for their side, if the sides are known.
        """
        if not self.score:
            return None
        labels = self.setting.labels
        payments = tuple(self.score.get(label, 0) for label in labels)
        if sum(payments) and not self.has_pot:
            self.report_uneven(sum(payments))
            return None
        count = len(labels)
        tally = Tally(self.setting, [0] * count, [0] * count, [0] * count)
        tally.declared = list(declarations(self.hand, self.game, self.setting, bid))
        known = self._known_sides(bid) if self._has_match_declaration() else ()
        sides = tuple(Side(seats, None, None, None, None, None, wins=None) for seats in known)
        account = Account(sides, "", NOBODY, (), "", 0, payments, ())
        return Candidate(with_match_points(self.game, tally, account), tally)

    def _known_sides(self, bid: HighestBid) -> tuple[tuple[int, ...], ...]:
        """The sides of the hand; empty if not known."""
        every = self._partnerships(bid) if bid.contract else []
        if len(every) == 1:
            return self._two_sides(bid, every[0])
        nobody = not bid.contract and (bid.all_passed or not self.game.rules.has_auction)
        return self.setting.fixed_sides if nobody else ()

    def _two_sides(self, bid: HighestBid, partnership: Partnership) -> tuple[tuple[int, ...], ...]:
        own = (bid.declarer, *partnership.partners)
        return own, tuple(seat for seat in self.setting.active if seat not in own)


def replay_scores(hand: Hand, game: Game, setting: Seating, problems: Problems, evening: TotalsSoFar) -> Judgement:
    """Replay a score-only hand."""
    return _ScoredHand(hand, game, setting, problems, evening).rule_scored_hand()


def can_fit(hand: Hand, game: Game, setting: Seating, evening: TotalsSoFar, *, plain: bool = False) -> bool:
    """Check whether a hand's lines fit its contract; `plain`: without a bonus."""
    return _ScoredHand(hand, game, setting, Problems(game), evening.make_unknown()).is_right_as(hand, plain=plain)


def possible_outcomes(judged: Judgement, setting: Seating, evening: TotalsSoFar) -> list[Candidate]:
    """The possible outcomes of an incomplete hand, by all but its payments.

    Outcomes without a bonus come first.
    """
    hand, game = judged.hand, judged.game
    unpaid = replace(
        hand, statements=tuple(statement for statement in hand.statements if not isinstance(statement, rec.Score))
    )
    scored = _ScoredHand(unpaid, game, setting, Problems(game), evening)
    scored.shown, scored.ends = _shown_tricks(judged, setting), judged.possible
    return scored.allowed_outcomes(_bid_in(judged, setting))


def _shown_tricks(judged: Judgement, setting: Seating) -> ShownTricks:
    """Read the written tricks by the ruling, or by the lines if it followed fewer."""
    shown = tricks_shown_by(judged)
    by_lines = tricks_shown_by_lines(judged.hand, judged.game, setting)
    return by_lines if sum(by_lines.tricks) > sum(shown.tricks) else shown


def count_ends(judged: Judgement, setting: Seating, evening: TotalsSoFar) -> CountedEnds | None:
    """Count sure bounds of a hand from the written tricks; None without points.

    No way of the hand ends beyond them; perhaps none reaches them.
    """
    found = [outcome.account for outcome in possible_outcomes(judged, setting, evening)]
    if not found or any(not account.sides or not account.payments for account in found):
        return None
    gathered = GatheredEnds()
    for account in found:
        gathered.add_settled_end(account)
    ends = gathered.find_ends((), whole=True)
    sides = tuple(CountedSide(side.seats, side.points, side.wins) for side in ends.sides)
    return CountedEnds(sides, ends.payments, ends.contract, ends.declarer)


def judge_as_told(judged: Judgement, setting: Seating, problems: Problems, evening: TotalsSoFar) -> Judgement:
    """The ruling on an unsettled hand with its own stated outcome.

    The written tricks limit the possible outcomes.
    """
    scored = _ScoredHand(judged.hand, judged.game, setting, problems, evening)
    scored.shown, scored.ends = tricks_shown_by(judged), judged.possible
    return scored.with_stated_outcome(judged, _bid_in(judged, setting))


def _bid_in(judged: Judgement, setting: Seating) -> HighestBid:
    """The declarer and contract: by the followed auction, otherwise by its words."""
    state = judged.state
    if state is None or state.step == "auction":
        return find_bid(judged.hand, judged.game, setting)
    return HighestBid(state.declarer, state.contract, all_passed=not state.contract)


class _ScoredHand(ScoreOnlyHand):
    """One hand on its way from its score to a ruling."""

    def rule_scored_hand(self) -> Judgement:
        """The ruling."""
        written = self.hand
        paid = bool(self.score or self.score_from_totals())
        reader = Reader(written, self.game, self.setting, self.problems)
        read = read_words_without_cards(reader, self._weigh_reading, paid=paid)
        self.hand, breaches, lost = read or written, reader.breaches, read is None
        bid = find_bid(self.hand, self.game, self.setting)
        if not lost:
            illegal = judge_auction(self.hand, self.game, self.setting, self.problems, bid)
            breaches += illegal
            # Of two bids that cannot both stand the wrong one may have been written down.
            as_read = Substitution(self.hand.statements, 0, 0)
            lost = self._has_contradiction() and self._weigh_reading(as_read).cost >= illegal + AHEAD
        breaches += judge_any_time_lines(self.hand, self.game, self.setting, self.problems, bid)
        for line in self._declarations_of_unknown_worth():
            self.problems.add("CAL322", line, word=1, wording="declared", rule=f"standing.{line.word}")
        breaches += judge_steps(self.hand, self.game, self.setting, self.problems, bid)
        outcome = self._outcome_kind(bid)
        self.check_seats()
        for statement in written.statements:
            if isinstance(statement, rec.Fault) and bid.contract:
                self.problems.found += idle_exchange_problems(self.game, bid.contract, statement)
        found = None
        if lost:
            self.check_sum()
        else:
            before = len(self.problems.found)
            found = self.find_outcome(bid, outcome)
            if self._is_paid_for_another(found, before):
                found = None
        verdict = self._verdict_of_breaches(breaches, outcome)
        knowledge: Knowledge = "impossible" if self.impossible else "possible"
        ends = self._possible_ends(bid, outcome) if found is None and self.evening.finds_ends else None
        judged = Judgement(
            hand=written, game=self.game, setting=self.setting, verdict=verdict, knowledge=knowledge, outcome=outcome,
            possible=ends,
        )  # fmt: skip
        return self._with_outcome(judged, found)

    def _possible_ends(self, bid: HighestBid, outcome: str) -> PossibleEnds | None:
        """The possible ends of an unsettled hand; None if it was not played."""
        if (
            self.impossible
            or outcome != "score_only"
            or any(problem.severity == "error" for problem in self.problems.found)
        ):
            return None
        gathered = GatheredEnds()
        for account in self.possible:
            gathered.add_end(account)
        return gathered.find_ends(names_of_bonuses(self.game, (bid.contract,)), whole=bool(self.possible))

    def with_stated_outcome(self, judged: Judgement, bid: HighestBid) -> Judgement:
        """The ruling on a hand that was followed as far as written, by its own outcome."""
        self.check_seats()
        found = self.find_outcome(bid, "score_only")
        knowledge: Knowledge = "impossible" if self.impossible else judged.knowledge
        is_settled = found is not None and self.ends is not None and self.ends.payments == (found.account.payments,)
        ends = None if is_settled else self.ends
        return self._with_outcome(replace(judged, knowledge=knowledge, outcome="score_only", possible=ends), found)

    def _with_outcome(self, judged: Judgement, found: Candidate | None) -> Judgement:
        """The ruling with what the hand has come to, held against what it says of that."""
        account = found.account if found is not None else None
        before = len(self.problems.found)
        countable = self._countable(account, judged.outcome)
        totals, standing = self.evening.add_hand(self.hand, countable, self.setting.labels, judged.outcome)
        unsettled = countable is None
        hand = self.hand
        by_claim = self.claim is not None and account is not None and account.sides
        if not by_claim and judged.outcome != "void":
            # By its result the hand was settled: that is held against nothing.
            kept = tuple(statement for statement in hand.statements if not isinstance(statement, rec.Result))
            hand = replace(hand, statements=kept)
        assertions = Assertions(hand, self.game, self.setting, self.problems, evening=self.evening)
        if found is not None:
            assertions.trusted = self.testimony.trusted_seats(found.account, only=self.only)
            assertions.check(found.account, found.tally, None if unsettled else totals)
        slip = any(problem.severity == "error" for problem in self.problems.found[before:])
        stated = assertions.stated if not self.impossible else False
        if stated is None and account is not None and account.sides and self.has_result():
            stated = not slip
        self.evening.inherited = left_behind(self.game, self.setting, judged.outcome, account)
        untold = unsettled and judged.outcome != "abandoned"
        return replace(
            judged,
            stated=stated,
            account=account,
            totals=None if untold else totals,
            standing=None if untold else standing,
        )

    def _verdict_of_breaches(self, breaches: int, outcome: str) -> Verdict:
        if breaches or outcome == "abandoned":
            return "illegal" if breaches else "incomplete"
        return "irregular" if stated_faults(self.hand, self.game, self.setting) else "legal"

    def _has_contradiction(self) -> bool:
        return any(problem.code in ILLEGAL and problem.severity == "error" for problem in self.problems.found)

    def _is_paid_for_another(self, found: Candidate | None, before: int) -> bool:
        """Check whether payments fit only one other contract, and offer that."""
        codes = {problem.code for problem in self.problems.found[before:]}
        unpaid = self._has_other_payments(found) if found is not None else "CAL321" in codes
        borne_out = found is not None and self.testimony.has_totals_for(found.account)
        if not unpaid or borne_out or (found is not None and self.impossible) or self._is_only_call_wrong():
            return False
        offered = find_paid_contract(self.hand, self.game, lambda hand: self.is_right_as(hand, plain=True))
        if offered is None:
            return False
        self.problems.found[before:] = [offered]
        self.impossible = True
        return True

    def _is_only_call_wrong(self) -> bool:
        """Check whether only the place of a called card contradicts the payments.

        Then the bid need not be the mistake.
        """
        kept = tuple(statement for statement in self.hand.statements if not isinstance(statement, rec.Call))
        return len(kept) < len(self.hand.statements) and self.is_right_as(
            replace(self.hand, statements=kept), plain=True
        )

    def is_right_as(self, hand: Hand, *, plain: bool) -> bool:
        """Check whether a reading has no mistakes; `plain`: nor needs an unwritten bonus."""
        tried = self._weigh_reading(Substitution(hand.statements, 0, 0))
        return tried.settled and (tried.plain or not plain)

    def _weigh_reading(self, substitution: Substitution) -> Reading:
        """Weigh another reading of the hand, without reports."""
        hand = replace(self.hand, statements=substitution.statements)
        trial = _ScoredHand(hand, self.game, self.setting, Problems(self.game), self.evening)
        bid = find_bid(hand, self.game, self.setting)
        judge_auction(hand, self.game, self.setting, trial.problems, bid)
        found = trial.find_outcome(bid, trial._outcome_kind(bid))
        if found is None:
            wrong = any(problem.severity == "error" for problem in trial.problems.found)
            cost = UNREAD if self.score else 0
            return Reading(substitution, cost, (bid.declarer, bid.contract), settled=not wrong)
        paid = hand.every(rec.Score)
        Assertions(replace(hand, statements=paid), self.game, self.setting, trial.problems).check(
            found.account, found.tally, None
        )
        cost = sum(_problem_cost(problem) for problem in trial.problems.found if problem.severity == "error")
        comes_to = (bid.declarer, found.account.payments, found.account.partners)
        return Reading(substitution, cost, comes_to, settled=not cost, plain=found.has_only_sure_bonuses)

    def _outcome_kind(self, bid: HighestBid) -> str:
        kind = self.hand.end.kind if self.hand.end is not None else ""
        if kind in ("void", "abandoned"):
            return kind
        thrown_in = bid.all_passed and self.game.rules.all_pass.do != "play_out"
        if has_ended_deal(self.hand, self.game, self.setting, bid):
            return "void"
        return "all_pass" if thrown_in else "score_only"

    def _countable(self, account: Account | None, outcome: str) -> Account | None:
        """The account, if it shows what the match counts; without play it is nothing."""
        declared = outcome == "score_only" and self._has_match_declaration()
        if declared and (account is None or not account.sides or self._declarations_of_unknown_worth()):
            return None
        if account is None or self.game.rules.match.counts != "card_points":
            return account
        known = all(side.counted is not None for side in account.sides)
        known &= bool(account.sides) or outcome in ("all_pass", "void")
        return account if known else None


def _problem_cost(problem: Problem) -> int:
    """The number of things that a problem leaves unexplained.

    For payments it is the number of wrong amounts.
    """
    if problem.code == "CAL614":
        return UNREAD
    return len(problem.fix) if problem.code == "CAL611" and problem.fix else 1
