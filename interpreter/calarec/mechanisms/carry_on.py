"""Carry on: when nobody bids piles are kept for the next deal, whose auction is narrowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from calarec.language import Listing, Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.mechanisms.redeal import DEALER, Redealing
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class CarryOn:
    """The hands are collected, but something is kept."""

    keep: tuple[str, ...] = param("Keep", "The piles that stay as they lie.", default=(), refers_to="pile")
    only: tuple[str, ...] = param(
        "Only",
        "The contracts that may be bid in the next auction; without any: all.",
        default=(),
        refers_to="contract",
    )
    binds: Literal["everyone", "eldest"] = param(
        "Binds",
        "Whom that binds.",
        default="everyone",
        options={"everyone": "everyone", "eldest": "only the seat that speaks first"},
    )
    dealer: Literal["same", "next"] = param("Dealer", "Who deals again.", default="next", options=DEALER)


def check_kept(rules: Rules, report: Report) -> None:
    """Something is kept, and somebody can bid after it."""
    if rules.all_pass.do != "carry_on":
        return
    kept: CarryOn = rules.all_pass.part
    ladder = rules.auction.ladder
    known = [key for key in kept.only if key in rules.contracts]
    absent = [key for key in known if key not in ladder]
    if known and len(absent) == len(kept.only) and kept.binds == "everyone":
        path = report.blame("all_pass.only", "auction.ladder")
        report.add("RUL601", path, only=Listing(tuple(f"`{key}`" for key in absent)))
    else:
        for key in absent:
            report.add("RUL604", f"all_pass.only.{kept.only.index(key)}", contract=key)
    for number, key in enumerate(kept.keep):
        if key in rules.piles and rules.piles[key].dealt == 0:
            report.add("RUL603", f"all_pass.keep.{number}", wording="empty", pile=key)
    if not kept.keep and not kept.only:
        report.add("RUL603", "all_pass.do")
    if not kept.only and report.said("all_pass.binds"):
        report.add("RUL704", "all_pass.binds", wording="no_only")


MECHANISM = Mechanism(
    name="carry_on",
    kind=Kind.ALL_PASS,
    part=CarryOn,
    title=Words("All pass: something is kept"),
    about="When nobody bids piles are kept for the next deal, whose auction is narrowed.",
    say=sentences("carry_on"),
    behaviour=Redealing(),
    checks=(check_kept,),
)
