"""Fault: an irregularity, who may claim it, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.rulesets.fields import param


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """An irregularity. Its id is the word under which a record names it."""

    by: Literal["anyone", "declarer", "opponents"] = param(
        "By",
        "Who can commit it.",
        default="anyone",
        options={"anyone": "anyone", "declarer": "the declarer", "opponents": "an opponent of the declarer"},
    )
    claimed_by: Literal["other_side", "anyone"] = param(
        "Claimed by",
        "Who may claim it.",
        default="other_side",
        options={"other_side": "the other side", "anyone": "anyone at the table"},
    )
    before: Literal["auction", "first_lead", "end"] = param(
        "Before",
        "Up to when it may be claimed.",
        default="end",
        options={
            "auction": "before the auction is over",
            "first_lead": "before the first card is led",
            "end": "until the hand is settled",
        },
    )
    pay_each: int = param("Pay each", "What the offender pays to every other player.", default=0, least=0, most=100_000)
    move_points: int = param(
        "Move points",
        "How many points, in the unit of the file, go from the offender's side to the other after counting.",
        default=0, least=0, most=1000,
    )  # fmt: skip
    contract: Literal["unchanged", "lost"] = param(
        "Contract",
        "What becomes of the contract.",
        default="unchanged",
        options={"unchanged": "it is settled as played", "lost": "the offender's side has lost it"},
    )
    deal: Literal["goes_on", "void"] = param(
        "Deal",
        "What becomes of the deal.",
        default="goes_on",
        options={"goes_on": "it is played on", "void": "it ends at once and is not counted"},
    )
    dealer: Literal["same", "next"] = param(
        "Dealer",
        "Who deals next after a void deal.",
        default="same",
        options={"same": "the same dealer", "next": "the next dealer"},
    )


MECHANISM = Mechanism(
    name="fault",
    kind=Kind.STANDING,
    part=Fault,
    title=Both("Irregularities", "Le irregolarità"),
    about="An irregularity, who may claim it, and what it costs.",
)
