"""What a hand can have come to of which only the score was written down, and which of that is so.

Contract, result and payments are held against each other; what is not written is computed as far as the
rest settles it. A bonus nobody can compute without the tricks, so it is taken from the stated score.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Listing
from calarec.mechanisms.base import Kind
from calarec.mechanisms.registry import mechanism
from calarec.moves.account import Account
from calarec.moves.state import NOBODY
from calarec.moves.tally import Tally
from calarec.records import model as rec
from calarec.replaying.candidates import Candidate, Played, Sums, all_points, candidates, without_figures
from calarec.replaying.contradictions import Contradictions
from calarec.replaying.everyone import each_for_himself
from calarec.replaying.paid import ENDED
from calarec.replaying.stated import call_against_sides, faults, is_claimed, partnerships, sums
from calarec.replaying.witnesses import disputed, torn

if TYPE_CHECKING:
    from calarec.replaying.stated import Bidden
    from calarec.replaying.witnesses import Dispute


class Outcomes(Contradictions):
    """The outcomes of one hand, and what is wrong with what is written of it."""

    def found(self, bid: Bidden, outcome: str) -> Candidate | None:
        """What it came to; None, with the reason told, if that cannot be told."""
        if outcome == "abandoned":
            return None
        if outcome in ("all_pass", "void") or bid.all_passed:
            return self._nobody(bid, outcome)
        if not bid.contract:
            return self._as_stated()
        played = Played(
            self.game, self.setting, bid.contract, bid.declarer, faults(self.hand, self.game, self.setting),
            claimed=is_claimed(self.hand),
        )  # fmt: skip
        known = {each: sums(self.hand, self.game, self.setting, bid, each)
                 for each in partnerships(self.hand, self.game, self.setting, bid)}  # fmt: skip
        wrong_partner = call_against_sides(self.hand, self.game, self.setting, bid)
        if wrong_partner is not None:
            self._two_partners(bid, *wrong_partner)
            return None
        known = {each: told for each, told in known.items() if not told.torn}
        if not known:
            self._both_won()
            return None
        self.check_points()
        found = [
            (candidate, told)
            for each, told in known.items()
            for candidate in candidates(played, each, self._usable(told))
        ]
        self.only = len({each.account.payments for each, _ in found}) == 1
        if not found:
            found = [
                (candidate, told)
                for each, told in known.items()
                for candidate in candidates(played, each, self._usable(told)._replace(wins=None))
            ]
            self._not_won(found)
        elif self.has_result() and not self.impossible and all(self._unpaid(each) for each, _ in found):
            every = [candidate for each in known for candidate in candidates(played, each, Sums())]
            dispute = disputed(self.witnesses, [candidate for candidate, _ in found], every)
            if dispute is not None:
                return self._decided_by_totals(dispute, found)
        if torn(self.witnesses, [candidate for candidate, _ in found]):
            self._torn()
            return None
        return self._best(found)

    def _unpaid(self, outcome: Candidate) -> bool:
        """Whether the stated payments, if there are any, are not what an outcome gives."""
        return bool(self.witnesses.mistakes(outcome.account))

    def _usable(self, told: Sums) -> Sums:
        """What is left of the stated points if they do not add up: the declarer's own."""
        if not self.impossible:
            return told
        in_range = told.own is not None and 0 <= told.own[0] <= all_points(self.game)
        own = told.own if in_range else None
        return Sums(own, wins=told.wins)

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
            return candidate._replace(account=without_figures(candidate.account, points=known and len(added) == 1))
        statement = next(each for each in self.hand.statements if isinstance(each, rec.Score))
        self.impossible = True
        mine, theirs = (bool(each.account.sides[0].wins) for each in (found[0][0], dispute.paid))
        given = dict.fromkeys(each.account.payments for each, _ in found)
        self.findings.add(
            "CAL616", statement, wording="points" if mine == theirs else "", rule="settle.won_if",
            contract=self.game.ruleset.name("contracts", dispute.paid.account.contract),
            ended=ENDED[mine], paid=ENDED[theirs], due=Listing(tuple(map(self._as_score, given)), either=True),
        )  # fmt: skip
        return None

    def _best(self, found: list[tuple[Candidate, Sums]]) -> Candidate | None:
        """The outcome that fits the stated score best; None if nothing settles it."""
        if not found:
            return None
        score = self.score or self.from_totals()
        wrong = [self._mistakes(candidate.account, score) for candidate, _ in found]
        least = min(wrong)
        fitting = [each for each, mistakes in zip(found, wrong, strict=True) if mistakes == least]
        kinds = {(each.account.payments, each.account.partner) for each, _ in fitting}
        candidate, told = fitting[0]
        plain = [each for each in fitting if not each[0].account.bonus]
        if not score:
            fitting = plain or fitting
            kinds = {(each.account.payments, each.account.partner) for each, _ in fitting}
            candidate, told = fitting[0]
        if least and (len(kinds) > 1 or least * 2 > len(score)):
            if self.score and not self._decided(found):
                self._unexplained()
                return None
            candidate, told = next((each for each in found if not each[0].account.bonus), found[0])
        elif len(kinds) > 1:
            self.findings.add("CAL322", None, wording="partner" if len({k[1] for k in kinds}) > 1 else "")
            return None
        if not score:
            self._say_open(found, candidate)
        points = {each.account.sides[0].points for each, _ in fitting if each.account.sides}
        known = (told.own is not None or told.others is not None) and len(points) == 1
        return candidate._replace(account=without_figures(candidate.account, points=known))

    def _decided(self, found: list[tuple[Candidate, Sums]]) -> bool:
        """Whether who has won with whom is settled without the score."""
        return len({(each.account.sides[0].wins, each.account.partner) for each, _ in found}) == 1

    def _mistakes(self, account: Account, score: dict[str, int]) -> int:
        due = dict(zip(self.setting.labels, account.payments, strict=True))
        return sum(1 for label, amount in score.items() if due.get(label) != amount)

    def from_totals(self) -> dict[str, int]:
        """Where no score is stated: what the stated totals add to those before."""
        stated = next((each for each in self.hand.statements if isinstance(each, rec.Total)), None)
        if stated is None or not self.evening.totals or self.evening.unsure or self.has_result():
            return {}
        if self.game.rules.match.counts != "payments":
            return {}
        people = self.hand.session.people
        before = self.evening.totals
        return {
            label: amount - before[people.get(label, label)]
            for label, amount in stated.amounts
            if people.get(label, label) in before
        }

    def _say_open(self, found: list[tuple[Candidate, Sums]], chosen: Candidate) -> None:
        """Without a score nobody can tell whether a bonus applied."""
        names = dict.fromkeys(each.account.bonus for each, _ in found if each.account.bonus)
        if names and not chosen.account.bonus:
            listed = tuple(self.game.ruleset.name("bonus", name) for name in names)
            self.findings.add("CAL323", None, rule="settle.bonus", bonus=Listing(listed, either=True))

    # ------------------------------------------------------------------ hands without a declarer

    def _nobody(self, bid: Bidden, outcome: str) -> Candidate | None:
        count = len(self.setting.labels)
        tally = Tally(self.setting, [0] * count, [0] * count, [0] * count)
        tally.outcome = outcome
        tally.contract, tally.declarer = bid.contract, bid.declarer
        tally.faults = list(faults(self.hand, self.game, self.setting))
        if outcome == "void":
            account: Account = mechanism(Kind.SECTION, "settle").behaviour.settle(self.game, tally)
            return Candidate(account, tally)
        if self.game.rules.all_pass.do != "play_out":
            self.check_unplayed()
            thrown_in: Account = self.game.all_pass.settle(self.game, tally)
            return Candidate(thrown_in, tally)
        self.check_points()
        found = each_for_himself(self.hand, self.game, self.setting, tally)
        if not found:
            return self._as_stated()
        plain = [each for each in found if not each.account.bonus] or found
        self.only = len({each.account.payments for each in found}) == 1
        score = self.score
        best = min(found, key=lambda each: self._mistakes(each.account, score))
        if score and self._mistakes(best.account, score) * 2 > len(score):
            if len({each.account.payments for each in plain}) > 1:
                self._unexplained()
                return None
            best = plain[0]
        elif not score and len({each.account.payments for each in plain}) > 1:
            self.findings.add("CAL322", None)
            return None
        return best

    def _as_stated(self) -> Candidate | None:
        """Without a contract the score is all there is: only that it adds up to nothing can be checked."""
        if not self.score:
            return None
        labels = self.setting.labels
        payments = tuple(self.score.get(label, 0) for label in labels)
        if sum(payments):
            self.uneven(sum(payments))
            return None
        count = len(labels)
        tally = Tally(self.setting, [0] * count, [0] * count, [0] * count)
        return Candidate(Account((), "", NOBODY, NOBODY, "", 0, payments, ()), tally)
