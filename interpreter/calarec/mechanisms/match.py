"""Match: what is added up from hand to hand, and when it is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Until:
    """When a match is over: what comes first; nothing named: it goes on as long as the players like."""

    points: int | None = param("Points", "Somebody has reached so many.", default=None, least=1, most=1_000_000)
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


MECHANISM = Mechanism(
    name="match",
    kind=Kind.SECTION,
    part=Match,
    required=False,
    title=Both("The match", "La partita"),
    about="What is added up from hand to hand, and when it is over.",
    checks=(check_match,),
)
