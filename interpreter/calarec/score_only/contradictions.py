"""Contradictions between result, payments and totals of a hand, and their reports.

Terms. The *witnesses* of a hand's outcome are its result, its payments, and the additions of its totals. The rules
give the meaning of each; where they contradict each other two outweigh one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.account import points_told
from calarec.core.engine.behaviours import behaviour_of
from calarec.core.judge.agreed_payments import sum_agreed_payments
from calarec.core.judge.assertions import ENDED
from calarec.core.judge.score_rows import signed_text
from calarec.core.judge.seats import has_seat_without_cards, number_of
from calarec.core.mechanisms.fields import Kind
from calarec.core.mechanisms.rules import winning
from calarec.core.records import model as rec
from calarec.core.wording.language import Listing
from calarec.score_only.call_places import NOBODYS
from calarec.score_only.divided_points import PartyPoints, can_divide_points
from calarec.score_only.outcomes import all_points, may_lose_points
from calarec.score_only.shown_tricks import NOTHING
from calarec.score_only.stated_lines import is_claimed, stated_faults, stated_payments, stated_points

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.engine.account import Account
    from calarec.core.engine.events import Claimed
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating
    from calarec.core.judge.problems import Problems
    from calarec.core.judge.totals_so_far import TotalsSoFar
    from calarec.core.records.model import Hand
    from calarec.score_only.outcomes import Candidate, Sums
    from calarec.score_only.stated_lines import HighestBid


_NAMED_PAYMENTS: Final = 4
"""The most possible payments that a finding names."""


class Testimony(NamedTuple):
    """The record's statements on the outcome of a hand besides its cards."""

    game: Game
    setting: Seating
    score: dict[str, int]
    added: dict[str, int]
    """The additions of the totals besides agreed payments; empty if not known."""
    result: tuple[rec.Stated, ...]
    begun: bool = True
    """True if the totals before are known, not just assumed to be nothing."""

    @property
    def has_outcome_only(self) -> bool:
        """Check whether the result states only who won or lost."""
        return bool(self.result) and all(side.amount is None for side in self.result)

    def has_totals_for(self, account: Account) -> bool:
        """Check whether the totals add the gains of an outcome."""
        gains = behaviour_of(Kind.SECTION, "match").gains(self.game, account)
        due = dict(zip(self.setting.labels, gains, strict=True))
        return bool(self.added) and all(due.get(label) == amount for label, amount in self.added.items())

    def mistaken_seats(self, account: Account) -> list[str]:
        """The seats to which the stated payments give something else than an outcome does."""
        due = dict(zip(self.setting.labels, account.payments, strict=True))
        return [label for label, amount in self.score.items() if due.get(label) != amount]

    def trusted_seats(self, account: Account, *, only: bool) -> frozenset[str]:
        """The seats whose payments two statements know better than the `score` line.

        The totals may have been added up from wrong payments, but not from others than those. Without totals
        the result and the other payments together know better than a single amount, if nothing else than these
        payments can come of such a result (`only`).
        """
        wrong = self.mistaken_seats(account)
        if self.has_totals_for(account):
            return frozenset(self.score)
        single = only and len(wrong) == 1 and len(self.score) > 2 and bool(self.result)
        return frozenset(wrong if single and not self.added else ())


class Dispute(NamedTuple):
    """A result and payments that contradict each other, though both are possible."""

    paid: Candidate
    """The outcome that gives the payments."""
    against: str
    """The one that the totals contradict: "result", "score", or "" if undecided."""


def find_dispute(testimony: Testimony, by_result: Sequence[Candidate], every: Sequence[Candidate]) -> Dispute | None:
    """Find payments that no outcome with the result gives, but another one does."""
    if (
        not testimony.result
        or not by_result
        or any(not testimony.mistaken_seats(candidate.account) for candidate in by_result)
    ):
        return None
    paid = [candidate for candidate in every if not testimony.mistaken_seats(candidate.account)]
    if not paid:
        return None
    paid.sort(key=lambda each: bool(each.account.bonuses))
    if any(testimony.has_totals_for(candidate.account) for candidate in by_result):
        return Dispute(paid[0], "score")
    as_paid = testimony.has_outcome_only and any(testimony.has_totals_for(candidate.account) for candidate in paid)
    return Dispute(paid[0], "result" if as_paid else "")


def has_torn_payments(testimony: Testimony, every: Sequence[Candidate]) -> bool:
    """Check for payments and totals of two outcomes, without a result."""
    if testimony.result or not testimony.score or not testimony.begun:
        return False
    paid = [candidate for candidate in every if not testimony.mistaken_seats(candidate.account)]
    if not paid or any(testimony.has_totals_for(candidate.account) for candidate in paid):
        return False
    return any(testimony.has_totals_for(candidate.account) for candidate in every)


def collect_testimony(
    hand: Hand, game: Game, setting: Seating, evening: TotalsSoFar, score: dict[str, int]
) -> Testimony:
    """The testimony of a hand."""
    added: dict[str, int] = {}
    paid_by_hand = sum_agreed_payments(hand)
    stated = hand.first_statement(rec.Total)
    for label, amount in stated.amounts if stated is not None else ():
        before = evening.find_stated_total(hand, label)
        if before is None:
            added = {}
            break
        added[label] = amount - before - paid_by_hand.get(label, 0)
    result = tuple(side for result in hand.every(rec.Result) for side in result.sides)
    return Testimony(game, setting, score, added, result, evening.has_begun)


class Contradictions:
    """One hand and its contradictions."""

    def __init__(self, hand: Hand, game: Game, setting: Seating, problems: Problems, evening: TotalsSoFar) -> None:
        self.hand = hand
        self.game = game
        self.setting = setting
        self.problems = problems
        self.evening = evening
        self.shown = NOTHING
        """The facts shown by its tricks, if some are written."""
        self.score = stated_payments(hand)
        self.testimony = collect_testimony(hand, game, setting, evening, self.score)
        self.claim: Claimed | None = None
        """The points that were claimed in the place of what was played, and are counted."""
        self.do_not_add_up = False
        """True if the stated points are more or fewer than there are."""
        self.impossible = False
        self.only = False
        """True if only one payment is possible by everything else that is written."""

    def has_result(self) -> bool:
        """Check whether a result is written."""
        return bool(self.hand.every(rec.Result))

    def _report_not_won(self, found: list[tuple[Candidate, Sums]], *, by: str = "") -> None:
        """Says that the other side has won; `by` says which lines show it."""
        results = self.hand.every(rec.Result)
        if not results or not found:
            return
        self.impossible = True
        account = found[0][0].account
        rule = winning(self.game.rules, account.contract)[0] if account.contract else "all_pass.pays"
        for statement, index, side in self._sides_against(account):
            ended = "lost" if side.outcome == "won" else "won"
            self.problems.add(
                "CAL614", statement, seat=index, wording=f"{ended}{by}", rule=rule, label="+".join(side.seats)
            )

    def _sides_against(self, account: Account) -> Iterator[tuple[rec.Result, int, rec.Stated]]:
        """Yield the sides whose stated result contradicts an outcome, with line and place."""
        ended = {self.setting.labels[seat]: side.wins for side in account.sides for seat in side.seats}
        for line in self.hand.every(rec.Result):
            for index, side in enumerate(line.sides):
                told = {ended[label] for label in side.seats if ended.get(label) is not None}
                if side.outcome and told - {side.outcome == "won"}:
                    yield line, index, side

    def _format_score(self, payments: tuple[int, ...]) -> str:
        amounts = (f"{label}: {signed_text(payments[seat])}" for seat, label in enumerate(self.setting.labels)
                   if label in self.score)  # fmt: skip
        return f"`{' '.join(amounts)}`"

    def _report_two_partners(self, bid: HighestBid, statement: rec.Result, called: str, seats: tuple[str, ...]) -> None:
        """Says that the result joins others than the call; nothing is settled."""
        self.impossible = True
        self.problems.add(
            "CAL616", statement, seat=statement.sides.index(next(s for s in statement.sides if s.seats == seats)),
            wording="alone" if called in NOBODYS else "partner", rule=self.game.rules.deciding,
            label=self.setting.labels[bid.declarer], called=called, seats="+".join(seats),
        )  # fmt: skip

    def has_joined_sides(self, ways: Sequence[tuple[tuple[int, ...], ...]], declarer: str = "") -> bool:
        """Report a result that joins seats of two sides in every way; True if any.

        It settles nothing. Each way is the sides of the hand; there are several where partners are not known.
        """
        left = list(dict.fromkeys(ways))
        for line in self.hand.every(rec.Result):
            for index, side in enumerate(line.sides):
                seats = {number_of(self.setting, label) for label in side.seats}
                fitting = [sides for sides in left if sum(not seats.isdisjoint(side) for side in sides) <= 1]
                if left and not fitting:
                    self.impossible = True
                    labels = ("+".join(self.setting.labels[seat] for seat in sorted(side)) for side in left[0])
                    self.problems.add(
                        "CAL616", line, seat=index, wording="sides" if len(left) == 1 else "any-partner",
                        rule=self.game.rules.deciding, seats="+".join(side.seats), sides=Listing(tuple(labels)),
                        label=declarer,
                    )  # fmt: skip
                    return True
                left = fitting
        return False

    def _report_torn(self) -> None:
        """Says that payments and totals contradict each other; nothing is settled."""
        self.impossible = True
        paid, added = (
            Listing(tuple(f"`{label}: {signed_text(amount)}`" for label, amount in amounts.items()))
            for amounts in (self.score, self.testimony.added)
        )
        statement = self.hand.every(rec.Score)[0]
        self.problems.add("CAL616", statement, wording="totals", rule="match.counts", due=paid, added=added)

    def _report_unexplained(self, wording: str = "", **values: Any) -> None:
        statement = self.hand.every(rec.Score)[0]
        self.impossible = True
        self.problems.add("CAL321", statement, rule="settle.pay", wording=wording, **values)

    def _report_unfit_payments(self, every: Sequence[tuple[int, ...]]) -> None:
        """Report payments that no outcome with the result gives, without a single fix."""
        due = Listing(tuple(map(self._format_score, every)), either=True)
        self._report_unexplained("several" if len(every) <= _NAMED_PAYMENTS else "many", due=due)

    def check_sum(self) -> None:
        """Check only that payments are even, in a hand without a known contract."""
        everybody = all(self.setting.labels[seat] in self.score for seat in self.setting.active)
        amount = sum(self.score.values())
        if everybody and amount and not self.has_pot:
            self.report_uneven(amount)

    @property
    def has_pot(self) -> bool:
        """Check whether a pot may make payments uneven."""
        return getattr(self.game.rules.all_pass.params, "pot", None) is not None

    def report_uneven(self, amount: int) -> None:
        """Payments that do not come out even."""
        statement = self.hand.every(rec.Score)[0]
        self.impossible = True
        self.problems.add("CAL324", statement, rule="settle.pay", sum=f"{amount:+}")

    def _report_both_won(self, wording: str = "itself") -> None:
        """Report that by the result both sides have won or lost; settle nothing."""
        self.impossible = True
        self.problems.add("CAL616", self._result_line(), wording=wording, rule=self.game.rules.deciding)

    def _report_paid_otherwise(self, dispute: Dispute) -> None:
        """Report a result that contradicts the payments after an all-pass; settle nothing."""
        self.impossible = True
        _, _, side = next(self._sides_against(dispute.paid.account))
        won = side.outcome == "won"
        self.problems.add(
            "CAL616", self.hand.every(rec.Score)[0], wording="all-passed", rule="all_pass.pays",
            label="+".join(side.seats), ended=ENDED[won], paid=ENDED[not won],
        )  # fmt: skip

    def _result_line(self) -> rec.Result:
        return self.hand.every(rec.Result)[0]

    def check_seats(self) -> None:
        """Only those who hold cards have points, or win."""
        for result in self.hand.every(rec.Result):
            for index, side in enumerate(result.sides):
                if has_seat_without_cards(self.problems, result, index, side, self.setting):
                    self.impossible = True

    def has_indivisible_points(self, bid: HighestBid) -> bool:
        """Report points that cannot be; True if no division of the tricks gives them."""
        if self.claim is not None:
            return False
        stated = stated_points(self.hand, self.game, self.setting)
        moved = bool(stated_faults(self.hand, self.game, self.setting))
        everybody = {seat for seats, _ in stated for seat in seats} == set(self.setting.active)
        if self._has_wrong_sum(stated, moved=moved, everybody=everybody):
            return False
        parties = [PartyPoints(*amount, has_declarer=bid.declarer in seats) for seats, amount in stated]
        if len(parties) < 2 or moved or is_claimed(self.hand):
            return False
        if can_divide_points(self.game, bid.contract, len(self.setting.active), parties, every=everybody):
            return False
        self.impossible = True
        self.problems.add("CAL320", self._result_line(), wording="divided", rule="pack.points")
        return True

    def _has_wrong_sum(
        self, stated: Sequence[tuple[set[int], tuple[int, int]]], *, moved: bool, everybody: bool
    ) -> bool:
        """Report points that are not those of the pack, or fewer than none."""
        total = all_points(self.game)
        beyond = next((least for _, (least, _) in stated if not moved and not 0 <= least <= total), None)
        if beyond is not None:
            self._report_wrong_points(beyond, total, wording="beyond")
            return True
        least, most = (sum(amount[end] for _, amount in stated) for end in (0, 1))
        # Penalties only move points from side to side; without an owner of a pile its points are lost.
        too_few = everybody and most < total and not may_lose_points(self.game)
        if too_few or (least > total and (everybody or not moved)):
            self._report_wrong_points(least, total)
            return True
        return False

    def check_unplayed(self) -> None:
        """Report points or a winner of a hand that is thrown in."""
        sides = [side for result in self.hand.every(rec.Result) for side in result.sides]
        if any(side.amount or side.outcome for side in sides):
            self._report_wrong_points(0, 0, wording="unplayed")

    def _report_wrong_points(self, found: int, total: int, *, wording: str = "") -> None:
        self.impossible = self.do_not_add_up = True
        units = self.game.rules.pack.units_per_point
        self.problems.add(
            "CAL320", self._result_line(), wording=wording, rule="all_pass" if wording == "unplayed" else "pack.points",
            found=points_told(found, units), total=points_told(total, units),
        )  # fmt: skip

    def _report_unreached_points(self, told: Sums) -> None:
        """Says that no division of the cards gives a side the points of the result."""
        stated = told.own or told.others
        if stated is not None:
            self.impossible = True
            units = self.game.rules.pack.units_per_point
            found, total = (points_told(points, units) for points in (stated[0], all_points(self.game)))
            self.problems.add(
                "CAL320", self._result_line(), wording="unreached", rule="pack.points", found=found, total=total
            )

    def _report_less_than_shown(self, told: Sums) -> None:
        """Says that the tricks show more points than the result leaves room for."""
        for least, stated in ((told.own_least, told.own), (told.others_least, told.others)):
            if stated is not None and stated[1] < least:
                self.impossible = True
                found, due = (
                    points_told(points, self.game.rules.pack.units_per_point) for points in (stated[0], least)
                )
                self.problems.add(
                    "CAL320", self._result_line(), wording="shown", rule="pack.points", found=found, total=due
                )
                return
