"""Hands with neither cards nor tricks: what a club really writes.

Declarer, contract, result and score are held against each other. What is not written is computed as far as
the rest settles it; a bonus nobody can compute without the tricks, so it is taken from the stated score.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.light import replace
from calarec.moves.setting import NOTHING_CARRIED, Carry
from calarec.records import model as rec
from calarec.replaying.assertions import Assertions
from calarec.replaying.claimed import check_exchange
from calarec.replaying.findings import Findings
from calarec.replaying.hearing import ILLEGAL
from calarec.replaying.outcomes import Outcomes
from calarec.replaying.overheard import A_SLIP, Tried, heard
from calarec.replaying.result import Replay
from calarec.replaying.stated import bidden, judge_auction

if TYPE_CHECKING:
    from calarec.diagnostics import Diagnostic
    from calarec.engine.game import Game
    from calarec.moves.account import Account
    from calarec.moves.setting import Setting
    from calarec.records.model import Hand
    from calarec.replaying.candidates import Candidate
    from calarec.replaying.evening import Evening
    from calarec.replaying.stated import Bidden

UNEXPLAINED: Final = 3
"""What a reading costs with which a hand cannot be."""


def replay_scores(hand: Hand, game: Game, setting: Setting, findings: Findings, evening: Evening) -> Replay:
    """Replays a hand of which only the score was written down."""
    return _Scored(hand, game, setting, findings, evening).replay()


def fit(hand: Hand, game: Game, setting: Setting, *, plain: bool = False) -> bool:
    """Whether what is written can be what a hand of this contract comes to; `plain`: without a bonus."""
    from calarec.replaying.evening import Evening as Unknown

    return _Scored(hand, game, setting, Findings(hand, game), Unknown(game, unsure=True)).fits(hand, plain=plain)


class _Scored(Outcomes):
    """One hand on its way from its score to a ruling."""

    def replay(self) -> Replay:
        """The ruling."""
        written = self.hand
        paid = bool(self.score or self.from_totals())
        self.hand, breaches, lost = heard(written, self.game, self.setting, self.findings, self._tried, paid=paid)
        bid = bidden(self.hand, self.game, self.setting)
        if not lost:
            illegal = judge_auction(self.hand, self.game, self.setting, self.findings, bid)
            breaches += illegal
            # Of two bids that cannot both stand the wrong one may have been written down.
            lost = self._contradicted() and self._tried(self.hand).cost > illegal + A_SLIP
        outcome = self._outcome(bid)
        self.check_seats()
        for each in written.statements:
            if isinstance(each, rec.Fault) and bid.contract:
                check_exchange(self.game, bid.contract, each, self.findings)
        found = None
        if lost:
            self.check_sum()
        else:
            before = len(self.findings.found)
            found = self.found(bid, outcome)
            if self._paid_for_another(found, before):
                found = None
        account = found.account if found is not None else None
        before = len(self.findings.found)
        totals, standing = self.evening.after(self.hand, self._countable(account), self.setting.labels)
        unsettled = account is None or self._countable(account) is None
        results = tuple(each for each in self.hand.statements if not isinstance(each, rec.Result))
        assertions = Assertions(
            replace(self.hand, statements=results), self.game, self.setting, self.findings, evening=self.evening
        )
        if found is not None:
            assertions.trusted = self.witnesses.trusted(found.account, only=self.only)
            assertions.check(found.account, found.tally, None if unsettled else totals)
        slip = any(each.severity == "error" for each in self.findings.found[before:])
        stated = assertions.stated if not self.impossible else False
        if stated is None and account is not None and account.sides and self.has_result():
            stated = not slip
        self.evening.inherited = self._left(outcome)
        return Replay(
            hand=written,
            game=self.game,
            setting=self.setting,
            verdict="illegal" if breaches else "incomplete" if outcome == "abandoned" else "legal",
            knowledge="impossible" if self.impossible else "possible",
            stated=stated,
            outcome=outcome,
            account=account,
            totals=None if unsettled and outcome != "abandoned" else totals,
            standing=None if unsettled and outcome != "abandoned" else standing,
            diagnostics=(*self.hand.findings, *self.findings.found),
        )

    def _contradicted(self) -> bool:
        return any(each.code in ILLEGAL and each.severity == "error" for each in self.findings.found)

    def _paid_for_another(self, found: Candidate | None, before: int) -> bool:
        """Whether what was paid is no outcome of what was bid, and fits one other contract alone: that is offered."""
        codes = {each.code for each in self.findings.found[before:]}
        unpaid = self._unpaid(found) if found is not None else "CAL321" in codes
        borne_out = found is not None and self.witnesses.adds(found.account)
        if not unpaid or borne_out or (found is not None and self.impossible):
            return False
        from calarec.replaying.otherwise import offered

        other = offered(self.hand, self.game, lambda hand: self.fits(hand, plain=True))
        if other is None:
            return False
        del self.findings.found[before:]
        other.tell(self.findings)
        self.impossible = True
        return True

    def fits(self, hand: Hand, *, plain: bool) -> bool:
        """Whether nothing is wrong with the hand so read; `plain`: nor a bonus needed of which nothing is written."""
        tried = self._tried(hand)
        return not tried.wrong and (tried.plain or not plain)

    def _tried(self, hand: Hand) -> Tried:
        """What becomes of the hand if its words are read otherwise; nobody hears of it."""
        trial = _Scored(hand, self.game, self.setting, Findings(self.findings.hand, self.game), self.evening)
        bid = bidden(hand, self.game, self.setting)
        judge_auction(hand, self.game, self.setting, trial.findings, bid)
        found = trial.found(bid, trial._outcome(bid))
        if found is None:
            wrong = any(each.severity == "error" for each in trial.findings.found)
            cost = UNEXPLAINED if self.score else 0
            return Tried(cost, plain=True, comes_to=(bid.declarer, bid.contract), wrong=wrong)
        paid = tuple(each for each in hand.statements if isinstance(each, rec.Score))
        Assertions(replace(hand, statements=paid), self.game, self.setting, trial.findings).check(*found, None)
        cost = sum(_cost(each) for each in trial.findings.found if each.severity == "error")
        comes_to = (bid.declarer, found.account.payments, found.account.partner)
        return Tried(cost, not found.account.bonus, comes_to, wrong=cost > 0)

    def _outcome(self, bid: Bidden) -> str:
        kind = self.hand.end.kind if self.hand.end is not None else ""
        if kind in ("void", "abandoned"):
            return kind
        thrown_in = bid.all_passed and self.game.rules.all_pass.do != "play_out"
        return "all_pass" if thrown_in else "score_only"

    def _left(self, outcome: str) -> Carry:
        part = self.game.rules.all_pass.part
        if outcome != "all_pass" or self.game.rules.all_pass.do != "carry_on":
            return NOTHING_CARRIED
        return Carry((), part.only, part.binds, "all_pass.only")

    def _countable(self, account: Account | None) -> Account | None:
        """The account, if what the match counts can be told from it."""
        if account is None or self.game.rules.match.counts != "card_points":
            return account
        known = bool(account.sides) and all(side.counted is not None for side in account.sides)
        return account if known else None


def _cost(finding: Diagnostic) -> int:
    """How much a finding leaves unexplained: of payments every amount that is wrong."""
    if finding.code == "CAL614":
        return UNEXPLAINED
    return len(finding.fix.edits) if finding.code == "CAL611" and finding.fix is not None else 1
