"""The deal: how many cards to each hand, in what packets, and when the piles are laid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from calarec.language import Listing, Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """How the cards are given out, beginning with the seat after the dealer."""

    hand: int = param("Hand", "How many cards each hand receives.", least=1, most=40)
    packets: int = param("Packets", "How many cards are given at a time.", default=1, least=1, most=40)
    piles: Literal["after", "after_first_round"] = param(
        "Piles",
        "When the piles of the table are laid.",
        default="after",
        options={"after": "after the last packet", "after_first_round": "after the first round of packets"},
    )


def check_deal(rules: Rules, report: Report) -> None:
    """All cards are dealt, at every table as many to each, and in packets that come out even."""
    deal, hands = rules.deal, report.facts.hands
    if len(set(hands.values())) > 1:
        said = Listing(tuple(Words("{hands} at {seats} seats", hands=n, seats=s) for s, n in hands.items()))
        report.add("RUL307", report.blame("table.seats", "table.sits_out.at"), hands=said)
    for seats, count in list(hands.items())[:1]:
        _check_sum(rules, report, seats, count)
    if deal.hand % deal.packets:
        report.add("RUL308", report.blame("deal.packets", "deal.hand"), packets=deal.packets, hand=deal.hand)
    if deal.piles != "after" and report.said("deal.piles"):
        if not any(pile.dealt for pile in rules.piles.values()):
            report.add("RUL704", "deal.piles", wording="no_piles")
        elif deal.packets >= deal.hand:
            report.add("RUL704", "deal.piles", wording="one_round")


def _check_sum(rules: Rules, report: Report, seats: int, count: int) -> None:
    hand, cards = rules.deal.hand, len(report.facts.cards)
    laid = sum(pile.dealt for pile in rules.piles.values())
    if count * hand + laid == cards:
        return
    fits, left = divmod(cards - laid, count)
    rest = cards - count * hand
    fewer = "short" if rest >= 0 else "many"
    wording = "hand" if left == 0 and 1 <= fits <= 40 else "over" if rest > laid else fewer
    piles = (f"piles.{key}.dealt" for key in rules.piles)
    path = report.blame("deal.hand", "table.seats", *piles, "pack.without", "pack.ranks", "pack.suits")
    values: dict[str, Any] = {"seats": seats, "hands": count, "hand": hand, "laid": laid, "sum": count * hand + laid}
    values |= {"cards": cards, "fits": fits, "rest": rest, "apart": abs(rest - laid), "most": cards // count}
    report.add("RUL306", path, wording=wording, **values)


MECHANISM = Mechanism(
    name="deal",
    kind=Kind.SECTION,
    part=Deal,
    title=Words("The deal", sense="section"),
    about="How the cards are given out.",
    say=sentences("deal"),
    checks=(check_deal,),
)
