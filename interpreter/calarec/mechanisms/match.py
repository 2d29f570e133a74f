"""Match: what is added up from hand to hand, and when it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from calarec.language import Words
from calarec.light import NamedTuple, dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.moves import settling
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.engine.game import Game
    from calarec.moves.account import Account
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Until:
    """When a match is over: what comes first; nothing named: it goes on as long as the players like."""

    points: int | None = param(
        "Points", "Somebody has reached so many.", default=None, least=1, most=1_000_000, counts="total"
    )
    deals: int | None = param("Deals", "So many deals have been settled.", default=None, least=1, most=100_000)
    minutes: int | None = param(
        "Minutes",
        "So many minutes have passed; the deal then running is finished.",
        default=None,
        least=1,
        most=100_000,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """How hands add up."""

    counts: Literal["payments", "winners_only", "card_points", "declarer_only"] = param(
        "Counts",
        "What each player's total is made of.",
        default="payments",
        options={
            "payments": "what was paid and received",
            "winners_only": "what was received; nothing is taken off",
            "card_points": "the points won with cards, as each side counts them",
            "declarer_only": "what the declarer won or lost; nothing for the others",
        },
    )
    until: Until = param("Until", "When the match is over.", default=Until())
    tie: Literal["another_deal", "shared"] = param(
        "Tie",
        "What happens when several share the highest total at the end.",
        default="another_deal",
        options={"another_deal": "one more deal is played", "shared": "they share the win"},
    )
    dealer: Literal["next"] = param(
        "Dealer",
        "Who deals the next hand.",
        default="next",
        options={"next": "the next seat in order of play"},
    )


def check_match(rules: Rules, report: Report) -> None:
    """Totals that are no payments do not add up to nothing; a tie needs an end."""
    match = rules.match
    if match.counts != "payments":
        report.add("RUL518", "match.counts", wording=match.counts)
    if match.until == Until() and report.said("match.tie"):
        report.add("RUL704", "match.tie", wording="no_end")


class Standing(NamedTuple):
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

    def standing(self, game: Game, totals: tuple[int, ...], *, deal: int, minutes: int = 0) -> Standing:
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
            return Standing(deal, totals, over=False, winners=())
        return Standing(deal, totals, over=True, winners=winners, rule=reached)


def payment_units(game: Game) -> int:
    """How many units of payment make one stake, if stakes are what counts."""
    if game.rules.match.counts == "card_points":
        return 1
    return int(game.rules.settle.pay_unit.partition("/")[2] or 1)


MECHANISM = Mechanism(
    name="match",
    kind=Kind.SECTION,
    part=Match,
    required=False,
    title=Words("The match"),
    about="What is added up from hand to hand, and when it is over.",
    say=sentences("match"),
    checks=(check_match,),
    behaviour=Matching(),
)
