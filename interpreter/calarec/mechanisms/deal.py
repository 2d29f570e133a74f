"""The deal: how many cards to each hand, in what packets, and when the piles are laid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.rulesets.fields import param


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


MECHANISM = Mechanism(
    name="deal",
    kind=Kind.SECTION,
    part=Deal,
    title=Both("The deal", "La distribuzione"),
    about="How the cards are given out.",
)
