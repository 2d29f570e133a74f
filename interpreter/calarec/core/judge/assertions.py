"""The assertions of a record about its outcome, checked against the rules.

A `score` line that does not fit is one finding, however many of its amounts are wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.engine.account import ToldReason, points_told, whole_points
from calarec.core.engine.behaviours import behaviour_of
from calarec.core.engine.payment_flows import find_fault_prices
from calarec.core.judge.problems import Problems, Spot, make_problem, problem_of_finding
from calarec.core.judge.score_rows import signed_text
from calarec.core.judge.seats import has_seat_without_cards, number_of, who_has_left
from calarec.core.mechanisms.fields import Kind
from calarec.core.mechanisms.rules import winning
from calarec.core.records import model as rec
from calarec.core.wording.language import Joined, Listing, Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.engine.account import Account, Reason
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, WonTrick
    from calarec.core.engine.tally import Tally
    from calarec.core.judge.common_account import Common, Item
    from calarec.core.judge.problems import Problem
    from calarec.core.judge.totals_so_far import TotalsSoFar
    from calarec.core.records.model import Hand
    from calarec.core.wording.language import Sayable


_LEFT: Final = Words("if {who} has left, `leave {who}` belongs before this hand; ")
ENDED: Final = {True: Words("won"), False: Words("lost")}
"""The words for a declarer's result."""


def wrong_payment_problem(
    game: Game,
    statement: rec.Score,
    wrong: Sequence[tuple[int, str, int, int]],
    account: Account,
    labels: tuple[str, ...],
    gone: str,
    *,
    safe: bool,
) -> Problem:
    """The problem of wrong amounts: for each its place, seat, written and due amount.

    `gone` is the seat of a player who must have left without a line: then calarec offers no fix.
    """
    number, label, found, due = wrong[0]
    told = Listing(tuple(Words("{amount} to {seat}", amount=signed_text(amount), seat=who)
                         for _, who, _, amount in wrong))  # fmt: skip
    ended, contract = _find_outcome(game, account)
    wording = "-".join(part for part in ("contract" * bool(contract), "several" * (len(wrong) > 1)) if part)
    deciding = _deciding_reasons(account)
    made = make_problem(
        "CAL611", statement, number=number, rule=deciding[0].rule if deciding else "settle.pay", wording=wording,
        label=label, found=signed_text(found), due=signed_text(due), all=told, contract=contract or "", ended=ended,
        because=_LEFT.with_values(who=gone) if gone else _joined_reasons(game, deciding, labels),
    )  # fmt: skip
    edits = tuple((Spot("number", index), signed_text(amount)) for index, _, _, amount in wrong)
    return made if gone else made._replace(fix=edits, safe=safe)


def _find_outcome(game: Game, account: Account) -> tuple[Words | str, Sayable | None]:
    """The result and the contract; no contract if none was played."""
    own = next((side for side in account.sides if account.declarer in side.seats), None)
    if own is None or own.wins is None or not account.contract:
        return "", None
    return ENDED[own.wins], game.ruleset.name("contracts", account.contract)


def _deciding_reasons(account: Account) -> list[Reason]:
    """The reasons of the amounts: the stake first, then the bonuses."""
    stake = [reason for reason in account.because if _is_stake(reason.rule)]
    ends = tuple(f".bonus.{name}" for name in account.bonuses)
    bonus = [reason for reason in account.because if reason.rule.endswith(ends)]
    return [*stake[:1], *bonus]


def _is_stake(rule: str) -> bool:
    first, _, leaf = rule.partition(".")
    return (first == "contracts" and leaf.endswith((".stake", ".lost"))) or (
        first in ("steps", "all_pass") and leaf.endswith((".won", ".lost", "stake"))
    )


def _joined_reasons(game: Game, reasons: list[Reason], labels: tuple[str, ...]) -> Words | str:
    """The reasons in front of the rest of the help."""
    units = game.rules.pack.units_per_point
    told = tuple(ToldReason(reason, labels, units) for reason in reasons)
    return Words("{reasons}; ", reasons=Joined(told, "; ")) if told else ""


class Assertions:
    """Checks of `result`, `score`, `penalty` and `total` lines.

    `stated` is whether all of them hold.
    """

    def __init__(
        self,
        hand: Hand,
        game: Game,
        setting: Seating,
        problems: Problems,
        *,
        evening: TotalsSoFar | None = None,
        tricks: tuple[WonTrick, ...] = (),
    ) -> None:
        self.hand = hand
        self.game = game
        self.setting = setting
        self.problems = problems
        self.evening = evening
        self.tricks = tricks
        self.stated: bool | None = None
        self.sure = True
        self.trusted: frozenset[str] | None = None
        """The seats whose payments are certain; None: all are, for the hand was played."""
        self.paid_wrong: dict[str, int] = {}
        """The excess of the stated payments over the due ones, by seat."""
        self.gained_wrong: list[dict[str, int]] = []
        """Possible excesses of totals that count amounts reported as wrong, by seat."""

    def check(
        self,
        account: Account,
        tally: Tally,
        totals: dict[str, int] | None,
        *,
        instead: Sequence[tuple[Account, Tally]] = (),
    ) -> None:
        """Check every assertion against the account; `totals` are those after the hand.

        `instead` are accounts of people who ignored a reported mistake: where the record fits one of them, there are
        no more findings.
        """
        # What follows from a hand in which something else is wrong may be wrong with it.
        self.sure = not self.problems.has_errors
        before = len(self.problems.found)
        self._sums(account, tally)
        if instead:
            self._let_stand(before, account, instead)
        for statement in self.hand.every(rec.Total) if totals is not None else ():
            self._totals(statement, totals or {})
        self._doubt(before)

    def _sums(self, account: Account, tally: Tally) -> None:
        """Check the assertions about the hand itself: result, payments, penalties."""
        for statement in self.hand.statements:
            match statement:
                case rec.Result():
                    for index, side in enumerate(statement.sides):
                        self.result(statement, index, side, account, tally)
                case rec.Score():
                    self.score(statement, account)
                case rec.Penalty():
                    self._penalty(statement, self._penalties(account, tally))

    def _let_stand(self, before: int, account: Account, instead: Sequence[tuple[Account, Tally]]) -> None:
        """Drop the findings on sums that fit an alternative count, and on later totals."""
        gains = behaviour_of(Kind.SECTION, "match").gains
        due = gains(self.game, account)
        for counted, tally in instead:
            other = Assertions(self.hand, self.game, self.setting, Problems(self.game), tricks=self.tricks)
            other._sums(counted, tally)
            if other.problems.found:
                continue
            del self.problems.found[before:]
            pairs = zip(self.setting.labels, due, gains(self.game, counted), strict=True)
            self.gained_wrong.append({label: wrong - right for label, right, wrong in pairs if wrong != right})

    def among(self, common: Common, totals: dict[str, int] | None) -> None:
        """Check every assertion against all possible accounts; `totals`, if known."""
        self.sure = False
        first = common.first
        assert first is not None
        for statement in self.hand.statements:
            match statement:
                case rec.Result():
                    for index, side in enumerate(statement.sides):
                        if any(label not in self.setting.labels for label in side.seats):
                            self.result(statement, index, side, first.account, first.tally)
                case rec.Penalty():
                    self._penalty(statement, self._penalties(first.account, first.tally))
                case rec.Total() if totals is not None:
                    self._totals(statement, totals)
        for item in common.contradicted_items:
            self._report_contradiction(item, common, added=totals is not None)
        if self.stated is not False and common.items:
            self.stated = common.assertions_verdict

    def _report_contradiction(self, item: Item, common: Common, *, added: bool) -> None:
        """Says that something does not hold, whatever the unknown cards were."""
        statement, account = item.statement, common.shared_account
        unfit = "together" if common.is_borne_out(item) else "worlds"
        if isinstance(statement, rec.Total):
            if not added:
                self.problems.add("CAL612", statement, wording=unfit, rule="match.counts")
            return
        if isinstance(statement, rec.Score):
            if account is not None and account.payments:
                self.score(statement, account)
            else:
                self.problems.add("CAL611", statement, wording=unfit, rule="settle.pay")
            return
        side = statement.sides[item.side]
        seats = {number_of(self.setting, label) for label in side.seats}
        own = next((each for each in (account.sides if account else ()) if seats <= set(each.seats)), None)
        label = "+".join(side.seats)
        if side.amount is None:
            wins = None if own is None else own.wins
            wording = "worlds" if wins is None or wins == (side.outcome == "won") else "won" if wins else "lost"
            self.problems.add(
                "CAL614", statement, seat=item.side, rule=self._won_if(account), wording=wording, label=label
            )  # fmt: skip
            return
        units = self.game.rules.pack.units_per_point
        found = side.amount * units if side.whole else side.amount
        due = own.points if own is not None and set(own.seats) == seats else None
        self.problems.add(
            "CAL610", statement, number=item.side, rule=self._won_if(account), label=label,
            found=self._points_said(found), wording=unfit if due is None else "alike",
            due=self._points_said(due or 0),
            fix=None if due is None else f"{whole_points(due, units)}p" if side.whole else str(due),
        )  # fmt: skip

    def _doubt(self, before: int) -> None:
        """Make fixes unsafe where result and payments both contradict the cards.

        Then a card may be the mistake.
        """
        found = self.problems.found
        codes = {problem.code for problem in found[before:]}
        if "CAL611" not in codes or not codes & {"CAL610", "CAL614"}:
            return
        for number in range(before, len(found)):
            found[number] = found[number]._replace(safe=False)

    def hold(self, *, holds: bool) -> None:
        """Counts one assertion."""
        self.stated = holds if self.stated is None else self.stated and holds

    def result(self, statement: rec.Result, index: int, side: rec.Stated, account: Account, tally: Tally) -> None:
        seats = tuple(number_of(self.setting, label) for label in side.seats)
        if has_seat_without_cards(self.problems, statement, index, side, self.setting):
            self.hold(holds=False)
            return
        if side.amount is None:
            self._won_or_lost(statement, index, side, seats, account)
            return
        due = self._points(seats, account, tally)
        if due is None:
            return
        units = self.game.rules.pack.units_per_point
        found = side.amount * units if side.whole else side.amount
        holds = whole_points(due, units) == side.amount if side.whole else due == found
        self.hold(holds=holds)
        if not holds:
            fix = f"{whole_points(due, units)}p" if side.whole else str(due)
            in_all = tally.points(self.setting.active, self.game.rules.pack.last_trick)
            claimed = tally.claim is not None and tally.claim.holds and tally.claim.points is not None
            self.problems.add(
                "CAL610", statement, number=index, rule=self._won_if(account), label="+".join(side.seats),
                found=self._points_said(found), due=self._points_said(due), fix=fix, safe=self.sure and not claimed,
                tricks=self._describe_taken(seats, tally), total=self._points_said(in_all),
                wording="claimed" if claimed else "" if account.sides else "unplayed",
            )  # fmt: skip

    def _won_if(self, account: Account | None) -> str:
        """The rule by which a side has won."""
        return winning(self.game.rules, account.contract if account is not None else "")[0]

    def _points_said(self, points: int) -> Words:
        return points_told(points, self.game.rules.pack.units_per_point)

    def _describe_taken(self, seats: tuple[int, ...], tally: Tally) -> Words:
        """The tricks and piles that some seats won."""
        won = [str(number) for number, trick in enumerate(self.tricks, 1) if trick.winner in seats]
        said = Words("no trick")
        if won:
            said = Words("trick {numbers}" if len(won) == 1 else "tricks {numbers}", numbers=Listing(tuple(won)))
        if any(tally.piles[seat] for seat in seats):
            return Words("{tricks} and what lay aside", tricks=said)
        return said

    def _won_or_lost(
        self, statement: rec.Result, index: int, side: rec.Stated, seats: tuple[int, ...], account: Account
    ) -> None:
        if not account.sides:
            self.hold(holds=False)
            self.problems.add("CAL614", statement, seat=index, wording="unplayed", label="+".join(side.seats))
        ended = {seat: each.wins for each in account.sides for seat in each.seats if each.wins is not None}
        told = side.outcome == "won"
        known = [(label, ended[seat]) for label, seat in zip(side.seats, seats, strict=True) if seat in ended]
        # A line may join seats of two sides: what it says is wrong of some of them only.
        otherwise = [label for label, wins in known if wins != told]
        if known:
            self.hold(holds=not otherwise)
        if otherwise:
            self.problems.add(
                "CAL614", statement, seat=index, rule=self._won_if(account), label="+".join(otherwise),
                wording="lost" if told else "won",
            )  # fmt: skip

    def _points(self, seats: tuple[int, ...], account: Account, tally: Tally) -> int | None:
        """The points of some seats: a side's after penalties, single seats' as taken."""
        for side in account.sides:
            if set(side.seats) == set(seats):
                return side.points
        if tally.claim is not None and tally.claim.holds:
            return None
        return tally.points(seats, self.game.rules.pack.last_trick)

    def score(self, statement: rec.Score, account: Account) -> None:
        due = self._by_label(account.payments)
        known = [(index, label, found, due[label]) for index, label, found in self._known_amounts(statement, due)]
        wrong = [each for each in known if each[2] != each[3]]
        if known:
            self.hold(holds=not wrong)
        if not wrong:
            return
        self.paid_wrong |= {label: found - right for _, label, found, right in wrong}
        safe = self.sure and (self.trusted is None or all(label in self.trusted for _, label, _, _ in wrong))
        gone = who_has_left(self.hand, self.game, self.setting)
        self.problems.found.append(
            wrong_payment_problem(self.game, statement, wrong, account, self.setting.labels, gone, safe=safe)
        )  # fmt: skip

    def _penalty(self, statement: rec.Penalty, due: dict[str, int]) -> None:
        for index, label, found in self._known_amounts(statement, due):
            holds = due[label] == found
            self.hold(holds=holds)
            if not holds:
                text = signed_text(due[label])
                self.problems.add(
                    "CAL613", statement, number=index, rule="standing", label=label, found=signed_text(found), due=text,
                    fix=text, safe=self.sure,
                )  # fmt: skip

    def _totals(self, statement: rec.Total, due: dict[str, int]) -> None:
        """Check the running score against the sum, but report each mistake only once."""
        known = list(self._known_amounts(statement, due))
        if self.evening is None or self.evening.is_unsure:
            return
        for _, label, found in known:
            self.hold(holds=due[label] == found)
        paid_wrong = self.paid_wrong if self.game.rules.match.counts == "payments" else {}
        too_much = {label: found - due[label] for _, label, found in known}
        fitting = [each for each in self.gained_wrong if all(each.get(who, 0) == too_much[who] for who in too_much)]
        for wrong in (fitting or self.gained_wrong)[:1]:
            paid_wrong = wrong | paid_wrong
        for finding in self.evening.check_stated_totals(self.hand, statement, paid_wrong):
            self.problems.found.append(problem_of_finding(finding, statement))

    def _known_amounts(
        self, statement: rec.Score | rec.Total | rec.Penalty, due: dict[str, int]
    ) -> Iterator[tuple[int, str, int]]:
        """Number, seat and amount of each pair whose seat is at the table."""
        for index, (label, found) in enumerate(statement.amounts):
            if label in due:
                yield index, label, found
                continue
            self.problems.add("CAL215", statement, seat=index, label=label, seats=" ".join(self.setting.labels))
            self.hold(holds=False)

    def _by_label(self, amounts: tuple[int, ...]) -> dict[str, int]:
        return dict(zip(self.setting.labels, amounts, strict=True))

    def _penalties(self, account: Account, tally: Tally) -> dict[str, int]:
        """The amounts moved by irregularities, by seat.

        They are points from offender to claimant, or payments where no points move.
        """
        due = dict.fromkeys(self.setting.labels, 0)
        for price in find_fault_prices(self.game, tally):
            fault = price.fault
            part = self.game.rules.standing[fault.word].params
            offender = self.setting.labels[fault.seat]
            others = [seat for seat in self.setting.active if seat != fault.seat]
            if part.move_points:
                gaining = fault.by if fault.by >= 0 else self._first_opponent(fault.seat, account)
                due[offender] -= part.move_points
                due[self.setting.labels[gaining]] += part.move_points
            else:
                due[offender] -= price.each * len(others) + price.pot
                for seat in others:
                    due[self.setting.labels[seat]] += price.each
        return due

    def _first_opponent(self, seat: int, account: Account) -> int:
        own = next((side.seats for side in account.sides if seat in side.seats), (seat,))
        return next(other for other in self.setting.others(seat) if other not in own)
