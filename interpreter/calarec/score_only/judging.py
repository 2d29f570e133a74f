"""Hands with neither cards nor tricks: what a club really writes.

Declarer, contract, result and score are held against each other. What is not written is computed as far as
the rest settles it; a bonus nobody can compute without the tricks, so it is taken from the stated score.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.engine.account import Account, Side
from calarec.core.engine.declaring import with_match_points
from calarec.core.engine.next_hand import left_behind
from calarec.core.engine.settling import settle_hand
from calarec.core.engine.state import NOBODY
from calarec.core.engine.tally import Tally
from calarec.core.judge.actions import Reader
from calarec.core.judge.assertions import ENDED, Assertions
from calarec.core.judge.breaches import ILLEGAL
from calarec.core.judge.costs import AHEAD, UNREAD
from calarec.core.judge.judgement import Judgement, Verdict
from calarec.core.judge.problems import Problems
from calarec.core.judge.readings import Reading, find_paid_contract, read_words_without_cards
from calarec.core.judge.stated_faults import idle_exchange_problems
from calarec.core.judge.substitutions import Substitution
from calarec.core.mechanisms.rules import has_match_declaration, winning
from calarec.core.records import model as rec
from calarec.core.wording.language import Listing
from calarec.score_only.claimed_points import with_unpaid_bonuses
from calarec.score_only.contradictions import Contradictions, disputed, torn
from calarec.score_only.outcomes import (
    Candidate,
    KnownPlay,
    Partnership,
    Sums,
    bonus_path,
    candidates,
    narrowed,
    with_bonuses_of_all,
    without_declarer,
    without_figures,
)
from calarec.score_only.said import claimed, declarations, ends_deal, judge_standing, worth_unknown
from calarec.score_only.shown import shown_by
from calarec.score_only.stated import (
    Bidden,
    bidden,
    call_against_sides,
    doubled,
    faults,
    is_claimed,
    judge_auction,
    one_slip,
    partnerships,
    points_of_sides,
    sums,
)
from calarec.score_only.steps import judge_steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.judge.judgement import Knowledge, Verdict
    from calarec.core.judge.problems import Problem
    from calarec.core.judge.totals_so_far import TotalsSoFar
    from calarec.core.records.model import Hand
    from calarec.score_only.contradictions import Dispute


class _Chosen(NamedTuple):
    """What a hand has come to, and all that fits what is written as well: points that these share are known."""

    candidate: Candidate
    points: bool
    """Whether any are written."""
    fitting: tuple[Account, ...]


class Outcomes(Contradictions):
    """The outcomes of one hand, and what is wrong with what is written of it."""

    played: KnownPlay | None = None
    """The play under a contract that is looked at, once it is known."""
    partners: Sequence[tuple[int, ...]] = ()
    """Who may have been the declarer's partners in it."""

    def found(self, bid: Bidden, outcome: str) -> Candidate | None:
        """What it came to; None, with the reason told, if that cannot be told."""
        if outcome == "abandoned":
            return None
        self.claim = claimed(self.hand, self.game, self.setting, bid)
        if outcome in ("all_pass", "void") or bid.all_passed:
            return self._nobody(bid, outcome)
        if not bid.contract or self.setting.carry.pot is None:
            return self._unsettled(bid)
        played = self._played(bid)
        if self._untold(bid):
            return self._as_can_be(played, bid)
        wrong_partner = call_against_sides(self.hand, self.game, self.setting, bid)
        if wrong_partner is not None:
            self._two_partners(bid, *wrong_partner)
            return None
        if self.joins_two_sides(self._sides(bid)):
            return None
        return self._of_contract(bid, played)

    def _of_contract(self, bid: Bidden, played: KnownPlay) -> Candidate | None:
        """What a hand under a contract came to, by what is written of its points and payments."""
        known = self._known(bid)
        if not known:
            self._both_won()
            return None
        if self.claim is None:
            self.check_points()
        found = self._every(played, known)
        self.only = len({each.account.payments for each, _ in found}) == 1
        if not found:
            found = self._whoever_won(played, known)
        elif self._by_result() and all(self._unpaid(each) for each, _ in found):
            every = [candidate for each in known for candidate in candidates(played, each, Sums())]
            dispute = disputed(self.witnesses, [candidate for candidate, _ in found], every)
            if dispute is not None:
                return self._decided_by_totals(dispute, found)
        if torn(self.witnesses, [candidate for candidate, _ in found]):
            self._torn()
            return None
        self.played, self.partners = played, [each.partners for each in known]
        chosen = self._best(found)
        if chosen is None:
            return None
        account = without_figures(chosen.candidate.account, points=chosen.points, all_of=chosen.fitting)
        account = with_unpaid_bonuses(self.game, account, chosen.candidate.tally)
        return chosen.candidate._replace(account=account)

    def _by_result(self) -> bool:
        """Whether it is the result that tells what the hand came to."""
        return self.has_result() and self.claim is None and not self.impossible

    def _unsettled(self, bid: Bidden) -> Candidate | None:
        """What is stated where there is no contract, or nobody knows what lies in the pot; the latter is said."""
        if bid.contract and not self.score:
            self.problems.add("CAL322", None, wording="pot")
        return self._as_stated(bid)

    def allowed(self, bid: Bidden) -> list[Candidate]:
        """Every outcome that bid, result and points allow, those without a bonus first; none if it cannot be told."""
        if not bid.contract or bid.all_passed or self.setting.carry.pot is None or self._untold(bid):
            return []
        return [candidate for candidate, _ in self._every(self._played(bid), self._known(bid))]

    def _played(self, bid: Bidden) -> KnownPlay:
        return KnownPlay(
            self.game, self.setting, bid.contract, bid.declarer, faults(self.hand, self.game, self.setting),
            declarations(self.hand, self.game, self.setting, bid), claimed=is_claimed(self.hand),
            doubles=doubled(self.hand, self.game, self.setting, bid),
            claim=self.claim,
        )  # fmt: skip

    def _known(self, bid: Bidden) -> dict[Partnership, Sums]:
        """What is written, for everybody who may have been the partner; not where it says both of somebody."""
        found = {each: sums(self.hand, self.game, self.setting, bid, each, self.shown, self.claim)
                 for each in self._partnerships(bid)}  # fmt: skip
        return {each: told for each, told in found.items() if not told.torn}

    def _partnerships(self, bid: Bidden) -> list[Partnership]:
        """Everybody who may have been the partner; those whom the play has shown, if it has."""
        every = partnerships(self.hand, self.game, self.setting, bid)
        return [each for each in every if self.shown.allows(each.partners)] or every

    def _every(self, played: KnownPlay, known: dict[Partnership, Sums]) -> list[tuple[Candidate, Sums]]:
        every = [
            (candidate, told)
            for each, told in known.items()
            for reading in self._readings(played, each, told)
            for candidate in candidates(played, each, reading)
        ]
        found = narrowed(candidate for candidate, _ in every)
        return [(candidate, told) for candidate, (_, told) in zip(found, every, strict=True)]

    def _whoever_won(self, played: KnownPlay, known: dict[Partnership, Sums]) -> list[tuple[Candidate, Sums]]:
        """The outcomes if who is said to have won has not; says so, or that the tricks leave no room for the points."""
        found = self._every(played, {each: told._replace(wins=None) for each, told in known.items()})
        if found:
            self._not_won(found)
        else:
            self._less_than_shown(next(iter(known.values())))
        return found

    def _untold(self, bid: Bidden) -> bool:
        """Whether what a hand came to depends on what no score tells: declared points, or who had the last trick."""
        declared = self._points_declared(bid) and (self.claim is None or bool(self._worth_unknown()))
        return declared or self.game.rules.settle.leftover == "last_trick"

    def _as_can_be(self, played: KnownPlay, bid: Bidden) -> Candidate | None:
        """What is stated, if some points give these payments; a difference of points is not looked into."""
        every = (candidate for each in self._partnerships(bid) for candidate in candidates(played, each, Sums()))
        if self.game.rules.settle.pay == "each_opponent" and self.score and all(map(self._unpaid, every)):
            self._unexplained("untold")
            return None
        return self._as_stated(bid)

    def _unpaid(self, outcome: Candidate) -> bool:
        """Whether the stated payments, if there are any, are not what an outcome gives."""
        return bool(self.witnesses.mistakes(outcome.account))

    def _readings(self, played: KnownPlay, partnership: Partnership, told: Sums) -> list[Sums]:
        """What the stated points may mean; if they do not add up one figure is the slip, and the others are right."""
        if not self.do_not_add_up or self.claim is not None:
            return [told]
        bid = Bidden(played.declarer, played.contract)
        found = [
            sums(each, self.game, self.setting, bid, partnership, self.shown, None)._replace(wins=told.wins, torn=False)
            for each in one_slip(self.hand, self.game, self.setting)
        ]
        return list(dict.fromkeys(found)) or [Sums(wins=told.wins)]

    def _decided_by_totals(self, dispute: Dispute, found: list[tuple[Candidate, Sums]]) -> Candidate | None:
        """Of a result and payments that contradict each other the one that the totals bear out; None if they do not."""
        if dispute.against == "result":
            paid = dispute.paid
            self._not_won([(paid, Sums())], by="-paid")
            return paid._replace(account=without_figures(paid.account, points=False))
        if dispute.against == "score":
            added = [each for each in found if self.witnesses.adds(each[0].account)]
            candidate, told = added[0]
            known = told.own is not None or told.others is not None
            every = tuple(each.account for each, _ in added)
            return candidate._replace(account=without_figures(candidate.account, points=known, all_of=every))
        statement = self.hand.every(rec.Score)[0]
        self.impossible = True
        mine, theirs = (bool(each.account.sides[0].wins) for each in (found[0][0], dispute.paid))
        given = dict.fromkeys(each.account.payments for each, _ in found)
        self.problems.add(
            "CAL616", statement, wording="points" if mine == theirs else "",
            rule=winning(self.game.rules, dispute.paid.account.contract)[0],
            contract=self.game.ruleset.name("contracts", dispute.paid.account.contract),
            ended=ENDED[mine], paid=ENDED[theirs], due=Listing(tuple(map(self._as_score, given)), either=True),
        )  # fmt: skip
        return None

    def _best(self, found: list[tuple[Candidate, Sums]]) -> _Chosen | None:
        """The outcome that fits the stated score best; None if nothing settles it."""
        if not found:
            return None
        score = self.score or self.from_totals()
        wrong = [self._mistakes(candidate.account, score) for candidate, _ in found]
        least = min(wrong)
        fitting = [each for each, mistakes in zip(found, wrong, strict=True) if mistakes == least]
        kinds = {(each.account.payments, each.account.partners) for each, _ in fitting}
        candidate = fitting[0][0]
        plain = [each for each in fitting if each[0].plain]
        added = [each for each in fitting if not score and self.witnesses.adds(each[0].account)]
        if not score:
            fitting = added or plain or fitting
            kinds = {(each.account.payments, each.account.partners) for each, _ in fitting}
            candidate = fitting[0][0]
        if least and (len(kinds) > 1 or least * 2 > len(score)):
            if self.score and not self._decided(found):
                self._unexplained("partner" if self._is_paid_alone() else "")
                return None
            if len(kinds) > 1 or least == len(score):
                candidate = next((each for each, _ in found if each.plain), found[0][0])
        elif len(kinds) > 1:
            wording = "partner" if len({each[1] for each in kinds}) > 1 else "result" if self.has_result() else ""
            self.problems.add("CAL322", None, wording=wording)
            return None
        if not score and not added:
            self._say_open(found, candidate)
        known = any(each is not None for _, one in fitting for each in (one.own, one.others))
        alike = [each.account for each, _ in fitting if each.account.payments == candidate.account.payments]
        account = with_bonuses_of_all(candidate.account, alike)
        return _Chosen(candidate._replace(account=account), known, tuple(each.account for each, _ in fitting))

    def _decided(self, found: list[tuple[Candidate, Sums]]) -> bool:
        """Whether who has won with whom is settled without the score."""
        ended = {(tuple(side.wins for side in each.account.sides), each.account.partners) for each, _ in found}
        return len(ended) == 1

    def _is_paid_alone(self) -> bool:
        """Whether the payments are those of a declarer alone, where there must be a partner."""
        if self.played is None or not self.partners or not all(self.partners):
            return False
        return not all(self._unpaid(each) for each in candidates(self.played, Partnership(), Sums()))

    def _mistakes(self, account: Account, score: dict[str, int]) -> int:
        due = dict(zip(self.setting.labels, account.payments, strict=True))
        return sum(1 for label, amount in score.items() if due.get(label) != amount)

    def from_totals(self) -> dict[str, int]:
        """Where no score is stated: what the stated totals add to those before."""
        stated = self.hand.first(rec.Total)
        if stated is None or not self.evening.has_begun or self.evening.is_unsure or self.has_result():
            return {}
        if self.game.rules.match.counts != "payments" or self._match_declared():
            return {}
        before = {label: self.evening.find_stated_total(self.hand, label) for label, _ in stated.amounts}
        return {label: amount - known for label, amount in stated.amounts if (known := before[label]) is not None}

    def _say_open(self, found: list[tuple[Candidate, Sums]], chosen: Candidate) -> None:
        """Without a score nobody can tell whether a bonus applied."""
        names = dict.fromkeys(name for each, _ in found for name in each.account.bonuses)
        listed = [self.game.ruleset.name("bonus", name) for name in names if name not in chosen.account.bonuses]
        if listed and chosen.plain:
            wording, rule = "further" if chosen.account.bonuses else "", bonus_path(chosen.account)
            self.problems.add("CAL323", None, wording=wording, rule=rule, bonus=Listing(tuple(listed), either=True))

    # ------------------------------------------------------------------ hands without a declarer

    def _nobody(self, bid: Bidden, outcome: str) -> Candidate | None:
        count = len(self.setting.labels)
        tally = Tally(self.setting, [0] * count, [0] * count, [0] * count)
        tally.outcome = outcome
        tally.contract, tally.declarer = bid.contract, bid.declarer
        tally.faults = list(faults(self.hand, self.game, self.setting))
        tally.declared = list(declarations(self.hand, self.game, self.setting, bid))
        if outcome == "void":
            return Candidate(settle_hand(self.game, tally), tally)
        if self.game.rules.all_pass.do != "play_out":
            self.check_unplayed()
            return Candidate(settle_hand(self.game, tally), tally)
        if self._untold(bid):
            return self._as_stated(bid)
        if self.setting.sides and self.joins_two_sides(self._sides(bid)):
            return None
        if self.claim is None:
            self.check_points()
        tally.claim = self.claim
        slips = self.do_not_add_up and self.claim is None
        hands = one_slip(self.hand, self.game, self.setting) if slips else [self.hand]
        readings = [points_of_sides(each, self.game, self.setting, self.claim) for each in hands] or [{}]
        found = [each for one in readings for each in without_declarer(self.game, self.setting, tally, one)]
        if not found:
            return self._as_stated(bid)
        as_told = [each for each in found if not any(self._against(each.account))]
        if not as_told:
            self._both_won("nobody")
            return None
        self.only = len({each.account.payments for each in as_told}) == 1
        dispute = disputed(self.witnesses, as_told, found)
        if dispute is not None and dispute.against == "result":
            self._not_won([(dispute.paid, Sums())], by="-paid")
            return dispute.paid
        if dispute is not None and not dispute.against:
            self._paid_otherwise(dispute)
            return None
        chosen = self._best([(each, Sums()) for each in as_told])
        if chosen is None:
            return None
        known = len({tuple(side.counted for side in each) for each in (each.sides for each in chosen.fitting)}) == 1
        account = chosen.candidate.account
        account = account if known else without_figures(account, points=False)
        account = with_unpaid_bonuses(self.game, account, chosen.candidate.tally)
        return chosen.candidate._replace(account=account)

    def _points_declared(self, bid: Bidden) -> bool:
        """Whether declarations are among the points that were written: then only the payments are taken as they are."""
        found = declarations(self.hand, self.game, self.setting, bid)
        return any(self.game.rules.standing[each.word].params.meld_worth(each.unknown)[0] for each in found)

    def _worth_unknown(self) -> list[rec.Declare]:
        """What was declared of which nobody knows what it was worth."""
        return [each for each in self.hand.every(rec.Declare) if worth_unknown(each, self.game)]

    def _match_declared(self) -> bool:
        """Whether the totals may have more than the payments, for what was declared."""
        return has_match_declaration(self.game.rules, (each.word for each in self.hand.every(rec.Declare)))

    def _as_stated(self, bid: Bidden) -> Candidate | None:
        """Without a contract the score is all there is: only that it adds up to nothing can be checked.

        What was declared for the match is added to it for the side whose it was, if it is known who plays with whom.
        """
        if not self.score:
            return None
        labels = self.setting.labels
        payments = tuple(self.score.get(label, 0) for label in labels)
        if sum(payments) and not self.has_pot:
            self.uneven(sum(payments))
            return None
        count = len(labels)
        tally = Tally(self.setting, [0] * count, [0] * count, [0] * count)
        tally.declared = list(declarations(self.hand, self.game, self.setting, bid))
        known = self._sides(bid) if self._match_declared() else ()
        sides = tuple(Side(each, None, None, None, None, None, wins=None) for each in known)
        account = Account(sides, "", NOBODY, (), "", 0, payments, ())
        return Candidate(with_match_points(self.game, tally, account), tally)

    def _sides(self, bid: Bidden) -> tuple[tuple[int, ...], ...]:
        """Who plays with whom; empty if that is not known."""
        every = self._partnerships(bid) if bid.contract else []
        if len(every) == 1:
            own = (bid.declarer, *every[0].partners)
            return own, tuple(seat for seat in self.setting.active if seat not in own)
        nobody = not bid.contract and (bid.all_passed or not self.game.rules.has_auction)
        return self.setting.fixed_sides if nobody else ()


def replay_scores(hand: Hand, game: Game, setting: Seating, problems: Problems, evening: TotalsSoFar) -> Judgement:
    """Replays a hand of which only the score was written down."""
    return _Scored(hand, game, setting, problems, evening).replay()


def fit(hand: Hand, game: Game, setting: Seating, evening: TotalsSoFar, *, plain: bool = False) -> bool:
    """Whether what is written can be what a hand of this contract comes to; `plain`: without a bonus."""
    return _Scored(hand, game, setting, Problems(game), evening.make_unknown()).fits(hand, plain=plain)


def outcomes(judged: Judgement, setting: Seating, evening: TotalsSoFar) -> list[Candidate]:
    """What a hand can have come to of which not all is written, by all but its payments; without a bonus first."""
    hand, game = judged.hand, judged.game
    unpaid = replace(hand, statements=tuple(each for each in hand.statements if not isinstance(each, rec.Score)))
    scored = _Scored(unpaid, game, setting, Problems(game), evening)
    scored.shown = shown_by(judged)
    return scored.allowed(_bid_in(judged, setting))


def as_told(judged: Judgement, setting: Seating, problems: Problems, evening: TotalsSoFar) -> Judgement:
    """The ruling on a hand whose course does not settle it, with what it says itself that it came to.

    The tricks that are written bound what that can be.
    """
    scored = _Scored(judged.hand, judged.game, setting, problems, evening)
    scored.shown = shown_by(judged)
    return scored.beside(judged, _bid_in(judged, setting))


def _bid_in(judged: Judgement, setting: Seating) -> Bidden:
    """Who plays what: by the auction as it was followed, as far as that has come; by its words otherwise."""
    state = judged.state
    if state is None or state.step == "auction":
        return bidden(judged.hand, judged.game, setting)
    return Bidden(state.declarer, state.contract, all_passed=not state.contract)


class _Scored(Outcomes):
    """One hand on its way from its score to a ruling."""

    def replay(self) -> Judgement:
        """The ruling."""
        written = self.hand
        paid = bool(self.score or self.from_totals())
        reader = Reader(written, self.game, self.setting, self.problems)
        read = read_words_without_cards(reader, self._weighed, paid=paid)
        self.hand, breaches, lost = read or written, reader.breaches, read is None
        bid = bidden(self.hand, self.game, self.setting)
        if not lost:
            illegal = judge_auction(self.hand, self.game, self.setting, self.problems, bid)
            breaches += illegal
            # Of two bids that cannot both stand the wrong one may have been written down.
            as_read = Substitution(self.hand.statements, 0, 0)
            lost = self._contradicted() and self._weighed(as_read).cost >= illegal + AHEAD
        breaches += judge_standing(self.hand, self.game, self.setting, self.problems, bid)
        for line in self._worth_unknown():
            self.problems.add("CAL322", line, word=1, wording="declared", rule=f"standing.{line.word}")
        breaches += judge_steps(self.hand, self.game, self.setting, self.problems, bid)
        outcome = self._outcome(bid)
        self.check_seats()
        for each in written.statements:
            if isinstance(each, rec.Fault) and bid.contract:
                self.problems.found += idle_exchange_problems(self.game, bid.contract, each)
        found = None
        if lost:
            self.check_sum()
        else:
            before = len(self.problems.found)
            found = self.found(bid, outcome)
            if self._paid_for_another(found, before):
                found = None
        verdict = self._verdict(breaches, outcome)
        knowledge: Knowledge = "impossible" if self.impossible else "possible"
        judged = Judgement(
            hand=written, game=self.game, setting=self.setting, verdict=verdict, knowledge=knowledge, outcome=outcome
        )
        return self._with(judged, found)

    def beside(self, judged: Judgement, bid: Bidden) -> Judgement:
        """A hand that was followed as far as it is written, with what it says that it came to."""
        self.check_seats()
        found = self.found(bid, "score_only")
        knowledge: Knowledge = "impossible" if self.impossible else judged.knowledge
        return self._with(replace(judged, knowledge=knowledge, outcome="score_only"), found)

    def _with(self, judged: Judgement, found: Candidate | None) -> Judgement:
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
            kept = tuple(each for each in hand.statements if not isinstance(each, rec.Result))
            hand = replace(hand, statements=kept)
        assertions = Assertions(hand, self.game, self.setting, self.problems, evening=self.evening)
        if found is not None:
            assertions.trusted = self.witnesses.trusted(found.account, only=self.only)
            assertions.check(found.account, found.tally, None if unsettled else totals)
        slip = any(each.severity == "error" for each in self.problems.found[before:])
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

    def _verdict(self, breaches: int, outcome: str) -> Verdict:
        if breaches or outcome == "abandoned":
            return "illegal" if breaches else "incomplete"
        return "irregular" if faults(self.hand, self.game, self.setting) else "legal"

    def _contradicted(self) -> bool:
        return any(each.code in ILLEGAL and each.severity == "error" for each in self.problems.found)

    def _paid_for_another(self, found: Candidate | None, before: int) -> bool:
        """Whether what was paid is no outcome of what was bid, and fits one other contract alone: that is offered."""
        codes = {each.code for each in self.problems.found[before:]}
        unpaid = self._unpaid(found) if found is not None else "CAL321" in codes
        borne_out = found is not None and self.witnesses.adds(found.account)
        if not unpaid or borne_out or (found is not None and self.impossible):
            return False
        offered = find_paid_contract(self.hand, self.game, lambda hand: self.fits(hand, plain=True))
        if offered is None:
            return False
        self.problems.found[before:] = [offered]
        self.impossible = True
        return True

    def fits(self, hand: Hand, *, plain: bool) -> bool:
        """Whether nothing is wrong with the hand so read; `plain`: nor a bonus needed of which nothing is written."""
        tried = self._weighed(Substitution(hand.statements, 0, 0))
        return tried.settled and (tried.plain or not plain)

    def _weighed(self, substitution: Substitution) -> Reading:
        """What becomes of the hand if it is read otherwise; nobody hears of it."""
        hand = replace(self.hand, statements=substitution.statements)
        trial = _Scored(hand, self.game, self.setting, Problems(self.game), self.evening)
        bid = bidden(hand, self.game, self.setting)
        judge_auction(hand, self.game, self.setting, trial.problems, bid)
        found = trial.found(bid, trial._outcome(bid))
        if found is None:
            wrong = any(each.severity == "error" for each in trial.problems.found)
            cost = UNREAD if self.score else 0
            return Reading(substitution, cost, (bid.declarer, bid.contract), settled=not wrong)
        paid = hand.every(rec.Score)
        Assertions(replace(hand, statements=paid), self.game, self.setting, trial.problems).check(
            found.account, found.tally, None
        )
        cost = sum(_cost(each) for each in trial.problems.found if each.severity == "error")
        comes_to = (bid.declarer, found.account.payments, found.account.partners)
        return Reading(substitution, cost, comes_to, settled=not cost, plain=found.plain)

    def _outcome(self, bid: Bidden) -> str:
        kind = self.hand.end.kind if self.hand.end is not None else ""
        if kind in ("void", "abandoned"):
            return kind
        thrown_in = bid.all_passed and self.game.rules.all_pass.do != "play_out"
        if ends_deal(self.hand, self.game, self.setting, bid):
            return "void"
        return "all_pass" if thrown_in else "score_only"

    def _countable(self, account: Account | None, outcome: str) -> Account | None:
        """The account, if what the match counts can be told from it; of a hand that was not played it is nothing."""
        declared = outcome == "score_only" and self._match_declared()
        if declared and (account is None or not account.sides or self._worth_unknown()):
            return None
        if account is None or self.game.rules.match.counts != "card_points":
            return account
        known = all(side.counted is not None for side in account.sides)
        known &= bool(account.sides) or outcome in ("all_pass", "void")
        return account if known else None


def _cost(problem: Problem) -> int:
    """How much a problem leaves unexplained: of payments every amount that is wrong."""
    if problem.code == "CAL614":
        return UNREAD
    return len(problem.fix) if problem.code == "CAL611" and problem.fix else 1
