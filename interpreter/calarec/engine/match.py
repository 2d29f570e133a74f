"""What hands add up to, and when a match is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.base.frozen import NamedTuple
from calarec.engine import settling

if TYPE_CHECKING:
    from calarec.engine.account import Account
    from calarec.engine.game import Game


class MatchStanding(NamedTuple):
    """How a match stands after a hand; totals are in the unit of what counts, by seat."""

    deal: int
    totals: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    rule: str = ""
    """What ended it."""


class Matching:
    """Adds hands up and says when the match is over."""

    def gains(self, game: Game, account: Account) -> tuple[int, ...]:
        """What each seat adds to its total for a hand."""
        payments, counts = account.payments, game.rules.match.counts
        if counts == "winners_only":
            return tuple(max(payment, 0) for payment in payments)
        if counts == "declarer_only":
            return tuple(payment if seat == account.declarer else 0 for seat, payment in enumerate(payments))
        if counts == "card_points":
            gained = [0] * len(payments)
            for side in account.sides:
                for seat in side.seats:
                    gained[seat] = (side.counted or 0) // settling.whole(game)
            return tuple(gained)
        return payments

    def standing(self, game: Game, totals: tuple[int, ...], *, deal: int, minutes: int = 0) -> MatchStanding:
        """Whether the match is over with these totals after so many deals and minutes, and who has won it."""
        until, tie = game.rules.match.until, game.rules.match.tie
        dummies = game.rules.table.dummies
        # Nobody sits where a dummy lies, last at the table: its nothing wins no match.
        people = totals[: len(totals) - dummies.hands] if dummies else totals
        best = max(people, default=0)
        ends = {
            "points": until.points is not None and best >= until.points * payment_units(game),
            "deals": until.deals is not None and deal >= until.deals,
            "minutes": until.minutes is not None and minutes >= until.minutes,
        }
        reached = next((f"match.until.{what}" for what, holds in ends.items() if holds), "")
        winners = tuple(seat for seat, total in enumerate(people) if total == best)
        if not reached or (len(winners) > 1 and tie == "another_deal"):
            return MatchStanding(deal, totals, over=False, winners=())
        return MatchStanding(deal, totals, over=True, winners=winners, rule=reached)


def payment_units(game: Game) -> int:
    """How many units of payment make one stake, if stakes are what counts."""
    if game.rules.match.counts == "card_points":
        return 1
    return int(game.rules.settle.pay_unit.partition("/")[2] or 1)


class MatchLimits(NamedTuple):
    """What ends a match, as far as totals and deals tell: whether it may be over is asked after every hand."""

    goal: int | None
    deals: int | None
    ties_go_on: bool

    @classmethod
    def of(cls, game: Game) -> MatchLimits:
        """Those of a ruleset."""
        rule = game.rules.match
        goal = None if rule.until.points is None else rule.until.points * payment_units(game)
        return cls(goal, rule.until.deals, rule.tie == "another_deal")

    def reached(self, totals: tuple[int, ...], deals: int) -> bool:
        """Whether it is worth asking if the match is over."""
        if self.deals is not None and deals >= self.deals:
            return True
        if self.goal is None:
            return False
        best = max(totals)
        return best >= self.goal and (totals.count(best) == 1 or not self.ties_go_on)
