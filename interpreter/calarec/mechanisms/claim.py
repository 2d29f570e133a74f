"""Claim: somebody claims or concedes the tricks that are still to be played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.rulesets.fields import param


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A hand may end before its last trick."""

    by: Literal["anyone", "declarer"] = param(
        "By",
        "Who may claim or concede.",
        default="anyone",
        options={"anyone": "anyone who plays", "declarer": "the declarer"},
    )
    points: bool = param("Points", "Whether a number of points may be claimed instead of the rest.", default=True)
    accepted: Literal["by_other_side", "at_once"] = param(
        "Accepted",
        "What makes it hold.",
        default="by_other_side",
        options={"by_other_side": "the other side accepts it", "at_once": "nothing more"},
    )


MECHANISM = Mechanism(
    name="claim",
    kind=Kind.STANDING,
    part=Claim,
    title=Both("Claims", "Le carte in tavola"),
    about="Somebody claims or concedes what is still to be played.",
)
