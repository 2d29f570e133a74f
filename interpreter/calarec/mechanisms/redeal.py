"""Redeal: when nobody bids the cards are dealt anew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.rulesets.fields import param

DEALER = {"same": "the same dealer", "next": "the next dealer"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Redeal:
    """The hands are thrown in."""

    dealer: Literal["same", "next"] = param("Dealer", "Who deals again.", default="next", options=DEALER)


MECHANISM = Mechanism(
    name="redeal",
    kind=Kind.ALL_PASS,
    part=Redeal,
    title=Both("All pass: a new deal", "Tutti passano: si ridanno le carte"),
    about="When nobody bids the cards are dealt anew.",
)
