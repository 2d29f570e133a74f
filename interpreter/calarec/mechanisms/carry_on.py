"""Carry on: when nobody bids piles are kept for the next deal, whose auction is narrowed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.mechanisms.redeal import DEALER, Redealing
from calarec.rulesets.fields import param


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


MECHANISM = Mechanism(
    name="carry_on",
    kind=Kind.ALL_PASS,
    part=CarryOn,
    title=Both("All pass: something is kept", "Tutti passano: qualcosa resta"),
    about="When nobody bids piles are kept for the next deal, whose auction is narrowed.",
    behaviour=Redealing(),
)
