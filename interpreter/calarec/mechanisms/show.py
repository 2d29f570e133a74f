"""Show: somebody shows cards to the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.rulesets.fields import param


@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    """Somebody shows cards from the hand; they stay there."""

    by: Literal["anyone", "declarer", "opponents"] = param(
        "By",
        "Who may show cards.",
        default="anyone",
        options={"anyone": "anyone", "declarer": "the declarer", "opponents": "an opponent of the declarer"},
    )
    when: Literal["before_first_lead", "any_time"] = param(
        "When",
        "When cards may be shown.",
        default="any_time",
        options={"before_first_lead": "before the first card is led", "any_time": "at any time"},
    )


MECHANISM = Mechanism(
    name="show",
    kind=Kind.STANDING,
    part=Show,
    title=Both("Showing cards", "Le carte mostrate"),
    about="Somebody shows cards to the table.",
)
