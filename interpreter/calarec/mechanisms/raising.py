"""Raising: the declarer makes the game dearer after the auction, without a bid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.rulesets.fields import param


@dataclass(frozen=True, slots=True, kw_only=True)
class Raising:
    """When a contract may be raised to one that its `raises` name."""

    until: Literal["first_lead", "first_step"] = param(
        "Until",
        "Up to when the declarer may raise.",
        default="first_lead",
        options={
            "first_lead": "until the first card is led",
            "first_step": "only directly after the auction, before anything else happens",
        },
    )


MECHANISM = Mechanism(
    name="raising",
    kind=Kind.SECTION,
    part=Raising,
    required=False,
    title=Both("Raising", "L'aggravamento"),
    about="When the declarer may raise the contract after the auction.",
)
